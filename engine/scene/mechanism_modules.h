// Modules of generated assemblies, each drawn, then built where the frame is: it stands on z = 0, nothing of
// it is farther from the frame's z axis than `reach`. Parts are apart by a clearance everywhere.
#pragma once

#include "scene/mechanism.h"

typedef enum ModuleKind { MODULE_JOINT, MODULE_GEARBOX, MODULE_STAND, MODULE_STACK, MODULE_KINDS } ModuleKind;

typedef struct Module {
	ModuleKind kind;
	double size, clear; // radius of a bolt; clearance
	int32_t bolts, gears, balls, plates, teeth[2];
	double pipe, bore; // radii
	int32_t parts;     // in all
	double reach;
} Module;

Module module_draw(ModuleKind kind, Rng *rng);
void module_build(Mechanism *mechanism, const Module *module, int32_t number);
