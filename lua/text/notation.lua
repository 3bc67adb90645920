-- Writes numbers and names for readers: digits chosen by the interval, escapes for Markdown, LaTeX and
-- gnuplot. No result depends on the locale.
local lists = require "base.lists"

local notation = {}

-- Formats with %f or %e. The decimal separator is a point in every locale.
local function format_point(format, value)
	return (format:format(value):gsub(",", "."))
end

-- The decimal exponent of a finite value other than 0, after rounding to three significant digits, or to so
-- many.
local function exponent_of(value, digits)
	local text = (("%%.%de"):format((digits or 3) - 1)):format(value)
	return math.tointeger(tonumber(text:match("e([+-]%d+)$")))
end
notation.exponent = exponent_of

-- A value that has no significant digits.
local function has_no_digits(value) return value == 0 or value ~= value or math.abs(value) == math.huge end

local function is_plain(value)
	return value == 0 or (math.abs(value) >= 1e-4 and math.abs(value) < 1e9)
end

-- The number of digits after the point for a value with an interval. The value gets three significant digits,
-- or up to six if the interval is narrow enough to support them.
function notation.decimals(value, lo, hi)
	if has_no_digits(value) then return 0 end
	local top = exponent_of(value)
	local digits = 2 - top
	if lo and hi and hi > lo and hi - lo < math.huge then
		digits = math.max(digits, math.min(-exponent_of((hi - lo) / 2), 5 - top))
	end
	return math.max(0, math.min(digits, 12))
end

-- The number of digits after the point with which a value has this many significant digits.
local function decimals_for(value, digits)
	if has_no_digits(value) then return 0 end
	return math.max(0, digits - 1 - exponent_of(value, digits))
end

-- A number for readers. Integers are exact. Very small and very large values are written as "1.23e-07".
-- digits: the number of significant digits; nil: three, or as many digits after the point as `decimals`.
function notation.number(value, decimals, digits)
	if value ~= value then return "?" end
	if value == math.huge or value == -math.huge then return value > 0 and "inf" or "-inf" end
	if math.type(value) == "integer" then return ("%d"):format(value) end
	if not is_plain(value) then return format_point(("%%.%de"):format((digits or 3) - 1), value) end
	if value == 0 then return "0" end
	decimals = digits and decimals_for(value, digits) or decimals or notation.decimals(value)
	return format_point("%." .. decimals .. "f", value)
end

-- The value and its two bounds with the same number of digits: "1.234", "1.230", "1.241". Unknown bounds are
-- nil. digits: the number of significant digits of the value; nil: chosen by the interval.
function notation.interval(value, lo, hi, digits)
	if not (lo and hi and lo == lo and hi == hi) then return notation.number(value, nil, digits) end
	local decimals = digits and decimals_for(value, digits) or notation.decimals(value, lo, hi)
	return notation.number(value, decimals), notation.number(lo, decimals), notation.number(hi, decimals)
end

-- The text of a value that identifies something, for comparing and printing. 2124, 2124.0 and "2124" have the
-- same text.
function notation.text(value)
	if math.type(value) == "float" then
		local whole = math.tointeger(value)
		if whole then return ("%d"):format(whole) end
		for digits = 6, 17 do
			local text = ("%." .. digits .. "g"):format(value)
			if tonumber(text) == value then return (text:gsub(",", ".")) end
		end
	end
	return tostring(value)
end

-- An order for the values of any column: numbers first, by value; then texts, by bytes.
function notation.less(a, b)
	local na, nb = type(a) == "number", type(b) == "number"
	if na and nb then return a < b end
	if na ~= nb then return na end
	return tostring(a) < tostring(b)
end

-- The keys of a table in this order, also those that are texts of numbers.
function notation.sorted_keys(map)
	local keys = {}
	for key in pairs(map) do keys[#keys + 1] = key end
	table.sort(keys, function (a, b) return notation.less(tonumber(a) or a, tonumber(b) or b) end)
	return keys
end

-- The values of a table by the texts of their keys.
function notation.by_text(t)
	local out = {}
	for key, value in pairs(t or {}) do out[notation.text(key)] = value end
	return out
end

-- The parts of a text between its commas. One inside of parentheses belongs to its part, as in a label.
function notation.comma_parts(text)
	local parts = {}
	text = text:gsub("%b()", function (inner) return (inner:gsub(",", "\0")) end)
	for part in (text .. ","):gmatch "([^,]*)," do parts[#parts + 1] = (part:gsub("%z", ",")) end
	return parts
end

-- The parameters of a label such as "aabb(leaf=2,broad=sap(axes=3))": { "leaf=2", "broad=sap(axes=3)" }. Nil
-- if it has another form.
function notation.label_parts(label, kind)
	local is_made = type(label) == "string" and label:sub(1, #kind) == kind
	local inner = is_made and label:match("^%((.*)%)$", #kind + 1)
	if not inner then return nil end
	return notation.comma_parts(inner)
end

-- Replaces control characters by spaces, so that a name stays on one line.
local function one_line(text) return (text:gsub("%c", " ")) end
notation.one_line = one_line

-- Escapes for Markdown only what would be taken for markup, because the same text is also read on a terminal.
function notation.markdown(text)
	text = one_line(text):gsub("[\\`*|~]", "\\%0"):gsub("%]([%(%[:])", "\\]%1"):gsub("<([%a/!?])", "\\<%1")
	text = text:gsub("%f[%w_]_+", "\\%0"):gsub("(%w)(_+)%f[^%w_]", "%1\\%2")
	return (text:gsub("^[#>+-]", "\\%0"):gsub("&(#?%w+;)", "\\&%1"))
end

local latex_escapes = {
	["\\"] = "\\textbackslash{}", ["{"] = "\\{", ["}"] = "\\}", ["#"] = "\\#", ["$"] = "\\$", ["%"] = "\\%",
	["&"] = "\\&", ["_"] = "\\_", ["~"] = "\\textasciitilde{}", ["^"] = "\\textasciicircum{}",
	["<"] = "\\textless{}", [">"] = "\\textgreater{}", ["|"] = "\\textbar{}", ['"'] = "''",
}

-- Escapes for LaTeX. A leading bracket or star is put in braces: LaTeX would take it for an argument of the
-- \\ that ended the row before.
function notation.latex(text)
	return (one_line(text):gsub('[\\{}#$%%&_~^<>|"]', latex_escapes):gsub("^[%[*]", "{%0}"))
end

-- A gnuplot string literal in which nothing is expanded. Single quotes prevent expansion. But gnuplot 5.4
-- cannot read a single-quoted text that begins with a quote or holds two adjacent quotes, so a text with a
-- single quote is written in double quotes with escapes.
function notation.gnuplot(text)
	text = one_line(text)
	if not text:find("'", 1, true) then return "'" .. text .. "'" end
	return '"' .. text:gsub('[\\"]', "\\%0"):gsub("`", "\\140") .. '"'
end

-- "1 point", "2 points"
function notation.plural(count, one) return ("%d %s%s"):format(count, one, count == 1 and "" or "s") end

-- "1.5 [1.4, 1.6]", or "1.5" without bounds.
function notation.bounded(value, lo, hi, digits)
	local text, low, high = notation.interval(value, lo, hi, digits)
	return low and ("%s [%s, %s]"):format(text, low, high) or text
end

-- A word of a shell's command line.
function notation.shell(word)
	word = tostring(word)
	if word ~= "" and not word:find("[^%w%%+,./:=@_-]") then return word end
	return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- The number of characters of a UTF-8 text, or of bytes if the text is not UTF-8.
function notation.width(text)
	return utf8.len(text) or #text
end

local function pad(text, width, right)
	local space = (" "):rep(width - notation.width(text))
	return right and space .. text or text .. space
end

-- A Markdown table whose columns are aligned on a terminal. The first column is flush left, all others are
-- flush right.
function notation.markdown_table(header, rows)
	local widths = lists.map(header, function (cell) return math.max(3, notation.width(cell)) end)
	for _, row in ipairs(rows) do
		for i, cell in ipairs(row) do widths[i] = math.max(widths[i], notation.width(cell)) end
	end
	local function line(row)
		local cells = lists.map(row, function (cell, i) return pad(cell, widths[i], i > 1) end)
		return "| " .. table.concat(cells, " | ") .. " |\n"
	end
	local rule = lists.map(widths, function (width, i)
		return i > 1 and ("-"):rep(width - 1) .. ":" or ("-"):rep(width)
	end)
	return line(header) .. "| " .. table.concat(rule, " | ") .. " |\n" .. table.concat(lists.map(rows, line))
end

-- At most `limit` lines. A longer list ends in a line that says how many are left out.
function notation.capped(lines, limit)
	if #lines <= limit then return lines end
	local kept = table.move(lines, 1, limit - 1, 1, {})
	kept[limit] = ("... and %d more: see summary.csv."):format(#lines - limit + 1)
	return kept
end

-- What a table or figure of this name is called as a file.
function notation.file_name(name) return (name:gsub("[^%w_.-]", "_"):gsub("^%.", "_")) end

return notation
