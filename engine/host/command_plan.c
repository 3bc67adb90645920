// `harness plan FILE`: the points of a scenario, and how long a trial of them takes.
#include "host/commands.h"

#include "host/command_parts.h"

int command_plan(const Options *options) { return each_file(options, points_print); }
