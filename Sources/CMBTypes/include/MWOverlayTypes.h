#ifndef MW_OVERLAY_TYPES_H
#define MW_OVERLAY_TYPES_H

/// What the overlay shows while decoding is paused.
typedef enum {
  PM_NONE = 0,
  PM_PAUSE = 1,
  PM_STOP_BLINKING = 2,
} PauseMode;

/// Which of the two overlays is drawn on the preview.
typedef enum {
  OM_CMB = 0,
  OM_LEGACY = 1,
} OverlayMode;

#endif
