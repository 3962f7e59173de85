#if defined(__linux__)

#include "CImageShims.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

struct source {
  const uint8_t *bytes;
  uint64_t count;
  uint64_t position;
};

static tmsize_t read_bytes(thandle_t handle, void *to, tmsize_t count) {
  struct source *source = handle;
  if (count < 0 || source->position >= source->count) return 0;
  uint64_t left = source->count - source->position;
  uint64_t taken = (uint64_t)count < left ? (uint64_t)count : left;
  memcpy(to, source->bytes + source->position, taken);
  source->position += taken;
  return (tmsize_t)taken;
}

static tmsize_t write_bytes(thandle_t handle, void *from, tmsize_t count) {
  (void)handle;
  (void)from;
  (void)count;
  return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int from) {
  struct source *source = handle;
  switch (from) {
    case SEEK_SET: source->position = offset; break;
    case SEEK_CUR: source->position += offset; break;
    default: source->position = source->count + offset;
  }
  return source->position;
}

static int close_source(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return ((struct source *)handle)->count; }

// The library's messages go to stderr otherwise, which belongs to the program.
static void silent(const char *module, const char *format, va_list arguments) {
  (void)module;
  (void)format;
  (void)arguments;
}

static TIFF *open_tiff(struct source *source) {
  TIFFSetErrorHandler(silent);
  TIFFSetWarningHandler(silent);
  // "m": no memory mapping.
  return TIFFClientOpen(
      "picture", "rm", source, read_bytes, write_bytes, seek, close_source, size_of, NULL, NULL);
}

int cimage_tiff_header(
    const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height, int *orientation, char *message) {
  struct source source = {bytes, count, 0};
  message[0] = 0;
  TIFF *tiff = open_tiff(&source);
  if (!tiff) return CIMAGE_DAMAGED;
  uint16_t tag = 1;
  int known = TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, width) && TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &tag);
  *orientation = tag;
  TIFFClose(tiff);
  return known ? CIMAGE_OK : CIMAGE_DAMAGED;
}

// Whole strips or rows of tiles, so that nothing is decoded twice, of about four million pixels.
static uint32_t rows_at_once(TIFF *tiff, uint32_t width, uint32_t height) {
  uint32_t unit = 1;
  if (TIFFIsTiled(tiff)) {
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &unit);
  } else {
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &unit);
  }
  if (unit == 0 || unit >= height) return height;
  uint64_t rows = unit;
  while (rows + unit <= height && (rows + unit) * width < 4000000) rows += unit;
  return rows < height ? (uint32_t)rows : height;
}

static void convert(const uint32_t *raster, uint8_t *luma, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t p = raster[i];
    uint32_t grey = (19595u * TIFFGetR(p) + 38470u * TIFFGetG(p) + 7471u * TIFFGetB(p) + 32768u) >> 16;
    // Colours come multiplied by alpha.
    uint32_t white = grey + 255u - TIFFGetA(p);
    luma[i] = (uint8_t)(white > 255u ? 255u : white);
  }
}

int cimage_tiff_decode(
    const uint8_t *bytes, size_t count, uint8_t *luma, uint32_t width, uint32_t height, char *message) {
  struct source source = {bytes, count, 0};
  message[0] = 0;
  TIFF *tiff = open_tiff(&source);
  if (!tiff) return CIMAGE_DAMAGED;
  char text[1024] = "";
  TIFFRGBAImage image;
  if (!TIFFRGBAImageOK(tiff, text) || !TIFFRGBAImageBegin(&image, tiff, 1, text)) {
    strncpy(message, text, CIMAGE_MESSAGE_SIZE - 1);
    message[CIMAGE_MESSAGE_SIZE - 1] = 0;
    TIFFClose(tiff);
    return CIMAGE_UNSUPPORTED;
  }
  int status = CIMAGE_OK;
  uint32_t rows = rows_at_once(tiff, width, height);
  uint32_t *raster = NULL;
  if (image.width != width || image.height != height) {
    status = CIMAGE_DAMAGED;
  } else if (!(raster = calloc(rows, (size_t)width * sizeof *raster))) {
    status = CIMAGE_NO_MEMORY;
  }
  // Rows stay as they are in the file; the caller turns the picture.
  image.req_orientation = image.orientation;
  for (uint32_t y = 0; status == CIMAGE_OK && y < height; y += rows) {
    uint32_t n = height - y < rows ? height - y : rows;
    image.row_offset = (int)y;
    if (TIFFRGBAImageGet(&image, raster, width, n)) {
      convert(raster, luma + (size_t)y * width, (size_t)n * width);
    } else {
      status = CIMAGE_DAMAGED;
    }
  }
  free(raster);
  TIFFRGBAImageEnd(&image);
  TIFFClose(tiff);
  return status;
}

#endif
