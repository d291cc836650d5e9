#include "zoo_png.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct zoo_png {
    png_structp png;
    png_infop info;
    const unsigned char *bytes;
    size_t count;
    size_t place;
    bool is_cut_short;
    char text[160];
};

static void on_error(png_structp png, png_const_charp message) {
    zoo_png *decoder = png_get_error_ptr(png);
    snprintf(decoder->text, sizeof decoder->text, "%s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void on_read(png_structp png, png_bytep target, size_t count) {
    zoo_png *decoder = png_get_io_ptr(png);
    if (count > decoder->count - decoder->place) {
        decoder->is_cut_short = true;
        png_error(png, "the file ends early");
    }
    memcpy(target, decoder->bytes + decoder->place, count);
    decoder->place += count;
}

zoo_png *zoo_png_create(const unsigned char *bytes, size_t count) {
    zoo_png *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->bytes = bytes;
    decoder->count = count;
    decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, on_error, on_warning);
    if (decoder->png) decoder->info = png_create_info_struct(decoder->png);
    if (!decoder->info) {
        zoo_png_destroy(decoder);
        return NULL;
    }
    if (setjmp(png_jmpbuf(decoder->png))) {
        zoo_png_destroy(decoder);
        return NULL;
    }
    png_set_read_fn(decoder->png, decoder, on_read);
    // How many pixels are too many is decided in Swift, before any row is read.
    png_set_user_limits(decoder->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_cache_max(decoder->png, 64);
    png_set_chunk_malloc_max(decoder->png, 8 << 20);
    // Texts and profiles play no part (EXIF is read apart from this), and a compressed one may unpack to far more than it takes.
    static const png_byte ignored[] = "iCCP\0iTXt\0zTXt\0tEXt\0sPLT\0hIST\0eXIf";
    png_set_keep_unknown_chunks(decoder->png, PNG_HANDLE_CHUNK_NEVER, ignored, 7);
    return decoder;
}

void zoo_png_destroy(zoo_png *decoder) {
    if (!decoder) return;
    png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
    free(decoder);
}

bool zoo_png_read_header(zoo_png *decoder) {
    if (setjmp(png_jmpbuf(decoder->png))) return false;
    png_read_info(decoder->png, decoder->info);
    return true;
}

unsigned int zoo_png_width(const zoo_png *decoder) { return png_get_image_width(decoder->png, decoder->info); }
unsigned int zoo_png_height(const zoo_png *decoder) { return png_get_image_height(decoder->png, decoder->info); }

bool zoo_png_is_interlaced(const zoo_png *decoder) {
    return png_get_interlace_type(decoder->png, decoder->info) != PNG_INTERLACE_NONE;
}

bool zoo_png_start(zoo_png *decoder) {
    if (setjmp(png_jmpbuf(decoder->png))) return false;
    png_set_expand(decoder->png);
    png_set_strip_16(decoder->png);
    png_set_gray_to_rgb(decoder->png);
    png_set_add_alpha(decoder->png, 0xFF, PNG_FILLER_AFTER);
    png_set_interlace_handling(decoder->png);
    png_read_update_info(decoder->png, decoder->info);
    if (png_get_rowbytes(decoder->png, decoder->info) != (size_t)4 * zoo_png_width(decoder))
        png_error(decoder->png, "rows of an unexpected size");
    return true;
}

bool zoo_png_read_row(zoo_png *decoder, unsigned char *row) {
    if (setjmp(png_jmpbuf(decoder->png))) return false;
    png_read_row(decoder->png, row, NULL);
    return true;
}

bool zoo_png_finish(zoo_png *decoder) {
    if (setjmp(png_jmpbuf(decoder->png))) return false;
    png_read_end(decoder->png, decoder->info);
    return true;
}

const char *zoo_png_error_text(const zoo_png *decoder) { return decoder->text; }
bool zoo_png_is_cut_short(const zoo_png *decoder) { return decoder->is_cut_short; }
