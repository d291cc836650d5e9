#if defined(__x86_64__)
#include <stddef.h>

#define ZOO_LANES 4
// 8 sums, 2 weights, 1 input value and the products before they are added, as there is no instruction for both.
#define ZOO_TILE_ROWS 4
#define ZOO_MOST_ROWS 8
#define ZOO_TILES                                                                                                \
    ZOO_TILE(1, 2) ZOO_TILE(2, 2) ZOO_TILE(3, 2) ZOO_TILE(4, 2)                                                  \
    ZOO_TILE(1, 1) ZOO_TILE(2, 1) ZOO_TILE(3, 1) ZOO_TILE(4, 1) ZOO_TILE(5, 1) ZOO_TILE(6, 1) ZOO_TILE(7, 1)     \
    ZOO_TILE(8, 1)
#define ZOO_WHOLE_TILES tile_1x2, tile_2x2, tile_3x2, tile_4x2
#define ZOO_HALF_TILES tile_1x1, tile_2x1, tile_3x1, tile_4x1, tile_5x1, tile_6x1, tile_7x1, tile_8x1
#include "templates/net.h"

const zoo_net_kernels zoo_net_sse2 = ZOO_NET_KERNELS;
#endif
