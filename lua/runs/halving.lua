-- Equal tuning of families of candidates: successive halving by ranks in paired rounds
-- (docs/explanation/tuning.md). Nothing is measured here: `ask` has the times of a rung, whoever took them.
--
-- A rung is { name, stage, rounds, members = { { family, candidate }, ... } }, numbers from 1. ask(rung)
-- returns { cells, seconds }: each cell is a group in a round, { group, [number of the member] = ms }; a
-- member without a time failed there. seconds: the measured time of each member.
-- This work is based on:
-- Zohar Karnin, Tomer Koren, Oren Somekh. Almost Optimal Exploration in Multi-Armed Bandits. ICML 2013
-- John W. Tukey. Exploratory Data Analysis. 1977: outer fences
local lists = require "base.lists"

local halving = {}

local FINALISTS = 3
local CELLS = 8        -- at least so many ranks are summed before any candidate is left out
local FULL_ROUNDS = 60 -- of the last three, at least
local FULL_SECONDS = 6 -- which these may be measured for; longer passes vary less,
local LONG_ROUNDS = 20 -- and so many rounds of them are enough
local SHARE = 1 / 5    -- of the grid's samples, at most, wherever the grid is large enough
local LONGEST = 100    -- rounds of the last three that this may ask for
local ROUNDS_MAX = 1000
local EVEN = 0.95      -- of the longest measured time of a family: who had less has more rounds
local FENCE = 3        -- interquartile ranges beyond a quartile: farther out, a sample is slow

-- A quantile of ascending values.
local function quantile(values, share)
	local place = 1 + share * (#values - 1)
	local i = math.floor(place)
	return values[i] + (place - i) * ((values[i + 1] or values[i]) - values[i])
end

-- The outer fences of ascending values.
local function fences(values)
	local low, high = quantile(values, 0.25), quantile(values, 0.75)
	return low - FENCE * (high - low), high + FENCE * (high - low)
end

-- Adds the ranks of a cell to the sums. Equals share ranks.
local function add_ranks(sums, cell, left)
	for _, c in ipairs(left) do
		local time, rank = cell[c], 1
		for _, other in ipairs(left) do
			local theirs = cell[other]
			if other ~= c then rank = rank + (theirs < time and 1 or theirs == time and 0.5 or 0) end
		end
		sums[c] = sums[c] + rank
	end
end

-- The candidates in the order of their sums of ranks, the best first, and the sums. Each is ranked among
-- those that are left, in all cells so far.
local function ordered(cells, left)
	local sums = {}
	for _, c in ipairs(left) do sums[c] = 0 end
	for _, cell in ipairs(cells) do add_ranks(sums, cell, left) end
	return lists.sort(lists.copy(left), function (c) return sums[c] end, function (c) return c end), sums
end

-- The cells of a rung by candidate in place of member.
local function by_candidate(cells, members)
	return lists.map(cells, function (cell)
		local out = { group = cell.group }
		for i, member in ipairs(members) do out[member.candidate] = cell[i] end
		return out
	end)
end

-- Those with a time in every cell of a rung; none where a group has no cells, as all failed there. One
-- setting is chosen for all points, so it must not fail at any.
local function without_failed(cells, left, groups)
	if #lists.grouped(cells, function (cell) return cell.group end) < groups then return {} end
	return lists.kept(left, function (c)
		return not lists.any(cells, function (cell) return not cell[c] end)
	end)
end

-- Measures the candidates of a family that are left in a rung, and notes what that took. Those that failed
-- are left no more. Returns the seconds of a round by candidate, and the trace.
local function measure(state, ask, groups, rounds)
	local stage, left = #state.trace + 1, state.left
	local members = lists.map(left, function (c) return { family = state.number, candidate = c } end)
	local name = ("%d-%d"):format(state.number, stage)
	local got = ask { name = name, stage = stage, rounds = rounds, members = members }
	local seconds = {}
	for i, c in ipairs(left) do
		seconds[c], state.seconds = got.seconds[i] / rounds, state.seconds + got.seconds[i]
	end
	state.samples = state.samples + #left * #got.cells
	local cells = by_candidate(got.cells, members)
	lists.add(state.cells, cells)
	state.rounds = state.rounds + rounds
	state.trace[stage] = { run = got.run, rounds = rounds, candidates = #left }
	state.left = without_failed(cells, left, groups)
	return seconds, state.trace[stage]
end

-- What a round of those that are left takes: the slow ones are gone.
local function round_of(state, seconds)
	local sum = 0
	for _, c in ipairs(state.left) do sum = sum + seconds[c] end
	return sum
end

-- Half of the candidates stay, until three are left.
local function halve(state, ask, groups)
	local rounds = math.ceil(CELLS / groups)
	state.left = {}
	for c = 1, state.count do state.left[c] = c end
	while #state.left > FINALISTS do
		local seconds, trace = measure(state, ask, groups, rounds)
		local order, sums = ordered(state.cells, state.left)
		local stay = math.max(FINALISTS, (#order + 1) // 2)
		trace.order, trace.sums = order, lists.map(order, function (c) return sums[c] end)
		state.left = table.move(order, 1, stay, 1, {})
		table.sort(state.left) -- a rank decides who is measured, and not when in a round
		state.round_seconds = round_of(state, seconds)
	end
end

-- The least rounds of the last three.
local function full_rounds(state)
	local seconds = state.round_seconds
	if seconds * FULL_ROUNDS <= FULL_SECONDS then return FULL_ROUNDS end
	return math.max(LONG_ROUNDS, FULL_SECONDS // seconds)
end

-- The rounds of the last three, so many that all samples together are at most a fifth of the grid's, which
-- has as many of each candidate as these three.
local function rounds_needed(state, groups)
	local allowed = state.count * SHARE -- samples in each round of the grid
	local spare, over = allowed - #state.left, state.samples / groups - allowed * state.rounds
	local rounds = spare > 0 and math.ceil(over / spare) or 0
	return math.max(full_rounds(state), math.min(rounds, LONGEST))
end

-- The mean of the logarithms of those within the outer fences: a median needs half as many rounds again.
local function middle(ratios)
	table.sort(ratios)
	local least, most = fences(ratios)
	local sum, count = 0, 0
	for _, ratio in ipairs(ratios) do
		if ratio >= least and ratio <= most then sum, count = sum + math.log(ratio), count + 1 end
	end
	return sum / count
end

-- The geometric mean of a candidate's ratios to another, paired by round, all groups alike.
local function mean_ratio(cells, c, base)
	local sum, groups = 0, lists.grouped(cells, function (cell) return cell.group end)
	for _, group in ipairs(groups) do
		sum = sum + middle(lists.map(group, function (cell) return cell[c] / cell[base] end))
	end
	return math.exp(sum / #groups)
end

-- The best of those that were measured at full rounds; each has a time in every cell.
function halving.best(cells, left)
	local base = ordered(cells, left)[1]
	local best, least = base, math.huge
	for _, c in ipairs(left) do
		local ratio = mean_ratio(cells, c, base)
		if ratio < least then best, least = c, ratio end
	end
	return best
end

-- The rounds that fill up a family's time.
local function rounds_to(state, seconds)
	return state.round_seconds > 0 and math.max(seconds - state.seconds, 0) // state.round_seconds or 0
end

-- So many more rounds of those that are left. Their time is known then.
local function more_rounds(state, ask, groups, rounds)
	rounds = math.tointeger(math.min(rounds, ROUNDS_MAX))
	if #state.left == 0 or rounds == 0 then return end
	state.round_seconds = round_of(state, measure(state, ask, groups, rounds))
end

-- The last rounds of all. How long a family takes for them is foretold; who took less has some more.
local function finish(states, ask, groups, seconds)
	for _, state in ipairs(states) do
		if #state.left > 0 then
			more_rounds(state, ask, groups, math.max(rounds_needed(state, groups), rounds_to(state, seconds)))
		end
	end
	local most = lists.most(states, function (state) return state.seconds end)
	for _, state in ipairs(states) do
		if state.seconds < EVEN * most then more_rounds(state, ask, groups, rounds_to(state, most)) end
	end
end

-- Tunes families with `counts[i]` candidates each on so many groups. seconds: the measured time of each
-- family, at least. The dearest family decides how much it is; the last rounds of the others fill it up.
-- Returns for each family { winner, trace, seconds, samples, grid_samples, rounds }; winner: nil where each
-- candidate failed somewhere; rounds: those of the last three, which is how many the grid would have had of
-- each candidate.
function halving.run(counts, groups, seconds, ask)
	local states, most = {}, seconds
	for i, count in ipairs(counts) do
		states[i] = { number = i, count = count, cells = {}, trace = {}, seconds = 0, samples = 0,
			rounds = 0 }
		halve(states[i], ask, groups)
		if not states[i].round_seconds then -- three candidates at most: a first round tells what they take
			states[i].round_seconds = round_of(states[i], measure(states[i], ask, groups, 1))
		end
		most = math.max(most, states[i].seconds + rounds_needed(states[i], groups) * states[i].round_seconds)
	end
	finish(states, ask, groups, most)
	for _, state in ipairs(states) do
		if #state.left > 0 then
			state.trace[#state.trace].order = ordered(state.cells, state.left)
			state.winner = halving.best(state.cells, state.left)
		end
		state.grid_samples = state.count * state.rounds * groups
	end
	return states
end

return halving
