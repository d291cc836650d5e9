#pragma once

#include "zoo_jpeg.h"
#include "zoo_png.h"
