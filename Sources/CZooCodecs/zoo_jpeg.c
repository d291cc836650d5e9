#include "zoo_jpeg.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

#include <jerror.h>

struct zoo_jpeg {
    struct jpeg_decompress_struct state;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf out;
    int error_code;
    int error_number;
    int maximum_scans;
    bool has_too_many_scans;
    uint64_t warnings[4];
    char text[JMSG_LENGTH_MAX];
};

static zoo_jpeg *self(j_common_ptr state) { return (zoo_jpeg *)state->client_data; }

static void on_error(j_common_ptr state) {
    zoo_jpeg *decoder = self(state);
    decoder->error_code = state->err->msg_code;
    decoder->error_number = state->err->msg_parm.i[0];
    state->err->format_message(state, decoder->text);
    longjmp(decoder->out, 1);
}

static void on_message(j_common_ptr state, int level) {
    // Levels of zero and more are traces.
    if (level >= 0) return;
    state->err->num_warnings++;
    unsigned int code = (unsigned int)state->err->msg_code;
    if (code < 256) self(state)->warnings[code / 64] |= UINT64_C(1) << (code % 64);
}

static void print_nothing(j_common_ptr state) { (void)state; }

// Each scan of a progressive picture costs a pass over all of it, however few bytes the scan takes.
static void on_progress(j_common_ptr state) {
    zoo_jpeg *decoder = self(state);
    if (decoder->state.input_scan_number <= decoder->maximum_scans) return;
    decoder->has_too_many_scans = true;
    decoder->text[0] = 0;
    longjmp(decoder->out, 1);
}

zoo_jpeg *zoo_jpeg_create(const unsigned char *bytes, size_t count) {
    zoo_jpeg *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->state.err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = on_error;
    decoder->errors.emit_message = on_message;
    decoder->errors.output_message = print_nothing;
    decoder->state.client_data = decoder;
    if (setjmp(decoder->out)) {
        zoo_jpeg_destroy(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->state);
    decoder->progress.progress_monitor = on_progress;
    decoder->state.progress = &decoder->progress;
    decoder->maximum_scans = INT32_MAX;
    jpeg_mem_src(&decoder->state, bytes, count);
    jpeg_save_markers(&decoder->state, JPEG_APP0 + 1, 0xFFFF);
    return decoder;
}

void zoo_jpeg_destroy(zoo_jpeg *decoder) {
    if (!decoder) return;
    jpeg_destroy_decompress(&decoder->state);
    free(decoder);
}

struct jpeg_decompress_struct *zoo_jpeg_state(zoo_jpeg *decoder) { return &decoder->state; }

bool zoo_jpeg_read_header(zoo_jpeg *decoder) {
    if (setjmp(decoder->out)) return false;
    return jpeg_read_header(&decoder->state, TRUE) == JPEG_HEADER_OK;
}

bool zoo_jpeg_start(zoo_jpeg *decoder, int maximum_scans) {
    decoder->maximum_scans = maximum_scans;
    if (setjmp(decoder->out)) return false;
    return jpeg_start_decompress(&decoder->state);
}

bool zoo_jpeg_crop(zoo_jpeg *decoder, unsigned int *first, unsigned int end) {
    if (setjmp(decoder->out)) return false;
    JDIMENSION width = end - *first;
    jpeg_crop_scanline(&decoder->state, first, &width);
    return true;
}

bool zoo_jpeg_read_row(zoo_jpeg *decoder, unsigned char *row) {
    if (setjmp(decoder->out)) return false;
    JSAMPROW rows[1] = {row};
    return jpeg_read_scanlines(&decoder->state, rows, 1) == 1;
}

bool zoo_jpeg_skip_rows(zoo_jpeg *decoder, unsigned int count) {
    if (setjmp(decoder->out)) return false;
    return jpeg_skip_scanlines(&decoder->state, count) == count;
}

bool zoo_jpeg_finish(zoo_jpeg *decoder) {
    if (setjmp(decoder->out)) return false;
    return jpeg_finish_decompress(&decoder->state);
}

int zoo_jpeg_error_code(const zoo_jpeg *decoder) { return decoder->error_code; }
int zoo_jpeg_error_number(const zoo_jpeg *decoder) { return decoder->error_number; }
const char *zoo_jpeg_error_text(const zoo_jpeg *decoder) { return decoder->text; }
bool zoo_jpeg_has_too_many_scans(const zoo_jpeg *decoder) { return decoder->has_too_many_scans; }

bool zoo_jpeg_has_warned(const zoo_jpeg *decoder, int code) {
    return code >= 0 && code < 256 && (decoder->warnings[code / 64] >> (code % 64) & 1);
}
