-- h.scenario { ... }. Every key is checked before anything is made.
local algorithms = require "vocabulary.algorithms"
local check = require "base.check"
local columns = require "data.columns"
local counters = require "vocabulary.counters"
local derived = require "data.derived"
local drawn = require "vocabulary.drawn"
local fields = require "base.fields"
local figure_keys = require "vocabulary.figure_keys"
local lists = require "base.lists"
local maps = require "vocabulary.maps"
local names = require "base.names"
local readings = require "vocabulary.readings"
local scenes = require "vocabulary.scenes"
local settings = require "vocabulary.settings"
local shown = require "vocabulary.shown_columns"
local sweeps = require "vocabulary.sweeps"
local table_keys = require "vocabulary.table_keys"
local tune = require "vocabulary.tune"

local scenario = { inputs = {} }

-- The columns that every summary.csv may have. A swept key must not have one of these names.
local COLUMNS = columns.header "summary.csv"

-- Reads a time: "60s", "500ms", "2m", or a number of seconds.
local function seconds(at, path, v)
	if type(v) == "string" then
		local number, unit = v:match("^([%d.]+)(%a*)$")
		local factor = ({ [""] = 1, s = 1, ms = 1e-3, m = 60, min = 60, h = 3600 })[unit or "?"]
		local n = factor and engine.number_parse(number)
		if n and n > 0 and n * factor <= 1e6 then return n * factor end
	elseif type(v) == "number" and v > 0 and v <= 1e6 then
		return v + 0.0
	end
	check.must(at, path, v, "a time above 0: seconds, or '60s', '2m'")
end

-- Reads a share: "1%" or 0.01; 0 means none.
local function share(at, path, v)
	if type(v) == "string" then
		local number, percent = v:match "^([%d.]+)(%%?)$"
		local n = number and engine.number_parse(number)
		v = n and (percent == "%" and n / 100 or n) or v
	end
	if type(v) ~= "number" or not (v >= 0 and v < 1) then
		check.must(at, path, v, "a share between 0 and 1, such as 0.01 or '1%'")
	end
	return v + 0.0
end

local function inspection_names() return lists.field(engine.inspections, "name") end

-- Reads inspect = { "quality" }: properties of structures that are found apart from measuring.
local function read_inspect(at, path, v, field, context)
	context.inspect = fields.types.choices.read(at, path, v, field)
	return context.inspect
end

-- The columns of levels.csv.
local function level_values(inspect)
	local out = {}
	for _, group in ipairs(engine.inspections) do
		if check.contains(inspect, group.name) then lists.add(out, group.levels) end
	end
	return out
end

-- The settings of a group's measurement. Each may be a key of the scenario, a key of `quick`, or swept.
local POLICIES = {
	{ "query", "choice", choices = engine.queries, default = "all",
		about = "every contact; stop at the first; where on a line the first is; a broad phase's pairs" },
	{ "objects", "choice", choices = engine.object_volumes, default = "aabb",
		about = "under the query boxes: the volume about each body" },
	{ "per_step", "boolean", default = false, about = "a file of single steps" },
	{ "check", "choice", choices = { "agree", "exact", "none" }, default = "agree",
		about = "algorithms against each other; always against brute force; not at all" },
	{ "runs", "integer", lo = 1, hi = 1000000, default = 11, about = "samples of each point" },
	{ "precision", read = share, luacats = "number|string", default = 0.0,
		about = "more rounds than `runs` (11 at least) until every median is known to this share, such as '1%'" },
	{ "stop", "choice", choices = { "rounds", "decided" }, default = "rounds",
		about = "a population's: after its rounds, or when claims are decided or known to `precision` (3 %)" },
	{ "budget", read = seconds, luacats = "number|string", default = 0.0,
		about = "measuring time of the whole run, such as '10m': groups in turn, until all is done or it is over" },
	{ "layout", "choice", choices = { "sample", "fixed" }, default = "sample",
		about = "where workers have their memory: it varies between them, or is the same" },
	{ "preempted", "choice", choices = { "retake", "keep" }, default = "retake",
		about = "rounds one of whose samples was preempted: taken again, or they count like others" },
	{ "builds", "boolean", default = true,
		about = "builds are timed, a round of them in a session at least; false: none, where trees take long" },
	{ "timeout", read = seconds, luacats = "number|string", default = 60.0,
		about = "limit of one build or one pass over the motion: seconds, or '60s', '2m'" },
}

local policies = {}
scenario.policies = policies
scenario.defaults = {}
for _, field in ipairs(POLICIES) do
	policies[field[1]] = function (at, path, v) return fields.value(at, path, v, field) end
	scenario.defaults[field[1]] = field.default
end

-- ---- sweep, quick, -s ----

local function keys_of(space)
	local seen = lists.copy(space.fields)
	for _, part in ipairs(space.parts) do
		for _, key in ipairs(keys_of(part)) do seen[key] = true end
	end
	return check.sorted_keys(seen)
end

-- The keys that a space sweeps, and other names, for suggestions.
local function keys_and(space, others)
	local known = lists.joined(keys_of(space), check.sorted_keys(others))
	table.sort(known)
	return known
end

local function check_columns(at, space, list, path)
	local taken = lists.set(COLUMNS)
	for _, a in ipairs(list) do
		for name in next, a.params do taken[a.kind .. "_" .. name] = true end
		for _, counter in ipairs(algorithms.by_name[a.kind].counters) do
			taken[a.kind .. "_" .. counter.name] = true
		end
	end
	taken.algorithm, taken.query = nil, nil
	for _, key in ipairs(keys_of(space)) do
		if taken[key] then
			check.fail(at, check.join(path, key), ("is also a column of summary.csv; call it something else"))
		end
	end
end

local function check_algorithms(at, space, path)
	local list = sweeps.values_of(space, "algorithm")
	if not list then check.fail(at, path, "sweeps no algorithm: algorithm = { h.aabb(), ... } is missing") end
	for i, a in ipairs(list) do
		if check.kind(a) ~= "algorithm" then
			check.must(at, check.join(path, "algorithm", #list > 1 and i or nil), a, "an algorithm, such as h.aabb()")
		end
	end
	return list
end

local function check_swept(at, space, path)
	for _, key in ipairs(keys_of(space)) do
		local values = sweeps.values_of(space, key)
		if key == "budget" then
			check.fail(at, check.join(path, key), "is of the whole run: it cannot be swept")
		end
		for i, v in ipairs(values) do
			if policies[key] then policies[key](at, check.join(path, key, i), v) end
			if key ~= "algorithm" and check.kind(v) == "algorithm" then
				check.must(at, check.join(path, key, i), v, "a number, a string, true or false")
			end
		end
	end
end

-- Checks `quick`: values for swept keys, and other policies.
local function check_quick(at, t, space)
	local quick = { values = {}, policies = {} }
	if t == nil then return quick end
	for path, key, v in check.entries(at, { "quick" }, t) do
		if sweeps.values_of(space, key) then
			quick.values[key] = sweeps.values(at, path, v, sweeps.flags)
		elseif policies[key] then
			quick.policies[key] = policies[key](at, path, v)
		elseif key == "drawn" then
			quick.drawn = fields.value(at, path, v, drawn.count)
		else
			check.fail(at, path, ("is neither swept nor one of %s%s"):format(
				table.concat(fields.names(POLICIES), ", "), check.suggestion(key, keys_and(space, policies))))
		end
	end
	return quick
end

-- ---- h.input ----

-- h.input("name", default): a value that -s name=... replaces. Names in -s are held against those that the
-- scenario's file asked for when it was run, before any scene is made.
local function input(at, name, default)
	check.string(at, {}, name)
	if scenario.is_loaded then check.fail(at, {}, ("'%s' belongs outside of functions"):format(name)) end
	if default == nil then check.fail(at, {}, ("'%s' needs a default value"):format(name)) end
	local texts = scenario.settings and scenario.settings[name]
	scenario.inputs[name] = true
	if not texts then return default end
	if #texts > 1 then check.stop(("-s %s: takes one value"):format(name)) end
	return settings.typed(name, texts[1], default, check.stop)
end

-- h.note("text"): what a scene function found out, on stderr and in the report.
local function note(at, text)
	check.string(at, {}, text)
	if check.contains(scenes.notes, text) then return end
	scenes.notes[#scenes.notes + 1] = text
	engine.say("P", ("note: %s\n"):format(text))
end

-- ---- tables, figures, claims ----

local CLAIM = { [2] = "function", what = "a function of the results" }

local function read_claim(at, path, f) return fields.value(at, path, f, CLAIM) end

-- A field that holds a table of named things, name = { ... }. `list` has the fields of each; `read` checks
-- each as a whole. Both may be nil.
local function named(key, list, class, read, about)
	return { key, optional = true, luacats = ("table<string, %s>"):format(class), about = about,
		read = function (at, path, t, _, context)
			for inner, name, v in check.entries(at, path, t) do
				if type(name) ~= "string" then check.fail(at, inner, "needs a name: name = { ... }") end
				if list then fields.read(at, inner, v, list, context) end
				if read then read(at, inner, v, context) end
			end
			return t
		end }
end

-- Puts all columns into the context that tables, figures and claims may name: columns of summary.csv,
-- parameters of algorithms (aabb_leaf), counters of plug-ins (mine_swaps), and shared ones (leaf, swaps),
-- which stand for the parameter or counter of each row's algorithm.
local function read_names(space, list, context)
	local keys, shared = keys_of(space), {}
	local all = lists.joined(COLUMNS, keys)
	context.swept, context.parameters, context.counters, context.shared = lists.set(keys), {}, {}, {}
	for _, a in ipairs(list) do
		for _, name in ipairs(check.sorted_keys(a.params)) do
			local own = a.kind .. "_" .. name
			context.parameters[name], context.parameters[own], shared[name] = true, true, true
			all[#all + 1] = own
		end
	end
	for _, a in ipairs(list) do
		for _, counter in ipairs(algorithms.by_name[a.kind].counters) do
			local own = a.kind .. "_" .. counter.name
			context.counters[own], shared[counter.name] = true, true
			all[#all + 1] = own
		end
	end
	local seen = lists.set(all)
	for _, name in ipairs(check.sorted_keys(shared)) do
		if not seen[name] and not columns.of(name) then context.shared[name], all[#all + 1] = true, name end
	end
	context.columns = lists.distinct(all)
end

-- Reads `columns`. Derived columns are columns like all others from then on.
local function read_derived(at, path, t, field, context)
	context.read_column = shown.read_column
	context.derived = derived.read(at, path, t, field, context)
	for _, own in ipairs(context.derived) do context.columns[#context.columns + 1] = own.name end
	return context.derived
end

-- ---- order ----

-- The keys of a scenario that hold named things, which `order` may name.
scenario.named = { "readings", "maps", "tables", "figures", "claims", "checks" }

local function read_order(at, path, order, _, context)
	local known, seen = keys_of(context.space), {}
	for _, what in ipairs(scenario.named) do lists.add(known, check.sorted_keys(context.table[what] or {})) end
	for inner, name in check.items(at, path, order, "a list of names") do
		if not check.contains(known, name) then
			check.fail(at, inner, ("%s is no swept parameter, reading, map, table, figure, claim or check%s")
				:format(check.shown(name), check.suggestion(name, known)))
		end
		check.once(at, inner, seen, name)
	end
	return order
end

-- Sorts names: those in `order` first, the rest as they were.
function scenario.ordered(list, order)
	local first = lists.kept(order, function (name) return check.contains(list, name) end)
	return lists.distinct(lists.joined(first, list))
end

-- ---- the whole ----

local meta = { __name = "scenario", __metatable = false }

-- Folders of results/ that hold no runs.
local TAKEN = { papers = true, reference = true }

local function read_name(at, path, v)
	check.string(at, path, v)
	if #v > 100 then check.fail(at, path, ("%s: is longer than 100 characters"):format(check.shown(v))) end
	if not v:find("^%w[%w_-]*$") then
		check.fail(at, path,
			("%s: only letters, digits, _ and -, because it names a directory"):format(check.shown(v)))
	end
	if TAKEN[v] then
		check.fail(at, path, ("%s: that folder of results holds no runs"):format(check.shown(v)))
	end
	return v
end

local function read_sweep(at, path, v, _, context)
	if v == nil then check.must(at, path, nil, "a table of what is swept") end
	local space = sweeps.grid(at, v, path)
	local list = check_algorithms(at, space, path)
	check_swept(at, space, path)
	check_columns(at, space, list, path)
	context.space, context.algorithms = space, list
	read_names(space, list, context)
	context.level_values = level_values(context.inspect)
	return space
end

-- The keys of a scenario. They are read in this order, because later ones use what earlier ones put into the
-- context.
local SCENARIO = {
	{ "name", read = read_name, luacats = "string", about = "of its results' folder: letters, digits, _, -" },
	{ "paper", "string", optional = true, about = "key of the paper that is measured again" },
	{ "title", "string", optional = true, about = "for the report" },
	{ "scene", "function", what = "a function of the point, function (p) ... end",
		luacats = "fun(p: table<string, any>, n: integer?): "
			.. "harness.scene_keys|harness.generated_scene|harness.recording",
		about = "the bodies for one combination of the swept values" },
	{ "inspect", read = read_inspect, choices = inspection_names, example = "quality", luacats = "string[]",
		optional = true,
		about = "what is found out about structures beside measuring: " .. table.concat(inspection_names(), ", ") },
	{ "counters", "choices", choices = counters.names, example = "instructions", luacats = "string[]",
		optional = true,
		about = "what is counted beside the times: " .. table.concat(counters.names(), ", ") },
	{ "sweep", read = read_sweep, luacats = "harness.sweep|table", about = "what is varied; holds algorithm" },
	{ "drawn", read = drawn.read, luacats = "harness.drawn_keys", optional = true,
		about = "the population that claims are about: instances, all counted and some timed" },
	{ "readings", read = readings.read, luacats = "table<string, harness.reading_keys>", optional = true,
		about = "what the paper leaves open: each is measured and judged in other ways too" },
	{ "maps", luacats = "table<string, harness.map_keys>", optional = true,
		about = "who wins where over two swept keys: all cells are counted, and few timed",
		read = function (at, path, v, field, context)
			context.maps = maps.read(at, path, v, field, context)
			return context.maps
		end },
	tune.field,
	{ "untuned", "string", optional = true, about = "why there is no `tune`: what tuning would not answer" },
	{ "stand_ins", "texts", optional = true,
		about = "what stands for something that the paper has and we have not" },
	{ "columns", read = read_derived, luacats = "table<string, string|harness.column_keys|function>",
		optional = true, about = "computed from columns of the results, for tables, figures and claims" },
	named("tables", table_keys.fields, "harness.table_keys", table_keys.check, "tables of the results"),
	named("figures", figure_keys.list, "harness.figure_keys", figure_keys.check, "charts of the results"),
	named("claims", nil, "fun(r: harness.results): harness.answer, any", read_claim,
		"what the results are said to show"),
	named("checks", nil, "fun(r: harness.results): harness.answer, any", read_claim,
		"what must be so by a theorem: to be checked, and no result"),
	{ "quick", optional = true, luacats = "table<string, any>", about = "what --quick replaces",
		read = function (at, _, v, _, context) return check_quick(at, v, context.space) end },
	{ "order", read = read_order, luacats = "string[]", optional = true,
		about = "swept keys, readings, maps, tables, figures, claims, checks as wanted; the rest by name" },
}
-- The policies come before the last two keys. They have no default yet: --quick comes between the scenario's
-- own values and the defaults.
for _, field in ipairs(POLICIES) do
	local key = lists.copy(field, { optional = true, fallback = field.default })
	key.default = nil
	table.insert(SCENARIO, #SCENARIO - 1, key)
end

local function new(at, t)
	-- keys of the scenario stand for themselves, so there is no owner
	at = { file = at.file, line = at.line, callee = at.callee }
	t = maps.asked(drawn.with_models(at, t), scenario.job)
	local context = { table = t, inspect = {} }
	local read = fields.read(at, {}, t, SCENARIO, context)
	if read.tune and read.untuned then check.fail(at, { "untuned" }, "is given besides tune") end
	local own = {}
	for name in next, policies do own[name] = read[name] end
	if read.quick and read.quick.drawn and not read.drawn then
		check.fail(at, { "quick", "drawn" }, "is given without drawn")
	end
	local list = context.readings or {}
	local population = read.drawn and read.drawn.beside and readings.further(at, drawn.READING, list, context)
	return check.object(meta, { at = at, table = maps.with_figures(t, read.maps),
		maps = read.maps, space = context.space, algorithms = context.algorithms,
		policies = own, quick = read.quick or check_quick(at, nil, context.space), order = read.order or {},
		inspect = context.inspect, counters = read.counters or {}, derived = context.derived or {},
		drawn = read.drawn, population = population or nil, shared = context.shared, readings = list,
		tune = read.tune, untuned = read.untuned, stand_ins = read.stand_ins or {} })
end

-- The space of points after --quick and -s were applied.
function scenario.resolve_space(s, job)
	local space = s.space
	local function scenario_error(message) check.fail(s.at, { "quick" }, message) end
	if job.quick then
		for _, key in ipairs(check.sorted_keys(s.quick.values)) do
			space = sweeps.replaced(space, key, s.quick.values[key])
		end
		sweeps.check_zips(space, scenario_error)
		check_algorithms(s.at, space, { "quick" })
		check_swept(s.at, space, { "quick" })
	end
	local labels = algorithms.label(s.algorithms)
	for _, key in ipairs(check.sorted_keys(job.settings)) do
		if sweeps.values_of(space, key) then
			local values = settings.values(s.at, key, job.settings[key], space, labels, check.stop)
			space = sweeps.replaced(space, key, values)
			if policies[key] then check_swept({ file = "", line = 0, owner = "-s", exit = 2 }, space, {}) end
		elseif not scenario.inputs[key] then
			check.stop(("-s %s: the scenario neither sweeps it nor has an h.input of that name%s"):format(key,
				check.suggestion(key, keys_and(space, scenario.inputs))))
		end
	end
	sweeps.check_zips(space, check.stop)
	return space
end

function scenario.define()
	sweeps.flags = { constructor = algorithms.from_function, broad = algorithms.from_broad }
	names.alias("answer", "what a claim gives: then its numbers, as text", "harness.verdict|boolean")
	names.class("scenario_keys", "what h.scenario takes", SCENARIO)
	names.class("reading_keys", "what a paper leaves open: ours, and what could be meant as well",
		readings.fields)
	names.class("map_keys", "a map of who wins where", maps.fields)
	names.class("drawn_keys", "a population of instances", drawn.fields)
	names.class("column_keys", "a derived column", derived.fields)
	names.class("table_keys", "a table of the report", table_keys.fields)
	names.class("figure_keys", "a chart of the report", figure_keys.list)
	names.class("scenario", "what a scenario's file returns", {})
	names.func("h", "scenario", new, "scenario", "the whole experiment",
		{ args = { { "t", "harness.scenario_keys" } }, returns = "harness.scenario" })
	names.func("h", "input", input, "scenario", 'h.input("name", default): a value that -s name=... replaces',
		{ generic = "T", args = { { "name", "string" }, { "default", "T" } }, returns = "T" })
	names.func("h", "note", note, "scenario", 'h.note("text"): of a scene function, for stderr and the report',
		{ args = { { "text", "string" } } })
	sweeps.define()
end

function scenario.folder_of(path) return path:match("^(.*)/[^/]*$") or "." end

return scenario
