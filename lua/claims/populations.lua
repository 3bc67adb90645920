-- Claims over the population that a scenario draws: ratios and shares of drawn.csv, in place of those of the
-- rounds. Methods of `r`, of lua/claims/claims.lua. A population beside the scene's own poses is a reading:
-- under it claims are over its rows.
local arguments = require "claims.arguments"
local disturbed = require "data.disturbed"
local notation = require "text.notation"
local selections = require "claims.selections"
local verdicts = require "claims.verdicts"

local populations = {}

local TOLD = 1.25 -- times as wide in its logarithm

local core -- shared functions of lua/claims/claims.lua

-- How both points compare over the population, and their rows. below: the bound of the share (1).
local function drawn_of(self, a, b, below)
	if not self.m.spec.drawn then error("the scenario has no `drawn`", 0) end
	local row_a, row_b = core.point_find(self, a), core.point_find(self, b)
	core.value_known(self, row_a, "step_ms")
	core.value_known(self, row_b, "step_ms")
	local found = self.m:drawn(row_a, row_b, below)
	if found then return found, row_a, row_b end
	if self.m:drawn(row_a, row_b) then
		core.unknown(self, ("this run tells of no share below %g: the claim is younger"):format(below))
	end
	core.unknown(self, ("%s and %s were not timed over a population, on the same instances")
		:format(self.m:point_text(row_a), self.m:point_text(row_b)))
end

-- "90.5 [86.0, 95.0] %", of the instances.
function populations.share_text(found)
	local lo, hi = found.faster_share_lo, found.faster_share_hi
	local bounds = lo and hi and (" [%.1f, %.1f]"):format(lo * 100, hi * 100) or ""
	return ("%.1f%s %%"):format(found.faster_share * 100, bounds)
end

local function numbers_text(found) return ("%d counted, %d timed"):format(found.instances, found.timed) end

-- Of a ratio: "30 counted, 24 timed; of these alone [0.79, 0.81]", where its interval would be far narrower.
-- One instance says nothing of others, so that there is no other interval.
function populations.counted_text(found)
	local text = numbers_text(found)
	local lo, hi = found.counted_ratio_lo, found.counted_ratio_hi
	local has_both = lo and hi and found.drawn_ratio_lo and found.drawn_ratio_hi
	if not (has_both and found.drawn_ratio_hi / found.drawn_ratio_lo > (hi / lo) ^ TOLD) then return text end
	local _, low, high = notation.interval(found.drawn_ratio, lo, hi)
	return ("%s; of these alone [%s, %s]"):format(text, low, high)
end

local function over_text(numbers) return (" over the population (%s)"):format(numbers) end

-- The ratio of two rows as r:ratio has one; nil: of no population. It is widened by the noise of the A/A twin
-- over the population, which is a second ratio of 1. Of a plan, m.on_question is told what claims compare
-- (lua/report/rehearsal.lua).
function populations.ratio(self, row_a, row_b, column)
	local found = column == "step_ms" and self.m:drawn(row_a, row_b)
	if not found then return nil end
	local lo, hi = self.m:drawn_noise(row_a)
	local told = self.m.on_question
	local function ask(limit) told(row_a, row_b, { limit = limit }) end
	if told then ask() end
	local ratio = { ask = told and ask, median = found.drawn_ratio, lo = found.drawn_ratio_lo,
		hi = found.drawn_ratio_hi, is_time = true, noise_lo = lo, noise_hi = hi, is_bare = not lo,
		no_interval = disturbed.reason(self.m, "step_ms", row_a, row_b) }
	ratio.text = selections.interval_text(ratio.median, ratio.lo, ratio.hi)
		.. over_text(populations.counted_text(found))
	ratio.wide_lo = ratio.lo and ratio.lo / (ratio.noise_hi or 1)
	ratio.wide_hi = ratio.hi and ratio.hi / (ratio.noise_lo or 1)
	return ratio
end

-- Checks what r:below and its like ask for with `over`: r:ratio is of the population where there is one.
function populations.check(self, a, b, options)
	if options.over == nil then return end
	if options.over ~= "drawn" then error(("over is '%s', not 'drawn'"):format(options.over), 0) end
	if options.column and options.column ~= "step_ms" then error("column is given besides over", 0) end
	drawn_of(self, a, b)
end

local function share_verdict(self, a, b, options)
	local bound = options.below or 1
	local found, row_a, row_b = drawn_of(self, a, b, bound)
	local share, lo, hi = found.faster_share, found.faster_share_lo, found.faster_share_hi
	local is_least = options.at_least ~= nil
	local limit = options.at_least or options.at_most
	if self.m.on_question then self.m.on_question(row_a, row_b, { limit = limit, below = bound }) end
	local text = ("%s%s: %s in %s%s, wanted %s %g %%"):format(selections.shared_text(a, b),
		selections.differing_text(a, b), bound == 1 and "faster" or ("below %g"):format(bound),
		populations.share_text(found), over_text(numbers_text(found)),
		is_least and "at least" or "at most", limit * 100)
	if not (lo and hi) then
		return verdicts.new("undecided", text .. ", " .. disturbed.reason(self.m, "step_ms", row_a, row_b))
	end
	local holds, refuted = hi <= limit, lo > limit
	if is_least then holds, refuted = lo >= limit, hi < limit end
	return verdicts.new(verdicts.word(holds, refuted), text,
		verdicts.nearest(share, limit, is_least and ">" or "<"))
end

-- r:share(a, b, { at_least = 0.9, below = 1 }): does a take less than so many times b's time in at least, or
-- at_most, this share of the instances?
local function share(self, a, b, options)
	core.selection_check(self, a)
	core.selection_check(self, b)
	options = arguments.options("share", options, { at_least = "number", at_most = "number", below = "number" })
	if (options.at_least == nil) == (options.at_most == nil) then
		error("share: at_least or at_most is to be given", 0)
	end
	if options.below and not (options.below > 0 and options.below < math.huge) then
		error("share: below is a ratio above 0", 0)
	end
	return core.compared(self, function () return share_verdict(self, a, b, options) end)
end

-- Adds the method to the class of `r`. functions: the shared ones, by name.
function populations.install(Reader, functions)
	core = functions
	Reader.share = share
end

return populations
