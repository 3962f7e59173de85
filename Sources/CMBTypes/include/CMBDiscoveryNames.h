#ifndef CMB_DISCOVERY_NAMES_H
#define CMB_DISCOVERY_NAMES_H

// Constants of the discovery of accessories; those of Swift are in cmbSDK.
#if defined(__OBJC__) && !defined(__swift__)
#define CDMCompatibleAccessoryConnected @"cdmAccessoryConnected"
#define CDMCompatibleAccessoryDisconnected @"cdmAccessoryDisconnected"
#define kCDMAccessory @"accessory"
#define kCDMProtocol @"protocol"
#endif

#endif
