-- What a run has besides the rows of summary.csv: samples, builds, single steps and levels of trees; and the
-- ratios of two points, paired by round. lua/data/measured.lua has these functions as methods of a run.
local columns = require "data.columns"
local disturbed = require "data.disturbed"
local lists = require "base.lists"

local samples = {}

local is_timed = columns.is_timed

-- Rows of a file by role and point.
local function index_samples(rows)
	local whole = lists.kept(rows, function (sample) return sample.round end) -- no round: of one that broke off
	local _, index = lists.grouped(whole, function (sample) return sample.role .. sample.point end)
	return index
end

-- The samples of a row in the order of their rounds. For build_ms these are its builds, which have rounds of
-- their own.
function samples:samples(row, column)
	local file = column == "build_ms" and "builds" or "samples"
	self.sample_index = self.sample_index or {}
	self.sample_index[file] = self.sample_index[file] or index_samples(self.env[file]())
	return self.sample_index[file][row.role .. row.point] or {}
end

-- The rows of steps.csv, levels.csv or instances.csv by their points.
local function index_of(rows, message)
	if not rows then error(message, 0) end
	local points = lists.kept(rows, function (row) return row.role == "point" end)
	local _, index = lists.grouped(points, function (row) return row.point end)
	return index
end

-- A row for each row of such a file that a point has. values_of(row of the file): its own values;
-- all others are the point's.
local function within(self, rows, index, values_of)
	local out = {}
	for _, row in ipairs(rows) do
		for _, inner in ipairs(index[row.point] or {}) do
			local one = setmetatable(values_of(inner), { __index = row })
			self.group_by_row[one] = self.group_by_row[row]
			out[#out + 1] = one
		end
	end
	return out
end

-- All values of a row of a file, which is no plain table.
local function all_values(row)
	local values = {}
	for name, v in pairs(row) do values[name] = v end
	return values
end

-- A row for each step of these points. step, step_ms with its bounds, contacts and n (passes) come from
-- steps.csv; all other columns are the point's. Points that were not measured step by step have no such rows.
function samples:steps(rows, place)
	self.step_index = self.step_index or index_of(self.env.steps(),
		place .. ": this run has no steps.csv: it was measured without per_step = true")
	return within(self, rows, self.step_index, function (step)
		return { step = step.step, step_ms = step.step_ms, contacts = step.contacts, n = step.passes,
			-- false: an unknown bound must not become the point's own
			step_ms_lo = step.step_ms_lo or false, step_ms_hi = step.step_ms_hi or false }
	end)
end

-- A row for each level of these points' trees, with the columns of levels.csv. All other columns are the
-- point's.
function samples:levels(rows, place)
	self.level_index = self.level_index or index_of(self.env.levels(),
		place .. ": this run has no levels.csv: it was measured without inspect")
	return within(self, rows, self.level_index, all_values)
end

-- A row for each instance of these points' populations, with the columns of instances.csv; ratio_to_first is
-- of predicted times. None where nothing was drawn.
function samples:instances(rows)
	self.instance_index = self.instance_index or index_of(self.env.instances())
	local out = within(self, rows, self.instance_index, all_values)
	for _, one in ipairs(out) do
		local of = (self.instance_index[self.group_by_row[one].points[1].point] or {})[one.instance]
		local are_known = of and of.instance == one.instance and one.predicted_ms and of.predicted_ms
		one.ratio_to_first = are_known and one.predicted_ms / of.predicted_ms
		one.ratio_lo, one.ratio_hi = false, false -- an unknown bound must not become the point's own
	end
	return out
end

-- An earlier program told shares below 1 alone, and no bound.
local function drawn_key(role, point, over, bound)
	return ("%s %d %d %.17g"):format(role, point, over, bound or 1)
end

-- How a row compares to a point of its group over the population: their row of drawn.csv; nil: there is none.
-- bound: of its share (1).
function samples:drawn(a, b, bound)
	if not self.drawn_index then
		local index = {}
		for _, row in ipairs(self.env.drawn() or {}) do
			index[drawn_key(row.role, row.point, row.over_point, row.share_bound)] = row
		end
		self.drawn_index = index
	end
	return self.drawn_index[drawn_key(a.role, a.point, b.point, bound)]
end

-- The A/A noise of a row's group over its population: the ratio of the twin, and 1. nil: not known.
function samples:drawn_noise(row)
	local group = self:group(row)
	local twin = group.twin and self:drawn(group.twin, group.points[1])
	local lo, hi = twin and twin.counted_ratio_lo, twin and twin.counted_ratio_hi
	return lo and math.min(lo, 1), hi and math.max(hi, 1)
end

local SESSIONS_MIN = 6 -- as stats_quiet_enough of engine/stats/quiet.h has it

local function sessions_of(rounds)
	local count, last = 0, nil
	for _, round in ipairs(rounds) do
		if round.session ~= last then count, last = count + 1, round.session end
	end
	return count
end

-- Builds are not looked at, nor were samples of earlier programs, which counted all of them.
local function is_slow(sample) return sample.quiet == false or sample.quiet == 0 end

-- Of rounds { session, samples } those in which all samples are of a quiet core, where they are enough, else
-- all; and the values of the first and second samples: of quiet ones as they were measured.
local function counting(rounds, column, all)
	local quiet = all and rounds
		or lists.kept(rounds, function (round) return not lists.any(round.samples, is_slow) end)
	local count = sessions_of(quiet)
	local is_enough = #quiet < #rounds and count >= SESSIONS_MIN and 2 * count >= sessions_of(rounds)
	local kept = is_enough and quiet or rounds
	local function values(place)
		return lists.map(kept, function (round)
			local sample = round.samples[place]
			return is_enough and sample.taken and sample[column] / (1 - sample.taken) or sample[column]
		end)
	end
	return lists.field(kept, "session"), values(1), #rounds > 0 and rounds[1].samples[2] and values(2) or {}
end

-- A row's times in the order of their rounds, and the session of each. The sessions are nil if they are not
-- known.
function samples:times(row, column)
	local rounds = {}
	for _, sample in ipairs(self:samples(row, column)) do
		if sample[column] then rounds[#rounds + 1] = { session = sample.session, samples = { sample } } end
	end
	local sessions, values = counting(rounds, column)
	return values, #sessions == #values and sessions or nil
end

-- The values of two points from the same rounds, and the sessions of these rounds. Points of different groups
-- are paired by the number of the round; the numbers of their sessions may differ, because a session that a
-- kill ended has a number too.
-- all: slow ones too, for those who pair several such pairs.
function samples:paired(a, b, column, all)
	local by_round, rounds = {}, {}
	for _, sample in ipairs(self:samples(b, column)) do by_round[sample.round] = sample end
	for _, sample in ipairs(self:samples(a, column)) do
		local other = by_round[sample.round]
		if other and other[column] and sample[column] then
			rounds[#rounds + 1] = { session = sample.session, samples = { sample, other } }
		end
	end
	local sessions, values_a, values_b = counting(rounds, column, all)
	return values_a, values_b, sessions
end

-- The number, or nil for NaN: a bound that is NaN is not known.
local function known(value)
	if value == nil or value ~= value then return nil end
	return value
end

local function paired_ratio(self, a, b, column)
	local values_a, values_b, sessions = self:paired(a, b, column)
	if #values_a < 2 then return {} end
	local median, lo, hi = self.env.ratio(values_a, values_b, a.point * 1000003 + b.point,
		#sessions == #values_a and sessions or nil)
	return { known(median), known(lo), known(hi) }
end

-- A ratio of points of different groups. They were measured one after the other, so their rounds are not
-- paired.
local function apart_ratio(self, a, b, column)
	local values_a, sessions_a = self:times(a, column)
	local values_b, sessions_b = self:times(b, column)
	if #values_a < 2 or #values_b < 2 then return {} end
	local median, lo, hi = self.env.apart(values_a, values_b, a.point * 1000003 + b.point, sessions_a,
		sessions_b)
	return { known(median), known(lo), known(hi) }
end

-- A ratio of times: median, lo, hi. Each is kept, because a bootstrap over many rounds is slow, and tables,
-- figures and claims ask for the same ratios.
function samples:timed_ratio(a, b, column)
	local key = table.concat({ a.role, a.point, b.role, b.point, column }, " ")
	local of = self:group(a) == self:group(b) and paired_ratio or apart_ratio
	local ratio = self.ratios[key] or of(self, a, b, column)
	self.ratios[key] = ratio
	if disturbed.is(self, a, column) or disturbed.is(self, b, column) then return ratio[1] end
	return ratio[1], ratio[2], ratio[3]
end

-- A ratio of values with bounds, such as tau. A lower bound may be 0.
local function enclosed_ratio(self, a, b, column)
	local va, lo_a, hi_a = self.value(a, column)
	local vb, lo_b, hi_b = self.value(b, column)
	if a == b or not (lo_a and hi_a and lo_b and hi_b) then return va / vb end
	return va / vb, lo_a / hi_b, lo_b > 0 and hi_a / lo_b or math.huge
end

-- Whether two values are times of different machines of a merged run.
local function is_of_two_machines(self, a, b, column)
	if not self.machines or a.machine == b.machine or column == "ratio_to_first" then return false end
	local own = self.derived[column]
	return columns.is_time(column) or own ~= nil and own.timed == true
end

-- Times that other programs state have a ratio only if their files say that one interleaved run measured
-- both: then each has its ratio to the first of the run. nil: there is none.
local function stated_ratio(self, a, b)
	local is_one_run = a.stated_run ~= nil and a.stated_run == b.stated_run
		and self.group_by_row[a] == self.group_by_row[b]
	if not is_one_run or not (a.stated_ratio and b.stated_ratio) then return nil end
	if a == b then return 1 end
	if b.stated_ratio == 1 and not b.stated_ratio_lo or b.stated_ratio_lo == 1 and b.stated_ratio_hi == 1 then
		return a.stated_ratio, a.stated_ratio_lo, a.stated_ratio_hi
	end
	return a.stated_ratio / b.stated_ratio
end

-- a over b: median, lo, hi. Times of one group are paired by round. Counts are exact and have no bounds.
-- There is no ratio of times of two machines.
function samples:ratio(a, b, column)
	column = column or "step_ms"
	if is_of_two_machines(self, a, b, column) then return nil end
	local va, vb = self.value(a, column), self.value(b, column)
	if type(va) ~= "number" or type(vb) ~= "number" then return nil end
	if column == "stated_ms" then return stated_ratio(self, a, b) end
	-- a ratio of two ratios to the same time is a ratio of times
	if column == "ratio_to_first" and self.group_by_row[a] == self.group_by_row[b] then column = "step_ms" end
	if column == "step_ms" and a ~= b and self.group_by_row[a] == self.group_by_row[b]
		and self.group_by_row[a].points[1] == b and a.ratio_to_first then
		return a.ratio_to_first, a.ratio_lo, a.ratio_hi
	end
	if is_timed(column) and a ~= b then
		local median, lo, hi = self:timed_ratio(a, b, column)
		if median then return median, lo, hi end
	end
	if vb == 0 then return nil end
	if not is_timed(column) then return enclosed_ratio(self, a, b, column) end
	return va / vb
end

return samples
