-- Verdicts about one ratio: exact values, or intervals that the A/A noise widens, against limits. A ratio is
-- what r:ratio returns (lua/claims/claims.lua).
local notation = require "text.notation"
local selections = require "claims.selections"
local verdicts = require "claims.verdicts"

local ratio_verdicts = {}

local verdict_new = verdicts.new

-- How a ratio can be held against a limit. Of a value that is known exactly, `exactly` decides. An interval
-- must lie on one side of the limit; only a bound that encloses a value may touch it.
local RELATIONS = {
	["<"] = { words = "below", exactly = function (value, limit) return value < limit end },
	["<="] = { words = "at most", exactly = function (value, limit) return value <= limit end },
	[">="] = { words = "at least", exactly = function (value, limit) return value >= limit end },
}

-- The relation as `nearest` shows it.
local function direction(relation) return relation:sub(1, 1) end

local NOISE, INTERVAL = "inside the noise", "interval holds the limit"
local TIE = 0.05 -- an undecided ratio that is known to be so near its limit is so for that, not for noise

-- Notes what is open of a verdict about a ratio with an interval, and how far from the limit it may be.
local function opened(v, ratio, limit, why)
	local distance = math.log(ratio.median / limit)
	local reach = distance < 0 and ratio.wide_hi / ratio.median or ratio.median / ratio.wide_lo
	local farthest = math.max(ratio.wide_hi / limit, limit / ratio.wide_lo) - 1
	local tie = v.verdict == "undecided" and farthest <= TIE and farthest or nil
	if tie then v.text = v.text .. ", " .. verdicts.tie_text(tie) end
	return verdicts.opened(v, tie and verdicts.tie_text(tie) or why, math.abs(distance), math.log(reach), tie)
end

-- The same of a ratio that a claim computed: { ratio, lo, hi }. One that may be 0 is held against no limit.
function ratio_verdicts.bounded(v, of, limit)
	if of.lo <= 0 then return verdicts.opened(v, INTERVAL) end
	return opened(v, { median = of.ratio, wide_lo = of.lo, wide_hi = of.hi }, limit, INTERVAL)
end

local function undecided_for_noise(ratio, limit, text, nearest)
	local band = (" the A/A noise [%s, %s]"):format(notation.number(ratio.noise_lo, 3),
		notation.number(ratio.noise_hi, 3))
	text = text .. (limit == 1 and ", inside" .. band or ", within" .. band .. " of the limit")
	return opened(verdict_new("undecided", text, nearest), ratio, limit, NOISE)
end

-- Compares the interval of a ratio, widened by the A/A noise, with a limit. It is undecided if the widened
-- interval contains the limit.
function ratio_verdicts.interval(ratio, limit, text, relation)
	local nearest = verdicts.nearest(ratio.median, limit, direction(relation))
	if ratio.ask then ratio.ask(limit) end
	if not (ratio.lo and ratio.hi) then
		return verdicts.opened(verdict_new("undecided", text .. ", " .. ratio.no_interval, nearest),
			ratio.no_interval)
	end
	local touches = not ratio.is_time and relation ~= "<"
	local is_below = ratio.wide_hi < limit or touches and ratio.wide_hi == limit and relation == "<="
	local is_above = ratio.wide_lo > limit or touches and ratio.wide_lo == limit and relation == ">="
	local is_bare_decided = ratio.hi < limit or ratio.lo > limit
	if not (is_below or is_above) and ratio.noise_lo and (limit == 1 or is_bare_decided) then
		return undecided_for_noise(ratio, limit, text, nearest)
	end
	if ratio.is_bare then text = text .. ", A/A noise not known" end
	if ratio.is_across then text = text .. ", measured at different times" end
	local holds, refuted = is_below, is_above
	if relation == ">=" then holds, refuted = is_above, is_below end
	return opened(verdict_new(verdicts.word(holds, refuted), text, nearest), ratio, limit, INTERVAL)
end

-- " = 0.500", ": equal, 120 each" or, where a ratio says nothing of more or less, ": 5 against 0".
function ratio_verdicts.exact_text(a, b)
	if a == b then return (": equal, %s each"):format(notation.number(a)) end
	if b <= 0 then return (": %s against %s"):format(notation.number(a), notation.number(b)) end
	return " = " .. notation.number(a / b)
end

-- Holds exact values against a limit. The quotient is compared, as a decimal limit and a quotient that equals
-- it round to the same number. Where b is not above 0, a is compared with the product: by a negative b, the
-- quotient falls as a grows.
function ratio_verdicts.exact(value_a, value_b, limit, text, relation)
	local exactly = RELATIONS[relation].exactly
	local holds
	if value_b > 0 then
		holds = exactly(value_a / value_b, limit)
	else
		holds = exactly(value_a, limit * value_b)
	end
	return verdict_new(holds and "holds" or "refuted", text,
		verdicts.nearest(value_b > 0 and value_a / value_b or nil, limit, direction(relation)))
end

function ratio_verdicts.wanted_text(relation, limit)
	if limit == 1 and relation == "<" then return "" end
	return (", wanted %s %s"):format(RELATIONS[relation].words, notation.number(limit + 0.0))
end

-- A ratio of values of two columns, { value, lo, hi } each. They have no rounds in common, so the bounds of
-- both enclose it. Without bounds there is no interval.
function ratio_verdicts.enclosed(a, b)
	local lo, hi = a[2] and b[3] and a[2] / b[3], a[3] and b[2] and a[3] / b[2]
	return { median = a[1] / b[1], lo = lo, hi = hi, wide_lo = lo, wide_hi = hi,
		text = selections.interval_text(a[1] / b[1], lo, hi), no_interval = "without an interval" }
end

-- Whether all from least to most is within the limits, and whether nothing is.
local function is_within(least, most, options)
	return least >= options.lo and most <= options.hi, most < options.lo or least > options.hi
end

-- Is a ratio between two limits? The verdict about a ratio of times or of values with bounds.
function ratio_verdicts.within(ratio, options, text, nearest)
	if ratio.ask then
		ratio.ask(options.lo)
		ratio.ask(options.hi)
	end
	if not (ratio.lo and ratio.hi) then
		return verdicts.opened(verdict_new("undecided", text .. ", " .. ratio.no_interval, nearest),
			ratio.no_interval)
	end
	local holds, refuted = is_within(ratio.wide_lo, ratio.wide_hi, options)
	local holds_bare, refuted_bare = is_within(ratio.lo, ratio.hi, options)
	if not (holds or refuted) and (holds_bare or refuted_bare) then
		text = ("%s, within the A/A noise [%s, %s] of a limit"):format(text, notation.number(ratio.noise_lo, 3),
			notation.number(ratio.noise_hi, 3))
	end
	if ratio.is_bare then text = text .. ", A/A noise not known" end
	local limit = nearest and nearest.limit or options.lo
	return opened(verdict_new(verdicts.word(holds, refuted), text, nearest), ratio, limit,
		(holds_bare or refuted_bare) and NOISE or INTERVAL)
end

-- The same about values that are known exactly. The quotient tells what is between two multiples of b, also
-- of a negative one. 0 against 0 is within any limits.
function ratio_verdicts.within_exactly(value_a, value_b, options, text, nearest)
	local holds
	if value_b ~= 0 then
		holds = is_within(value_a / value_b, value_a / value_b, options)
	else
		holds = value_a == 0
	end
	return verdict_new(holds and "holds" or "refuted", text, nearest)
end

return ratio_verdicts
