-- Verifies what a run says by making it again: the CSV files from its journals, and its report from these. A
-- file that differs is named by its rows and columns, or by its lines.
local check = require "base.check"
local csv = require "text.csv"
local lists = require "base.lists"
local notation = require "text.notation"

local remade = {}

local SHOWN = 20 -- differences of one file
local LARGEST = 1 << 26 -- bytes of a file whose rows are compared

local ALL_TEXTS = setmetatable({}, { __index = function () return true end })

local function shown(value)
	return value == nil and "none" or ("'%s'"):format(notation.one_line(tostring(value)))
end

-- Which of several ratios stands beside a verdict (matrix.csv) is the program's choice.
local function is_choice(column)
	return column:find " ratio$" or column:find " limit$" or column:find " relation$"
end

-- The columns that both files have; of a run of the same program all of either.
local function columns_of(old, new, is_same_program)
	if is_same_program then return lists.distinct(lists.joined(old.columns, new.columns)) end
	local known = lists.set(new.columns)
	return lists.kept(old.columns, function (name) return known[name] and not is_choice(name) end)
end

local NAMING = { "point", "role", "algorithm", "scene", "claim", "row", "column", "session", "round" }

-- "row 3 (point 5, aa, aabb)"
local function row_text(i, row)
	local parts = {}
	for _, name in ipairs(NAMING) do
		local value = rawget(row, name) or row[name]
		if value ~= nil then parts[#parts + 1] = notation.one_line(tostring(value)) end
	end
	return ("row %d%s"):format(i, #parts > 0 and (" (%s)"):format(table.concat(parts, ", ")) or "")
end

-- Differences of two CSV texts.
local function csv_lines(old, new, is_same_program)
	local ok, a, b = pcall(function () return csv.parse(old, ALL_TEXTS), csv.parse(new, ALL_TEXTS) end)
	if not ok then return { "is damaged: " .. notation.one_line(tostring(a)) } end
	local out, columns = {}, columns_of(a, b, is_same_program)
	if #a ~= #b then out[1] = ("made again it has %d rows, not %d"):format(#b, #a) end
	for i = 1, math.min(#a, #b) do
		for _, name in ipairs(columns) do
			if a[i][name] ~= b[i][name] then
				out[#out + 1] = ("%s, column %s: made again %s, not %s"):format(row_text(i, a[i]), name,
					shown(b[i][name]), shown(a[i][name]))
			end
		end
	end
	if #out == 0 and is_same_program then out[1] = "made again it has other bytes, and the same values" end
	return out
end

local function lines_of(text)
	local out = {}
	for line in (text .. "\n"):gmatch "([^\n]*)\n" do out[#out + 1] = line end
	return out
end

-- Differences of two other texts.
local function text_lines(old, new)
	local a, b, out = lines_of(old), lines_of(new), {}
	for i = 1, math.max(#a, #b) do
		if a[i] ~= b[i] then
			local function cut(line) return line and (#line > 100 and line:sub(1, 100) .. " ..." or line) end
			out[#out + 1] = ("line %d: made again %s, not %s"):format(i, shown(cut(b[i])), shown(cut(a[i])))
		end
	end
	return out
end

local function differences(name, old, new, is_same_program)
	if old == new then return {} end
	if #old > LARGEST then return { "made again it is another" } end
	if name:find "%.csv$" then return csv_lines(old, new, is_same_program) end
	return is_same_program and text_lines(old, new) or {}
end

local function add(out, name, lines)
	for i = 1, math.min(#lines, SHOWN) do out[#out + 1] = ("differs: %s: %s"):format(name, lines[i]) end
	if #lines > SHOWN then out[#out + 1] = ("differs: %s: %d more"):format(name, #lines - SHOWN) end
	return #lines == 0 and 1 or 0
end

-- Compares the run's files with those that were made again. Returns the differences as lines, and how many
-- files are the same. names: of files in the folder `made`; texts: of others, by name; read(name): the run's
-- own, nil: it has none.
function remade.compare(names, made, texts, read, is_same_program)
	local out, same = {}, 0
	for _, name in ipairs(names) do
		local old, new = read(name), engine.read_file(made .. "/" .. name)
		if old and new then same = same + add(out, name, differences(name, old, new, is_same_program)) end
	end
	for _, name in ipairs(check.sorted_keys(texts)) do
		local old = read(name)
		-- columns.csv says what columns this program knows
		if old and (is_same_program or name:find "%.csv$" and name ~= "columns.csv") then
			same = same + add(out, name, differences(name, old, texts[name], is_same_program))
		end
	end
	return out, same
end

-- ---- without journals ----

local function seed_of(group, row)
	local role = row.role == "aa" and 1 or 0
	return (engine.seed_of(("ratio %s %d %d"):format(group.seed:sub(1, 100), row.point, role)))
end

-- Values that are to be equal: a text of CSV holds all digits, but a copy may have been read and written.
local function is_near(a, b)
	if a == nil or b == nil then return a == b end
	return a == b or math.abs(a - b) <= 1e-12 * math.max(math.abs(a), math.abs(b))
end

-- Calls f(row, column, value) for each statistic of a row of step_ms that its samples tell.
local function each_time(m, row, group, f)
	local times, sessions = m:times(row, "step_ms")
	local is_disturbed = require("data.disturbed").is(m, row, "step_ms")
	if #times == 0 then return end
	local median, lo, hi = engine.interval(times, sessions)
	f("n", #lists.kept(m:samples(row, "step_ms"), function (sample) return sample.step_ms end))
	f("step_ms", median)
	f("step_ms_lo", not is_disturbed and lo or nil)
	f("step_ms_hi", not is_disturbed and hi or nil)
	for _, part in ipairs { "update_ms", "rebuild_ms", "broad_ms", "narrow_ms" } do
		local values = m:times(row, part)
		if #values > 0 then f(part, (engine.interval(values))) end
	end
	local least = math.huge -- as it was measured, of all
	for _, sample in ipairs(m:samples(row, "step_ms")) do
		if sample.step_ms then least = math.min(least, sample.step_ms / (1 - (sample.taken or 0))) end
	end
	f("step_ms_min", least)
	local first = group.points[1]
	if not first or first.status ~= "ok" or not group.seed then return end
	local a, b, rounds = m:paired(row, first, "step_ms")
	local ratio, ratio_lo, ratio_hi = engine.ratio(a, b, seed_of(group, row), rounds)
	f("ratio_to_first", ratio)
	f("ratio_lo", not is_disturbed and ratio_lo or nil)
	f("ratio_hi", not is_disturbed and ratio_hi or nil)
end

local function each_build(m, row, f)
	local builds, sessions = m:times(row, "build_ms")
	if #builds == 0 then return end
	local median, lo, hi = engine.interval(builds, sessions)
	f("build_ms", median)
	f("build_ms_lo", lo)
	f("build_ms_hi", hi)
end

-- Medians, intervals and ratios of summary.csv against the samples and builds of the run, for a copy of it
-- that has no journals. seeds[point]: of its group. Returns the differences as lines, and how many values are
-- equal.
function remade.from_samples(m, known, seeds)
	local out, same = {}, 0
	for _, group in ipairs(m.groups) do
		group.seed = group.points[1] and seeds[group.points[1].point]
		for _, row in ipairs { group.twin, table.unpack(group.points) } do
			local function compare(column, value)
				if not known[column] then return end
				if is_near(row[column], value) then same = same + 1 return end
				out[#out + 1] = ("summary.csv: %s %s, column %s: made again of its samples %s, not %s"):format(row.role,
					m:point_text(row), column, shown(value), shown(row[column]))
			end
			if row.status == "ok" then
				each_time(m, row, group, compare)
				each_build(m, row, compare)
			end
		end
	end
	return notation.capped(out, SHOWN), same
end

return remade
