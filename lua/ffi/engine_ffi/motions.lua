-- Poses and motions. A motion is a list of poses.
local ffi = require "ffi"
local core = require "engine_ffi.core"
local C, engine, check, whole = core.C, core.engine, core.check, core.whole
local check_keys = core.check_keys
local pointer_of = require("engine_ffi.meshes").pointer_of

local function vec3_of(t) return ffi.new("HnVec3", t and t[1] or 0, t and t[2] or 0, t and t[3] or 0) end

-- The same of a whole argument of the calling function, which has no other keys.
local function point_of(t)
	check_keys(t or {}, "", "", 3, 3)
	return vec3_of(t)
end

-- The unit vector along def.axis; z where def has no rotation. level: where errors are.
local function unit_of(def, level)
	if (def.axis == nil) ~= (def.angle == nil) then error("axis and angle go together", level + 1) end
	local v = vec3_of(def.axis or { 0, 0, 1 })
	local length = math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z)
	if not (length > 0 and length < math.huge) then error("an axis that is zero or not finite", level + 1) end
	v.x, v.y, v.z = v.x / length, v.y / length, v.z / length
	return v
end

local function rotation_of(def)
	local unit = unit_of(def, 3)
	return C.hn_motion_axis_angle(unit, def.angle or 0)
end

-- A pose from { x, y, z, axis = { x, y, z }, angle = radians }: a rotation about the origin, then a
-- translation.
function engine.pose(def)
	local pose = C.hn_pose_identity()
	if def then check_keys(def, "", "axis angle", 3) end
	if def and (def.axis or def.angle) then pose.r = rotation_of(def) end
	pose.t = vec3_of(def)
	return pose
end

local function list_of(poses, count)
	local list = {}
	for i = 1, count do list[i] = ffi.new("HnPose", poses[i - 1]) end
	return list
end

-- A motion along a line. def: steps, from, to; axis and angle of a rotation that is the same at every step.
function engine.line(def)
	check_keys(def, "from to", "steps axis angle", 0)
	local r = rotation_of(def)
	local poses = ffi.new("HnPose[?]", math.max(whole(def.steps, "steps"), 1))
	check(C.hn_motion_line(poses, def.steps, point_of(def.from), point_of(def.to), r))
	return list_of(poses, def.steps)
end

-- A rotation about an axis. def: steps, axis, centre, from (default 0) and to in radians, offset.
function engine.spin(def)
	check_keys(def, "axis to", "steps centre from offset", 0)
	local poses = ffi.new("HnPose[?]", math.max(whole(def.steps, "steps"), 1))
	check(C.hn_motion_spin(poses, def.steps, point_of(def.axis), point_of(def.centre), def.from or 0, def.to,
		point_of(def.offset)))
	return list_of(poses, def.steps)
end

local function key_of(key, number)
	check_keys(key, "", key.quaternion and "at quaternion" or "at axis angle", 3, 3)
	local out = ffi.new("HnKeyPose", { at = key.at or number - 1, position = vec3_of(key) })
	local q = key.quaternion
	if q then
		out.rotation = { q[1], q[2], q[3], q[4] }
		if not C.hn_quaternion_normalize(out.rotation) then error("a quaternion that is zero or not finite", 3) end
	else
		out.rotation = C.hn_quaternion_axis_angle(unit_of(key, 3), key.angle or 0)
	end
	return out
end

-- A motion of def.steps steps through the key poses def[1], def[2], ... A key pose is { x, y, z, axis, angle,
-- at }; quaternion = { w, x, y, z } may replace axis and angle.
function engine.path(def)
	check_keys(def, "", "steps", math.huge)
	local keys = ffi.new("HnKeyPose[?]", math.max(#def, 1))
	for i, key in ipairs(def) do keys[i - 1] = key_of(key, i) end
	local poses = ffi.new("HnPose[?]", math.max(whole(def.steps, "steps"), 1))
	check(C.hn_motion_path(poses, def.steps, keys, #def), keys)
	return list_of(poses, def.steps)
end

-- A random walk. def: steps, seed (default 1), step, angle, from. The walk stays in a ball of radius `radius`
-- about `from`, or in the box with the corners lo and hi.
function engine.random_walk(def)
	check_keys(def, "", "steps seed step angle radius from lo hi", 0)
	local poses = ffi.new("HnPose[?]", math.max(whole(def.steps, "steps"), 1))
	check(C.hn_motion_random_walk(poses, ffi.new("HnRandomWalkDef", {
		steps = def.steps, seed = whole(def.seed or 1, "seed", 2 ^ 53), step = def.step or 0, turn = def.angle or 0,
		radius = def.radius or 0, from = point_of(def.from), lo = point_of(def.lo), hi = point_of(def.hi),
	})))
	return list_of(poses, def.steps)
end

-- Seeded random poses of `moving` in which it touches `still`, which stays in place. def: count, seed
-- (default 1), depth (default 0.02).
function engine.touching(still, moving, def)
	check_keys(def, "", "count seed depth", 0)
	local seed = whole(def.seed or 1, "seed", 2 ^ 53)
	local poses = ffi.new("HnPose[?]", math.max(whole(def.count, "count"), 1))
	local query = ffi.new "HnTouchQuery *[1]"
	check(C.hn_touch_query_create(query, pointer_of(still), pointer_of(moving)))
	local touching = ffi.new("HnTouchingDef", {
		still = pointer_of(still), moving = pointer_of(moving), count = def.count, seed = seed,
		depth = def.depth or 0.02, query = C.hn_touch_query_hit, context = query[0],
	})
	local status = C.hn_motion_touching(poses, touching)
	C.hn_touch_query_destroy(query[0])
	check(status)
	return list_of(poses, def.count)
end
