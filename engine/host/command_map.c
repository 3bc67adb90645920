// `harness map FILE --of A --against B --x KEY --y KEY`: a map of a scenario that has none, or another one.
// The scenario process makes it (lua/vocabulary/maps.lua).
#include "host/commands.h"

#include "host/measuring.h"

static int map_file(const Options *options, const char *file) {
	return measure_scenario(options, file, false);
}

int command_map(const Options *options) { return each_file(options, map_file); }
