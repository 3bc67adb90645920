local columns = require "data.columns"
local expect = require "expect"
local notation = require "text.notation"

local t = {}

function t.digits_follow_the_interval()
	local function texts(...) return table.concat({ notation.interval(...) }, " ") end
	expect.equal(texts(1.23456), "1.23")
	expect.equal(texts(1.23456, 1.1, 1.4), "1.23 1.10 1.40")
	expect.equal(texts(1.23456, 1.2335, 1.2355), "1.235 1.234 1.236")
	expect.equal(texts(123.456, 100, 150), "123 100 150")
	expect.equal(texts(0.098, 0.093, 0.103), "0.0980 0.0930 0.1030")
	expect.equal(texts(9.999, 9.0, 11.0), "10.0 9.0 11.0")
	expect.equal(texts(1.5, 0 / 0, 0 / 0), "1.50")
	expect.equal(texts(2.0, 2.0, 2.0), "2.00 2.00 2.00")
end

function t.odd_numbers_are_written_plainly()
	expect.equal(notation.number(0.0), "0")
	expect.equal(notation.number(12), "12")
	expect.equal(notation.number(123456789012), "123456789012")
	expect.equal(notation.number(1.5e12), "1.50e+12")
	expect.equal(notation.number(1.5e-9), "1.50e-09")
	expect.equal(notation.number(0 / 0), "?")
	expect.equal(notation.number(1 / 0), "inf")
	expect.equal(notation.number(-0.5), "-0.500")
	expect.equal(notation.number(123456.7), "123457")
end

function t.one_value_has_one_name()
	expect.equal(notation.text(1e16), notation.text(10000000000000000))
	expect.equal(notation.text(2124), notation.text(2124.0))
	expect.equal(notation.text(2124), notation.text("2124"))
	expect.equal(notation.text(0.1), "0.1")
	expect.equal(notation.text(1 / 3), "0.3333333333333333")
end

function t.markdown_escapes_only_markup()
	expect.equal(notation.markdown("a|b"), "a\\|b")
	expect.equal(notation.markdown("step_ms"), "step_ms")
	expect.equal(notation.markdown("_x_ y_"), "\\_x\\_ y\\_")
	expect.equal(notation.markdown("so(k=4,lambda=0.5)"), "so(k=4,lambda=0.5)")
	expect.equal(notation.markdown("1 < 2 [95 %]"), "1 < 2 [95 %]")
	expect.equal(notation.markdown("<b>"), "\\<b>")
	expect.equal(notation.markdown("[a](b)"), "[a\\](b)")
	expect.equal(notation.markdown("# a # b"), "\\# a # b")
	expect.equal(notation.markdown("&amp; & *x*"), "\\&amp; & \\*x\\*")
	expect.equal(notation.markdown("two\nlines"), "two lines")
end

function t.latex_escapes_every_special_character()
	expect.equal(notation.latex("a_b & 5 % #1 ${x}"), "a\\_b \\& 5 \\% \\#1 \\$\\{x\\}")
	expect.equal(notation.latex("~^\\"), "\\textasciitilde{}\\textasciicircum{}\\textbackslash{}")
	expect.equal(notation.latex("[x] <|>"), "{[}x] \\textless{}\\textbar{}\\textgreater{}")
	expect.equal(notation.latex("*"), "{*}")
end

function t.gnuplot_strings_end_where_they_should()
	expect.equal(notation.gnuplot("`x` {y} \\n"), "'`x` {y} \\n'")
	expect.equal(notation.gnuplot("'it''s' `x` \"y\" \\n"), '"\'it\'\'s\' \\140x\\140 \\"y\\" \\\\n"')
	expect.equal(notation.gnuplot("a\nb"), "'a b'")
end

function t.markdown_tables_line_up()
	local text = notation.markdown_table({ "a", "wide" }, { { "ü", "1" }, { "long name", "22" } })
	local lengths = {}
	for line in text:gmatch("[^\n]+") do lengths[#lengths + 1] = notation.width(line) end
	expect.equal(#lengths, 4)
	for i = 2, 4 do expect.equal(lengths[i], lengths[1]) end
	expect.contains(text, "| ü         |    1 |")
end

function t.columns_have_units()
	expect.equal(columns.axis("step_ms"), "query time (ms per step)")
	expect.equal(columns.axis("faces"), "faces")
	expect.equal(columns.axis("max_angle_deg"), "max angle (degrees)")
	expect.equal(columns.axis("task_clock_ns"), "processor time (ns per step)")
	expect.equal(columns.axis("contacts", true), "contacts (per step)")
end

-- A count says that it is the sum over the motion: beside "ms per step" it would be read as one of a step.
function t.every_count_says_of_what_it_is()
	local seen = 0
	for line in io.lines "engine/detect/counts.def" do
		local name = line:match "^COUNT_FIELD%(([%w_]+)"
		if name then
			expect.equal(select(2, columns.title(name)), "all steps")
			seen = seen + 1
		end
	end
	expect.equal(seen > 10, true)
end

function t.long_lists_say_how_much_is_left_out()
	local capped = notation.capped({ "a", "b", "c", "d" }, 3)
	expect.equal(table.concat(capped, " "), "a b ... and 2 more: see summary.csv.")
	expect.equal(#notation.capped({ "a", "b" }, 2), 2)
end

function t.a_label_has_parts()
	local function parts(label) return table.concat(notation.label_parts(label, "aabb") or { "none" }, " ") end
	expect.equal(parts "aabb(leaf=2,broad=sap(axes=3,grow=1))", "leaf=2 broad=sap(axes=3,grow=1)")
	expect.equal(parts "aabb", "none")
	expect.equal(parts "obb(leaf=2)", "none")
end

function t.keys_are_sorted_as_numbers_where_they_are()
	local keys = notation.sorted_keys { ["10"] = 1, ["9"] = 1, b = 1, a = 1, [2] = 1 }
	expect.equal(table.concat(keys, " "), "2 9 10 a b")
end

-- A ratio to a time of 0 is infinite, and has bounds.
function t.an_infinite_value_has_an_interval()
	expect.equal(table.concat({ notation.interval(math.huge, 2.0, math.huge) }, " "), "inf 2 inf")
end

return t
