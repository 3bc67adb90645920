// `harness map FILE --of A --against B --x KEY --y KEY`: a map of a scenario that has none, or another one.
// The scenario process makes it (lua/vocabulary/maps.lua).
#include "host/commands.h"

int command_map(const Options *options) { return command_run(options); }
