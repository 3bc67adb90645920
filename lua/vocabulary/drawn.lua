-- Populations: a scenario's key `drawn` says of what instances its claims are, and how they are drawn. An
-- instance is a step of the scene's one moving body; all are counted, and each round times a few of them
-- (docs/explanation/populations.md).
local check = require "base.check"
local fields = require "base.fields"

local drawn = {}

local COUNT_MOST = 100000
drawn.count = { "count", "integer", lo = 1, hi = COUNT_MOST, about = "instances, which are all counted" }

fields.object_type("drawn pose", "h.drawn.touching { depth = 0.02 }")

local DRAWN = {
	{ "pose", "drawn pose", about = "of the body that moves" },
	drawn.count,
	{ "seed", "integer", lo = 0, default = 1, about = "of all that is drawn" },
	{ "block", "integer", lo = 1, hi = 1000, default = 12, about = "instances that a round times" },
	{ "beside", "boolean", default = false,
		about = "true: with --drawn, in groups of their own beside those of the scene's poses, as a reading" },
}
drawn.fields = DRAWN

-- A population beside a scene's own poses is a reading of the scene, of this name.
drawn.READING = { name = "drawn", keys = { scene = true, ours = "own", others = { "population" },
	open = "over which poses a claim is judged: those of the scene, or all that are drawn" } }

function drawn.read(at, path, v) return fields.read(at, path, v, DRAWN) end

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
		if body.deform then check.fail(at, { "drawn" }, ("bodies[%d] deforms: only poses are drawn"):format(i)) end
		if body.motion and moving then
			check.fail(at, { "drawn", "pose" }, ("is of one body, but bodies[%d] and bodies[%d] have a motion")
				:format(moving, i))
		end
		moving = body.motion and i or moving
	end
	moving = moving or #bodies
	if bodies[moving].fixed then check.fail(at, { "drawn", "pose" }, ("bodies[%d] is fixed"):format(moving)) end
	return moving
end

-- Puts the instances into a scene that was described (lua/vocabulary/scenes.lua). count: of instances.
function drawn.put(s, scene, count)
	local at, pose, bodies = s.at, s.drawn.pose, scene.bodies
	if not bodies then check.fail(at, { "drawn" }, "needs a scene of bodies, not a made or recorded one") end
	local moving = moving_body(at, bodies)
	if not pose.on and #bodies ~= 2 then
		check.fail(pose.at, { "on" }, ("is missing: the scene has %d bodies, so name two meshes, { still, moving }")
			:format(#bodies))
	end
	local on = pose.on or { bodies[3 - moving].mesh, bodies[moving].mesh }
	bodies[moving].motion, scene.steps = pose.motion(on, count, s.drawn.seed), count
	return scene
end

return drawn
