-- Populations: a scenario's key `drawn` says of what instances its claims are, and how they are drawn
-- (instances.lua). An instance is a step of the scene's one moving body, or several one after the other, or a
-- scene; all are counted, and each round times a few of them (docs/explanation/populations.md).
local check = require "base.check"
local fields = require "base.fields"
local instances = require "vocabulary.instances"
local lists = require "base.lists"
local scenes = require "vocabulary.scenes"

local drawn = {}

local COUNT_MOST, STEPS_MOST = 100000, 1000000
drawn.BLOCK_LEAST = 20 -- instances of a round where the scenario states no `block`
drawn.count = { "count", "integer", lo = 1, hi = COUNT_MOST,
	about = "instances, which are all counted; of a motion's pieces at most as many as there are" }

fields.object_type("drawn pose", "h.drawn.touching { depth = 0.02 }")
fields.object_type("drawn walk", "h.drawn.walk { steps = 8, step = 0.1, degrees = 1 }")
fields.object_type("drawn rotation", "h.drawn.rotation ()")
fields.object_type("drawn models", 'h.drawn.of { "teapot", "torus" }')

local DRAWN = {
	{ "pose", "drawn pose", optional = true, about = "of the body that moves; by default where it is" },
	{ "walk", "drawn walk", optional = true, about = "how it goes on from there; by default not" },
	{ "turn", "drawn rotation", optional = true,
		about = "how it is turned in its own frame; by default not" },
	{ "model", "drawn models", optional = true,
		about = "values of p.model: each has instances of its own, and all are a sample for scores" },
	drawn.count,
	{ "seed", "integer", lo = 0, default = 1, about = "of all that is drawn" },
	{ "block", "integer", lo = 1, hi = 1000, optional = true,
		about = "instances that a round times; without it 20, or so many that most of a session is samples" },
	{ "hold_out", "number", lo = 0.1, hi = 0.5, default = 0.5,
		about = "the part of the sessions that costs of the others predict, in turn: 1 over a whole number" },
	{ "beside", "boolean", default = false,
		about = "true: with --drawn, in groups of their own beside those of the scene's poses, as a reading" },
}
drawn.fields = DRAWN

-- A population beside a scene's own poses is a reading of the scene, of this name.
drawn.READING = { name = "drawn", keys = { scene = true, ours = "own", others = { "population" },
	open = "over which poses a claim is judged: those of the scene, or all that are drawn",
	because = "the scene's poses stand for the paper's" } }

-- Steps of an instance.
function drawn.steps(of) return of.walk and of.walk.steps or of.pose and of.pose.steps or 1 end

-- Into how many folds its sessions go, each of which is predicted by the others.
function drawn.folds(of) return math.floor(1 / of.hold_out + 0.5) end

-- What a report calls them.
function drawn.about(of)
	local from = of.pose and of.pose.about or of.turn and "rotations"
	if not of.walk then return from end
	return from and "walks from " .. from or "walks"
end

-- count: of instances, which is another one for --quick.
local function check_count(at, path, of, count)
	if count * drawn.steps(of) > STEPS_MOST then
		check.fail(at, check.join(path, "count"), ("is %d, which at %d steps each are more than %d steps"):format(
			count, drawn.steps(of), STEPS_MOST))
	end
end

-- What cannot stand beside what else is drawn.
local function check_parts(at, path, of)
	local function fail(key, message) check.fail(at, check.join(path, key), message) end
	local pose = of.pose
	if not (pose or of.walk or of.turn) then
		fail("pose", "is missing; or a walk or turn from where the body is")
	end
	if (of.turn or of.walk) and pose and pose.scenes then
		fail(of.turn and "turn" or "walk", "is given besides h.drawn.scenes: the scene function says what moves")
	end
	if of.walk and pose and pose.steps > 1 then
		fail("walk", ("is given besides pieces of %d steps"):format(pose.steps))
	end
	if math.abs(1 / of.hold_out - drawn.folds(of)) > 1e-6 then
		fail("hold_out", "is 1 over no whole number")
	end
	if of.model and of.beside then
		fail("model", "is given besides beside = true: the scene's own poses are of swept models")
	end
	check_count(at, path, of, of.count)
end

-- The table of a scenario whose population has models: they are swept.
function drawn.with_models(at, t)
	local models = type(t) == "table" and type(t.drawn) == "table" and t.drawn.model
	if check.kind(models) ~= "drawn models" or type(t.sweep) ~= "table" then return t end
	if t.sweep.model ~= nil then check.fail(at, { "drawn", "model" }, "is also swept") end
	return lists.copy(t, { sweep = lists.copy(t.sweep, { model = models.values }) })
end

function drawn.read(at, path, v)
	local of = fields.read(at, path, v, DRAWN)
	check_parts(at, path, of)
	return of
end

-- Whether the steps of a group are instances. alternative: the one of the readings that the group is of.
local function is_of(s, alternative)
	if not (s.drawn and s.drawn.beside) then return s.drawn ~= nil end
	return alternative ~= nil and alternative.scene == drawn.READING.name
end

-- Says of a group whether its steps are instances; where they cannot be, that is an error.
function drawn.mark_group(s, group, alternative)
	group.drawn = is_of(s, alternative)
	if not group.drawn then return end
	if s.drawn.beside then group.per_step = false end
	local function fail(message) check.fail(s.at, { "drawn" }, message) end
	if group.query == "approach" then fail "is not for query = 'approach', whose steps are all one line" end
	if group.per_step then fail "is given besides per_step; instances.csv has single instances" end
end

-- What a population cannot be of.
local function check_kept(s, scene)
	if scene.recording then check.fail(s.at, { "drawn" }, "is not of a recorded scene") end
	for i, body in ipairs(scene.bodies or {}) do
		if body.deform then
			check.fail(s.at, { "drawn" }, ("bodies[%d] deforms: only poses are drawn"):format(i))
		end
	end
end

-- The number of the body that moves: the one with a motion, whose poses are drawn instead, or else the last.
local function moving_body(at, bodies)
	local moving
	for i, body in ipairs(bodies) do
		if body.motion and moving then
			check.fail(at, { "drawn" }, ("is of one body, but bodies[%d] and bodies[%d] have a motion; "
				.. "h.drawn.path {} alone draws pieces of all"):format(moving, i))
		end
		moving = body.motion and i or moving
	end
	moving = moving or #bodies
	if bodies[moving].fixed then check.fail(at, { "drawn" }, ("bodies[%d] is fixed"):format(moving)) end
	return moving
end

-- Poses of two meshes, one for each instance. def.point: that of the scene.
local function placed_motion(pose, bodies, moving, def)
	if not pose.on and #bodies ~= 2 then
		check.fail(pose.at, { "on" }, ("is missing: the scene has %d bodies, so name two meshes, { still, moving }")
			:format(#bodies))
	end
	return pose.motion(pose.on or { bodies[3 - moving].mesh, bodies[moving].mesh }, def.count, def.seed,
		def.point)
end

-- Pieces of a motion, and how many there are of them: where fewer than were asked for, each is drawn once.
-- Of a body that is turned or goes on by itself each piece says something new: there is no end of them.
local function pieces_motion(s, pose, own, def)
	local motion, of = pose.own or own, s.drawn
	if not motion then check.fail(pose.at, { "motion" }, "is missing: the scene's body has none either") end
	local pieces = motion.count - pose.steps + 1
	if pieces < 1 then
		check.fail(pose.at, { "steps" }, ("is %d, but the motion has %d"):format(pose.steps, motion.count))
	end
	local is_end = not (of.walk or of.turn)
	if is_end then def.count = math.min(def.count, pieces) end
	return instances.motion(s.at, motion, { count = def.count, steps = pose.steps, seed = def.seed, along = true,
		turned = of.turn and true }), is_end and pieces or nil
end

-- The motion of the body that moves: what is drawn of it, one instance after the other. And how many
-- instances there are; nil: no end of them.
local function motion_of(s, bodies, moving, def)
	local of, own, pieces = s.drawn, bodies[moving].motion, nil
	local pose = of.pose
	if pose and pose.along then
		own, pieces = pieces_motion(s, pose, own, def)
	elseif pose then
		own = placed_motion(pose, bodies, moving, def)
	elseif own and own.count > 1 then
		check.fail(s.at, { "drawn", "pose" }, ("is missing: the motion of bodies[%d] has %d poses, and " ..
			"h.drawn.path () draws of them"):format(moving, own.count))
	end
	local turned = of.turn and not pose or nil -- placed poses have uniform rotations anyway
	if not (of.walk or turned) then return own, pieces end
	return instances.motion(s.at, own, { count = def.count, steps = def.steps, seed = def.seed, walk = of.walk,
		turned = turned })
end

-- ---- scenes as instances ----

-- The bodies of the first scene, each with the motions of all. Other bodies, or other steps, are an error. A
-- body rests that has no motion in any, or is fixed.
local function joined_bodies(s, list)
	local pose, first = s.drawn.pose, list[1].bodies
	local function fail(i, text)
		check.fail(s.at, { "drawn", "pose" }, ("scene %d of %d %s"):format(i, #list, text))
	end
	for i, scene in ipairs(list) do
		if #scene.bodies ~= #first then
			fail(i, ("has %d bodies, the first has %d"):format(#scene.bodies, #first))
		end
		for b, body in ipairs(scene.bodies) do
			if body.mesh.key ~= first[b].mesh.key then
				fail(i, ("has another mesh than the first as bodies[%d]: only places are drawn"):format(b))
			end
			if body.fixed ~= first[b].fixed then
				fail(i, ("has bodies[%d] fixed otherwise than the first"):format(b))
			end
			local count = body.motion and body.motion.count or 1
			if count ~= 1 and count ~= pose.steps then
				fail(i, ("moves bodies[%d] by %d poses, and steps is %d"):format(b, count, pose.steps))
			end
		end
	end
	return lists.map(first, function (body, b)
		local all, rests = {}, true
		for i, scene in ipairs(list) do
			local motion = scene.bodies[b].motion
			all[i] = motion or false
			if body.fixed and (motion and motion.key) ~= (all[1] and all[1].key) then
				fail(i, ("has bodies[%d] elsewhere than the first, and it is fixed"):format(b))
			end
			rests = rests and (body.fixed or not motion)
		end
		return rests and body or lists.copy(body, { motion = instances.joined(pose.at, all, pose.steps) })
	end)
end

-- A number for the scene function, from 1 to 2^31 - 1: what generators take as a seed.
local function scene_number(seed, i)
	return 1 + (engine.seed_of(("drawn\n%d\n%d"):format(seed, i)) & 0x7fffffff) % 0x7fffffff
end

-- The population of scenes that describe(number) returns, each described and checked.
local function joined_scenes(s, describe, count)
	local list = {}
	for i = 1, count do
		list[i] = describe(scene_number(s.drawn.seed, i))
		check_kept(s, list[i])
		if (list[i].generated ~= nil) ~= (list[1].generated ~= nil) then
			check.fail(s.at, { "drawn", "pose" }, "some scenes are generated, and some have bodies")
		end
	end
	local steps = s.drawn.pose.steps * count
	if list[1].generated then
		local all = instances.generated_joined(lists.field(list, "generated"), s.drawn.pose.steps)
		return { generated = all, steps = steps }
	end
	return lists.copy(list[1], { bodies = joined_bodies(s, list), steps = steps })
end

-- Whether instances are pieces of the scene as it is, with all that moves.
local function is_of_all(of)
	return of.pose and of.pose.along and not (of.pose.own or of.walk or of.turn)
end

-- The pieces of all that moves: motions of as many steps have the same pieces.
local function pieces_of_all(s, scene, def)
	if scene.generated then
		local pieces = math.max(scenes.steps(scene) - def.steps + 1, 1)
		def.count = math.min(def.count, pieces)
		return { generated = instances.generated_pieces(scene.generated, def.count, def.steps, def.seed),
			pieces = pieces }
	end
	for _, body in ipairs(scene.bodies) do
		local moves = body.motion and body.motion.count > 1
		if moves then body.motion, scene.pieces = pieces_motion(s, s.drawn.pose, body.motion, def) end
	end
	return scene
end

-- The scene with the population's instances, one after the other, and as `pieces` how many there are of them;
-- nil: no end. point: what the scene function gets. describe(number): the scene that the scenario describes,
-- checked; number: of the instance, where scenes are drawn. count: of instances.
function drawn.scene(s, point, describe, count)
	local of = s.drawn
	check_count(s.at, { "drawn" }, of, count)
	if of.pose and of.pose.scenes then return joined_scenes(s, describe, count) end
	local scene = describe()
	check_kept(s, scene)
	local def = { count = count, steps = drawn.steps(of), seed = of.seed, point = point }
	if is_of_all(of) and (scene.generated or scene.steps > 1) then
		scene = pieces_of_all(s, scene, def)
	elseif scene.generated then
		check.fail(s.at, { "drawn" }, "needs a scene of bodies; of a made one, h.drawn.path {} draws pieces and "
			.. "h.drawn.scenes {} others like it")
	else
		local moving = moving_body(s.at, scene.bodies)
		scene.bodies[moving].motion, scene.pieces = motion_of(s, scene.bodies, moving, def)
	end
	scene.steps = def.count * def.steps
	return scene
end

return drawn
