#define LANES_PLAIN
#define LANES_ANSWERS lanes_answers_plain
#include "lanes.inl"
