-- Compares the numbers that papers print (numbers.csv, copied by hand) with those that papers/*.lua list.
-- lua5.4 check.lua ROOT NUMBERS.csv LIST.csv... : exit 1, and a line for each number that is missing, that
-- has another value or that stands in more than one entry, and for each that no paper prints.
local root = arg[1]
package.path = root .. "/lua/?.lua;" .. package.path
local csv = require "text.csv"

local function rows_of(path)
	local file = assert(io.open(path))
	local rows = csv.parse(file:read "a", { row = true, column = true })
	file:close()
	return rows
end

local function place_of(row) return row.paper .. " " .. row.place end
local function key_of(row) return table.concat({ place_of(row), row.row or "", row.column or "" }, "\31") end

local listed, failed = {}, 0
local function complain(what, row)
	failed = failed + 1
	print(("%s: %s, %s, row '%s', column '%s': %s"):format(what, row.paper, row.place, row.row or "",
		row.column or "", row.published))
end

local all = {}
for i = 3, #arg do
	for _, row in ipairs(rows_of(arg[i])) do
		all[#all + 1] = row
		listed[key_of(row)] = listed[key_of(row)] or {}
		table.insert(listed[key_of(row)], row)
	end
end

local printed = {}
for _, row in ipairs(rows_of(arg[2])) do
	local found = listed[key_of(row)] or {}
	if #found ~= 1 then complain(#found == 0 and "in no entry" or "in several entries", row) end
	if #found == 1 and found[1].published ~= row.published then complain("another value is listed", row) end
	if #found == 1 and found[1].computed then complain("listed as computed", row) end
	printed[place_of(row)] = printed[place_of(row)] or {}
	printed[place_of(row)][row.published] = true
end

for _, row in ipairs(all) do
	local of_place = printed[place_of(row)]
	local is_printed = row.published == nil or row.computed or of_place and of_place[row.published]
	if not is_printed then complain("not printed there", row) end
end
os.exit(failed == 0)
