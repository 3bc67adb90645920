-- The files of a run, as reports and comparisons read them.
local check = require "base.check"
local columns = require "data.columns"
local drawn_rows = require "data.drawn_rows"
local files = require "base.files"
local garbage = require "base.garbage"
local json = require "text.json"
local measured = require "data.measured"
local plan_file = require "runs.plan_file"
local scene_hashes = require "data.scene_hashes"

local run_files = {}

-- The path of a file in the run's directory. A name that leads out of the directory is an error.
local function inside(dir, relative)
	if relative:sub(1, 1) == "/" or ("/" .. relative .. "/"):find("/../", 1, true) then
		error(("'%s' is not inside the run"):format(relative), 0)
	end
	return dir .. "/" .. relative
end

local WHOLE = { point = true, session = true, round = true }

-- Checks the columns that must hold numbers. A column with the name of a swept key is not checked.
local function numbers_check(path, rows, swept)
	for _, name in ipairs(rows.columns) do
		local is_ours = (WHOLE[name] or measured.is_timed(name)) and swept[name] == nil
		for i, row in ipairs(is_ours and rows or {}) do
			local value, what = row[name], WHOLE[name] and "whole number" or "number"
			if value ~= nil and (type(value) ~= "number" or WHOLE[name] and not math.tointeger(value)) then
				check.stop(("%s: row %d: %s is '%s', not a %s"):format(path, i, name, value, what), 7)
			end
		end
	end
end

-- Reads a CSV file of the run. swept[key]: the file has a column for this swept key; true: its values are
-- texts.
local function read_rows(path, swept)
	local ok, rows = pcall(require("text.csv").parse, files.parts(path), swept)
	if not ok and type(rows) == "table" then error(rows, 0) end -- the file cannot be read
	if not ok then check.stop(("%s: %s"):format(path, rows), 7) end
	numbers_check(path, rows, swept or {})
	return rows
end

-- Reads summary.csv. The columns that identify points and their status must exist, and must have a value in
-- every row; only the hash may be missing.
local function read_summary(path, texts)
	local rows = read_rows(path, texts)
	for _, name in ipairs { "point", "role", "algorithm", "query", "status", "hash" } do
		if not check.contains(rows.columns, name) then
			check.stop(("%s: there is no column '%s'"):format(path, name), 7)
		end
		for i, row in ipairs(name ~= "hash" and rows or {}) do
			if row[name] == nil then check.stop(("%s: row %d: no %s"):format(path, i, name), 7) end
		end
	end
	return rows
end

-- Adds the parameters of algorithms whose values are true or false.
local function add_boolean_parameters(names)
	for _, info in ipairs(engine.algorithms()) do
		for _, param in ipairs(info.params) do
			if param.type == "boolean" then names[info.name .. "_" .. param.name] = true end
		end
	end
	return names
end

-- Reads 1 and 0 of boolean columns as the words "true" and "false". Tables, figures and claims show and
-- select words, and the files of older runs hold them.
local function booleans_read(rows, names)
	local words = { [0] = "false", [1] = "true" }
	rows.booleans = names
	for _, column in ipairs(rows.columns) do
		if names[column] then rows.translate(column, words) end
	end
	return rows
end

-- The swept keys whose values are texts, without those that are also columns of the file's own.
local function texts_in(file, texts)
	local out = {}
	for key, is_text in next, texts do
		if not columns.of(key, file) then out[key] = is_text end
	end
	return out
end

-- The names of a file's columns; {} if there is no such file.
local function header_of(path)
	local text = engine.read_file(path, 1 << 20)
	return text and require("text.csv").parse(text:match "^[^\r\n]*").columns or {}
end

-- A function that returns the hash of a scene file of the run, as the file is or, without it, as scenes.csv
-- records it. Rows of one group share a scene, so each file is read once.
local function scene_hasher(dir)
	local recorded, found = nil, {}
	return function (relative)
		if found[relative] then return found[relative] end
		local path = inside(dir, relative)
		if engine.is_file(path) then
			found[relative] = engine.scene_hash(path)
		else
			recorded = recorded or scene_hashes.recorded((engine.read_file(dir .. "/scenes.csv")))
			found[relative] = recorded[relative]
		end
		return found[relative]
	end
end

-- made: a folder whose files stand for those of the run where it has them; nil: there is none.
function run_files.environment(dir, made)
	local function path_of(file)
		local other = made and made .. "/" .. file
		return other and engine.is_file(other) and other or dir .. "/" .. file
	end
	local decoded, texts, booleans = plan_file.brief(dir)
	garbage.expect(#decoded.groups)
	add_boolean_parameters(booleans)
	local function rows_of(file)
		return read_rows(path_of(file), texts_in(file, texts))
	end
	local function has(file) return engine.is_file(path_of(file)) end
	return {
		directory = dir,
		real = files.real,
		plan = decoded,
		manifest = files.decode(dir .. "/manifest.json"),
		rows = booleans_read(read_summary(path_of "summary.csv", texts), booleans),
		header = function (file) return header_of(path_of(file)) end,
		samples = function () return rows_of "samples.csv" end,
		builds = function () return has "builds.csv" and rows_of "builds.csv" or {} end,
		steps = function () return has "steps.csv" and rows_of "steps.csv" or nil end,
		drawn = function () return has "drawn.csv" and drawn_rows.complete(rows_of "drawn.csv") or nil end,
		instances = function () return has "instances.csv" and rows_of "instances.csv" or {} end,
		maps = function () return has "maps.csv" and rows_of "maps.csv" or nil end,
		levels = function ()
			return has "levels.csv" and booleans_read(rows_of "levels.csv", booleans) or nil
		end,
		read = function (relative) return engine.read_file(inside(dir, relative)) end,
		write = function (relative, text) files.write(inside(dir, relative), text) end,
		keep = function (tree) files.write(dir .. "/report.json", json.encode(tree)) end,
		tree = function () return files.decode(dir .. "/report.json") end,
		scene_hash = scene_hasher(dir),
		ratio = engine.ratio,
		apart = engine.apart,
		interval = engine.interval,
	}
end

return run_files
