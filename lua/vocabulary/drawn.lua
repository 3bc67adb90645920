-- Populations: a scenario's key `drawn` says of what instances its claims are, and how they are drawn
-- (instances.lua). An instance is a step of the scene's one moving body, or several one after the other; all
-- are counted, and each round times a few of them (docs/explanation/populations.md).
local check = require "base.check"
local fields = require "base.fields"
local instances = require "vocabulary.instances"
local lists = require "base.lists"

local drawn = {}

local COUNT_MOST, STEPS_MOST = 100000, 1000000
drawn.BLOCK_LEAST = 12 -- instances of a round where the scenario states no `block`
drawn.count = { "count", "integer", lo = 1, hi = COUNT_MOST, about = "instances, which are all counted" }

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
		about = "instances that a round times; without it 12, or so many that most of a session is samples" },
	{ "beside", "boolean", default = false,
		about = "true: with --drawn, in groups of their own beside those of the scene's poses, as a reading" },
}
drawn.fields = DRAWN

-- A population beside a scene's own poses is a reading of the scene, of this name.
drawn.READING = { name = "drawn", keys = { scene = true, ours = "own", others = { "population" },
	open = "over which poses a claim is judged: those of the scene, or all that are drawn" } }

-- Steps of an instance.
function drawn.steps(of) return of.walk and of.walk.steps or of.pose and of.pose.steps or 1 end

-- What a report calls them.
function drawn.about(of)
	local from = of.pose and of.pose.about or of.turn and "rotations"
	if not of.walk then return from end
	return from and "walks from " .. from or "walks"
end

-- What cannot stand beside what else is drawn.
local function check_parts(at, path, of)
	local function fail(key, message) check.fail(at, check.join(path, key), message) end
	local pose = of.pose
	if not (pose or of.walk or of.turn) then
		fail("pose", "is missing; or a walk or turn from where the body is")
	end
	if of.turn and pose and not pose.along then
		fail("turn", ("is given besides h.drawn.%s, whose rotations are uniform"):format(pose.name))
	end
	if of.walk and pose and pose.steps > 1 then
		fail("walk", ("is given besides pieces of %d steps"):format(pose.steps))
	end
	if of.model and of.beside then
		fail("model", "is given besides beside = true: the scene's own poses are of swept models")
	end
	if of.count * drawn.steps(of) > STEPS_MOST then
		fail("count", ("is %d, which at %d steps each are more than %d steps"):format(of.count, drawn.steps(of),
			STEPS_MOST))
	end
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
	if group.query ~= "all" and group.query ~= "first" then
		fail(("is for the queries all and first, not for query = '%s'"):format(group.query))
	end
	if group.per_step then fail "is given besides per_step; instances.csv has single instances" end
end

-- The number of the body that moves: the one with a motion, whose poses are drawn instead, or else the last.
local function moving_body(at, bodies)
	local moving
	for i, body in ipairs(bodies) do
		if body.motion and moving then
			check.fail(at, { "drawn" }, ("is of one body, but bodies[%d] and bodies[%d] have a motion; "
				.. "h.drawn.along {} alone draws pieces of all"):format(moving, i))
		end
		moving = body.motion and i or moving
	end
	moving = moving or #bodies
	if bodies[moving].fixed then check.fail(at, { "drawn" }, ("bodies[%d] is fixed"):format(moving)) end
	return moving
end

-- Poses of two meshes, one for each instance.
local function placed_motion(pose, bodies, moving, def)
	if not pose.on and #bodies ~= 2 then
		check.fail(pose.at, { "on" }, ("is missing: the scene has %d bodies, so name two meshes, { still, moving }")
			:format(#bodies))
	end
	return pose.motion(pose.on or { bodies[3 - moving].mesh, bodies[moving].mesh }, def.count, def.seed)
end

-- Pieces of a motion. A piece is drawn again once all were, which says something new only of a body that is
-- turned or goes on by itself.
local function pieces_motion(s, pose, own, def)
	local motion, of = pose.own or own, s.drawn
	if not motion then check.fail(pose.at, { "motion" }, "is missing: the scene's body has none either") end
	local pieces = motion.count - pose.steps + 1
	if pieces < 1 then
		check.fail(pose.at, { "steps" }, ("is %d, but the motion has %d"):format(pose.steps, motion.count))
	end
	if def.count > pieces and not (of.walk or of.turn) then
		check.fail(s.at, { "drawn", "count" }, ("is %d, but a motion of %d steps has %d pieces of %d"):format(
			def.count, motion.count, pieces, pose.steps))
	end
	return instances.motion(s.at, motion, { count = def.count, steps = pose.steps, seed = def.seed, along = true,
		turned = of.turn and true })
end

-- The motion of the body that moves: what is drawn of it, one instance after the other.
local function motion_of(s, bodies, moving, def)
	local of, own = s.drawn, bodies[moving].motion
	local pose = of.pose
	if pose and pose.along then
		own = pieces_motion(s, pose, own, def)
	elseif pose then
		own = placed_motion(pose, bodies, moving, def)
	elseif own and own.count > 1 then
		check.fail(s.at, { "drawn", "pose" }, ("is missing: the motion of bodies[%d] has %d poses, and " ..
			"h.drawn.along () draws of them"):format(moving, own.count))
	end
	local turned = of.turn and not (pose and pose.along) or nil
	if not (of.walk or turned) then return own end
	return instances.motion(s.at, own, { count = def.count, steps = def.steps, seed = def.seed, walk = of.walk,
		turned = turned })
end

-- Whether instances are pieces of the scene as it is, with all that moves.
local function is_of_all(of)
	return of.pose and of.pose.along and not (of.pose.own or of.walk or of.turn)
end

-- Puts the instances into a scene that was described (lua/vocabulary/scenes.lua). count: of instances.
function drawn.put(s, scene, count)
	local at, bodies, steps = s.at, scene.bodies, drawn.steps(s.drawn)
	if not bodies then check.fail(at, { "drawn" }, "needs a scene of bodies, not a made or recorded one") end
	for i, body in ipairs(bodies) do
		if body.deform then check.fail(at, { "drawn" }, ("bodies[%d] deforms: only poses are drawn"):format(i)) end
	end
	local def = { count = count, steps = steps, seed = s.drawn.seed }
	if is_of_all(s.drawn) and scene.steps > 1 then
		for _, body in ipairs(bodies) do -- motions of as many steps have the same pieces
			local moves = body.motion and body.motion.count > 1
			body.motion = moves and pieces_motion(s, s.drawn.pose, body.motion, def) or body.motion
		end
	else
		local moving = moving_body(at, bodies)
		bodies[moving].motion = motion_of(s, bodies, moving, def)
	end
	scene.steps = count * steps
	return scene
end

return drawn
