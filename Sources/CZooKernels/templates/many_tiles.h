// The convolution's tiles for instruction sets with 32 registers.
#define ZOO_TILES                                                                                                \
    ZOO_TILE(1, 2) ZOO_TILE(2, 2) ZOO_TILE(3, 2) ZOO_TILE(4, 2) ZOO_TILE(5, 2) ZOO_TILE(6, 2) ZOO_TILE(7, 2)     \
    ZOO_TILE(8, 2) ZOO_TILE(9, 2) ZOO_TILE(10, 2) ZOO_TILE(11, 2) ZOO_TILE(12, 2)                                \
    ZOO_TILE(1, 1) ZOO_TILE(2, 1) ZOO_TILE(3, 1) ZOO_TILE(4, 1) ZOO_TILE(5, 1) ZOO_TILE(6, 1) ZOO_TILE(7, 1)     \
    ZOO_TILE(8, 1) ZOO_TILE(9, 1) ZOO_TILE(10, 1) ZOO_TILE(11, 1) ZOO_TILE(12, 1) ZOO_TILE(13, 1)                \
    ZOO_TILE(14, 1) ZOO_TILE(15, 1) ZOO_TILE(16, 1)
#define ZOO_WHOLE_TILES                                                                                          \
    tile_1x2, tile_2x2, tile_3x2, tile_4x2, tile_5x2, tile_6x2, tile_7x2, tile_8x2, tile_9x2, tile_10x2,         \
        tile_11x2, tile_12x2
#define ZOO_HALF_TILES                                                                                           \
    tile_1x1, tile_2x1, tile_3x1, tile_4x1, tile_5x1, tile_6x1, tile_7x1, tile_8x1, tile_9x1, tile_10x1,         \
        tile_11x1, tile_12x1, tile_13x1, tile_14x1, tile_15x1, tile_16x1
