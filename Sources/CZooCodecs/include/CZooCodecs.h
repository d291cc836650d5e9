#pragma once

#include "zoo_jpeg.h"
#include "zoo_jpeg_encode.h"
#include "zoo_png.h"
