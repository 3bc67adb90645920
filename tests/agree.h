// What every algorithm must hold, whatever its parameters: the contacts of brute force, by both kernels and
// both queries, pass after pass; and clean failures.
#pragma once

#include "detect/detect.h"
#include "soup.h"

// Every algorithm of pairs, presets and those with planted faults left out. NULL past the last.
const char *agree_algorithm(int32_t index);

// Two passes over the scene counted and one timed, each query. What reports a superset must hold all contacts
// and none twice. Returns the number of contacts in all steps.
int64_t agree_with_brute(const HnScene *scene, const char *name, const char *params);
// Random and degenerate soups of all kinds, two to four bodies, near and far from the origin, large and
// small.
void agree_on_soups(const char *name, const char *params, uint64_t seed, int rounds);
// Curved, bumpy, closed meshes in coherent and in jumping motions, with bodies of one mesh.
void agree_on_surfaces(const char *name, const char *params, uint64_t seed);
// So many equal triangles, as the first body or as the second, and one that meets them in the first of two
// steps: there each pair is tested once and found, and none in the other step.
void agree_on_equal_triangles(const char *name, const char *params, int32_t many, bool first);
// An allocation fails at each place in turn (of more than a hundred, at ever fewer): an error, nothing left
// behind.
void agree_failed_allocations(const char *name, const char *params);
// After one pass, no more allocations in any phase.
void agree_steady(const char *name, const char *params);
// Two detectors that take turns do what each does alone.
void agree_interleaved(const char *name, const char *params);

// A closed surface of 2 n (n - 1) triangles, with bumps; flat: all z are 0.
HnMesh *bumpy_create(Rng *rng, int32_t n, bool flat);
HnScene *scene_of(const HnMesh *const *meshes, HnPose *const *poses, const int32_t *pose_counts,
                  int32_t bodies, int32_t steps);
