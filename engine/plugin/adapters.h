// The functions of algorithms that are plug-ins.
#pragma once

#include "detect/pair_class.h"

const PairClass *plugin_pairs(bool updates);                    // of pairs of bodies, under the driver
void plugin_scenes_resolve(HnDetectClass *class, bool updates); // of whole scenes and of boxes
