// All kernels of the network for one instruction set. Define before it: ZOO_LANES; ZOO_HAS_FMA where there is one;
// ZOO_TILES, the ZOO_TILE(rows, vectors) of the convolution; ZOO_WHOLE_TILES and ZOO_HALF_TILES, their lists for two
// vectors and for one, from one row on.
#include "../include/zoo_net_kernels.h"
#include "vector.h"
#include "convolution.h"
#include "depthwise.h"
#include "dense.h"
#include "average.h"
#include "maximum.h"
#include "finish.h"
#include "functions.h"

#define ZOO_NET_KERNELS                                                                                          \
    {                                                                                                            \
        .lanes = ZOO_LANES, .panel_columns = 2 * ZOO_LANES, .tile_rows = ZOO_TILE_ROWS, .convolve = convolve,    \
        .convolve_depthwise = convolve_depthwise, .multiply_dense = multiply_dense, .average = average,          \
        .maximum = maximum, .finish = finish, .apply = apply,                                                    \
    }
