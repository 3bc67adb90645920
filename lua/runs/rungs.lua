-- The plans of equal tuning: a rung measures some candidates of the scenario's families on some of its
-- instances, as a run like any other.
--
-- A rung: { name, stage, rounds, is_training, groups = { numbers of the scenario's groups }, members = {
-- { family, candidate }, ... }, first, count }. first, count: the steps of each scene; nil: all of them.
local check = require "base.check"
local drawn = require "vocabulary.drawn"
local json = require "text.json"
local lists = require "base.lists"
local notation = require "text.notation"
local scenes = require "vocabulary.scenes"

local rungs = {}

local TRAINING_GROUPS, HELD_OUT_GROUPS = 4, 8
local DRAWN_MAX = 96  -- instances of a population
local TRAINING = 2 / 3
local INSTANCES_MIN = 4
local STEPS_MIN = 3   -- of a scene that is cut
local STEPS_MOST = 24 -- that a pass takes of a scene's own: more of them would cost rounds

-- The numbers of the groups in which all families are measured.
local function groups_of(s, p)
	local out = {}
	for i, group in ipairs(p.groups) do
		local there = lists.set(lists.field(group.algorithms, "label"))
		local has_all = not lists.any(s.tune, function (family) return not there[family.label] end)
		if has_all and not group.alternative then out[#out + 1] = i end
	end
	return out
end

-- How many steps all these scenes can be cut to, and how many must stay together; nil: one cannot be cut.
local function steps_of(s, p, groups)
	local steps, together = math.huge, 1
	for _, i in ipairs(groups) do
		local scene = p.groups[i].description
		if scene.recording or lists.any(scene.bodies or {}, function (body) return body.deform end) then
			return nil
		end
		if p.groups[i].drawn then together = drawn.steps(s.drawn) end
		local count = scenes.steps(scene)
		steps = math.min(steps, p.groups[i].drawn and math.min(count, DRAWN_MAX * together) or count)
		if steps // together < STEPS_MIN then return nil end -- the others need not be made
	end
	return steps // together, together
end

-- Every third group is held out, where single steps cannot be.
local function split_groups(groups)
	local training = lists.kept(groups, function (_, i) return i % 3 ~= 0 end)
	local held_out = lists.kept(groups, function (_, i) return i % 3 == 0 end)
	training, held_out = lists.spread(training, TRAINING_GROUPS), lists.spread(held_out, HELD_OUT_GROUPS)
	return { groups = training, instances = #training }, { groups = held_out, instances = #held_out }
end

-- first: instances before it; together: steps of an instance. Of a scene's own steps the middle ones, if they
-- are more than a pass takes.
local function part(groups, first, count, together)
	if together == 1 and count > STEPS_MOST then
		first, count = first + (count - STEPS_MOST) // 2, STEPS_MOST
	end
	return { groups = groups, first = first * together + 1, count = count * together,
		instances = #groups * count }
end

-- The groups in which all families are measured.
function rungs.groups(s, p)
	return lists.map(groups_of(s, p), function (i) return p.groups[i] end)
end

-- The hash of what rungs of a scenario would measure: candidates, and the scenes that all families are in.
-- Claims, readings, tables and comments are no part of it.
function rungs.version(s, described)
	local families = lists.map(s.tune, function (family)
		return { family.label, lists.map(family.candidates, function (a) return a.kind .. " " .. a.text end) }
	end)
	local groups = lists.map(described, function (group)
		local population = group.drawn and { drawn.steps(s.drawn), s.drawn.block or 0 } or {}
		return { group.seed_text, group.query, group.objects or "", json.list(population),
			scenes.key(group.description) }
	end)
	return (engine.text_hash(json.encode { families = json.list(families), groups = json.list(groups) }))
end

-- On which instances the families are tuned, and which are held out: { groups, first, count, instances }
-- each. The first two thirds of the steps train: what a step leaves to the next one stays so.
function rungs.split(s, p)
	local all = groups_of(s, p)
	local steps, together = nil, 1
	if #all > 0 then steps, together = steps_of(s, p, all) end
	local training, held_out
	if steps then
		local count = math.floor(steps * TRAINING)
		training = part(lists.spread(all, TRAINING_GROUPS), 0, count, together)
		held_out = part(lists.spread(all, HELD_OUT_GROUPS), count, steps - count, together)
	else
		training, held_out = split_groups(all)
	end
	if training.instances < INSTANCES_MIN or held_out.instances == 0 then
		check.fail(s.at, { "tune" }, ("needs %d instances or more to tune on and others to hold out; the scenario "
			.. "has %d, in %s with all of these algorithms"):format(INSTANCES_MIN, training.instances
			+ held_out.instances, notation.plural(#all, "group")))
	end
	return training, held_out
end

-- Makes the plan of a scenario that of a rung. Its points are the members, group by group.
function rungs.narrow(p, rung)
	local families, points, groups = p.scenario.tune, {}, {}
	p.labels, p.algorithms = {}, {}
	-- the scene function still sees what the scenario reads
	p.readings = lists.map(lists.kept(p.readings, function (reading) return reading.scene end),
		function (reading) return lists.copy(reading, { alternatives = {} }) end)
	for g, number in ipairs(rung.groups) do
		local group = p.groups[number]
		group.algorithms = {}
		for m, member in ipairs(rung.members) do
			local family = families[member.family]
			local a = family.candidates[member.candidate]
			local label = ("%s: %s"):format(family.label, family.texts[member.candidate])
			if g == 1 then p.labels[a], p.algorithms[m] = label, label end
			points[#points + 1] = lists.copy(group.params, { algorithm = a })
			group.algorithms[m] = { point = #points, label = label, kind = a.kind, params = a.text }
		end
		group.runs, group.precision, group.budget, group.per_step = rung.rounds, 0.0, 0.0, false
		group.stop, group.steady = "rounds", true
		group.unbuilt = true -- it is about steps
		-- ranks bear slow samples, and so does a mean within fences
		if rung.is_training then group.preempted, group.ranked = "keep", true end
		if rung.is_training and rung.stage > 1 then group.check = "none" end -- the same scenes were checked
		groups[g] = group
	end
	p.groups, p.points = groups, points
	return p
end

-- The part of a scene, which is no recording, that a rung measures.
function rungs.cut(rung, scene)
	return rung and rung.first and lists.copy(scene, { steps = rung.count, first = rung.first }) or scene
end

return rungs
