-- What a scenario measures: h.<algorithm> { parameters }, h.tree, h.algorithm, h.sweep over parameters.
-- Each algorithm of the engine declares a table of its parameters. Parameters are checked against that table.
local broads = require "vocabulary.broads"
local check = require "base.check"
local externals = require "vocabulary.externals"
local lists = require "base.lists"
local names = require "base.names"
local parts = require "vocabulary.parts"
local plugins = require "vocabulary.plugins"
local sweeps = require "vocabulary.sweeps"

local algorithms = { registry = {}, by_name = {} }

local meta = { __name = "algorithm", __metatable = false,
	__tostring = function (a) return a.label or a.kind end }
local constructors = setmetatable({}, { __mode = "k" }) -- h.aabb -> "aabb"

-- A short form of a parameter's text. A list of vectors becomes its length and a hash of its text, so that
-- two different lists have different short forms. Other texts stay as they are.
function algorithms.short(text)
	if not text:find(";", 1, true) then return text end
	local _, separators = text:gsub(";", "")
	return ("%d:%06x"):format(separators + 1, engine.seed_of(text) & 0xffffff)
end

-- Makes an algorithm object from checked parameters. `given` keeps the parameters as they were written, so
-- that a later call can add to them.
local function make(at, kind, given, label)
	local values, text, _, wrong = engine.params(kind, given)
	if not values then
		check.raise(at, { wrong }, parts.message(text, wrong, algorithms.by_name[kind].params))
	end
	return check.object(meta,
		{ kind = kind, given = given, params = values, text = text, label = label, at = at })
end

-- Reads parameters and `label` from the table of the call. Values that the table lacks come from `base`.
local function from_table(at, kind, t, base)
	local given, label = lists.copy(base and base.given or {}), base and base.label
	for _, key in ipairs(check.parameters(at, t)) do
		if key == "label" then
			label = check.string(at, { "label" }, t.label)
		else
			given[key] = parts.text(t[key])
		end
	end
	return make(at, kind, given, label)
end

-- The algorithm with other values for some parameters; or nil, a message and the name of the wrong one. A
-- value also replaces one that a part was given: fit = "hull" that of volume = h.bv.obb { fit = "slabs" }.
-- ["broad.delta"] = "pairs" changes that parameter of the part, and keeps its others.
function algorithms.changed(a, changes)
	local given, inside = lists.copy(a.given), {}
	for _, key in ipairs(check.sorted_keys(changes)) do -- a part before what is inside of it
		local v = changes[key]
		local part, inner = key:match "^([%w_]+)%.([%w_]+)$"
		if part and a.params[part] then
			given[part], inside[part] = parts.with(given[part] or a.params[part], inner, v), true
		else
			given[key] = parts.text(v)
		end
	end
	local values, text, _, wrong = engine.params(a.kind, given)
	while not values do
		local part = text:match "inside of parameter '([%w_]+)'"
		local fewer = part and not changes[part] and not inside[part] and parts.without(given[part], wrong)
		if not fewer or fewer == given[part] then return nil, text, wrong end
		given[part] = fewer
		values, text, _, wrong = engine.params(a.kind, given)
	end
	return check.object(meta,
		{ kind = a.kind, given = given, params = values, text = text, label = a.label, at = a.at })
end

-- An algorithm written without a call: algorithm = { h.aabb }, { h.broad.sap }.
function algorithms.from_function(at, f)
	local kind = constructors[f] or broads.kind_of(f)
	return kind and make(at, kind, {}) or nil
end

-- Turns a broad phase into an algorithm, for query = "boxes".
function algorithms.from_broad(broad) return make(broad.at, broad.kind, broad.given, broad.label) end

function algorithms.by_text(at, name)
	return algorithms.by_name[name] and make(at, name, {}) or nil
end

-- h.sweep(h.aabb, { leaf = { 1, 2, 4 } }): an algorithm for every combination.
function algorithms.sweep(at, what, parameters)
	local known = check.kind(what) == "algorithm" or check.kind(what) == "broad phase"
	local base, kind = known and what or nil, constructors[what] or broads.kind_of(what)
	kind = kind or base and base.kind
	if not kind then check.must(at, {}, what, "given an algorithm (h.aabb) and a table of parameters") end
	check.table(at, {}, parameters, "given an algorithm and a table of parameters")
	local space = sweeps.grid(at, parameters, {}, {})
	local items = {}
	for _, point in ipairs(sweeps.points(space, function (keys) return keys end)) do
		items[#items + 1] = from_table(at, kind, point, base)
	end
	return sweeps.list_of(items)
end

local function read_tree(at, path, tree)
	if constructors[tree] then tree = make(at, constructors[tree], {}) end
	local info = check.kind(tree) == "algorithm" and algorithms.by_name[tree.kind]
	if not info or not (tree.kind == "tree" or info.preset_of == "tree") then
		check.must(at, path, tree, "a tree: h.tree { ... }")
	end
	return tree
end

local PARTS = {
	{ "tree", read = read_tree, luacats = "harness.algorithm|function",
		about = "h.tree { ... } or a preset of it" },
	{ "update", "any", luacats = "string", optional = true, about = "in place of the tree's own" },
	{ "roots", "any", luacats = "string[]|string", optional = true,
		about = "volumes of whole bodies that are tested first, in this order" },
	{ "root_obb", "any", luacats = "boolean", optional = true,
		about = "whether the trees' own roots are tested after them" },
	{ "prejudge", "any", luacats = "boolean", optional = true,
		about = "of oriented boxes: the spheres in and about them first" },
	{ "label", "string", optional = true, about = "what tables and figures call it" },
	{ "broad", "any", luacats = "harness.broad_phase|function|string", optional = true,
		about = "h.broad.<name> { ... }: only pairs of bodies whose boxes meet are walked" },
}

-- h.algorithm { tree = h.tree { ... }, update = "full" }: parts put together.
local function assemble(at, t)
	local given = lists.copy(t)
	given.tree = nil
	return from_table(at, t.tree.kind, given, t.tree)
end

-- Returns a label for each algorithm of `list`: its kind, and those parameters in which algorithms of the
-- same kind differ. `others` are algorithms that --quick or -s left out. They are compared too, so that
-- leaving them out does not change the other labels. An empty value counts as the default.
function algorithms.label(list, others)
	local differing = {}
	local function said(a, param)
		local text = a.params[param.name]
		return text ~= "" and text or param.default
	end
	for _, a in ipairs(lists.joined(list, others or {})) do
		local seen = differing[a.kind] or { first = a, keys = {} }
		differing[a.kind] = seen
		for _, param in ipairs(algorithms.by_name[a.kind].params) do
			if said(seen.first, param) ~= said(a, param) then seen.keys[param.name] = true end
		end
	end
	local labels, taken = {}, {}
	for _, a in ipairs(list) do
		local words = {}
		for _, info in ipairs(algorithms.by_name[a.kind].params) do
			local text = a.params[info.name]
			if differing[a.kind].keys[info.name] and text ~= "" then
				words[#words + 1] = info.name .. "=" .. algorithms.short(text)
			end
		end
		local label = a.label or (#words > 0 and ("%s(%s)"):format(a.kind, table.concat(words, ",")) or a.kind)
		if taken[label] then
			check.fail({ file = a.at.file, line = a.at.line }, nil, ("two algorithms are called '%s'%s"):format(label,
				a.label and "" or ": their parameters are the same; give one a label"))
		end
		labels[a], taken[label] = label, a
	end
	return labels
end

local function register(info)
	if not algorithms.by_name[info.name] then table.insert(algorithms.registry, info) end
	algorithms.by_name[info.name] = info
end

-- h.plugin("path or name", { parameter = value }): an algorithm that is not part of the engine.
function algorithms.plugin(at, name, t)
	check.string(at, { 1 }, name)
	local info = plugins.find(at, name)
	register(info)
	return from_table(at, info.name, t == nil and {} or t)
end

-- h.external { file = "theirs.csv", ... }: results of another program.
function algorithms.external(at, t)
	local info = externals.find(at, t)
	register(info)
	return from_table(at, info.name, { label = t.label })
end

-- The algorithms that a scenario writes as h.<name>: all except broad phases and plug-ins. The plug-ins of a
-- plan are there when its report is made, and may have the name of anything else in the vocabulary.
function algorithms.contacts()
	return lists.kept(algorithms.registry, function (info) return not info.objects and not info.plugin end)
end

function algorithms.define()
	broads.define()
	algorithms.registry = engine.algorithms()
	names.class("algorithm", "an algorithm with its parameters", {})
	for _, info in ipairs(algorithms.registry) do
		algorithms.by_name[info.name] = info
	end
	for _, info in ipairs(algorithms.contacts()) do
		local f = names.of_parameters("h", info, info.name, "algorithm",
			function (at, t) return from_table(at, info.name, t) end)
		constructors[f] = info.name
	end
	names.constructor("h", "algorithm", PARTS, "algorithm", "parts", "put together from parts", assemble)
	names.func("h", "plugin", algorithms.plugin, "parts",
		"h.plugin(\"path or name\", { ... }): not part of the engine (docs/howto/plugins.md)",
		{ args = { { "name", "string" }, { "t", "table", optional = true } }, returns = "harness.algorithm" })
	names.constructor("h", "external", externals.fields, "algorithm", "parts",
		"contacts and times of another program, judged beside ours (docs/howto/external.md)", algorithms.external)
	names.func("h", "sweep", algorithms.sweep, "sweep form",
		"h.sweep(h.aabb, { leaf = { 1, 2, 4 } }): an algorithm for every combination of parameters",
		{ args = { { "what", "harness.algorithm|function" }, { "parameters", "table<string, any>" } },
			returns = "harness.list_of_values" })
	parts.define()
end

return algorithms
