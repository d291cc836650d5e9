#include "CZooAssets.h"
