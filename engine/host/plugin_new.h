// `harness new plugin NAME`: a folder with a plug-in that works.
#pragma once

#include "host/options.h"

int command_new(const Options *options); // an exit code; if it is not 0, a message is on stderr
