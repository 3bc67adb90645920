-- Tables with score = true: geometric means of ratios over groups (lua/tables/scores.lua).
local csv = require "text.csv"
local expect = require "expect"
local latex = require "tables.latex"
local splits = require "data.splits"
local table_case = require "table_case"
local table_scores = require "tables.scores"
local table_blocks = require "tables.blocks"
local table_csv = require "tables.csv"

local make = table_case.make

local t = {}

local function score(change, more)
	local def = { rows = "algorithm", score = true }
	for key, value in pairs(more or {}) do def[key] = value end
	return make(def, change)
end

local function notes(made) return table.concat(made.notes, " ") end

-- The row aabb fails, or misses contacts, in the first group.
local function first_fails(fields)
	return function (def)
		def.groups[1].failed = { aabb = fields }
		def.more_columns = { "missed_pairs", "extra_pairs" }
	end
end

function t.the_mean_and_its_interval_are_those_computed_by_hand()
	-- the logarithms to base 2 are 1 and 3, each with a half width of 1: 2, and sqrt(1 + 1) / 2 on both sides
	local value, lo, hi = table_scores.mean { { value = 2, lo = 1, hi = 4 }, { value = 8, lo = 4, hi = 16 } }
	expect.near(value, 4)
	expect.near(lo, 2 ^ (2 - 0.5 ^ 0.5))
	expect.near(hi, 2 ^ (2 + 0.5 ^ 0.5))
	-- sides of their own: 3 and 4 below make 5, 5 and 12 above make 13
	local one, other = { value = 1, lo = 2 ^ -3, hi = 2 ^ 5 }, { value = 1, lo = 2 ^ -4, hi = 2 ^ 12 }
	value, lo, hi = table_scores.mean { one, other }
	expect.near(value, 1)
	expect.near(lo, 2 ^ -2.5)
	expect.near(hi, 2 ^ 6.5)
	-- what their draws of instances add is the same for both: with 5 + 7 beside them 5 becomes 13
	one.drawn, other.drawn = 5 * math.log(2), 7 * math.log(2)
	value, lo, hi = table_scores.mean { one, other }
	expect.near(value, 1)
	expect.near(lo, 2 ^ -6.5)
	expect.near(hi, 2 ^ ((13 ^ 2 + 12 ^ 2) ^ 0.5 / 2))
end

function t.a_ratio_without_bounds_leaves_the_mean_without_an_interval()
	local without = { { value = 8 }, { value = 8, lo = 0, hi = 9 }, { value = 8, lo = 7, hi = math.huge } }
	for _, other in ipairs(without) do
		local value, lo, hi = table_scores.mean { { value = 2, lo = 1, hi = 4 }, other }
		expect.near(value, 4)
		expect.equal(lo, nil)
		expect.equal(hi, nil)
	end
end

-- The logarithms to base 2 are 1, 2 and 3: their standard deviation is 1. Two degrees of freedom: 4.302653.
function t.groups_as_a_sample_have_students_interval()
	local function ratio(value) return { value = value, lo = value, hi = value } end
	local lo, hi = table_scores.sample { ratio(2), ratio(4), ratio(8) }
	expect.near(lo, 2 ^ (2 - 4.302653 / 3 ^ 0.5))
	expect.near(hi, 2 ^ (2 + 4.302653 / 3 ^ 0.5))
	expect.equal(table_scores.sample { ratio(2), ratio(4) }, nil)
	expect.equal(table_scores.sample { ratio(2), ratio(4), { value = 8 } }, nil)
	lo, hi = table_scores.sample { ratio(5), ratio(5), ratio(5) }
	expect.near(lo, 5)
	expect.near(hi, 5)
end

function t.scores_have_a_second_interval_in_notes_and_files()
	local made, m = score()
	local cell = made.cells[2][1]
	expect.equal(cell.sample_lo < cell.lo and cell.sample_hi > cell.hi, true)
	expect.equal(made.cells[1][1].sample_lo, nil)
	expect.contains(notes(made), "With the groups as a sample of others like them: aabb 1.02 [")
	local rows = csv.parse(table_csv.text(m, made))
	expect.near(rows[2].sample_lo, cell.sample_lo)
	expect.near(rows[2].sample_hi, cell.sample_hi)
	expect.lacks(notes(score(nil, { where = { moving = "small" } })), "as a sample")
end

-- A population's ratio is that over all instances, with the noise of the twin over them.
function t.scores_of_populations_are_over_all_instances()
	local function drawn(role, point, over, ratio)
		return { role = role, point = point, over_point = over, drawn_ratio = ratio, drawn_ratio_lo = ratio / 1.1,
			drawn_ratio_hi = ratio * 1.1, counted_ratio_lo = ratio / 1.1, counted_ratio_hi = ratio * 1.1 }
	end
	local made = score(function (def)
		def.drawn = { drawn("point", 2, 1, 8), drawn("point", 4, 3, 4), drawn("point", 6, 5, 2),
			drawn("aa", 1, 1, 1), drawn("aa", 3, 3, 1), drawn("aa", 5, 5, 1) }
	end)
	expect.near(made.cells[2][1].value, 4)
	expect.near(made.cells[2][1].hi, 4 * math.exp(math.log(1.1) / 3 ^ 0.5))
	expect.near(made.cells[2][1].sample_hi, 2 ^ (2 + 4.302653 / 3 ^ 0.5))
end

function t.noise_of_nothing_is_not_known()
	local lo, hi = table_scores.noise { { noise_lo = 0.5, noise_hi = 2 }, { noise_lo = 0.5, noise_hi = 8 } }
	expect.near(lo, 0.5)
	expect.near(hi, 4)
	expect.equal(table_scores.noise { { noise_lo = 0.5, noise_hi = 2 }, { noise_lo = 0, noise_hi = 2 } }, nil)
	expect.equal(table_scores.noise { { noise_lo = 0.5, noise_hi = 2 }, {} }, nil)
end

function t.a_score_is_the_mean_over_the_groups_of_its_column()
	local made = score()
	expect.equal(#made.cells, 2)
	expect.near(made.cells[1][1].value, 1)
	expect.near(made.cells[2][1].value, (3.0 / 2.0 * 4.001 / 4.0 * 5.0 / 7.0) ^ (1 / 3))
	expect.equal(made.cells[2][1].groups, 3)
	expect.contains(made.caption, "ratio to dassd of the")
	made = score(nil, { columns = "moving" })
	expect.near(made.cells[2][1].value, (3.0 / 2.0 * 4.001 / 4.0) ^ 0.5)
	expect.near(made.cells[2][2].value, 5.0 / 7.0)
	expect.lacks(notes(made), "Left out")
	made = score(nil, { baseline = "aabb", where = { moving = "large" } })
	expect.near(made.cells[1][1].value, 7.0 / 5.0)
end

function t.rows_that_failed_or_are_wrong_are_left_out_and_counted()
	local rest = (4.001 / 4.0 * 5.0 / 7.0) ^ 0.5
	for reason, fields in pairs {
		timeout = { status = "timeout", censored = 1, detail = "no answer within 2 s" },
		wrong = { missed_pairs = 3, extra_pairs = 0 }, skipped = { status = "skipped" },
	} do
		local made = score(first_fails(fields))
		local cell = made.cells[2][1]
		expect.near(cell.value, rest, reason)
		expect.equal(cell.groups, 2)
		expect.equal(cell.total, 3)
		expect.contains(table_blocks.markdown(made), "(2 of 3)")
		expect.contains(latex.table(made), "(2 of 3)")
		expect.contains(notes(made), "Left out of aabb: 1 " .. reason .. ".")
		expect.contains(notes(made), "is not comparable with one of all")
	end
	local made = score(first_fails { missed_pairs = 0, extra_pairs = 1 })
	expect.contains(notes(made), "1 wrong")
	made = score(first_fails { detail = "UNSOUND" })
	expect.contains(notes(made), "1 wrong")
	made = score(first_fails { missed_pairs = 0, extra_pairs = 0 })
	expect.equal(made.cells[2][1].groups, 3)
end

function t.a_baseline_that_failed_leaves_its_group_out_of_every_score()
	local made = score(function (def) def.groups[3].failed = { dassd = { status = "crash" } } end)
	expect.near(made.cells[2][1].value, (3.0 / 2.0 * 4.001 / 4.0) ^ 0.5)
	expect.contains(notes(made), "Left out of aabb: 1 no baseline.")
	made = score(nil, { baseline = "other" })
	expect.contains(notes(made), "the baseline other is not in this run")
	expect.equal(made.cells[2][1].value, nil)
	made = score(first_fails { status = "crash" }, { columns = "faces" })
	expect.contains(notes(made), "Left out of aabb: faces=1000: 1 crash.")
end

function t.a_score_that_noise_could_make_is_marked()
	local function cell(band)
		return score(function (def)
			def.band = band
			def.groups[1].times.aabb, def.groups[3].times.aabb = 2.04, 7.0
		end).cells[2][1]
	end
	-- the score is (1.02 * 1.00025 * 1)^(1/3) = 1.0067
	expect.equal(cell(0.001).is_noise, false)
	expect.equal(cell(0.01).is_noise, true)
end

function t.too_few_rounds_give_scores_without_an_interval()
	local made = score(function (def) def.rounds = 3 end)
	expect.equal(made.cells[2][1].lo, nil)
	expect.contains(notes(made), "1 score without an interval")
	expect.lacks(notes(score()), "without an interval")
end

function t.counts_have_scores_without_an_interval()
	local made = score(nil, { value = "nb" })
	-- nb is 100 times the number of the point: 2 / 1, 4 / 3, 6 / 5
	expect.near(made.cells[2][1].value, (2 * 4 / 3 * 6 / 5) ^ (1 / 3))
	expect.lacks(notes(made), "without an interval")
end

function t.two_points_of_a_group_in_one_row_are_an_error()
	expect.error("of one group fall into one row of the score", score, nil, { rows = "query" })
end

function t.the_csv_file_has_the_number_of_groups()
	local made, m = score(first_fails { status = "crash" })
	local rows = csv.parse(table_csv.text(m, made))
	expect.equal(rows[2].row, "aabb")
	expect.equal(rows[2].groups, 2)
	expect.equal(rows[2].groups_total, 3)
	expect.near(rows[2].value, (4.001 / 4.0 * 5.0 / 7.0) ^ 0.5)
end

function t.values_of_the_command_line_do_not_split_a_score()
	local made, m = score(function (def) def.settings = { faces = { "1000", "2000" } } end)
	expect.equal(#splits.of(m, "score", { rows = "algorithm", score = true }), 1)
	expect.equal(#splits.of(m, "time", { rows = "moving" }), 2)
	expect.equal(#made.cells, 2)
end

return t
