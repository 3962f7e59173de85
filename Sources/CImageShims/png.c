#if defined(__linux__)

#include "CImageShims.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct source {
  const uint8_t *bytes;
  size_t count;
  size_t position;
  int truncated;
  char *message;
};

static void read_bytes(png_structp png, png_bytep to, size_t count) {
  struct source *source = png_get_io_ptr(png);
  if (count > source->count - source->position) {
    source->truncated = 1;
    png_error(png, "the file ends too early");
  }
  memcpy(to, source->bytes + source->position, count);
  source->position += count;
}

static void on_error(png_structp png, png_const_charp text) {
  struct source *source = png_get_error_ptr(png);
  strncpy(source->message, text, CIMAGE_MESSAGE_SIZE - 1);
  source->message[CIMAGE_MESSAGE_SIZE - 1] = 0;
  longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static uint8_t on_white(unsigned grey, unsigned alpha) {
  return (uint8_t)((grey * alpha + 255 * (255 - alpha) + 127) / 255);
}

static uint8_t luma_of(const uint8_t *rgb) {
  return (uint8_t)((19595u * rgb[0] + 38470u * rgb[1] + 7471u * rgb[2] + 32768u) >> 16);
}

static void convert_row(const uint8_t *from, uint8_t *to, uint32_t width, int channels) {
  switch (channels) {
    case 1:
      memcpy(to, from, width);
      break;
    case 2:
      for (uint32_t x = 0; x < width; x++) to[x] = on_white(from[2 * (size_t)x], from[2 * (size_t)x + 1]);
      break;
    case 3:
      for (uint32_t x = 0; x < width; x++) to[x] = luma_of(from + 3 * (size_t)x);
      break;
    default:
      for (uint32_t x = 0; x < width; x++) {
        const uint8_t *p = from + 4 * (size_t)x;
        to[x] = on_white(luma_of(p), p[3]);
      }
  }
}

// Everything comes out as 1 to 4 channels of 8 bits.
static int prepare(png_structp png, png_infop info) {
  png_set_expand(png);
  png_set_scale_16(png);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  return passes;
}

int cimage_png_decode(
    const uint8_t *bytes, size_t count, uint8_t *luma, uint32_t width, uint32_t height, char *message) {
  struct source source = {bytes, count, 0, 0, message};
  message[0] = 0;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, on_error, on_warning);
  if (!png) return CIMAGE_NO_MEMORY;
  png_infop info = png_create_info_struct(png);
  // Volatile: it is changed between setjmp and longjmp.
  uint8_t *volatile pixels = NULL;
  if (!info || setjmp(png_jmpbuf(png))) {
    free(pixels);
    png_destroy_read_struct(&png, &info, NULL);
    return source.truncated ? CIMAGE_TRUNCATED : CIMAGE_DAMAGED;
  }
  png_set_read_fn(png, &source, read_bytes);
  png_set_user_limits(png, width, height);
  png_set_chunk_malloc_max(png, 8000000);
  // Chunks that say nothing about the pixels are skipped: less to go wrong.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  png_read_info(png, info);
  if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height) {
    png_error(png, "contradicting sizes");
  }
  int passes = prepare(png, info);
  int channels = png_get_channels(png, info);
  size_t row_bytes = png_get_rowbytes(png, info);
  if (channels < 1 || channels > 4 || row_bytes != (size_t)width * channels) png_error(png, "unexpected row size");
  size_t rows = passes > 1 ? height : 1;
  pixels = calloc(rows, row_bytes);
  if (!pixels) png_error(png, "not enough memory");
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) {
      uint8_t *row = pixels + (passes > 1 ? y * row_bytes : 0);
      png_read_row(png, row, NULL);
      if (pass == passes - 1) convert_row(row, luma + (size_t)y * width, width, channels);
    }
  }
  png_read_end(png, NULL);
  free(pixels);
  png_destroy_read_struct(&png, &info, NULL);
  return CIMAGE_OK;
}

uint8_t *cimage_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int channels, size_t *count) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  uint8_t *bytes = malloc(size);
  if (!bytes) return NULL;
  if (!png_image_write_to_memory(&image, bytes, &size, 0, pixels, 0, NULL)) {
    free(bytes);
    return NULL;
  }
  *count = size;
  return bytes;
}

#endif
