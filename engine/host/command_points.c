// `harness list FILE`: the points of a scenario, or the numbers of a paper.
#include "host/commands.h"

#include "host/command_parts.h"

int command_points(const Options *options) { return each_file(options, points_print); }
