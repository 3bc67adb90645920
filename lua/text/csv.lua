-- Reads and writes CSV after RFC 4180: one header line, every record as long as the header, quotes doubled
-- inside quotes. The reader is strict: a malformed result file is an error and never becomes a table.
local row_store = require "text.row_store"

local csv = {}

-- Columns that are always texts. Without this list, a hash of decimal digits or the label "1e5" would become
-- a number.
local text_columns = {
	scenario = true, role = true, algorithm = true, kind = true, query = true, status = true, detail = true,
	hash = true, reading = true, semantics = true, stated_run = true, over_algorithm = true,
	cost_of = true, map_name = true, chosen_for = true, cell_failed = true, map_winner = true,
}

local function fail(line, message)
	error(("csv: line %d: %s"):format(line, message), 0)
end

-- The number that a field holds, or nil. Only decimal numbers count: tonumber would also accept hexadecimal
-- numbers and surrounding space.
local function number_of(field)
	if not field:find("^[+-]?%.?%d") or not field:find("^[+-]?%d*%.?%d*[eE]?[+-]?%d*$") then return nil end
	return tonumber(field)
end

-- Reads a quoted field that begins with the quote at `at`. Returns its text, the position after the closing
-- quote, and the line number there.
local function quoted_read(text, at, line)
	local first, parts = line, {}
	local from = at + 1
	while true do
		local quote = text:find('"', from, true)
		if not quote then fail(first, "a quoted field is never closed") end
		parts[#parts + 1] = text:sub(from, quote - 1)
		if text:byte(quote + 1) ~= 34 then
			at = quote + 1
			break
		end
		parts[#parts + 1] = '"'
		from = quote + 2
	end
	local field = table.concat(parts)
	for _ in field:gmatch("\n") do line = line + 1 end
	return field, at, line
end

-- Reads the record that begins at `at` into `fields`, and into `quoted` which of them were quoted. Returns
-- the number of fields, the position after its line end, the line number there, and the line number of its
-- start.
local function record_read(text, at, line, fields, quoted)
	local start, count = line, 0
	while true do
		local field
		count = count + 1
		quoted[count] = text:byte(at) == 34
		if quoted[count] then
			field, at, line = quoted_read(text, at, line)
		else
			local stop = text:find('[,\r\n]', at) or #text + 1
			field, at = text:sub(at, stop - 1), stop
			if field:find('"', 1, true) then fail(line, "a quote inside an unquoted field") end
		end
		fields[count] = field
		local next_byte = text:byte(at)
		if next_byte == nil then return count, at, line, start end
		if next_byte == 10 then return count, at + 1, line + 1, start end
		if next_byte == 13 then
			if text:byte(at + 1) ~= 10 then fail(line, "a carriage return without a line feed") end
			return count, at + 2, line + 1, start
		end
		if next_byte ~= 44 then fail(line, "text after a closing quote") end
		at = at + 1
	end
end

-- The same for a record of one line without quotes, which ends before `stop`.
local function line_read(text, at, stop, fields)
	local count = 0
	for field in text:sub(at, stop - 1):gmatch "[^,]*" do
		count = count + 1
		fields[count] = field
	end
	return count
end

-- The number of quotes is even where no quoted field is open.
local function is_closed(text)
	return not text:find('"', 1, true) or select(2, text:gsub('"', "")) % 2 == 0
end

-- Pieces of a text that end with a record: an iterator over them. source: the text, or a function that
-- returns its next part, and nil at its end.
local function pieces(source)
	local rest = ""
	if type(source) == "string" then
		rest, source = source, function () return nil end
	end
	return function ()
		while rest do
			local part = source()
			local whole = rest .. (part or "")
			local last = part and whole:find "\n[^\n]*$" or not part and #whole
			if last and (not part or is_closed(whole:sub(1, last))) then
				rest = part and whole:sub(last + 1) or nil
				return whole:sub(1, last)
			end
			rest = whole
		end
	end
end

local function header_check(columns)
	local seen = {}
	for _, name in ipairs(columns) do
		if name == "" then fail(1, "a column without a name") end
		if seen[name] then fail(1, ("column '%s' stands twice"):format(name)) end
		seen[name] = true
	end
end

-- A function that converts the fields of a record to values: numbers, texts, or nil for empty fields. Most
-- columns repeat their values, so the last field of each column is kept with its value.
local function converter(columns, texts)
	local is_text, last, converted, values = {}, {}, {}, {}
	for k, name in ipairs(columns) do is_text[k] = text_columns[name] or texts[name] or false end
	return function (fields, quoted)
		for k = 1, #is_text do
			local field = fields[k]
			if field == "" then
				values[k] = nil
			elseif quoted[k] or is_text[k] then
				values[k] = field
			elseif field == last[k] then
				values[k] = converted[k]
			else
				last[k], converted[k] = field, number_of(field) or field
				values[k] = converted[k]
			end
		end
		return values
	end
end

-- Returns the records as rows that are read by column name (lua/text/row_store.lua). Fields that are numbers
-- are converted, empty fields are absent. The result's `columns` holds the header. source: the text, or a
-- function that returns its next part, and nil at its end. texts[name] = true: the column is never converted.
function csv.parse(source, texts)
	local next_piece = pieces(source)
	local text, columns, fields, quoted = next_piece(), {}, {}, {}
	if text:sub(1, 3) == "\xEF\xBB\xBF" then text = text:sub(4) end
	if text == "" then fail(1, "no header line") end
	local _, at, line = record_read(text, 1, 1, columns, quoted)
	header_check(columns)
	local rows, add = row_store.new(columns)
	local convert, none = converter(columns, texts or {}), {}
	while text do
		local special = text:find('[\r"]', at) or math.huge
		while at <= #text do
			local count
			local start, marks = line, none
			local stop = text:find("\n", at, true) or #text + 1
			if special < stop then
				count, at, line, start = record_read(text, at, line, fields, quoted)
				special, marks = text:find('[\r"]', at) or math.huge, quoted
			else
				count, at, line = line_read(text, at, stop, fields), stop + 1, line + 1
			end
			if count ~= #columns then
				fail(start, ("%d fields, the header has %d"):format(count, #columns))
			end
			add(convert(fields, marks))
		end
		text, at = next_piece(), 1
	end
	return rows
end

-- The shortest text that reads back as the same number. The decimal separator is a point in every locale.
-- Infinities and NaN give an empty text.
function csv.number(value)
	if math.type(value) == "integer" then return ("%d"):format(value) end
	if value ~= value or value == math.huge or value == -math.huge then return "" end
	if value == math.floor(value) and value > -1e15 and value < 1e15 then return ("%.0f"):format(value) end
	for digits = 15, 17 do
		local text = ("%." .. digits .. "g"):format(value)
		if tonumber(text) == value or digits == 17 then return (text:gsub(",", ".")) end
	end
end

local function field_write(value)
	if value == nil then return "" end
	if type(value) == "number" then return csv.number(value) end
	if type(value) == "boolean" then return value and "1" or "0" end
	if value:find('[",\r\n]') or value:find("^%s") or value:find("%s$") then
		return '"' .. value:gsub('"', '""') .. '"'
	end
	return value
end

-- Writes rows (tables keyed by column name) under the header `columns`. Absent values are empty fields. rows:
-- a list, or a function that returns the next row, and nil at the end.
function csv.format(columns, rows)
	local lines, fields, i = {}, {}, 0
	for k, name in ipairs(columns) do fields[k] = field_write(name) end
	lines[1] = table.concat(fields, ",")
	local function next_row()
		i = i + 1
		return rows[i]
	end
	for row in type(rows) == "function" and rows or next_row do
		for k, name in ipairs(columns) do fields[k] = field_write(row[name]) end
		lines[#lines + 1] = table.concat(fields, ",")
	end
	return table.concat(lines, "\n") .. "\n"
end

return csv
