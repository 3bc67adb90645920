// The splits of wide trees for the baseline instruction set.
#define WIDE_SPLIT wide_split_baseline
#include "tree/wide_split.inl"
