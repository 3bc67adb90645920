local csv = require "text.csv"
local expect = require "expect"
local html = require "text.html"
local latex = require "tables.latex"
local shape = require "latex_shape"
local table_case = require "table_case"
local table_blocks = require "tables.blocks"
local table_csv = require "tables.csv"

local make, default_table = table_case.make, table_case.default_table

-- How tables look in a paper: the keys that say so, and LaTeX.
local t = {}

local function with(keys)
	local def = default_table()
	for key, v in pairs(keys) do def[key] = v end
	return def
end

local function both_texts(def, change)
	local made, m = make(def, change)
	local tex = latex.table(made)
	shape.check(tex)
	return table_blocks.markdown(made), tex, made, m
end

function t.ratios_may_be_left_out_or_stand_alone()
	local text, tex = both_texts(with { ratios = false })
	expect.lacks(text, "Ratios")
	expect.lacks(text, "≈")
	expect.lacks(tex, "ratio to")
	text, tex = both_texts(with { ratios = "only" })
	expect.contains(text, "Ratios to dassd")
	expect.lacks(text, "2.00 [1.96, 2.04]")
	expect.lacks(tex, "1.96")
	expect.equal(select(2, tex:gsub("\\begin{tabular}{@{}l", "")), 1)
end

function t.ratios_are_to_the_baseline()
	local text, tex, made = both_texts(with { baseline = "aabb" })
	expect.near(made.cells[1][1].ratio, 2 / 3)
	expect.equal(made.cells[1][2].ratio, 1)
	expect.near(made.cells[1][1].published_ratio, 1.7 / 1.9)
	expect.contains(text, "Ratios to aabb, paired by round")
	expect.contains(text, "dassd / aabb")
	expect.lacks(text, "aabb / dassd")
	expect.contains(tex, "ratio to aabb")
	-- the order knows where noise blurs it
	local def = with { baseline = "aabb", published = { dassd = { [2000] = 5 }, aabb = { [2000] = 4 } } }
	expect.contains(table_blocks.markdown((make(def))), "ours dassd ≈ aabb, published aabb < dassd")
	text = both_texts(with { baseline = "brute" })
	expect.contains(text, "No ratios: the baseline brute is not in this run.")
	expect.lacks(text, "Ratios to")
end

function t.intervals_may_be_left_out()
	local text, tex, made, m = both_texts(with { intervals = false })
	expect.lacks(text, "[1.96")
	expect.lacks(tex, "\\harnessinterval{1")
	expect.contains(text, "Median of 11 rounds; the CSV file has the intervals.")
	expect.near(csv.parse(table_csv.text(m, made))[1].lo, 1.96)
end

function t.digits_are_significant()
	local text, tex = both_texts(with { digits = 2 })
	expect.contains(text, "2.0 [2.0, 2.0]")
	expect.contains(tex, "& 2.0 & \\harnessinterval{2.0}{2.0}")
	expect.contains(both_texts(with { digits = 6 }), "2.00000 [1.96000, 2.04000]")
	local counts = both_texts { where = { moving = "small" }, rows = "faces", value = "nb", digits = 1 }
	expect.contains(counts, "|   100 |  200 |")
end

function t.a_transposed_table_has_the_same_cells()
	local text, tex, made, m = both_texts(with { transpose = true })
	expect.contains(text, "| algorithm |")
	expect.contains(text, "faces=1000")
	expect.contains(text, "aabb / dassd")
	expect.contains(text, "Order as published in 2 of 2 columns")
	expect.contains(tex, "\n& \\multicolumn{")
	expect.contains(tex, "ratio to dassd & ")
	local plain, other = make(default_table())
	expect.equal(table_csv.text(m, made), table_csv.text(other, plain))
end

-- aabb at 2000 faces lies within the noise of dassd.
function t.the_best_are_bold_and_what_may_be_as_good()
	local text, tex, made, m = both_texts { rows = "faces", where = { moving = "small" }, best = "least" }
	expect.equal(made.cells[1][1].best, true)
	expect.equal(made.cells[1][2].best, nil)
	expect.equal(made.cells[2][1].best, nil) -- neither of the two is better
	expect.contains(text, "**2.00 [1.96, 2.04]**")
	expect.contains(text, "Bold: the least of its row, and what is not shown to differ from it.")
	expect.contains(tex, "\\harnessbest 2.00")
	expect.contains(tex, "detect-weight")
	expect.equal(csv.parse(table_csv.text(m, made))[1].best, 1)
	made = make({ rows = "faces", where = { moving = "small" }, best = "least" }, function (def)
		def.algorithms = { "dassd", "aabb", "bsp" }
		def.groups = { { params = { moving = "small", faces = 1 }, times = { dassd = 2, aabb = 2.001, bsp = 3 } } }
	end)
	expect.equal(made.cells[1][1].best and made.cells[1][2].best, true)
	expect.equal(made.cells[1][3].best, nil)
	made = make { rows = "algorithm", columns = "faces", where = { moving = "small" }, value = "nb",
		best = "greatest" }
	expect.equal(made.cells[2][1].best and made.cells[2][2].best, true)
	expect.equal(made.cells[1][1].best, nil)
	made = make({ rows = "faces", where = { moving = "small" }, best = "least" }, function (def)
		def.groups[1].failed = { dassd = { status = "crash" } }
		def.groups[1].times.dassd = nil
	end)
	expect.equal(made.cells[1][1].best, nil)
end

function t.a_bold_value_is_sorted_as_a_number()
	expect.equal(html.sort_value "**2.00 [1.96, 2.04]**", "2.00")
	expect.equal(html.sort_value "**120** UNCHECKED", "120")
end

function t.labels_replace_values_and_names()
	local text, tex, made, m = both_texts(with {
		labels = { aabb = "AABB_1", faces = "triangles", ["2000"] = "two thousand" } })
	expect.contains(text, "| triangles  ")
	expect.contains(text, "AABB_1 / dassd")
	expect.contains(text, "two thousand")
	expect.contains(tex, "AABB\\_1")
	local rows = csv.parse(table_csv.text(m, made))
	expect.equal(rows[4].column, "aabb")
	expect.equal(rows[4].row, 2000)
end

local function labelled(labels)
	return function (def)
		def.algorithms = labels
		local times = {}
		for i, label in ipairs(labels) do times[label] = i end
		def.groups = { { params = { moving = "small", faces = 1 }, times = times } }
	end
end

function t.labels_say_what_differs_in_the_table()
	local function text(labels, where)
		return (both_texts({ rows = "faces", where = where }, labelled(labels)))
	end
	local all = text { "aabb(leaf=1,axis=x)", "aabb(leaf=2,axis=x)", "bsp(leaf=1)", "my(own)" }
	expect.contains(all, "| faces |")
	expect.contains(all, " aabb(leaf=1) | ")
	expect.contains(all, " aabb(leaf=2) | ")
	expect.contains(all, " bsp | ")
	expect.contains(all, " my(own) |")
	expect.contains(all, "Labels leave out what is the same in this table: aabb(axis=x), bsp(leaf=1).")
	local one = text { "aabb(leaf=1,broad=sap(axes=3,x=1))", "aabb(leaf=2,broad=sap(axes=3,x=1))" }
	expect.contains(one, " leaf=1 | ")
	expect.contains(one, "leaf=2 / leaf=1")
	expect.contains(one, "ms per step, of aabb")
	expect.contains(one, "aabb(broad=sap(axes=3,x=1))")
	-- what would be the same label stays as it is
	local equal = text { "aabb(leaf=1)", "bsp", "aabb" }
	expect.contains(equal, " aabb(leaf=1) |")
end

function t.rows_without_columns_are_a_list()
	local def = { rows = "algorithm", where = { moving = "small", faces = 1000 } }
	local text, tex, made, m = both_texts(def)
	expect.contains(text, "| algorithm |        query time |")
	expect.contains(text, "| dassd     | 2.00 [1.96, 2.04] |")
	expect.contains(text, "| aabb / dassd | 1.50 [1.50, 1.50] |")
	expect.contains(tex, "aabb & 3.00 & ")
	local rows = csv.parse(table_csv.text(m, made))
	expect.equal(#rows, 2)
	expect.equal(rows[2].column, "step_ms")
	expect.equal(rows[2].column_name, nil)
	-- a point for each row says what it is of
	text = both_texts { rows = "point" }
	expect.contains(text, "| point | moving | faces | algorithm |")
	expect.contains(text, "| 6     |  large |  1000 |      aabb | 5.00 [4.90, 5.10] |")
	expect.lacks(text, "Ratios")
	expect.contains(both_texts { rows = "point", baseline = 1 }, "Ratios to 1")
	-- points without a value of the rows are no reason to tell more
	text = both_texts({ rows = "aabb_leaf", value = "nb" }, function (run)
		run.more_columns = { "aabb_leaf" }
		run.groups = { { params = { moving = "small", faces = 1 }, times = { dassd = 2, aabb = 3 },
			failed = { aabb = { aabb_leaf = 4 } } } }
	end)
	expect.contains(text, "| aabb_leaf | volume tests |")
	expect.contains(text, "1 points have no aabb_leaf and are not in this table.")
	made = make { rows = "faces", where = { moving = "small" } }
	expect.equal(#made.column_values, 2) -- each row has two points: a column for each algorithm
	made = make { rows = "faces", where = { moving = "small", algorithm = "aabb" } }
	expect.equal(made.column_values[1], "aabb")
	def.published = { step_ms = { aabb = 4 } }
	expect.contains(both_texts(def), "published")
end

function t.a_table_too_wide_for_its_width_says_so()
	local text, tex, made = both_texts(with { width = "column", digits = 5 })
	expect.contains(text, "TOO WIDE: tables.table1 needs about ")
	expect.contains(text, 'but width = "column" has 8.4 cm. Narrower: intervals = false, ratios = false,')
	expect.contains(tex, "% TOO WIDE: tables.table1")
	expect.contains(tex, "\\setlength{\\tabcolsep}{\\harnesscolsep}")
	local width = latex.width(made)
	expect.equal(width > 8.4 and width < 12, true, width)
	local narrow = make(with { width = "column", intervals = false })
	expect.equal(latex.width(narrow) < 7, true, latex.width(narrow))
	expect.lacks(table_blocks.markdown(narrow), "TOO WIDE")
	expect.lacks(table_blocks.markdown((make(with { width = "page" }))), "TOO WIDE")
	text = table_blocks.markdown((make(with { width = "4 cm", intervals = false })))
	expect.contains(text, 'width = "4 cm" has 4.0 cm')
	expect.lacks(both_texts(with {}), "TOO WIDE")
end

function t.headings_wrap()
	local _, tex = both_texts({ rows = "faces", value = "nb" },
		labelled { "a long name of an algorithm", "b/long(leaf=1)" })
	expect.contains(tex, "{\\harnessheading{a long\\\\name of\\\\an\\\\algorithm}}")
end

function t.numbers_are_aligned_at_the_point()
	local _, tex = both_texts({ rows = "faces" }, labelled { "a", "b" })
	local column = "S[table-format=1.2,mode=text]@{\\,}l"
	expect.contains(tex, ("\\begin{tabular}{@{}l%s%s@{}}"):format(column, column))
	expect.contains(tex, "\\ifdefined\\sisetup\\else\\errmessage")
	_, tex = both_texts({ rows = "faces", scale = -1e-9 }, labelled { "a", "b" })
	expect.contains(tex, "S[table-format=-1.2e-1,mode=text]")
	expect.contains(tex, " -1.00e-9 & ")
end

return t
