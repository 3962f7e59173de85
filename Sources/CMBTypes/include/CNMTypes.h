#ifndef CNM_TYPES_H
#define CNM_TYPES_H

#include "CMBEnumForms.h"

/// Kinds of devices that network discovery reports.
typedef enum : CMBUnsignedInteger {
  kCNMDeviceTypeAny = 0,
  kCNMDeviceTypeSubtypeMask = 255,
  kCNMDeviceTypeInSightAny = 256,
  kCNMDeviceTypeDataManAny = 1280,
  kCNMDeviceTypeDataMan200Series = 1281,
  kCNMDeviceTypeDataMan8500Ethernet = 1284,
  kCNMDeviceTypeDataMan500Series = 1286,
  kCNMDeviceTypeDataMan300Series = 1290,
  kCNMDeviceTypeDataMan9500Series = 1292,
  kCNMDeviceTypeDataMan503Series = 1293,
  kCNMDeviceTypeDataMan50 = 1294,
  kCNMDeviceTypeDataMan60 = 1295,
  kCNMDeviceTypeIOB_53 = 0x510,
  kCNMDeviceType8050Ethernet = 0x511,
  kCNMDeviceType8050Bluetooth = 0x512,
  kCNMDeviceType8050Wifi = 0x513,
  kCNMDeviceType8050BaseSeriesG2 = 0x514,
  kCNMDeviceTypeDataMan260 = 0x515,
  kCNMDeviceType8600Ethernet = 0x516,
  kCNMDeviceType8600Bluetooth = 0x517,
  kCNMDeviceType8600Wifi = 0x518,
  kCNMDeviceTypeRTM = 1305,
  kCNMDeviceTypePC = 1306,
  kCNMDeviceTypeDataMan360 = 1307,
  kCNMDeviceTypeAE360 = 1308,
  kCNMDeviceTypeMX_1000 = 1309,
  kCNMDeviceTypeMX_1500 = 0x520,
} CNMCogNamerDeviceType;

/// How a discovered device can be reached.
typedef enum : CMBUnsignedInteger {
  kLinkLocal = 0,
  kSubnetLocal = 1,
  kRemoteSubnet = 2,
  kUnknown = 3,
} EthernetDeviceScope;

#endif
