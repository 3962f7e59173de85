#ifndef CMB_READER_TYPES_H
#define CMB_READER_TYPES_H

#include "CMBEnumForms.h"

// Plain enumerations: Swift sees each member as a global constant of its full name.

/// Whether the reader is connected.
typedef enum : CMBUnsignedInteger {
  CMBConnectionStateDisconnected = 0,
  CMBConnectionStateConnecting = 1,
  CMBConnectionStateConnected = 2,
  CMBConnectionStateDisconnecting = 3,
  CMBConnectionStateUnavailable = 4,
} CMBConnectionState;

/// Whether the reader can be connected. The spelling is the documented one.
typedef enum : CMBUnsignedInteger {
  CMBReaderAvailibilityUnknown = 0,
  CMBReaderAvailibilityAvailable = 1,
  CMBReaderAvailibilityUnavailable = 2,
} CMBReaderAvailibility;

/// Symbologies as readers switch them on and off; some stand for several.
typedef enum : CMBUnsignedInteger {
  CMBSymbologyUnknown = 0,
  CMBSymbologyDataMatrix = 1,
  CMBSymbologyQR = 2,
  CMBSymbologyC128 = 3,
  CMBSymbologyUpcEan = 4,
  CMBSymbologyC11 = 5,
  CMBSymbologyC39 = 6,
  CMBSymbologyC93 = 7,
  CMBSymbologyI2o5 = 8,
  CMBSymbologyCodaBar = 9,
  CMBSymbologyEanUcc = 10,
  CMBSymbologyPharmaCode = 11,
  CMBSymbologyMaxicode = 12,
  CMBSymbologyPdf417 = 13,
  CMBSymbologyMicropdf417 = 14,
  CMBSymbologyDatabar = 15,
  CMBSymbologyPlanet = 16,
  CMBSymbologyPostnet = 17,
  CMBSymbologyFourStateJap = 18,
  CMBSymbologyFourStateAus = 19,
  CMBSymbologyFourStateUpu = 20,
  CMBSymbologyFourStateImb = 21,
  CMBSymbologyVericode = 22,
  CMBSymbologyRpc = 23,
  CMBSymbologyMsi = 24,
  CMBSymbologyAzteccode = 25,
  CMBSymbologyDotcode = 26,
  CMBSymbologyC25 = 27,
  CMBSymbologyC39ConvertToC32 = 28,
  CMBSymbologyOcr = 29,
  CMBSymbologyFourStateRmc = 30,
  CMBSymbologyTelepen = 31,
} CMBSymbology;

/// Which meaning of a text is looked for.
typedef enum : CMBUnsignedInteger {
  CMBResultParserNone = 0,
  CMBResultParserAuto = 1,
  CMBResultParserAAMVA = 2,
  CMBResultParserGS1 = 3,
  CMBResultParserHIBC = 4,
  CMBResultParserISBT128 = 5,
  CMBResultParserIUID = 6,
  CMBResultParserSCM = 7,
} CMBResultParser;

/// The kind of a reader.
typedef enum : CMBUnsignedInteger {
  DataManDeviceClass_MX = 0,
  DataManDeviceClass_Network = 1,
  DataManDeviceClass_PhoneCamera = 2,
} DataManDeviceClass;

#endif
