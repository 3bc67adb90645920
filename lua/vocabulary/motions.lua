-- Motions: a body's poses, one for each step. Like meshes, they are descriptions until a scene is baked
-- (scenes.lua).
local check = require "base.check"
local fields = require "base.fields"
local lists = require "base.lists"
local names = require "base.names"
local scenes = require "vocabulary.scenes"

local motions = {}

local STEPS_MAX = 10000000
local number_key = scenes.number_key

local motion_meta = { __name = "motion", __metatable = false }

local function new_motion(at, key, count, make)
	return check.object(motion_meta, { at = at, key = key, count = count, make = make })
end
motions.new = new_motion

fields.object_type("motion", "h.touching { ... }")

local function two_meshes(at, path, v)
	local n = check.list(at, path, v, "{ still, moving }")
	if n ~= 2 then check.fail(at, path, ("must name two meshes, { still, moving }, not %d"):format(n)) end
	for i = 1, 2 do fields.value(at, check.join(path, i), v[i], { i, "mesh" }) end
	return v
end

-- Poses that the engine finds on two meshes. amount: the field that says how near they are; more: another.
local function placed_fields(amount, more)
	return {
		{ "count", "integer", lo = 1, hi = STEPS_MAX, about = "poses" },
		{ "seed", "integer", lo = 0, default = 1, about = "seed of rotations and directions" },
		amount,
		{ "on", read = two_meshes, luacats = "harness.mesh[]",
			about = "{ still, moving }: the meshes on which the poses are found" },
		more,
	}
end

-- kind: the name of the motion, and of the engine's function; amount: that of the field above.
local function placed(kind, amount)
	return function (at, t)
		local still, moving = t.on[1], t.on[2]
		local key = number_key(kind, t.count, t.seed, t[amount], "(", still.key, ")", "(", moving.key, ")",
			t.tolerance)
		return new_motion(at, key, t.count, function ()
			return engine[kind](scenes.realize(still), scenes.realize(moving), t.count, t.seed, t[amount],
				t.tolerance)
		end)
	end
end

local TOUCHING = placed_fields { "depth", "number", lo = 0, hi = 1, default = 0.02,
	about = "how far meshes are pushed into each other, in diameters of the moving mesh" }
local touching = placed("touching", "depth")

local AT_DISTANCE = placed_fields({ "distance", "number", lo = 0,
	about = "between the two meshes' triangles, in units of the model" },
	{ "tolerance", "number", lo = 1e-12, hi = 1, optional = true,
		about = "by how much poses may be farther, as a share (default 1e-12); more takes fewer queries" })
local at_distance = placed("at_distance", "distance")

-- Such poses by their names, for populations (instances.lua).
motions.placed = {
	touching = { fields = TOUCHING, make = touching },
	at_distance = { fields = AT_DISTANCE, make = at_distance },
}

-- One of angle, degrees, turns, in radians; path: of the table t.
local function turn(at, t, name, fallback, path)
	local given = lists.kept({ "angle", "degrees", "turns" }, function (unit) return t[unit] ~= nil end)
	path = path or {}
	if #given > 1 then check.fail(at, check.join(path, given[2]), ("is given besides '%s'"):format(given[1])) end
	if #given == 0 then
		if fallback == nil then check.fail(at, path, ("%s is missing: turns, degrees or angle"):format(name)) end
		return fallback
	end
	local v = t[given[1]]
	return given[1] == "angle" and v or given[1] == "degrees" and v * math.pi / 180 or v * 2 * math.pi
end

local function read_axis(at, path, v)
	local axis = check.vec3(at, path, v)
	if axis[1] == 0 and axis[2] == 0 and axis[3] == 0 then check.fail(at, path, "must not be zero") end
	return axis
end

local function axis_field(optional)
	return { "axis", read = read_axis, luacats = "number[]", optional = optional, about = "axis of rotation" }
end
local ANGLE = { "angle", "number", optional = true, about = "rotation in radians" }
local DEGREES = { "degrees", "number", optional = true, about = "rotation in degrees" }
local TURNS = { "turns", "number", optional = true, about = "rotation in whole turns" }
motions.turn, motions.turn_fields = turn, { ANGLE, DEGREES, TURNS }
local STEPS = { "steps", "integer", lo = 1, hi = STEPS_MAX, about = "poses" }

local function vec_key(v) return number_key(v[1], v[2], v[3]) end

local LINE = {
	{ "from", "vec3", about = "the first position" },
	{ "to", "vec3", about = "the last position" },
	STEPS, axis_field(true), ANGLE, DEGREES, TURNS,
}

local function line(at, t)
	local angle = turn(at, t, "rotation", 0)
	if t.axis and not (t.turns or t.degrees or t.angle) then
		check.fail(at, { "axis" }, "needs turns, degrees or angle beside it")
	end
	if angle ~= 0 and not t.axis then check.must(at, { "axis" }, nil, "three numbers, { x, y, z }") end
	local axis = t.axis or { 0, 0, 1 }
	local key = number_key("line", t.steps, vec_key(t.from), vec_key(t.to), vec_key(axis), angle)
	return new_motion(at, key, t.steps,
		function () return engine.line(t.steps, t.from, t.to, axis, angle) end)
end

local SPIN = {
	axis_field(false),
	{ "centre", "vec3", default = { 0, 0, 0 }, about = "a point of the axis" },
	ANGLE, DEGREES, TURNS, STEPS,
	{ "offset", "vec3", default = { 0, 0, 0 }, about = "added to every position" },
}

local function spin(at, t)
	local angle = turn(at, t, "the rotation")
	local key = number_key("spin", t.steps, vec_key(t.axis), vec_key(t.centre), angle, vec_key(t.offset))
	return new_motion(at, key, t.steps,
		function () return engine.spin(t.steps, t.axis, t.centre, 0, angle, t.offset) end)
end

-- ---- paths ----

local function read_quaternion(at, path, v)
	local out = check.numbers(at, path, v, 4, "four numbers, { w, x, y, z }")
	if math.max(table.unpack(out)) == 0 and math.min(table.unpack(out)) == 0 then
		check.fail(at, path, "must not be zero")
	end
	return out
end

local KEY_POSE = {
	{ "position", "vec3", about = "position of the model's origin" },
	{ "quaternion", read = read_quaternion, luacats = "number[]", optional = true,
		about = "the rotation, { w, x, y, z } of any length; or axis and one of angle, degrees, turns" },
	axis_field(true), ANGLE, DEGREES, TURNS,
	{ "at", "number", optional = true, about = "time, in any unit; without it poses are equally far in time" },
}

-- The rotation of a key pose as the engine takes it: quaternion, or axis and angle.
local function key_rotation(at, path, pose)
	local has_angle = pose.angle or pose.degrees or pose.turns
	if pose.quaternion then
		for _, key in ipairs { "axis", "angle", "degrees", "turns" } do
			if pose[key] then check.fail(at, check.join(path, key), "is given besides 'quaternion'") end
		end
		return pose.quaternion
	end
	if not has_angle and not pose.axis then return nil, { 0, 0, 1 }, 0 end
	if not has_angle then check.fail(at, check.join(path, "axis"), "needs turns, degrees or angle beside it") end
	if not pose.axis then check.must(at, check.join(path, "axis"), nil, "three numbers, { x, y, z }") end
	return nil, pose.axis, turn(at, pose, "the rotation", nil, path)
end

local function read_key(at, path, v, number)
	local pose = fields.read(at, path, v, KEY_POSE)
	local quaternion, axis, angle = key_rotation(at, path, pose)
	return { position = pose.position, quaternion = quaternion, axis = axis, angle = angle,
		at = pose.at or number - 1, timed = pose.at ~= nil }
end

local function check_time(at, path, keys, i)
	if keys[i].timed ~= keys[1].timed then
		check.fail(at, check.join(path, i), "all poses need a time, at = ..., or none of them")
	end
	if i > 1 and keys[i].at <= keys[i - 1].at then
		check.fail(at, check.join(path, i, "at"), ("must be after that of the pose before, %s")
			:format(engine.number_text(keys[i - 1].at)))
	end
end

local function read_keys(at, path, v)
	local n, keys = check.list(at, path, v, "a list of poses"), {}
	if n < 2 then check.fail(at, path, ("needs two poses or more, has %d"):format(n)) end
	for inner, pose, i in check.items(at, path, v) do
		keys[i] = read_key(at, inner, pose, i)
		check_time(at, path, keys, i)
	end
	return keys
end

local PATH = {
	{ "poses", read = read_keys, luacats = "harness.key_pose[]",
		about = "two or more poses, all of which are passed through" },
	STEPS,
}

local function path(at, t)
	local key = { "path", t.steps }
	for _, pose in ipairs(t.poses) do
		local q = pose.quaternion
		key[#key + 1] = number_key(pose.at, vec_key(pose.position), q and number_key("q", table.unpack(q))
			or number_key("a", vec_key(pose.axis), pose.angle))
	end
	return new_motion(at, table.concat(key, " "), t.steps,
		function () return engine.path(t.steps, t.poses) end)
end

-- ---- random walks ----

-- A radius, or two corners.
local function read_within(at, where, v)
	if type(v) == "number" then return { radius = check.positive(at, where, v) } end
	local what = "a radius, or a box, { { x, y, z }, { x, y, z } }"
	if check.list(at, where, v, what) ~= 2 then check.fail(at, where, "must be " .. what) end
	local lo = check.vec3(at, check.join(where, 1), v[1])
	local hi = check.vec3(at, check.join(where, 2), v[2])
	for i = 1, 3 do
		if hi[i] < lo[i] then check.fail(at, check.join(where, 2, i), "is below the first corner's") end
	end
	return { lo = lo, hi = hi }
end

local RANDOM_WALK = {
	STEPS,
	{ "seed", "integer", lo = 0, default = 1, about = "seed of directions and axes" },
	{ "step", "number", lo = 0, about = "length of each move" },
	ANGLE, DEGREES, TURNS,
	{ "within", read = read_within, luacats = "number|number[][]",
		about = "the radius of a ball about the first position, or the corners of a box" },
	{ "from", "vec3", optional = true, about = "first position; by default the middle of the box" },
}

local function random_walk(at, t)
	local box, angle = t.within, turn(at, t, "rotation", 0)
	local lo, hi, from = box.lo or { 0, 0, 0 }, box.hi or { 0, 0, 0 }, t.from or { 0, 0, 0 }
	for i = 1, 3 do
		if box.lo and not t.from then from[i] = lo[i] + (hi[i] - lo[i]) / 2 end
		if box.lo and (from[i] < lo[i] or from[i] > hi[i]) then
			check.fail(at, { "from", i }, "is outside of the box")
		end
	end
	local walk = { seed = t.seed, step = t.step, turn = angle, radius = box.radius or 0, from = from, lo = lo,
		hi = hi }
	local key = number_key("random_walk", t.steps, t.seed, t.step, angle, walk.radius, vec_key(from),
		vec_key(lo), vec_key(hi))
	return new_motion(at, key, t.steps, function () return engine.random_walk(t.steps, walk) end)
end

-- ---- approaching ----

local APPROACH = {
	{ "on", read = two_meshes, luacats = "harness.mesh[]", about = "{ still, moving }" },
	{ "seed", "integer", lo = 0, default = 1, about = "seed of rotations and directions" },
	{ "number", "integer", lo = 1, hi = STEPS_MAX, default = 1, about = "which of the seed's lines" },
}

local function approach(at, t)
	local still, moving = t.on[1], t.on[2]
	local key = number_key("approach", t.seed, t.number, "(", still.key, ")", "(", moving.key, ")")
	return new_motion(at, key, 2, function ()
		return engine.approach(scenes.realize(still), scenes.realize(moving), t.seed, t.number - 1)
	end)
end

function motions.define()
	names.class("motion", "a body's poses, one a step", {})
	names.class("key_pose", "where a path goes through", KEY_POSE)
	names.constructor("h", "touching", TOUCHING, "motion", "motion", "seeded poses in contact", touching)
	names.constructor("h", "at_distance", AT_DISTANCE, "motion", "motion",
		"seeded poses in which two meshes are so far apart", at_distance)
	names.constructor("h", "line", LINE, "motion", "motion",
		"along a line, rotated once by one of angle, degrees, turns", line)
	names.constructor("h", "spin", SPIN, "motion", "motion",
		"turning about an axis by one of angle, degrees, turns", spin)
	names.constructor("h", "path", PATH, "motion", "motion", "through key poses", path)
	names.constructor("h", "random_walk", RANDOM_WALK, "motion", "motion",
		"seeded, reflected at its bounds; turns by one of angle, degrees, turns at every step", random_walk)
	names.constructor("h", "approach", APPROACH, "motion", "motion",
		"a seeded line, without turning, from clear of touching to the middle: for query = \"approach\"", approach)
end

return motions
