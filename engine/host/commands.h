// The functions of the verbs (commands.def). Each returns an exit code. If it is not 0, one message was
// written to stderr, unless the code is a verdict.
#pragma once

#include "host/options.h"

#define VERB(name, word, roles, operands, about) int command_##name(const Options *options);
#include "host/commands.def"
