// Everything here is inlined: no vector is passed in a way that depends on the processor.
#pragma clang diagnostic ignored "-Wpsabi"

#define ZOO_LANES 16
#define ZOO_TILE_ROWS 12
#define ZOO_MOST_ROWS 16
#include "../../Sources/CZooKernels/templates/many_tiles.h"
#include "../../Sources/CZooKernels/templates/net.h"

const zoo_net_kernels zoo_net_wide = ZOO_NET_KERNELS;
