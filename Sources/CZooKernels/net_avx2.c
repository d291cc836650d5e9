#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)

#define ZOO_LANES 8
#define ZOO_HAS_FMA
// 12 sums, 2 weights and 1 input value fill 15 of the 16 registers.
#define ZOO_TILE_ROWS 6
#define ZOO_MOST_ROWS 10
#define ZOO_TILES                                                                                                \
    ZOO_TILE(1, 2) ZOO_TILE(2, 2) ZOO_TILE(3, 2) ZOO_TILE(4, 2) ZOO_TILE(5, 2) ZOO_TILE(6, 2)                    \
    ZOO_TILE(1, 1) ZOO_TILE(2, 1) ZOO_TILE(3, 1) ZOO_TILE(4, 1) ZOO_TILE(5, 1) ZOO_TILE(6, 1) ZOO_TILE(7, 1)     \
    ZOO_TILE(8, 1) ZOO_TILE(9, 1) ZOO_TILE(10, 1)
#define ZOO_WHOLE_TILES tile_1x2, tile_2x2, tile_3x2, tile_4x2, tile_5x2, tile_6x2
#define ZOO_HALF_TILES                                                                                           \
    tile_1x1, tile_2x1, tile_3x1, tile_4x1, tile_5x1, tile_6x1, tile_7x1, tile_8x1, tile_9x1, tile_10x1
#include "templates/net.h"

#pragma clang attribute pop

const zoo_net_kernels zoo_net_avx2 = ZOO_NET_KERNELS;
#endif
