@_exported import CMBTypes
