#if defined(__x86_64__)
#pragma clang attribute push(                                                                                    \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma"))), apply_to = function)

#define ZOO_LANES 16
#define ZOO_HAS_FMA
// 24 sums and 2 weights of the 32 registers; the input value comes with each multiplication.
#define ZOO_TILE_ROWS 12
#define ZOO_MOST_ROWS 16
#include "templates/many_tiles.h"
#include "templates/net.h"

#pragma clang attribute pop

const zoo_net_kernels zoo_net_avx512 = ZOO_NET_KERNELS;
#endif
