// The pile of boxes into which those of free_fall and gravity come together when `from` is given: a cube in
// which a box meets a given number of others on average, however many boxes there are. Each box keeps its
// place relative to the cube of the swarm, so the pile is as uniform as the beginning.
#pragma once

#include "scene/swarm.h"

// The steps that have passed before the first one of a scene.
#define PILE_FROM(Def)                                                                                       \
	SHAPE_INT(Def, from, 0, 0, SWARM_STEPS_MAX,                                                              \
	          "begin so many steps later, and pile up more densely; 0: from the beginning")

// The side of the pile as a share of the side of the swarm's cube, at most 1. `others`: how many the box of
// an object that does not turn meets on average, walls included.
double pile_share(const Swarm *swarm, double others);
// HN_ERR_BAD_INPUT if the steps that pass before the first are too many for the objects.
int32_t pile_check(const Swarm *swarm, int32_t from);
