// Modules of generated assemblies. A module is first drawn at random, then built in the current frame. It
// stands on z = 0, and no part of it is farther than `reach` from the frame's z axis. A clearance separates
// all parts.
#pragma once

#include "scene/mechanism.h"

typedef enum ModuleKind { MODULE_JOINT, MODULE_GEARBOX, MODULE_STAND, MODULE_STACK, MODULE_KINDS } ModuleKind;

typedef struct Module {
	ModuleKind kind;
	double size, clear; // radius of a bolt; clearance
	int32_t bolts, gears, balls, plates, teeth[2];
	double pipe, bore; // radii
	int32_t parts;     // total number of parts
	double reach;
} Module;

Module module_draw(ModuleKind kind, Rng *rng);
void module_build(Mechanism *mechanism, const Module *module, int32_t number);
