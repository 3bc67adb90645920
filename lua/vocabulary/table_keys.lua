-- What a scenario's `tables` take: the fields of lua/vocabulary/shown_columns.lua, and those that say how a
-- table looks in a paper. The keys of one table are also checked against each other and against what the
-- scenario sweeps.
local algorithms = require "vocabulary.algorithms"
local check = require "base.check"
local lists = require "base.lists"
local shown = require "vocabulary.shown_columns"
local sweeps = require "vocabulary.sweeps"

local table_keys = {}

local function read_ratios(at, path, v)
	if type(v) ~= "boolean" and v ~= "only" then check.must(at, path, v, "true, false or 'only'") end
	return v
end

local function read_labels(at, path, v)
	check.plain(at, path, v, "{ [value] = 'label' }")
	for inner, _, label in check.entries(at, path, v) do check.string(at, inner, label) end
	return v
end

table_keys.fields = lists.joined(shown.table, {
	{ "ratios", read = read_ratios, luacats = "boolean|\"only\"", optional = true,
		about = "whether ratios to the baseline stand below the values (true), not at all, or alone ('only')" },
	{ "baseline", read = shown.read_value, luacats = "string|number|boolean", optional = true,
		about = "the column, or the row of algorithms, that ratios are relative to (the first)" },
	{ "score", "boolean", optional = true,
		about = "each cell is the geometric mean, over all groups, of a row's ratios to the row `baseline`" },
	{ "intervals", "boolean", optional = true, about = "whether intervals stand beside the values (true)" },
	{ "digits", "integer", lo = 1, hi = 12, optional = true,
		about = "significant digits of numbers that are not whole (chosen by the interval)" },
	{ "best", "choice", choices = { "least", "greatest" }, optional = true,
		about = "prints the best of each row bold, or of each column of algorithms" },
	{ "transpose", "boolean", optional = true, about = "prints rows as columns; the CSV file stays as it is" },
	{ "labels", read = read_labels, luacats = "table<any, string>", optional = true,
		about = "{ [value] = label }: what rows and columns are called, by value or by the column's name" },
	{ "notes", "texts", optional = true, about = "sentences that stand below the table" },
	{ "width", read = shown.read_length, has_names = true, luacats = "string", optional = true,
		about = "'column', 'page' or '9 cm': LaTeX sets it small, and a table that is wider says so" },
})

-- The values of the algorithms' labels, those of readings included.
local function label_texts(context)
	local out = lists.map(context.readings or {}, function (reading) return reading.label end)
	for _, label in next, algorithms.label(context.algorithms) do out[#out + 1] = label end
	return out
end

-- The values of a column as texts; nil if they are not known before anything is measured.
local function values_of(context, column)
	local out
	if column == "algorithm" then
		out = label_texts(context)
	elseif context.swept[column] then
		out = lists.map(sweeps.values_of(context.space, column), check.text)
	else
		return nil
	end
	table.sort(out)
	return out
end

local function fail_unless_known(at, path, v, known, what)
	local text = check.text(v)
	if check.contains(known, text) then return end
	check.fail(at, path, ("%s %s%s"):format(what, check.shown(v), check.suggestion_or_first(text, known)))
end

-- Whether a table's labels of algorithms leave out shared parameters. The labels are then made by the report.
local function has_shared(t, context)
	return context.shared[t.rows] or context.shared[t.columns or "algorithm"]
end

local function check_baseline(at, path, t, context)
	if t.ratios == false then check.fail(at, check.join(path, "baseline"), "does not go with ratios = false") end
	local is_row = t.score or t.rows == "algorithm"
	local column = is_row and t.rows or t.columns or "algorithm"
	local known = not has_shared(t, context) and values_of(context, column)
	if known and (t.columns or is_row) then
		fail_unless_known(at, check.join(path, "baseline"), t.baseline, known, ("no %s is"):format(column))
	end
end

local function check_labels(at, path, t, context)
	local columns = { t.rows, t.columns or "algorithm" }
	local known = lists.copy(columns)
	for _, column in ipairs(columns) do
		local values = not has_shared(t, context) and values_of(context, column)
		if not values then return end
		lists.add(known, values)
	end
	for inner, key in check.entries(at, check.join(path, "labels"), t.labels) do
		fail_unless_known(at, inner, key, known, "no row or column is")
	end
end

-- Keys that say something about single points. A score stands for many.
local OF_POINTS = { "ratios", "best", "published", "scale", "unit" }

local function check_score(at, path, t)
	for _, key in ipairs(OF_POINTS) do
		if t[key] ~= nil then check.fail(at, check.join(path, key), "does not go with score = true") end
	end
end

-- Checks one table as a whole.
function table_keys.check(at, path, t, context)
	if t.score then check_score(at, path, t) end
	if t.baseline ~= nil then check_baseline(at, path, t, context) end
	if t.labels then check_labels(at, path, t, context) end
end

return table_keys
