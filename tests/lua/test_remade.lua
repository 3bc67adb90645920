-- A run's files held against those that are made again, and its medians and ratios against its samples.
local expect = require "expect"
local fake_engine = require "fake_engine"
local fake_files = require "fake_files"
local fixture = require "fixture"
local measured = require "data.measured"
local remade = require "runs.remade"

local t = {}

-- files, made: { [name] = text }; texts: of files that are in neither folder.
local function compared(files, made, texts, is_same_program)
	local names, all = {}, {}
	for name, text in pairs(made) do names[#names + 1], all["made/" .. name] = name, text end
	table.sort(names)
	return fake_files.with(all, function ()
		local lines, same = remade.compare(names, "made", texts or {}, function (name) return files[name] end,
			is_same_program ~= false)
		return table.concat(lines, "\n"), same
	end)
end

local SUMMARY = "point,role,algorithm,np,step_ms\n1,point,a,5,1.5\n1,aa,a,5,1.6\n"

function t.equal_files_are_counted()
	local text, same = compared({ ["summary.csv"] = SUMMARY, ["report.md"] = "x\n" },
		{ ["summary.csv"] = SUMMARY }, { ["report.md"] = "x\n" })
	expect.equal(text, "")
	expect.equal(same, 2)
	-- a file that the run does not have is not held against anything
	text, same = compared({}, { ["summary.csv"] = SUMMARY }, { ["report.md"] = "x\n" })
	expect.equal(text, "")
	expect.equal(same, 0)
end

function t.a_cell_is_named_by_file_row_and_column()
	local function edited(from, to, is_same_program)
		return compared({ ["summary.csv"] = SUMMARY:gsub(from, to, 1) }, { ["summary.csv"] = SUMMARY }, {},
			is_same_program)
	end
	local text, same = edited("1%.6", "0.08")
	expect.equal(text, "differs: summary.csv: row 2 (1, aa, a), column step_ms: made again '1.6', not '0.08'")
	expect.equal(same, 0)
	expect.equal(edited("1%.6", "0.08", false), text)
	expect.contains(edited("aa,a,5", "aa,a,"), "column np: made again '5', not none")
	-- the same number in another form is another file of the same program, and none of another
	expect.contains(edited("1%.6", "\"1.6\""), "made again it has other bytes, and the same values")
	expect.equal(edited("1%.6", "\"1.6\"", false), "")
	expect.contains(edited("1,aa.*", ""), "made again it has 2 rows, not 1")
	expect.contains(compared({ ["summary.csv"] = "point\n1,2\n" }, { ["summary.csv"] = SUMMARY }), "is damaged")
end

-- Another program may have columns that this one lacks, and choose another ratio to stand beside a verdict.
function t.of_another_program_numbers_and_verdicts_count()
	local ours = "claim,ours,ours ratio,new\nc,holds,0.5,1\n"
	local theirs = "claim,ours,ours ratio,old\nc,holds,0.7,2\n"
	local function matrix(old, is_same_program)
		return (compared({ ["matrix.csv"] = old }, {}, { ["matrix.csv"] = ours }, is_same_program))
	end
	expect.equal(matrix(theirs, false), "")
	expect.contains(matrix(theirs, true), "column ours ratio: made again '0.5', not '0.7'")
	expect.contains(matrix(theirs, true), "column old: made again none, not '2'")
	expect.contains(matrix(theirs, true), "column new: made again '1', not none")
	expect.contains(matrix(theirs:gsub("holds", "refuted"), false),
		"column ours: made again 'holds', not 'refuted'")
	expect.equal((compared({ ["report.md"] = "x" }, {}, { ["report.md"] = "y" }, false)), "")
	expect.equal((compared({ ["columns.csv"] = "a\n1\n" }, {}, { ["columns.csv"] = "a\n2\n" }, false)), "")
end

function t.lines_of_other_texts_are_named()
	local function report(old, new) return (compared({ ["report.md"] = old }, {}, { ["report.md"] = new })) end
	local text = report("one\nundecided\nthree\n", "one\nholds\nthree\n")
	expect.equal(text, "differs: report.md: line 2: made again 'holds', not 'undecided'")
	expect.contains(report("one\n", "one\ntwo\n"), "line 2: made again 'two', not ''")
	expect.contains(report("one\ntwo\n", "one\n"), "line 3: made again none, not ''")
	local many = ("x\n"):rep(50)
	expect.contains(report(many, many:gsub("x", "y")), "differs: report.md: 30 more")
end

-- ---- without journals ----

local KNOWN = {}
for _, name in ipairs { "n", "step_ms", "step_ms_lo", "step_ms_hi", "step_ms_min", "ratio_to_first",
	"ratio_lo", "ratio_hi", "build_ms", "build_ms_lo", "build_ms_hi" } do KNOWN[name] = true end

-- A run of which every statistic is made again of its samples. change(row of b, env): what was edited.
local function from_samples(change)
	local spec, env = fixture.host({ columns = { "faces" }, algorithms = { "a", "b" }, band = 0,
		more_columns = { "build_ms", "build_ms_lo", "build_ms_hi" },
		groups = { { params = { faces = 1000 }, times = { a = 1.0, b = 2.0 } } } }, {})
	local builds, asked = {}, {}
	for round = 1, 7 do
		builds[round] = { role = "point", point = 2, session = 1, round = round, build_ms = round }
	end
	env.builds = function () return builds end
	for _, row in ipairs(env.rows) do
		if row.point == 2 then row.build_ms, row.build_ms_lo, row.build_ms_hi = 4, 1, 7 end
		if row.point == 2 and change then change(row, env) end
	end
	local lines, same = fake_engine.with({
		interval = fixture.interval,
		ratio = function (a, b) return fixture.ratio(a, b) end,
		seed_of = function (text)
			asked[#asked + 1] = text
			return #text
		end,
	}, remade.from_samples, measured.new(spec, env), KNOWN, { "seed" })
	return table.concat(lines, "\n"), same, table.concat(asked, ", ")
end

function t.statistics_are_made_again_of_samples()
	local text, same, seeds = from_samples()
	expect.equal(text, "")
	expect.equal(same, 8 * 3 + 3)
	expect.equal(seeds, "ratio seed 1 1, ratio seed 1 0, ratio seed 2 0")
	for name in pairs(KNOWN) do
		local edited = from_samples(function (row) row[name] = row[name] * 1.001 end)
		expect.contains(edited, "summary.csv: point point 2 (faces=1000, b), column " .. name .. ": made again of ")
		expect.contains(from_samples(function (row) row[name] = nil end), "not none")
		expect.equal(from_samples(function (row) row[name] = row[name] * (1 + 1e-15) end), "")
	end
	expect.equal(from_samples(function (row) row.nb = 9 end), "")
	expect.equal(from_samples(function (row) row.status, row.step_ms = "crash", 9 end), "")
	-- a disturbed row has medians alone
	expect.contains(from_samples(function (row) row.disturbed = 1 end),
		"column step_ms_lo: made again of its samples none")
	expect.equal(from_samples(function (row)
		row.disturbed, row.step_ms_lo, row.step_ms_hi, row.ratio_lo, row.ratio_hi = 1, nil, nil, nil, nil
	end), "")
end

-- The least time is as it was measured: with what a slow core took, which the others are without.
function t.the_least_time_is_with_what_a_slow_core_took()
	local function slow(factor)
		return from_samples(function (row, env)
			local samples = env.samples()
			for _, sample in ipairs(samples) do
				sample.quiet = sample.point == 2 and 0 or 1
				sample.taken = 0.5 * (1 - sample.quiet)
			end
			env.samples = function () return samples end
			row.step_ms_min = row.step_ms_min * factor
		end)
	end
	expect.equal(slow(2), "")
	expect.contains(slow(1), "column step_ms_min: made again of ")
end

-- Where quiet samples count alone the medians are theirs, as measured, and the least is that of all.
function t.quiet_samples_are_made_again()
	local function quiet(least)
		return from_samples(function (row, env)
			local samples, counting = env.samples(), {}
			for _, sample in ipairs(samples) do
				if sample.point == 2 then
					local is_slow = sample.round == 1
					sample.quiet = is_slow and 0 or 1
					if not is_slow then counting[#counting + 1] = sample.step_ms end
					sample.taken, sample.step_ms = 0.5, sample.step_ms / 2
				end
			end
			env.samples = function () return samples end
			row.step_ms, row.step_ms_lo, row.step_ms_hi = fixture.interval(counting)
			row.step_ms_min = row.step_ms_min * least
		end)
	end
	expect.equal(quiet(1):gsub("[^\n]*ratio[^\n]*\n?", ""), "")
	expect.contains(quiet(2), "column step_ms_min: made again of ")
end

return t
