-- Claims: what a scenario says its numbers show. A claim is a function of `r`, which answers questions about
-- the points. It returns a verdict, or true or false and its numbers. A claim that needs a point which failed
-- or is missing is undecided, never false. A claim may be judged under an alternative reading: then `r`
-- answers with that reading's row wherever there is one.
local arguments = require "claims.arguments"
local bounds = require "claims.censored"
local check = require "base.check"
local claim_machines = require "claims.machines"
local columns = require "data.columns"
local coverage = require "claims.coverage"
local disturbed = require "data.disturbed"
local lists = require "base.lists"
local measured = require "data.measured"
local methods = require "claims.methods"
local notation = require "text.notation"
local populations = require "claims.populations"
local ratio_verdicts = require "claims.ratio_verdicts"
local selections = require "claims.selections"
local splits = require "data.splits"
local outside = require "data.foreign"
local verdicts = require "claims.verdicts"

local claims = {}

local verdict_new = verdicts.new
local interval_text, differing_text, shared_text = selections.interval_text, selections.differing_text,
	selections.shared_text

local Reader = { __metatable = false }

-- The state of a reader. A name that is neither state nor a method is a mistake.
local STATE = { m = true, asked = true, counted = true, rows_under = true, reason = true, unsound = true,
	unchecked = true, preempted = true, timed = true, machine = true, lacks = true, met = true, is_mixed = true,
	named = true }

Reader.__index = function (_, name)
	if Reader[name] ~= nil or STATE[name] then return Reader[name] end
	arguments.unknown_method(methods, tostring(name))
end

-- Throws where a number is not known: the claim is then undecided, for this reason. The reader keeps the
-- reason, because the error may get a place added to it on its way through scenario code.
local function unknown(self, reason)
	self.reason = reason
	error(reason, 0)
end

local function is_unknown(self, problem)
	return self.reason ~= nil and tostring(problem):find(self.reason, 1, true) ~= nil
end

local function selection_check(self, selection)
	if type(selection) ~= "table" then
		error(("a point is named by a table like { algorithm = \"...\" }, not by a %s"):format(type(selection)), 0)
	end
	for _, name in ipairs(check.sorted_keys(selection)) do self.m:column_check(name, "selection") end
end

-- The row that is read in place of one of the scenario's own: that of the reading, on the machine whose rows
-- are read. What a claim asks about is noted, as it tells which readings matter to the claim.
local function row_under(self, row)
	self.asked[row] = true
	return claim_machines.row(self, self.rows_under and self.rows_under[row] or row, unknown)
end

-- Notes that a time of the row was read. A ratio within a group is the same kind of number on every machine.
local function note_time(self, row, column)
	self.timed = true
	if column ~= "ratio_to_first" then claim_machines.note(self, row) end
end

-- A key to which -s gave several values, in which the rows differ; nil if there is none. The scenario has one
-- value of it, so its claims do not name it.
local function key_split(m, rows)
	for _, key in ipairs(splits.keys(m)) do
		for _, row in ipairs(rows) do
			if not measured.value_equal(row[key], rows[1][key]) then return key end
		end
	end
end

-- Runs f, in which each selection means one point, however often it is asked for.
local function with_named(self, f)
	local outer = self.named
	self.named = {}
	local ok, result = pcall(f)
	self.named = outer
	if not ok then error(result, 0) end
	return result
end

local row_found

-- The one point of the selection, whether it is ok or failed. Throws `unknown` if there is no such point, or
-- one for each of several values that -s gave.
local function row_find(self, selection)
	local known = self.named and self.named[selection]
	local row = known or row_found(self, selection)
	if self.named then self.named[selection] = row end
	return row_under(self, row)
end

function row_found(self, selection)
	selection_check(self, selection)
	local found = self.m:find(selection, "selection")
	local text = measured.where_text(selection)
	if #found == 0 then unknown(self, "no point of this run has " .. text) end
	local split = #found > 1 and key_split(self.m, found)
	if split then
		unknown(self, ("%d points have %s, as -s gave several values of %s"):format(#found, text, split))
	end
	if #found > 1 then
		error(("%d points have %s; name also: %s"):format(#found, text, self.m:differing(found)), 0)
	end
	return found[1]
end

-- The row, which must be ok. Throws `unknown` if it failed.
local function row_usable(self, row)
	if not measured.is_ok(row) then
		unknown(self, self.m:point_text(row) .. ": " .. measured.failure_text(row))
	end
	if self.m:is_unchecked(row) then self.unchecked = true end
	if measured.is_unsound(row) then self.unsound = true end
	return row
end

-- The one point of the selection, which must be ok. Throws `unknown` if it failed or is missing.
local function point_find(self, selection) return row_usable(self, row_find(self, selection)) end

-- Whether a column holds times. A derived column does if it is computed from one.
local function is_time(self, column)
	local own = self.m.derived[column]
	if own then return own.timed == true end
	return columns.is_time(column)
end

local function value_known(self, row, column)
	self.m:column_check(column, "value")
	if is_time(self, column) then note_time(self, row, column) end
	local value, lo, hi = measured.value(row, column)
	if value == nil and self.m:is_left_out(column) then
		unknown(self, ("%s was %s"):format(column, measured.LEFT_OUT))
	end
	if outside.stands_for(row, column) then
		unknown(self, ("%s: %s"):format(self.m:point_text(row), outside.reason))
	end
	if value == nil then unknown(self, ("%s has no %s"):format(self.m:point_text(row), column)) end
	if disturbed.is(self.m, row, column) then self.preempted = self.preempted or row end
	return value, lo, hi
end

-- r:value{ faces = 2124, algorithm = "aabb" }: the median of a column, step_ms unless said otherwise.
function Reader:value(selection, column)
	return (value_known(self, point_find(self, selection), column or "step_ms"))
end

-- r:interval{...}: median, lo, hi. The bounds are nil if the column has none.
function Reader:interval(selection, column)
	return value_known(self, point_find(self, selection), column or "step_ms")
end

local OF_SCENE = { triangles = true, steps = true } -- counted, but they name rows as a swept key does

-- Whether a column holds what was counted or measured. All other columns say which row it is; under every
-- reading these are the values of the scenario's own rows.
local function is_result(self, column)
	local known = columns.of(column, "summary.csv")
	return self.m.derived[column] ~= nil or known ~= nil and known.kind ~= "named" and not OF_SCENE[column]
end

-- r:values "faces": the distinct values of a column over the points, ascending; `where` narrows the points.
function Reader:values(column, where)
	self.m:column_check(column, "values")
	if self.m:is_left_out(column) then unknown(self, ("%s was %s"):format(column, measured.LEFT_OUT)) end
	local rows = self.m:find(where or {}, "values")
	for _, row in ipairs(OF_SCENE[column] and rows or {}) do self.counted[row] = true end
	for i, row in ipairs(is_result(self, column) and rows or {}) do
		rows[i] = row_under(self, row)
		if is_time(self, column) then note_time(self, rows[i], column) end
		if disturbed.is(self.m, rows[i], column) then self.preempted = self.preempted or rows[i] end
	end
	local values = measured.values(rows, column)
	table.sort(values, notation.less)
	return values
end

-- r:published("time", 2124, "bsp"): the published number of a row and a column of a table of the scenario.
function Reader:published(name, row, column)
	local function pick(map, key, lacks)
		local values, text = notation.by_text(map), notation.text(key)
		if values[text] ~= nil then return values[text] end
		error(("published: %s '%s'%s"):format(lacks, text, check.suggestion(text, check.sorted_keys(values))), 0)
	end
	local def = pick(self.m.spec.tables, name, "there is no table")
	local lacks = ("table '%s' has nothing published for"):format(notation.text(name))
	return pick(pick(def.published, column, lacks .. " column"), row, lacks .. " row")
end

-- r:expected(149941): a number that the scenario itself states, such as a published one, for claims about
-- models alone. It returns the number, except where claims are tried on other numbers
-- (lua/claims/refutability.lua).
function Reader:expected(number)
	arguments.options("expected", { number = number }, { number = "number" }, { "number" })
	return self.m.expected and self.m.expected(number) or number
end

-- r:has{...}: is there such a point, with a value?
function Reader:has(selection)
	local m, told = self.m, self.m.on_selection
	m.on_selection = nil -- asking is no mistake
	local ok, problem = pcall(point_find, self, selection)
	m.on_selection = told
	if not ok and not is_unknown(self, problem) then error(problem, 0) end
	return ok
end

-- The smallest interval that contains 1 and the A/A noise of the groups of both rows; nil if one is not
-- known.
local function noise_of(self, row_a, row_b, column)
	local lo, hi = self.m:noise(row_a, column)
	if not lo or self.m:group(row_a) == self.m:group(row_b) then return lo, hi end
	local lo_b, hi_b = self.m:noise(row_b, column)
	if not lo_b then return nil end
	return math.min(lo, lo_b), math.max(hi, hi_b)
end

-- Adds to a ratio of times its noise band, and the bounds widened by it, with which every verdict is made.
local function ratio_new(self, row_a, row_b, column, ratio)
	if not measured.is_timed(column) then return ratio end
	local is_across = self.m:group(row_a) ~= self.m:group(row_b)
	ratio.is_time, ratio.is_across = true, is_across and ratio.lo ~= nil or nil
	ratio.noise_lo, ratio.noise_hi = noise_of(self, row_a, row_b, column)
	ratio.is_bare = not is_across and ratio.lo ~= nil and not ratio.noise_lo
	if ratio.lo and ratio.hi and ratio.noise_lo then
		ratio.wide_lo, ratio.wide_hi = ratio.lo / ratio.noise_hi, ratio.hi / ratio.noise_lo
	end
	return ratio
end

-- r:ratio(a, b): { median, lo, hi } of a over b, paired by round in one group, over all instances in a
-- population. Bounds are nil if there are too few rounds; wide_lo and wide_hi have the A/A noise too.
local function ratio_of(self, a, b, column)
	local row_a, row_b = point_find(self, a), point_find(self, b)
	value_known(self, row_a, column)
	value_known(self, row_b, column)
	local drawn = populations.ratio(self, row_a, row_b, column)
	if drawn then return drawn end
	local median, lo, hi = self.m:ratio(row_a, row_b, column)
	if not median then
		unknown(self, ("no ratio of %s to %s"):format(self.m:point_text(row_a), self.m:point_text(row_b)))
	end
	return ratio_new(self, row_a, row_b, column, { median = median, lo = lo, hi = hi,
		text = interval_text(median, lo, hi), wide_lo = lo, wide_hi = hi,
		no_interval = disturbed.reason(self.m, column, row_a, row_b) })
end

function Reader:ratio(a, b, column)
	return claim_machines.number(self, function () return ratio_of(self, a, b, column or "step_ms") end, unknown)
end

-- Runs f. If a number that f needs is not known, the result is an undecided verdict, and the claim goes on.
-- f itself looks at intervals, so what it reads of disturbed groups does not concern the rest of the claim.
local function undecided_where_unknown(self, f)
	local preempted = self.preempted
	local ok, result = pcall(f)
	self.preempted = preempted
	if ok then return result end
	if is_unknown(self, result) then return verdict_new("undecided", self.reason) end
	error(result, 0)
end

-- The same for a verdict about a comparison: on the rows of one machine at a time.
local function compared(self, f)
	return with_named(self, function ()
		return claim_machines.judged(self, function () return undecided_where_unknown(self, f) end)
	end)
end

-- Whether a column is judged by its value alone: counts are the same each time, and derived columns have no
-- interval.
local function is_count(self, column)
	return self.m.derived[column] ~= nil or not is_time(self, column)
end

-- The note on a verdict that was decided by a derived value alone.
local function derived_text(self, column)
	return self.m.derived[column] and (", %s is derived and has no interval"):format(column) or ""
end

-- If the time limit ended exactly one of the two points, its lower bound may decide. Otherwise nil. `lo` and
-- `hi` are the limits of the ratio; nil means no limit on this side. The bound is widened by the A/A noise.
local function bounded_verdict(self, a, b, column, lo, hi)
	local row_a, row_b = row_find(self, a), row_find(self, b)
	local ratio = bounds.ratio(row_a, row_b, column)
	if not ratio then return nil end
	note_time(self, row_a)
	note_time(self, row_b)
	if self.m:is_unchecked(ratio.other) then self.unchecked = true end
	if measured.is_unsound(ratio.other) then self.unsound = true end
	local text = ("%s%s %s, by the time limit"):format(shared_text(a, b), differing_text(a, b), ratio.text)
	if not (ratio.lo or ratio.hi) then
		return verdict_new("undecided", text .. ", " .. disturbed.reason(self.m, column, ratio.other))
	end
	local noise_lo, noise_hi = self.m:noise(ratio.other, column)
	local least = ratio.lo and ratio.lo / (noise_hi or 1)
	local most = ratio.hi and ratio.hi / (noise_lo or 1)
	local refuted = hi and least and least > hi or lo and most and most < lo
	local holds = not (hi and not (most and most < hi)) and not (lo and not (least and least > lo))
	return verdict_new(verdicts.word(holds and not refuted, refuted), text,
		verdicts.nearest(ratio.lo or ratio.hi, hi or lo, hi and "<" or ">"))
end

-- The two values if they are judged exactly: counts, sizes, derived values. Otherwise nil. Times, values that
-- have bounds, and values of disturbed groups are judged by their ratio.
local function exact_values(self, a, b, column)
	local row_a, row_b = point_find(self, a), point_find(self, b)
	local value_a, lo_a = value_known(self, row_a, column)
	local value_b, lo_b = value_known(self, row_b, column)
	local is_exact = is_count(self, column) and not (lo_a and lo_b)
		and not disturbed.is(self.m, row_a, column) and not disturbed.is(self.m, row_b, column)
	if is_exact and type(value_a) == "number" and type(value_b) == "number" then return value_a, value_b end
end

-- Is a over b below, at most or at least the limit?
local function against_limit(self, a, b, options, relation)
	selection_check(self, a)
	selection_check(self, b)
	return compared(self, function ()
		populations.check(self, a, b, options)
		local column, limit = options.column or "step_ms", options.limit or 1
		local is_least = relation == ">="
		local lowest, highest = is_least and limit or nil, not is_least and limit or nil
		local bounded = bounded_verdict(self, a, b, column, lowest, highest)
		if bounded then return bounded end
		local pair = shared_text(a, b) .. differing_text(a, b)
		local after = ratio_verdicts.wanted_text(relation, limit) .. derived_text(self, column)
		local value_a, value_b = exact_values(self, a, b, column)
		if value_a then
			local text = pair .. ratio_verdicts.exact_text(value_a, value_b) .. after
			return ratio_verdicts.exact(value_a, value_b, limit, text, relation)
		end
		local ratio = self:ratio(a, b, column)
		return ratio_verdicts.interval(ratio, limit, pair .. " = " .. ratio.text .. after, relation)
	end)
end

local COMPARED = { column = "string", limit = "number", over = "string" }

-- r:below(a, b): is a faster than b, or below limit * b? Counts and places are compared exactly.
function Reader:below(a, b, options)
	return against_limit(self, a, b, arguments.options("below", options, COMPARED), "<")
end

-- r:above(a, b): is a slower than b? With a limit: is a above limit * b?
function Reader:above(a, b, options)
	options = arguments.options("above", options, COMPARED)
	local limit = options.limit or 1
	if limit <= 0 then error("above: limit is 0 or less", 0) end
	return verdicts.inverted(self:below(b, a, { column = options.column, limit = 1 / limit,
		over = options.over }))
end

-- r:at_most(a, b, { limit = 1.1 }): does a take at most limit (1) times as long as b? Equal counts hold.
function Reader:at_most(a, b, options)
	return against_limit(self, a, b, arguments.options("at_most", options, COMPARED), "<=")
end

-- r:at_least(a, b, { limit = 2 }): does a take at least limit (1) times as long as b? Equal counts hold.
function Reader:at_least(a, b, options)
	return against_limit(self, a, b, arguments.options("at_least", options, COMPARED), ">=")
end

local function ratio_across(self, a, b, column, over)
	local of_a = { value_known(self, point_find(self, a), column) }
	return ratio_verdicts.enclosed(of_a, { value_known(self, point_find(self, b), over) })
end

-- r:within(a, b, { lo = 1.5, hi = 2.5 }): is a over b between the two? `over` is b's column where it is not
-- a's. It holds if the whole interval, widened by the A/A noise, is between them, and is refuted if no part
-- of it is.
function Reader:within(a, b, options)
	selection_check(self, a)
	selection_check(self, b)
	arguments.range("within", options, { column = "string", over = "string" })
	return compared(self, function ()
		local column = options.column or "step_ms"
		local over = options.over or column
		local is_one = over == column
		local bounded = is_one and bounded_verdict(self, a, b, column, options.lo, options.hi)
		if bounded then return bounded end
		local value_a, value_b
		if is_one then value_a, value_b = exact_values(self, a, b, column) end
		local ratio = not value_a and (is_one and self:ratio(a, b, column)
			or claim_machines.number(self, function () return ratio_across(self, a, b, column, over) end, unknown))
		local median = ratio and ratio.median or value_b ~= 0 and value_a / value_b or nil
		local of = is_one and "" or (" (%s / %s)"):format(column, over)
		local text = ("%s%s%s%s, wanted %.4g to %.4g"):format(shared_text(a, b), differing_text(a, b), of,
			ratio and " = " .. ratio.text or ratio_verdicts.exact_text(value_a, value_b),
			options.lo, options.hi) .. derived_text(self, column)
		local nearest = verdicts.nearer(verdicts.nearest(median, options.lo, ">"),
			verdicts.nearest(median, options.hi, "<"))
		if ratio then return ratio_verdicts.within(ratio, options, text, nearest) end
		return ratio_verdicts.within_exactly(value_a, value_b, options, text, nearest)
	end)
end

-- A verdict that the claim made itself of the numbers that it read. It is undecided if one of them belongs to
-- a disturbed row, or if they are times of several machines.
local function own_verdict(self, verdict, text, nearest)
	if claim_machines.is_mixed(self) and verdict ~= "undecided" then
		self.is_mixed = true
		return verdict_new("undecided", claim_machines.MIXED, nearest)
	end
	if not self.preempted or verdict == "undecided" then return verdict_new(verdict, text, nearest) end
	text = text and text ~= "" and text .. ", " or ""
	return verdict_new("undecided", ("%s%s: others had the core"):format(text,
		self.m:point_text(self.preempted)), nearest)
end

local function verdict_of(self, value, text)
	if verdicts.is(value) then return value end
	if value == true then return own_verdict(self, "holds", text) end
	if value == false then return own_verdict(self, "refuted", text) end
	error(("a claim answers with a verdict, true or false, not with a %s"):format(type(value)), 0)
end

-- r:all{ verdict, ... }: refuted if one is refuted, else undecided if one is undecided. Its text has the
-- numbers of all, unless one is given.
function Reader:all(given, text)
	if type(given) ~= "table" then error("all takes a list of verdicts", 0) end
	local list = {}
	for i = 1, #given do list[i] = verdict_of(self, given[i]) end
	return verdicts.all(list, arguments.text(text))
end

-- A verdict of the claim's own. options: the ratio that decided, the limit above or the least below it, and
-- the ratio's bounds.
local function stated(self, verdict, text, options)
	options = arguments.options(verdict, options, { ratio = "number", limit = "number", least = "number",
		lo = "number", hi = "number" })
	local limit = options.least or options.limit or 1
	local v = own_verdict(self, verdict, arguments.text(text),
		verdicts.nearest(options.ratio, limit, options.least and ">" or "<"))
	return options.ratio and options.lo and options.hi and ratio_verdicts.bounded(v, options, limit) or v
end

function Reader:holds(text, options) return stated(self, "holds", text, options) end
function Reader:refuted(text, options) return stated(self, "refuted", text, options) end
function Reader:undecided(text, options) return stated(self, "undecided", text, options) end

function Reader:fact(is, text, options)
	if type(is) ~= "boolean" then error("fact takes true or false, and a text", 0) end
	return stated(self, is and "holds" or "refuted", text, options)
end

local core = { point_find = point_find, value_known = value_known, unknown = unknown, compared = compared,
	selection_check = selection_check, is_count = is_count, derived_text = derived_text, row_under = row_under,
	row_usable = row_usable }
local files = lists.distinct(lists.field(methods, "file"))
for _, file in ipairs(files) do require("claims." .. file).install(Reader, core) end
arguments.take_labels(Reader, methods)

local function claim_judge(reader, claim)
	return claim_machines.whole(reader, function ()
		return undecided_where_unknown(reader, function ()
			local value, text = claim(reader)
			return verdict_of(reader, value, arguments.text(text))
		end)
	end)
end

-- Judges one claim. `reading` is the id of the alternative under which it is judged; nil is the scenario's
-- own reading. An error that the claim throws gets the claim's name. `asked` in the result is the set of the
-- scenario's own rows that the claim read. `strain` says that the machine was strained while it measured
-- times that the claim read.
function claims.judge(m, name, claim, reading)
	local rows_under = reading and m.under[reading]
	local reader = setmetatable({ m = m, asked = {}, counted = {}, met = {}, rows_under = rows_under }, Reader)
	local ok, result = pcall(claim_judge, reader, claim)
	if not ok then error(("%s (claim \"%s\")"):format(tostring(result), name), 0) end
	local lines = { result.text ~= "" and result.text or nil }
	if reader.unchecked then table.insert(lines, 1, "UNCHECKED: answers were not compared") end
	if reader.unsound then table.insert(lines, 1, "UNSOUND: an algorithm may miss contacts or report others") end
	local judged = { name = name, verdict = result.verdict, text = table.concat(lines, "\n"), held = result.held,
		reason = result.text:match "^[^\n]*", nearest = result.nearest, open = result.open, cells = result.cells,
		asked = reader.asked, counted = reader.counted, strain = reader.timed and disturbed.strain_text(m) or nil }
	return coverage.mark(m, judged, coverage.ids(m, judged, rows_under), claim, reading)
end

function claims.define()
	local names = require "base.names"
	local listed = { __index = true, __metatable = true }
	for _, method in ipairs(methods) do listed[method[1]] = assert(Reader[method[1]], method[1]) end
	for name in pairs(Reader) do assert(listed[name], name) end
	names.class("verdict", "holds, refuted or undecided, with its numbers", {})
	names.class("results", "what a claim asks; points are named by { column = value }", {}, methods)
end

return claims
