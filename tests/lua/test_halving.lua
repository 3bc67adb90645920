-- The judge of equal tuning on simulated samples: the times of a grid are planted, and noise and slow samples
-- are as large as they were measured.
local expect = require "expect"
local gains = require "modes.gains"
local halving = require "runs.halving"

local t = {}

local GROUPS, HELD_OUT = 4, 8
local FULL_ROUNDS = 60 -- of the last three
local NOISE, SLOW_SHARE, SLOW = 0.025, 0.03, 3

-- A generator of its own for each purpose, so that slow samples change nothing else. u(): from 0 to 1; n():
-- standard normal.
local function random(seed)
	local state = seed * 2654435769 + 12345
	local function u()
		state = state * 6364136223846793005 + 1442695040888963407
		local x = state ~ (state >> 33)
		return ((x * -49064778989728563) >> 11) * 0x1p-53
	end
	for _ = 1, 8 do u() end
	return { u = u, n = function () return math.sqrt(-2 * math.log(1 - u())) * math.cos(2 * math.pi * u()) end }
end

-- The true times of so many candidates, whose best fit all instances more or less. Returns training and
-- held-out times, [candidate][instance].
local function planted(seed, count)
	local r, training, held_out = random(seed), {}, {}
	for c = 1, count do
		local base = math.exp(0.35 * math.abs(r.n()))
		training[c], held_out[c] = {}, {}
		for i = 1, GROUPS do training[c][i] = i * base * math.exp(0.03 * r.n()) end
		for i = 1, HELD_OUT do held_out[c][i] = i * base * math.exp(0.03 * r.n()) end
	end
	return training, held_out
end

-- Answers rungs by such times. slow: the share of samples that take three times as long.
local function measuring(training, seed, slow)
	local noise, slowness, asked = random(seed + 7777), random(seed + 99), { samples = 0 }
	return function (rung)
		local cells, seconds = {}, {}
		for m = 1, #rung.members do seconds[m] = 0 end
		for _ = 1, rung.rounds do
			for g = 1, GROUPS do
				local cell = { group = g }
				for m, member in ipairs(rung.members) do
					local time = training[member.candidate][g] * math.exp(NOISE * noise.n())
					if slowness.u() < slow then time = time * SLOW end
					cell[m], seconds[m] = time, seconds[m] + 1e-3 * time
					asked.samples = asked.samples + 1
				end
				cells[#cells + 1] = cell
			end
		end
		asked[#asked + 1] = rung
		return { cells = cells, seconds = seconds }
	end, asked
end

local function geometric(times)
	local sum = 0
	for _, time in ipairs(times) do sum = sum + math.log(time) end
	return math.exp(sum / #times)
end

-- What a grid of `rounds` chooses from such noise, by the rule for the last three.
local function grid_choice(training, seed, rounds)
	local ask = measuring(training, seed + 31, SLOW_SHARE)
	local members = {}
	for c = 1, #training do members[c] = { family = 1, candidate = c } end
	local left = {}
	for c = 1, #training do left[c] = c end
	return halving.best(ask({ rounds = rounds, members = members }).cells, left)
end

local function tuned(training, seed, slow, seconds)
	local ask, asked = measuring(training, seed, slow)
	return halving.run({ #training }, GROUPS, seconds or 0, ask)[1], asked
end

function t.choice_is_within_three_percent_of_the_grids()
	local near = 0
	for seed = 1, 60 do
		local training, held_out = planted(seed, 36)
		local state = tuned(training, seed, SLOW_SHARE)
		local ours = geometric(held_out[state.winner])
		local grids = geometric(held_out[grid_choice(training, seed, state.rounds)])
		if ours <= 1.03 * grids then near = near + 1 end
	end
	expect.equal(near >= 57, true, ("only %d of 60"):format(near))
end

function t.samples_are_at_most_a_fifth_of_the_grids()
	for count = 18, 120 do
		local state, asked = tuned(planted(count, count), count, 0)
		expect.equal(state.samples, asked.samples)
		expect.equal(5 * state.samples <= state.grid_samples, true,
			("%d of %d for %d candidates"):format(state.samples, state.grid_samples, count))
	end
end

-- Whoever wins without slow samples wins with them.
function t.slow_samples_change_no_winner()
	for seed = 1, 60 do
		local training = planted(seed, 36)
		expect.equal(tuned(training, seed, SLOW_SHARE).winner, tuned(training, seed, 0).winner, "seed " .. seed)
		for g = 1, GROUPS do training[7][g] = 0.9 * g end
		for _, slow in ipairs { 0, SLOW_SHARE } do expect.equal(tuned(training, seed, slow).winner, 7) end
	end
end

-- Small grids need so many rounds of the last three, and no more, for a fifth of their samples.
function t.no_more_rounds_than_a_fifth_asks_for()
	for count = 18, 120 do
		local state = tuned(planted(count, count), count, 0)
		local fewer = state.rounds - 1 -- with one round less it would be more than a fifth, or fewer than full ones
		local last = state.trace[#state.trace].rounds
		expect.equal(last >= FULL_ROUNDS, true, ("%d rounds of the last of %d"):format(last, count))
		local spent = state.samples - 3 * GROUPS
		local is_needed = 5 * spent > count * fewer * GROUPS
		expect.equal(last == FULL_ROUNDS or is_needed, true, ("%d candidates"):format(count))
	end
end

-- Of long passes the last three have as many rounds as take 6 s, and 20 at least.
function t.long_passes_take_fewer_rounds()
	local function last_of(factor)
		local training = planted(3, 120)
		for c = 1, 120 do
			for g = 1, GROUPS do training[c][g] = factor * training[c][g] end
		end
		local state = tuned(training, 3, 0)
		return state.trace[#state.trace].rounds, 6 // state.round_seconds
	end
	expect.equal(last_of(1), FULL_ROUNDS)
	expect.equal(last_of(1000), 20)
	local rounds, fit = last_of(5)
	expect.equal(rounds, fit)
	expect.equal(rounds > 20 and rounds < FULL_ROUNDS, true, ("%d rounds"):format(rounds))
end

-- A family that is dear or large decides how long all are measured.
function t.all_families_are_measured_as_long()
	local training = planted(1, 36)
	local ask = measuring(training, 1, 0)
	local function dear(rung) -- the second takes five times as long
		local got = ask(rung)
		for m, member in ipairs(rung.members) do
			if member.family == 2 then got.seconds[m] = 5 * got.seconds[m] end
		end
		return got
	end
	for _, asked in ipairs { 0, 10 } do
		local state = halving.run({ 36, 24, 2 }, GROUPS, asked, dear)
		local longest = math.max(state[1].seconds, state[2].seconds, state[3].seconds)
		for i = 1, 3 do
			expect.equal(state[i].seconds > 0.95 * longest, true, ("family %d of %g s"):format(i, asked))
		end
		expect.equal(longest > 0.95 * asked, true, "the time that was asked for")
		expect.equal(#state[3].trace, 2, "its rounds were foretold: one, and the last")
	end
end

-- What the last rounds take is foretold by earlier ones; where they take less, more are asked for.
function t.who_took_less_than_foretold_has_more_rounds()
	local ask = measuring(planted(1, 36), 1, 0)
	local states = halving.run({ 36, 24 }, GROUPS, 0, function (rung)
		local got = ask(rung)
		for m, member in ipairs(rung.members) do
			if member.family == 2 and rung.rounds > 20 then got.seconds[m] = 0.6 * got.seconds[m] end
		end
		return got
	end)
	expect.equal(states[2].seconds > 0.95 * states[1].seconds, true, ("%g s of %g"):format(states[2].seconds,
		states[1].seconds))
	expect.equal(states[2].samples / (24 * states[2].rounds * GROUPS) <= 0.2, true, "a fifth of the samples")
end

-- Answers as `ask` does, but candidates have no time where failed(candidate, group, round) says so, and a
-- cell in which all failed is none.
local function failing(ask, failed)
	return function (rung)
		local got, left, rounds = ask(rung), {}, {}
		for _, cell in ipairs(got.cells) do
			rounds[cell.group] = (rounds[cell.group] or 0) + 1
			local some = false
			for m, member in ipairs(rung.members) do
				if failed(member.candidate, cell.group, rounds[cell.group]) then cell[m] = nil end
				some = some or cell[m] ~= nil
			end
			left[#left + 1] = some and cell or nil
		end
		got.cells = left
		return got
	end
end

-- One setting is chosen for all points: whoever has no time in one group, or in one round, is not chosen,
-- however fast it is elsewhere.
function t.a_candidate_that_fails_somewhere_is_never_chosen()
	local training = planted(3, 12)
	local ask = measuring(training, 3, 0)
	local in_some = {
		everywhere = function () return true end,
		["in a group"] = function (group) return group == 2 end,
		["from its second round"] = function (group, round) return group == 2 and round > 1 end,
	}
	for _, count in ipairs { 12, 3, 2 } do
		for where, is_there in pairs(in_some) do
			for bad = 1, count do
				local times = training[bad]
				training[bad] = { 0.01, 0.02, 0.03, 0.04 }
				local winner = halving.run({ count }, GROUPS, 0, failing(ask, function (c, group, round)
					return c == bad and is_there(group, round)
				end))[1].winner
				training[bad] = times
				expect.equal(winner ~= nil and winner ~= bad, true, ("candidate %d of %d, %s"):format(bad, count, where))
			end
		end
	end
end

-- Where every candidate fails in a group there is nothing to choose, and nothing more is measured.
function t.without_a_candidate_that_is_measured_everywhere_there_is_no_winner()
	for _, count in ipairs { 12, 2 } do
		local ask, asked = measuring(planted(3, count), 3, 0)
		local state = halving.run({ count }, GROUPS, 0, failing(ask, function (_, group) return group == 4 end))[1]
		expect.equal(state.winner, nil)
		expect.equal(#asked, 1)
		expect.equal(state.grid_samples, count * state.rounds * GROUPS)
	end
	-- all in a later rung alone
	local rungs_asked = 0
	local inner = failing(measuring(planted(3, 12), 3, 0), function (_, group)
		return rungs_asked > 1 and group == 4
	end)
	local later = halving.run({ 12 }, GROUPS, 0, function (rung)
		rungs_asked = rungs_asked + 1
		return inner(rung)
	end)[1]
	expect.equal(later.winner, nil)
	expect.equal(rungs_asked, 2)
	-- each in a group of its own
	local ask = failing(measuring(planted(3, 4), 3, 0), function (c, group) return c == group end)
	expect.equal(halving.run({ 4 }, GROUPS, 0, ask)[1].winner, nil)
end

-- On held-out instances the winner is kept for a gain alone, and only if every group has a ratio.
function t.without_a_gain_the_algorithm_stays_as_it_is()
	local function judged(groups, ...)
		local state = {}
		gains.judge(state, { ... }, groups)
		return state
	end
	local faster, near = { value = 1.2, lo = 1.1, hi = 1.3 }, { value = 0.995, lo = 0.97, hi = 1.006 }
	expect.equal(judged(2, faster, faster).stays, false)
	expect.equal(judged(2, faster, near).stays, false)
	expect.equal(judged(2, near, near).stays, true, "no gain, though the interval has one")
	expect.equal(judged(1, { value = 1, lo = 1, hi = 1 }).stays, true, "as fast")
	expect.equal(judged(1, { value = 1.2 }).stays, false, "without an interval")
	local lacking = judged(3, faster, faster)
	expect.equal(lacking.stays, true, "a group without a ratio")
	expect.equal(lacking.gain, nil)
end

return t
