-- `harness worst`: scenes on which one algorithm does far worse than another. Each scene is made, and counted
-- by both, in a process of its own; its time is predicted from the counts, by costs that are fitted to a few
-- timed scenes. What is found is a lower bound of how bad it can get.
local algorithms = require "vocabulary.algorithms"
local check = require "base.check"
local csv = require "text.csv"
local files = require "base.files"
local json = require "text.json"
local kept = require "runs.worst_kept"
local lists = require "base.lists"
local notation = require "text.notation"
local sandbox = require "vocabulary.sandbox"
local scenes = require "vocabulary.scenes"
local space = require "runs.worst_scenes"
local worst_search = require "runs.worst_search"

local worst = {}

local BUDGET = 400
local SECONDS = 60    -- of processor time that one scene may take: far more than any of shapes needs
local SHORT_NS = 1000 -- a time that is shorter cannot be told well: no ratio is taken to it
local TIMED = 24      -- scenes that costs are fitted to, of the random ones
local TIMED_BEST = 8  -- and of the best, three times
local MODELS_MAX, MODEL_FACES_MAX = 12, 20000
local HERE = { file = "", line = 0 }
local SIDES = { "of", "against" } -- of a pair

-- ---- members ----

-- The member of the group that a text names: by its label, else by its name, where that is one alone.
local function named(members, option, text)
	local of_kind = lists.kept(members, function (m) return m.kind == text end)
	for _, m in ipairs(members) do
		if m.label == text then return m end
	end
	if #of_kind == 1 then return of_kind[1] end
	local labels = lists.field(members, "label")
	if #of_kind > 1 then
		check.stop(("--%s: several are called '%s': '%s'"):format(option, text,
			table.concat(lists.field(of_kind, "label"), "', '")))
	end
	local near = check.suggestion(text, labels)
	check.stop(("--%s: there is no '%s' in the scenario%s; there are '%s'"):format(option, text, near,
		table.concat(labels, "', '")))
end

-- The pairs that are asked for: { the one, the one that it is compared to }.
local function pairs_of(members, job)
	local of = job.of and { named(members, "of", job.of) } or members
	local against = job.against and { named(members, "against", job.against) } or members
	if job.of and job.against and of[1] == against[1] then
		check.stop(("--against: '%s' is the algorithm of --of too"):format(of[1].label))
	end
	local out = {}
	for _, a in ipairs(of) do
		for _, b in ipairs(against) do
			if a ~= b then out[#out + 1] = { a, b } end
		end
	end
	return out
end

-- The first group with the most algorithms, and these algorithms.
local function members_of(p)
	local group = p.groups[1]
	for _, other in ipairs(p.groups) do
		if #other.algorithms > #group.algorithms then group = other end
	end
	if group.query ~= "all" and group.query ~= "first" then
		check.stop(("worst is for the queries all and first, not for query = '%s'"):format(group.query))
	end
	local members = lists.kept(group.algorithms, function (a)
		return not a.reading and not algorithms.by_name[a.kind].external
	end)
	if #members < 2 then
		check.stop(("%s: has no two algorithms to compare, only '%s': sweep more"):format(p.job.file,
			members[1] and members[1].label or ""))
	end
	return lists.map(members, function (a)
		return { label = a.label, kind = a.kind, params = a.params }
	end), group.query
end

-- ---- models ----

-- A model of the scenario as a kind of body. One that is read from a file is scaled to a diameter of 2.
local function model_kind(mesh, number)
	local text
	if mesh.path then
		local unit = mesh.scale * 2 / mesh:diameter()
		local path = files.must(engine.real_path(mesh.path))
		text = function (scale)
			return ("h.mesh { file = %s, scale = %s }"):format(kept.quoted(path), ("%.6g"):format(unit * scale))
		end
	else
		text = function () return ("h.%s"):format(kept.call(mesh.call[1], mesh.call[2])) end
	end
	return { name = ("model %d"):format(number), genes = {}, text = text }
end

local function models_of(p)
	local found = {}
	for _, group in ipairs(p.groups) do
		for _, body in ipairs(group.description.bodies or {}) do
			if (body.mesh.path or body.mesh.call) and not found[body.mesh.key] and #found < MODELS_MAX then
				found[body.mesh.key] = true
				found[#found + 1] = body.mesh
			end
		end
	end
	found = lists.kept(found, function (mesh)
		return mesh:faces() <= MODEL_FACES_MAX and mesh:diameter() > 0
	end)
	return lists.map(found, model_kind)
end

-- ---- counting ----

local function made(text)
	return sandbox.run(("local h = require %s\nreturn %s"):format("'harness'", text), "a scene of worst")
end

-- The scene of a record as a description, and the second body's position.
local function describe(scene)
	local still = made(space.mesh_text(scene[1], 1))
	local moving = made(space.mesh_text(scene[2], scene.scale))
	local x, y, z = engine.contact(scenes.realize(still), scenes.realize(moving), scene.axis,
		scene.degrees * math.pi / 180, scene.direction, scene.depth)
	if not x then check.stop(y) end
	local position = { x, y, z }
	local motion = made(space.motion_text(scene, position))
	return scenes.check(HERE, { bodies = { { still }, { moving, motion = motion } } }), position,
		{ still:faces(), moving:faces() }
end

-- In a side process: makes and counts a scene, and tells what came out.
local function count_one(state, record, is_timed)
	local path = ("%s/%d.scene"):format(state.temporary, record.number)
	local ok, why = pcall(function ()
		local description, position, faces = describe(record.scene)
		local out = { position = position, faces = faces, counts = {}, hashes = {}, ms = is_timed and {} or nil }
		scenes.realize_all(description)
		scenes.bake(HERE, description, path, { query = state.query })
		for i, m in ipairs(state.members) do
			local counts, hash, ms = engine.trial_counts(path, state.query, m.kind, m.params, is_timed)
			if not counts then check.stop(("%s: %s"):format(m.label, hash)) end
			out.counts[i], out.hashes[i] = counts, hash
			if is_timed then out.ms[i] = ms end
		end
		return engine.tell(json.encode(out))
	end)
	engine.remove_file(path)
	if not ok then engine.tell(json.encode { failed = type(why) == "table" and why.text or tostring(why) }) end
end

-- Counts records on all processors; timed ones one after the other.
local function count(state, records, is_timed)
	local function one(i) count_one(state, records[i], is_timed) end
	local told = engine.side_processes(SECONDS, one, #records, is_timed and 1 or state.jobs)
	for i, record in ipairs(records) do
		local found = engine.json_decode(told[i])
		found = type(found) == "table" and found or { failed = ("not counted in %d s"):format(SECONDS) }
		if is_timed then
			record.ms = found.ms
		else
			for key, v in next, found do record[key] = v end
		end
	end
end

-- ---- costs ----

-- Predicts the times of records that were counted, in nanoseconds.
local function judge(state, records)
	local function predicted(counts, i)
		local costs = state.members[i].costs
		local sum = costs[1]
		for k, n in ipairs(counts) do sum = sum + costs[k + 1] * n end
		return math.max(sum, costs.least)
	end
	for _, r in ipairs(lists.kept(records, function (record) return record.counts end)) do
		r.predicted = lists.map(r.counts, predicted)
		r.score = r.predicted[2] >= SHORT_NS and r.predicted[1] / r.predicted[2] or nil
		-- without a hash an algorithm may report other pairs
		local compared = r.hashes[1] ~= "" and r.hashes[2] ~= ""
		r.answers = compared and (r.hashes[1] == r.hashes[2] and "agree" or "differ") or nil
	end
end

-- Some of the records that were counted, spread evenly over their counts, the least and the most among them.
local function spread(records, most)
	local counted, work = lists.kept(records, function (r) return r.counts end), {}
	for _, r in ipairs(counted) do
		work[r] = 0
		for _, n in ipairs(lists.flat(r.counts)) do work[r] = work[r] + n end
	end
	return lists.spread(lists.sort(counted, function (r) return work[r] end, "number"), most)
end

-- After the random scenes, and some times later: times some, fits costs, predicts all again. Where scenes are
-- that are found, a count may cost more than elsewhere: tests of triangles that are hard to tell apart, say.
local function look(state, all, is_first)
	if state.is_given then return end
	local untimed = lists.kept(worst_search.ranked(all), function (r) return not r.ms end)
	local best = table.move(untimed, 1, math.min(#untimed, TIMED_BEST), 1, {})
	count(state, is_first and spread(all, TIMED) or best, true)
	local timed = lists.kept(all, function (r) return r.ms end)
	if #timed == 0 then check.stop("no scene could be counted: " .. tostring(all[1].failed), 3) end
	for i, m in ipairs(state.members) do
		local function counts(r) return r.counts[i] end
		local function ns(r) return 1e6 * r.ms[i] end
		local costs, least = engine.costs(lists.map(timed, counts), lists.map(timed, ns))
		costs.least, m.costs = least, costs
	end
	judge(state, all)
end

-- Takes the costs of the members from a costs.csv, that of a search or of a run.
local function take_costs(members, path)
	local places, found = { instance = 1, least = "least" }, {}
	for k, name in ipairs(engine.count_names) do places[name] = k + 1 end
	local ok, rows = pcall(csv.parse, files.read(path), { algorithm = true })
	if not ok then check.stop(("%s: %s"):format(path, rows)) end
	for i, row in ipairs(rows) do
		local cost, place = row.cost_ns, places[row.cost_of]
		if not (row.algorithm and place and type(cost) == "number" and cost >= 0 and cost < math.huge) then
			check.stop(("%s: line %d: needs algorithm, cost_of, which is a count, and cost_ns, finite, 0 or more")
				:format(path, i + 1))
		end
		local costs = found[row.algorithm] or {}
		found[row.algorithm] = costs
		costs[place] = costs[place] or cost
	end
	for _, m in ipairs(members) do
		m.costs = found[m.label] or check.stop(("%s: has no costs of '%s'%s"):format(path, m.label,
			check.suggestion_or_first(m.label, check.sorted_keys(found))))
		m.costs.least = m.costs.least or 1.0
		for k = 1, #engine.count_names + 1 do m.costs[k] = m.costs[k] or 0.0 end
	end
end

-- ---- files ----

local function costs_text(members)
	local rows = {}
	for _, m in ipairs(members) do
		for k, cost in ipairs(lists.joined(m.costs, { m.costs.least })) do
			local name = k == 1 and "instance" or engine.count_names[k - 1] or "least"
			rows[#rows + 1] = { algorithm = m.label, cost_of = name, cost_ns = cost }
		end
	end
	return csv.format({ "algorithm", "cost_of", "cost_ns" }, rows)
end

local function scenes_text(all)
	local columns = { "scene", "part", "parent", "still", "moving", "still_faces", "moving_faces", "scale",
		"degrees", "axis", "direction", "depth", "position" }
	local rows = lists.map(all, function (r)
		local s = r.scene
		local row = { scene = r.number, part = r.part, parent = r.parent, still = space.mesh_text(s[1], 1),
			moving = space.mesh_text(s[2], s.scale), scale = s.scale, degrees = s.degrees, depth = s.depth,
			axis = space.vector_text(s.axis), direction = space.vector_text(s.direction), failed = r.failed,
			ratio = r.score, answers = r.answers, still_faces = r.faces and r.faces[1],
			moving_faces = r.faces and r.faces[2], position = r.position and space.vector_text(r.position) }
		for i, side in ipairs(r.predicted and SIDES or {}) do
			for k, name in ipairs(engine.count_names) do row[side .. "_" .. name] = r.counts[i][k] end
			row[side .. "_ms"] = 1e-6 * r.predicted[i]
		end
		return row
	end)
	for _, side in ipairs(SIDES) do
		for _, name in ipairs(engine.count_names) do columns[#columns + 1] = side .. "_" .. name end
	end
	return csv.format(lists.add(columns, { "of_ms", "against_ms", "ratio", "answers", "failed" }), rows)
end

-- A new folder of this name, or with a number behind it.
local function new_folder(base)
	local path, i = base, 1
	while #engine.list_folder(path) > 0 do
		i = i + 1
		path = ("%s_%d"):format(base, i)
	end
	files.must(engine.make_folder(path))
	return path
end

-- ---- searches ----

-- What a row has of a scene: the times by which it was found, and its contacts.
local function add_times(row, prefix, record)
	if not record then return row end
	for k, name in ipairs(engine.count_names) do
		if name == "contacts" then row[prefix .. "contacts"] = record.counts[1][k] end
	end
	for i, side in ipairs(SIDES) do row[prefix .. side .. "_ms"] = 1e-6 * record.predicted[i] end
	return row
end

-- Keeps all records, the costs and the best as a scenario. Returns a row of found.csv.
local function keep(state, all, best, shrunk)
	state.best = best
	files.write(state.folder .. "/scenes.csv", scenes_text(all))
	files.write(state.folder .. "/costs.csv", costs_text(state.members))
	local row = { of = state.members[1].label, against = state.members[2].label, seed = state.seed,
		scenes = lists.count(all, function (r) return r.part ~= "shrunk" end),
		scene = best.number, predicted = best.score,
		words = space.words(best.scene, best.faces), shrunk = shrunk and shrunk.score,
		shrunk_words = shrunk and space.words(shrunk.scene, shrunk.faces),
		differ = lists.count(all, function (r) return r.answers == "differ" end),
		failed = lists.count(all, function (r) return r.failed ~= nil end),
		uncompared = lists.count(all, function (r) return r.counts and not r.answers end),
		half_of = state.is_given and "predicted" or "timed",
		scenario = ("%s/worst_%s.lua"):format(state.folder, state.name) }
	add_times(add_times(row, "", best), "shrunk_", shrunk)
	files.write(row.scenario, kept.scenario(row, state, best, shrunk))
	return row
end

-- Searches for one pair. Returns a row of found.csv.
local function search(state, budget, kinds)
	local looks = 0
	local def = { budget = budget, rng = space.random(state.seed), simpler = space.simpler,
		draw = function (rng) return space.draw(rng, kinds) end,
		change = function (rng, scene) return space.change(rng, scene, kinds) end,
		judge = function (records)
			count(state, records)
			if state.members[1].costs then judge(state, records) end
		end,
		looked = function (all)
			looks = looks + 1
			look(state, all, looks == 1)
			local best = worst_search.ranked(all)[1]
			engine.say("W", ("%s against %s: %d of %d scenes, the best has %s"):format(state.members[1].label,
				state.members[2].label, #all, budget, best and notation.number(best.score) or "none"))
		end,
		keep = function (all)
			local best = worst_search.ranked(all)[1]
			if best and best ~= state.best then keep(state, all, best) end
		end }
	local all, random = worst_search.run(def)
	local best = worst_search.ranked(all)[1]
	if not best then check.stop(("none of %d scenes takes %s 1 us%s: give a larger --budget"):format(#all,
		state.members[2].label, state.is_given and ", by the costs that are given" or ""), 3) end
	local first = worst_search.ranked(table.move(all, 1, random, 1, {}))[1]
	local became, tried = worst_search.shrink(def, best, #all)
	local shrunk = became[#became]
	-- given the costs, predicted times decide, so that the same comes out again
	if not state.is_given then
		shrunk = worst_search.confirmed(became, function (record)
			count(state, { record }, true)
			return record.ms and record.ms[1] / record.ms[2]
		end)
	end
	local row = keep(state, lists.add(all, tried), best, shrunk ~= best and shrunk or nil)
	row.random, row.random_ratio = random, first and first.score
	return row
end

-- All that the job asks for. Says which scenarios have to be run. stage: gives the folder in which scenes are
-- made. Returns whether answers differ somewhere.
function worst.run(p, job, budget, stage)
	local members, query = members_of(p)
	local wanted, rows = pairs_of(members, job), {}
	local kinds, temporary = lists.joined(models_of(p), space.shapes), stage(p.scenario.table.name)
	if job.costs then take_costs(lists.distinct(lists.flat(wanted)), job.costs) end
	local folder = new_folder(("%s/%s/worst"):format(job.out or "results", p.scenario.table.name))
	engine.say("W", ("harness: what is found is kept in %s"):format(folder))
	for i, pair in ipairs(wanted) do
		local name = ("%s_%s"):format(kept.word(pair[1].label), kept.word(pair[2].label))
		local state = { name = name, query = query, jobs = job.jobs, seed = job.seed, temporary = temporary,
			members = lists.map(pair, function (m) return lists.copy(m) end), is_given = job.costs ~= nil,
			folder = new_folder(("%s/%s"):format(folder, name)) }
		rows[i] = search(state, budget or BUDGET, kinds)
		files.write(folder .. "/found.csv", csv.format(kept.columns, rows))
		engine.say("S", rows[i].scenario)
	end
	return lists.any(rows, function (row) return row.differ > 0 end)
end

return worst
