-- Reads the Markdown that reports are written in, and writes it as HTML. Only what lua/report.lua uses is
-- known: headings, paragraphs, lists of two levels, tables, indented code, bold, code, links and images.
-- Names in a report are escaped by notation.markdown; here the escapes are taken off again.
local html = require "html"

local markdown = {}

-- ---- inside a line ----

-- The position of the first unescaped `what` from `at` on; nil if there is none.
local function find_bare(text, what, at)
	while true do
		local found = text:find(what, at, true)
		if not found then return nil end
		local before = text:sub(1, found - 1):match("\\*$")
		if #before % 2 == 0 then return found end
		at = found + 1
	end
end

-- The text without its escapes.
local function plain(text) return (text:gsub("\\(%p)", "%1")) end
markdown.plain = plain

-- A file beside the page. Anything else is no target of a link.
local function is_file(target)
	return target:find("^[%w_.][%w_./-]*$") ~= nil and not ("/" .. target .. "/"):find("/../", 1, true)
end

-- A link that begins at the bracket at `at`: its text, its target and the position after it.
local function link_at(text, at)
	local middle = find_bare(text, "](", at)
	local last = middle and text:find(")", middle, true)
	if not last or find_bare(text, "[", at + 1) and find_bare(text, "[", at + 1) < middle then return nil end
	local target = text:sub(middle + 2, last - 1)
	if is_file(target) then return text:sub(at + 1, middle - 1), target, last + 1 end
end

local marks = {}

marks["\\"] = function (text, at)
	if text:find("^%p", at + 1) then return html.escape(text:sub(at + 1, at + 1)), at + 2 end
end

marks["`"] = function (text, at)
	local last = text:find("`", at + 1, true)
	if last then return "<code>" .. html.escape(text:sub(at + 1, last - 1)) .. "</code>", last + 1 end
end

marks["*"] = function (text, at, page)
	local last = text:sub(at, at + 1) == "**" and find_bare(text, "**", at + 2)
	if not last then return nil end
	local inner = text:sub(at + 2, last - 1)
	local class = page.classes[inner] and (' class="%s"'):format(page.classes[inner]) or ""
	return ("<strong%s>%s</strong>"):format(class, markdown.line(inner, page)), last + 2
end

marks["["] = function (text, at, page)
	local inner, target, after = link_at(text, at)
	if not inner then return nil end
	local href = page.link(target)
	local shown = markdown.line(inner, page)
	return href and ('<a href="%s">%s</a>'):format(html.escape(href), shown) or shown, after
end

marks["!"] = function (text, at, page)
	local alt, target, after
	if text:sub(at + 1, at + 1) == "[" then alt, target, after = link_at(text, at + 1) end
	if alt then return page.image(target, plain(alt)), after end
end

-- A line with its marks as HTML. page: `link` and `image` make what links and images become, `classes` the
-- classes of bold words.
function markdown.line(text, page)
	local out, at = {}, 1
	while at <= #text do
		local special = text:find("[\\`*%[!]", at) or #text + 1
		out[#out + 1] = html.escape(text:sub(at, special - 1))
		if special > #text then break end
		local made, after = marks[text:sub(special, special)](text, special, page)
		out[#out + 1] = made or html.escape(text:sub(special, special))
		at = made and after or special + 1
	end
	return table.concat(out)
end

-- ---- lines ----

-- Each: { pattern of its first line, function (lines, i, page, out) that returns the next i }.
local blocks = {}

local function cells_of(line)
	local cells, at = {}, 2
	while true do
		local bar = find_bare(line, "|", at)
		if not bar then return cells end
		cells[#cells + 1] = line:sub(at, bar - 1):match("^%s*(.-)%s*$")
		at = bar + 1
	end
end

local function table_cells(line, right, page, is_header)
	local cells = {}
	for i, text in ipairs(cells_of(line)) do
		cells[i] = { html = markdown.line(text, page), right = right[i],
			value = not is_header and html.sort_value(plain(text)) or nil }
	end
	return cells
end

local function read_table(lines, i, page, out)
	local right, rows, first = {}, {}, i
	for k, rule in ipairs(cells_of(lines[i + 1] or "")) do right[k] = rule:find ":$" ~= nil end
	i = i + 2
	while lines[i] and lines[i]:find "^|" do
		rows[#rows + 1] = html.row(table_cells(lines[i], right, page, false))
		i = i + 1
	end
	out[#out + 1] = html.table(table_cells(lines[first], right, page, true), rows)
	return i
end

local function list_text(items)
	local parts = { "<ul>\n" }
	for _, item in ipairs(items) do
		parts[#parts + 1] = "<li>" .. item.html
		if #item > 0 then parts[#parts + 1] = "\n" .. list_text(item) end
		parts[#parts + 1] = "</li>\n"
	end
	parts[#parts + 1] = "</ul>\n"
	return table.concat(parts)
end

-- A list; an item may have a list of its own, indented by two.
local function read_list(lines, i, page, out)
	local items = {}
	while lines[i] and lines[i]:find "^ ? ?- " do
		local indent, text = lines[i]:match "^( *)- (.*)$"
		local owner = indent ~= "" and items[#items] or items
		owner[#owner + 1] = { html = markdown.line(text, page) }
		i = i + 1
	end
	out[#out + 1] = list_text(items)
	return i
end

local function read_code(lines, i, _, out)
	local kept = {}
	while lines[i] and lines[i]:find "^    " do
		kept[#kept + 1] = html.escape(lines[i]:sub(5))
		i = i + 1
	end
	out[#out + 1] = "<pre><code>" .. table.concat(kept, "\n") .. "</code></pre>\n"
	return i
end

local function read_heading(lines, i, page, out)
	local level, text = lines[i]:match "^(#+) (.*)$"
	out[#out + 1] = page.heading(#level, markdown.line(text, page), plain(text))
	return i + 1
end

blocks[1] = { "^#+ ", read_heading }
blocks[2] = { "^|", read_table }
blocks[3] = { "^ ? ?- ", read_list }
blocks[4] = { "^    ", read_code }

local function reader_of(line)
	for _, block in ipairs(blocks) do
		if line:find(block[1]) then return block[2] end
	end
end

-- Lines up to the next empty one, or up to a block of another kind. An image alone is no paragraph.
local function read_paragraph(lines, i, page, out)
	local texts = {}
	repeat
		texts[#texts + 1] = markdown.line(lines[i], page)
		i = i + 1
	until not lines[i] or not lines[i]:find "%S" or reader_of(lines[i])
	local text = table.concat(texts, "\n")
	out[#out + 1] = text:find "^<figure" and text .. "\n" or "<p>" .. text .. "</p>\n"
	return i
end

-- The text as HTML. page.heading(level, html, text) makes a heading; see markdown.line for the rest of page.
function markdown.html(text, page)
	local lines, out, i = {}, {}, 1
	for line in (text .. "\n"):gmatch "(.-)\r?\n" do lines[#lines + 1] = line end
	while i <= #lines do
		if lines[i]:find "%S" then
			i = (reader_of(lines[i]) or read_paragraph)(lines, i, page, out)
		else
			i = i + 1
		end
	end
	return table.concat(out)
end

return markdown
