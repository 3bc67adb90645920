-- The answer of a run on one screen, and the terminal's form of blocks.
local blocks = require "blocks.blocks"
local expect = require "expect"
local fixture = require "fixture"
local ratio_verdicts = require "claims.ratio_verdicts"
local report = require "report.report"
local terminal = require "blocks.terminal"
local verdicts = require "claims.verdicts"

local t = {}

local function lines_of(text)
	local lines = {}
	for line in text:gmatch "[^\n]*" do lines[#lines + 1] = line end
	table.remove(lines) -- what follows the last line end
	return lines
end

-- Two tables, and this many claims of which the odd ones are refuted.
local function shown(count, width, change)
	local def = { columns = { "faces" }, algorithms = { "dassd", "aabb", "bsp" }, groups = {
		{ params = { faces = 1000 }, times = { dassd = 2, aabb = 1, bsp = 3 } },
		{ params = { faces = 2000 }, times = { dassd = 2, aabb = 1.99, bsp = 1.98 } },
	} }
	local spec = { title = "A title", claims = {}, tables = { a = { rows = "faces" },
		b = { rows = "faces", value = "nb" } } }
	for i = 1, count do
		spec.claims[("claim %02d, whose name is as long as those of claims about papers are"):format(i)] =
			function (r)
				local a, b = { faces = 1000, algorithm = "dassd" }, { faces = 1000, algorithm = "aabb" }
				if i % 2 == 1 then return r:below(a, b) end
				return r:below(b, a)
			end
	end
	if change then change(def, spec) end
	local resolved, env = fixture.host(def, spec)
	env.directory, env.real = "out/run", function (path) return "/home/" .. path end
	return report.run(resolved, env, width).stdout
end

function t.it_says_who_wins_and_by_how_much()
	local text = shown(2, 120)
	expect.contains(text, "a      aabb in 1 of 2 rows, bsp in 1  0.500 of dassd               1 of 2")
	expect.contains(text, "b      dassd in 2 of 2 rows           the next 1.25 to 2.00 of it  exact")
	expect.contains(text, "claims: 1 refuted, 1 hold")
	expect.contains(text, "hashes equal")
	expect.lacks(text, "rounds to decide")
	expect.contains(text, "/home/out/run/report.html\n")
end

function t.the_greatest_wins_where_the_table_says_so()
	local text = shown(0, 120, function (_, spec) spec.tables.b.best = "greatest" end)
	expect.contains(text, "b      greatest: bsp in 2 of 2 rows")
end

-- Of a least time, of what is made of times, and without a twin, nobody knows what noise could make.
function t.a_difference_of_unknown_noise_is_not_known()
	local function last(name, change)
		return shown(0, 120, change):match("\n" .. name .. " [^\n]*") or ""
	end
	local function value(column, derived)
		return last("b", function (_, spec) spec.tables.b.value, spec.derived = column, { derived } end)
	end
	expect.contains(value "step_ms_min", "  not known")
	local function made(name, f) return value(name, { name = name, type = "real", value = f }) end
	expect.contains(made("twice", function (row) return 2 * row.step_ms end), "  not known")
	expect.contains(made("tests", function (row) return 2 * row.nb end), "  exact")
	local without_twin = last("a", function (def) def.groups[1].failed = { dassd = { status = "crash" } } end)
	expect.contains(without_twin, "  0 of 1, 1 not known")
end

function t.it_fits_on_a_screen_of_any_width()
	for _, width in ipairs { 60, 80, 120 } do
		for _, count in ipairs { 0, 1, 20, 21, 100 } do
			local lines = lines_of(shown(count, width))
			assert(#lines <= 40, ("%d lines of %d claims"):format(#lines, count))
			for _, line in ipairs(lines) do assert(utf8.len(line) <= width, line) end
		end
	end
end

-- The names of claims are cut, but never so that two are the same.
function t.claims_are_told_apart_on_a_terminal_of_80_columns()
	local text = shown(0, 80, function (_, spec)
		for _, place in ipairs { "Table 1", "Table 2" } do
			for _, other in ipairs { "AABB tree", "refitted AABB tree", "tuned AABB tree", "tuned BSP" } do
				local name = ("%s: DASSD is faster than the %s at every face count"):format(place, other)
				spec.claims[name] = function (r)
					return r:below({ faces = 1000, algorithm = "dassd" }, { faces = 3000, algorithm = "dassd" })
				end
			end
		end
	end)
	local seen, count = {}, 0
	for line in text:gmatch "\nundecided +([^\n]*)" do
		assert(not seen[line] and line:find "^Table [12]:", text)
		seen[line], count = true, count + 1
	end
	expect.equal(count, 8)
end

-- The same beside reasons and rounds, which leave names half of the line; the verdicts' numbers stay whole.
function t.claims_are_told_apart_beside_why_they_are_undecided()
	local heading, rows = "claims: 5 refuted, 13 undecided", {}
	local forms = { "Table 1: DASSD is faster than the %s at every face count",
		"Table 2: DASSD is faster than the %s at every face count",
		"When the moving model grows, DASSD grows less in ms per 1,000 faces than the %s" }
	for _, form in ipairs(forms) do
		for _, other in ipairs { "AABB tree rebuilt in every step", "BSP", "refitted AABB tree", "tuned AABB tree",
			"tuned AABB tree that follows lazily", "tuned BSP" } do
			rows[#rows + 1] = { "undecided", form:format(other), "0.0679 (< 1)", "interval holds the limit",
				"about 950" }
		end
	end
	local lines, seen = lines_of(terminal.text({ { kind = "table", is_text = true, rows = rows,
		header = { "verdict", heading, "nearest", "undecided", "rounds to decide" } } }, 80)), {}
	expect.contains(lines[1], heading .. "  ")
	for i, line in ipairs(lines) do
		assert(utf8.len(line) <= 80 and not seen[line], line)
		assert(i == 1 or line:find(i <= 7 and "Table 1" or i <= 13 and "Table 2" or "When", 1, true), line)
		assert(i == 1 or line:find " about 950$", line)
		seen[line] = true
	end
end

function t.it_fits_on_a_screen_with_many_tables_too()
	for _, width in ipairs { 60, 80, 120 } do
		local lines = lines_of(shown(20, width, function (_, spec)
			for i = 1, 9 do spec.tables["t" .. i] = { rows = "faces" } end
			spec.title = ("a title that is long "):rep(4)
		end))
		assert(#lines <= 40, ("%d lines at %d"):format(#lines, width))
	end
end

function t.what_does_not_hold_is_shown_before_what_does()
	local text = shown(40, 120)
	local _, refuted = text:gsub("\nrefuted", "")
	expect.equal(refuted, 19)
	expect.contains(text, "and 21 more")
	expect.contains(text, "20 refuted, 20 hold")
end

function t.tables_are_shown_where_they_fit()
	expect.contains(shown(1, 120), "Ratios to dassd")
	expect.lacks(shown(20, 120), "Ratios to dassd")
	expect.contains(shown(20), "Ratios to dassd") -- no terminal: all of it
end

function t.names_that_are_cut_stay_different()
	local rows = { { "v", "claim" } }
	for i, name in ipairs { "the AABB tree", "the AABB tree that is rebuilt", "the BSP" } do
		rows[i + 1] = { "x", "When the moving model grows, DASSD grows less in ms than " .. name }
	end
	local lines, seen = lines_of(terminal.text({ { kind = "table", is_text = true, header = rows[1],
		rows = { table.unpack(rows, 2) } } }, 40)), {}
	for _, line in ipairs(lines) do
		assert(utf8.len(line) <= 40 and not seen[line], line)
		seen[line] = true
	end
end

function t.texts_are_broken_between_words_and_controls_are_gone()
	local text = terminal.text({ blocks.section(1, "\27[31mA", { blocks.list { "one two three four", "five" },
		{ kind = "folded", text = "more", blocks = { blocks.paragraph { strong = "six" } } } }) }, 12)
	expect.equal(text, " [31mA\n  one two\n  three four\n  five\n\nsix\n")
end

-- ---- how many rounds would decide ----

local function ratio(median, lo, hi)
	return { median = median, lo = lo, hi = hi, wide_lo = lo / 1.05, wide_hi = hi * 1.05, noise_lo = 1 / 1.05,
		noise_hi = 1.05, is_time = true, text = "" }
end

-- At this many times the rounds the interval, which shrinks with their root, ends at the limit.
function t.the_factor_puts_the_end_of_the_interval_at_the_limit()
	local r = ratio(0.9, 0.8, 1.1)
	local v = ratio_verdicts.interval(r, 1, "", "<")
	expect.equal(v.verdict, "undecided")
	local shrunk = math.log(r.wide_hi / 0.9) / v.open.factor ^ 0.5
	expect.near(0.9 * math.exp(shrunk), 1)
	expect.equal(ratio_verdicts.interval(ratio(0.5, 0.4, 0.6), 1, "", "<").open, nil)
	expect.equal(ratio_verdicts.interval(ratio(1, 0.9, 1.1), 1, "", "<").open.factor, math.huge)
end

function t.of_several_the_hardest_counts()
	local function one(median) return ratio_verdicts.interval(ratio(median, 0.8, 1.1), 1, "", "<") end
	local hard, all = one(0.98), verdicts.all { one(0.9), one(0.98), one(0.5) }
	expect.equal(all.open.factor, hard.open.factor)
	expect.equal(("%d of %d"):format(all.open.count, all.open.total), "3 of 3")
	local lacking = verdicts.all { one(0.9), verdicts.new("undecided", "failed") }
	expect.equal(lacking.open.factor, nil)
end

return t
