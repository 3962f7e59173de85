#ifndef CDM_TYPES_H
#define CDM_TYPES_H

#include "CMBEnumForms.h"

/// How the device's camera is aimed.
CMB_OPEN_ENUM(CMBInteger, CDMCameraMode) {
  kCDMCameraModeNoAimer = 0,
  kCDMCameraModePassiveAimer = 1,
  kCDMCameraModeActiveAimer = 2,
  kCDMCameraModeFrontCamera = 3,
};

/// What differs from the camera mode's defaults.
CMB_OPTION_SET(CMBInteger, CDMPreviewOption) {
  kCDMPreviewOptionDefaults = 0,
  kCDMPreviewOptionNoZoomBtn = 1,
  kCDMPreviewOptionNoIllumBtn = 2,
  kCDMPreviewOptionHwTrigger = 4,
  kCDMPreviewOptionPaused = 8,
  kCDMPreviewOptionAlwaysShow = 16,
  kCDMPreviewOptionPessimisticCaching = 32,
  kCDMPreviewOptionHighResolution = 64,
  kCDMPreviewOptionHighFrameRate = 128,
  kCDMPreviewOptionShowCloseBtn = 256,
  kCDMPreviewOptionKeepPreviewInPausedState = 512,
};

/// Whether the low-level system is connected.
CMB_OPEN_ENUM(CMBInteger, CDMConnectionState) {
  kCDMConnectionStateDisconnected = 0,
  kCDMConnectionStateConnecting = 1,
  kCDMConnectionStateConnected = 2,
  kCDMConnectionStateDisconnecting = 3,
};

/// Share of the pixels that an image result keeps.
CMB_OPEN_ENUM(CMBInteger, CDMImageSize) {
  kCDMImageSizeFull = 0,
  kCDMImageSizeQuarter = 1,
  kCDMImageSizeSixteenth = 2,
  kCDMImageSizeSixtyFourth = 3,
};

/// JPEG quality of an image result.
CMB_OPEN_ENUM(CMBInteger, CDMImageQuality) {
  kCDMImageQualityLow = 10,
  kCDMImageQualityMedium = 50,
  kCDMImageQualityHigh = 90,
};

/// File format of an image result.
CMB_OPEN_ENUM(CMBInteger, CDMImageFormat) {
  kCDMImageFormatBitmap = 0,
  kCDMImageFormatJpeg = 1,
};

/// What a read delivers.
CMB_OPTION_SET(CMBInteger, CDMResultTypes) {
  kCDMResultTypeNone = 0,
  kCDMResultTypeReadString = 1,
  kCDMResultTypeReadXml = 2,
  kCDMResultTypeXmlStatistics = 4,
  kCDMResultTypeImage = 8,
  kCDMResultTypeImageGraphics = 16,
  kCDMResultTypeTrainingResults = 32,
  kCDMResultTypeCodeQualityData = 64,
  kCDMResultTypeXmlContent = 128,
};

/// Which way data goes.
CMB_OPEN_ENUM(CMBInteger, CDMTransferDirection) {
  kCDMTransferDirectionIncoming = 0,
  kCDMTransferDirectionOutgoing = 1,
};

// Status of a response.
#define DMCC_STATUS_NO_ERROR 0
#define DMCC_STATUS_READ_STRING 1
#define DMCC_STATUS_AUTO_RESPONSE 2
#define DMCC_STATUS_XML_RESULT 3
#define DMCC_STATUS_XML_STATISTICS 4
#define DMCC_STATUS_IMAGE 5
#define DMCC_STATUS_IMAGE_GRAPHICS 6
#define DMCC_STATUS_TRAINING_RESULT 7
#define DMCC_STATUS_AUTO_TRAIN_BRIGHT 8
#define DMCC_STATUS_AUTO_TRAIN_STRING 9
#define DMCC_STATUS_CODE_QUALITY_DATA 10
#define DMCC_STATUS_AUTO_TRAIN_FOCUS 11
#define DMCC_STATUS_EVENT 12
#define DMCC_STATUS_UNIDENTIFIED_ERROR 100
#define DMCC_STATUS_INVALID_COMMAND 101
#define DMCC_STATUS_INVALID_PARAM_OR_MISSING_FEATURE 102
#define DMCC_STATUS_INCORRECT_CHECKSUM 103
#define DMCC_STATUS_PARAMETER_REJECTED 104
#define DMCC_STATUS_READER_OFFLINE 105
#define DMCC_STATUS_COMMAND_TIMEOUT (-1)

#endif
