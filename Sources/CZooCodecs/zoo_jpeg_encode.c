#include "zoo_jpeg_encode.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

// On the heap, as what a function changes between setjmp and the jump is lost if it stands in a register.
struct encoder {
    struct jpeg_compress_struct state;
    struct jpeg_error_mgr errors;
    jmp_buf out;
    unsigned char *bytes;
    unsigned long count;
};

static void on_error(j_common_ptr state) {
    struct encoder *encoder = state->client_data;
    longjmp(encoder->out, 1);
}

static void say_nothing(j_common_ptr state, int level) {
    (void)state;
    (void)level;
}

static void print_nothing(j_common_ptr state) { (void)state; }

static void destroy(struct encoder *encoder) {
    jpeg_destroy_compress(&encoder->state);
    free(encoder->bytes);
    free(encoder);
}

// The most that a picture takes, by TurboJPEG's bound: three bytes a pixel of whole blocks, and the headers. The library
// never has to make a buffer of its own then, which it would lose at an error.
static size_t bound(size_t width, size_t height) {
    return (width + 15) / 16 * 16 * ((height + 15) / 16 * 16) * 3 + 2048;
}

unsigned char *zoo_jpeg_encode(
    const unsigned char *pixels, unsigned int width, unsigned int height, int quality, size_t *count) {
    struct encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    encoder->state.err = jpeg_std_error(&encoder->errors);
    encoder->errors.error_exit = on_error;
    encoder->errors.emit_message = say_nothing;
    encoder->errors.output_message = print_nothing;
    encoder->state.client_data = encoder;
    if (setjmp(encoder->out)) {
        destroy(encoder);
        return NULL;
    }
    jpeg_create_compress(&encoder->state);
    encoder->count = bound(width, height);
    encoder->bytes = malloc(encoder->count);
    if (!encoder->bytes) {
        destroy(encoder);
        return NULL;
    }
    jpeg_mem_dest(&encoder->state, &encoder->bytes, &encoder->count);
    encoder->state.image_width = width;
    encoder->state.image_height = height;
    encoder->state.input_components = 3;
    encoder->state.in_color_space = JCS_RGB;
    // The defaults after this are YCbCr with the colours at half the size both ways.
    jpeg_set_defaults(&encoder->state);
    jpeg_set_quality(&encoder->state, quality, TRUE);
    encoder->state.optimize_coding = TRUE;
    jpeg_start_compress(&encoder->state, TRUE);
    while (encoder->state.next_scanline < height) {
        // The library does not write to rows that it is given to encode.
        JSAMPROW rows[1] = {(unsigned char *)pixels + (size_t)encoder->state.next_scanline * width * 3};
        jpeg_write_scanlines(&encoder->state, rows, 1);
    }
    jpeg_finish_compress(&encoder->state);
    unsigned char *bytes = encoder->bytes;
    *count = encoder->count;
    encoder->bytes = NULL;
    destroy(encoder);
    return bytes;
}

void zoo_jpeg_free(unsigned char *bytes) { free(bytes); }
