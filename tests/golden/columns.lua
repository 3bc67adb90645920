-- Prints the columns of a summary.csv that must be the same on every machine, a line a row.
--   lua5.4 tests/golden/columns.lua results/teapot_faces/latest/summary.csv
local root = arg[0]:match("^(.*)/tests/golden/") or "."
package.path = root .. "/lua/?.lua"
local csv = require "csv"

-- Timed, or the size of what keeps the books: every change inside would be a change of these.
local left_out = { detail = true, n = true, peak_bytes = true, live_bytes = true, ratio_to_first = true,
	ratio_lo = true, ratio_hi = true }
local file = assert(io.open(arg[1]))
local text = file:read("a")
file:close()
local rows = csv.parse(text)
local kept = {}
for _, name in ipairs(rows.columns) do
	local is_time = name:find("_ms") or name:find("^c[bpu]_ns$")
	if not left_out[name] and not is_time then kept[#kept + 1] = name end
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
