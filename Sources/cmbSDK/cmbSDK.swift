@_exported import CMBTypes
import ScanSession
