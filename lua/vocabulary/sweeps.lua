-- Sweeps decide which combinations of values become points. A space is a grid (the default: every
-- combination), or is made by h.zip, h.chain, h.where or h.sample. h.log and h.sample make lists of values.
-- expand() turns a space into points { key = value }. sweeps.points() then sorts the points by the ranks of
-- their values.
local check = require "base.check"
local lists = require "base.lists"
local names = require "base.names"
local choices = require "vocabulary.parts"

local sweeps = {}

-- 100,000 groups of two algorithms. Their plan takes nearly 1 GB (docs/howto/cluster.md).
local POINTS_MAX = 200000

local space_meta = { __name = "sweep", __metatable = false }
local values_meta = { __name = "list of values", __metatable = false }

local function is_space(v) return check.kind(v) == "sweep" end

-- ---- values ----

-- Whether the path ends at the key `algorithm` of a scenario.
local function is_algorithm(path, flags)
	local key = path[#path]
	return flags.broad ~= nil and (math.type(key) and path[#path - 1] or key) == "algorithm"
end

local function check_value(at, path, v, flags)
	if check.kind(v) == "algorithm" then return v end
	if is_algorithm(path, flags) and check.kind(v) == "broad phase" then return flags.broad(v) end
	if not is_algorithm(path, flags) then v = choices.text(v) end
	if type(v) == "function" and flags.constructor then
		local made = flags.constructor(at, v)
		if made then return made end
	end
	if type(v) == "number" then
		if v ~= v or math.abs(v) == math.huge then check.must(at, path, v, "a finite number") end
		local whole = math.tointeger(v)
		-- Results hold numbers as doubles. This integer would appear there under another value.
		if whole and math.tointeger(whole + 0.0) ~= whole then
			check.fail(at, path, ("%d is no double: the nearest is %.0f"):format(whole, whole + 0.0))
		end
		return whole or v
	end
	if type(v) == "boolean" then return v end
	if type(v) == "string" then return check.string(at, path, v) end
	if type(v) == "table" and type(v[1]) == "table" and not check.kind(v) then
		local text, message = engine.vectors(v)
		return text or check.fail(at, path, message)
	end
	if type(v) == "table" and (type(v[1]) == "string" or next(v) == nil) and not check.kind(v) then
		for inner, name in check.items(at, path, v, "a list of names") do check.string(at, inner, name) end
		return #v > 0 and table.concat(v, "+") or "none"
	end
	check.must(at, path, v,
		"a number, a string, true, false, an algorithm, a broad phase or a list of names or of vectors, "
		.. "{ { x, y, z }, ... }")
end

local function type_of(v) return check.kind(v) or type(v) end

local function append(at, path, out, v, flags)
	if check.kind(v) == "list of values" then return lists.add(out, v.items) end
	out[#out + 1] = check_value(at, path, v, flags)
end

local function check_alike(at, path, out)
	local seen = {}
	for i, v in ipairs(out) do
		if type_of(v) ~= type_of(out[1]) then
			check.fail(at, path, ("mixes %s and %s"):format(check.shown(out[1]), check.shown(v)))
		end
		check.once(at, check.join(path, i), seen, v)
	end
end

-- Reads one value, a list of values, or the result of h.log, h.sample or h.sweep. Returns a list that is not
-- empty.
function sweeps.values(at, path, v, flags)
	local out = {}
	if type(v) ~= "table" or check.kind(v) then
		append(at, path, out, v, flags)
	else
		for inner, one in check.items(at, path, v, "a list of values") do append(at, inner, out, one, flags) end
	end
	if #out == 0 then check.fail(at, path, "is an empty sweep") end
	check_alike(at, path, out)
	return out
end

local function list_of(items) return check.object(values_meta, { items = items }) end
sweeps.list_of = list_of

local function read_base(at, path, v)
	if check.positive(at, path, v) <= 1.0001 then check.must(at, path, v, "above 1") end
	return v
end

local LOG = {
	{ "from", "positive", about = "the first value" },
	{ "to", "positive", about = "the last" },
	{ "count", "integer", lo = 1, hi = POINTS_MAX, optional = true, about = "how many values; else base" },
	{ "base", read = read_base, luacats = "number", optional = true,
		about = "a value over that before it; else count" },
	{ "integer", "boolean", default = false, about = "rounded; each once" },
}

local function log_values(t)
	local raw, from, to = {}, t.from, t.to
	if t.base then
		local v = from
		while v <= to and #raw < POINTS_MAX do
			raw[#raw + 1] = v
			v = v * t.base
		end
		return raw
	end
	local n = t.count
	local step = n > 1 and (math.log(to) - math.log(from)) / (n - 1) or 0
	for i = 0, n - 1 do raw[#raw + 1] = math.exp(math.log(from) + step * i) end
	raw[1] = from
	if n > 1 then raw[n] = to end -- both ends are exactly the given values
	return raw
end

-- h.log { from, to, count } or h.log { from, to, base }. integer = true rounds the values.
function sweeps.log(at, t)
	if t.to < t.from then check.fail(at, { "to" }, "must not be below `from`") end
	if (t.count == nil) == (t.base == nil) then check.fail(at, {}, "needs either `count` or `base`") end
	return list_of(lists.distinct(lists.map(log_values(t), function (v)
		v = t.integer and math.floor(v + 0.5) or v
		return math.tointeger(v) or v
	end)))
end

-- ---- spaces ----

-- The swept keys of a table, each with its list of values.
local function columns_in(at, t, path, flags)
	local columns = {}
	for inner, key, v in check.entries(at, path, t) do
		if type(key) == "string" then
			if not key:find("^[%a_][%w_]*$") then
				check.fail(at, inner, "a swept parameter's name is letters, digits and _")
			end
			columns[key] = sweeps.values(at, inner, v, flags)
		end
	end
	return columns
end

-- Makes a grid from a plain table of keys with values. Entries without a key are spaces; each is combined
-- with all the others.
function sweeps.grid(at, t, path, flags)
	if is_space(t) then return t end
	path = path or {}
	local parts = {}
	for inner, key, v in check.entries(at, path, t) do
		if type(key) ~= "string" then
			if not is_space(v) then
				check.must(at, inner, v, "a key with values, or h.zip, h.chain, h.where, h.sample")
			end
			parts[#parts + 1] = v
		end
	end
	return check.object(space_meta, { form = "grid", at = at, path = path, parts = parts,
		fields = columns_in(at, t, path, flags or sweeps.flags) })
end

function sweeps.zip(at, t)
	check.table(at, {}, t)
	local columns = columns_in(at, t, {}, sweeps.flags)
	local first
	for _, key in ipairs(check.sorted_keys(t)) do
		if type(key) ~= "string" then check.fail(at, { key }, "needs keys") end
		first = first or key
		if #columns[key] ~= #columns[first] then
			check.fail(at, { key }, ("has %d values, '%s' has %d"):format(#columns[key], first, #columns[first]))
		end
	end
	if not first then check.fail(at, {}, "is an empty sweep") end
	return check.object(space_meta, { form = "zip", at = at, fields = columns, parts = {} })
end

function sweeps.chain(at, t)
	local parts = {}
	for inner, part, i in check.items(at, {}, t, "a list of sweeps") do
		parts[i] = sweeps.grid(at, check.table(at, inner, part), inner)
	end
	if #parts == 0 then check.fail(at, {}, "is an empty sweep") end
	return check.object(space_meta, { form = "chain", at = at, fields = {}, parts = parts })
end

-- Lua never finds an algorithm and a text equal, and says nothing: such a comparison is looked for in the
-- function's own lines.
local function check_comparisons(keep)
	local file, first, last = engine.function_place(keep)
	local line = 0
	for text in (check.sources[file] or ""):gmatch "([^\n]*)\n?" do
		line = line + 1
		local code = line >= first and line <= last and text:gsub("%-%-.*", "") or ""
		if code:find "%.algorithm%s*[=~]=%s*[\"']" or code:find "[\"']%s*[=~]=%s*[%w_]+%.algorithm%f[^%w_.]" then
			check.raise({ file = file, line = line }, nil,
				"h.where: an algorithm is never equal to a text: compare p.algorithm.kind, or the algorithm itself")
		end
	end
end

function sweeps.where(at, t, keep)
	if type(keep) ~= "function" then check.must(at, {}, keep, "given a sweep and a function") end
	check_comparisons(keep)
	check.table(at, {}, t)
	return check.object(space_meta,
		{ form = "where", at = at, fields = {}, parts = { sweeps.grid(at, t, {}) }, keep = keep })
end

local SAMPLE = {
	{ "count", "integer", lo = 1, hi = POINTS_MAX, about = "how many" },
	{ "seed", "integer", lo = 0, default = 1 },
	{ "from", "number", optional = true, about = "the least, without `of`" },
	{ "to", "number", optional = true, about = "the greatest, without `of`" },
	{ "integer", "boolean", default = false, about = "whole numbers" },
	{ "log", "boolean", default = false, about = "even in the logarithm" },
	{ "of", "any", optional = true, about = "a sweep or a list, from which some are picked" },
}

local function sample_numbers(at, t)
	local n, seed, from, to = t.count, t.seed, t.from, t.to
	for _, key in ipairs { "from", "to" } do
		if t[key] == nil then check.must(at, { key }, nil, "a finite number") end
	end
	if to < from then check.fail(at, { "to" }, "must not be below `from`") end
	if t.log and from <= 0 then check.fail(at, { "from" }, "must be above 0 for log = true") end
	local items = {}
	for i = 1, n do
		-- every draw has its own hash, so a larger count keeps the first draws
		local bits = engine.seed_of(("sample %d %d"):format(seed, i))
		local u = (bits >> 11) * 0x1p-53
		local v = t.log and math.exp(math.log(from) + (math.log(to) - math.log(from)) * u) or from + (to - from) * u
		items[i] = t.integer and math.tointeger(math.floor(v + 0.5)) or v
	end
	return list_of(lists.distinct(items))
end

-- Chooses `count` of the items at random. They stay in their order.
local function choose(items, count, seed)
	local order = {}
	for i = 1, #items do order[i] = { i = i, key = engine.seed_of(("choose %d %d"):format(seed, i)) } end
	table.sort(order, function (a, b)
		if a.key ~= b.key then return math.ult(a.key, b.key) end
		return a.i < b.i
	end)
	local chosen = {}
	for i = 1, math.min(count, #items) do chosen[order[i].i] = true end
	return lists.kept(items, function (_, i) return chosen[i] end)
end

-- h.sample { from, to, count, seed, integer, log } draws numbers.
-- h.sample { of = list or sweep, count, seed } picks elements.
function sweeps.sample(at, t)
	if t.of == nil then return sample_numbers(at, t) end
	for _, key in ipairs { "from", "to", "integer", "log" } do
		if t[key] then check.fail(at, { key }, "is given besides `of`") end
	end
	local count, seed = t.count, t.seed
	local is_grid = type(t.of) == "table" and not check.kind(t.of) and #t.of == 0
	if is_grid or is_space(t.of) then
		return check.object(space_meta, { form = "sample", at = at, fields = {}, count = count, seed = seed,
			parts = { sweeps.grid(at, t.of, { "of" }) } })
	end
	return list_of(choose(sweeps.values(at, { "of" }, t.of, sweeps.flags), count, seed))
end

-- ---- points ----

local expand

local function merged(space, a, b)
	local twice
	for key in next, b do
		if a[key] ~= nil and (not twice or key < twice) then twice = key end
	end
	if twice then check.fail(space.at, space.path, ("'%s' is swept twice"):format(twice)) end
	return lists.copy(a, b)
end

local function product(space, left, right)
	local out = {}
	if #left * #right > POINTS_MAX then
		check.fail(space.at, space.path, ("gives more than %d points"):format(POINTS_MAX))
	end
	for _, a in ipairs(left) do
		for _, b in ipairs(right) do out[#out + 1] = merged(space, a, b) end
	end
	return out
end

local forms = {}

function forms.grid(space)
	local points = { {} }
	for _, key in ipairs(check.sorted_keys(space.fields)) do
		points = product(space, points, lists.map(space.fields[key], function (v) return { [key] = v } end))
	end
	for _, part in ipairs(space.parts) do points = product(space, points, expand(part)) end
	return points
end

function forms.zip(space)
	local points = {}
	for key, values in next, space.fields do
		for i, v in ipairs(values) do
			points[i] = points[i] or {}
			points[i][key] = v
		end
	end
	return points
end

local function keys_text(point) return table.concat(check.sorted_keys(point), ", ") end

function forms.chain(space)
	local points = {}
	for i, part in ipairs(space.parts) do
		for _, point in ipairs(expand(part)) do
			if points[1] and keys_text(point) ~= keys_text(points[1]) then
				check.fail(space.at, { i },
					("sweeps { %s }, the first { %s }"):format(keys_text(point), keys_text(points[1])))
			end
			points[#points + 1] = point
		end
	end
	return points
end

function forms.where(space)
	return lists.kept(expand(space.parts[1]), function (point)
		return engine.untrusted(space.keep, lists.copy(point))
	end)
end

function forms.sample(space) return choose(expand(space.parts[1]), space.count, space.seed) end

expand = function (space)
	local points = forms[space.form](space)
	if #points == 0 then check.fail(space.at, space.path, "leaves no point at all") end
	return points
end

-- For each key, its values in the order of their first appearance, and the rank of each value.
local function columns_of(points)
	local columns = {}
	for _, point in ipairs(points) do
		for key, v in next, point do
			local column = columns[key] or { values = {}, rank = {} }
			columns[key] = column
			if not column.rank[v] then
				column.values[#column.values + 1] = v
				column.rank[v] = #column.values
			end
		end
	end
	return columns
end

-- Returns all points in sorted order, the order of keys, and the columns. order_keys returns the order of the
-- keys; the last key varies fastest. Values keep the order in which they were written.
function sweeps.points(space, order_keys)
	local points = expand(space)
	local columns = columns_of(points)
	local keys = order_keys(check.sorted_keys(columns))
	local index = {}
	for i, point in ipairs(points) do index[point] = i end
	table.sort(points, function (a, b)
		for _, key in ipairs(keys) do
			local ra, rb = columns[key].rank[a[key]], columns[key].rank[b[key]]
			if ra ~= rb then return ra < rb end
		end
		return index[a] < index[b]
	end)
	for i = 2, #points do
		local same = true
		for _, key in ipairs(keys) do same = same and points[i][key] == points[i - 1][key] end
		if same then check.fail(space.at, space.path, "gives the same point twice") end
	end
	return points, keys, columns
end

-- Checks that the lists of every h.zip still have equal lengths. Calls fail(message) for a list that differs.
function sweeps.check_zips(space, fail)
	local first
	for _, key in ipairs(space.form == "zip" and check.sorted_keys(space.fields) or {}) do
		first = first or key
		if #space.fields[key] ~= #space.fields[first] then
			fail(("'%s' is part of an h.zip with '%s': %d values beside %d"):format(key, first,
				#space.fields[key], #space.fields[first]))
		end
	end
	for _, part in ipairs(space.parts) do sweeps.check_zips(part, fail) end
end

-- A copy of the space with other values for a key, as --quick and -s demand. Nil if the space does not sweep
-- the key.
function sweeps.replaced(space, key, values)
	local copy = lists.copy(space, { fields = lists.copy(space.fields), parts = {} })
	local found = space.fields[key] ~= nil
	if found then copy.fields[key] = values end
	for i, part in ipairs(space.parts) do
		local other = sweeps.replaced(part, key, values)
		found = found or other ~= nil
		copy.parts[i] = other or part
	end
	return found and check.object(space_meta, copy) or nil
end

-- The values that the space lists for a key, or nil. They include values that h.where or h.sample may leave
-- out.
function sweeps.values_of(space, key)
	local out = space.fields[key]
	for _, part in ipairs(space.parts) do
		local more = sweeps.values_of(part, key)
		if more then out = lists.joined(out or {}, more) end
	end
	return out
end

function sweeps.define()
	local form = "sweep form"
	local space = { args = { { "sweep", "table" } }, returns = "harness.sweep" }
	names.class("sweep", "which combinations become points", {})
	names.class("list_of_values", "values of one swept key", {})
	names.func("h", "zip", sweeps.zip, form, "h.zip { a = { 1, 2 }, b = { 3, 4 } }: values side by side", space)
	names.func("h", "chain", sweeps.chain, form, "h.chain { sweep, sweep }: one after the other", space)
	names.func("h", "where", sweeps.where, form,
		"h.where(sweep, function (p) return ... end): points for which it is true",
		{ args = { { "sweep", "harness.sweep|table" }, { "keep", "fun(p: table<string, any>): any" } },
			returns = "harness.sweep" })
	names.constructor("h", "log", LOG, "list of values", form,
		"values at equal ratios, by either `count` or `base`", sweeps.log)
	names.constructor("h", "sample", SAMPLE, "list of values", form,
		"drawn at random, from numbers or `of` others", sweeps.sample)
end

return sweeps
