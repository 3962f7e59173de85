#include "CMBTypes.h"
