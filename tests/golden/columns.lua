-- Prints the columns of a summary.csv that must be the same on every machine, a line a row.
--   lua5.4 tests/golden/columns.lua results/teapot_faces/latest/summary.csv
local root = arg[0]:match("^(.*)/tests/golden/") or "."
package.path = root .. "/lua/?.lua;" .. root .. "/tests/lua/?.lua"
require "dictionary"
local columns = require "data.columns"
local csv = require "text.csv"

local file = assert(io.open(arg[1]))
local text = file:read("a")
file:close()
local all, rows = csv.parse(text), {}
local has_readings = false
for _, row in ipairs(all) do
	if row.reading == "drawn=population" then break end -- the last rows, which only --drawn measures
	rows[#rows + 1] = row
	has_readings = has_readings or row.reading ~= nil
end
local kept = {}
for _, name in ipairs(all.columns) do
	if not columns.is_measured(name) and (name ~= "reading" or has_readings) then kept[#kept + 1] = name end
end
print(table.concat(kept, ","))
for _, row in ipairs(rows) do
	local cells = {}
	for i, name in ipairs(kept) do
		local v = row[name]
		local cell = v == nil and "" or math.type(v) == "float" and ("%.17g"):format(v) or tostring(v)
		cells[i] = cell:find '[,"\n]' and '"' .. cell:gsub('"', '""') .. '"' or cell
	end
	print(table.concat(cells, ","))
end
