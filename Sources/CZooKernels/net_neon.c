#if defined(__aarch64__)
#define ZOO_LANES 4
#define ZOO_HAS_FMA
// 24 sums, 2 weights and as many input values as fit of the 32 registers.
#define ZOO_TILE_ROWS 12
#define ZOO_MOST_ROWS 16
#include "templates/many_tiles.h"
#include "templates/net.h"

const zoo_net_kernels zoo_net_neon = ZOO_NET_KERNELS;
#endif
