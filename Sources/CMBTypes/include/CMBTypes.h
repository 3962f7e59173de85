#ifndef CMB_TYPES_H
#define CMB_TYPES_H
#endif
