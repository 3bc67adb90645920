// The parameters of `wide` itself, without those that every algorithm of pairs has.
#pragma once

#include "detect/detect.h"

typedef struct WideParams {
	int32_t volume, bins, turns, up;
} WideParams;

extern const HnDetectClass detect_wide;
