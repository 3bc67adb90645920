-- Parts of HTML pages: escaped text, sortable tables, and images that are stored in the page itself.
local lists = require "base.lists"

local html = {}

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" }

-- Escapes a text for element content and for quoted attributes. Control characters, which HTML forbids,
-- become spaces; tabs and line ends stay.
function html.escape(text)
	return (tostring(text):gsub("[^%C\t\n]", " "):gsub("[&<>\"']", entities))
end

-- A relative URL of a path: every byte that is not plain is written as %XX.
function html.url(path)
	return (path:gsub("[^%w_.~/-]", function (c) return ("%%%02X"):format(c:byte()) end))
end

local DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local function digit(n) return DIGITS:sub(n + 1, n + 1) end

-- Base64 after RFC 4648, with padding.
function html.base64(bytes)
	local out = {}
	for i = 1, #bytes, 3 do
		local a, b, c = bytes:byte(i, i + 2)
		local n = a << 16 | (b or 0) << 8 | (c or 0)
		out[#out + 1] = digit(n >> 18) .. digit(n >> 12 & 63) .. (b and digit(n >> 6 & 63) or "=")
			.. (c and digit(n & 63) or "=")
	end
	return table.concat(out)
end

-- ---- tables ----

-- The number by which a cell is sorted: the first one of "1.25", "1.25 [1.20, 1.31]", "≈ 1.02 [0.99, 1.05]",
-- ">= 60.0 (timeout)" and "0.61 UNCHECKED". nil for other texts, such as "2 bodies".
function html.sort_value(text)
	local bare = text:gsub("^%*%*(.-)%*%*", "%1"):gsub("^≈ ", ""):gsub("^>= ", "") -- the best value is bold
	local number, rest = bare:match("^([+-]?%d+%.?%d*)(.*)$")
	if not number then return nil end
	local exponent, after = rest:match("^([eE][+-]?%d+)(.*)$")
	if exponent then number, rest = number .. exponent, after end
	if rest ~= "" and not rest:find("^ [%[(]") and not rest:find("^ UN[SC]") then return nil end
	return tonumber(number) and number
end

local LONG = 60 -- bytes: longer texts are broken into lines

local function cell_text(tag, cell)
	local is_told = cell.right and cell.value == cell.html -- the script reads the cell itself
	local value = cell.value and not is_told and (' data-v="%s"'):format(html.escape(cell.value)) or ""
	local class = cell.right and ' class="n"' or #cell.html > LONG and ' class="w"' or ""
	return ("<%s%s%s>%s</%s>"):format(tag, class, value, cell.html, tag)
end

local function row_text(tag, cells)
	local parts = lists.map(cells, function (cell) return cell_text(tag, cell) end)
	return "<tr>" .. table.concat(parts) .. "</tr>"
end

-- A row of a table. A cell is { html, value = the number to sort by as a text or nil, right = whether it is
-- flush right }.
function html.row(cells) return row_text("td", cells) end

-- A table that the page's script can sort. header: cells. rows: texts that html.row made, as a table may be
-- too long to keep its cells.
function html.table(header, rows)
	local lines = { '<div class="wide"><table class="sortable">',
		"<thead>" .. row_text("th", header) .. "</thead>", "<tbody>" }
	lists.add(lines, rows)
	lines[#lines + 1] = "</tbody></table></div>"
	return table.concat(lines, "\n") .. "\n"
end

return html
