#if defined(__AVX512F__)
#define LANES_ANSWERS lanes_answers_avx512
#include "lanes.inl"
#else
typedef int LanesAvx512Empty; // another machine: ISO C forbids an empty file
#endif
