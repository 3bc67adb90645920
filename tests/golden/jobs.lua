-- What tests/golden/driver.c is to count, and what it counted beside the golden counts.
--   lua5.4 jobs.lua jobs RUN          its jobs, from a run's summary.csv and scenes
--   lua5.4 jobs.lua compare GOLDEN COUNTED    which values differ; exit 1 then, or where nothing was compared
local root = arg[0]:match("^(.*)/tests/golden/[^/]*$") or "."
package.path = root .. "/lua/?.lua"
local csv = require "text.csv"

local all = setmetatable({}, { __index = function () return true end }) -- every column is text

local function read(path)
	local file = assert(io.open(path))
	local text = file:read("a")
	file:close()
	return csv.parse(text, all)
end

-- The boolean columns of a run's summary.csv. They hold 1 and 0; the engine reads "true" and "false".
local function booleans_of(run)
	local out = {}
	for _, column in ipairs(read(run .. "/columns.csv")) do
		if column.file == "summary.csv" and column.type == "bool" then out[column.name] = true end
	end
	return out
end

-- "name=value ..." from the columns kind_name, which stand before `query`; behind it are counts, such as
-- tree_bytes.
local function parameters(rows, row, booleans)
	local out = {}
	for _, column in ipairs(rows.columns) do
		local prefix = row.kind .. "_"
		if column == "query" then break end
		if column:sub(1, #prefix) == prefix and row[column] then
			local value = booleans[column] and (row[column] == "1" and "true" or "false") or row[column]
			out[#out + 1] = column:sub(#prefix + 1) .. "=" .. value
		end
	end
	return table.concat(out, " ")
end

-- Readings of the scene. They have groups of their own, and so twins; those of algorithms have not.
local function scene_readings(rows)
	local out = {}
	for _, row in ipairs(rows) do
		if row.reading and row.role == "aa" then out[row.reading] = true end
	end
	return out
end

-- What the rows of a group share: the reading of the scene, and the swept columns, between `kind` and
-- `query`, that are no algorithm's parameter.
local function group_key(rows, row, kinds, scenes)
	local out, inside = { scenes[row.reading] and row.reading or "" }, false
	for _, column in ipairs(rows.columns) do
		local own = kinds[column:match("^(.-)_") or ""]
		if inside and not own then out[#out + 1] = row[column] or "" end
		if column == "kind" then inside = true end
		if column == "query" then return table.concat(out, "\n") end
	end
end

-- Steps of an instance, where groups are populations; 0: they are motions.
local function instance_steps(run)
	local file = assert(io.open(run .. "/plan.json"))
	local plan = file:read "a"
	file:close()
	return plan:match '"instance_steps"%s*:%s*(%d+)' or plan:find '"block"%s*:' and 1 or 0
end

-- Groups, and the scenes that have their numbers, stand in the order of their first points.
local function jobs(run)
	local rows, kinds, group_of, groups = read(run .. "/summary.csv"), {}, {}, 0
	local scenes, booleans = scene_readings(rows), booleans_of(run)
	local steps = instance_steps(run)
	for _, row in ipairs(rows) do kinds[row.kind] = true end
	for _, row in ipairs(rows) do
		local key = group_key(rows, row, kinds, scenes)
		if not group_of[key] then
			group_of[key] = groups
			groups = groups + 1
		end
		if row.status == "ok" then
			print(table.concat({ row.point, row.role, ("%s/scenes/%04d.scene"):format(run, group_of[key]), row.kind,
				row.query, parameters(rows, row, booleans), steps }, "\t"))
		end
	end
end

local function compare(golden_path, counted_path)
	local golden, by_key, compared, bad = read(golden_path), {}, 0, 0
	local counted, wanted = read(counted_path), 0
	for _, row in ipairs(golden) do
		by_key[row.point .. row.role] = row
		if row.status == "ok" then wanted = wanted + 1 end
	end
	for _, row in ipairs(counted) do
		local want = by_key[row.point .. row.role]
		for _, column in ipairs(counted.columns) do
			if want and want[column] then
				compared = compared + 1
				if want[column] ~= row[column] then
					bad = bad + 1
					print(("%s: point %s (%s, %s): %s is %s here"):format(golden_path, row.point, row.role, want.algorithm,
						column .. " " .. want[column], row[column]))
				end
			end
		end
	end
	print(("%s: %d values of %d rows (of %d) compared, %d differ"):format(golden_path, compared, #counted,
		wanted, bad))
	return bad == 0 and compared > 0 and #counted == wanted
end

if arg[1] == "jobs" then
	jobs(arg[2])
else
	os.exit(compare(arg[2], arg[3]))
end
