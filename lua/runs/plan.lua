-- Makes the plan of a scenario: points, labels, groups, and plan.json (engine/run/plan/plan.h).
local absent = require "vocabulary.unverifiable"
local algorithms = require "vocabulary.algorithms"
local check = require "base.check"
local counters = require "vocabulary.counters"
local drawn = require "vocabulary.drawn"
local externals = require "vocabulary.externals"
local files = require "base.files"
local garbage = require "base.garbage"
local json = require "text.json"
local lists = require "base.lists"
local maps = require "vocabulary.maps"
local plugins = require "vocabulary.plugins"
local readings = require "vocabulary.readings"
local rungs = require "runs.rungs"
local sandbox = require "vocabulary.sandbox"
local scenario = require "vocabulary.scenario"
local scenes = require "vocabulary.scenes"
local sweeps = require "vocabulary.sweeps"
local tune = require "vocabulary.tune"

local plan = {}

-- ---- --filter ----

-- The expression sees the point's columns, `algorithm` (the label), `kind`, `point`, and `reading`, which is
-- an empty text for the scenario's own points.
local function filter_of(text)
	local point
	local environment = setmetatable({}, { __metatable = false, __index = function (_, name)
		if point[name] ~= nil then return point[name] end
		if sandbox.environment[name] ~= nil then return sandbox.environment[name] end
		check.stop(("--filter: '%s' is no column of a point%s"):format(tostring(name),
			check.suggestion(name, check.sorted_keys(point))))
	end })
	local chunk, message = engine.load_chunk("return " .. text, "=--filter", environment)
	if not chunk then check.stop(message) end
	return function (columns)
		point = columns
		local ok, result = pcall(chunk)
		if not ok then check.stop(type(result) == "table" and result.text or tostring(result)) end
		return result
	end
end

local function filter_columns(point, label, i, reading)
	return lists.copy(point, { algorithm = label, kind = point.algorithm.kind, point = i, reading = reading })
end

local function filtered(points, labels, text)
	if not text then return points end
	local keep = filter_of(text)
	local out = lists.kept(points, function (point, i)
		return keep(filter_columns(point, labels[point.algorithm], i, ""))
	end)
	if #out == 0 then check.stop(("--filter: no point of %d is left by '%s'"):format(#points, text)) end
	return out
end

-- The alternatives to the points that are left, as readings.points has them, numbered after all `count`
-- points.
local function filtered_alternatives(list, points, count, labels, text)
	local all = readings.points(list, points)
	if not text then return all end
	local keep = filter_of(text)
	return lists.kept(all, function (entry, i)
		local label = entry.alternative.label or labels[entry.of.algorithm]
		return keep(filter_columns(entry.point, label, count + i, entry.alternative.id))
	end)
end

-- ---- groups ----

-- A text that is the same for the same swept values, whatever their order.
local function group_text(point)
	local parts = {}
	for _, key in ipairs(check.sorted_keys(point)) do
		if key ~= "algorithm" then
			local v = check.text(point[key])
			parts[#parts + 1] = ("%s:%s:%d:%s\n"):format(key, type(point[key]), #v, v)
		end
	end
	return table.concat(parts)
end

local function policy_of(s, job, point, name)
	if job[name] ~= nil and job[name] ~= false then
		if point[name] ~= nil then -- its column would not say what was done
			check.stop(("--%s: the scenario sweeps it; use -s %s=..."):format(name, name))
		end
		return scenario.policies[name]({ file = "", line = 0 }, {}, job[name])
	end
	if point[name] ~= nil then
		return scenario.policies[name](s.at, { "sweep", name }, point[name])
	end
	if job.quick and s.quick.policies[name] ~= nil then return s.quick.policies[name] end
	if s.policies[name] ~= nil then return s.policies[name] end
	return scenario.defaults[name]
end

-- `objects` is an error with queries that have no objects.
local function check_objects(s, job, point)
	if point.objects == nil and s.policies.objects == nil and not (job.quick and s.quick.policies.objects) then
		return
	end
	check.fail(s.at, point.objects ~= nil and { "sweep", "objects" } or { "objects" },
		"is for query = 'boxes' alone")
end

-- The query boxes takes broad phases only, and all other queries take none.
local function check_query(s, group, a)
	local is_broad = algorithms.by_name[a.kind].objects
	if is_broad == (group.query == "boxes") then return end
	local place = { file = a.at.file or s.at.file, line = a.at.line or s.at.line }
	check.fail(place, nil, is_broad
		and ("%s alone is for query = 'boxes', not '%s'; before a tree it is its `broad`")
			:format(a.kind, group.query)
		or ("query = 'boxes' is of broad phases alone, such as h.broad.sap(); %s is none"):format(a.kind))
end

-- A metatable for groups with the policies of a point. Most groups of a plan share them. known: those that
-- there are.
local function policies_of(s, job, point, known)
	local swept = {}
	for name in next, scenario.policies do
		if point[name] ~= nil then swept[#swept + 1] = ("%s:%s\n"):format(name, check.text(point[name])) end
	end
	local text = table.concat(swept)
	if not known[text] then
		local policies = {}
		for _, name in ipairs(check.sorted_keys(scenario.policies)) do
			policies[name] = policy_of(s, job, point, name)
		end
		known[text] = { __index = policies }
	end
	return known[text]
end

local function new_group(s, job, point, text, policies, alternative)
	local seed, seed_text = engine.seed_of(("%d\n%s"):format(job.seed, text))
	local params = lists.copy(point)
	params.algorithm = nil
	local group = setmetatable({ params = params, seed = seed, seed_text = seed_text, algorithms = {} },
		policies_of(s, job, point, policies))
	if group.query ~= "boxes" then check_objects(s, job, point) end
	group.alternative = alternative
	drawn.mark_group(s, group, alternative)
	if group.per_step and group.query == "approach" then
		check.fail(s.at, { "per_step" }, "has no steps to tell of under query = 'approach'")
	end
	return group
end

local function find_or_add(found, name, make)
	if not found[name] then
		found[name] = make()
		found[#found + 1] = found[name]
	end
	return found[name]
end

local function groups_of(s, job, points, labels, policies)
	local groups = {}
	for i, point in ipairs(points) do
		local text = group_text(point)
		local group = find_or_add(groups, text, function () return new_group(s, job, point, text, policies) end)
		local a = point.algorithm
		check_query(s, group, a)
		group.algorithms[#group.algorithms + 1] = { point = i, label = labels[a], kind = a.kind, params = a.text }
	end
	return groups
end

local function has_algorithm(group, a)
	return lists.any(group.algorithms, function (entry)
		return not entry.reading and entry.kind == a.kind and entry.params == a.text
	end)
end

-- Adds the alternatives to the groups and to the points. Alternatives are numbered after all other points, so
-- that a new reading changes no number. An algorithm that is already in the group is not measured twice. A
-- group of another scene has the seed of the group to which it is an alternative, so that only the reading
-- differs.
local function add_alternatives(s, job, groups, points, alternatives, labels, policies)
	for _, entry in ipairs(alternatives) do
		local point, alternative, text = entry.point, entry.alternative, group_text(entry.of)
		local group, a = groups[text], point.algorithm
		if alternative.scene then
			group = find_or_add(groups, text .. "\n" .. alternative.id, function ()
				return new_group(s, job, point, text, policies, alternative)
			end)
		end
		if alternative.scene or not has_algorithm(group, a) then
			points[#points + 1] = point
			group.algorithms[#group.algorithms + 1] = { point = #points, kind = a.kind, params = a.text,
				label = alternative.label or labels[entry.of.algorithm], reading = alternative.id }
		end
	end
end

-- ---- the plan ----

-- The reading that --drawn asks for. A paper's --drawn goes on to all of its scenarios, and a run's stays its
-- own.
local function population_of(s, job)
	if s.population or job.run_dir or job.verb == "paper" then return s.population end
	check.stop("--drawn: the scenario has no `drawn` with beside = true: " .. (s.drawn and
		"its population is measured anyway" or "it draws no population"))
end

-- Resolves everything of a scenario except its groups and scenes. Second result: the points of its readings.
local function resolve_points(s, job)
	local space = scenario.resolve_space(s, job)
	local function order_keys(list) return scenario.ordered(list, s.order) end
	local points, keys, columns = engine.trusted(sweeps.points, space, order_keys) -- h.where's functions are not
	garbage.expect(#points)
	local labels, count = algorithms.label(columns.algorithm.values, s.algorithms), #points
	points = filtered(points, labels, job.filter)
	local out = { scenario = s, job = job, points = points, labels = labels, order_of = {} }
	for _, what in ipairs(scenario.named) do
		out.order_of[what] = scenario.ordered(check.sorted_keys(s.table[what] or {}), s.order)
	end
	out.readings = readings.ordered(s.readings, out.order_of.readings)
	if job.drawn then table.insert(out.readings, population_of(s, job)) end
	lists.add(out.readings, tune.readings(s, job, plan.tuning_version))
	local alternatives = filtered_alternatives(out.readings, points, count, labels, job.filter)
	-- every summary has a column `query` anyway
	out.columns = lists.kept(keys, function (key) return key ~= "algorithm" and key ~= "query" end)
	local present = lists.set(lists.field(points, "algorithm"))
	-- labels that alternatives have of their own come last
	out.algorithms = lists.distinct(lists.joined(
		lists.map(columns.algorithm.values, function (a) return present[a] and labels[a] end),
		lists.map(alternatives, function (entry) return entry.alternative.label end)))
	return out, alternatives
end

-- Resolves everything of a scenario except its scenes.
function plan.resolve(s, job)
	local out, alternatives = resolve_points(s, job)
	local points, labels, policies = out.points, out.labels, {}
	maps.check_plan(out)
	-- no code of the scenario runs in these
	out.groups = engine.trusted(groups_of, s, job, points, labels, policies)
	engine.trusted(add_alternatives, s, job, out.groups, points, alternatives, labels, policies)
	engine.trusted(externals.check_groups, s, out.groups, algorithms.by_name)
	return job.rung and rungs.narrow(out, job.rung) or out
end

-- What a report needs of the scenario: its columns, labels, readings and the order of everything that it
-- names.
function plan.outline(s, job)
	local out = resolve_points(s, job)
	out.points = nil
	return out
end

-- Removes all groups except the group of one point.
function plan.keep_point(p, point)
	p.groups = lists.kept(p.groups, function (group)
		return lists.any(group.algorithms, function (a) return a.point == point end)
	end)
end

-- Calls f(...) for a group. Where a run is verified, a model file that cannot be read is no error: it leaves
-- the group out.
local function try_group(p, group, f, ...)
	if p.job.verb ~= "verify" then return f(...) end
	scenes.unreadable = nil
	local ok, problem = pcall(f, ...)
	if ok then return problem end
	if not scenes.unreadable then error(problem, 0) end
	group.absent = scenes.unreadable
	return nil
end

-- What a scene function gets. A swept key may be nil at a point; any other key is a slip of the pen.
local function point_of(p, params)
	local known = lists.joined(p.columns, check.sorted_keys(params))
	return setmetatable(params, { __metatable = false, __index = function (_, key)
		if check.contains(known, key) then return nil end
		local file, line = engine.here()
		local near = check.suggestion(key, known)
		local message = ("p.%s: a scene's point has no such value%s"):format(tostring(key), near)
		check.raise({ file = file, line = line }, nil, message)
	end })
end

-- Describes the scene of each group by describe(params, group). Of descriptions that are not kept, model
-- files are looked for.
local function describe_groups(p, describe, is_kept)
	for i, group in ipairs(p.groups) do
		local params = lists.copy(group.params, readings.scene_values(p.readings, group.alternative))
		sandbox.environment.math.randomseed(group.seed)
		local description = try_group(p, group, engine.untrusted_part, describe, point_of(p, params), group)
		if is_kept and not is_kept[i] then
			if description then try_group(p, group, scenes.look_for_files, description) end
		else
			group.description = description
		end
	end
end

-- Calls the scene function for every group; each call has the limits of the scenario's own code for itself.
-- This gives descriptions only; no mesh or motion is made yet. is_kept[i]: whether the description of group i
-- is kept; nil: each is.
function plan.describe_scenes(p, is_kept)
	local f = p.scenario.table.scene
	local file, line = engine.function_place(f)
	local at = { file = file, line = line, callee = "return", owner = "scene" }
	local s = p.scenario
	engine.trusted(describe_groups, p, function (params, group)
		local function one(number) return scenes.check(at, f(params, number)) end
		local count = p.job.quick and s.quick.drawn or s.drawn and s.drawn.count
		local scene = group.drawn and drawn.scene(s, params, one, count) or one()
		group.pieces = scene.pieces
		return rungs.cut(p.job.rung, scene)
	end, is_kept)
	p.scene_at = { file = file, line = line, owner = "scene" }
end

-- What equal tuning of the scenario as it stands would measure, as a hash: what a choice holds for.
function plan.tuning_version(s)
	local p = plan.resolve(s, { seed = 1, settings = {}, verb = "tune" })
	p.groups = rungs.groups(s, p)
	plan.describe_scenes(p)
	return rungs.version(s, p.groups)
end

-- Looks for the model files of all scenes that were described and kept.
function plan.look_for_files(p)
	for _, group in ipairs(p.groups) do
		if group.description then scenes.look_for_files(group.description) end
	end
end

-- Reads models, makes meshes and finds poses. Everything that can fail because of user input fails here.
function plan.realize_scenes(p)
	for _, group in ipairs(p.groups) do
		if not group.absent then try_group(p, group, scenes.realize_all, group.description) end
	end
end

local ALONE = "results of another program are not judged without an algorithm that is measured"

-- Removes what cannot be counted again: groups whose model files cannot be read, and algorithms that are
-- absent. p.not_counted: { reason, points } for each reason.
function plan.leave_out(p)
	local kept, left_out = {}, {}
	for _, group in ipairs(p.groups) do
		local list = {}
		for _, a in ipairs(group.algorithms) do
			local alone = #list == 0 and algorithms.by_name[a.kind].external and ALONE
			local reason = group.absent or absent.kinds[a.kind] or alone
			if reason then
				local entry = find_or_add(left_out, reason, function () return { reason = reason, points = {} } end)
				entry.points[#entry.points + 1] = a.point
			else
				list[#list + 1] = a
			end
		end
		group.algorithms = list
		if #list > 0 then kept[#kept + 1] = group end
	end
	p.groups, p.not_counted = kept, #left_out > 0 and left_out or nil
	if #kept > 0 then return end
	local reasons = table.concat(lists.field(left_out, "reason"), "; ")
	check.stop("nothing can be counted again: " .. reasons, 7)
end

-- What claims about a population want to be known to, where it is timed until they are decided.
local DECIDED_PRECISION = 0.03

local function precision_of(group)
	if group.precision > 0 then return group.precision end
	return group.stop == "decided" and group.drawn and DECIDED_PRECISION or nil
end

local function group_json(p, group, counted)
	local inspect, of = json.list(group.unbuilt and {} or p.scenario.inspect), p.scenario.drawn
	local steps = of and drawn.steps(of) > 1 and drawn.steps(of) or nil
	local folds = group.drawn and drawn.folds(of)
	return { params = lists.pick(group.params, p.columns), scene = group.scene, seed = group.seed_text,
		query = group.query, objects = group.query == "boxes" and group.objects or nil,
		per_step = group.per_step, check = group.check, runs = group.runs, layout = group.layout,
		block = group.drawn and (of.block or drawn.BLOCK_LEAST) or nil, questions = group.questions,
		pieces = group.pieces, bounds = group.bounds, folds = folds and folds > 2 and folds or nil,
		block_grows = group.drawn and not of.block and not group.steady or nil,
		instance_steps = group.drawn and steps or nil, preempted = group.preempted, number = group.number,
		precision = precision_of(group), timeout_s = group.timeout,
		unbuilt = group.unbuilt or not group.builds or nil, ranked = group.ranked, inspect = inspect,
		counters = counted, algorithms = group.algorithms }
end

local function groups_json(p)
	local counted = json.list(p.job.rung and {} or counters.all(p.scenario.counters, p.job.counters))
	return json.each(p.groups, function (group) return group_json(p, group, counted) end)
end

-- The hash of all that was asked for: the same on every machine, whatever the program, the folder and the
-- scenes. Shards of one plan have the same. The plan must have all its groups, and none may be baked.
function plan.identity(p)
	local job = p.job
	local texts = lists.map(sandbox.modules, function (module) return { module.path, module.text } end)
	return (engine.text_hash(json.encode {
		scenario = p.scenario.table.name, text = job.text, modules = json.list(texts), quick = job.quick or false,
		seed = ("%d"):format(job.seed), settings = json.lists(job.settings), filter = job.filter,
		counts = job.counts, budget = p.groups[1].budget, columns = json.list(p.columns), groups = groups_json(p),
	}))
end

-- The names and keys of the plug-ins. Their files may lie elsewhere on another machine.
local function plugins_json()
	return json.list(lists.map(plugins.list, function (text)
		local plugin = engine.json_decode(text)
		return { plugin.name, plugin.key }
	end))
end

-- Of a shard: its place, the size of the whole plan, and the hash of what may not change while it goes on.
local function shard_json(p, models)
	if not p.whole then return nil end
	local content = { p.identity, json.list(models), plugins_json(), lists.field(p.groups, "number") }
	return { index = p.job.shard, count = p.job.shards, groups = p.whole.groups, points = p.whole.points,
		content = engine.text_hash(json.encode(content)) }
end

-- What the run's folder is called.
function plan.name(p) return p.job.rung and p.job.rung.name or p.scenario.table.name end

local function encode(p)
	local s, job = p.scenario, p.job
	local models = lists.map(check.sorted_keys(scenes.models), function (file)
		return { file = file, sha256 = scenes.models[file], skipped = scenes.skipped[file] }
	end)
	return json.encode {
		scenario = plan.name(p), file = job.file, started_in = job.started_in or engine.working_folder(),
		title = s.table.title or "", paper = s.table.paper or "",
		quick = job.quick or false, counts = job.counts, seed = ("%d"):format(job.seed),
		settings = json.lists(job.settings), filter = job.filter, left_out = p.left_out, identity = p.identity,
		shard = shard_json(p, models),
		options = { runs = job.runs, precision = job.precision, timeout = job.timeout, check = job.check,
			counters = job.counters, budget = job.budget, layout = job.layout,
			preempted = job.preempted, stop = job.stop, counts = job.counts, drawn = job.drawn or nil,
			of = job.x and job.of, against = job.x and job.against, x = job.x, y = job.y,
			tuned = job.tuned or nil, rung = job.rung },
		budget_s = p.groups[1].budget > 0 and p.groups[1].budget or nil,
		columns = json.list(p.columns), plugins = #plugins.list > 0 and plugins.list or nil,
		maps = not job.rung and maps.json(p) or nil,
		not_counted = p.not_counted, points = p.not_counted and p.points and #p.points,
		other_builds = #absent.builds > 0 and absent.builds or nil,
		notes = #scenes.notes > 0 and scenes.notes or nil,
		models = json.list(models), modules = json.list(lists.field(sandbox.modules, "path")),
		groups = groups_json(p),
	}
end

-- Writes the scenes, copies of the scenario's files, and plan.json last. So if plan.json exists, all files
-- exist.
function plan.write(p, dir)
	files.write(dir .. "/scenario.lua", p.job.text)
	for _, module in ipairs(sandbox.modules) do files.write(dir .. "/modules/" .. module.path, module.text) end
	files.must(engine.make_folder(dir .. "/scenes"))
	for i, group in ipairs(p.groups) do
		group.scene = ("scenes/%04d.scene"):format(i - 1)
		scenes.bake(p.scene_at, group.description, dir .. "/" .. group.scene, group)
	end
	files.write(dir .. "/plan.json", encode(p))
end

return plan
