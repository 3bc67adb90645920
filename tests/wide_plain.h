#pragma once

#include "tree/wide_build.h"
#include "tree/wide_pairs.h"

extern const WideKernels wide_kernels_plain;
extern const WideBuildKernels wide_build_plain;
