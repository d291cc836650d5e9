#pragma once

#include <stdbool.h>
#include <stddef.h>

// libpng reports an error by a jump, which Swift cannot express. Each function here puts a setjmp around one call or a
// few, so that an error comes back as a result; no jump ever crosses a Swift frame.

typedef struct zoo_png zoo_png;

/// A reader of bytes that stay in place until it is destroyed; NULL if there is no memory for one.
zoo_png *zoo_png_create(const unsigned char *bytes, size_t count);
void zoo_png_destroy(zoo_png *decoder);

/// Reads up to the first row's data. This and all below: false after an error.
bool zoo_png_read_header(zoo_png *decoder);
unsigned int zoo_png_width(const zoo_png *decoder);
unsigned int zoo_png_height(const zoo_png *decoder);
bool zoo_png_is_interlaced(const zoo_png *decoder);

/// Asks for rows of red, green, blue and alpha, a byte each; samples of 16 bits are cut to their high byte.
bool zoo_png_start(zoo_png *decoder);
/// Reads the next row of a pass; an interlaced picture has seven passes over all rows, others one.
bool zoo_png_read_row(zoo_png *decoder, unsigned char *row);
/// Reads what follows the rows.
bool zoo_png_finish(zoo_png *decoder);

/// The library's text for the error that ended the last call.
const char *zoo_png_error_text(const zoo_png *decoder);
/// Whether more bytes were asked for than there are.
bool zoo_png_is_cut_short(const zoo_png *decoder);
