#pragma once
// What libpng and libtiff offer only through setjmp and variadic functions, as plain functions for Swift.

#include <stddef.h>
#include <stdint.h>

/// How a call ended.
enum {
  CIMAGE_OK = 0,
  /// The bytes end before the picture does.
  CIMAGE_TRUNCATED = 1,
  /// The bytes contradict the format.
  CIMAGE_DAMAGED = 2,
  /// A kind of picture that the library does not convert.
  CIMAGE_UNSUPPORTED = 3,
  CIMAGE_NO_MEMORY = 4,
};

/// Room for a reason, the closing zero included.
enum { CIMAGE_MESSAGE_SIZE = 200 };

/// Decodes a PNG to 8-bit luma (weights .299 .587 .114), transparent parts on white.
/// `luma` holds `width * height` bytes; the size must be the one of the header.
/// `message` holds CIMAGE_MESSAGE_SIZE bytes.
int cimage_png_decode(
    const uint8_t *bytes, size_t count, uint8_t *luma, uint32_t width, uint32_t height, char *message);

/// Encodes rows of 1 (grey) or 3 (red, green, blue) bytes a pixel as PNG. The result is the caller's to `free`;
/// NULL when it cannot be made.
uint8_t *cimage_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int channels, size_t *count);

/// Size and orientation (1 to 8) of the first picture of a TIFF.
int cimage_tiff_header(
    const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height, int *orientation, char *message);

/// Decodes the first picture of a TIFF to luma, rows in file order, transparent parts on white.
int cimage_tiff_decode(
    const uint8_t *bytes, size_t count, uint8_t *luma, uint32_t width, uint32_t height, char *message);
