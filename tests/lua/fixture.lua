-- Made-up runs for the tests of the report, with known times. Medians and ratios are computed here in the
-- plainest way, so that tests do not lean on the code under test.
local csv = require "text.csv"

local fixture = {}

function fixture.median(values)
	local sorted = {}
	for i, value in ipairs(values) do sorted[i] = value end
	table.sort(sorted)
	local n = #sorted
	if n % 2 == 1 then return sorted[(n + 1) // 2] end
	return (sorted[n // 2] + sorted[n // 2 + 1]) / 2
end

local function nan() return 0 / 0 end

-- Median with the least and greatest value as bounds: wider than any honest interval, and easily foretold.
function fixture.interval(values)
	if #values == 0 then return nan(), nan(), nan() end
	local lo, hi = math.huge, -math.huge
	for _, value in ipairs(values) do lo, hi = math.min(lo, value), math.max(hi, value) end
	if #values < 6 then lo, hi = nan(), nan() end
	return fixture.median(values), lo, hi
end

function fixture.ratio(a, b)
	local ratios = {}
	for i = 1, #a do ratios[i] = a[i] / b[i] end
	local _, lo, hi = fixture.interval(ratios)
	return fixture.median(a) / fixture.median(b), lo, hi
end

-- Of values that are no pairs: the least over the greatest, and the greatest over the least; of one session
-- no bounds, as in the engine.
function fixture.apart(a, b, _, sessions_a, sessions_b)
	local function is_one(sessions) return sessions and sessions[1] == sessions[#sessions] end
	if is_one(sessions_a) or is_one(sessions_b) then return fixture.median(a) / fixture.median(b) end
	local median_a, lo_a, hi_a = fixture.interval(a)
	local median_b, lo_b, hi_b = fixture.interval(b)
	return median_a / median_b, lo_a / hi_b, hi_a / lo_b
end

-- Rounds of a point: its time, spread by at most `spread` in a fixed pattern.
local function rounds(time, spread, count)
	local values = {}
	for i = 1, count do values[i] = time * (1 + spread * ((i * 7) % 11 - 5) / 5) end
	return values
end

local function row_add(run, fields, times)
	local row = {}
	for name, value in pairs(fields) do row[name] = value end
	if row.status == "ok" and times then
		row.n = #times
		row.step_ms, row.step_ms_lo, row.step_ms_hi = fixture.interval(times)
		if row.step_ms_lo ~= row.step_ms_lo then row.step_ms_lo, row.step_ms_hi = nil, nil end
		row.step_ms_min = row.step_ms_lo
		for i, time in ipairs(times) do
			run.samples[#run.samples + 1] = {
				scenario = "made_up", point = row.point, role = row.role, algorithm = row.algorithm,
				session = (i + 1) // 2, round = i, turn = 1, repeats = 1, step_ms = time, contacts = 5,
			}
		end
	end
	run.rows[#run.rows + 1] = row
	return row
end

local function twin_add(run, first, times, band)
	local fields = { role = "aa", ratio_to_first = 1.0, ratio_lo = 1 - band, ratio_hi = 1 + band }
	for name, value in pairs(first) do
		if fields[name] == nil then fields[name] = value end
	end
	row_add(run, fields, times)
end

local function point_make(run, def, group, g, point, label)
	local fields = {
		scenario = "made_up", point = point, role = "point", algorithm = label, kind = label:match("^[^(]+"),
		query = "all", status = "ok", steps = 6, hash = ("%032x"):format(g), contacts = 30, nb = 100 * point,
	}
	for name, value in pairs(group.params) do fields[name] = value end
	for name, value in pairs(group.failed and group.failed[label] or {}) do fields[name] = value end
	local time = group.times[label]
	local times = time and rounds(time, def.spread or 0.02, def.rounds or 11)
	return row_add(run, fields, times), times
end

-- Brute force's row: the first algorithm's answers, no times.
local function check_add(run, first)
	local row = { role = "check", algorithm = "brute", kind = "brute" }
	for name, value in pairs(first) do
		if row[name] == nil and not name:find("_ms") and not name:find("^ratio") and name ~= "n" then
			row[name] = value
		end
	end
	run.rows[#run.rows + 1] = row
end

local function group_add(run, def, g, group)
	local first, first_times
	local planned = { check = def.plan_check or "agree", timeout_s = 60, algorithms = {} }
	for i, label in ipairs(def.algorithms) do
		local point = (g - 1) * #def.algorithms + i
		planned.algorithms[i] = { point = point, label = label }
		local row, times = point_make(run, def, group, g, point, label)
		if row.status == "ok" and times then
			if not first then first, first_times = row, times end
			row.ratio_to_first, row.ratio_lo, row.ratio_hi = fixture.ratio(times, first_times)
			if row.ratio_lo ~= row.ratio_lo then row.ratio_lo, row.ratio_hi = nil, nil end
		end
	end
	if first and first.algorithm == def.algorithms[1] then
		twin_add(run, first, first_times, def.band or 0.01)
	end
	if first and def.check ~= false then check_add(run, first) end
	return planned
end

-- Rows of alternative readings, after all other points: def.alternatives is a list of
-- { id, of = label, label = its own or nil, times = { ms in the first group, ... } }.
local function alternatives_add(run, def)
	local point = #def.groups * #def.algorithms
	for _, alternative in ipairs(def.alternatives or {}) do
		for g, group in ipairs(def.groups) do
			point = point + 1
			local label = alternative.label or alternative.of
			local one = { params = group.params, times = { [label] = alternative.times[g] },
				failed = { [label] = { reading = alternative.id } } }
			point_make(run, def, one, g, point, label)
			table.insert(run.plan.groups[g].algorithms, { point = point, label = label, reading = alternative.id })
		end
	end
end

-- def: columns (names in order), groups ({ params = {}, times = { label = ms }, failed = { label = row } }),
-- algorithms (labels in order), rounds, spread, band (of the A/A noise), check = false for no brute force,
-- alternatives (rows of other readings).
function fixture.run(def)
	local run = { rows = {}, samples = {} }
	run.plan = {
		scenario = "made_up", file = "made_up.lua", columns = def.columns, groups = {}, quick = def.quick,
		settings = def.settings,
	}
	for g, group in ipairs(def.groups) do run.plan.groups[g] = group_add(run, def, g, group) end
	alternatives_add(run, def)
	return run
end

local row_columns = {
	"scenario", "point", "role", "algorithm", "kind", "query", "status", "detail", "censored", "n", "step_ms",
	"step_ms_lo", "step_ms_hi", "step_ms_min", "nb", "contacts", "hash", "steps", "ratio_to_first", "ratio_lo",
	"ratio_hi",
}

-- spec and env as the host gives them; files written are kept in env.files.
function fixture.host(def, spec)
	local run = fixture.run(def)
	local columns = {}
	for i, name in ipairs(row_columns) do columns[i] = name end
	for _, name in ipairs(def.columns) do columns[#columns + 1] = name end
	if def.alternatives then columns[#columns + 1] = "reading" end
	for _, name in ipairs(def.more_columns or {}) do columns[#columns + 1] = name end
	spec.drawn = def.drawn ~= nil
	spec.name, spec.columns, spec.algorithms = spec.name or "made_up", def.columns, def.algorithms
	local env = {
		plan = run.plan, manifest = def.manifest or {}, rows = csv.parse(csv.format(columns, run.rows)), files = {},
		samples = function () return run.samples end, steps = function () return def.steps end,
		levels = function () return def.levels end,
		drawn = function () return def.drawn end, maps = function () return def.maps end,
		builds = function () return def.builds or {} end,
		ratio = fixture.ratio, apart = fixture.apart, interval = fixture.interval,
	}
	env.header = function (file)
		local lacks = file == "steps.csv" and not def.steps or file == "levels.csv" and not def.levels
		return lacks and {} or require "data.columns".header(file)
	end
	env.write = function (path, text) env.files[path] = text end
	env.read = function (path) return env.files[path] end
	env.keep = function (tree) env.kept = tree end
	env.tree = function () return env.kept end
	return spec, env
end

return fixture
