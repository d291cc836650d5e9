#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// libjpeg reports an error by calling a function that must not return, which Swift cannot express. Each function here
// puts a setjmp around one call of the library, so that an error comes back as a result. What to do with it is decided
// in Swift; no jump ever crosses a Swift frame.

typedef struct zoo_jpeg zoo_jpeg;

/// A decompressor for bytes that stay in place until it is destroyed; NULL if there is no memory for one.
zoo_jpeg *zoo_jpeg_create(const unsigned char *bytes, size_t count);
void zoo_jpeg_destroy(zoo_jpeg *decoder);

/// The library's own state, to be read, and to be set between reading the header and starting.
struct jpeg_decompress_struct *zoo_jpeg_state(zoo_jpeg *decoder);

/// Reads up to the first scan, keeping the APP1 blocks. This and all below: false or a negative number after an error.
bool zoo_jpeg_read_header(zoo_jpeg *decoder);
bool zoo_jpeg_start(zoo_jpeg *decoder, int maximum_scans);
/// Leaves columns out, before the first row is read: rows then begin at a column no later than `first`, which is given
/// back, and end where they were asked to.
bool zoo_jpeg_crop(zoo_jpeg *decoder, unsigned int *first, unsigned int end);
/// Reads the next row.
bool zoo_jpeg_read_row(zoo_jpeg *decoder, unsigned char *row);
/// Passes over rows; their entropy-coded data is still read.
bool zoo_jpeg_skip_rows(zoo_jpeg *decoder, unsigned int count);
/// Reads to the end of the file.
bool zoo_jpeg_finish(zoo_jpeg *decoder);

/// The library's message code of the error that ended the last call, its first number, and its text.
int zoo_jpeg_error_code(const zoo_jpeg *decoder);
int zoo_jpeg_error_number(const zoo_jpeg *decoder);
const char *zoo_jpeg_error_text(const zoo_jpeg *decoder);
/// Whether the error was that there are more scans than allowed.
bool zoo_jpeg_has_too_many_scans(const zoo_jpeg *decoder);

/// Whether the library has warned with this message code.
bool zoo_jpeg_has_warned(const zoo_jpeg *decoder, int code);
