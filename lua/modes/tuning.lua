-- `harness tune`: which rung is measured next, and what was chosen when all are.
local check = require "base.check"
local drawn = require "vocabulary.drawn"
local files = require "base.files"
local gains = require "modes.gains"
local halving = require "runs.halving"
local json = require "text.json"
local lists = require "base.lists"
local notation = require "text.notation"
local plan = require "runs.plan"
local run_files = require "modes.run_files"
local rungs = require "runs.rungs"
local tune = require "vocabulary.tune"

local tuning = {}

-- The times of a rung's run: cells, { group, [member] = ms } of each group in each round, and the measured
-- seconds of each member. steps: that a pass of each group has.
local function results(dir, rung, steps)
	local members, index, out = #rung.members, {}, { cells = {}, seconds = {}, run = dir }
	for m = 1, members do out.seconds[m] = 0 end
	for _, row in ipairs(run_files.environment(dir).samples()) do
		if row.role == "point" and row.round and row.step_ms then
			local g, m = (row.point - 1) // members + 1, (row.point - 1) % members + 1
			local key = ("%d %d"):format(g, row.round)
			local cell = index[key] or { group = g }
			if not index[key] then index[key], out.cells[#out.cells + 1] = cell, cell end
			-- what slow samples tell differs between members; of quiet ones it is left out
			cell[m] = row.quiet == 1 and row.step_ms / (1 - (row.taken or 0)) or row.step_ms
			out.seconds[m] = out.seconds[m] + 1e-3 * row.step_ms / (1 - (row.taken or 0)) * row.repeats
				* steps[g]
		end
	end
	return out
end

-- The steps of a pass over each group of a part.
local function steps_of(s, p, part)
	return lists.map(part.groups, function (number)
		local group = p.groups[number]
		local steps = part.count or group.description.steps or 1
		return group.drawn and math.min((s.drawn.block or drawn.BLOCK_LEAST) * drawn.steps(s.drawn), steps) or steps
	end)
end

-- A function that gives the results of a rung on a part of the instances, if its run is among those that were
-- made; else it ends by the error { wanted = the rung }.
local function asker(s, p, runs)
	local asked = 0
	return function (part, rung)
		asked = asked + 1
		rung.groups, rung.first, rung.count = part.groups, part.first, part.count
		if not runs[asked] then error({ wanted = rung }, 0) end
		return results(runs[asked], rung, steps_of(s, p, part))
	end
end

local function about(state, held_out)
	if not state.winner then return "as it is: no setting was measured in every round of every group" end
	if state.winner == 1 then return ("as it is, the best of %d"):format(state.count) end
	if not state.gain then return "as it is: not every held-out group has a ratio" end
	local gain = notation.bounded(state.gain, state.lo, state.hi)
	return ("%s times as fast as it is, on %d held-out instances%s"):format(gain, held_out.instances,
		state.stays and ": so it stays as it is" or "")
end

-- A family as tuned.json has it.
local function family_of(family, state, held_out)
	local chosen = not state.stays and state.winner or 1
	return { label = family.label, settings = family.settings[chosen], about = about(state, held_out),
		winner = family.texts[state.winner or 1], gain = state.gain, gain_lo = state.lo, gain_hi = state.hi,
		candidates = state.count, rounds = state.rounds, seconds = state.seconds, samples = state.samples,
		grid_samples = state.grid_samples, trace = lists.map(state.trace, function (rung)
			return { run = rung.run, rounds = rung.rounds, candidates = rung.candidates, sums = rung.sums,
				order = rung.order and lists.map(rung.order, function (c) return family.texts[c] end) }
		end) }
end

local function text_of(families, path)
	local lines = lists.map(families, function (family)
		return ("%s: %s (%s)\n  %d candidates, %d rounds of the last, %.1f s measured, %d samples; "
			.. "the whole grid: %d\n"):format(family.label, family.winner, family.about, family.candidates,
			family.rounds, family.seconds, family.samples, family.grid_samples)
	end)
	return table.concat(lines) .. path .. "\n"
end

local function write(s, job, states, training, held_out, run)
	local families = lists.map(s.tune, function (family, i) return family_of(family, states[i], held_out) end)
	local path = tune.path(s, job)
	files.write(path, json.encode { harness = "tuned", scenario = s.table.name, version = plan.tuning_version(s),
		program = engine.program(), cpu = engine.cpu(), simd = engine.simd(), families = families,
		training = training, held_out = lists.copy(held_out, { run = run }) } .. "\n")
	return text_of(families, path)
end

-- What progress says of a rung.
local function told(s, rung)
	local first = rung.members[1].family
	local what = rung.is_training and s.tune[first].label or "held-out instances"
	return ("%s: %d candidates, %s"):format(what, #rung.members, notation.plural(rung.rounds, "round"))
end

-- The next rung, the folder of its run and what to say of it; nil and what to print where nothing is left to
-- measure. runs: those of the rungs so far.
function tuning.next(s, p, job, runs)
	if not s.tune then
		check.fail(s.at, {}, "the scenario has no `tune`: nothing says which parameters may change")
	end
	local training, held_out = rungs.split(s, p)
	local ask = asker(s, p, runs)
	local function measure(rung)
		rung.is_training = true
		return ask(training, rung)
	end
	local ok, states, run = pcall(function ()
		local counts = lists.map(s.tune, function (family) return #family.candidates end)
		local states = halving.run(counts, #training.groups, job.budget or 0, measure)
		return states, gains.take(states, ask, held_out)
	end)
	if ok then return nil, write(s, job, states, training, held_out, run) end
	if type(states) ~= "table" or not states.wanted then error(states, 0) end
	return states.wanted, ("%s/%s/tune"):format(job.out or "results", s.table.name),
		told(s, states.wanted)
end

return tuning
