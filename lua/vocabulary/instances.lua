-- What the instances of a population are drawn from: h.drawn.<name>, for a scenario's key `drawn`
-- (drawn.lua). How many there are, and by what seed they are drawn, is said there.
local check = require "base.check"
local fields = require "base.fields"
local lists = require "base.lists"
local motions = require "vocabulary.motions"
local names = require "base.names"
local scenes = require "vocabulary.scenes"

local instances = {}

local STEPS_MOST, EXIT_SCENARIO = 100000, 3

local function object_of(kind) return { __name = kind, __metatable = false } end

local POSE, WALK, ROTATION = object_of "drawn pose", object_of "drawn walk", object_of "drawn rotation"
local MODELS = object_of "drawn models"

-- A pose of two meshes. placed: of motions.placed. Its number may be a function of the scene's point p: the
-- distribution is a reading then, or swept.
local function placed_fields(placed)
	local amount, on = placed.fields[3], placed.fields[4]
	local function read(at, path, v)
		return type(v) == "function" and v or fields.value(at, path, v, amount)
	end
	return { lists.copy(amount, { read = read, luacats = "number|fun(p: table): number",
		about = amount.about .. "; or a function of p" }),
		lists.copy(on, { optional = true, about = on.about .. "; by default the scene's two" }) }
end

local function placed_of(name, placed, about)
	local amount = placed.fields[3]
	local key = amount[1]
	return function (at, t)
		local function motion(on, count, seed, p)
			local number = t[key]
			if type(number) == "function" then number = fields.value(at, { key }, number(p), amount) end
			return placed.make(at, { count = count, seed = seed, [key] = number, on = on })
		end
		return check.object(POSE, { at = at, name = name, about = about, on = t.on, steps = 1, motion = motion })
	end
end

local PATH = {
	{ "motion", "motion", optional = true, about = "by default that of the scene's body" },
	{ "steps", "integer", lo = 1, hi = STEPS_MOST, default = 1, about = "of a piece, one after the other" },
}

local function path(at, t)
	return check.object(POSE, { at = at, name = "path", along = true, own = t.motion, steps = t.steps,
		about = t.steps > 1 and "pieces of a motion" or "poses of a motion" })
end

local SCENES = {
	{ "steps", "integer", lo = 1, hi = STEPS_MOST, about = "that each scene has" },
}

local function drawn_scenes(at, t)
	return check.object(POSE, { at = at, name = "scenes", scenes = true, steps = t.steps, about = "scenes" })
end

-- The motion with the poses of all of a list of motions, one after the other, of so many steps each. false:
-- the body stays where its mesh is.
function instances.joined(at, list, steps)
	local keys = {}
	for i, motion in ipairs(list) do keys[i] = motion and motion.key or "" end
	local key = scenes.number_key("joined", steps, engine.text_hash(table.concat(keys, "\n")))
	return motions.new(at, key, #list * steps, function ()
		local poses = {}
		for i, motion in ipairs(list) do poses[i] = motion and scenes.realize(motion) end
		return engine.joined(poses, steps)
	end)
end

local WALKS = {
	{ "steps", "integer", lo = 1, hi = STEPS_MOST, about = "poses, the first of which is where it begins" },
	{ "step", "number", lo = 0, about = "length of each move" },
	motions.turn_fields[1], motions.turn_fields[2], motions.turn_fields[3],
	{ "within", "positive", optional = true, about = "radius of a ball about the first position" },
}

local function walk(at, t)
	return check.object(WALK, { at = at, steps = t.steps, step = t.step, within = t.within,
		turn = motions.turn(at, t, "rotation", 0) })
end

local function rotation(at, t)
	if t ~= nil then check.raise(at, nil, "h.drawn.rotation: takes nothing") end
	return check.object(ROTATION, { at = at })
end

-- Values of the swept key `model`, which stand for others like them.
local function of(at, v)
	local values = {}
	for inner, value, i in check.items(at, {}, v, "a list of models, by their names") do
		if type(value) ~= "string" then check.must(at, inner, value, "a name, which the scene function knows") end
		values[i] = value
	end
	return check.object(MODELS, { at = at, values = values })
end

-- The motion whose poses are the instances', one after the other. from: the motion that they are drawn from;
-- nil: they begin where the mesh is. def: count, steps, seed, and along, turned or walk.
function instances.motion(at, from, def)
	local by = def.walk or { step = 0, turn = 0 }
	local t = { count = def.count, steps = def.steps, seed = def.seed, along = def.along, turned = def.turned,
		step = by.step, turn = by.turn, radius = by.within or 0 }
	local key = scenes.number_key("drawn", t.count, t.steps, t.seed, t.along or "", t.turned or "", t.step,
		t.turn, t.radius, "(", from and from.key or "", ")")
	return motions.new(at, key, t.count * t.steps, function ()
		return engine.trajectories(from and scenes.realize(from), t)
	end)
end

-- The scene whose steps are `count` pieces of another's motion, of so many steps each.
function instances.generated_pieces(whole, count, steps, seed)
	return scenes.generated(whole.at, scenes.number_key(whole.key, "pieces", count, steps, seed), function ()
		local scene, message, exit = whole.make()
		if not scene then return nil, message, exit end
		local ok, wrong, code = engine.generated_pieces(scene, count, steps, seed)
		if not ok then return nil, "h.drawn.path: " .. wrong, code end
		return scene
	end)
end

-- The scene that has the steps of all of a list, one after the other, so many each. Only where things are may
-- differ.
function instances.generated_joined(list, steps)
	local key = engine.text_hash(table.concat(lists.field(list, "key"), "\n"))
	return scenes.generated(list[1].at, scenes.number_key("joined", steps, key), function ()
		local all, message, exit = list[1].make()
		if not all then return nil, message, exit end
		for i = 2, #list do
			local one, wrong, code = list[i].make()
			if not one then return nil, wrong, code end
			local ok
			ok, wrong, code = engine.generated_join(all, one, i, #list)
			engine.generated_release(one)
			if not ok then return nil, "h.drawn.scenes: " .. wrong, code end
		end
		local found = select(2, engine.generated_info(all)) // #list
		if found == steps then return all end
		return nil, ("h.drawn.scenes: steps: is %d, but a scene has %d"):format(steps, found), EXIT_SCENARIO
	end)
end

function instances.define()
	names.value("h", "drawn", names.space("h.drawn"), "name space", "distributions of instances")
	names.class("drawn_pose", "a distribution of poses, or of pieces of a motion", {})
	names.class("drawn_walk", "a distribution of trajectories", {})
	names.class("drawn_rotation", "a distribution of rotations", {})
	names.class("drawn_models", "a sample of models", {})
	local function pose(name, list, about, make)
		names.constructor("h.drawn", name, list, "drawn pose", "drawn pose", about, make)
	end
	local touching, at_distance = motions.placed.touching, motions.placed.at_distance
	pose("touching", placed_fields(touching), "poses in contact",
		placed_of("touching", touching, "poses in contact"))
	pose("at_distance", placed_fields(at_distance), "poses in which two meshes are so far apart",
		placed_of("at_distance", at_distance, "poses at a distance"))
	pose("path", PATH, "pieces of a motion", path)
	pose("along", PATH, "as h.drawn.path, whose name it was", path)
	pose("scenes", SCENES, "scenes: each is what the scene function returns for a number, its second argument",
		drawn_scenes)
	names.constructor("h.drawn", "walk", WALKS, "drawn walk", "drawn pose",
		"random walks from what is drawn; turns by one of angle, degrees, turns at every step", walk)
	names.func("h.drawn", "rotation", rotation, "drawn pose",
		"h.drawn.rotation (): uniform rotations of the body in its own frame",
		{ returns = "harness.drawn_rotation" })
	names.func("h.drawn", "of", of, "drawn pose",
		'h.drawn.of { "teapot", "torus", ... }: models that stand for others, each a group of its own',
		{ args = { { "models", "string[]" } }, returns = "harness.drawn_models" })
end

return instances
