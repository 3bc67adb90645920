-- `verify` and `compare`: which points are held against which, what counts as different, and the exit code.
local compare = require "runs.compare"
local csv = require "text.csv"
local expect = require "expect"
local fixture = require "fixture"
local measured = require "data.measured"
local verify = require "runs.verify"

local t = {}

-- A run of two groups. change(rows by point, env): what is otherwise in it.
local function run(change, def_change)
	local def = { columns = { "faces" }, algorithms = { "a", "b" }, groups = {
		{ params = { faces = 1000 }, times = { a = 1.0, b = 2.0 } },
		{ params = { faces = 2000 }, times = { a = 2.0, b = 4.0 } },
	} }
	if def_change then def_change(def) end
	local spec, env = fixture.host(def, {})
	env.directory = "run"
	for i, group in ipairs(env.plan.groups) do group.scene = "scene " .. i end
	env.scene_hash = function (scene) return "hash of " .. scene end
	env.apart = function (a, b)
		local ratio, lo, hi = fixture.apart(a, b)
		return ratio, lo, hi, 0.001
	end
	local rows = {}
	for _, row in ipairs(env.rows) do rows[row.role == "point" and row.point or row.role .. row.point] = row end
	if change then change(rows, env) end
	return measured.new(spec, env)
end

-- ---- verify ----

local function verified(change_b, change_a)
	local text, code = verify.run(run(change_a), run(change_b))
	return ("%d: %s"):format(code, text)
end

local function set(point, fields)
	return function (rows)
		for name, value in pairs(fields) do rows[point][name] = value end
	end
end

function t.a_new_count_is_the_same_or_differs()
	expect.contains(verified(), "0: the same: 4 points, ")
	expect.contains(verified(set(2, { step_ms = 99 })), "0: the same: 4 points, ")
	for _, name in ipairs { "nb", "hash", "contacts" } do
		local text = verified(set(2, { [name] = 12345 }))
		expect.contains(text, "4: differs: point 2 (faces=1000, b)\n  " .. name .. ": 12345, not ")
		expect.contains(text, "the same: 3 points, ")
		expect.contains(text, "; 1 different")
	end
	expect.contains(verified(function (rows) rows[2].nb = nil end), "nb: none, not 200")
	expect.contains(verified(nil, function (rows) rows[2].nb = nil end), "nb: 200, not none")
	local function values(text) return tonumber(text:match "points, (%d+) counts") end
	expect.equal(values(verified()) > values(verified(set(2, { nb = 1 }))), true)
end

-- The twin and the check of a group are counted again too.
function t.twins_and_checks_are_held_against_theirs()
	for _, role in ipairs { "aa", "check" } do
		expect.contains(verified(set(role .. "1", { nb = 9 })),
			"4: differs: point 1 (faces=1000, a)\n  row '" .. role .. "': nb: 9, not 100")
	end
	expect.contains(verified(set("check1", { status = "timeout", nb = 9 })), "0: the same")
	expect.contains(verified(set("check1", { algorithm = "other", nb = 9 })), "0: the same")
end

function t.another_status_differs()
	local text = verified(set(2, { status = "crash", detail = "it did" }))
	expect.contains(text, "4: differs: point 2 (faces=1000, b)\n  status: crash: it did, not ok")
	-- what was not ok is left out
	text = verified(nil, set(2, { status = "crash" }))
	expect.contains(text, "0: the same: 3 points")
	expect.contains(text, "; 1 points were not ok and are left out")
end

-- A time or memory limit leaves nothing to compare: the point is neither the same nor different.
function t.a_limit_is_no_difference_and_no_success()
	for _, status in ipairs { "timeout", "memory" } do
		local text = verified(set(2, { status = status, detail = "over it", nb = 1 }))
		expect.contains(text, "1: not counted again: point 2 (faces=1000, b)\n  " .. status .. ": over it")
		expect.contains(text, "the same: 3 points")
		expect.lacks(text, "differs")
	end
	local text = verified(function (rows)
		rows[2].status, rows[3].nb = "timeout", 7
	end)
	expect.equal(text:match "^%d", "4")
end

function t.scenes_are_held_against_each_other()
	local function scenes(hash) return function (_, env) env.scene_hash = hash end end
	local other = scenes(function (scene) return scene == "scene 2" and "another" or "hash of " .. scene end)
	local text = verified(other)
	expect.contains(text, "4: differs: point 3 (faces=2000, a)\n  different scene")
	expect.contains(text, "the same: 2 points")
	expect.contains(verified(nil, scenes(function () end)), "has no scene")
	expect.contains(verified(scenes(function () end)), "different scene")
end

local function removed(point)
	return function (_, env)
		for i, row in ipairs(env.rows) do
			if row.point == point and row.role == "point" then table.remove(env.rows, i) break end
		end
	end
end

function t.a_point_that_is_gone_is_told()
	expect.equal(verified(nil, removed(3)), "4: differs: point 3 has no row in summary.csv\n")
	expect.equal(verified(nil, removed(1)), "4: differs: point 1 has no row in summary.csv\n")
	expect.contains(verified(removed(4)), "4: differs: point 4 (faces=2000, b)\n  is not there any more")
end

-- What could not be counted for want of a file is told with its reason.
function t.what_was_not_counted_is_told()
	local function lost(reason)
		return function (rows, env)
			removed(3)(rows, env)
			removed(4)(rows, env)
			env.plan.not_counted = { { reason = reason, points = { 3, 4 } } }
		end
	end
	local text = verified(lost "no plug-in x")
	expect.contains(text, "8: not counted: no plug-in x\n  point 3 (faces=2000, a)\n  point 4 (faces=2000, b)\n")
	expect.contains(text, "the same: 2 points")
	expect.contains(text, "; 2 not counted")
	text = verified(function (rows, env)
		lost "no plug-in x"(rows, env)
		rows[2].nb = 1
	end)
	expect.equal(text:match "^%d", "4")
end

function t.nothing_to_verify_is_no_success()
	local function none(rows)
		for point = 1, 4 do rows[point].status = "crash" end
	end
	expect.contains(verified(nil, none), "1: nothing to verify; 4 points were not ok and are left out")
end

-- ---- compare ----

local function compared(change_b, change_a, threshold, def_change)
	local result = compare.run(run(change_a), run(change_b, def_change), threshold)
	local verdicts = {}
	for _, pair in ipairs(result.pairs) do verdicts[pair.a.point] = pair.verdict end
	return result, verdicts
end

local function slower(by) return function (def) def.groups[1].times.a = by end end

function t.a_pair_needs_all_three_criteria()
	local function verdict(by, p, band)
		return select(2, compared(function (_, env)
			local apart = env.apart
			env.apart = function (...)
				local ratio, lo, hi = apart(...)
				return ratio, lo, hi, p or 0.001
			end
		end, nil, nil, function (def)
			def.band = band
			slower(by)(def)
		end))[1]
	end
	expect.equal(verdict(1.5), "slower")
	expect.equal(verdict(0.5), "faster")
	expect.equal(verdict(1.5, 0.04), "undecided") -- 0.04 of four pairs is 0.16
	expect.equal(verdict(1.005), "same") -- the interval, of 2 % each, lies within 5 % of 1
	expect.equal(verdict(1.1, 0.001, 0.2), "inside the noise")
	expect.equal(verdict(1.03), "undecided")
	expect.equal(verdict(0.97, 0.04), "undecided")
end

function t.levels_are_corrected_by_holm()
	local pairs_tested = { { p = 0.03 }, { p = 0.01 }, { p = 0.02 }, { p = 0.9 } }
	compare.correct(pairs_tested)
	local seen = {}
	for i, pair in ipairs(pairs_tested) do seen[i] = ("%g"):format(pair.corrected) end
	-- sorted: 4 * 0.01, 3 * 0.02, 2 * 0.03, 0.9
	expect.equal(table.concat(seen, " "), "0.06 0.04 0.06 0.9")
	pairs_tested = { { p = 0.01 }, { p = 0.011 } }
	compare.correct(pairs_tested)
	expect.equal(pairs_tested[2].corrected, 0.02) -- none below the one before it
	pairs_tested = { { p = 0.4 }, { p = 0.4 }, { p = 0.4 } }
	compare.correct(pairs_tested)
	expect.equal(pairs_tested[1].corrected, 1)
end

function t.failures_and_answers_come_before_times()
	local function verdict(fields_a, fields_b)
		return select(2, compared(set(1, fields_b), set(1, fields_a)))[1]
	end
	local crash = { status = "crash" }
	expect.equal(verdict({}, crash), "fails now")
	expect.equal(verdict(crash, {}), "failed before")
	expect.equal(verdict(crash, crash), "failed in both")
	expect.equal(verdict(crash, { status = "skipped" }), "not finished")
	expect.equal(verdict({}, { hash = "other" }), "different answers")
	local result = compared(set(1, { hash = "other" }))
	expect.equal(result.disagreements, 1)
	expect.equal(result.pairs[1].a.point, 1) -- the worst comes first
	expect.equal(select(2, compared(function (_, env) env.scene_hash = function () return "x" end end))[1],
		"different scene")
	expect.equal(select(2, compared(function (rows, env)
		rows[1].disturbed, env.rows.columns[#env.rows.columns + 1] = 1, "disturbed"
	end))[1], "undecided")
end

-- A point is a regression if it is slower by more than the threshold, or fails now.
function t.a_threshold_counts_regressions()
	local function regressions(threshold, by, change)
		return compared(change, nil, threshold, slower(by)).regressions
	end
	expect.equal(regressions(0.4, 1.5), 1)
	expect.equal(regressions(0.6, 1.5), 0)
	expect.equal(regressions(nil, 1.5), 0)
	expect.equal(regressions(0.6, 1.0, set(2, { status = "crash" })), 1)
	expect.equal(compared(nil, nil, 0.01, slower(1.03)).open, 1)
	expect.equal(compared(nil, nil, 0.5, slower(1.03)).open, 0)
	local rows = csv.parse(compared(nil, nil, 0.4, slower(1.5)).csv)
	expect.equal(rows[1].verdict, "slower")
	expect.near(rows[1].b_over_a, 1.5)
end

return t
