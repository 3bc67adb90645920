// The Lua side of the host, from inside: name spaces, lines of keys, mathematics, limits of files.
#include <check.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "host/limits.h"
#include "host/sandbox.h"
#include "math/elementary.h"
#include "suite.h"

// Runs a text as an embedded module would run; what it ends with, as text ("ok" where it ends well).
static const char *run(const char *text) {
	static char result[2000];
	lua_State *L = limits_new_state();
	ck_assert_ptr_nonnull(L);
	sandbox_open(L);
	lua_pushcfunction(L, sandbox_error_handler);
	int status = luaL_loadbufferx(L, text, strlen(text), "=test", "t");
	if (status == LUA_OK) status = lua_pcall(L, 0, 1, 1);
	const char *said = status == LUA_OK && lua_isnil(L, -1) ? "ok" : luaL_tolstring(L, -1, NULL);
	if (said[0] > 0 && said[0] < ' ') said += 1; // the exit code
	strncpy(result, said, sizeof result - 1);
	lua_close(L);
	return result;
}

#define RUNS(text)        ck_assert_str_eq(run(text), "ok")
#define FAILS(text, what) ck_assert_msg(strstr(run(text), what) != NULL, "says: %s", run(text))

START_TEST(a_name_taken_twice_is_an_error) {
	FAILS("require 'vocabulary.harness'\n"
	      "require 'base.names'.value('h', 'aabb', 1)",
	      "the name h.aabb is taken twice");
	FAILS("local names = require 'base.names'\n"
	      "names.space('h.test')\n"
	      "names.func('h.test', 'x', print)\n"
	      "names.func('h.test', 'x', print)",
	      "the name h.test.x is taken twice");
	RUNS("require 'vocabulary.harness'"); // and the vocabulary as it is has none
}

START_TEST(every_algorithm_has_a_name) {
	RUNS("local h = require 'vocabulary.harness'\n"
	     "for _, info in ipairs(engine.algorithms()) do\n"
	     "  local space = info.objects and h.broad or h\n"
	     "  if not info.planted then assert(type(space[info.name]) == 'function', info.name) end\n"
	     "end");
}

// One call, its keys on lines that a reader can count.
#define SOURCE                                                                                               \
	"local source = [==[\n"                                                                                  \
	"x = f { -- a = 1 }\n"                        /* line 1 */                                               \
	"  a = { 1, 2, --[[ } ]]\n"                   /* 2 */                                                    \
	"    3 },\n"                                  /* 3 */                                                    \
	"  b = 'a = }', [ [[c]] ] = { ['d'] = 5,\n"   /* 4 */                                                    \
	"    e = function (x, y) local z, w = 1, 2\n" /* 5 */                                                    \
	"      if x then return { g = 1 } end end,\n" /* 6 */                                                    \
	"    g = 3 == 4 and { h = 1,\n"               /* 7 */                                                    \
	"      i = 0x1p4 } or h.call { j = 1,\n"      /* 8 */                                                    \
	"    } };\n"                                  /* 9 */                                                    \
	"  [\"k l\"] = [[\n"                          /* 10 */                                                   \
	"  m = 2 ]], [7] = 1,\n"                      /* 11 */                                                   \
	"  m = 3e-2,\n"                               /* 12 */                                                   \
	"}\n"                                         /* 13 */                                                   \
	"]==]\n"                                                                                                 \
	"local line = require 'base.key_lines'.line\n"                                                           \
	"local function at(want, ...)\n"                                                                         \
	"  local got = line(source, 1, 'f', { ... })\n"                                                          \
	"  if got ~= want then error(table.concat({ 'wanted', tostring(want), 'got', tostring(got) }, ' '), 2) " \
	"end\n"                                                                                                  \
	"end\n"

START_TEST(the_line_of_a_key_is_found) {
	RUNS(SOURCE "at(2, 'a') at(2, 'a', 1) at(3, 'a', 3) at(4, 'b') at(4, 'd' and 'b')");
	RUNS(SOURCE "at(7, '[[c]]', 'g') at(5, '[[c]]', 'e') at(7, '[[c]]', 'g', 'h') at(8, '[[c]]', 'g', 'i')");
	RUNS(SOURCE "at(10, 'k l') at(11, 7) at(12, 'm')");
	RUNS(SOURCE "at(nil, 'nothing') at(2, 'a', 'nothing') at(4, '[[c]]', 'nothing')");
	RUNS("local line = require 'base.key_lines'.line\n"
	     "assert(line('f(t)', 1, 'f', { 'a' }) == nil)\n"
	     "assert(line('g(f(t), {\\na = 1})', 1, 'f', { 'a' }) == nil)\n"
	     "assert(line('h.sweep(h.so, {\\nk = 1})', 1, 'sweep', { 'k' }) == 2)\n"
	     "assert(line('\\n\\nf {\\n\\na = 1}', 3, 'f', { 'a' }) == 5)\n"
	     "assert(line('f { a = \"never ended', 1, 'f', { 'a' }) == 1)\n"
	     "assert(line('f { a = [[never ended', 1, 'f', { 'b' }) == nil)\n"
	     "assert(line('', 1, 'f', { 'b' }) == nil)\n"
	     "assert(line('f {', 9, 'f', { 'b' }) == nil)");
}

START_TEST(mathematics_is_the_engines) {
	char text[400];
	for (int i = 0; i < 17; ++i) {
		double x = -3 + 0.37 * i;
		snprintf(text, sizeof text,
		         "local x = %a\n"
		         "assert(math.sin(x) == %a and math.exp(x) == %a and math.atan(x, 2) == %a)\n"
		         "assert(math.log(x * x + 1) == %a)",
		         x, math_sin(x), math_exp(x), math_atan2(x, 2), math_log(x * x + 1));
		RUNS(text);
	}
}

START_TEST(random_numbers_are_seeded_and_in_range) {
	RUNS("local function draw(seed)\n"
	     "  math.randomseed(seed)\n"
	     "  local out = {}\n"
	     "  for i = 1, 200 do\n"
	     "    out[i] = math.random(3, 7)\n"
	     "    assert(out[i] >= 3 and out[i] <= 7 and math.type(out[i]) == 'integer')\n"
	     "    local u = math.random()\n"
	     "    assert(u >= 0 and u < 1)\n"
	     "    assert(math.random(1) == 1 and math.random(math.mininteger, math.maxinteger))\n"
	     "  end\n"
	     "  return table.concat(out)\n"
	     "end\n"
	     "assert(draw(1) == draw(1) and draw(1) ~= draw(2))\n"
	     "for i = 3, 7 do assert(draw(1):find(tostring(i))) end");
	FAILS("math.random(2, 1)", "interval is empty");
}

START_TEST(seeds_are_unsigned_text) {
	RUNS("for i = 1, 100 do\n"
	     "  local n, text = engine.seed_of('x' .. i)\n"
	     "  assert(text:find('^%d+$'))\n"
	     "  local back = 0\n"
	     "  for digit in text:gmatch('%d') do back = back * 10 + tonumber(digit) end\n" // wraps as the
	                                                                                    // integer does
	     "  assert(back == n)\n"
	     "end");
}

START_TEST(json_is_read_and_written) {
	RUNS("local json = require 'text.json'\n"
	     "local t = { a = { 1, 2.5, 'x\"\\n\\\\\\1' }, b = { c = true, d = json.empty_array }, e = -3, f = "
	     "1e300 }\n"
	     "local text = json.encode(t)\n"
	     "local back = engine.json_decode(text)\n"
	     "assert(back.a[1] == 1 and math.type(back.a[1]) == 'integer' and back.a[2] == 2.5)\n"
	     "assert(back.a[3] == 'x\"\\n\\\\\\1' and back.b.c == true and #back.b.d == 0)\n"
	     "assert(back.e == -3 and back.f == 1e300 and text == json.encode(back):gsub('{}', '[]'))\n"
	     "assert(engine.json_decode('{') == nil)\n"
	     "local nulls = engine.json_decode('[1, null, 3]')\n"
	     "assert(#nulls == 3 and nulls[2] == false)");
	RUNS("assert(engine.json_decode(('['):rep(900) .. (']'):rep(900)))");
}

START_TEST(files_are_written_whole) {
	char text[600];
	folder_make();
	snprintf(text, sizeof text,
	         "local dir = '%s'\n"
	         "assert(engine.write_file(dir .. '/a/b/c.txt', 'one'))\n"
	         "assert(engine.write_file(dir .. '/a/b/c.txt', 'two\\0'))\n"
	         "assert(engine.read_file(dir .. '/a/b/c.txt') == 'two\\0')\n"
	         "local x, message, code = engine.write_file(dir .. '/a/b', 'x')\n"
	         "assert(x == nil and message:find('/a/b') and code == 7)\n"
	         "x, message = engine.read_file(dir)\n"
	         "assert(x == nil and message:find('not a file'))\n"
	         "assert(engine.read_file(dir .. '/missing') == nil)",
	         test_folder);
	RUNS(text);
	folder_remove();
}

START_TEST(scenario_code_cannot_reach_the_engine) {
	RUNS("local sandbox = require 'vocabulary.sandbox'\n"
	     "local allowed = {}\n"
	     "for name in ([[assert error getmetatable ipairs next pcall print rawequal rawget rawlen rawset\n"
	     "  select setmetatable tonumber tostring type xpcall _VERSION pairs string table math utf8 "
	     "coroutine\n"
	     "  _G collectgarbage require]]):gmatch('%S+') do allowed[name] = true end\n"
	     "for name in pairs(sandbox.environment) do assert(allowed[name], name) end\n"
	     "assert(sandbox.environment._G == sandbox.environment)\n"
	     "assert(sandbox.environment.string ~= string and sandbox.environment.string.dump == nil)\n"
	     "assert(not pcall(sandbox.run, 'engine.say(\"T\", \"x\")', 'x.lua'))\n"
	     "sandbox.run('string.format = nil; table.concat = nil; math.sin = nil', 'x.lua')\n"
	     "assert(string.format and table.concat and math.sin and ('x'):format())");
}

TEST_SUITE(scenario, suite, tc) {
	tcase_add_test(tc, a_name_taken_twice_is_an_error);
	tcase_add_test(tc, every_algorithm_has_a_name);
	tcase_add_test(tc, the_line_of_a_key_is_found);
	tcase_add_test(tc, mathematics_is_the_engines);
	tcase_add_test(tc, random_numbers_are_seeded_and_in_range);
	tcase_add_test(tc, seeds_are_unsigned_text);
	tcase_add_test(tc, json_is_read_and_written);
	tcase_add_test(tc, files_are_written_whole);
	tcase_add_test(tc, scenario_code_cannot_reach_the_engine);
}
