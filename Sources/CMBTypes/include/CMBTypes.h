#ifndef CMB_TYPES_H
#define CMB_TYPES_H

#include "CDMTypes.h"
#include "CMBDiscoveryNames.h"
#include "CMBReaderTypes.h"
#include "CNMTypes.h"
#include "MWOverlayTypes.h"
#include "MWParserTypes.h"

#endif
