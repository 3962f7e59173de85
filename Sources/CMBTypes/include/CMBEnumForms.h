#ifndef CMB_ENUM_FORMS_H
#define CMB_ENUM_FORMS_H

// Three forms of enumeration, which Swift imports differently. The same on every platform, without any system header.

// NSUInteger and NSInteger of Apple systems.
typedef unsigned long CMBUnsignedInteger;
typedef long CMBInteger;

// Swift: an enumeration with shortened cases, `CDMCameraMode.noAimer`.
#define CMB_OPEN_ENUM(type, name) \
  enum __attribute__((enum_extensibility(open))) name : type; \
  typedef enum name name; \
  enum name : type

// Swift: an option set with shortened members, `[CDMPreviewOption.noZoomBtn, .hwTrigger]`.
#define CMB_OPTION_SET(type, name) \
  enum __attribute__((flag_enum, enum_extensibility(open))) name : type; \
  typedef enum name name; \
  enum name : type

#endif
