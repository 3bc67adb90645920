-- The engine for LuaJIT scripts: local engine = require "engine_ffi" (docs/reference/library.md). ffi.cdef
-- reads the public headers unchanged. This file adds garbage collection, turns error codes into Lua errors,
-- and converts between tables and arrays.
-- Indices of bodies, triangles, vertices and steps count from 0, as in C.
local ffi = require "ffi"

local here = debug.getinfo(1, "S").source:match "^@(.*)/[^/]*$" or "."

local function read(path)
	local file = io.open(path, "rb")
	if not file then return nil end
	local text = file:read "*a"
	file:close()
	return text
end

-- Declares the public headers. They lie in engine/api beside lua/ in the source tree, and in include/harness
-- in an installation.
local function declare()
	local places = { here .. "/../../engine/api", here .. "/../../../include/harness" }
	for _, place in ipairs(places) do
		local umbrella = read(place .. "/engine.h")
		if umbrella then
			for name in umbrella:gmatch '#include "([%w_]+%.h)"' do
				ffi.cdef(read(place .. "/" .. name) or error("engine_ffi: no " .. place .. "/" .. name, 0))
			end
			return
		end
	end
	error("engine_ffi: no engine.h in " .. table.concat(places, " or "), 0)
end

local function load_library()
	local named = os.getenv "HARNESS_LIB"
	if named and named ~= "" then return ffi.load(named) end
	for _, path in ipairs { here .. "/../../libharness.so", here .. "/../../../lib/libharness.so" } do
		local file = io.open(path, "rb")
		if file then
			file:close()
			return ffi.load(path)
		end
	end
	return ffi.load "harness" -- in the system's library path
end

declare()
local C = load_library()
if C.hn_api_version() ~= C.HN_API_VERSION then
	error(("engine_ffi: the library has version %d of the interface, the headers %d")
		:format(C.hn_api_version(), C.HN_API_VERSION), 0)
end

local engine = { C = C }

-- Raises the engine's error at the caller of the calling function. The further arguments are returned;
-- passing an object here keeps it alive during the engine call that used its address.
local function check(status, ...)
	if status < 0 then error(ffi.string(C.hn_error_text()), 3) end
	return ...
end

-- Checks that a value is an integer of 32 bits. LuaJIT itself would silently truncate 1.5 to 1.
local function whole(value, what)
	if type(value) ~= "number" or value % 1 ~= 0 or math.abs(value) >= 2 ^ 31 then
		error(("%s is %s, must be a whole number"):format(what, tostring(value)), 3)
	end
	return value
end

-- Checks that a value is a string. LuaJIT itself would pass nil as NULL, which the engine does not allow.
local function word(value, what)
	if type(value) ~= "string" then
		error(("%s is %s, must be a string"):format(what, tostring(value)), 3)
	end
	return value
end

local function text_of(chars) return chars ~= nil and ffi.string(chars) or nil end

local function hex_of(hash)
	local hex = ffi.new("char[?]", C.HN_HASH_HEX_SIZE)
	C.hn_hash_to_hex(hash, hex)
	return ffi.string(hex)
end

-- The text of a parameter's value in the engine's notation. A list of vectors becomes "1,0,0;0,1,0", a list
-- of names "a+b".
local function value_text(value, separator)
	if type(value) == "number" then return ("%.17g"):format(value) end
	if type(value) ~= "table" then return tostring(value) end
	local texts = {}
	for i, item in ipairs(value) do texts[i] = value_text(item, ",") end
	if #value == 0 then return "none" end
	return table.concat(texts, type(value[1]) == "string" and "+" or separator)
end

local function params_text(params)
	if type(params) == "string" then return params end
	local words = {}
	for name, value in pairs(params or {}) do words[#words + 1] = name .. "=" .. value_text(value, ";") end
	table.sort(words)
	return table.concat(words, " ")
end

-- Meshes ---------------------------------------------------------------------------------------------------

local Mesh = {}
Mesh.__index = Mesh

-- The C pointer of a mesh. Anything else, or a mesh that was freed, is an error.
local function pointer_of(mesh, level)
	if getmetatable(mesh) ~= Mesh then error("a mesh is wanted, not a " .. type(mesh), (level or 2) + 1) end
	if not mesh.pointer then error("a mesh that was freed", (level or 2) + 1) end
	return mesh.pointer
end

local function adopt(out)
	local pointer = ffi.gc(out[0], C.hn_mesh_destroy)
	return setmetatable({ pointer = pointer, vertex_count = pointer.vertex_count,
		triangle_count = pointer.triangle_count }, Mesh)
end

-- Reads a model from a file. options: scale, a factor for every coordinate (default 1); sha256, the hash that
-- the file must have.
function engine.read(path, options)
	options = options or {}
	local out = ffi.new "HnMesh *[1]"
	check(C.hn_mesh_read(out, word(path, "file"), options.scale or 1, options.sha256, nil))
	return adopt(out)
end

-- The Utah teapot with exactly `faces` triangles.
function engine.teapot(faces)
	local out = ffi.new "HnMesh *[1]"
	check(C.hn_teapot_create(out, whole(faces, "faces")))
	return adopt(out)
end

-- A generated model: "sphere", "torus", ... params is { faces = 1000 } or "faces=1000".
function engine.shape(name, params)
	local out = ffi.new "HnMesh *[1]"
	check(C.hn_shape_create(out, word(name, "name"), params_text(params)))
	return adopt(out)
end

-- Makes a mesh from vertices { { x, y, z }, ... } and triangles { { a, b, c }, ... }. Vertex indices count
-- from 0.
function engine.mesh(vertices, triangles)
	local out = ffi.new "HnMesh *[1]"
	check(C.hn_mesh_create(out, #vertices, #triangles))
	local mesh = adopt(out)
	for i, v in ipairs(vertices) do
		for k = 1, 3 do mesh.pointer.xyz[3 * (i - 1) + k - 1] = v[k] end
	end
	for i, t in ipairs(triangles) do
		for k = 1, 3 do mesh.pointer.triangles[3 * (i - 1) + k - 1] = whole(t[k], "a vertex index") end
	end
	check(C.hn_mesh_validate(mesh.pointer))
	return mesh
end

function Mesh:simplify(faces)
	local out = ffi.new "HnMesh *[1]"
	check(C.hn_mesh_simplify(out, pointer_of(self), whole(faces, "faces")))
	return adopt(out)
end

-- The convex hull of all vertices, as a mesh.
function Mesh:hull()
	local mesh = pointer_of(self)
	local hull, out = ffi.new "HnHull *[1]", ffi.new "HnMesh *[1]"
	check(C.hn_hull_create(hull, mesh.xyz, mesh.vertex_count))
	local status = C.hn_hull_mesh(out, hull[0], mesh.xyz)
	C.hn_hull_destroy(hull[0])
	check(status, self)
	return adopt(out)
end

function Mesh:write(path) check(C.hn_mesh_write(pointer_of(self), word(path, "file"))) end

function Mesh:hash() return hex_of(C.hn_mesh_hash(pointer_of(self))) end

function Mesh:diameter() return C.hn_mesh_diameter(pointer_of(self)) end

-- The lower and upper corner of the bounding box, { x, y, z } each.
function Mesh:bounds()
	local lo, hi = ffi.new "double[3]", ffi.new "double[3]"
	C.hn_mesh_bounds(pointer_of(self), lo, hi)
	return { lo[0], lo[1], lo[2] }, { hi[0], hi[1], hi[2] }
end

function Mesh:topology()
	local out = ffi.new "HnMeshTopology"
	check(C.hn_mesh_topology(out, pointer_of(self)))
	return { shells = out.shells, boundary_edges = out.boundary_edges,
		nonmanifold_edges = out.nonmanifold_edges, degenerate_triangles = out.degenerate_triangles }
end

-- Three elements of row `index`: x, y, z of a vertex, or a, b, c of a triangle. Callers must use a tail call,
-- so that an error names the line of the script.
local function row(array, index, count, what)
	if whole(index, what) < 0 or index >= count then
		error(("no %s %d among %d"):format(what, index, count), 2)
	end
	return array[3 * index], array[3 * index + 1], array[3 * index + 2]
end
function Mesh:vertex(i) return row(pointer_of(self).xyz, i, self.vertex_count, "vertex") end
function Mesh:triangle(i) return row(pointer_of(self).triangles, i, self.triangle_count, "triangle") end

-- Frees the mesh now. The garbage collector would free it later, because it does not know how much memory the
-- engine holds.
function Mesh:free()
	if self.pointer then C.hn_mesh_destroy(ffi.gc(self.pointer, nil)) end
	self.pointer = nil
end

-- Poses and motions: a motion is a list of poses ------------------------------------------------------------

local function vec3_of(t) return ffi.new("HnVec3", t and t[1] or 0, t and t[2] or 0, t and t[3] or 0) end

local function unit_of(axis, level)
	local v = vec3_of(axis)
	local length = math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z)
	if not (length > 0 and length < math.huge) then error("an axis that is zero or not finite", level + 1) end
	v.x, v.y, v.z = v.x / length, v.y / length, v.z / length
	return v
end

local function rotation_of(axis, angle)
	local unit = unit_of(axis, 3)
	return C.hn_motion_axis_angle(unit, angle or 0)
end

-- A pose from { x, y, z, axis = { x, y, z }, angle = radians }: a rotation about the origin, then a
-- translation.
function engine.pose(def)
	local pose = C.hn_pose_identity()
	if def and def.axis then pose.r = rotation_of(def.axis, def.angle) end
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
	local r = rotation_of(def.axis or { 0, 0, 1 }, def.angle)
	local poses = ffi.new("HnPose[?]", math.max(whole(def.steps, "steps"), 1))
	check(C.hn_motion_line(poses, def.steps, vec3_of(def.from), vec3_of(def.to), r))
	return list_of(poses, def.steps)
end

-- A rotation about an axis. def: steps, axis, centre, from and to (radians), offset.
function engine.spin(def)
	local poses = ffi.new("HnPose[?]", math.max(whole(def.steps, "steps"), 1))
	check(C.hn_motion_spin(poses, def.steps, vec3_of(def.axis), vec3_of(def.centre), def.from or 0, def.to or 0,
		vec3_of(def.offset)))
	return list_of(poses, def.steps)
end

local function key_of(key, number)
	local out = ffi.new("HnKeyPose", { at = key.at or number - 1, position = vec3_of(key) })
	local q = key.quaternion
	if q then
		out.rotation = { q[1], q[2], q[3], q[4] }
		if not C.hn_quaternion_normalize(out.rotation) then error("a quaternion that is zero or not finite", 3) end
	else
		out.rotation = C.hn_quaternion_axis_angle(unit_of(key.axis or { 0, 0, 1 }, 3), key.angle or 0)
	end
	return out
end

-- A motion of def.steps steps through the key poses def[1], def[2], ... A key pose is { x, y, z, axis, angle,
-- at }; quaternion = { w, x, y, z } may replace axis and angle.
function engine.path(def)
	local keys = ffi.new("HnKeyPose[?]", math.max(#def, 1))
	for i, key in ipairs(def) do keys[i - 1] = key_of(key, i) end
	local poses = ffi.new("HnPose[?]", math.max(whole(def.steps, "steps"), 1))
	check(C.hn_motion_path(poses, def.steps, keys, #def), keys)
	return list_of(poses, def.steps)
end

-- A random walk. def: steps, seed (default 1), step, angle, from. The walk stays in a ball of radius `radius`
-- about `from`, or in the box with the corners lo and hi.
function engine.random_walk(def)
	local poses = ffi.new("HnPose[?]", math.max(whole(def.steps, "steps"), 1))
	check(C.hn_motion_random_walk(poses, ffi.new("HnRandomWalkDef", {
		steps = def.steps, seed = def.seed or 1, step = def.step or 0, turn = def.angle or 0,
		radius = def.radius or 0, from = vec3_of(def.from), lo = vec3_of(def.lo), hi = vec3_of(def.hi),
	})))
	return list_of(poses, def.steps)
end

-- Seeded random poses of `moving` in which it touches `still`, which stays in place. def: count, seed
-- (default 1), depth (default 0.02).
function engine.touching(still, moving, def)
	local poses = ffi.new("HnPose[?]", math.max(whole(def.count, "count"), 1))
	local query = ffi.new "HnTouchQuery *[1]"
	check(C.hn_touch_query_create(query, pointer_of(still), pointer_of(moving)))
	local touching = ffi.new("HnTouchingDef", {
		still = pointer_of(still), moving = pointer_of(moving), count = def.count, seed = def.seed or 1,
		depth = def.depth or 0.02, query = C.hn_touch_query_hit, context = query[0],
	})
	local status = C.hn_motion_touching(poses, touching)
	C.hn_touch_query_destroy(query[0])
	check(status)
	return list_of(poses, def.count)
end

-- Scenes ---------------------------------------------------------------------------------------------------

local Scene = {}
Scene.__index = Scene

-- Drops one user of a scene. The scene is closed when its last user, scene or detector, is gone. Finalizers
-- run in any order, so a count is needed.
local function release(shared)
	shared.users = shared.users - 1
	if shared.users == 0 then C.hn_scene_close(shared.scene) end
end

local function adopt_scene(out)
	local shared = { scene = out[0], users = 1 }
	local guard = ffi.gc(ffi.new "char[1]", function () release(shared) end)
	return setmetatable({ shared = shared, guard = guard, body_count = out[0].body_count,
		step_count = out[0].step_count }, Scene)
end

local function shared_of(scene)
	if getmetatable(scene) ~= Scene then error("a scene is wanted, not a " .. type(scene), 3) end
	if not scene.shared then error("a scene that was closed", 3) end
	return scene.shared
end

-- The array of a body's poses and its length. motion is nil (the body stays where its mesh is), a pose, or a
-- list of poses.
local function poses_of(motion)
	local list = motion == nil and { C.hn_pose_identity() } or motion
	if ffi.istype("HnPose", list) then list = { list } end
	local poses = ffi.new("HnPose[?]", math.max(#list, 1))
	for i, pose in ipairs(list) do poses[i - 1] = pose end
	return poses, #list
end

-- The HnSceneDef of { { mesh, motion, fixed = true }, ... }, and a table that keeps its arrays alive.
local function scene_def(bodies)
	local rows, kept, steps = ffi.new("HnSceneDefBody[?]", math.max(#bodies, 1)), {}, 1
	for i, body in ipairs(bodies) do
		local poses, count = poses_of(body[2])
		kept[#kept + 1] = poses
		rows[i - 1].mesh, rows[i - 1].poses, rows[i - 1].pose_count = pointer_of(body[1], 3), poses, count
		rows[i - 1].fixed = body.fixed or false
		steps = math.max(steps, count)
	end
	kept.rows, kept.bodies = rows, bodies
	return ffi.new("HnSceneDef", { bodies = rows, body_count = #bodies, step_count = steps }), kept
end

-- Bakes { { mesh, motion, fixed = true }, ... } into a scene. It has as many steps as its longest motion. A
-- fixed body must have one pose. Two fixed bodies are never tested against each other.
function engine.scene(bodies)
	local def, kept = scene_def(bodies)
	local out = ffi.new "HnScene *[1]"
	check(C.hn_scene_create(out, def), kept)
	return adopt_scene(out)
end

-- Bakes bodies, as in engine.scene, into a file. Returns the scene's hash.
function engine.write_scene(path, bodies)
	local def, kept = scene_def(bodies)
	local hash = ffi.new "HnHash"
	check(C.hn_scene_write(def, word(path, "file"), hash), kept)
	return hex_of(hash)
end

function engine.open_scene(path)
	local out = ffi.new "HnScene *[1]"
	check(C.hn_scene_open(out, word(path, "file")))
	return adopt_scene(out)
end

function Scene:hash() return hex_of(shared_of(self).scene.hash) end

function Scene:close()
	if not self.shared then return end
	ffi.gc(self.guard, nil)
	release(self.shared)
	self.shared = nil
end

-- Algorithms -----------------------------------------------------------------------------------------------

local function param_text(call, algorithm, index)
	local size = 4096
	local text = ffi.new("char[?]", size)
	check(call(algorithm, index, text, size))
	return ffi.string(text)
end

-- A list of all algorithms, each { name, about, source, is_broad, params = { { name, about, allowed, default
-- }, ... } }. is_broad: it is a broad phase, which engine.broad takes too.
function engine.algorithms()
	local list = {}
	for i = 0, C.hn_detect_count() - 1 do
		local algorithm, params = C.hn_detect_at(i), {}
		while C.hn_detect_param_name(algorithm, #params) ~= nil do
			local k = #params
			params[k + 1] = {
				name = text_of(C.hn_detect_param_name(algorithm, k)),
				about = text_of(C.hn_detect_param_about(algorithm, k)),
				allowed = param_text(C.hn_detect_param_allowed, algorithm, k),
				default = param_text(C.hn_detect_param_default, algorithm, k),
			}
		end
		list[i + 1] = { name = text_of(C.hn_detect_name(algorithm)), about = text_of(C.hn_detect_about(algorithm)),
			source = text_of(C.hn_detect_source(algorithm)), is_broad = C.hn_detect_is_broad(algorithm),
			params = params }
	end
	return list
end

local function query_index(name)
	local i = 0
	while C.hn_query_name(i) ~= nil do
		if ffi.string(C.hn_query_name(i)) == name then return i end
		i = i + 1
	end
	error("no query is called '" .. tostring(name) .. "'", 3)
end

local Detector = {}
Detector.__index = Detector

-- An algorithm that runs on a scene. params is { leaf = 4 } or "leaf=4". query is "all" (default) or "first".
function engine.detector(scene, name, params, query)
	local shared = shared_of(scene)
	local cdata, buffer = ffi.new "HnDetector", ffi.new "HnContactBuffer"
	check(C.hn_detector_create(cdata, word(name, "name"), shared.scene, query_index(query or "all"),
		params_text(params)))
	shared.users = shared.users + 1
	ffi.gc(cdata, function (detector)
		C.hn_detector_destroy(detector)
		release(shared)
	end)
	return setmetatable({ cdata = cdata, shared = shared, buffer = ffi.gc(buffer, C.hn_contact_buffer_free),
		step_count = scene.step_count, sums = ffi.new("int64_t[?]", C.hn_count_count()) }, Detector)
end

local function cdata_of(detector)
	if not detector.cdata then error("a detector that was closed", 3) end
	return detector.cdata
end

-- Runs one step and adds to the counts. Returns the number of contacts.
function Detector:step(index)
	check(C.hn_detector_step(cdata_of(self), whole(index, "step"), self.buffer, self.sums))
	return tonumber(self.buffer.count)
end

-- An iterator over contacts: for body_a, triangle_a, body_b, triangle_b in detector:contacts(step) do ... end
-- Runs the step first. Without a step, it iterates over the last step's contacts. They are in the algorithm's
-- own order, or in ascending order after a call of hash().
function Detector:contacts(step)
	if step then check(C.hn_detector_step(cdata_of(self), whole(step, "step"), self.buffer, self.sums)) end
	local i, buffer = -1, self.buffer
	return function ()
		i = i + 1
		if i >= buffer.count then return nil end
		local c = buffer.data[i]
		return c.body_a, c.triangle_a, c.body_b, c.triangle_b
	end
end

local function step_hash(detector)
	local hash = ffi.new "HnHash"
	check(C.hn_contacts_hash(hash, detector.buffer, detector.cdata.query))
	return hash
end

-- The hash of the last step's contacts. Sorts the contacts.
function Detector:hash()
	cdata_of(self)
	return hex_of(step_hash(self))
end

-- The counts since the detector was made or pass() was called, { nb = ..., np = ... }.
function Detector:counts()
	local counts = {}
	for i = 0, C.hn_count_count() - 1 do counts[ffi.string(C.hn_count_name(i))] = tonumber(self.sums[i]) end
	return counts
end

-- Runs all steps from the first. Returns the hash over all steps, which equals the hash in summary.csv, and
-- the counts of this pass.
function Detector:pass()
	C.hn_detector_begin(cdata_of(self))
	ffi.fill(self.sums, ffi.sizeof(self.sums))
	local hashes = ffi.new("HnHash[?]", self.step_count)
	for step = 0, self.step_count - 1 do
		check(C.hn_detector_step(self.cdata, step, self.buffer, self.sums))
		hashes[step] = step_hash(self)
	end
	return hex_of(C.hn_hash_bytes(hashes, ffi.sizeof(hashes))), self:counts()
end

-- The size of the detector's trees, grids or cells in bytes.
function Detector:bytes() return tonumber(C.hn_detector_bytes(cdata_of(self))) end

function Detector:close()
	if not self.cdata then return end
	C.hn_detector_destroy(ffi.gc(self.cdata, nil))
	release(self.shared)
	self.cdata = nil
end

-- Broad phases ---------------------------------------------------------------------------------------------

local Broad = {}
Broad.__index = Broad

-- A broad phase alone, for objects of one kind of volume: engine.broad("sap", "sphere", { axes = 3 }).
function engine.broad(name, volume, params)
	local out = ffi.new "HnBroadPhase *[1]"
	volume = word(volume or "aabb", "volume")
	check(C.hn_broad_phase_create(out, word(name, "name"), volume, params_text(params)))
	local count = 0
	while C.hn_broad_count_name(count) ~= nil do count = count + 1 end
	return setmetatable({ cdata = ffi.gc(out[0], C.hn_broad_phase_destroy), sums = ffi.new("int64_t[?]", count),
		floats = C.hn_broad_volume_floats(volume), found = ffi.gc(ffi.new "HnBroadPairs", C.hn_broad_pairs_free),
		count = count }, Broad)
end

local function phase_of(broad)
	if not broad.cdata then error("a broad phase that was closed", 3) end
	return broad.cdata
end

-- Places the volumes of the objects number, number + 1, ... Each volume is a list of numbers, in the order of
-- the floats in api/broad.h.
function Broad:place(number, ...)
	local count = select("#", ...)
	local floats = ffi.new("float[?]", count * self.floats)
	for i = 1, count do
		local volume = select(i, ...)
		if type(volume) ~= "table" then error(("volume %d is no list of numbers"):format(i), 2) end
		if #volume ~= self.floats then
			error(("volume %d has %d numbers, not %d"):format(i, #volume, self.floats), 2)
		end
		for k = 1, self.floats do
			if type(volume[k]) ~= "number" then error(("volume %d: [%d] is no number"):format(i, k), 2) end
			floats[(i - 1) * self.floats + k - 1] = volume[k]
		end
	end
	check(C.hn_broad_phase_place(phase_of(self), whole(number, "number"), count, floats))
end

function Broad:remove(number) check(C.hn_broad_phase_remove(phase_of(self), whole(number, "number"))) end

-- An iterator over the pairs of objects whose volumes overlap now, in ascending order:
-- for a, b in broad:pairs() do ... end
function Broad:pairs()
	local phase = phase_of(self)
	check(C.hn_broad_phase_update(phase))
	check(C.hn_broad_phase_build(phase))
	check(C.hn_broad_phase_query(phase, self.found, self.sums))
	check(C.hn_broad_pairs_sort(self.found))
	local i, found = -1, self.found
	return function ()
		i = i + 1
		if i < found.count then return found.data[i].a, found.data[i].b end
	end
end

-- The counts since the broad phase was made, { tests = ..., pairs = ... }.
function Broad:counts()
	local counts = {}
	for i = 0, self.count - 1 do counts[ffi.string(C.hn_broad_count_name(i))] = tonumber(self.sums[i]) end
	return counts
end

-- The size of its own structures and the size of the objects, both in bytes.
function Broad:bytes()
	local phase = phase_of(self)
	return tonumber(C.hn_broad_phase_bytes(phase)), tonumber(C.hn_broad_phase_object_bytes(phase))
end

function Broad:close()
	if not self.cdata then return end
	C.hn_broad_phase_destroy(ffi.gc(self.cdata, nil))
	self.cdata = nil
end

-- Pairs ----------------------------------------------------------------------------------------------------

local Pair = {}
Pair.__index = Pair

-- Two meshes whose trees are built once, to be asked at many poses. params are those of `wide`.
function engine.pair(still, moving, params)
	local pair, context = ffi.new "HnPair *[1]", ffi.new "HnPairContext *[1]"
	check(C.hn_pair_create(pair, pointer_of(still), pointer_of(moving), params_text(params)))
	local own = ffi.gc(pair[0], C.hn_pair_destroy)
	check(C.hn_pair_context_create(context, own))
	return setmetatable({ pair = own, context = ffi.gc(context[0], C.hn_pair_context_destroy),
		meshes = { still, moving }, found = ffi.gc(ffi.new "HnContactBuffer", C.hn_contact_buffer_free) }, Pair)
end

local function open_pair(pair)
	if not pair.pair then error("a pair that was closed", 3) end
	return pair
end

-- The triangles of one contact, of `still` and of `moving`; nil if the meshes do not touch at the pose.
function Pair:first(pose)
	local contact = ffi.new "HnContact"
	if check(C.hn_pair_first(open_pair(self).context, pose, contact), 1) and contact.body_b == 1 then
		return contact.triangle_a, contact.triangle_b
	end
end

-- Iterates over all contacts at the pose: for a, b in pair:all(pose) do ... end
function Pair:all(pose)
	check(C.hn_pair_all(open_pair(self).context, pose, self.found))
	local i, found = -1, self.found
	return function ()
		i = i + 1
		if i < found.count then return found.data[i].triangle_a, found.data[i].triangle_b end
	end
end

-- Whether the meshes touch at each pose of a list: a list of booleans. threads: 0 or nil for all processors.
function Pair:first_many(poses, threads)
	local room, touch = math.max(#poses, 1), {}
	local list, hits = ffi.new("HnPose[?]", room), ffi.new("uint8_t[?]", room)
	for i, pose in ipairs(poses) do list[i - 1] = pose end
	check(C.hn_pair_first_many(open_pair(self).pair, list, #poses, whole(threads or 0, "threads"), hits, nil))
	for i = 1, #poses do touch[i] = hits[i - 1] == 1 end
	return touch
end

function Pair:bytes() return tonumber(C.hn_pair_bytes(open_pair(self).pair)) end

function Pair:close()
	if not self.pair then return end
	C.hn_pair_context_destroy(ffi.gc(self.context, nil))
	C.hn_pair_destroy(ffi.gc(self.pair, nil))
	self.pair = nil
end

return engine
