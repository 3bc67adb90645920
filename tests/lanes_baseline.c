#define LANES_ANSWERS lanes_answers_baseline
#include "lanes.inl"
