-- Compares two runs: harness compare RUN RUN. Points are paired by their swept values, query and algorithm.
-- A point counts as slower or faster only if three criteria agree:
-- - A significance test, corrected for the number of points (Holm 1979). It is Welch's test over the sessions
--   of both runs, or the rank sum test over rounds if a run does not tell its sessions. Fewer than six
--   sessions decide nothing, since rounds of one process are not independent.
-- - The interval of the ratio, which must not contain 1.
-- - The A/A noise of both groups, which must not contain the ratio.
-- A point of a disturbed group (lua/data/disturbed.lua) is undecided.
local block_markdown = require "blocks.markdown"
local check = require "base.check"
local csv = require "text.csv"
local disturbed = require "data.disturbed"
local lists = require "base.lists"
local machines = require "data.machines"
local measured = require "data.measured"
local notation = require "text.notation"

local compare = {}

local LEVEL = 0.05

-- Two times are called the same only if the interval of their ratio lies within this share of 1, or within
-- the A/A noise.
local EQUAL = 0.05

-- Describes the given columns in which two rows differ, such as "nb: 12, not 10".
function compare.differences(row, other, columns)
	local out = {}
	for _, name in ipairs(columns) do
		local a, b = row[name], other[name]
		if a ~= b and not (a ~= a and b ~= b) then
			out[#out + 1] = ("%s: %s, not %s"):format(name, b == nil and "none" or notation.text(b),
				a == nil and "none" or notation.text(a))
		end
	end
	return out
end

-- ---- pairing ----

function compare.key(m, row)
	local parts = { tostring(row.query), tostring(row.algorithm) }
	for _, name in ipairs(m.columns) do
		-- another run may have counted on other machines; a recount of a merged run counts once, for all
		local of_machines = name == "machine" and m.env.plan.merged
		if not of_machines then parts[#parts + 1] = name .. "=" .. notation.text(row[name]) end
	end
	local reading = m:reading(row)
	if reading then parts[#parts + 1] = "reading: " .. reading end
	table.sort(parts)
	return table.concat(parts, "\31")
end

function compare.index(m)
	local index = {}
	for _, row in ipairs(m.points) do index[compare.key(m, row)] = row end
	return index
end

local function in_both(list, others)
	local known = lists.set(others)
	return lists.kept(list, function (name) return known[name] end)
end

function compare.scene_of(m, row)
	local group = m.plan_by_point[row.point]
	return group and group.scene and m.env.scene_hash(group.scene)
end

-- ---- one pair ----

-- The smallest interval that contains 1 and the A/A noise of both runs' groups; nil if one is unknown.
local function noise_of(a, b, pair)
	local lo, hi = 1, 1
	for _, side in ipairs { { a, pair.a }, { b, pair.b } } do
		local side_lo, side_hi = side[1]:noise(side[2])
		if not side_lo then return nil end
		lo, hi = math.min(lo, side_lo), math.max(hi, side_hi)
	end
	return lo, hi
end

-- Joins a remark about A and a remark about B. Either may be nil.
local function sides_text(of_a, of_b)
	local texts = {}
	if of_a then texts[1] = "A: " .. of_a end
	if of_b then texts[#texts + 1] = "B: " .. of_b end
	return table.concat(texts, "; ")
end

-- The verdict and text of a pair in which A or B failed; nil if both succeeded. A point that a run skipped
-- neither succeeded nor failed, so its pair is "not finished".
local function failure(pair)
	local of_a = not measured.is_ok(pair.a) and measured.failure_text(pair.a) or nil
	local of_b = not measured.is_ok(pair.b) and measured.failure_text(pair.b) or nil
	if not of_a and not of_b then return nil end
	local unfinished = pair.a.status == "skipped" or pair.b.status == "skipped"
	local verdict = unfinished and "not finished" or not of_a and "fails now" or not of_b and "failed before"
		or "failed in both"
	return verdict, sides_text(of_a, of_b)
end

-- The verdict and text of a pair whose scene files differ in their bytes or cannot be read; nil if they
-- agree.
local function scene_trouble(a, b, pair)
	local of_a, of_b = compare.scene_of(a, pair.a), compare.scene_of(b, pair.b)
	if of_a and of_a == of_b then return nil end
	if of_a and of_b then return "different scene", "" end
	local none = "its scene file cannot be read"
	return "no scene", sides_text(not of_a and none or nil, not of_b and none or nil)
end

local function pair_up(a, b, rows, counted)
	local pair = { a = rows[1], b = rows[2], differing = {} }
	pair.verdict, pair.text = failure(pair)
	if not pair.verdict then pair.verdict, pair.text = scene_trouble(a, b, pair) end
	if pair.verdict then return pair end
	pair.differing = compare.differences(pair.a, pair.b, counted)
	local one, other = measured.answer(pair.a), measured.answer(pair.b)
	if one and other and one ~= other then pair.verdict = "different answers" end
	pair.is_counted = a.counts or b.counts
	if pair.is_counted then return pair end
	local times_a, sessions_a = a:times(pair.a, "step_ms")
	local times_b, sessions_b = b:times(pair.b, "step_ms")
	pair.ratio, pair.lo, pair.hi, pair.p = b.env.apart(times_b, times_a,
		pair.a.point * 1000003 + pair.b.point, sessions_b, sessions_a)
	pair.noise_lo, pair.noise_hi = noise_of(a, b, pair)
	if disturbed.is(a, pair.a, "step_ms") or disturbed.is(b, pair.b, "step_ms") then
		pair.lo, pair.hi, pair.p, pair.is_disturbed = nil, nil, nil, true
	end
	return pair
end

-- Holm's correction of k values p. In ascending order, the first is multiplied by k, the second by k - 1, and
-- so on. Results are cut at 1, and none may be below the one before it.
function compare.correct(pairs_tested)
	local sorted, least = lists.sort(lists.copy(pairs_tested), "p"), 0
	for i, pair in ipairs(sorted) do
		least = math.max(least, math.min(1, pair.p * (#sorted - i + 1)))
		pair.corrected = least
	end
end

-- Whether the interval of the ratio shows that the two are equal.
local function is_equal(pair)
	local lo, hi = math.min(1 / (1 + EQUAL), pair.noise_lo or 1), math.max(1 + EQUAL, pair.noise_hi or 1)
	return pair.lo >= lo and pair.hi <= hi
end

local function judge(pair)
	if pair.verdict then return end
	if pair.is_counted then
		pair.verdict = #pair.differing > 0 and "other counts" or "same counts"
	elseif not pair.ratio then
		pair.verdict = "not timed"
	elseif pair.is_disturbed then
		pair.verdict = "undecided"
	elseif not (pair.corrected and pair.lo) then
		pair.verdict = "too few rounds"
	elseif pair.corrected > LEVEL or pair.lo <= 1 and pair.hi >= 1 then
		pair.verdict = is_equal(pair) and "same" or "undecided"
	elseif not pair.noise_lo then
		pair.verdict = "noise not known"
	elseif pair.ratio >= pair.noise_lo and pair.ratio <= pair.noise_hi then
		pair.verdict = "inside the noise"
	else
		pair.verdict = pair.ratio > 1 and "slower" or "faster"
	end
end

-- The order of the verdicts, worst first. Slower pairs come after wrong ones, the largest ratio first; all
-- other verdicts follow, also by ratio.
local RANKS = { ["different answers"] = 1, ["fails now"] = 2, ["failed in both"] = 3, ["failed before"] = 4,
	["not finished"] = 5, ["no scene"] = 6, ["different scene"] = 7, slower = 8 }

-- Verdicts to which a threshold can be applied.
local JUDGED = { ["fails now"] = true, slower = true, faster = true, same = true, ["inside the noise"] = true,
	["different answers"] = true }

local function rank_of(pair) return RANKS[pair.verdict] or 9 end

-- ---- all of them ----

local function all_pairs(a, b)
	local found, only_a, index, seen = {}, {}, compare.index(b), {}
	local counted = in_both(machines.counted(a.env), b.env.rows.columns or {})
	table.insert(counted, 1, "kind") -- a label may name one algorithm in A and another in B
	for _, row in ipairs(a.points) do
		local other = index[compare.key(a, row)]
		if other then
			found[#found + 1] = pair_up(a, b, { row, other }, counted)
			seen[other] = true
		else
			only_a[#only_a + 1] = row
		end
	end
	return found, only_a, lists.kept(b.points, function (row) return not seen[row] end)
end

local VERDICTS = { "different answers", "fails now", "failed in both", "failed before", "not finished",
	"no scene", "different scene", "slower", "faster", "undecided", "inside the noise", "noise not known",
	"same", "too few rounds", "not timed", "other counts", "same counts" }

local function verdict_counts(found)
	local _, by_verdict = lists.grouped(found, function (pair) return pair.verdict end)
	local texts = lists.map(VERDICTS, function (name)
		return by_verdict[name] and ("%d %s"):format(#by_verdict[name], name)
	end)
	local otherwise = lists.count(found, function (pair) return #pair.differing > 0 end)
	if otherwise > 0 then texts[#texts + 1] = ("%d of them with other counts"):format(otherwise) end
	return #texts > 0 and ": " .. table.concat(texts, ", ") or ""
end

-- Facts of the manifest that may differ between the runs. Such a difference may be the reason for a ratio.
local FACTS = { "scenario", "engine", "commit", "dirty", "compiler", "flags", "config", "cpu", "arch",
	"cores", "kernel", "governor", "huge_pages", "pinned_core", "seed", "quick" }
local MACHINE = { "cpu", "arch", "cores" }

local function manifest_fact(m, name)
	local value = m.env.manifest[name]
	return value == nil and "not recorded" or tostring(value)
end

-- Writes { runs = 30, settings = { "a", "b" } } as "runs=30 settings=a,b".
local function pairs_text(t)
	local parts = {}
	for key, value in pairs(t or {}) do
		parts[#parts + 1] = key .. "=" .. (type(value) == "table" and table.concat(value, ",") or tostring(value))
	end
	table.sort(parts)
	return #parts > 0 and table.concat(parts, " ") or "none"
end

local function models_text(models)
	local hashes = {}
	for _, model in ipairs(models or {}) do hashes[model.file] = model.sha256:sub(1, 12) end
	return pairs_text(hashes)
end

-- Facts of the plan: the options of the run and the hashes of its models.
local PLAN_FACTS = {
	{ "settings", function (plan) return pairs_text(plan.settings) end },
	{ "filter", function (plan) return plan.filter or "none" end },
	{ "options", function (plan) return pairs_text(plan.options) end },
	{ "models", function (plan) return models_text(plan.models) end },
}

local function facts_text(a, b)
	local lines = {}
	local function tell(name, of_a, of_b)
		if of_a ~= of_b then
			lines[#lines + 1] = ("- %s: %s, then %s"):format(name, notation.markdown(of_a), notation.markdown(of_b))
		end
	end
	for _, name in ipairs(FACTS) do tell(name, manifest_fact(a, name), manifest_fact(b, name)) end
	for _, fact in ipairs(PLAN_FACTS) do tell(fact[1], fact[2](a.env.plan), fact[2](b.env.plan)) end
	local nothing = #lines == 0 and "- nothing that is recorded but the moment\n" or ""
	for name, m in pairs { A = a, B = b } do
		for _, warning in ipairs(m.env.manifest.warnings or {}) do
			lines[#lines + 1] = ("- %s, %s: %s"):format(name, warning.code, notation.markdown(warning.text))
		end
	end
	table.sort(lines)
	return nothing .. table.concat(lines, "\n") .. (#lines > 0 and "\n" or "")
end

local function machines_text(a, b)
	for _, name in ipairs(MACHINE) do
		if manifest_fact(a, name) ~= manifest_fact(b, name) then
			return " **The runs are of two machines: ratios are of the machines first.**"
		end
	end
	return ""
end

-- Two runs are measured at different times. A shift that is equal for all points is more likely due to the
-- machine than to the code.
local function shift_text(b, found)
	local ratios = lists.map(found, function (pair) return not pair.is_disturbed and pair.ratio end)
	if #ratios == 0 then return "" end
	local median, lo, hi = b.env.interval(ratios)
	local text = " The median of all points' B / A is %s%s; a shift of all alike is more likely the machine's."
	return text:format(notation.number(median, 3), lo and (" [%.3f, %.3f]"):format(lo, hi) or "")
end

local function ratio_text(pair)
	return pair.ratio and notation.bounded(pair.ratio, pair.lo, pair.hi) or ""
end

local function line_of(a, pair)
	local differing = pair.text or table.concat(pair.differing, "; ", 1, math.min(#pair.differing, 3))
	if #pair.differing > 3 then differing = ("%s; and %d more"):format(differing, #pair.differing - 3) end
	local function ms(row)
		return measured.is_ok(row) and type(row.step_ms) == "number" and notation.number(row.step_ms + 0.0) or ""
	end
	return { a:point_text(pair.a), ms(pair.a), ms(pair.b), ratio_text(pair),
		pair.corrected and ("%.2g"):format(pair.corrected) or "",
		pair.noise_lo and ("%.3g to %.3g"):format(pair.noise_lo, pair.noise_hi) or "", pair.verdict,
		differing }
end

local HEADER = { "point", "A (ms)", "B (ms)", "B / A", "p, corrected", "A/A noise", "verdict",
	"counts that differ" }

local function only_text(m, rows, name)
	if #rows == 0 then return "" end
	local lines = lists.map(rows, function (row) return "- " .. notation.markdown(m:point_text(row)) end)
	return ("\n## Only in %s\n\n%s\n"):format(name, table.concat(lines, "\n"))
end

local function markdown(a, b, result)
	local nothing = result.compared == 0 and " Nothing could be compared."
		or result.judged == 0 and " No time could be judged."
		or result.open > 0 and (" %d undecided point%s may be slower by more than the threshold: take more rounds.")
			:format(result.open, result.open == 1 and "" or "s") or ""
	local verdicts = { kind = "table", is_text = true, header = HEADER,
		rows = lists.map(result.pairs, function (pair) return line_of(a, pair) end) }
	return ("# %s: B against A\n\n- A: %s\n- B: %s\n\n## What differs beside the time\n\n%s\n"
		.. "## Verdicts\n\n%d points in both%s.%s\n\n%s"):format(notation.markdown(a.env.plan.scenario or "?"),
		notation.markdown(a.env.directory), notation.markdown(b.env.directory), facts_text(a, b), #result.pairs,
		verdict_counts(result.pairs), machines_text(a, b) .. shift_text(b, result.pairs) .. nothing,
		block_markdown.text { verdicts })
		.. only_text(a, result.only_a, "A") .. only_text(b, result.only_b, "B")
end

local CSV = { "query", "algorithm", "a_point", "b_point", "a_step_ms", "b_step_ms", "b_over_a", "b_over_a_lo",
	"b_over_a_hi", "p_value", "p_corrected", "noise_lo", "noise_hi", "verdict", "differing" }

-- Swept values come first. A swept name that is also a fixed column gets the prefix "swept_".
local function csv_text(a, result)
	local rows = {}
	local function swept(name) return check.contains(CSV, name) and "swept_" .. name or name end
	local columns = lists.joined(lists.map(a.columns, swept), CSV)
	for i, pair in ipairs(result.pairs) do
		rows[i] = { query = pair.a.query, algorithm = pair.a.algorithm, a_point = pair.a.point,
			b_point = pair.b.point, a_step_ms = pair.a.step_ms, b_step_ms = pair.b.step_ms, b_over_a = pair.ratio,
			b_over_a_lo = pair.lo, b_over_a_hi = pair.hi, p_value = pair.p, p_corrected = pair.corrected,
			noise_lo = pair.noise_lo, noise_hi = pair.noise_hi, verdict = pair.verdict,
			differing = pair.text or table.concat(pair.differing, "; ") }
		for _, name in ipairs(a.columns) do rows[i][swept(name)] = pair.a[name] end
	end
	return csv.format(columns, rows)
end

-- Compares two measured runs. threshold: a point is a regression if it is slower by more than this share, or
-- if it fails in b alone; nil: no point is a regression. Returns a table: pairs; only_a and only_b, the
-- unpaired rows; markdown and csv, the texts; disagreements, the number of pairs with different answers;
-- regressions; compared, the number of pairs that could be compared; judged, the number of pairs to which a
-- threshold applies; open, the number of undecided pairs that may be slower by more than the threshold.
function compare.run(a, b, threshold)
	local result = {}
	result.pairs, result.only_a, result.only_b = all_pairs(a, b)
	compare.correct(lists.kept(result.pairs, function (pair) return pair.p end))
	result.regressions, result.disagreements, result.compared, result.judged, result.open = 0, 0, 0, 0, 0
	for _, pair in ipairs(result.pairs) do
		judge(pair)
		local beyond = pair.verdict == "fails now" or pair.verdict == "slower" and pair.ratio > 1 + (threshold or 0)
		if pair.verdict == "different answers" then result.disagreements = result.disagreements + 1 end
		if threshold and beyond then result.regressions = result.regressions + 1 end
		local is_compared = pair.ratio or pair.is_counted or pair.verdict == "fails now"
		if is_compared then result.compared = result.compared + 1 end
		local is_open = threshold and pair.verdict == "undecided" and (pair.hi or math.huge) > 1 + threshold
		if is_open then result.open = result.open + 1 end
		if JUDGED[pair.verdict] then result.judged = result.judged + 1 end
	end
	lists.sort(result.pairs, rank_of, function (pair) return -(pair.ratio or 0) end,
		function (pair) return pair.a.point end)
	result.markdown, result.csv = markdown(a, b, result), csv_text(a, result)
	return result
end

return compare
