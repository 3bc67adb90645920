#if defined(__AVX2__)
#define LANES_ANSWERS lanes_answers_avx2
#include "lanes.inl"
#else
typedef int LanesAvx2Empty; // another machine: ISO C forbids an empty file
#endif
