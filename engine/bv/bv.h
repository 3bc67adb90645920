// Bounding volumes: one file and one line in bv.def each. Volumes are closed sets (touching counts), may be
// loose and never small. They are float, in coordinates multiplied by `scale`, an exact power of two that
// brings the scene's largest coordinate near 1.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/pairs.h"
#include "topo/topo.h"

typedef struct BvClass {
	const char *name, *about;
	size_t size, node_size, link_offset; // a node: the volume, then a TopoNode at link_offset
	// One volume at a time: for tests and reports, not for loops.
	void (*fit)(void *out, const Vec3 *points, int32_t count, double scale); // count >= 1
	void (*merge)(void *out, const void *a, const void *b);                  // out may be a or b
	bool (*overlaps)(const void *a, const void *b);
	bool (*encloses)(const void *outer, const void *inner);
	bool (*contains)(const void *volume, Vec3 point, double scale);
	double (*volume)(const void *volume); // in scaled units; decides which node is the larger
	// Whole kernels.
	void (*link)(void *nodes, const TopoNode *topo, int32_t count);
	void (*refit)(void *nodes, const TreeView *tree, double scale);
	int32_t (*pairs_timed)(PairQuery *query); // adds to query->hits; ERR_NO_MEMORY
	int32_t (*pairs_counted)(PairQuery *query);
} BvClass;

const BvClass *bv_class(int32_t index); // NULL past the end
const char *bv_name(int32_t index);     // as Param.choice wants it
