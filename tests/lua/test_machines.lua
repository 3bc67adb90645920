-- A merged run of several machines: its times are compared on one machine at a time.
local claims = require "claims.claims"
local csv = require "text.csv"
local expect = require "expect"
local fixture = require "fixture"
local machines = require "data.machines"
local markdown = require "blocks.markdown"
local measured = require "data.measured"

local t = {}

-- The groups as a merged run numbers their points: the first of each size, then those of other machines.
local function numbered(groups)
	local first, rest, seen = {}, {}, {}
	for _, group in ipairs(groups) do
		local list = seen[group[1]] and rest or first
		list[#list + 1], seen[group[1]] = group, true
	end
	local sizes = #first
	return table.move(rest, 1, #rest, sizes + 1, first), sizes
end

-- A merged run. groups: { faces, machine, { label = ms }, { label = what its row has instead } }.
local function merged(groups)
	local def = { columns = { "faces", "machine" }, algorithms = { "a", "b" }, groups = {} }
	local list, sizes = numbered(groups)
	for i, group in ipairs(list) do
		def.groups[i] = { params = { faces = group[1], machine = group[2] }, times = group[3], failed = group[4] }
	end
	local spec, env = fixture.host(def, {})
	env.plan.merged = { whole = { points = #def.algorithms * sizes } }
	for i, group in ipairs(list) do env.plan.groups[i].number = group[1] // 1000 end
	machines.view(env)
	return measured.new(spec, env), env
end

local function judge(groups, claim) return claims.judge(merged(groups), "the claim", claim) end

local function a(faces) return { faces = faces, algorithm = "a" } end
local function b(faces) return { faces = faces, algorithm = "b" } end

local function linear(r) return r:grows_as({ algorithm = "a" }, "faces", { lo = 0.9, hi = 1.1 }) end

-- All of three sizes on n1, and on n2 times that are `factor` times as large from the second on.
local function both(factor)
	return {
		{ 1000, "n1", { a = 1, b = 2 } }, { 1000, "n2", { a = 10, b = 20 } },
		{ 2000, "n1", { a = 2, b = 4 } }, { 2000, "n2", { a = 20 * factor, b = 40 } },
		{ 4000, "n1", { a = 4, b = 8 } }, { 4000, "n2", { a = 40 * factor, b = 80 } },
	}
end

-- n2 alone has 1000 and 2000 together, but most of the run is of n1.
local apart = {
	{ 1000, "n1", { a = 1, b = 2 } }, { 1000, "n2", { a = 10, b = 20 } },
	{ 2000, "n2", { a = 20, b = 40 } },
	{ 4000, "n1", { a = 4, b = 8 } }, { 8000, "n1", { a = 8, b = 16 } },
}

function t.machines_that_agree_decide()
	local judged = judge(both(1), linear)
	expect.equal(judged.verdict, "holds")
	expect.contains(judged.text, "on n1 and on 1 more")
end

-- Of how many cells a claim is, and what is open of it, is what the first machine says.
function t.what_machines_agree_on_keeps_its_cells_and_what_is_open()
	local judged = judge(apart, function (r)
		local x, y = r:value(a(1000)), r:value(a(2000))
		return r:all { x < y, x < 3 * y }
	end)
	expect.equal(judged.verdict, "holds")
	expect.equal(judged.cells, 2)
	expect.equal(judged.held, 2)
	local ties = both(1)
	ties[1][3].b, ties[2][3].b = 1.001, 10.01
	judged = judge(ties, function (r) return r:below(a(1000), b(1000)) end)
	expect.equal(judged.verdict, "undecided")
	expect.contains(judged.open.why, "a tie within")
end

function t.machines_that_disagree_leave_undecided()
	local judged = judge(both(3), linear)
	expect.equal(judged.verdict, "undecided")
	expect.contains(judged.text, "holds on n1: ")
	expect.contains(judged.text, "refuted on n2: ")
	expect.equal(judged.open.why, "machines disagree")
	judged = judge(both(3), function (r) return r:below(a(2000), b(2000)) end)
	expect.equal(judged.verdict, "undecided")
	-- in a list too, and beside one that is decided
	judged = judge(both(3), function (r)
		return r:all { r:below(a(1000), b(1000)), r:below(a(2000), b(2000)) }
	end)
	expect.equal(judged.verdict, "undecided")
end

function t.a_series_that_no_machine_has_is_undecided()
	local split = { { 1000, "n1", { a = 1, b = 2 } }, { 2000, "n2", { a = 2, b = 4 } },
		{ 4000, "n2", { a = 4, b = 8 } } }
	for _, claim in ipairs {
		linear,
		function (r) return r:grows_less({ algorithm = "a" }, { algorithm = "b" }, "faces", 1000) end,
		function (r) return r:below(a(1000), a(2000)) end,
		function (r) return r:within(a(1000), a(2000), { lo = 0.4, hi = 0.6 }) end,
		function (r) return r:ratio(a(1000), a(2000)).median < 1 end,
		function (r) return r:growth({ algorithm = "a" }, "faces").slope > 0 end,
		function (r) return r:value(a(1000)) < r:value(a(2000)) end,
		function (r)
			local first, second = r:value(a(1000)), r:value(a(2000))
			return first < second and r:holds "it is" or r:refuted "it is not"
		end,
	} do
		local judged = judge(split, claim)
		expect.equal(judged.verdict, "undecided")
		expect.contains(judged.text, "no machine measured all of these points")
	end
end

function t.what_is_within_a_group_needs_no_common_machine()
	local split = { { 1000, "n1", { a = 1, b = 2 } }, { 2000, "n2", { a = 2, b = 4 } } }
	for _, claim in ipairs {
		function (r) return r:all { r:below(a(1000), b(1000)), r:below(a(2000), b(2000)) } end,
		function (r) return r:ratio(a(1000), b(1000)).median < 1 and r:ratio(a(2000), b(2000)).median < 1 end,
		function (r) return r:value(b(1000), "ratio_to_first") == r:value(b(2000), "ratio_to_first") end,
	} do
		expect.equal(judge(split, claim).verdict, "holds")
	end
end

function t.counts_need_no_common_machine()
	local split = { { 1000, "n1", { a = 1, b = 2 } }, { 2000, "n2", { a = 2, b = 4 } } }
	local judged = judge(split, function (r) return r:below(a(1000), a(2000), { column = "nb" }) end)
	expect.equal(judged.verdict, "holds")
	expect.equal(judged.text:find("on n", 1, true), nil)
end

-- Not even a time limit on one machine says anything of a time on another.
function t.a_time_limit_is_of_one_machine()
	local limited = { b = { status = "timeout", censored = 1, detail = "a timed pass, >= 100 ms a step" } }
	local function judged(machine)
		return judge({ { 1000, "n1", { a = 1, b = 2 } }, { 2000, machine, { a = 2, b = 4 }, limited } },
			function (r) return r:below(a(1000), b(2000)) end)
	end
	expect.equal(judged("n1").verdict, "holds")
	expect.equal(judged("n2").verdict, "undecided")
	expect.contains(judged("n2").text, "no machine measured all of these points")
end

-- Counts are the same on all machines: none of them is named, whoever measured.
function t.counts_are_of_no_machine()
	local judged = judge(both(1), function (r) return r:below(a(1000), a(2000), { column = "nb" }) end)
	expect.equal(judged.verdict, "holds")
	expect.lacks(judged.text, "on n")
end

-- The growth is a time, so what a claim makes of it is of one machine; a ratio is not.
function t.a_growth_is_of_the_machine_that_has_it()
	local found
	local judged = judge(apart, function (r)
		found = r:growth({ algorithm = "a", faces = { 1000, 2000 } }, "faces", 1000).slope -- on n2
		return found > r:value(a(4000)) -- on n1
	end)
	expect.near(found, 10)
	expect.equal(judged.verdict, "undecided")
	expect.contains(judged.text, "no machine measured all of these points")
end

function t.the_machine_that_has_the_series_is_asked()
	local m = merged(apart)
	expect.equal(m:find(a(1000), "")[1].machine, "n1") -- else this tests nothing
	expect.equal(m:find(a(2000), "")[1].machine, "n2")
	local judged = claims.judge(m, "the claim", function (r)
		expect.near(r:growth({ algorithm = "a", faces = { 1000, 2000 } }, "faces", 1000).slope, 10)
		return r:within(a(1000), a(2000), { lo = 0.45, hi = 0.55 })
	end)
	expect.equal(judged.verdict, "holds")
	expect.contains(judged.text, "on n2")
	judged = judge(apart, function (r) return r:value(a(2000)) < 3 * r:value(a(1000)) end)
	expect.equal(judged.verdict, "holds") -- by the rows shown, 20 times as large
end

function t.times_of_two_machines_have_no_ratio()
	local m = merged(apart)
	local on_n1, on_n2 = m:find(a(1000), "")[1], m:find(a(2000), "")[1]
	expect.equal(m:ratio(on_n1, on_n2, "step_ms"), nil)
	expect.equal(m:ratio(on_n1, on_n2, "contacts"), 1.0)
	expect.near(m:ratio(m:find(a(8000), "")[1], on_n1, "step_ms"), 8)
end

function t.a_run_of_one_machine_is_judged_as_ever()
	local judged = judge({ { 1000, "n1", { a = 1, b = 2 } }, { 2000, "n1", { a = 2, b = 4 } } }, linear)
	expect.equal(judged.verdict, "holds")
	expect.equal(judged.text:find("n1", 1, true), nil)
end

-- n2 has b three times as far from a at 2000 as n1 has.
local function agreement()
	local groups = both(1)
	groups[4][3].b = 120
	return merged(groups)
end

function t.the_report_says_how_far_ratios_agree()
	local text = markdown.text(machines.section(agreement()))
	expect.contains(text, "| b | 3 | 2 of 3 | 0 % | 200.0 % | n1: 2; n2: 6 |")
	expect.contains(text, "machines.csv")
end

function t.counts_that_machines_do_not_share_are_told()
	local m = agreement()
	for _, rows in ipairs { m.env.rows, m.env.elsewhere } do
		for _, row in ipairs(rows) do row.nb, row.hash = 7, "one" end
	end
	local lists = markdown.text(machines.section(m))
	expect.contains(lists, "All counts and hashes of the 6 rows that several machines have are equal.")
	expect.equal(machines.disagreements(m.env), 0)
	for _, row in ipairs(m.env.elsewhere) do
		if row.role == "point" and row.algorithm == "b" and row.faces == 2000 then row.hash = "other" end
	end
	lists = markdown.text(machines.section(m))
	expect.contains(lists, "**DISAGREEMENT** of n1 and n2 at point 4 (faces=2000, machine=n1, b): hash\n")
	expect.equal(machines.disagreements(m.env), 1)
	expect.lacks(lists, "All counts")
end

-- The machine of a merged run is where was counted; a key that a scenario calls so is its own.
function t.the_machine_is_no_count()
	local function counted(merged_run)
		return table.concat(machines.counted { rows = { columns = { "hash", "machine" } },
			plan = { merged = merged_run } }, " ")
	end
	expect.equal(counted {}, "hash")
	expect.equal(counted(nil), "hash machine")
end

function t.machines_csv_has_each_ratio_of_each_machine()
	local _, env = agreement()
	local rows, seen = csv.parse(machines.csv(env)), {}
	for i, row in ipairs(rows) do
		seen[i] = ("%d %s %s %g"):format(row.group, row.algorithm, row.machine, row.ratio_to_first)
		expect.equal(row.ratio_lo <= row.ratio_to_first and row.ratio_to_first <= row.ratio_hi, true)
	end
	expect.equal(table.concat(seen, ", "),
		"1 b n1 2, 1 b n2 2, 2 b n1 2, 2 b n2 6, 4 b n1 2, 4 b n2 2")
	local _, alone = merged(apart)
	alone.elsewhere = {}
	expect.equal(machines.csv(alone), "")
end

return t
