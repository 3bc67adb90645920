// A system of pipes: closed tubes that wind through a cubic grid. Each cell of the grid is in at most one
// pipe, so pipes never meet. The steps along the pipes are chosen so that the count is met to within one
// ring. The remaining triangles come from vertices in the largest triangles.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "mesh/shape_build.h"

typedef struct PipesParams {
	int32_t faces, pipes, length, sides;
	double radius, bends;
	int32_t seed;
} PipesParams;

enum { DIRECTIONS = 6, ELBOW_WEIGHT = 3, FILLED_PART = 4 };

// A cell of a pipe: its place, and the directions in which the pipe enters and leaves. A direction is 2 *
// axis, plus 1 if it points to the lower end.
typedef struct Cell {
	int32_t at[3], in, out, pipe;
} Cell;

typedef struct Pipes {
	const PipesParams *params;
	Rng rng;
	int32_t side; // of the grid, in cells
	uint8_t *taken;
	ARRAY(Cell) cells;
	ShapeBuilder builder;
} Pipes;

// ---- ways through the grid

static int64_t cell_index(const Pipes *pipes, const int32_t at[3]) {
	return ((int64_t)at[2] * pipes->side + at[1]) * pipes->side + at[0];
}

static bool is_free(const Pipes *pipes, const int32_t at[3]) {
	for (int k = 0; k < 3; ++k)
		if (at[k] < 0 || at[k] >= pipes->side) return false;
	return pipes->taken[cell_index(pipes, at)] == 0;
}

static void next_cell(int32_t out[3], const int32_t at[3], int32_t direction) {
	memcpy(out, at, 3 * sizeof *out);
	out[direction / 2] += direction % 2 == 0 ? 1 : -1;
}

// The next direction: straight on or, with the probability of a bend, to a side. If that is blocked, it takes
// the first free direction after a random one. -1 if all are blocked.
static int32_t choose_direction(Pipes *pipes, const int32_t at[3], int32_t in) {
	int32_t wanted = in, from = (int32_t)rng_below(&pipes->rng, DIRECTIONS), next[3];
	if (rng_double(&pipes->rng) < pipes->params->bends)
		wanted = (in / 2 * 2 + 2 + (int32_t)rng_below(&pipes->rng, 4)) % DIRECTIONS;
	for (int32_t k = -1; k < DIRECTIONS; ++k) {
		int32_t direction = k < 0 ? wanted : (from + k) % DIRECTIONS;
		if (direction == (in ^ 1)) continue;
		next_cell(next, at, direction);
		if (is_free(pipes, next)) return direction;
	}
	return -1;
}

static void random_free_cell(Pipes *pipes, int32_t at[3]) {
	int64_t cells = (int64_t)pipes->side * pipes->side * pipes->side;
	int64_t i = (int64_t)rng_below(&pipes->rng, (uint64_t)cells);
	while (pipes->taken[i] != 0) i = (i + 1) % cells; // one exists: at most a quarter is taken
	at[0] = (int32_t)(i % pipes->side);
	at[1] = (int32_t)(i / pipes->side % pipes->side);
	at[2] = (int32_t)(i / pipes->side / pipes->side);
}

// The first and the last cell are straight, so that pipes end inside a cell.
static bool lay_pipe(Pipes *pipes, int32_t pipe) {
	Cell cell = { .pipe = pipe };
	random_free_cell(pipes, cell.at);
	cell.in = (int32_t)rng_below(&pipes->rng, DIRECTIONS);
	for (int32_t k = 0; k < pipes->params->length; ++k) {
		int32_t next[3];
		pipes->taken[cell_index(pipes, cell.at)] = 1;
		cell.out = k == 0 ? cell.in : choose_direction(pipes, cell.at, cell.in);
		bool last = cell.out < 0 || k + 1 == pipes->params->length;
		if (!last) {
			next_cell(next, cell.at, cell.out);
			last = !is_free(pipes, next);
		}
		if (last) cell.out = cell.in;
		if (!ARRAY_PUSH(&pipes->cells, cell)) return false;
		if (last) return true;
		memcpy(cell.at, next, sizeof next);
		cell.in = cell.out;
	}
	return true;
}

static int32_t lay_pipes(Pipes *pipes) {
	const PipesParams *p = pipes->params;
	pipes->side = 2;
	while ((int64_t)pipes->side * pipes->side * pipes->side < FILLED_PART * (int64_t)p->pipes * p->length)
		++pipes->side;
	size_t size = (size_t)pipes->side * (size_t)pipes->side * (size_t)pipes->side;
	pipes->taken = mem_alloc_zero(size);
	if (pipes->taken == NULL) return HN_ERR_NO_MEMORY;
	bool memory = true;
	for (int32_t i = 0; i < p->pipes && memory; ++i) memory = lay_pipe(pipes, i);
	mem_free(pipes->taken, size);
	return memory ? HN_OK : HN_ERR_NO_MEMORY;
}

// ---- tubes

static HnVec3 direction_vector(int32_t direction) {
	double v[3] = { 0, 0, 0 };
	v[direction / 2] = direction % 2 == 0 ? 1 : -1;
	return vec3_load(v);
}

static bool is_first(const Pipes *pipes, int64_t i) {
	return i == 0 || pipes->cells.data[i - 1].pipe != pipes->cells.data[i].pipe;
}

static bool is_last(const Pipes *pipes, int64_t i) {
	return i + 1 == pipes->cells.count || is_first(pipes, i + 1);
}

// Adds a ring in a cell, at position `step` of `steps`. An elbow is a quarter circle with a radius of half a
// cell around the edge between the two faces. The frame turns with it.
static void add_ring(Pipes *pipes, const Cell *cell, const HnVec3 frame[2], int32_t step, int32_t steps,
                     double begin, double end) {
	HnVec3 in = direction_vector(cell->in), out = direction_vector(cell->out), u[2] = { frame[0], frame[1] };
	HnVec3 centre = vec3_add((HnVec3){ cell->at[0], cell->at[1], cell->at[2] }, vec3_scale(in, -0.5));
	if (cell->in == cell->out) {
		centre = vec3_add(centre, vec3_scale(in, begin + (end - begin) * ((double)step / steps)));
	} else {
		double turn[2];
		shape_turn(turn, step, 4 * (int64_t)steps);
		centre =
		    vec3_add(centre, vec3_add(vec3_scale(in, 0.5 * turn[1]), vec3_scale(out, 0.5 * (1 - turn[0]))));
		for (int k = 0; k < 2; ++k) {
			double part = vec3_dot(frame[k], out); // this part turns from `out` to minus `in`
			HnVec3 turned = vec3_sub(vec3_scale(out, turn[0]), vec3_scale(in, turn[1]));
			u[k] = vec3_add(vec3_sub(frame[k], vec3_scale(out, part)), vec3_scale(turned, part));
		}
	}
	for (int32_t i = 0; i < pipes->params->sides; ++i) {
		double around[2];
		shape_turn(around, i, pipes->params->sides);
		HnVec3 spoke = vec3_add(vec3_scale(u[0], around[0]), vec3_scale(u[1], around[1]));
		shape_vertex(&pipes->builder, vec3_add(centre, vec3_scale(spoke, pipes->params->radius)));
	}
}

static int64_t cell_weight(const Cell *cell) { return cell->in == cell->out ? 1 : ELBOW_WEIGHT; }

// Two directions across the pipe that form a right-handed frame with it.
static void first_frame(HnVec3 frame[2], int32_t direction) {
	frame[0] = direction_vector((direction / 2 * 2 + 2) % DIRECTIONS);
	frame[1] = vec3_cross(direction_vector(direction), frame[0]);
}

static void turn_frame(HnVec3 frame[2], const Cell *cell) {
	HnVec3 in = direction_vector(cell->in), out = direction_vector(cell->out);
	for (int k = 0; k < 2 && cell->in != cell->out; ++k)
		frame[k] = vec3_sub(frame[k], vec3_scale(vec3_add(out, in), vec3_dot(frame[k], out)));
}

// Distributes `steps` rings in total to the cells by their weights, without a remainder.
static void add_tubes(Pipes *pipes, int64_t steps, int64_t weight) {
	int64_t before = 0;
	int32_t sides = pipes->params->sides;
	HnVec3 frame[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
	for (int64_t i = 0; i < pipes->cells.count && !pipes->builder.out_of_memory; ++i) {
		const Cell *cell = &pipes->cells.data[i];
		int64_t after = before + cell_weight(cell);
		int32_t own = (int32_t)(after * steps / weight - before * steps / weight);
		double begin = is_first(pipes, i) ? 0.1 : 0, end = is_last(pipes, i) ? 0.9 : 1;
		if (is_first(pipes, i)) {
			first_frame(frame, cell->in);
			add_ring(pipes, cell, frame, 0, own, begin, end);
			shape_cap(&pipes->builder, (int32_t)pipes->builder.vertices.count - sides, sides, true);
		}
		for (int32_t step = 1; step <= own; ++step) {
			add_ring(pipes, cell, frame, step, own, begin, end);
			int32_t ring = (int32_t)pipes->builder.vertices.count - sides;
			shape_band(&pipes->builder, ring - sides, ring, sides);
		}
		turn_frame(frame, cell);
		if (is_last(pipes, i))
			shape_cap(&pipes->builder, (int32_t)pipes->builder.vertices.count - sides, sides, false);
		before = after;
	}
}

// A tube of r rings of s vertices has 2 s (r - 1) + 2 (s - 2) triangles.
static int32_t add_all(Pipes *pipes) {
	const PipesParams *p = pipes->params;
	int64_t weight = 0, caps = 2 * (int64_t)p->pipes * (p->sides - 2), band = 2 * (int64_t)p->sides;
	for (int64_t i = 0; i < pipes->cells.count; ++i) weight += cell_weight(&pipes->cells.data[i]);
	int64_t steps = (p->faces - caps) / band;
	if (p->faces < caps || steps < weight)
		return error_set(HN_ERR_BAD_INPUT,
		                 "pipes: %d faces are too few for these pipes, which need at least %lld; fewer or "
		                 "shorter pipes, or fewer sides, need less",
		                 p->faces, (long long)(caps + band * weight));
	add_tubes(pipes, steps, weight);
	if (!pipes->builder.out_of_memory)
		shape_split(&pipes->builder, (int32_t)(p->faces - shape_triangles(&pipes->builder)));
	return HN_OK;
}

static int32_t pipes_create(HnMesh **out, const void *params) {
	Pipes pipes = { .params = params };
	int32_t code = shape_check_even("pipes", pipes.params->faces);
	pipes.rng = rng_of((uint64_t)pipes.params->seed, 0);
	if (code == HN_OK) code = lay_pipes(&pipes);
	if (code == HN_OK) code = add_all(&pipes);
	ARRAY_FREE(&pipes.cells);
	return shape_finish(out, &pipes.builder, code);
}

static const Param s_params[] = {
	SHAPE_INT(PipesParams, faces, 169994, 20, 1000000, "triangles, an even number"),
	SHAPE_INT(PipesParams, pipes, 24, 1, 1000, "pipes"),
	SHAPE_INT(PipesParams, length, 60, 1, 1000, "cells of the grid that a pipe goes through, where it can"),
	SHAPE_INT(PipesParams, sides, 12, 3, 100, "of a pipe"),
	SHAPE_REAL(PipesParams, radius, 0.3, 0.01, 0.45, "of a pipe, in cells"),
	SHAPE_REAL(PipesParams, bends, 0.35, 0, 1, "probability that a pipe turns in a cell"),
	SHAPE_SEED(PipesParams),
};

extern const ShapeClass shape_pipes;
const ShapeClass shape_pipes = {
	.name = "pipes",
	.about = "closed pipes that wind through a grid and never meet",
	.source = "wei2000, model 3: 169,994 triangles",
	.params = SHAPE_PARAMS(s_params, PipesParams),
	.create = pipes_create,
};
