#include "CZooCodecs.h"
