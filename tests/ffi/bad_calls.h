// What the parts of bad_calls share: a case, and what the calls are made with.
#pragma once

#include "api/engine.h"

#include <math.h>
#include <string.h>

// ---- a case

// True in the child, which ends with one of the functions below.
bool begin(const char *function, const char *what);
void finish(bool good, const char *why);
void finish_code(int32_t code, int32_t want, const char *says);
bool error_is_own(void); // the error text is none that was there before the call

// `call` must return this code and leave a text that has `says` in it.
#define BAD(function, what, code, says, call)                                                                \
	do {                                                                                                     \
		if (begin(#function, what)) finish_code((call), (code), (says));                                     \
	} while (0)
// The same of a function that creates *out: it must be NULL after.
#define BAD_NEW(function, what, code, says, out, call)                                                       \
	do {                                                                                                     \
		if (begin(#function, what)) {                                                                        \
			int32_t code_ = (call);                                                                          \
			if ((out) != NULL) finish(false, "*out is not NULL after an error");                             \
			finish_code(code_, (code), (says));                                                              \
		}                                                                                                    \
	} while (0)
// The condition, in which the function is called, must hold.
#define NEUTRAL(function, what, condition)                                                                   \
	do {                                                                                                     \
		if (begin(#function, what)) finish((condition), #condition);                                         \
	} while (0)
#define INPUT HN_ERR_BAD_INPUT

// ---- what the calls are made with

enum { STEPS = 2, LONG = 100000 };

typedef struct Given {
	HnMesh *box, *mesh, *out_mesh;
	HnHull *hull, *out_hull;
	HnScene *scene, *objects, *out_scene;
	HnDetector detector, zero_detector;
	HnBroadPhase *phase, *out_phase;
	HnTouchQuery *touch, *out_touch;
	HnPair *pair, *out_pair;
	HnPairContext *context, *out_context;
	HnContactBuffer contacts;
	HnBroadPairs pairs;
	HnPose pose, poses[STEPS];
	HnSceneDefBody bodies[2];
	HnSceneDef def, objects_def;
	HnTouchingDef touching;
	HnRandomWalkDef walk;
	HnKeyPose keys[2];
	HnVec3 zero, axis, nan;
	HnHash hash;
	uint8_t bytes[48], moved_flags[STEPS];
	int32_t moved[1];
	double xyz[3], not_a_number;
	char text[100], long_text[LONG + 1];
	bool yes;
} Given;
extern Given given;

void must(int32_t status); // ends the program if what the calls are made with cannot be had

// Spoiled meshes: in a child, so that the next case has whole ones.
HnMesh *with_counts(int32_t vertices, int32_t triangles);
HnMesh *with_index(int32_t index);
HnMesh *with_coordinate(double x);
HnMesh *without_xyz(void);
HnMesh *without_triangles(void);

// ---- the cases of each header

void try_mesh_calls(void);   // base.h, pose.h, mesh.h
void try_scene_calls(void);  // scene.h, motion.h
void try_detect_calls(void); // broad.h, detect.h, pair.h
