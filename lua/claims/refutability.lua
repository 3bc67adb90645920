-- Can a claim hold, and can it be refuted? Each claim is judged on many tables that are made of a run's own
-- by seeded positive factors, one for each algorithm, each swept value and each value of a parameter. A claim
-- that has one verdict only on all of them says nothing about the numbers: it belongs under `checks`, or it
-- asks what cannot be otherwise.
local check = require "base.check"
local claims = require "claims.claims"
local columns = require "data.columns"
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"
local row_store = require "text.row_store"

local vary = {}

local ROUNDS = 12 -- made up, of six sessions
local BAND = 0.01 -- half the width of the intervals that are made up

-- Columns that are not made anew: they say how often or on what a row was measured.
local KEPT = { n = true, steps = true, triangles = true, triangle_pairs = true }

-- ---- seeded numbers ----

-- Uniform between 0 and 1.
local function uniform(text) return (engine.seed_of("vary " .. text) >> 11) * 0x1p-53 end

-- Of about unit variance, between -3 and 3.
local function bell(text)
	local sum = 0
	for i = 1, 3 do sum = sum + uniform(text .. "\31" .. i) end
	return (sum - 1.5) * 2
end

-- ---- factors ----

-- What a row's factors are of: its algorithm, its swept values, and the parameters of its algorithm.
local function factors_of(m, row, parameters)
	local label, out = notation.text(row.algorithm), {}
	out[1] = { kind = "algorithm", text = label }
	for _, name in ipairs(m.columns) do
		local value = name .. "=" .. notation.text(row[name])
		out[#out + 1] = { kind = "swept", text = value }
		out[#out + 1] = { kind = "both", text = label .. "\31" .. value }
	end
	for _, name in ipairs(parameters) do
		local value = row[name]
		if value ~= nil then
			out[#out + 1] = { kind = "parameter", text = name .. "=" .. notation.text(value) }
		end
	end
	return out
end

-- How much each kind of factor varies in a table: from hardly to by orders of magnitude.
local function spreads(number)
	local out = {}
	for _, kind in ipairs { "algorithm", "swept", "both", "parameter" } do
		out[kind] = 10 ^ (uniform(number .. kind) * 4 - 3.5)
	end
	return out
end

local function factor(number, column, list, spread)
	local sum = 0
	for _, of in ipairs(list) do
		sum = sum + spread[of.kind] * bell(table.concat({ number, column, of.text }, "\31"))
	end
	return math.exp(sum)
end

-- ---- tables ----

local function is_varied(m, name)
	if m.derived[name] then return m.derived[name].type == "real" or m.derived[name].type == "int" end
	local column = columns.of(name, "summary.csv")
	return column ~= nil and column.kind ~= "named" and (column.type == "int" or column.type == "real")
		and not KEPT[name]
end

-- The columns that vary, without those that are bounds of another.
local function varied_columns(m)
	local names, is_bound = check.sorted_keys(m.known), {}
	for _, name in ipairs(names) do
		local lo, hi = columns.bounds(name)
		if lo then is_bound[lo], is_bound[hi] = true, true end
	end
	return lists.kept(names, function (name) return is_varied(m, name) and not is_bound[name] end)
end

-- Columns of parameters of algorithms: aabb_leaf, and leaf.
local function parameter_columns(m)
	return lists.kept(m.env.rows.columns or {}, function (name)
		return not (columns.of(name) or m.derived[name] or m.own[name])
	end)
end

local function mean_of_logarithms(rows, column)
	local sum, count = 0, 0
	for _, row in ipairs(rows) do
		local v = row[column]
		if type(v) == "number" and v > 0 and v < math.huge then sum, count = sum + math.log(v), count + 1 end
	end
	return count > 0 and sum / count or 0
end

-- One value anew. flat: from the column's mean in place of the row's own value, so that a table may have any
-- order, however far apart its own values are.
local function value_made(original, mean, by, name)
	if type(original) ~= "number" then return original end
	local base = mean and math.exp(mean) or original
	if math.type(original) == "integer" and not name:find "_ms" then return math.floor(base * by + 0.5) end
	return base * by
end

-- For each column the first of the same unit: a claim may hold one of them against the other.
local function units_of(m, names)
	local first, out = {}, {}
	for _, name in ipairs(names) do
		local unit = (m.derived[name] or columns.of(name, "summary.csv")).unit
		first[unit] = first[unit] or name
		out[name] = first[unit]
	end
	return out
end

-- The bounds of varied columns: { [column] = { of, factor } }.
local function bounds_of(list)
	local out = {}
	for _, name in ipairs(list) do
		local lo, hi = columns.bounds(name)
		if lo then out[lo], out[hi] = { of = name, factor = 1 - BAND }, { of = name, factor = 1 + BAND } end
	end
	return out
end

-- Values are made when they are asked for, as a claim reads few columns of few rows. state: the `number` of
-- the table, `spread`, and whether it is `flat` and its columns are `alike`.
local function row_varied(row, state, list, own, bounds, means, units)
	setmetatable(row, { __index = function (self, name)
		local value
		if bounds[name] then
			local of = self[bounds[name].of]
			value = type(of) == "number" and of * bounds[name].factor or nil
		elseif own[name] ~= nil then
			local of = state.alike and units[name] or name -- columns of one unit have the same factors and mean
			value = value_made(own[name], state.flat and means[of], factor(state.number, of, list, state.spread), name)
		end
		rawset(self, name, value)
		return value
	end })
end

-- Prepares the rows; the function that is returned makes them table `number` of the run.
local function tables_of(m, rows)
	local names, parameters, state, means = varied_columns(m), parameter_columns(m), {}, {}
	local bounds = bounds_of(names)
	local units = units_of(m, names)
	for _, name in ipairs(names) do means[name] = mean_of_logarithms(rows, name) end
	for _, row in ipairs(rows) do
		local own, list = {}, factors_of(m, row, parameters)
		for _, name in ipairs(names) do own[name] = row[name] end
		row_store.settle(row)
		row.disturbed = nil -- what is made up was not preempted
		row_varied(row, state, list, own, bounds, means, units)
	end
	return function (number)
		state.number, state.spread, state.flat = number, spreads(number), uniform(number .. "flat") < 0.5
		state.alike = state.flat and uniform(number .. "alike") < 0.5
		for _, row in ipairs(rows) do
			for _, name in ipairs(names) do row[name] = nil end
			for name in next, bounds do row[name] = nil end
		end
	end
end

-- ---- what a varied run answers ----

-- Times have no samples behind them: ratios and samples are made up about the varied medians.
local function answer_from_rows(m, number)
	function m.noise() return 1 - BAND / 10, 1 + BAND / 10 end
	m.drawn_noise = m.noise
	function m:ratio(a, b, column)
		column = column or "step_ms"
		if not measured.is_timed(column) or a == b then return measured.ratio(self, a, b, column) end
		local va, vb = measured.value(a, column), measured.value(b, column)
		if type(va) ~= "number" or type(vb) ~= "number" or vb == 0 then return nil end
		local ratio = va / vb
		return ratio, ratio * (1 - BAND), ratio * (1 + BAND)
	end
	function m:drawn(a, b, bound)
		if not measured.drawn(self, a, b, bound) then return nil end -- claims are over the scene's own poses
		local ratio, lo, hi = self:ratio(a, b)
		local share = ratio and 1 / (1 + (ratio / (bound or 1)) ^ 4)
		return ratio and { instances = ROUNDS, timed = ROUNDS, drawn_ratio = ratio, drawn_ratio_lo = lo,
			drawn_ratio_hi = hi, counted_ratio_lo = lo, counted_ratio_hi = hi, faster_share = share,
			faster_share_lo = share - BAND, faster_share_hi = share + BAND }
	end
	function m.samples(_, row, column)
		local out = {}
		for i = 1, ROUNDS do
			out[i] = { round = i, session = (i + 1) // 2, [column] = row[column] * (1 + BAND * ((i * 5) % 7 - 3) / 4) }
		end
		return out
	end
	function m.expected(x)
		if uniform(number .. "expected" .. notation.text(x)) < 0.5 then return x end
		local other = x * math.exp(bell(number .. "other" .. notation.text(x)))
		return math.type(x) == "integer" and math.floor(other) + 1 or other
	end
end

-- ---- the whole ----

local function is_both(seen) return seen.holds > 0 and seen.refuted > 0 end

-- Undecided on all tables: the run has no points for it, as a short one may not.
local function is_neither(seen) return seen.holds == 0 and seen.refuted == 0 end

local function judge(m, spec, name, seen)
	local judged = claims.judge(m, name, spec.claims[name])
	seen[judged.verdict] = seen[judged.verdict] + 1
	if judged.verdict == "undecided" then seen.reason = judged.reason end
	return is_both(seen)
end

local function line_of(name, seen)
	local text = ("%s: held %d, refuted %d, undecided %d"):format(name, seen.holds, seen.refuted, seen.undecided)
	if is_both(seen) then return "both      " .. text end
	if not is_neither(seen) then return "one only  " .. text end
	return ("neither   %s (such as: %s)"):format(text, seen.reason or "")
end

-- Judges every claim on at most `count` tables, each until both verdicts occurred. Returns a line a claim,
-- one for each check, which cannot fail, and how many claims have one verdict only, whatever the numbers.
function vary.run(m, spec, count)
	local rows, pending, seen = lists.kept(m.points, measured.is_ok), {}, {}
	for name in pairs(spec.claims) do
		pending[name], seen[name] = true, { holds = 0, refuted = 0, undecided = 0 }
	end
	local make_table = tables_of(m, rows)
	for number = 1, count do
		if next(pending) == nil then break end
		make_table(number)
		answer_from_rows(m, number)
		for name in pairs(pending) do
			if judge(m, spec, name, seen[name]) then pending[name] = nil end
		end
	end
	local lines, fixed = {}, 0
	for name, of in pairs(seen) do
		lines[#lines + 1] = line_of(name, of)
		fixed = fixed + ((is_both(of) or is_neither(of)) and 0 or 1)
	end
	for name in pairs(spec.checks or {}) do
		lines[#lines + 1] = ("check     %s: cannot fail, but where the program is wrong"):format(name)
	end
	table.sort(lines)
	return #lines > 0 and table.concat(lines, "\n") .. "\n" or "no claims\n", fixed
end

return vary
