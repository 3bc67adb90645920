-- One run of several runs of one plan: `harness merge RUN...`. What is written depends only on the set of
-- results in the runs, not on their order or on how they were merged before.
--
-- A result is a finished group's file. Results of different machines all stay, as groups of their own with
-- the machine as a swept value. Of several results from one machine the one that ended first counts, ties by
-- the hash of the file; the others lie in duplicates/. machines/ holds the manifests of the shards.
local check = require "base.check"
local files = require "base.files"
local garbage = require "base.garbage"
local json = require "text.json"
local lists = require "base.lists"
local plan_file = require "runs.plan_file"

local merge = {}

local must = files.must

local function refuse(dir, what, exit) check.stop(("%s: %s"):format(dir, what), exit) end

-- key, f: as engine.json_decode has them.
local function decode(dir, file, key, f)
	local path = dir .. "/" .. file
	local value, message = engine.json_decode(files.read(path), key, f)
	if type(value) ~= "table" then refuse(path, message or "is malformed", 7) end
	return value
end

-- ---- reading ----

local function points_of(groups)
	return lists.most(groups, function (group)
		return lists.most(group.algorithms, function (a) return a.point end)
	end)
end

-- The size of the whole plan, as every part of it knows it.
local function whole_of(plan)
	if plan.merged then return plan.merged.whole end
	if plan.shard then return { groups = plan.shard.groups, points = plan.shard.points } end
	return { groups = #plan.groups, points = points_of(plan.groups) }
end

local function read_run(dir)
	local shared = plan_file.sharing()
	local plan, manifest = decode(dir, "plan.json", "groups", function (group)
		if type(group) ~= "table" then return group end
		group.inspect, group.counters = shared(group.inspect), shared(group.counters)
		return group
	end), decode(dir, "manifest.json")
	if type(plan.groups) ~= "table" then refuse(dir .. "/plan.json", "is not the plan of a run", 7) end
	if type(plan.identity) ~= "string" then
		refuse(dir, "is a run of an older version, whose plan has no identity")
	end
	for _, column in ipairs(plan.columns) do
		if column == "machine" and not plan.merged then
			refuse(dir, "sweeps a key called machine, which is a column of merged runs")
		end
	end
	return { dir = dir, plan = plan, manifest = manifest, whole = whole_of(plan) }
end

-- The same plug-ins: their keys are hashes of their files and of the libraries that these pulled in.
local function check_plugins(run, known)
	for _, text in ipairs(run.plan.plugins or {}) do
		local plugin = engine.json_decode(text)
		local first = known[plugin.name] or { key = plugin.key, dir = run.dir }
		if first.key ~= plugin.key then
			refuse(run.dir, ("has another plug-in %s than %s"):format(plugin.name, first.dir))
		end
		known[plugin.name] = first
	end
end

-- Runs fit together if they are of one plan, of one build, and of models and plug-ins with the same bytes.
local function check_fit(first, run, models, plugins)
	if run.plan.scenario ~= first.plan.scenario then
		refuse(run.dir, ("is a run of %s, and %s of %s"):format(run.plan.scenario, first.dir, first.plan.scenario))
	end
	if run.plan.identity ~= first.plan.identity then refuse(run.dir, "is of another plan than " .. first.dir) end
	if run.manifest.engine ~= first.manifest.engine then
		refuse(run.dir, ("is of another build than %s: engine %s, not %s"):format(first.dir,
			tostring(run.manifest.engine):sub(1, 12), tostring(first.manifest.engine):sub(1, 12)))
	end
	for _, model in ipairs(run.plan.models or {}) do
		local known = models[model.file]
		if known and known.sha256 ~= model.sha256 then
			refuse(run.dir, ("has another model %s than %s"):format(model.file, known.dir))
		end
		models[model.file] = known or { sha256 = model.sha256, dir = run.dir }
	end
	check_plugins(run, plugins)
end

-- Who measured a group, and when its last session ended; an error if sessions of two machines meet in it.
local function sessions_of(path, text)
	local machine, last = nil, ""
	for line in text:gmatch '\n({"type":"sat"[^\n]*)' do
		local session = engine.json_decode((line:gsub(",$", "")))
		if type(session) ~= "table" or not session.host then
			refuse(path, "does not say which machine measured it", 7)
		end
		local name = ("%s %s %s"):format(session.host, session.cpu, session.simd)
		if machine and machine ~= name then
			refuse(path, ("was measured on two machines, %s and %s"):format(machine, name))
		end
		machine, last = name, session.ended > last and session.ended or last
	end
	return machine or refuse(path, "has no session", 7), last
end

-- Adds a file of groups/ or duplicates/ to the results.
local function add_result(results, run, path, name)
	local index, key = name:match "^(%d+)%-(%x+)[-%x]*%.json$"
	local group = index and run.plan.groups[tonumber(index) + 1]
	if not group then return end
	local text = files.read(path)
	local hash = engine.text_hash(text)
	if results.known[hash] then return end
	if text:sub(-4) ~= "\n]}\n" or not text:find(('"key":"%s"'):format(key), 1, true) then
		refuse(path, "is damaged", 7)
	end
	local machine, ended = sessions_of(path, text)
	results.known[hash] = true
	results[#results + 1] = { number = group.number or tonumber(index) + 1, machine = machine, ended = ended,
		hash = hash, key = key, path = path, group = group, scene = run.dir .. "/" .. group.scene }
end

local function add_results(results, run)
	for _, folder in ipairs { "groups", "duplicates" } do
		local path = run.dir .. "/" .. folder
		for _, name in ipairs(engine.list_folder(path)) do add_result(results, run, path .. "/" .. name, name) end
	end
end

-- The manifests of the shards: those that a merged run has, or the run's own.
local function add_manifests(manifests, run)
	local paths = {}
	for i, name in ipairs(run.plan.merged and engine.list_folder(run.dir .. "/machines") or {}) do
		paths[i] = run.dir .. "/machines/" .. name
	end
	if not run.plan.merged then paths[1] = run.dir .. "/manifest.json" end
	for _, path in ipairs(paths) do
		local text = files.read(path)
		local hash = engine.text_hash(text)
		if not manifests[hash] then
			manifests[hash] = { hash = hash, path = path, manifest = engine.json_decode(text) }
			manifests[#manifests + 1] = manifests[hash]
		end
	end
end

-- ---- choosing ----

-- Scenes are the same on all machines, or the results cannot be of one group.
local function check_scene(first, entry)
	first.scene_hash = first.scene_hash or must(engine.scene_hash(first.scene))
	if first.scene == entry.scene or first.scene_hash == must(engine.scene_hash(entry.scene)) then return end
	refuse(entry.scene, ("is another scene than %s: the machines do not agree on it"):format(first.scene), 4)
end

-- What was counted of each member, by its number, without the link of the chain.
local function counted_of(path)
	local out = {}
	for line in files.read(path):gmatch '\n{"type":"counted",([^\n]*)' do
		local member = line:match '^"member":(%d+),'
		if member then out[member] = out[member] or line:gsub(',"chain":"%x+"', ""):gsub("},?$", "") end
	end
	return out
end

-- One machine counts the same each time.
local function check_counts(first, entry)
	local known = counted_of(first.path)
	for member, line in next, counted_of(entry.path) do
		if known[member] and known[member] ~= line then
			refuse(entry.path, ("was counted otherwise than %s, on the same machine"):format(first.path), 4)
		end
	end
end

-- The results that count, and the others, both sorted. `rank` is the place of a machine among those of a
-- group.
local function choose(results)
	lists.sort(results, "number", "machine", "ended", "hash")
	local chosen, others, first = {}, {}, nil
	for _, entry in ipairs(results) do
		local last = chosen[#chosen]
		if not last or last.number ~= entry.number then first = entry end
		check_scene(first, entry)
		if last and last.number == entry.number and last.machine == entry.machine then
			check_counts(last, entry)
			entry.of = #chosen - 1
			others[#others + 1] = entry
		else
			entry.rank, entry.first = last and last.number == entry.number and last.rank + 1 or 0, first
			chosen[#chosen + 1] = entry
		end
	end
	return chosen, others
end

-- ---- writing ----

local function scene_name(number) return ("scenes/%04d.scene"):format(number - 1) end

-- A group of the merged plan: that of the shard, with the machine as a swept value and points of its own.
local function group_json(entry, points)
	local group = entry.group
	local function own(point) return (point - 1) % points + 1 + entry.rank * points end
	return lists.copy(group, { params = lists.copy(group.params, { machine = entry.machine }),
		algorithms = lists.map(group.algorithms, function (a) return lists.copy(a, { point = own(a.point) }) end),
		questions = group.questions and lists.map(group.questions, function (question)
			return lists.copy(question, { a = own(question.a), b = own(question.b) })
		end),
		inspect = json.list(group.inspect or {}), counters = json.list(group.counters or {}),
		number = entry.number, key = entry.key, scene = scene_name(entry.number) })
end

local function missing_of(chosen, count)
	local there, out = lists.set(lists.field(chosen, "number")), {}
	for number = 1, count do
		if not there[number] then out[#out + 1] = number end
	end
	return out
end

local function content_of(chosen, others, manifests)
	local hashes = lists.field(lists.joined(chosen, others, manifests), "hash")
	return engine.text_hash(table.concat(hashes, "\n"))
end

-- Of values that depend on where a shard was made, the least, so that the order of the runs does not matter.
local function least_place(runs)
	local file, folder
	for _, run in ipairs(runs) do
		local f, d = run.plan.file, run.plan.started_in
		if not file or f < file or f == file and d < folder then file, folder = f, d end
	end
	return file, folder
end

-- The plug-ins of the shard whose descriptions come first: they name a file, which may lie elsewhere in each.
local function plugins_json(runs)
	local least, text
	for _, run in ipairs(runs) do
		local list = run.plan.plugins
		local all = list and table.concat(list, "\n")
		if all and (not text or all < text) then least, text = list, all end
	end
	return least
end

local function models_json(models)
	return json.list(lists.map(check.sorted_keys(models), function (file)
		return { file = file, sha256 = models[file].sha256 }
	end))
end

local function plan_json(all)
	local plan = all.runs[1].plan
	local columns = lists.kept(plan.columns, function (column) return column ~= "machine" end)
	columns[#columns + 1] = "machine"
	local most = lists.most(all.chosen, function (entry) return entry.rank end)
	local groups = json.each(all.chosen, function (entry) return group_json(entry, all.whole.points) end)
	local file, folder = least_place(all.runs)
	return { scenario = plan.scenario, file = file, started_in = folder, title = plan.title, paper = plan.paper,
		quick = plan.quick, counts = plan.counts, seed = plan.seed, settings = json.lists(plan.settings),
		filter = plan.filter, left_out = plan.left_out, plugins = plugins_json(all.runs),
		identity = plan.identity, options = plan.options, budget_s = plan.budget_s, columns = columns,
		models = models_json(all.models), modules = json.list(plan.modules or {}), groups = groups,
		merged = { points = all.whole.points * (most + 1), whole = all.whole, content = all.content,
			missing = json.list(all.missing), machines = all.machines } }
end

-- Warnings of one code as one, with the least text.
local function warnings_json(manifests)
	local by_code, out = {}, {}
	for _, entry in ipairs(manifests) do
		for _, warning in ipairs(entry.manifest.warnings or {}) do
			local known = by_code[warning.code] or { count = 0, text = warning.text }
			known.count = known.count + 1
			known.text = warning.text < known.text and warning.text or known.text
			by_code[warning.code] = known
		end
	end
	for i, code in ipairs(check.sorted_keys(by_code)) do
		local known = by_code[code]
		out[i] = { code = code, text = known.count == 1 and known.text
			or ("%s; and %d more of %d shards"):format(known.text, known.count - 1, #manifests) }
	end
	return out
end

local function range_text(numbers)
	return table.concat(numbers, ", ", 1, math.min(#numbers, 20))
		.. (#numbers > 20 and (" and %d more"):format(#numbers - 20) or "")
end

local function add_notes(warnings, all)
	if #all.missing > 0 then
		table.insert(warnings, { code = "missing", text =
			("%d of %d groups are in none of the merged runs: %s"):format(#all.missing, all.whole.groups,
				range_text(all.missing)) })
	end
	for i = 1, math.min(#all.others, 20) do
		local entry = all.others[i]
		table.insert(warnings, { code = "duplicate", text =
			("group %d was measured again on %s, until %s: %s does not count"):format(entry.number, entry.machine,
				entry.ended, merge.duplicate_name(entry)) })
	end
	if #all.others > 20 then
		local text = ("and %d more in duplicates/"):format(#all.others - 20)
		table.insert(warnings, { code = "duplicate", text = text })
	end
	return warnings
end

-- The facts that are the same in all shards, and of the others a list.
local function manifest_json(all, plan)
	local out, facts = {}, { "compiler", "flags", "config", "engine", "versions" }
	for _, name in ipairs(facts) do out[name] = all.manifests[1].manifest[name] end
	for _, name in ipairs { "cpu", "commit", "dirty", "kernel", "simd", "started", "ended", "binary_sha256" } do
		local values = check.sorted_keys(lists.set(lists.map(all.manifests, function (entry)
			return tostring(entry.manifest[name])
		end)))
		out[name] = name == "started" and values[1] or name == "ended" and values[#values]
			or table.concat(values, "; ")
	end
	return lists.copy(out, { scenario = plan.scenario, file = plan.file, plan = plan.identity, seed = plan.seed,
		quick = plan.quick, counts = plan.counts, drawn = plan.options and plan.options.drawn or nil,
		models = plan.models, modules = plan.modules, complete = #all.missing == 0,
		groups = { planned = all.whole.groups, finished = all.whole.groups - #all.missing },
		machines = all.machines, shards = #all.manifests,
		warnings = json.list(add_notes(warnings_json(all.manifests), all)) })
end

function merge.duplicate_name(entry)
	return ("duplicates/%04d-%s-%s.json"):format(entry.of, entry.key, entry.hash)
end

local function write_groups(all, dir)
	local copied = {}
	for i, entry in ipairs(all.chosen) do
		must(engine.copy_file(entry.path, ("%s/groups/%04d-%s.json"):format(dir, i - 1, entry.key)))
		local scene = scene_name(entry.number)
		if not copied[scene] then
			must(engine.copy_file(entry.scene, dir .. "/" .. scene))
			local names = entry.scene:gsub("%.scene$", ".names")
			if engine.is_file(names) then
				must(engine.copy_file(names, dir .. "/" .. scene:gsub("%.scene$", ".names")))
			end
			copied[scene] = true
		end
	end
	for _, entry in ipairs(all.others) do
		must(engine.copy_file(entry.path, dir .. "/" .. merge.duplicate_name(entry)))
	end
end

local function write_all(all, dir)
	local from, plan = all.runs[1].dir, plan_json(all)
	write_groups(all, dir)
	for _, entry in ipairs(all.manifests) do
		must(engine.copy_file(entry.path, ("%s/machines/%s.json"):format(dir, entry.hash)))
	end
	must(engine.copy_file(from .. "/scenario.lua", dir .. "/scenario.lua"))
	if engine.is_file(from .. "/patch.diff") then
		must(engine.copy_file(from .. "/patch.diff", dir .. "/patch.diff"))
	end
	for _, module in ipairs(all.runs[1].plan.modules or {}) do
		must(engine.copy_file(from .. "/modules/" .. module, dir .. "/modules/" .. module))
	end
	files.write(dir .. "/manifest.json", json.encode(manifest_json(all, plan)))
	files.write(dir .. "/plan.json", json.encode(plan))
end

local function read_all(dirs)
	local all = { runs = {}, models = {}, manifests = {} }
	local results, plugins, groups = { known = {} }, {}, 0
	for i, dir in ipairs(dirs) do
		local run = read_run(dir)
		all.runs[i], groups = run, groups + #run.plan.groups
		garbage.expect(groups)
		check_fit(all.runs[1], run, all.models, plugins)
		add_results(results, run)
		add_manifests(all.manifests, run)
	end
	if #results == 0 then refuse(dirs[1], "no group is finished", 1) end
	lists.sort(all.manifests, "hash")
	all.whole = all.runs[1].whole
	all.chosen, all.others = choose(results)
	all.missing = missing_of(all.chosen, all.whole.groups)
	all.machines = check.sorted_keys(lists.set(lists.field(all.chosen, "machine")))
	all.content = content_of(all.chosen, all.others, all.manifests)
	return all
end

-- Merges the runs into a staging directory, of which `stage` gives the path for a scenario's name. Returns
-- lines about what is missing and what does not count.
function merge.run(dirs, stage)
	local all = read_all(dirs)
	write_all(all, stage(all.runs[1].plan.scenario))
	return lists.map(add_notes({}, all), function (warning) return "note: " .. warning.text end)
end

return merge
