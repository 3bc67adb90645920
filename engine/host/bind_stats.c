// Bindings of statistics, for reports.
#include <lauxlib.h>
#include <lua.h>
#include <math.h>

#include "host/bindings.h"
#include "run/result/precision.h"
#include "run/result/ratio.h"
#include "stats/costs.h"
#include "stats/stats.h"

// Copies the array at an index into a userdata, which the garbage collector frees.
static double *to_numbers(lua_State *L, int index, int64_t *count) {
	luaL_checktype(L, index, LUA_TTABLE);
	*count = (int64_t)lua_rawlen(L, index);
	double *values = lua_newuserdatauv(L, (size_t)*count * sizeof *values + 1, 0);
	for (int64_t i = 0; i < *count; ++i) {
		lua_rawgeti(L, index, i + 1);
		values[i] = lua_tonumber(L, -1);
		if (!lua_isnumber(L, -1) || isnan(values[i])) luaL_error(L, "value %d is not a number", (int)i + 1);
		lua_pop(L, 1);
	}
	return values;
}

static int push_interval(lua_State *L, Interval interval) {
	double values[3] = { interval.median, interval.lo, interval.hi };
	for (int i = 0; i < 3; ++i) {
		if (isnan(values[i]))
			lua_pushnil(L);
		else
			lua_pushnumber(L, values[i]);
	}
	return 3;
}

// Copies the session numbers of n values at an index into a userdata, which the garbage collector frees.
// NULL: none are given.
static int64_t *to_sessions(lua_State *L, int index, int64_t n) {
	if (lua_isnoneornil(L, index)) return NULL;
	int64_t *out = lua_newuserdatauv(L, (size_t)n * sizeof *out + 1, 0);
	for (int64_t i = 0; i < n; ++i) {
		lua_rawgeti(L, index, i + 1);
		out[i] = (int64_t)luaL_checkinteger(L, -1);
		lua_pop(L, 1);
	}
	return out;
}

// ratio(a, b, seed, sessions): median of a / median of b, and its bounds lo, hi (nil: too few rounds or
// sessions). a[i] and b[i] were measured in the same round, in session sessions[i] if sessions is given.
static int lua_ratio(lua_State *L) {
	int64_t n, m;
	lua_settop(L, 4);
	double *a = to_numbers(L, 1, &n), *b = to_numbers(L, 2, &m);
	if (n != m) return luaL_error(L, "ratio: %d values against %d", (int)n, (int)m);
	if (n == 0) return 0;
	int64_t *sessions = to_sessions(L, 4, n);
	int64_t *begin = lua_newuserdatauv(L, (size_t)(n + 1) * sizeof *begin, 0);
	double *scratch = lua_newuserdatauv(L, (size_t)(4 * n + RATIO_RESAMPLES) * sizeof *scratch, 0);
	uint64_t seed = (uint64_t)luaL_optinteger(L, 3, 1);
	return push_interval(L, ratio_of(a, b, sessions, n, seed, begin, scratch));
}

// The sessions of n values. batched: neighbouring sessions are joined into batches.
static Sessions side_of(lua_State *L, int index, const double *values, int64_t n, bool batched) {
	const int64_t *sessions = to_sessions(L, index, n);
	int64_t *begin = lua_newuserdatauv(L, (size_t)(n + 1) * sizeof *begin, 0);
	int64_t count = ratio_sessions(sessions, n, begin);
	return (Sessions){ values, begin, batched ? stats_batch_sessions(begin, count) : count };
}

// interval(values, sessions): the median and its bounds lo, hi (nil: too few values). values[i] was measured
// in session sessions[i] if sessions is given.
static int lua_interval(lua_State *L) {
	int64_t n;
	lua_settop(L, 2);
	double *values = to_numbers(L, 1, &n);
	if (n == 0) return 0;
	double *scratch = lua_newuserdatauv(L, (size_t)n * sizeof *scratch, 0);
	if (lua_isnoneornil(L, 2)) return push_interval(L, stats_median_interval(values, n, scratch));
	Sessions of = side_of(L, 2, values, n, false);
	return push_interval(L, stats_sessions_median(&of, scratch));
}

// apart(a, b, seed, sessions of a, sessions of b): compares values that were measured at different times.
// Results: median of a / median of b; its bounds lo, hi (nil: too few values); and the p-value, the
// probability of such a difference or a larger one by chance (nil: too few values). If both sides tell of
// several sessions, sessions are compared; otherwise rounds are. Fewer sessions than intervals need decide
// nothing, however many rounds they have: those of one process are not independent.
static int lua_apart(lua_State *L) {
	int64_t n, m;
	lua_settop(L, 5);
	double *a = to_numbers(L, 1, &n), *b = to_numbers(L, 2, &m);
	if (n == 0 || m == 0) return 0;
	int64_t tested = n + m <= RANK_SUM_EXACT ? n * m + 1 : 0,
	        room = tested > RATIO_RESAMPLES ? tested : RATIO_RESAMPLES;
	double *scratch = lua_newuserdatauv(L, (size_t)(2 * (n + m) + room) * sizeof *scratch, 0);
	uint64_t seed = (uint64_t)luaL_optinteger(L, 3, 1);
	Sessions of_a = side_of(L, 4, a, n, true), of_b = side_of(L, 5, b, m, true);
	bool sat = of_a.count > 1 && of_b.count > 1;
	bool few = (!lua_isnil(L, 4) && of_a.count < STATS_SESSIONS_MIN) ||
	           (!lua_isnil(L, 5) && of_b.count < STATS_SESSIONS_MIN);
	bool enough = !few && n >= RATIO_ROUNDS_MIN && m >= RATIO_ROUNDS_MIN;
	Interval ratio = sat ? stats_sessions_apart(&of_a, &of_b, RATIO_RESAMPLES, seed, scratch)
	                     : stats_ratio(a, n, b, m, RATIO_RESAMPLES, seed, scratch);
	if (!enough) ratio.lo = ratio.hi = (double)NAN;
	push_interval(L, ratio);
	if (!enough) return 3;
	double p = sat ? stats_sessions_differ(&of_a, &of_b, scratch) : stats_rank_sum(a, n, b, m, scratch);
	if (isnan(p)) return 3;
	lua_pushnumber(L, p);
	return 4;
}

// costs(counts, times): what each count costs (stats/costs.h), that of no counts first; and the least
// prediction. counts[i] are the counts whose time is times[i], equally many each, fewer than COSTS_MAX.
static int lua_costs(lua_State *L) {
	CostsFit fit = { 0 };
	int64_t n;
	lua_settop(L, 2);
	double *times = to_numbers(L, 2, &n);
	for (int64_t i = 0; i < n; ++i) {
		int64_t terms;
		lua_rawgeti(L, 1, i + 1);
		const double *counts = to_numbers(L, lua_gettop(L), &terms);
		if (i == 0 && terms < COSTS_MAX) costs_begin(&fit, (int32_t)terms);
		if (terms >= COSTS_MAX || terms + 1 != fit.terms || !(times[i] > 0))
			return luaL_error(L, "costs: time %d has %d counts", (int)i + 1, (int)terms);
		costs_add(&fit, counts, times[i]);
		lua_settop(L, 3);
	}
	if (n <= 0) return luaL_error(L, "costs: no times");
	Costs costs = costs_solve(&fit);
	lua_createtable(L, fit.terms, 0);
	for (int32_t k = 0; k < fit.terms; ++k) {
		lua_pushnumber(L, costs.each[k]);
		lua_rawseti(L, -2, k + 1);
	}
	lua_pushnumber(L, costs.least);
	return 2;
}

// student(freedom, error or nil): beyond +- what is returned, Student's distribution has this share, by
// default 5 %
static int lua_student(lua_State *L) {
	lua_pushnumber(L, stats_student(luaL_checknumber(L, 1), luaL_optnumber(L, 2, STATS_ERROR)));
	return 1;
}

void bind_stats(lua_State *L) {
	static const luaL_Reg functions[] = {
		{ "interval", lua_interval }, { "ratio", lua_ratio },     { "apart", lua_apart },
		{ "costs", lua_costs },       { "student", lua_student }, { NULL, NULL },
	};
	luaL_setfuncs(L, functions, 0);
}
