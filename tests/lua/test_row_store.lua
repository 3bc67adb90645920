-- Rows of a store are read, written and walked like tables of their own, and a file reads alike in one part
-- and in many.
local csv = require "text.csv"
local expect = require "expect"
local row_store = require "text.row_store"

local t = {}

local COLUMNS = { "point", "role", "same", "empty", "mixed", "text", "rare", "late" }

-- A generator of its own, so that every Lua draws alike.
local function generator(seed)
	return function (n)
		seed = (seed * 6364136223846793005 + 1442695040888963407)
		return (seed >> 33) % n
	end
end

-- Rows as plain tables. `same` has one value, `late` has another in the last row alone, `mixed` has 1 and
-- 1.0, which are equal but not printed alike.
local function model(random, count)
	local texts = { "a", "b,c", 'say "no"', "two\nlines", " spaced " }
	local out = {}
	for i = 1, count do
		out[i] = { point = i, role = random(2) == 0 and "aa" or "point", same = 7,
			mixed = ({ 1, 1.0, 2.5, false })[random(4) + 1] or nil, text = texts[random(#texts) + 1],
			rare = random(10) == 0 and random(1000) or nil, late = i == count and 2 or 1 }
	end
	return out
end

local function check_equal(rows, want, names)
	expect.equal(#rows, #want)
	for i, row in ipairs(rows) do
		for _, name in ipairs(names) do
			expect.equal(row[name], want[i][name], ("row %d, %s"):format(i, name))
			expect.equal(math.type(row[name]), math.type(want[i][name]), ("row %d, %s"):format(i, name))
		end
		local count = 0
		for name, value in pairs(row) do
			count = count + 1
			expect.equal(value, want[i][name], name)
		end
		for _ in pairs(want[i]) do count = count - 1 end
		expect.equal(count, 0, ("columns of row %d"):format(i))
	end
end

-- Rows with these values; 1.0 stays a float, which csv.format does not keep.
local function stored(want)
	local rows, add = row_store.new(COLUMNS)
	for _, row in ipairs(want) do
		local values = {}
		for k, name in ipairs(COLUMNS) do values[k] = row[name] end
		add(values)
	end
	return rows
end

function t.rows_read_as_tables_of_their_own()
	for seed = 1, 20 do
		local want = model(generator(seed), seed * 3)
		check_equal(stored(want), want, COLUMNS)
	end
end

function t.rows_are_written_as_tables_of_their_own()
	local random = generator(99)
	local want = model(random, 40)
	local rows, names = stored(want), table.move(COLUMNS, 1, #COLUMNS, 1, { "new", "none" })
	for _ = 1, 400 do
		local i, name = random(#want) + 1, names[random(#names) + 1]
		local value = ({ 1, 1.0, "x", false })[random(4) + 1] or nil
		rows[i][name], want[i][name] = value, value
	end
	for i, row in ipairs(rows) do row.none, want[i].none = nil, nil end
	check_equal(rows, want, names)
	for i, row in ipairs(rows) do
		expect.equal(row_store.settle(row), row)
		expect.equal(getmetatable(row), nil)
		for name, value in next, want[i] do expect.equal(rawget(row, name), value, name) end
		for name in next, row do expect.equal(row[name], want[i][name], tostring(name)) end
	end
end

function t.values_are_translated_in_every_row()
	local want = model(generator(5), 30)
	local rows = stored(want)
	rows.translate("late", { [1] = "one" })
	rows.translate("same", { [7] = "seven" })
	rows.translate("empty", { [1] = "one" })
	rows.translate("rare", { [1] = "one" })
	for i, row in ipairs(want) do
		row.late, row.same = i < 30 and "one" or 2, "seven"
		if row.rare == 1 then row.rare = "one" end
	end
	check_equal(rows, want, COLUMNS)
end

function t.columns_are_computed_until_they_are_written()
	local want = model(generator(6), 30)
	local rows = stored(want)
	rows.define("twice", function (row) return row.point * 2 end)
	rows.define("late", function (row) return row.rare end)
	for i, row in ipairs(want) do row.twice, row.late = 2 * i, row.rare end
	local names = table.move(COLUMNS, 1, #COLUMNS, 1, { "twice" })
	check_equal(rows, want, names)
	rows[3].twice, want[3].twice = nil, nil
	rows[4].twice, want[4].twice = 1.0, 1.0
	rows[5].late, want[5].late = "x", "x"
	check_equal(rows, want, names)
end

-- A function that gives a text in parts of random sizes.
local function parts(text, random)
	local at = 1
	return function ()
		if at > #text then return nil end
		local part = text:sub(at, at + random(40))
		at = at + #part
		return part
	end
end

function t.a_file_reads_alike_in_parts()
	for seed = 1, 40 do
		local random = generator(seed)
		local text = csv.format(COLUMNS, model(random, 25))
		if seed % 2 == 0 then text = text:sub(1, -2) end -- without the last line end
		local whole = csv.parse(text, { text = true })
		check_equal(csv.parse(parts(text, random), { text = true }), whole, COLUMNS)
	end
end

-- An error has the line in the file, not in the part.
function t.errors_in_parts_name_the_line()
	local text = "a,b\n" .. ('1,"2\n"\n'):rep(50)
	expect.error("line 102: 1 fields", csv.parse, parts(text .. "3\n4,5\n", generator(3)))
	local open = parts(text .. '3,"4\n5,6\n', generator(4))
	expect.error("line 102: a quoted field is never closed", csv.parse, open)
	expect.error("line 1: no header", csv.parse, parts("", generator(1)))
end

-- csv.format takes rows from a function as from a list.
function t.rows_are_formatted_from_a_function()
	local want, i = model(generator(8), 12), 0
	expect.equal(csv.format(COLUMNS, function ()
		i = i + 1
		return want[i]
	end), csv.format(COLUMNS, want))
end

return t
