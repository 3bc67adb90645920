// `harness check plugin FILE` and `harness shrink RUN --point N`.
#pragma once

#include "host/options.h"

// Exit codes; a message is on stderr where no trial could be made.
int command_check(const Options *options);
int command_shrink(const Options *options);
