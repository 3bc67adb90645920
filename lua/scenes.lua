-- Meshes and motions. They are descriptions until a scene is baked: naming a teapot costs nothing, and equal
-- ones are made once.
local check = require "check"
local fields = require "fields"
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

local TEAPOT = {
	{ "faces", "integer", lo = engine.teapot_min_faces, hi = engine.teapot_max_faces, about = "triangles" },
}

local function teapot(at, t)
	return new_mesh(at, number_key("teapot", t.faces), function () return engine.teapot(t.faces) end)
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

local function read_sha256(at, path, v)
	if not (type(v) == "string" and v:find("^%x+$") and #v == 64) then
		check.must(at, path, v, "64 hexadecimal digits")
	end
	return v:lower()
end

local MESH = {
	{ "file", "string", about = "relative to the scenario" },
	{ "scale", "positive", default = 1, about = "every coordinate times this" },
	{ "sha256", read = read_sha256, luacats = "string", optional = true,
		about = "of the file; another is an error" },
}

local function mesh(at, t)
	local path = model_path(t.file)
	return new_mesh(at, number_key("mesh", t.scale, t.sha256 or "", path),
		function () return read_model(t.file, path, t.scale, t.sha256) end)
end

-- ---- motions ----

local motion_meta = { __name = "motion", __metatable = false }

local function new_motion(at, key, count, make)
	return check.object(motion_meta, { at = at, key = key, count = count, make = make })
end

fields.object_type("mesh", "h.teapot { faces = 530 }")
fields.object_type("motion", "h.touching { ... }")

local function two_meshes(at, path, v)
	local n = check.list(at, path, v, "{ still, moving }")
	if n ~= 2 then check.fail(at, path, ("must name two meshes, { still, moving }, not %d"):format(n)) end
	for i = 1, 2 do fields.value(at, check.join(path, i), v[i], { i, "mesh" }) end
	return v
end

local TOUCHING = {
	{ "count", "integer", lo = 1, hi = STEPS_MAX, about = "poses" },
	{ "seed", "integer", lo = 0, default = 1, about = "of rotations and directions" },
	{ "depth", "number", lo = 0, hi = 1, default = 0.02, about = "pushed in, over the moving mesh's diameter" },
	{ "on", read = two_meshes, luacats = "harness.mesh[]",
		about = "{ still, moving }: the meshes on which the poses are found" },
}

local function touching(at, t)
	local still, moving = t.on[1], t.on[2]
	local key = number_key("touching", t.count, t.seed, t.depth, "(", still.key, ")", "(", moving.key, ")")
	return new_motion(at, key, t.count, function ()
		return engine.touching(scenes.realize(still), scenes.realize(moving), t.count, t.seed, t.depth)
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
	local v = t[given[1]]
	return given[1] == "angle" and v or given[1] == "degrees" and v * math.pi / 180 or v * 2 * math.pi
end

local function read_axis(at, path, v)
	local axis = check.vec3(at, path, v)
	if axis[1] == 0 and axis[2] == 0 and axis[3] == 0 then check.fail(at, path, "must not be zero") end
	return axis
end

local function axis_field(optional)
	return { "axis", read = read_axis, luacats = "number[]", optional = optional, about = "of rotation" }
end
local ANGLE = { "angle", "number", optional = true, about = "rotation in radians" }
local DEGREES = { "degrees", "number", optional = true, about = "rotation in degrees" }
local TURNS = { "turns", "number", optional = true, about = "rotation in whole turns" }
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

-- ---- scenes ----

local function body_mesh(at, path, v)
	if v == nil then
		check.fail(at, table.move(path, 1, #path - 1, 1, {}), "a body without a mesh: { mesh, motion = ... }")
	end
	return fields.value(at, path, v, { 1, "mesh" })
end

local BODY = {
	{ 1, read = body_mesh, luacats = "harness.mesh", about = "its shape" },
	{ "motion", "motion", optional = true, about = "none: it stays where it is" },
}

local function read_bodies(at, path, v)
	local bodies = {}
	local n = check.list(at, path, v, "a list of bodies")
	if n < 2 then check.fail(at, path, ("needs two bodies or more, has %d"):format(n)) end
	for i = 1, n do
		local body = check.kind(v[i]) == "mesh" and { v[i] } or v[i]
		local read = fields.read(at, check.join(path, i), body, BODY)
		bodies[i] = { mesh = read[1], motion = read.motion }
	end
	return bodies
end

local SCENE = {
	{ "bodies", read = read_bodies, luacats = "(harness.body|harness.mesh)[]", about = "two or more" },
}

-- What a scene function returned, checked: { bodies = { { mesh, motion } }, steps }.
function scenes.check(at, v)
	local scene, first = { bodies = fields.read(at, {}, v, SCENE).bodies, steps = 1 }, nil
	for i, body in ipairs(scene.bodies) do
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
	names.class("mesh", "a model; made when it is first needed", {}, {
		{ "faces", "its triangles", returns = "integer" },
		{ "diameter", "the largest distance of two of its vertices", returns = "number" },
		{ "bounds", "two corners of its box, { x, y, z } each", returns = "number[], number[]" },
	})
	names.class("motion", "a body's poses, one a step", {})
	names.class("body", "a mesh and how it moves", BODY)
	names.class("scene", "what the scene function returns", SCENE)
	names.constructor("h", "teapot", TEAPOT, "mesh", "mesh",
		"the Utah teapot with exactly so many triangles", teapot)
	names.constructor("h", "mesh", MESH, "mesh", "mesh", "an OBJ file beside the scenario", mesh)
	names.constructor("h", "touching", TOUCHING, "motion", "motion", "seeded poses in contact", touching)
	names.constructor("h", "line", LINE, "motion", "motion",
		"along a line, rotated once by one of angle, degrees, turns", line)
	names.constructor("h", "spin", SPIN, "motion", "motion",
		"turning about an axis by one of angle, degrees, turns", spin)
end

return scenes
