-- h.scenario { ... }: every key of it checked, before anything is made.
local algorithms = require "algorithms"
local check = require "check"
local names = require "names"
local scenes = require "scenes"
local sweeps = require "sweeps"

local scenario = { inputs = {} }

local KEYS = { "name", "paper", "title", "order", "sweep", "quick", "scene", "tables", "figures", "claims",
	"query", "per_step", "check", "precision", "runs", "timeout" }

-- Columns of summary.csv that are there anyway; a swept parameter of that name would be a second one.
local COLUMNS = {
	"scenario", "point", "role", "algorithm", "kind", "query", "status", "detail", "censored", "quick", "n",
	"step_ms", "step_ms_lo", "step_ms_hi", "step_ms_min", "build_ms", "update_ms", "broad_ms", "narrow_ms",
	"hash", "tree_bytes", "steps", "triangles", "live_bytes", "peak_bytes", "ratio_to_first", "ratio_lo",
	"ratio_hi",
}
table.move(engine.counts, 1, #engine.counts, #COLUMNS + 1, COLUMNS)

local TABLE_KEYS = { "where", "rows", "columns", "value", "published", "title" }
local FIGURE_KEYS = { "x", "y", "series", "panels", "where", "logx", "logy", "title", "xlabel", "ylabel" }
local CHECKS = { "agree", "exact", "none" }

-- "60s", "500ms", "2m" or seconds.
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

-- What decides how a group is measured; each may be a key of the scenario, of `quick`, or swept.
local policies = {
	query = function (at, path, v) return check.one_of(at, path, v, engine.queries) end,
	per_step = check.boolean,
	check = function (at, path, v) return check.one_of(at, path, v, CHECKS) end,
	runs = function (at, path, v) return check.integer(at, path, v, 1, 1000000) end,
	timeout = seconds,
}
scenario.policies = policies
scenario.defaults = { query = "all", per_step = false, check = "agree", runs = 11, timeout = 60.0 }

local function contains(list, v)
	for _, item in ipairs(list) do
		if item == v then return true end
	end
	return false
end

-- ---- sweep, quick, -s ----

local function check_columns(at, space, list, path)
	local taken = {}
	for _, name in ipairs(COLUMNS) do taken[name] = true end
	for _, a in ipairs(list) do
		for name in next, a.params do taken[a.kind .. "_" .. name] = true end
	end
	taken.algorithm, taken.query = nil, nil
	for _, key in ipairs(scenario.keys_of(space)) do
		if taken[key] then
			check.fail(at, check.join(path, key), ("is also a column of summary.csv; call it something else"))
		end
	end
end

function scenario.keys_of(space)
	local seen = {}
	for key in next, space.fields do seen[key] = true end
	for _, part in ipairs(space.parts) do
		for _, key in ipairs(scenario.keys_of(part)) do seen[key] = true end
	end
	return check.sorted_keys(seen)
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
	for _, key in ipairs(scenario.keys_of(space)) do
		local values = sweeps.values_of(space, key)
		for i, v in ipairs(values) do
			if policies[key] then policies[key](at, check.join(path, key, i), v) end
			if key ~= "algorithm" and check.kind(v) == "algorithm" then
				check.must(at, check.join(path, key, i), v, "a number, a string, true or false")
			end
		end
		if key == "precision" then check.fail(at, check.join(path, key), "is not built yet") end
	end
end

-- `quick` checked: values for swept keys, and other policies.
local function check_quick(at, t, space)
	local quick = { values = {}, policies = {} }
	if t == nil then return quick end
	check.table(at, { "quick" }, t)
	for _, key in ipairs(check.sorted_keys(t)) do
		local path = { "quick", key }
		if sweeps.values_of(space, key) then
			quick.values[key] = sweeps.values(at, path, t[key], sweeps.flags)
		elseif policies[key] then
			quick.policies[key] = policies[key](at, path, t[key])
		else
			local known = scenario.keys_of(space)
			for name in next, policies do known[#known + 1] = name end
			table.sort(known)
			check.fail(at, path, "is neither swept nor one of query, per_step, check, runs, timeout"
				.. check.suggestion(key, known))
		end
	end
	return quick
end

-- The text of a -s as a value of the same type as those it replaces.
local function typed(key, text, like, fail)
	if type(like) == "number" then
		return engine.number_parse(text) or fail(("-s %s: '%s' is not a number"):format(key, text))
	elseif type(like) == "boolean" then
		if text ~= "true" and text ~= "false" then fail(("-s %s: '%s' is not true or false"):format(key, text)) end
		return text == "true"
	elseif text == "" then
		fail(("-s %s: a value is empty"):format(key))
	end
	return text
end

-- By its label; by the registry's name all of that name; else one that the scenario does not have.
local function algorithms_named(at, text, list, labels, fail)
	local found = {}
	for _, a in ipairs(list) do
		if labels[a] == text then return { a } end
		if a.kind == text then found[#found + 1] = a end
	end
	if #found > 0 then return found end
	local all = {}
	for _, a in ipairs(list) do all[#all + 1] = labels[a] end
	for _, info in ipairs(algorithms.registry) do all[#all + 1] = info.name end
	return { algorithms.by_text(at, text)
		or fail(("-s algorithm: there is no '%s'%s"):format(text, check.suggestion(text, all))) }
end

local function setting_values(at, key, texts, space, labels, fail)
	local list, like = {}, sweeps.values_of(space, key)
	for _, text in ipairs(texts) do
		local more = key == "algorithm" and algorithms_named(at, text, like, labels, fail)
			or { typed(key, text, like[1], fail) }
		for _, v in ipairs(more) do
			for _, other in ipairs(list) do
				if v == other then fail(("-s %s: '%s' stands twice"):format(key, text)) end
			end
			list[#list + 1] = v
		end
	end
	return list
end

-- ---- h.input ----

-- h.input("name", default): a value that -s name=... replaces.
local function input(at, name, default)
	check.string(at, {}, name)
	if default == nil then check.fail(at, {}, ("'%s' needs a default value"):format(name)) end
	local texts = scenario.settings and scenario.settings[name]
	scenario.inputs[name] = true
	if not texts then return default end
	local function fail(message) error({ text = message, exit = 2 }, 0) end
	if #texts > 1 then fail(("-s %s: takes one value"):format(name)) end
	return typed(name, texts[1], default, fail)
end

-- ---- tables, figures, claims ----

local function check_column(at, path, v, columns)
	if not contains(columns, v) then
		check.fail(at, path, ("there is no column %s%s"):format(check.shown(v), check.suggestion(v, columns)))
	end
end

local function check_where(at, path, where, columns)
	if where == nil then return end
	check.table(at, path, where, "{ column = value }")
	for _, key in ipairs(check.sorted_keys(where)) do
		local inner, v = check.join(path, key), where[key]
		check_column(at, inner, key, columns)
		if type(v) ~= "number" and type(v) ~= "boolean" then check.string(at, inner, v) end
	end
end

local function check_published(at, path, published)
	if published == nil then return end
	check.table(at, path, published, "{ [column] = { [row] = number } }")
	for _, column in ipairs(check.sorted_keys(published)) do
		local inner = check.join(path, column)
		check.table(at, inner, published[column], "{ [row] = number }")
		for _, row in ipairs(check.sorted_keys(published[column])) do
			check.number(at, check.join(inner, row), published[column][row])
		end
	end
end

local function check_texts(at, path, t, keys)
	for _, key in ipairs(keys) do
		if t[key] ~= nil then check.string(at, check.join(path, key), t[key]) end
	end
end

local function check_each(at, t, what, f)
	if t == nil then return end
	check.table(at, { what }, t)
	for _, name in ipairs(check.sorted_keys(t)) do
		local path = { what, name }
		if type(name) ~= "string" then check.fail(at, path, "needs a name: name = { ... }") end
		f(path, t[name])
	end
end

local function check_tables(at, t, columns)
	check_each(at, t, "tables", function (path, def)
		check.table(at, path, def)
		check.keys(at, path, def, TABLE_KEYS)
		check_column(at, check.join(path, "rows"), check.string(at, check.join(path, "rows"), def.rows), columns)
		for _, key in ipairs { "columns", "value" } do
			if def[key] ~= nil then check_column(at, check.join(path, key), def[key], columns) end
		end
		check_where(at, check.join(path, "where"), def.where, columns)
		check_published(at, check.join(path, "published"), def.published)
		check_texts(at, path, def, { "title" })
	end)
end

local function check_figures(at, t, columns)
	check_each(at, t, "figures", function (path, def)
		check.table(at, path, def)
		check.keys(at, path, def, FIGURE_KEYS)
		check_column(at, check.join(path, "x"), check.string(at, check.join(path, "x"), def.x), columns)
		for _, key in ipairs { "y", "series", "panels" } do
			if def[key] ~= nil then check_column(at, check.join(path, key), def[key], columns) end
		end
		check_where(at, check.join(path, "where"), def.where, columns)
		check_texts(at, path, def, { "title", "xlabel", "ylabel" })
		for _, key in ipairs { "logx", "logy" } do
			if def[key] ~= nil then check.boolean(at, check.join(path, key), def[key]) end
		end
	end)
end

local function check_claims(at, t)
	check_each(at, t, "claims", function (path, f)
		if type(f) ~= "function" then check.must(at, path, f, "a function of the results") end
	end)
end

-- Every column that a table, figure or claim may name.
local function all_columns(space, list)
	local columns = table.move(COLUMNS, 1, #COLUMNS, 1, {})
	for _, key in ipairs(scenario.keys_of(space)) do
		if not contains(columns, key) then columns[#columns + 1] = key end
	end
	for _, a in ipairs(list) do
		for _, name in ipairs(check.sorted_keys(a.params)) do columns[#columns + 1] = a.kind .. "_" .. name end
	end
	return columns
end

-- ---- order ----

local function check_order(at, t, space)
	if t.order == nil then return {} end
	local known = scenario.keys_of(space)
	for _, what in ipairs { "tables", "figures", "claims" } do
		for _, name in ipairs(check.sorted_keys(t[what] or {})) do known[#known + 1] = name end
	end
	local seen = {}
	for i = 1, check.list(at, { "order" }, t.order, "a list of names") do
		local name = t.order[i]
		if not contains(known, name) then
			check.fail(at, { "order", i }, ("%s is no swept parameter, table, figure or claim%s")
				:format(check.shown(name), check.suggestion(name, known)))
		end
		if seen[name] then check.fail(at, { "order", i }, ("%s stands twice"):format(check.shown(name))) end
		seen[name] = true
	end
	return t.order
end

-- Names in the scenario's order, the rest by name.
function scenario.ordered(list, order)
	local out, done = {}, {}
	for _, name in ipairs(order) do
		if contains(list, name) then
			out[#out + 1] = name
			done[name] = true
		end
	end
	for _, name in ipairs(list) do
		if not done[name] then out[#out + 1] = name end
	end
	return out
end

-- ---- the whole ----

local meta = { __name = "scenario", __metatable = false }

local function check_name(at, v)
	check.string(at, { "name" }, v)
	if #v > 100 then check.fail(at, { "name" }, ("%s: is longer than 100 characters"):format(check.shown(v))) end
	if not v:find("^%w[%w_-]*$") then
		check.fail(at, { "name" },
			("%s: only letters, digits, _ and -, because it names a directory"):format(check.shown(v)))
	end
end

local function check_policies(at, t)
	local out = {}
	for name, f in next, policies do
		if t[name] ~= nil then out[name] = f(at, { name }, t[name]) end
	end
	if t.precision ~= nil then check.fail(at, { "precision" }, "is not built yet; use runs") end
	return out
end

local function new(at, t)
	at.owner = nil -- keys of the scenario stand for themselves
	check.table(at, {}, t, "{ name, sweep, scene, ... }")
	check.keys(at, {}, t, KEYS)
	check_name(at, t.name)
	for _, key in ipairs { "paper", "title" } do
		if t[key] ~= nil then check.string(at, { key }, t[key]) end
	end
	if type(t.scene) ~= "function" then
		check.must(at, { "scene" }, t.scene, "a function of the point, function (p) ... end")
	end
	if t.sweep == nil then check.must(at, { "sweep" }, nil, "a table of what is swept") end
	local space = sweeps.grid(at, t.sweep, { "sweep" })
	local list = check_algorithms(at, space, { "sweep" })
	check_swept(at, space, { "sweep" })
	check_columns(at, space, list, { "sweep" })
	local columns = all_columns(space, list)
	check_tables(at, t.tables, columns)
	check_figures(at, t.figures, columns)
	check_claims(at, t.claims)
	return check.object(meta, { at = at, table = t, space = space, algorithms = list,
		policies = check_policies(at, t), quick = check_quick(at, t.quick, space),
		order = check_order(at, t, space) })
end

-- The space after --quick and -s.
function scenario.resolve_space(s, job)
	local space = s.space
	local function scenario_error(message) check.fail(s.at, { "quick" }, message) end
	local function usage(message) error({ text = message, exit = 2 }, 0) end
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
			local values = setting_values(s.at, key, job.settings[key], space, labels, usage)
			space = sweeps.replaced(space, key, values)
			if policies[key] then check_swept({ file = "", line = 0, owner = "-s", exit = 2 }, space, {}) end
		elseif not scenario.inputs[key] then
			local known = scenario.keys_of(space)
			for name in next, scenario.inputs do known[#known + 1] = name end
			table.sort(known)
			usage(("-s %s: the scenario neither sweeps it nor has an h.input of that name%s"):format(key,
				check.suggestion(key, known)))
		end
	end
	sweeps.check_zips(space, usage)
	return space
end

function scenario.define()
	sweeps.flags = { constructor = algorithms.from_function }
	names.func("h", "scenario", new, "scenario", "the whole experiment")
	names.func("h", "input", input, "scenario", 'h.input("name", default): a value that -s name=... replaces')
	names.func("h", "zip", sweeps.zip, "sweep form", "h.zip { a = { 1, 2 }, b = { 3, 4 } }: values side by side")
	names.func("h", "chain", sweeps.chain, "sweep form", "h.chain { sweep, sweep }: one after the other")
	names.func("h", "where", sweeps.where, "sweep form",
		"h.where(sweep, function (p) return ... end): points for which it is true")
	names.func("h", "log", sweeps.log, "sweep form",
		"h.log { from, to, count | base, integer }: values at equal ratios")
	names.func("h", "sample", sweeps.sample, "sweep form",
		"h.sample { from, to, count, seed, integer, log } or { of, count, seed }: drawn at random")
end

function scenario.folder_of(path) return path:match("^(.*)/[^/]*$") or "." end
scenario.scenes = scenes

return scenario
