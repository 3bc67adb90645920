// A maintenance bay. Racks of shelves carry equipment, with pipes, trays, brackets and fasteners beside and
// above each other and skins behind them. In the middle is a channel, from which an object is taken out
// between its neighbours. Geng et al. 2018 print the triangle and vertex counts of two such scenes, not the
// models. No two parts of the bay touch. On its way the object touches a post at its left, a box at its right
// and a line above it. All parts are divided as finely as the counts allow. The skins make up the missing
// triangles of the bay, about a tenth; the cover of the object makes up those of the object.
#include <stdio.h>

#include "base/error.h"
#include "base/names.h"
#include "math/elementary.h"
#include "scene/bay_parts.h"
#include "scene/generator_build.h"

typedef struct BayParams {
	int32_t task, bodies, faces, part, columns, rows, steps, seed, fixed;
	double free;
} BayParams;

typedef enum BayBodies { BODIES_PARTS, BODIES_RACKS, BODIES_TWO } BayBodies;

typedef struct BayCounts {
	int32_t still, part, columns, rows;
} BayCounts;

static const BayCounts s_published[BAY_TASKS] = { { 149941, 8701, 5, 3 }, { 497805, 33826, 7, 5 } };

// A part and its place.
typedef struct Placed {
	HnPose pose;
	BayKind kind;
	int32_t rack; // index of the rack's node
} Placed;

typedef struct Bay {
	GeneratedScene *scene;
	BayTask task;
	BayCounts counts;
	Rng rng;
	ARRAY(Placed) parts;
	int32_t number[BAY_KINDS]; // number of parts of each kind
	HnMesh *meshes[BAY_KINDS];
	HnMesh *object;
	int32_t free_steps; // after the way out
	bool fixed, out_of_memory;
} Bay;

#define PITCH_X 2.2
#define PITCH_Z 2.4
enum { SEAT_STEPS = 60, STEPS_MIN = 31 };

// ---- layout. x is along the bay, y into it, z up

static HnVec3 v3(double x, double y, double z) { return (HnVec3){ x, y, z }; }

static void place(Bay *bay, BayKind kind, int32_t rack, const HnMat3 *r, HnVec3 t) {
	Placed placed = { .kind = kind, .rack = rack };
	placed.pose.r = *r, placed.pose.t = t;
	bay->out_of_memory = bay->out_of_memory || !ARRAY_PUSH(&bay->parts, placed);
	bay->number[kind] += 1;
}

static void place_pipe(Bay *bay, int32_t rack, HnVec3 middle) {
	HnMat3 ahead = mat3_identity(), back = bay_turned(v3(-1, 0, 0), v3(0, -1, 0));
	bool turned = rng_below(&bay->rng, 2) == 1;
	double side = turned ? -1 : 1;
	place(bay, BAY_PIPE, rack, turned ? &back : &ahead,
	      v3(middle.x - 0.775 * side, middle.y - 1.15 * side, middle.z + 0.1));
}

// Places a shelf with a case or a bottle and a bracket on it, and a pipe above.
static void place_rack(Bay *bay, int32_t rack, HnVec3 middle) {
	HnMat3 identity = mat3_identity(), across = bay_turned(v3(0, 1, 0), v3(-1, 0, 0)),
	       lying = bay_turned(v3(1, 0, 0), v3(0, 0, -1));
	HnVec3 shelf = vec3_add(middle, v3(0, 0, -0.9));
	place(bay, BAY_SHELF, rack, &identity, shelf);
	place(bay, BAY_FASTENERS, rack, &identity, shelf);
	if (rng_below(&bay->rng, 2) == 0)
		place(bay, BAY_CASE, rack, &identity, vec3_add(shelf, v3(-0.25, 0, 0.45)));
	else
		place(bay, BAY_BOTTLE, rack, &lying, vec3_add(shelf, v3(-0.25, 0, 0.44)));
	place(bay, BAY_BRACKET, rack, &across, vec3_add(shelf, v3(0.45, 0, 0.06)));
	place_pipe(bay, rack, middle);
}

// Places the parts to which the object is mounted and those that it grazes. The object's centre is then at
// (0, 2.2, 0).
static void place_channel(Bay *bay, int32_t rack) {
	HnMat3 identity = mat3_identity(), upright = bay_turned(v3(1, 0, 0), v3(0, 0, 1)),
	       post = bay_turned(v3(0, 0, 1), v3(0, 1, 0));
	place(bay, BAY_MOUNT, rack, &upright, v3(0, 2.77, 0));
	place(bay, BAY_POST, rack, &post, v3(-0.84, 1.6, 0));
	place(bay, BAY_BOX, rack, &identity, v3(0.95, 0.6, 0));
	place(bay, BAY_LINE, rack, &identity, v3(-1, -0.4, 0.99));
}

static int32_t rack_node(const Bay *bay, int32_t column, int32_t row) {
	return 1 + row * bay->counts.columns + column;
}

static int32_t lay_out(Bay *bay) {
	int32_t columns = bay->counts.columns, rows = bay->counts.rows;
	int32_t middle_column = columns / 2, middle_row = rows / 2;
	HnMat3 identity = mat3_identity(), upright = bay_turned(v3(1, 0, 0), v3(0, 0, 1));
	for (int32_t c = 0; c < columns; ++c) {
		double x = PITCH_X * (c - middle_column);
		place(bay, BAY_SKIN, 0, &upright, v3(x, 3.8, PITCH_Z * (0.5 * (rows - 1) - middle_row)));
		for (int32_t r = 0; r < rows; ++r) {
			HnVec3 middle = v3(x, 1.5, PITCH_Z * (r - middle_row));
			int32_t rack = rack_node(bay, c, r);
			place(bay, BAY_TRAY, rack, &identity, v3(x, 3.2, middle.z + 0.4));
			if (c == columns / 2 && r == rows / 2)
				place_channel(bay, rack);
			else
				place_rack(bay, rack, middle);
		}
	}
	return bay->out_of_memory ? HN_ERR_NO_MEMORY : HN_OK;
}

// ---- counts

static void free_meshes(Bay *bay) {
	for (int k = 0; k < BAY_KINDS; ++k) {
		hn_mesh_destroy(bay->meshes[k]);
		bay->meshes[k] = NULL;
	}
}

// Makes all parts except the skins. *faces receives the faces of all bodies that use them.
static int32_t make_parts(Bay *bay, int32_t level, int64_t *faces) {
	free_meshes(bay);
	*faces = 0;
	for (int k = BAY_SKIN + 1; k < BAY_KINDS; ++k) {
		if (bay->number[k] == 0) continue;
		int32_t code = bay_part(&bay->meshes[k], (BayKind)k, level, bay->counts.rows);
		if (code != HN_OK) return code;
		*faces += (int64_t)bay->number[k] * bay->meshes[k]->triangle_count;
	}
	return HN_OK;
}

static int32_t make_bare_object(Bay *bay, int32_t level, int64_t *faces) {
	hn_mesh_destroy(bay->object);
	int32_t code = bay_object(&bay->object, bay->task, level, 0);
	*faces = code == HN_OK ? bay->object->triangle_count : 0;
	return code;
}

// Finds the finest level that leaves a twentieth of the faces for skins or cover, or else the coarsest level.
// Coarse levels are tried first because they cost least.
static int32_t find_level(int32_t *level, Bay *bay, int32_t wanted,
                          int32_t (*make)(Bay *, int32_t, int64_t *)) {
	int32_t low = BAY_LEVEL_MIN, high = BAY_LEVEL_MAX;
	for (bool doubling = true; low < high;) {
		int64_t faces;
		int32_t next = doubling && 2 * low < high ? 2 * low : (low + high + 1) / 2;
		int32_t code = make(bay, next, &faces);
		if (code != HN_OK) return code;
		bool fits = faces <= wanted - wanted / 20;
		doubling = doubling && fits;
		if (fits)
			low = next;
		else
			high = next - 1;
	}
	*level = low;
	return HN_OK;
}

static int32_t too_few(const char *param, int32_t faces, int64_t least) {
	return error_set(HN_ERR_BAD_INPUT,
	                 "bay: parameter '%s' is %d, too few for these parts, which need at least %lld", param,
	                 faces, (long long)least);
}

// Makes the skins. If the count does not divide evenly, the first skins have one triangle more.
static int32_t make_skins(Bay *bay, int32_t faces) {
	int32_t skins = bay->number[BAY_SKIN], more = faces % skins, code = HN_OK;
	bay->number[BAY_SKIN_MORE] = more;
	bay->number[BAY_SKIN] -= more;
	for (int64_t i = 0, seen = 0; seen < more; ++i)
		if (bay->parts.data[i].kind == BAY_SKIN) {
			bay->parts.data[i].kind = BAY_SKIN_MORE;
			seen += 1;
		}
	if (more > 0)
		code = bay_part(&bay->meshes[BAY_SKIN_MORE], BAY_SKIN_MORE, faces / skins + 1, bay->counts.rows);
	if (code == HN_OK) code = bay_part(&bay->meshes[BAY_SKIN], BAY_SKIN, faces / skins, bay->counts.rows);
	return code;
}

static int32_t make_still(Bay *bay) {
	int32_t level, wanted = bay->counts.still;
	int64_t faces;
	int32_t code = find_level(&level, bay, wanted, make_parts);
	if (code == HN_OK) code = make_parts(bay, level, &faces);
	if (code != HN_OK) return code;
	if (wanted - faces < 2 * bay->number[BAY_SKIN])
		return too_few("faces", wanted, faces + 2 * bay->number[BAY_SKIN]);
	return make_skins(bay, (int32_t)(wanted - faces));
}

// Makes the object. If it cannot have as few faces as wanted, `least` gives it the fewest possible; otherwise
// that is an error.
static int32_t make_object(Bay *bay, bool least) {
	int32_t level, wanted = bay->counts.part;
	int64_t faces;
	int32_t code = find_level(&level, bay, wanted, make_bare_object);
	if (code == HN_OK) code = make_bare_object(bay, level, &faces);
	if (code != HN_OK) return code;
	if (wanted < faces + 2 && !least) return too_few("part", wanted, faces + 2);
	if (wanted < faces + 2) wanted = (int32_t)faces + 2;
	hn_mesh_destroy(bay->object);
	return bay_object(&bay->object, bay->task, level, wanted);
}

// ---- the way out of the bay

static HnKeyPose key(double at, double x, double y, double z) {
	return (HnKeyPose){ at, { 1, 0, 0, 0 }, { x, 2.2 + y, z } };
}

// The object leaves its mount. It goes 0.02 deep into the post at the left, the box at the right and the line
// above, then out, and turns away. The times are steps of a total of 61.
static int32_t way_out(HnPose *poses, int32_t steps) {
	HnKeyPose keys[] = {
		key(0, 0, 0, 0),         key(5, 0, -0.4, 0),      key(12, 0, -0.95, 0),
		key(14, -0.05, -1.2, 0), key(17, -0.05, -1.4, 0), key(19, 0, -1.6, 0),
		key(23, 0, -1.85, 0),    key(25, 0.05, -2, 0),    key(28, 0.05, -2.2, 0),
		key(30, 0, -2.36, 0),    key(33, 0, -2.45, 0.05), key(36, 0, -2.72, 0.05),
		key(38, 0, -2.85, 0),    key(46, 0, -4.2, 0),     key(SEAT_STEPS, 0.6, -6.5, -1.2),
	};
	int32_t last = (int32_t)(sizeof keys / sizeof keys[0]) - 1;
	double third = 1 / sqrt(3);
	keys[last].rotation = hn_quaternion_axis_angle(v3(third, third, third), MATH_PI / 2);
	return hn_motion_path(poses, steps, keys, last + 1);
}

// The way out, and after it `free` steps in which the object is carried on before the bay, away from
// everything. STEPS_MIN steps or more are left for the way out.
static int32_t way(HnPose *poses, int32_t steps, int32_t free) {
	int32_t out = steps - free, code = way_out(poses, out);
	for (int32_t i = out; i < steps && code == HN_OK; ++i) {
		poses[i] = poses[out - 1];
		poses[i].t.x += 0.02 * (i - out + 1);
		poses[i].t.y -= 0.05 * (i - out + 1);
	}
	return code;
}

// ---- the scene

static void name_node(HnSceneNode *node, int32_t parent, int32_t body, const char *name) {
	*node = (HnSceneNode){ .parent = parent, .body = body };
	snprintf(node->name, sizeof node->name, "%s", name);
}

static void name_racks(const Bay *bay) {
	HnSceneNode *nodes = bay->scene->nodes;
	name_node(&nodes[0], -1, -1, "bay");
	for (int32_t r = 0; r < bay->counts.rows; ++r)
		for (int32_t c = 0; c < bay->counts.columns; ++c) {
			char name[40];
			snprintf(name, sizeof name, "rack %d.%d", r + 1, c + 1);
			name_node(&nodes[rack_node(bay, c, r)], 0, -1, name);
		}
}

// Adds a still body from pieces in the bay's frame. All still bodies then have the same pose, and moving
// parts are moved relative to all of them at once.
static int32_t add_still(Bay *bay, int32_t body, const BayPiece *pieces, int32_t count) {
	int32_t code = bay_join(&bay->scene->meshes[body], pieces, count);
	if (code != HN_OK) return code;
	bay->scene->bodies[body].mesh = bay->scene->meshes[body];
	bay->scene->bodies[body].fixed = bay->fixed;
	HnPose *pose = generated_poses(bay->scene, body, 1);
	if (pose == NULL) return HN_ERR_NO_MEMORY;
	*pose = hn_pose_identity();
	return HN_OK;
}

static int32_t add_parts(Bay *bay, const BayPiece *pieces, const Placed *const *order, int32_t count) {
	int32_t code = HN_OK, node = 1 + bay->counts.columns * bay->counts.rows;
	name_racks(bay);
	for (int32_t b = 0; b < count && code == HN_OK; ++b) {
		code = add_still(bay, b, &pieces[b], 1);
		name_node(&bay->scene->nodes[node + b], order[b]->rack, b, bay_kind_name(order[b]->kind));
	}
	return code;
}

static int32_t add_object(Bay *bay, int32_t steps, int32_t node, int32_t parent) {
	int32_t body = bay->scene->body_count - 1;
	bay->scene->meshes[body] = bay->object;
	bay->scene->bodies[body].mesh = bay->object;
	bay->object = NULL;
	name_node(&bay->scene->nodes[node], parent, body,
	          bay->task == BAY_PTU ? "power transfer unit" : "accumulator");
	HnPose *poses = generated_poses(bay->scene, body, steps);
	return poses == NULL ? HN_ERR_NO_MEMORY : way(poses, steps, bay->free_steps);
}

static int32_t add_all_parts(Bay *bay, int32_t steps, const BayPiece *pieces, const Placed *const *order) {
	int32_t count = (int32_t)bay->parts.count, racks = bay->counts.columns * bay->counts.rows;
	int32_t code = generated_begin(bay->scene, count + 1, count + 1, racks + count + 2, steps);
	if (code == HN_OK) code = add_parts(bay, pieces, order, count);
	if (code != HN_OK) return code;
	return add_object(bay, steps, racks + count + 1,
	                  rack_node(bay, bay->counts.columns / 2, bay->counts.rows / 2));
}

static int32_t add_joined(Bay *bay, int32_t steps, const BayPiece *pieces) {
	int32_t code = generated_begin(bay->scene, 2, 2, 3, steps);
	if (code == HN_OK) code = add_still(bay, 0, pieces, (int32_t)bay->parts.count);
	if (code != HN_OK) return code;
	name_node(&bay->scene->nodes[0], -1, -1, "bay");
	name_node(&bay->scene->nodes[1], 0, 0, "racks");
	return add_object(bay, steps, 2, 0);
}

// Adds the bodies of the skins, then those of each rack.
static int32_t add_racks(Bay *bay, int32_t steps, const BayPiece *pieces, const Placed *const *order) {
	int32_t racks = bay->counts.columns * bay->counts.rows, first = 0;
	int32_t code = generated_begin(bay->scene, racks + 2, racks + 2, racks + 3, steps);
	if (code == HN_OK) name_racks(bay);
	for (int32_t b = 0; b <= racks && code == HN_OK; ++b) {
		int32_t count = 0;
		while (first + count < bay->parts.count && order[first + count]->rack == b) count += 1;
		code = add_still(bay, b, pieces + first, count);
		if (b > 0) bay->scene->nodes[b].body = b;
		first += count;
	}
	if (code != HN_OK) return code;
	name_node(&bay->scene->nodes[racks + 1], 0, 0, "skins");
	return add_object(bay, steps, racks + 2, 0);
}

// Sorts the parts by rack or by kind. By kind, the parts with most triangles come first.
static void put_in_order(const Bay *bay, bool by_rack, BayPiece *pieces, const Placed **order) {
	int32_t count = 0, racks = bay->counts.columns * bay->counts.rows;
	for (int k = 0; k < (by_rack ? racks + 1 : BAY_KINDS); ++k)
		for (int64_t i = 0; i < bay->parts.count; ++i) {
			const Placed *placed = &bay->parts.data[i];
			if ((by_rack ? placed->rack : (int32_t)placed->kind) != k) continue;
			order[count] = placed;
			pieces[count++] = (BayPiece){ bay->meshes[placed->kind], placed->pose };
		}
}

static int32_t add_all(Bay *bay, int32_t steps, BayBodies bodies) {
	size_t pieces_size = mem_array_size(bay->parts.count, sizeof(BayPiece));
	size_t order_size = mem_array_size(bay->parts.count, sizeof(Placed *));
	BayPiece *pieces = mem_alloc(pieces_size);
	const Placed **order = pieces == NULL ? NULL : mem_alloc(order_size);
	int32_t code = HN_ERR_NO_MEMORY;
	if (order != NULL) {
		put_in_order(bay, bodies == BODIES_RACKS, pieces, order);
		code = bodies == BODIES_TWO     ? add_joined(bay, steps, pieces)
		       : bodies == BODIES_RACKS ? add_racks(bay, steps, pieces, order)
		                                : add_all_parts(bay, steps, pieces, order);
	}
	mem_free(order, order_size);
	mem_free(pieces, pieces_size);
	return code;
}

static BayCounts counts_of(const BayParams *p) {
	BayCounts counts = s_published[p->task];
	if (p->faces > 0) {
		counts.part = (int32_t)((int64_t)counts.part * p->faces / counts.still);
		counts.still = p->faces;
	}
	if (p->part > 0) counts.part = p->part;
	if (p->columns > 0) counts.columns = p->columns;
	if (p->rows > 0) counts.rows = p->rows;
	return counts;
}

static int32_t bay_create(GeneratedScene *out, const void *params) {
	const BayParams *p = params;
	Bay bay = { .scene = out, .task = (BayTask)p->task, .counts = counts_of(p), .fixed = p->fixed != 0 };
	int32_t free = (int32_t)(p->free * p->steps + 0.5), most = p->steps - STEPS_MIN;
	bay.free_steps = free < most ? free : most;
	if (bay.counts.columns % 2 == 0)
		return error_set(HN_ERR_BAD_INPUT,
		                 "bay: parameter 'columns' is %d, must be odd: the middle one is the channel's",
		                 p->columns);
	bay.rng = rng_of((uint64_t)p->seed, 0);
	int32_t code = lay_out(&bay);
	if (code == HN_OK) code = make_still(&bay);
	if (code == HN_OK) code = make_object(&bay, p->part == 0);
	if (code == HN_OK) code = add_all(&bay, p->steps, (BayBodies)p->bodies);
	free_meshes(&bay);
	hn_mesh_destroy(bay.object);
	ARRAY_FREE(&bay.parts);
	return code;
}

static const char *task_name(int32_t index) { NAME_AT(index, "accumulator", "ptu"); }
static const char *bodies_name(int32_t index) { NAME_AT(index, "parts", "racks", "two"); }

static const Param s_params[] = {
	{ .name = "task",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(BayParams, task),
	  .choice = task_name,
	  .about =
	      "the part that is taken out: a hydraulic accumulator, or the power transfer unit of a larger bay" },
	{ .name = "bodies",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(BayParams, bodies),
	  .choice = bodies_name,
	  .about = "what is one body: each part, each rack with all that is in it, or (two) all that stays" },
	SHAPE_INT(BayParams, faces, 0, 0, 1000000, "triangles of what stays; 0: the paper's"),
	SHAPE_INT(
	    BayParams, part, 0, 0, 500000,
	    "triangles of what is taken out; 0: the paper's, or of `faces` its share, but as many as it needs"),
	SHAPE_INT(BayParams, columns, 0, 0, 21, "of racks, an odd number; 0: the task's, 5 or 7"),
	SHAPE_INT(BayParams, rows, 0, 0, 11, "of racks; 0: the task's, 3 or 5"),
	SHAPE_INT(BayParams, steps, 61, STEPS_MIN, 100000, "of the way out and what follows it"),
	SHAPE_SEED(BayParams),
	{ .name = "fixed",
	  .type = PARAM_BOOL,
	  .offset = offsetof(BayParams, fixed),
	  .fallback = 1,
	  .about = "what stays is fixed, so only pairs with the part that is taken out are decided" },
	{ .name = "free",
	  .type = PARAM_REAL,
	  .offset = offsetof(BayParams, free),
	  .lo = 0,
	  .hi = 1,
	  .about = "share of the steps, at the end, in which the part that was taken out is carried on, clear of "
	           "everything" },
};

extern const GeneratorClass generate_bay;
const GeneratorClass generate_bay = {
	.name = "bay",
	.about = "maintenance bay: a part is taken out between its neighbours, the last body",
	.source = "geng2018, table 2",
	.params = SHAPE_PARAMS(s_params, BayParams),
	.create = bay_create,
};
