#pragma once

#include <stddef.h>

/// Encodes rows of red, green and blue, a byte each, as a baseline JPEG with the colours at half the size both ways.
///
/// The result is freed by zoo_jpeg_free; NULL if there is no memory for it, or if the library refuses the size.
unsigned char *zoo_jpeg_encode(
    const unsigned char *pixels, unsigned int width, unsigned int height, int quality, size_t *count);
void zoo_jpeg_free(unsigned char *bytes);
