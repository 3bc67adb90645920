-- What the settings that `harness tune` chose gain, on instances that nothing was chosen by.
local lists = require "base.lists"
local measured = require "data.measured"
local run_files = require "modes.run_files"
local table_scores = require "tables.scores"

local gains = {}

local ROUNDS = 11

-- Notes the gain of a family's winner: the mean of its ratios, if each of so many groups has one. Without a
-- gain the algorithm stays as it is.
function gains.judge(state, ratios, groups)
	if #ratios == groups then state.gain, state.lo, state.hi = table_scores.mean(ratios) end
	state.stays = not state.gain or state.gain <= 1
end

-- Measures the winners of all families beside the algorithms as they are: how many times as long these take.
-- Returns the run; nil where no winner is another one.
function gains.take(states, ask, part)
	local changed = lists.kept(states, function (state) return state.winner and state.winner ~= 1 end)
	if #changed == 0 then return nil end
	local members = {}
	for _, state in ipairs(changed) do
		members[#members + 1] = { family = state.number, candidate = 1 }
		members[#members + 1] = { family = state.number, candidate = state.winner }
	end
	local got = ask(part, { name = "held-out", rounds = ROUNDS, members = members })
	local env = run_files.environment(got.run)
	local m = measured.new({ columns = env.plan.columns }, env)
	local rows = {}
	for _, row in ipairs(m.points) do rows[row.point] = measured.is_ok(row) and row or nil end
	for i, state in ipairs(changed) do
		gains.judge(state, lists.map(part.groups, function (_, g)
			local point = (g - 1) * #members + 2 * i - 1
			local own, won = rows[point], rows[point + 1]
			if not (own and won) then return nil end
			local value, lo, hi = m:ratio(own, won, "step_ms")
			return value and { value = value, lo = lo, hi = hi }
		end), #part.groups)
	end
	return got.run
end

return gains
