local csv = require "text.csv"
local expect = require "expect"
local latex = require "tables.latex"
local shape = require "latex_shape"
local table_case = require "table_case"
local table_blocks = require "tables.blocks"
local table_csv = require "tables.csv"

local make, default_table = table_case.make, table_case.default_table

local t = {}

function t.noise_that_is_not_known_is_told()
	local function notes(change) return table.concat(make(default_table(), change).notes, " ") end
	expect.lacks(notes(), "not known")
	expect.contains(notes(function (def) def.groups[1].failed = { dassd = { status = "crash" } } end),
		"A/A noise is not known of 1 point:")
	expect.lacks(notes(function (def)
		def.rounds = 3
		def.groups[1].failed = { dassd = { status = "crash" } }
	end), "not known")
end

function t.ratios_of_groups_say_what_they_hold()
	local function notes(value)
		local def = { rows = "algorithm", columns = "faces", where = { moving = "small" }, value = value }
		return table.concat(make(def).notes, " ")
	end
	expect.contains(notes(), "≈ marks a ratio")
	expect.lacks(notes(), "at different times")
	local across = make { rows = "moving", columns = "faces", where = { algorithm = "aabb" } }
	expect.contains(table.concat(across.notes, " "), "at different times")
	expect.lacks(table.concat(across.notes, " "), "≈")
	expect.lacks(notes("contacts"), "at different times")
	across = make { rows = "moving", columns = "faces", where = { algorithm = "aabb" }, value = "contacts" }
	expect.lacks(table.concat(across.notes, " "), "at different times")
end

function t.cells_hold_ours_and_theirs()
	local made = make(default_table())
	expect.equal(#made.row_values, 2)
	expect.equal(#made.column_values, 2)
	local cell = made.cells[1][2]
	expect.near(cell.value, 3.0)
	expect.near(cell.lo, 3.0 * 0.98)
	expect.near(cell.hi, 3.0 * 1.02)
	expect.equal(cell.published, 1.9)
	expect.equal(cell.n, 11)
	expect.near(cell.ratio, 1.5)
	expect.near(cell.published_ratio, 1.9 / 1.7)
end

function t.a_list_in_where_means_any_of_these()
	local made = make({ where = { moving = { "small", "large" }, faces = { 1000 } }, rows = "moving" })
	expect.equal(#made.row_values, 2)
	expect.near(made.cells[2][1].value, 7.0)
	made = make({ where = { moving = { "small", "other" }, faces = { 1000 } }, rows = "faces" })
	expect.contains(made.caption, "moving=small|other")
	expect.equal(#make({ where = { moving = {} }, rows = "faces" }).row_values, 0)
end

function t.captions_leave_out_what_the_table_shows()
	local made = make({ where = { moving = "small", faces = 1000, algorithm = { "aabb" } }, rows = "faces" })
	expect.contains(made.caption, "moving=small")
	expect.lacks(made.caption, "faces=")
	expect.lacks(made.caption, "algorithm=")
	made = make({ where = { moving = "none", algorithm = "aabb" }, rows = "moving" })
	expect.contains(made.caption, "algorithm=aabb, moving=none")
end

function t.cells_in_another_unit()
	local def = default_table()
	def.scale, def.unit = 1000, "us per step"
	local made = make(def)
	expect.near(made.cells[1][2].value, 3000)
	expect.near(made.cells[1][2].hi, 3060)
	expect.near(made.cells[1][2].ratio, 1.5)
	expect.equal(made.cells[1][2].published, 1.9)
	expect.contains(made.caption, "us per step")
end

function t.markdown_shows_both_and_the_order()
	local text = table_blocks.markdown((make(default_table())), 3)
	expect.contains(text, "| faces |")
	expect.contains(text, "2.00 [1.96, 2.04]")
	expect.contains(text, "6.25")
	expect.contains(text, "| 1000  |   1.50 [1.50, 1.50] |      1.12 |")
	expect.contains(text, "Order as published in 2 of 2 rows")
	expect.contains(text, "someone1999, on another machine")
	expect.contains(text, "Median of 11 rounds")
	expect.lacks(text, "QUICK")
	expect.lacks(text, "UNCHECKED")
end

function t.another_order_is_told()
	local def = default_table()
	def.published = { dassd = { [1000] = 5 }, aabb = { [1000] = 4 } }
	local text = table_blocks.markdown((make(def)))
	expect.contains(text, "Order as published in 0 of 1 rows")
	expect.contains(text, "At faces=1000: ours dassd < aabb, published aabb < dassd")
end

-- Of what is equal, here or there, there is no order to compare.
function t.equal_values_are_in_no_order()
	local function told(dassd, aabb, bsp)
		local def = { where = { moving = "small" }, rows = "faces", columns = "algorithm", value = "nb",
			published = { dassd = { [1000] = dassd }, aabb = { [1000] = aabb }, bsp = { [1000] = bsp } } }
		return table_blocks.markdown((make(def, function (run)
			run.algorithms, run.groups = { "dassd", "aabb", "bsp" }, { run.groups[1] }
			run.groups[1].times.bsp, run.groups[1].failed = 1.0, { dassd = { nb = 250 } }
		end))) -- 250, 200, 300
	end
	expect.contains(told(2, 2, 3), "Order as published in 1 of 1 rows")
	expect.contains(told(3, 3, 2), "At faces=1000: ours aabb < dassd < bsp, published bsp < dassd = aabb")
	expect.lacks(told(2, 2, 2), "Order as published")
end

function t.what_noise_blurs_is_not_called_less()
	local def = default_table()
	def.published = { dassd = { [2000] = 5 }, aabb = { [2000] = 4 } }
	local text = table_blocks.markdown((make(def)))
	expect.contains(text, "At faces=2000: ours dassd ≈ aabb, published aabb < dassd")
end

function t.differences_within_noise_are_marked()
	local made = make(default_table())
	expect.equal(made.cells[1][2].is_noise, false)
	expect.equal(made.cells[2][2].is_noise, true)
	expect.contains(table_blocks.markdown(made), "≈ 1.0")
	expect.contains(latex.table(made), "\n2000 & \\harnessnoisemark & 1.00 & \\harnessinterval{")
	expect.contains(latex.table(made), "\n1000 &  & 1.50 & \\harnessinterval{")
end

-- Builds have a twin's builds: their noise is told and marked as that of queries is.
function t.noise_of_other_times_is_their_own()
	local function build(def)
		def.more_columns, def.builds = { "build_ms" }, {}
		for i, group in ipairs(def.groups) do
			group.failed = { dassd = { build_ms = 10.0 }, aabb = { build_ms = i == 1 and 11.0 or 20.0 } }
			for round = 1, 7 do
				local function add(role, point, ms)
					table.insert(def.builds, { role = role, point = point, round = round, build_ms = ms })
				end
				add("point", 2 * i - 1, 10)
				add("aa", 2 * i - 1, 10 * (1 + 0.2 * (-1) ^ round))
				add("point", 2 * i, i == 1 and 11 or 20)
			end
		end
	end
	local made = make({ where = { moving = "small" }, rows = "faces", value = "build_ms" }, build)
	expect.equal(made.cells[1][2].is_noise, true)
	expect.equal(made.cells[2][2].is_noise, false)
	expect.contains(table_blocks.markdown(made), "A/A noise: at most 20.0 %; ≈ marks")
end

function t.failed_cells_show_their_status_never_zero()
	local made, m = make(default_table(), function (def)
		def.groups[1].failed = { aabb = { status = "crash", detail = "killed by SIGSEGV" } }
		local detail = "no answer within 60 s: a timed pass, >= 12.5 ms a step"
		def.groups[2].failed = { dassd = { status = "timeout", censored = 1, detail = detail } }
	end)
	local text = table_blocks.markdown(made)
	expect.contains(text, "crash")
	expect.contains(text, "point 2 (moving=small, faces=1000, aabb): crash: killed by SIGSEGV")
	expect.contains(text, ">= 12.5 (timeout)")
	expect.contains(latex.table(made), "$\\ge$ 12.5")
	expect.contains(latex.table(made), "\\textit{crash}")
	local rows = csv.parse(table_csv.text(m, made))
	expect.equal(rows[2].status, "crash")
	expect.equal(rows[2].value, nil)
	expect.equal(rows[3].lower_bound, 12.5)
	expect.equal(made.cells[2][2].ratio, nil)
end

function t.a_counting_pass_bounds_no_time_unsaid()
	local made = make(default_table(), function (def)
		local detail = "no answer within 60 s: a counting pass, >= 12.5 ms a step"
		def.groups[2].failed = { dassd = { status = "timeout", censored = 1, detail = detail } }
	end)
	expect.contains(table_blocks.markdown(made), ">= 12.5 (timeout while counting)")
	expect.contains(latex.table(made), "12.5 (timeout while counting)")
end

function t.csv_is_tidy_and_exact()
	local made, m = make(default_table())
	local rows = csv.parse(table_csv.text(m, made))
	expect.equal(#rows, 4)
	local row = rows[4]
	expect.equal(row.row, 2000)
	expect.equal(row.column, "aabb")
	expect.equal(row.value, made.cells[2][2].value)
	expect.equal(row.published, 6.25)
	expect.equal(row.n, 11)
	expect.equal(row.status, "ok")
	expect.equal(row.is_noise, 1)
	expect.equal(row.value_name, "step_ms")
end

function t.quick_and_unchecked_are_marked_everywhere()
	local made = make(default_table(), function (def)
		def.quick, def.plan_check = true, "none"
	end)
	local text = table_blocks.markdown(made)
	expect.contains(text, "[QUICK, UNCHECKED]")
	expect.contains(text, "] UNCHECKED")
	expect.contains(text, "UNCHECKED: nothing vouches for the contacts of point 1")
	expect.contains(latex.table(made), "\\textbf{QUICK, UNCHECKED}")
end

function t.a_selection_that_is_too_wide_names_what_it_forgot()
	local def = default_table()
	def.where = nil
	expect.error("points 1 and 5 fall into one cell; name in where (or as rows, columns): moving", make, def)
end

function t.unknown_columns_are_errors_with_a_suggestion()
	local def = default_table()
	def.rows = "face"
	expect.error("tables.table1.rows: no column 'face' in summary.csv; did you mean 'faces'?", make, def)
	def = default_table()
	def.where = { movng = "small" }
	expect.error("tables.table1.where: no column 'movng' in summary.csv; did you mean 'moving'?", make, def)
	def = default_table()
	def.value = "time"
	expect.error("no column 'time'", make, def)
end

function t.published_values_without_a_place_are_told()
	local def = default_table()
	def.published = { dassd = { [1000] = 1, [8106] = 2 }, asbb = { [1000] = 3 } }
	local text = table_blocks.markdown((make(def)))
	expect.contains(text, "Published, but not in this table: column asbb.")
	expect.contains(text, "Published, but not in this table: faces = 8106.")
end

function t.no_point_is_a_table_that_says_so()
	local def = default_table()
	def.where = { moving = "other" }
	local made, m = make(def)
	expect.contains(table_blocks.markdown(made), "No point of this run belongs here.")
	expect.contains(latex.table(made), "No point of this run")
	expect.equal(#csv.parse(table_csv.text(m, made)), 0)
end

function t.names_are_escaped_in_each_format()
	local table_def = { where = { moving = "small" }, rows = "faces", title = "50 % of a_b & #1 | x" }
	local made = make(table_def, function (def)
		def.algorithms = { "so(k=4,q=\"a|b\")", "x_y%", "so(k=5,q=\"c\")" }
		local times = { [def.algorithms[1]] = 1, ["x_y%"] = 2, [def.algorithms[3]] = 3 }
		def.groups = { { params = { moving = "small", faces = 1 }, times = times } }
	end)
	expect.contains(table_blocks.markdown(made), "so(k=4,q=\"a\\|b\")")
	local tex = latex.table(made)
	expect.contains(tex, "so(k=4,\\\\q=''a\\textbar{}b'')")
	expect.contains(tex, "x\\_y\\%")
	expect.contains(tex, "\\gdef\\harnesscaption{50 \\% of a\\_b \\& \\#1 \\textbar{} x: ")
end

function t.counts_are_exact_and_their_ratio_has_no_interval()
	local made = make({ where = { moving = "small" }, rows = "faces", value = "nb" })
	expect.equal(made.cells[1][2].value, 200)
	expect.equal(made.cells[1][2].ratio, 2.0)
	expect.equal(made.cells[1][2].ratio_lo, nil)
	expect.contains(table_blocks.markdown(made), "|   100 |  200 |")
	expect.lacks(table_blocks.markdown(made), "A/A noise")
end

function t.one_point_and_few_rounds()
	local made = make({ rows = "faces" }, function (def)
		def.groups, def.algorithms, def.rounds = { def.groups[1] }, { "dassd" }, 3
	end)
	expect.contains(table_blocks.markdown(made), "Median of 3 rounds, too few for an interval")
	expect.equal(made.cells[1][1].lo, nil)
	expect.lacks(table_blocks.markdown(made), "Ratios")
end

function t.columns_need_not_be_algorithms()
	local made = make({ where = { algorithm = "aabb" }, rows = "faces", columns = "moving" })
	local text = table_blocks.markdown(made)
	expect.contains(text, "moving=small")
	expect.contains(text, "moving=large / moving=small")
	expect.equal(made.cells[2][2].row, nil)
	expect.near(made.cells[1][2].ratio, 5 / 3)
	expect.equal(made.cells[1][2].is_noise, nil)
end

function t.rows_of_algorithms_are_compared_down_a_column()
	local made = make({ where = { faces = 1000 }, rows = "algorithm", columns = "moving",
		published = { small = { dassd = 2, aabb = 5 } } })
	expect.near(made.cells[2][1].ratio, 1.5)
	expect.near(made.cells[2][2].ratio, 5 / 7)
	expect.near(made.cells[2][1].published_ratio, 2.5)
	local text = table_blocks.markdown(made)
	expect.contains(text, "Ratios to dassd, paired by round")
	expect.contains(text, "aabb / dassd")
	expect.lacks(text, "moving=large / moving=small")
	expect.lacks(text, "Order as published")
	expect.contains(latex.table(made), "ratio to dassd & ")
end

function t.latex_keeps_its_columns()
	expect.equal(shape.check(latex.table((make(default_table())))), 2)
end

return t
