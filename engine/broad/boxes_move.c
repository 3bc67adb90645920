#define BOXES_MOVE boxes_move_baseline
#include "broad/boxes_move.inl"
