-- Meshes and scenes. A mesh or motion (motions.lua) is only a description until a scene is baked. So
-- describing a teapot costs nothing, and equal descriptions are made once.
local check = require "base.check"
local fields = require "base.fields"
local lists = require "base.lists"
local names = require "base.names"

local scenes = { folder = ".", outside = {}, models = {}, skipped = {}, expected = {}, notes = {} }

local EXIT_SCENARIO = 3

-- scenes.unreadable: why a model file could not be read, the last time that one could not.

local made = {} -- key of a description -> object of the engine

-- Joins numbers and names into the key of a description. Equal keys mean equal objects.
local function number_key(...)
	local out = {}
	for i, v in ipairs { ... } do out[i] = type(v) == "number" and engine.number_text(v) or tostring(v) end
	return table.concat(out, " ")
end
scenes.number_key = number_key

local working -- the place of the description that is being made; nil: none

-- Makes a description's object. It may take a while, and a limit on that time names the description's place.
local function make_slowly(description)
	local outer = working
	working = description.at
	engine.work_at(working.file, working.line)
	local thing, message, exit = engine.trusted(description.make)
	working = outer
	if outer then engine.work_at(outer.file, outer.line) else engine.work_at() end
	return thing, message, exit
end

-- The engine's object for a description. It is made at the first call.
function scenes.realize(description)
	if made[description.key] == nil then
		local thing, message, exit = make_slowly(description)
		if not thing then
			if description.path then scenes.unreadable = message end
			local at = { file = description.at.file, line = description.at.line, owner = description.at.owner }
			check.fail(at, nil, message, exit or EXIT_SCENARIO)
		end
		made[description.key] = thing
	end
	return made[description.key]
end

-- The same for a call in the scenario's own code, which may make the engine use only so much memory.
function scenes.realize_asked(description)
	engine.own_memory(true)
	local ok, thing = pcall(scenes.realize, description)
	engine.own_memory(false)
	if not ok then error(thing, 0) end
	return thing
end

-- ---- meshes ----

local mesh_methods = {}

local diameters = {} -- by the key of a mesh

function mesh_methods.diameter(_, mesh)
	diameters[mesh.key] = diameters[mesh.key] or engine.mesh_diameter(scenes.realize_asked(mesh))
	return diameters[mesh.key]
end
function mesh_methods.faces(_, mesh) return (select(2, engine.mesh_info(scenes.realize_asked(mesh)))) end

-- The two corners of the bounding box, { x, y, z } each.
function mesh_methods.bounds(_, mesh)
	local a, b, c, d, e, f = engine.mesh_bounds(scenes.realize_asked(mesh))
	return { a, b, c }, { d, e, f }
end

local mesh_meta = { __name = "mesh", __metatable = false,
	__index = names.methods("mesh", "mesh", mesh_methods) }

-- path: the file that the mesh is read from; nil for others. call: the constructor of others and its
-- parameters as a text.
local function new_mesh(at, key, read, path, call)
	return check.object(mesh_meta, { at = at, key = key, make = read, path = path, call = call })
end

local TEAPOT = {
	{ "faces", "integer", lo = engine.teapot_min_faces, hi = engine.teapot_max_faces, about = "triangles" },
}

local function teapot(at, t)
	return new_mesh(at, number_key("teapot", t.faces), function () return engine.teapot(t.faces) end, nil,
		{ "teapot", ("faces=%d"):format(t.faces) })
end

-- The path of a model file. A name in the scenario is relative to the scenario's folder. A name from -s is
-- relative to the directory in which the program was started.
function scenes.model_path(file)
	if file:sub(1, 1) == "/" then return file end
	local path = (scenes.outside[file] or scenes.folder == ".") and file or scenes.folder .. "/" .. file
	if not scenes.started_in or path:sub(1, 1) == "/" then return path end
	-- A repeated run takes the file from the directory in which the original run was started, or from the
	-- current directory if the files were moved.
	local there = scenes.started_in .. "/" .. path
	return (engine.is_file(there) or not engine.is_file(path)) and there or path
end

-- The hash that a model file must have, or nil. sha256 comes from the scenario. Without it, a repeated run
-- demands the hash that the file had in the original run.
function scenes.model_sha256(file, sha256) return sha256 or scenes.expected[file] end

-- "line 5: lines (l), 2 statements" of each line of hn_mesh_skipped, without the file's path.
local function skipped_list(path, text)
	local list = {}
	for line in text:gmatch "[^\n]+" do
		local what = line:sub(#path + 1):gsub("^:(%d+): skipped: ", "line %1: "):gsub("^: byte (%d+): skipped: ",
			"byte %1: ")
		list[#list + 1] = what
	end
	return list
end

local function read_model(file, path, scale, sha256)
	-- without a mesh: nil, the error text and the exit code
	local mesh, found, skipped = engine.mesh_read(path, scale, scenes.model_sha256(file, sha256))
	if not mesh then return nil, found, skipped end
	if skipped ~= "" then
		engine.say("P", skipped)
		scenes.skipped[file] = skipped_list(path, skipped)
	end
	scenes.models[file] = scenes.models[file] or found
	return mesh
end

function scenes.read_sha256(at, path, v)
	if not (type(v) == "string" and v:find("^%x+$") and #v == 64) then
		check.must(at, path, v, "64 hexadecimal digits")
	end
	return v:lower()
end

local MESH = {
	{ "file", "string", about = "relative to the scenario" },
	{ "scale", "positive", default = 1, about = "every coordinate times this" },
	{ "sha256", read = scenes.read_sha256, luacats = "string", optional = true,
		about = "hash of the file; a file with another one is an error" },
}

local function mesh(at, t)
	local path = scenes.model_path(t.file)
	local read = new_mesh(at, number_key("mesh", t.scale, t.sha256 or "", path),
		function () return read_model(t.file, path, t.scale, t.sha256) end, path)
	read.file, read.scale = t.file:match("[^/]*$"):gsub("%c", " "), t.scale
	return read
end

fields.object_type("mesh", "h.teapot { faces = 530 }")

-- ---- generated scenes ----

local last -- the generated scene in memory, { key, scene }

-- The generated scene of a description. Only one is kept in memory: the previous one is released first.
local function made_scene(description)
	if not last or last.key ~= description.key then
		if last then engine.generated_release(last.scene) end
		last = nil
		local scene, message, exit = make_slowly(description)
		if not scene then check.fail(description.at, nil, message, exit) end
		last = { key = description.key, scene = scene }
	end
	return last.scene
end

local GENERATED = { "bodies", "steps", "triangles", "vertices" } -- as engine.generated_info has them

local generated_methods = {}
for i, name in ipairs(GENERATED) do
	generated_methods[name] = function (at, scene, body)
		local made_one = made_scene(scene)
		local count = engine.generated_info(made_one)
		if body ~= nil and not (math.type(body) == "integer" and body >= 1 and body <= count) then
			check.raise(at, nil, ("scene:%s: the bodies are 1 to %d"):format(name, count))
		end
		return (select(i, engine.generated_info(made_one, body)))
	end
end

local generated_meta = { __name = "generated scene", __metatable = false,
	__index = names.methods("generated scene", "scene", generated_methods) }

-- A generated scene; make() returns it, or nil, an error text and an exit code.
function scenes.generated(at, key, make)
	return check.object(generated_meta, { at = at, key = key, make = make })
end

-- Makes the function h.scenes.<name> { parameter = value }. The engine's tables declare the parameters.
local function generator_of(kind)
	local function named(text) -- most of the engine's messages already begin with the name
		return text and "h.scenes." .. (text:find(kind .. ": ", 1, true) == 1 and text or kind .. ": " .. text)
	end
	return function (at, t)
		check.parameters(at, t)
		local values, text, _, wrong = engine.generator_params(kind, t)
		if not values then check.raise(at, { wrong }, named(text)) end
		local place = { file = at.file, line = at.line, callee = at.callee }
		return scenes.generated(place, kind .. " " .. text, function ()
			local scene, message, exit = engine.generated(kind, text)
			return scene, named(message), exit
		end)
	end
end

local function define_generators()
	names.value("h", "scenes", names.space("h.scenes"), "name space", "generated scenes")
	local one = { { "body", "integer", optional = true } }
	names.class("generated_scene", "what a scene function may return; made when it is first needed", {}, {
		{ "bodies", "how many bodies it has", returns = "integer" },
		{ "steps", "how many steps", returns = "integer" },
		{ "triangles", "the triangles of all its bodies, or of one", args = one, returns = "integer" },
		{ "vertices", "the vertices of all, or of one", args = one, returns = "integer" },
	})
	scenes.generators = engine.generators()
	for _, info in ipairs(scenes.generators) do
		names.of_parameters("h.scenes", info, "scenes_" .. info.name, "generated scene", generator_of(info.name))
	end
end

-- ---- scenes ----

local function body_mesh(at, path, v)
	if v == nil then
		check.fail(at, table.move(path, 1, #path - 1, 1, {}), "a body without a mesh: { mesh, motion = ... }")
	end
	return fields.value(at, path, v, { 1, "mesh" })
end

local BODY = {
	{ 1, read = body_mesh, luacats = "harness.mesh", about = "shape of the body" },
	{ "motion", "motion", optional = true, about = "none: it stays where it is" },
	{ "deform", "deformation", optional = true, about = "none: it keeps its shape" },
	{ "fixed", "boolean", default = false, about = "contacts of two fixed bodies are not looked for" },
}

local NAME_MOST = 55 -- bytes; the limit of the scene file
local DEPTH_MOST = 100

local function read_name(at, path, v)
	check.string(at, path, v)
	if #v > NAME_MOST then check.fail(at, path, ("is longer than %d bytes"):format(NAME_MOST)) end
	return v
end

BODY[#BODY + 1] = { "name", read = read_name, luacats = "string", optional = true,
	about = "name of the part; by default body and its number" }

-- The context for reading the parts of an assembly. bodies, the paths of their keys, nodes and found collect
-- what was read so far and are shared by all contexts. `changes` holds the values of this assembly: parent,
-- depth and motion.
local function inside(context, changes)
	return setmetatable(changes, { __index = context })
end

local function read_motion(at, path, motion, context)
	if not motion then return context.motion end
	if context.motion then check.fail(at, path, "an assembly that it is in has a motion already") end
	return { motion, path = path }
end

local read_parts
local PARTS = "(harness.body_keys|harness.group_keys|harness.mesh)[]"

local GROUP = {
	{ "name", read = read_name, luacats = "string", about = "name of the assembly" },
	{ "motion", read = function (at, path, v, _, context)
		context.motion = read_motion(at, path, fields.types.motion.read(at, path, v), context)
	end, luacats = "harness.motion", optional = true, about = "motion of all its parts" },
	{ "parts", read = function (at, path, v, _, context) return read_parts(at, path, v, context) end,
		luacats = PARTS, about = "bodies and assemblies in it" },
}

local function read_body(at, path, v, context)
	local read = fields.read(at, path, check.kind(v) == "mesh" and { v } or v, BODY)
	local motion = read_motion(at, check.join(path, "motion"), read.motion, context)
	local bodies, nodes = context.bodies, context.nodes
	bodies[#bodies + 1] = { mesh = read[1], motion = motion and motion[1], deform = read.deform,
		fixed = read.fixed }
	context.paths[#bodies] = { motion = motion and motion.path, deform = check.join(path, "deform") }
	if read.fixed and (read.deform or motion and (motion[1].count or 1) > 1) then
		check.fail(at, check.join(path, "fixed"), ("is true of a body that %s"):format(
			read.deform and "deforms" or "moves"))
	end
	if read.deform and read.deform.mesh.key ~= read[1].key then
		check.fail(at, check.join(path, "deform"), "is a deformation of another mesh")
	end
	local name = read.name or ("body %d"):format(#bodies)
	nodes[#nodes + 1] = { name = name, parent = context.parent, body = #bodies }
	if read.name then context.found.named = true end
end

local function read_group(at, path, v, context)
	context.found.named = true
	if context.depth == DEPTH_MOST then check.fail(at, path, ("is nested deeper than %d"):format(DEPTH_MOST)) end
	local nodes = context.nodes
	local node = { name = "", parent = context.parent, body = 0 }
	nodes[#nodes + 1] = node
	local below = inside(context, { parent = #nodes, depth = context.depth + 1 })
	node.name = fields.read(at, path, v, GROUP, below).name
end

function read_parts(at, path, v, context)
	local n = check.list(at, path, v, "a list of bodies")
	if n == 0 and context.depth > 0 then check.fail(at, path, "needs a part or more") end
	for inner, part in check.items(at, path, v) do
		if type(part) == "table" and not check.kind(part) and part.parts ~= nil then
			read_group(at, inner, part, context)
		else
			read_body(at, inner, part, context)
		end
	end
end

local function read_bodies(at, path, v)
	local read = { bodies = {}, paths = {}, nodes = {}, found = {}, parent = 0, depth = 0 }
	read_parts(at, path, v, read)
	if #read.bodies < 2 then check.fail(at, path, ("needs two bodies or more, has %d"):format(#read.bodies)) end
	return read
end

local SCENE = {
	{ "bodies", read = read_bodies, luacats = PARTS, about = "two or more, and assemblies of them" },
}

local NO_NODES = {}

-- Checks the value that a scene function returned. Returns { bodies = { { mesh, motion, deform } }, steps,
-- nodes }, { generated } or { recording }. nodes lists assemblies and bodies, parents first, as { name,
-- parent, body }. parent and body count from 1; 0 means none. If no body and no assembly has a name, nodes is
-- empty.
function scenes.check(at, v)
	if check.kind(v) == "generated scene" then return { generated = v } end
	if check.kind(v) == "recording" then return { recording = v } end
	local read = fields.read(at, {}, v, SCENE).bodies
	local scene = { bodies = read.bodies, steps = 1, nodes = read.found.named and read.nodes or NO_NODES }
	local first
	for i, body in ipairs(scene.bodies) do
		local paths = read.paths[i]
		for _, key in ipairs { "motion", "deform" } do
			local count = body[key] and body[key].count or 1
			if count > 1 and scene.steps > 1 and count ~= scene.steps then
				check.fail(at, paths[key], ("has %d %s, bodies[%d] has %d"):format(count,
					key == "motion" and "poses" or "steps", first, scene.steps))
			end
			if count > 1 and scene.steps == 1 then scene.steps, first = count, paths[key][2] end
		end
	end
	return scene
end

-- Looks for the model files of a scene without reading them. For one that is missing, or whose name ends in
-- no known format, the error is the same as when it is read.
function scenes.look_for_files(scene)
	local files = { scene.recording }
	for _, body in ipairs(scene.bodies or {}) do files[#files + 1] = body.mesh end
	for _, from in ipairs(files) do
		local is_known = from == scene.recording or not from.path or engine.mesh_is_known(from.path)
		if from.path and not (is_known and engine.is_file(from.path)) then scenes.realize(from) end
	end
end

-- A text that is the same for equal scenes. What a model file holds is no part of it.
function scenes.key(scene)
	local whole = scene.generated or scene.recording
	if whole then return whole.key end
	return table.concat(lists.map(lists.joined(scene.bodies, scene.nodes), function (one)
		if not one.mesh then return number_key("part", one.parent, one.body, one.name) end
		return number_key("body", one.mesh.key, one.motion and one.motion.key or "",
			one.deform and one.deform.key or "", one.fixed)
	end), "\n")
end

-- Makes all meshes, motions and deformations of a scene. Generated scenes are made later, one at a time when
-- they are baked, because they may be very large.
function scenes.realize_all(scene)
	if scene.recording then scenes.realize(scene.recording) end
	for _, body in ipairs(scene.bodies or {}) do
		scenes.realize(body.mesh)
		if body.motion then scenes.realize(body.motion) end
		if body.deform then scenes.realize(body.deform) end
	end
end

function scenes.steps(scene)
	if scene.recording then return scene.recording:steps() end
	return scene.steps or (select(2, engine.generated_info(made_scene(scene.generated))))
end

local function realized_bodies(scene)
	return lists.map(scene.bodies, function (body)
		return { scenes.realize(body.mesh), body.motion and scenes.realize(body.motion) or nil,
			body.deform and scenes.realize(body.deform) or nil, body.fixed }
	end)
end

-- The recorded objects that a scene function returned. The recording fixes their kind, so a scenario that
-- asks for another kind is an error.
local function recorded_objects(at, recording, group)
	local recorded = scenes.realize(recording)
	local kind = engine.recording_info(recorded)
	if kind == "poses" then
		check.fail(at, nil, ("'%s' holds poses; bodies move by them: { mesh, motion = recording:motion(1) }")
			:format(recording.file))
	end
	if group.query ~= "boxes" then
		check.fail(at, nil, ("'%s' holds objects (%s), which are for query = 'boxes'"):format(recording.file, kind))
	end
	if group.objects ~= kind then
		check.fail(at, nil, ("'%s' holds objects = '%s', the scenario asks for '%s'"):format(recording.file, kind,
			group.objects))
	end
	return recorded
end

-- The names of the bodies in pictures, a line each: the part's own or its model file's, else none. Nil if no
-- body has one.
local function body_names(scene)
	local lines, any = {}, false
	for i, body in ipairs(scene.bodies or {}) do
		lines[i] = body.mesh.file or ""
		any = any or lines[i] ~= ""
	end
	for _, node in ipairs(scene.nodes or {}) do
		if node.body > 0 and node.name ~= ("body %d"):format(node.body) then
			lines[node.body], any = node.name:gsub("%c", " "), true
		end
	end
	return any and table.concat(lines, "\n") .. "\n" or nil
end

local function write_names(at, scene, path)
	local listed = body_names(scene)
	if not listed then return end
	local ok, message, exit = engine.write_file((path:gsub("%.scene$", ".names")), listed, true)
	if not ok then check.fail(at, nil, message, exit) end
end

-- Bakes a scene into a file. group: a group of the plan; its query decides which kind of scene is needed.
function scenes.bake(at, scene, path, group)
	local what = scene.recording and recorded_objects(at, scene.recording, group)
		or scene.generated and made_scene(scene.generated) or realized_bodies(scene)
	local ok, message, exit = engine.bake(path, what, scene.steps or 0, group.query == "approach", scene.nodes,
		group.query == "boxes" and group.objects or nil, scene.first)
	if not ok then check.fail(at, nil, message, exit) end
	write_names(at, scene, path)
end

-- Makes the function h.shape.<name> { parameter = value }, which returns a generated mesh. The engine's
-- tables declare the parameters.
local function shape_of(kind)
	local places = {} -- by the place of the call
	return function (at, t)
		check.parameters(at, t)
		local values, text, _, wrong = engine.shape_params(kind, t)
		if not values then check.raise(at, { wrong }, text) end
		local place = places[at] or { file = at.file, line = at.line, callee = at.callee }
		places[at] = place -- without the owner, as messages begin with the name
		local function make() return engine.shape(kind, text) end
		return new_mesh(place, "shape " .. kind .. " " .. text, make, nil, { "shape." .. kind, text })
	end
end

local function define_shapes()
	names.value("h", "shape", names.space("h.shape"), "name space", "generated meshes")
	scenes.shapes = engine.shapes()
	for _, info in ipairs(scenes.shapes) do
		names.of_parameters("h.shape", info, "shape_" .. info.name, "shape", shape_of(info.name), "mesh")
	end
end

function scenes.define()
	define_shapes()
	define_generators()
	names.class("mesh", "a model; made when it is first needed", {}, {
		{ "faces", "its triangles", returns = "integer" },
		{ "diameter", "the largest distance of two of its vertices", returns = "number" },
		{ "bounds", "two corners of its box, { x, y, z } each", returns = "number[], number[]" },
	})
	names.class("body_keys", "a mesh and how it moves", BODY)
	names.class("group_keys", "an assembly: bodies and assemblies with a name", GROUP)
	names.class("scene_keys", "what the scene function returns", SCENE)
	names.constructor("h", "teapot", TEAPOT, "mesh", "mesh",
		"the Utah teapot with exactly so many triangles", teapot)
	names.constructor("h", "mesh", MESH, "mesh", "mesh",
		"an OBJ, OFF, PLY or STL file beside the scenario", mesh)
end

return scenes
