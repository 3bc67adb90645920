-- Meshes and motions. They are descriptions until a scene is baked: naming a teapot costs nothing, and equal
-- ones are made once.
local check = require "check"
local names = require "names"

local scenes = { folder = ".", outside = {}, models = {} }

local EXIT_SCENARIO = 3
local STEPS_MAX = 10000000

local made = {} -- by key: what the engine made

local function number_key(...)
	local out = {}
	for i, v in ipairs { ... } do out[i] = type(v) == "number" and engine.number_text(v) or tostring(v) end
	return table.concat(out, " ")
end

-- What a description stands for; made when first needed.
function scenes.realize(description)
	if made[description.key] == nil then
		local thing, message, exit = engine.trusted(description.make)
		if not thing then
			local at = { file = description.at.file, line = description.at.line, owner = description.at.owner }
			check.fail(at, nil, message, exit or EXIT_SCENARIO)
		end
		made[description.key] = thing
	end
	return made[description.key]
end

-- ---- meshes ----

local mesh_methods = {}

local function method(name, f)
	mesh_methods[name] = engine.located(function (file, line, mesh)
		if check.kind(mesh) ~= "mesh" then
			local message = ("%s is a mesh's method: write mesh:%s()"):format(name, name)
			check.raise({ file = file, line = line }, nil, message)
		end
		return f(scenes.realize(mesh))
	end)
end

method("diameter", function (made_mesh) return engine.mesh_diameter(made_mesh) end)
method("faces", function (made_mesh) return (select(2, engine.mesh_info(made_mesh))) end)

-- Two corners, { x, y, z } each.
method("bounds", function (made_mesh)
	local a, b, c, d, e, f = engine.mesh_bounds(made_mesh)
	return { a, b, c }, { d, e, f }
end)

local mesh_meta = { __name = "mesh", __metatable = false, __index = mesh_methods }

local function new_mesh(at, key, make)
	return check.object(mesh_meta, { at = at, key = key, make = make })
end

local function teapot(at, t)
	check.table(at, {}, t, "{ faces = N }")
	check.keys(at, {}, t, { "faces" })
	local faces = check.integer(at, { "faces" }, t.faces, engine.teapot_min_faces, engine.teapot_max_faces)
	return new_mesh(at, number_key("teapot", faces), function () return engine.teapot(faces) end)
end

-- Relative to the scenario; but a name that came with -s is relative to where the program was started.
local function model_path(file)
	if file:sub(1, 1) == "/" or scenes.outside[file] then return file end
	return scenes.folder == "." and file or scenes.folder .. "/" .. file
end

local function read_model(file, path, scale, sha256)
	local mesh, message, exit = engine.mesh_read(path, scale, sha256)
	if not mesh then return nil, message, exit end
	if not scenes.models[file] then
		local text = engine.read_file(path)
		scenes.models[file] = text and engine.sha256(text)
	end
	return mesh
end

local function mesh(at, t)
	check.table(at, {}, t, '{ file = "model.obj" }')
	check.keys(at, {}, t, { "file", "scale", "sha256" })
	local file = check.string(at, { "file" }, t.file)
	local scale = t.scale == nil and 1 or check.positive(at, { "scale" }, t.scale)
	if t.sha256 ~= nil and not (type(t.sha256) == "string" and t.sha256:find("^%x+$") and #t.sha256 == 64) then
		check.must(at, { "sha256" }, t.sha256, "64 hexadecimal digits")
	end
	local path, sha256 = model_path(file), t.sha256 and t.sha256:lower()
	return new_mesh(at, number_key("mesh", scale, sha256 or "", path),
		function () return read_model(file, path, scale, sha256) end)
end

-- ---- motions ----

local motion_meta = { __name = "motion", __metatable = false }

local function new_motion(at, key, count, make)
	return check.object(motion_meta, { at = at, key = key, count = count, make = make })
end

local function check_mesh(at, path, v)
	if check.kind(v) ~= "mesh" then check.must(at, path, v, "a mesh, such as h.teapot { faces = 530 }") end
	return v
end

local function touching(at, t)
	check.table(at, {}, t, "{ count, seed, depth, on = { still, moving } }")
	check.keys(at, {}, t, { "count", "seed", "depth", "on" })
	local count = check.integer(at, { "count" }, t.count, 1, STEPS_MAX)
	local seed = t.seed == nil and 1 or check.integer(at, { "seed" }, t.seed, 0, math.maxinteger)
	local depth = t.depth == nil and 0.02 or check.number(at, { "depth" }, t.depth, 0, 1)
	if check.list(at, { "on" }, t.on, "{ still, moving }") ~= 2 then
		check.fail(at, { "on" }, ("must name two meshes, { still, moving }, not %d"):format(#t.on))
	end
	local still, moving = check_mesh(at, { "on", 1 }, t.on[1]), check_mesh(at, { "on", 2 }, t.on[2])
	local key = number_key("touching", count, seed, depth, "(", still.key, ")", "(", moving.key, ")")
	return new_motion(at, key, count, function ()
		return engine.touching(scenes.realize(still), scenes.realize(moving), count, seed, depth)
	end)
end

local function turn(at, t, name, fallback)
	local given = {}
	for _, unit in ipairs { "angle", "degrees", "turns" } do
		if t[unit] ~= nil then given[#given + 1] = unit end
	end
	if #given > 1 then check.fail(at, { given[2] }, ("is given besides '%s'"):format(given[1])) end
	if #given == 0 then
		if fallback == nil then check.fail(at, {}, ("%s is missing: turns, degrees or angle"):format(name)) end
		return fallback
	end
	local v = check.number(at, { given[1] }, t[given[1]])
	return given[1] == "angle" and v or given[1] == "degrees" and v * math.pi / 180 or v * 2 * math.pi
end

local function axis_of(at, t, fallback)
	if t.axis == nil and fallback then return fallback end
	if t.axis == nil then check.must(at, { "axis" }, nil, "three numbers, { x, y, z }") end
	local axis = check.vec3(at, { "axis" }, t.axis)
	if axis[1] == 0 and axis[2] == 0 and axis[3] == 0 then check.fail(at, { "axis" }, "must not be zero") end
	return axis
end

local function vec_key(v) return number_key(v[1], v[2], v[3]) end

local function line(at, t)
	check.table(at, {}, t, "{ from, to, steps }")
	check.keys(at, {}, t, { "from", "to", "steps", "axis", "angle", "degrees", "turns" })
	local from = check.vec3(at, { "from" }, check.table(at, { "from" }, t.from, "three numbers, { x, y, z }"))
	local to = check.vec3(at, { "to" }, check.table(at, { "to" }, t.to, "three numbers, { x, y, z }"))
	local steps = check.integer(at, { "steps" }, t.steps, 1, STEPS_MAX)
	local angle = turn(at, t, "rotation", 0)
	if t.axis ~= nil and (t.turns or t.degrees or t.angle) == nil then
		check.fail(at, { "axis" }, "needs turns, degrees or angle beside it")
	end
	local axis = axis_of(at, t, angle == 0 and { 0, 0, 1 } or nil)
	return new_motion(at, number_key("line", steps, vec_key(from), vec_key(to), vec_key(axis), angle), steps,
		function () return engine.line(steps, from, to, axis, angle) end)
end

local function spin(at, t)
	check.table(at, {}, t, "{ axis, turns or degrees, steps }")
	check.keys(at, {}, t, { "axis", "centre", "turns", "degrees", "angle", "steps", "offset" })
	local axis = axis_of(at, t)
	local centre = t.centre == nil and { 0, 0, 0 } or check.vec3(at, { "centre" }, t.centre)
	local offset = t.offset == nil and { 0, 0, 0 } or check.vec3(at, { "offset" }, t.offset)
	local steps = check.integer(at, { "steps" }, t.steps, 1, STEPS_MAX)
	local angle = turn(at, t, "the rotation")
	local key = number_key("spin", steps, vec_key(axis), vec_key(centre), angle, vec_key(offset))
	return new_motion(at, key, steps,
		function () return engine.spin(steps, axis, centre, 0, angle, offset) end)
end

-- ---- scenes ----

local function body_of(at, path, v)
	if check.kind(v) == "mesh" then return { mesh = v } end
	check.table(at, path, v, "a body, { mesh, motion = ... }")
	check.keys(at, path, v, { 1, "motion" })
	if v[1] == nil then check.fail(at, path, "a body without a mesh: { mesh, motion = ... }") end
	local mesh_given = check_mesh(at, check.join(path, 1), v[1])
	if v.motion ~= nil and check.kind(v.motion) ~= "motion" then
		check.must(at, check.join(path, "motion"), v.motion, "a motion, such as h.touching { ... }")
	end
	return { mesh = mesh_given, motion = v.motion }
end

-- What a scene function returned, checked: { bodies = { { mesh, motion } }, steps }.
function scenes.check(at, v)
	check.table(at, {}, v, "{ bodies = { ... } }, which the function returns")
	check.keys(at, {}, v, { "bodies" })
	check.table(at, { "bodies" }, v.bodies, "a list of bodies")
	local scene = { bodies = {}, steps = 1 }
	local n = check.list(at, { "bodies" }, v.bodies, "a list of bodies")
	if n < 2 then check.fail(at, { "bodies" }, ("needs two bodies or more, has %d"):format(n)) end
	local first
	for i = 1, n do
		local body = body_of(at, { "bodies", i }, v.bodies[i])
		scene.bodies[i] = body
		local count = body.motion and body.motion.count or 1
		if count > 1 and scene.steps > 1 and count ~= scene.steps then
			check.fail(at, { "bodies", i, "motion" },
				("has %d poses, bodies[%d] has %d"):format(count, first, scene.steps))
		end
		if count > 1 and scene.steps == 1 then scene.steps, first = count, i end
	end
	return scene
end

function scenes.realize_all(scene)
	for _, body in ipairs(scene.bodies) do
		scenes.realize(body.mesh)
		if body.motion then scenes.realize(body.motion) end
	end
end

function scenes.bake(at, scene, path)
	local bodies = {}
	for i, body in ipairs(scene.bodies) do
		bodies[i] = { scenes.realize(body.mesh), body.motion and scenes.realize(body.motion) or nil }
	end
	local ok, message, exit = engine.bake(path, bodies, scene.steps)
	if not ok then check.fail(at, nil, message, exit) end
end

function scenes.define()
	names.func("h", "teapot", teapot, "mesh",
		"h.teapot { faces }: the Utah teapot with exactly so many triangles")
	names.func("h", "mesh", mesh, "mesh", "h.mesh { file, scale = 1, sha256 }: an OBJ file beside the scenario")
	names.func("h", "touching", touching, "motion",
		"h.touching { count, seed = 1, depth = 0.02, on = { still, moving } }: seeded poses in contact")
	names.func("h", "line", line, "motion",
		"h.line { from, to, steps, axis, degrees|turns|angle }: along a line, rotated once")
	names.func("h", "spin", spin, "motion",
		"h.spin { axis, turns|degrees|angle, steps, centre, offset }: turning about an axis")
end

return scenes
