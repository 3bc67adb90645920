-- The origin of a report's numbers, and how far they can be trusted: what was measured, which algorithms
-- agreed, the machine, the warnings, and how to repeat the run.
local blocks = require "blocks.blocks"
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"

local provenance = {}

local plural = notation.plural

-- "moving: small, large"
local function swept_texts(m)
	local function values_text(name)
		return table.concat(lists.map(measured.values(m.points, name), notation.text), ", ")
	end
	local lines = lists.map(m.columns, function (name)
		local text = values_text(name)
		return text ~= "" and ("%s: %s"):format(name, text)
	end)
	lines[#lines + 1] = "algorithms: " .. values_text "algorithm"
	return lines
end

-- "80 points in 8 groups, 80 ok"
function provenance.points_text(m)
	local ok = lists.count(m.points, measured.is_ok)
	local others = lists.count(m.points, function (row) return m:reading(row) end)
	return ("%s in %s, %d ok%s"):format(plural(#m.points, "point"), plural(#m.groups, "group"), ok,
		others > 0 and ("; %d of alternative readings"):format(others) or "")
end

function provenance.noise_text(m)
	local percent = m:noise_percent(m.points)
	return percent and ("A/A noise: at most %s %%"):format(notation.number(percent, 1)) or "A/A noise: not known"
end

-- A short summary of what was measured.
function provenance.overview(m, spec)
	local lines = { ("scenario %s%s"):format(spec.name or "?", spec.paper and ", after " .. spec.paper or "") }
	lists.add(lines, lists.map(m.env.plan.notes or {}, notation.text))
	lists.add(lines, swept_texts(m))
	lines[#lines + 1] = provenance.points_text(m)
	local noise = provenance.noise_text(m)
	local about = noise:find "%%$" and " (the first algorithm of a group, measured twice)" or ""
	lines[#lines + 1] = noise .. about
	local counts, quick = { strong = "COUNTS" }, { strong = "QUICK" }
	if m.counts then lines[#lines + 1] = { counts, ": answers were counted and checked; nothing was timed" } end
	if m.quick then lines[#lines + 1] = { quick, ": a shortened sweep, to look at and not to publish" } end
	return blocks.list(lines)
end

local function members(group)
	return lists.joined(group.points, { group.twin }, { group.check })
end

-- Brute force or every pair of objects, not a second algorithm that checks a lone one.
local function checks_by_brute(check) return check.kind == "brute" or check.kind == "pairs" end

local function group_has_brute(group)
	if group.check and measured.answer(group.check) and checks_by_brute(group.check) then return true end
	return lists.any(group.points, function (row) return measured.is_oracle(row) and measured.answer(row) end)
end

-- One group: its steps or lines, whether all answers of its ok members are equal, how many there are to
-- compare, and how many supersets were found to contain them.
local function group_judge(group)
	local judged = { steps = 0, lines = 0, answers = 0, supersets = 0, equal = true,
		has_brute = group_has_brute(group) }
	judged.has_second = group.check and measured.answer(group.check) ~= nil and not checks_by_brute(group.check)
	local first
	for _, row in ipairs(members(group)) do
		local answer = measured.answer(row)
		local line = row.query == "approach"
		judged.lines = line and 1 or 0
		judged.steps = line and 0 or math.max(judged.steps, row.steps or 0)
		local superset = measured.is_ok(row) and row.extra_pairs and not row.missed_pairs
			and not measured.is_unsound(row)
		if superset then judged.supersets = judged.supersets + 1 end
		if answer then
			judged.answers = judged.answers + (row.role ~= "aa" and 1 or 0)
			first = first or answer
			judged.equal = judged.equal and answer == first
		end
	end
	return judged
end

-- The members of a row's group that count as wrong or failed, as lines.
local function problem_lines(m, totals)
	local lines = {}
	for _, group in ipairs(m.groups) do
		for _, row in ipairs(members(group)) do
			if not measured.is_ok(row) then
				local role = row.role == "aa" and "A/A twin of "
					or row.role == "check" and totals.oracle .. " at " or ""
				lines[#lines + 1] = role .. m:point_text(row) .. ": " .. measured.failure_text(row)
				local is_wrong, is_point = row.status == "mismatch", row.role == "point" or row.role == nil
				totals.mismatches = totals.mismatches + (is_wrong and 1 or 0)
				totals.wrong = totals.wrong or is_wrong and is_point and row.point or nil
				totals.failed = totals.failed + (is_point and 1 or 0)
			end
		end
	end
	return lines
end

local function doubtful_lines(m)
	local lines = {}
	for _, row in ipairs(m.points) do
		if measured.is_unsound(row) then
			lines[#lines + 1] = ("%s: %s"):format(m:point_text(row), row.detail)
		end
		if m:is_unchecked(row) then lines[#lines + 1] = "UNCHECKED: " .. m:point_text(row) end
	end
	return lines
end

local function totals_of(m)
	local boxes = m.points[1] and m.points[1].query == "boxes" -- then all are
	local totals = { steps = 0, lines = 0, compared = 0, brute = 0, second = 0, unequal = 0, mismatches = 0,
		failed = 0,
		answers = 0, supersets = 0, unsound = 0, oracle = boxes and "`pairs`" or "brute force",
		oracle_span = boxes and { code = "pairs" } or "brute force",
		what = boxes and "pairs of objects" or "contacts" }
	totals.unsound = lists.count(m.points, measured.is_unsound)
	for _, group in ipairs(m.groups) do
		local judged = group_judge(group)
		if judged.answers > 1 then
			totals.compared, totals.steps = totals.compared + 1, totals.steps + judged.steps
			totals.lines = totals.lines + judged.lines
			if judged.has_brute then totals.brute = totals.brute + 1 end
			if judged.has_second then totals.second = totals.second + 1 end
		end
		if not judged.equal then totals.unequal = totals.unequal + 1 end
		totals.answers, totals.supersets = totals.answers + judged.answers, totals.supersets + judged.supersets
	end
	return totals
end

-- "the same contacts at all 12 steps: hashes equal", "the same first contact on 3 lines", or both.
local function found_text(totals)
	local parts = {}
	if totals.steps > 0 then
		parts[1] = ("the same %s at all %s: hashes equal"):format(totals.what, plural(totals.steps, "step"))
	end
	if totals.lines > 0 then
		parts[#parts + 1] = ("the same first contact on %s"):format(plural(totals.lines, "line"))
	end
	return table.concat(parts, "; ")
end

local function verdict_line(m, totals)
	if totals.unequal > 0 or totals.mismatches > 0 then
		local wrong = totals.mismatches > 0 and plural(totals.mismatches, "wrong answer")
			or plural(totals.unequal, "group") .. " with unequal hashes"
		local text = { { strong = "DISAGREEMENT" },
			(": not all algorithms found the same %s (%s)."):format(totals.what, wrong) }
		return totals.wrong and lists.joined(text, { " ",
			{ code = ("harness shrink RUN --point %d"):format(totals.wrong) }, " makes a small scenario of one." })
			or text
	end
	if totals.compared == 0 then
		return totals.answers == 0 and "No answers were compared: no member of this run has any that could be."
			or { { strong = "UNCHECKED" }, ": no two members of this run could be compared." }
	end
	local who, rest = totals.unsound > 0 and "All sound algorithms" or "All algorithms", ""
	if totals.failed > 0 then who = who .. " that finished" end
	if totals.brute == totals.compared then
		who = { who, " and ", totals.oracle_span }
	else
		local second = totals.second > 0
			and (", a second algorithm checked a lone one in %d"):format(totals.second) or ""
		rest = { " (", totals.oracle_span,
			(" took part in %d of %d groups%s)"):format(totals.brute, totals.compared, second) }
	end
	local part = totals.compared < #m.groups and (" in %d of %d groups"):format(totals.compared, #m.groups) or ""
	local supersets = totals.supersets > 0 and (" %s of supersets contain%s them all."):format(
		plural(totals.supersets, "row"), totals.supersets == 1 and "s" or "") or ""
	return { who, " found ", found_text(totals), part, rest, ". That holds for the poses of this run.",
		supersets }
end

-- Which algorithms agreed, and which did not.
function provenance.agreement(m)
	local totals = totals_of(m)
	local problems = problem_lines(m, totals)
	local lines, out = {}, { blocks.paragraph(verdict_line(m, totals)) }
	for _, list in ipairs { problems, doubtful_lines(m) } do
		lists.add(lines, notation.capped(list, 20))
	end
	if #lines > 0 then out[2] = blocks.list(lines) end
	return out
end

-- A manifest's value on one line; nested objects as "name value, name value".
local function value_line(value)
	if math.type(value) == "float" and value ~= math.floor(value) then return notation.number(value) end
	if type(value) ~= "table" then return notation.text(value) end
	local parts = {}
	for _, key in ipairs(notation.sorted_keys(value)) do
		local text = value_line(value[key])
		parts[#parts + 1] = type(key) == "number" and text or key:gsub("_", " ") .. " " .. text
	end
	return table.concat(parts, ", ")
end

local elsewhere = { warnings = true, command = true, scenario = true, quick = true, files = true,
	chain = true }

-- What a reader looks for first; whatever else the manifest holds follows by name.
local manifest_order = {
	"cpu", "cores", "pinned_core", "memory_bytes", "arch", "kernel", "governor", "huge_pages",
	"clock_cost_ns", "clock_resolution_ns", "compiler", "flags", "config", "commit", "dirty", "patch", "engine",
	"binary_sha256", "versions", "file",
	"plan", "seed", "models", "modules", "started", "ended", "sessions", "rounds", "groups", "rows",
	"retaken", "unchecked", "complete", "counters", "layout", "preempted",
}

local function manifest_keys(manifest)
	local first = lists.kept(manifest_order, function (key) return manifest[key] ~= nil end)
	return lists.distinct(lists.joined(first, notation.sorted_keys(manifest)))
end

-- Everything in the manifest that the report does not show elsewhere, as texts.
function provenance.machine(m)
	local manifest = m.env.manifest or {}
	return lists.map(manifest_keys(manifest), function (key)
		local text = elsewhere[key] and "" or value_line(manifest[key])
		return text ~= "" and ("%s: %s"):format(tostring(key):gsub("_", " "), text)
	end)
end

-- " with changes", to stand behind the commit, or "". A merged run has what its shards say: "no; yes".
function provenance.changes_text(manifest)
	return tostring(manifest.dirty):find("yes", 1, true) and " with changes" or ""
end

-- The codes of the run's warnings.
function provenance.warning_codes(m)
	return lists.map((m.env.manifest or {}).warnings or {}, function (warning)
		return type(warning) == "table" and warning.code or "?"
	end)
end

-- The run's warnings, as texts.
function provenance.warnings(m)
	return lists.map((m.env.manifest or {}).warnings or {}, function (warning)
		return type(warning) == "table" and ("%s: %s"):format(warning.code or "?", warning.text or "")
			or tostring(warning)
	end)
end

function provenance.repeating(m, spec)
	local command = (m.env.manifest or {}).command
	local words = type(command) == "table" and lists.map(command, notation.shell) or {}
	local line = #words > 0 and table.concat(words, " ") or type(command) == "string" and command
		or "harness " .. notation.shell((m.env.plan or {}).file or (spec.name or "scenario") .. ".lua")
	return { { kind = "code", text = (line:gsub("%c", " ")) }, blocks.list {
		"The same command again continues a run that was stopped, and measures nothing of one that is finished.",
		"With -f it measures everything anew, as a new run.",
		"samples.csv holds every sample, scenario.lua what was measured; each figure is drawn again by gnuplot "
			.. "from the script beside it.",
	} }
end

return provenance
