#ifndef CMB_TYPES_H
#define CMB_TYPES_H

#include "CDMTypes.h"
#include "CMBReaderTypes.h"
#include "CNMTypes.h"
#include "MWOverlayTypes.h"

#endif
