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
local sandbox = require "vocabulary.sandbox"
local scenes = require "vocabulary.scenes"
local space = require "runs.worst_scenes"
local worst_search = require "runs.worst_search"

local worst = {}

local BUDGET = 400
local SECONDS = 20      -- of processor time that one scene may take
local TIMED = 24        -- scenes that costs are fitted to, of the random ones
local TIMED_BEST = 8    -- and of the best, in the middle of the search
local MODELS_MAX, MODEL_FACES_MAX = 12, 50000
local HERE = { file = "", line = 0 }

-- ---- members ----

-- The member of the group that a text names: by its label, else by its name, where that is one alone.
local function named(members, option, text)
	local of_kind = lists.kept(members, function (m) return m.kind == text end)
	for _, m in ipairs(members) do
		if m.label == text or #of_kind == 1 and m == of_kind[1] then return m end
	end
	local labels = lists.field(members, "label")
	if #of_kind > 1 then
		check.stop(("--%s: several are called '%s': '%s'"):format(option, text,
			table.concat(lists.field(of_kind, "label"), "', '")))
	end
	local near = check.suggestion(text, labels)
	check.stop(("--%s: there is no '%s' in the scenario%s; there are '%s'"):format(option, text, near,
		table.concat(labels, "', '")))
end

-- The pairs { of, against } that are asked for.
local function pairs_of(members, job)
	local of = job.of and { named(members, "of", job.of) } or members
	local against = job.against and { named(members, "against", job.against) } or members
	if job.of and job.against and of[1] == against[1] then
		check.stop(("--against: '%s' is the algorithm of --of too"):format(of[1].label))
	end
	local out = {}
	for _, a in ipairs(of) do
		for _, b in ipairs(against) do
			if a ~= b then out[#out + 1] = { of = a, against = b } end
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

local function made(text) return sandbox.run("local h = require 'harness'\nreturn " .. text, "a scene of worst") end

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
	local told = engine.side_processes(SECONDS, function (i) count_one(state, records[i], is_timed) end, #records,
		is_timed and 1 or state.jobs)
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

local function predicted(costs, counts)
	local sum = costs[1]
	for k, n in ipairs(counts) do sum = sum + costs[k + 1] * n end
	return math.max(sum, costs.least)
end

local function judge(state, records)
	for _, record in ipairs(records) do
		if record.counts then
			record.predicted = lists.map(state.members, function (m, i) return predicted(m.costs, record.counts[i]) end)
			record.score = record.predicted[1] / record.predicted[2]
			local hashes = record.hashes
			record.differs = hashes[1] ~= "" and hashes[2] ~= "" and hashes[1] ~= hashes[2]
		end
	end
end

-- Some of the records that were counted, spread evenly over their counts, the least and the most among them.
local function spread(records, count_of)
	local counted = lists.kept(records, function (r) return r.counts and not r.ms end)
	local function work(r)
		local sum = 0
		for _, counts in ipairs(r.counts) do
			for _, n in ipairs(counts) do sum = sum + n end
		end
		return sum
	end
	table.sort(counted, function (a, b)
		local of_a, of_b = work(a), work(b)
		if of_a ~= of_b then return of_a < of_b end
		return a.number < b.number
	end)
	local out = {}
	for i = 1, math.min(count_of, #counted) do
		out[i] = counted[1 + (i - 1) * (#counted - 1) // math.max(1, math.min(count_of, #counted) - 1)]
	end
	return out
end

local function fit(state, all)
	local timed = lists.kept(all, function (r) return r.ms end)
	for i, m in ipairs(state.members) do
		local costs, least = engine.costs(lists.map(timed, function (r) return r.counts[i] end),
			lists.map(timed, function (r) return 1e6 * r.ms[i] end))
		costs.least = least
		m.costs = costs
	end
	judge(state, all)
end

-- After the random scenes, and in the middle of the search: times some, fits costs, predicts all again.
local function look(state, all, is_first)
	if state.given then return end
	if not lists.any(all, function (r) return r.counts end) then
		check.stop("no scene could be counted: " .. (all[1].failed or ""), 3)
	end
	local best = lists.kept(worst_search.ranked(all), function (r) return not r.ms end)
	count(state, is_first and spread(all, TIMED) or table.move(best, 1, math.min(#best, TIMED_BEST), 1, {}), true)
	fit(state, all)
end

-- Reads costs of a costs.csv: { label = costs }.
local function costs_read(path)
	local out, places = {}, { instance = 1 }
	for k, name in ipairs(engine.count_names) do places[name] = k + 1 end
	for i, row in ipairs(csv.parse(files.read(path))) do
		local cost = row.cost_ns
		if not (row.algorithm and row.cost_of and type(cost) == "number" and cost >= 0) then
			check.stop(("%s: line %d: is no cost of 0 or more: algorithm, cost_of and cost_ns are needed"):format(path,
				i + 1))
		end
		local costs = out[row.algorithm] or lists.map(lists.joined({ "" }, engine.count_names), function () return 0.0 end)
		costs.least = costs.least or 1e-3
		out[row.algorithm] = costs
		local place = row.cost_of == "least" and "least" or places[row.cost_of]
		if not place then check.stop(("%s: line %d: there is no count '%s'"):format(path, i + 1, row.cost_of)) end
		if (row.role or "point") == "point" then costs[place] = cost end
	end
	return out
end

local function take_costs(state, path)
	local given = costs_read(path)
	for _, m in ipairs(state.members) do
		m.costs = given[m.label] or check.stop(("%s: has no costs of '%s'%s"):format(path, m.label,
			check.suggestion_or_first(m.label, check.sorted_keys(given))))
	end
	state.given = true
end

local function costs_rows(members)
	local rows = {}
	for _, m in ipairs(members) do
		for k, cost in ipairs(m.costs) do
			rows[#rows + 1] = { algorithm = m.label, cost_of = engine.count_names[k - 1] or "instance", cost_ns = cost }
		end
		rows[#rows + 1] = { algorithm = m.label, cost_of = "least", cost_ns = m.costs.least }
	end
	return csv.format({ "algorithm", "cost_of", "cost_ns" }, rows)
end

-- ---- files ----

local function write_scenes(state, all)
	local columns = { "scene", "part", "parent", "still", "moving", "still_faces", "moving_faces", "scale", "degrees",
		"axis", "direction", "depth", "position" }
	local rows = lists.map(all, function (r)
		local s = r.scene
		local row = { scene = r.number, part = r.part, parent = r.parent, still = space.mesh_text(s[1], 1),
			moving = space.mesh_text(s[2], s.scale), scale = s.scale, degrees = s.degrees,
			axis = space.vector_text(s.axis), direction = space.vector_text(s.direction), depth = s.depth,
			failed = r.failed, ratio = r.score, answers = r.counts and (r.differs and "differ" or "agree") }
		if not r.counts then return row end
		row.still_faces, row.moving_faces = r.faces[1], r.faces[2]
		row.position = space.vector_text(r.position)
		for i, which in ipairs { "of", "against" } do
			for k, name in ipairs(engine.count_names) do row[which .. "_" .. name] = r.counts[i][k] end
			row[which .. "_ms"] = 1e-6 * r.predicted[i]
		end
		return row
	end)
	for _, which in ipairs { "of", "against" } do
		for _, name in ipairs(engine.count_names) do columns[#columns + 1] = ("%s_%s"):format(which, name) end
	end
	lists.add(columns, { "of_ms", "against_ms", "ratio", "answers", "failed" })
	files.write(state.folder .. "/scenes.csv", csv.format(columns, rows))
	files.write(state.folder .. "/costs.csv", costs_rows(state.members))
end

local function new_folder(base)
	local path, i = base, 1
	while #engine.list_folder(path) > 0 do
		i = i + 1
		path = ("%s_%d"):format(base, i)
	end
	files.must(engine.make_folder(path))
	return path
end

-- ---- one search ----

-- Searches for one pair. Returns a row of found.csv.
local function search(state, budget, seed)
	local rng, all_models = space.random(seed), lists.joined(state.models, space.shapes)
	local looks, best, all, random = 0, nil, nil, nil
	local def = { budget = budget, rng = rng, simpler = space.simpler,
		draw = function (r) return space.draw(r, all_models) end,
		change = function (r, scene) return space.change(r, scene, all_models) end,
		judge = function (records)
			count(state, records)
			if state.members[1].costs then judge(state, records) end
		end,
		looked = function (records)
			looks = looks + 1
			look(state, records, looks == 1)
			state.keep(records)
		end }
	all, random = worst_search.run(def)
	best = worst_search.ranked(all)[1]
	local random_best = worst_search.ranked(table.move(all, 1, random, 1, {}))[1]
	state.keep(all)
	local shrunk, tried = worst_search.shrink(def, best, #all)
	lists.add(all, tried)
	return state.keep(all, best, shrunk, random, random_best)
end

-- The folder of a pair gets its scenes, its costs and the best scene so far, whenever something was found.
local function keeper(state, pair, budget, seed)
	return function (all, best, shrunk, random, random_best)
		best = best or worst_search.ranked(all)[1]
		local name = ("worst_%s_%s"):format(kept.word(pair.of.label), kept.word(pair.against.label))
		local row = { of = pair.of.label, against = pair.against.label, scenes = best and budget, seed = seed,
			scenario = ("%s/%s.lua"):format(state.folder, name), predicted = best.score, scene = best.number,
			words = space.words(best.scene, best.faces), random = random, random_ratio = random_best and random_best.score,
			shrunk = shrunk and shrunk.score, shrunk_scene = shrunk and shrunk.number,
			shrunk_words = shrunk and space.words(shrunk.scene, shrunk.faces),
			differ = lists.count(all, function (r) return r.differs end),
			failed = lists.count(all, function (r) return r.failed ~= nil end) }
		write_scenes(state, all)
		files.write(row.scenario, kept.scenario(name, row, state, best, shrunk))
		return row
	end
end

-- All that the job asks for. Says which scenarios have to be run. stage: gives the folder in which scenes are made. Returns whether
-- answers differ somewhere.
function worst.run(p, job, budget, stage)
	local members, query = members_of(p)
	local wanted = pairs_of(members, job)
	local folder = new_folder(("%s/%s/worst"):format(job.out or "results", p.scenario.table.name))
	engine.say("W", ("harness: what is found is kept in %s"):format(folder))
	local models, rows, temporary = models_of(p), {}, stage(p.scenario.table.name)
	space.numbers(engine.number_text)
	for i, pair in ipairs(wanted) do
		local name = ("%s_%s"):format(kept.word(pair.of.label), kept.word(pair.against.label))
		local state = { query = query, jobs = job.jobs, models = models, temporary = temporary, members = { pair.of, pair.against },
			folder = new_folder(("%s/%s"):format(folder, name)) }
		if job.costs then take_costs(state, job.costs) elseif i > 1 then pair.of.costs, pair.against.costs = nil, nil end
		state.keep = keeper(state, pair, budget or BUDGET, job.seed)
		rows[i] = search(state, budget or BUDGET, job.seed)
		files.write(folder .. "/found.csv", csv.format(kept.columns, rows))
		engine.say("S", rows[i].scenario)
	end
	return lists.any(rows, function (row) return row.differ > 0 end)
end

return worst
