// Convolution as a matrix product over scattered rows: tiles of up to ZOO_TILE_ROWS pixels × one panel of columns, all
// sums of a tile in registers.

// What stands in a pixel's panel from a place on, as far as there are columns.
ZOO_INLINE vec load_columns(const float *place, size_t left) {
    return left >= ZOO_LANES ? load(place) : load_part(place, left);
}

ZOO_INLINE void store_columns(float *place, size_t left, vec value) {
    if (left >= ZOO_LANES) store(place, value);
    else store_part(place, value, left);
}

// Where a panel's work is: its weights, its first column, and how far after each pixel's start it stands.
typedef struct {
    const float *weights;
    size_t column, offset;
} panel;

// Sums one tile: some pixels × one panel, of which only the first `vectors` are wanted.
ZOO_INLINE void tile(
    const zoo_convolution *job, const panel *place, size_t row, const int rows, const int vectors) {
    const float *weights = place->weights;
    const size_t column = place->column, offset = place->offset;
    vec sums[ZOO_MOST_ROWS][2];
    ZOO_UNROLL for (int v = 0; v < vectors; v++) {
        vec bias = load(job->bias + column + (size_t)v * ZOO_LANES);
        ZOO_UNROLL for (int r = 0; r < rows; r++) sums[r][v] = bias;
    }
    const float *const *sources = job->sources + row;
    const size_t run = job->run;
    for (size_t tap = job->taps; tap > 0; tap--, sources += job->rows) {
        const float *piece[ZOO_MOST_ROWS];
        ZOO_UNROLL for (int r = 0; r < rows; r++) piece[r] = sources[r];
        for (size_t i = 0; i < run; i++, weights += 2 * ZOO_LANES) {
            vec factors[2];
            ZOO_PREFETCH(weights);
            ZOO_UNROLL for (int v = 0; v < vectors; v++) factors[v] = load(weights + v * ZOO_LANES);
            ZOO_UNROLL for (int r = 0; r < rows; r++) {
                vec value = splat(piece[r][i]);
                ZOO_UNROLL for (int v = 0; v < vectors; v++) sums[r][v] = multiply_add(value, factors[v], sums[r][v]);
            }
        }
    }
    const vec low = splat(job->low), high = splat(job->high);
    const size_t left = job->columns - column;
    float *const *targets = job->targets + row;
    if (job->addends) {
        const float *const *addends = job->addends + row;
        ZOO_UNROLL for (int r = 0; r < rows; r++)
            ZOO_UNROLL for (int v = 0; v < vectors; v++) {
                const size_t before = (size_t)v * ZOO_LANES;
                if (left > before) sums[r][v] += load_columns(addends[r] + offset + before, left - before);
            }
    }
    if (left >= (size_t)vectors * ZOO_LANES) {
        ZOO_UNROLL for (int r = 0; r < rows; r++)
            ZOO_UNROLL for (int v = 0; v < vectors; v++)
                store(targets[r] + offset + (size_t)v * ZOO_LANES, limit(sums[r][v], low, high));
    } else {
        // Only the last panel, of which the first vector may be whole.
        ZOO_UNROLL for (int r = 0; r < rows; r++)
            ZOO_UNROLL for (int v = 0; v < vectors; v++) {
                const size_t before = (size_t)v * ZOO_LANES;
                if (left > before)
                    store_columns(targets[r] + offset + before, left - before, limit(sums[r][v], low, high));
            }
    }
}

// Some tiles of the same size, one below the other; gives back the row after them.
typedef size_t tile_function(const zoo_convolution *, const panel *, size_t row, size_t count);

#define ZOO_TILE(rows, vectors)                                                                                  \
    static size_t tile_##rows##x##vectors(                                                                       \
        const zoo_convolution *job, const panel *place, size_t row, size_t count) {                              \
        for (; count > 0; count--, row += rows) tile(job, place, row, rows, vectors);                            \
        return row;                                                                                              \
    }
ZOO_TILES

// Runs all rows against one panel. Rows are divided evenly, so that no tile is left with one or two of them, whose few
// sums would wait for each other.
ZOO_INLINE void convolve_panel(
    const zoo_convolution *job, const panel *place, tile_function *const *tiles, size_t most) {
    const size_t count = (job->rows + most - 1) / most;
    const size_t least = job->rows / count, longer = job->rows % count;
    size_t row = 0;
    if (longer > 0) row = tiles[least](job, place, row, longer);
    tiles[least - 1](job, place, row, count - longer);
}

static void convolve(const zoo_convolution *job) {
    static tile_function *const whole[] = {ZOO_WHOLE_TILES}, *const half[] = {ZOO_HALF_TILES};
    if (job->rows == 0) return;
    const size_t length = job->taps * job->run * 2 * ZOO_LANES;
    panel place = {.weights = job->weights};
    for (; place.column < job->columns;
         place.column += 2 * ZOO_LANES, place.offset += job->panel_stride, place.weights += length) {
        // More rows for half the columns: about as many sums as before, so the multipliers stay as busy.
        if (job->columns - place.column <= ZOO_LANES) convolve_panel(job, &place, half, sizeof half / sizeof *half);
        else convolve_panel(job, &place, whole, sizeof whole / sizeof *whole);
    }
}
