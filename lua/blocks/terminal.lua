-- Writes blocks (lua/blocks/blocks.lua) for who reads a terminal: without markup, no line too wide for it.
local blocks = require "blocks.blocks"
local lists = require "base.lists"
local notation = require "text.notation"

local terminal = {}

local function inner_text(w, inner) return w:text(inner) end
local function one_line(_, text) return notation.one_line(text) end

local spans = { text = one_line, raw = one_line, code = one_line, strong = inner_text, em = inner_text,
	link = function (w, _, span) return w:text(span.text) end }

-- The characters of a text from one number to another.
local function sub(text, from, to)
	if not utf8.len(text) then return text:sub(from, to) end
	local last = utf8.offset(text, to + 1)
	return text:sub(utf8.offset(text, from) or #text + 1, last and last - 1 or -1)
end

-- How many characters all of the texts begin with.
local function shared(texts)
	local count = 0
	while true do
		local first = sub(texts[1], count + 1, count + 1)
		for _, text in ipairs(texts) do
			if first == "" or sub(text, count + 1, count + 1) ~= first then return count end
		end
		count = count + 1
	end
end

local CONTEXT = 16 -- characters at most before the first in which texts differ

-- The texts at these places, in lists of equal ones.
local function alike_of(texts, places)
	return lists.grouped(places, function (at) return texts[at] end)
end

-- How much of the beginning of texts that are cut to the same one stays: up to where they differ from others.
local function beginning_of(texts, group, width)
	local is_here, fork = {}, 0
	for _, at in ipairs(group) do is_here[at] = true end
	for i, text in ipairs(texts) do
		if not is_here[i] then fork = math.max(fork, shared { text, texts[group[1]] }) end
	end
	return math.min(math.max(width // 4, fork + 1), width // 2)
end

-- Texts that are cut to the same one are cut before the place where they differ, and behind it.
local function tell_apart(out, texts, places, width, left)
	local alike = lists.map(places, function (at) return texts[at] end)
	if #lists.distinct(alike) == 1 then return end
	local same, space = shared(alike), width - left - 1
	local from = math.max(left + 1, same - math.min(CONTEXT, space // 3))
	local rest_of_word = sub(alike[1], from, same):match "^[^ ]* "
	if rest_of_word and from > left + 1 then from = from + utf8.len(rest_of_word) end
	for _, at in ipairs(places) do
		local rest = sub(texts[at], from, math.maxinteger - 1)
		if notation.width(rest) > space then rest = sub(rest, 1, space - 1) .. "…" end
		out[at] = sub(texts[at], 1, left) .. "…" .. rest
	end
	for _, group in ipairs(alike_of(out, places)) do
		if #group < #places and #group > 1 then tell_apart(out, texts, group, width, left) end
	end
end

-- Cuts each text that is too long.
local function cut_all(texts, width)
	local out, cut = {}, {}
	for i, text in ipairs(texts) do
		out[i] = notation.width(text) > width and sub(text, 1, width - 1) .. "…" or text
		if out[i] ~= text then cut[#cut + 1] = i end
	end
	for _, group in ipairs(alike_of(out, cut)) do
		if #group > 1 then tell_apart(out, texts, group, width, beginning_of(texts, group, width)) end
	end
	return out
end

local GAP, LEAST = 2, 8 -- columns between two, and in the narrowest that is cut
local SHARE = 0.4 -- of the width, which the main column has at least

local function widths_of(rows)
	local widths = {}
	for _, row in ipairs(rows) do
		for k, cell in ipairs(row) do widths[k] = math.max(widths[k] or 0, notation.width(cell)) end
	end
	return widths
end

-- Makes columns narrower until all fit: the main one, of names, to this share of all; those whose heading is
-- wider than their cells; then the widest. Of the widest the main one stays twice as wide as others, and as
-- wide as its heading where that is possible.
local function shrink(widths, rows, width, main)
	local heading, cells = rows[1], widths_of { table.unpack(rows, 2) }
	local sum = (#widths - 1) * GAP
	for _, one in ipairs(widths) do sum = sum + one end
	local function narrow(weight, least)
		while sum > width do
			local widest = 1
			for k in ipairs(widths) do widest = weight(k) > weight(widest) and k or widest end
			if weight(widest) <= least then return end
			widths[widest], sum = widths[widest] - 1, sum - 1
		end
	end
	narrow(function (k)
		return k == main and widths[k] - math.max(notation.width(heading[k]), width * SHARE // 1) or 0
	end, 0)
	narrow(function (k) return k ~= main and widths[k] - math.max(cells[k] or 0, LEAST) or 0 end, 0)
	narrow(function (k)
		if k ~= main then return widths[k] end
		return widths[k] > notation.width(heading[k]) and widths[k] / 2 or 0
	end, LEAST)
	narrow(function (k) return widths[k] end, LEAST)
end

-- Rows of texts, the columns side by side. is_text: flush left; else all but the first are flush right.
local function columns(w, rows, is_text)
	local widths, lines = widths_of(rows), {}
	shrink(widths, rows, w.width, is_text and 2)
	for k, width in ipairs(widths) do
		local texts = lists.map(rows, function (row) return row[k] or "" end)
		for i, text in ipairs(cut_all(texts, width)) do
			local space = (" "):rep(width - notation.width(text))
			local is_right = not is_text and k > 1
			lines[i] = (lines[i] and lines[i] .. (" "):rep(GAP) or "") .. (is_right and space .. text or text .. space)
		end
	end
	for i, line in ipairs(lines) do lines[i] = line:gsub(" +$", "") .. "\n" end
	return table.concat(lines)
end

-- Spans broken into lines; further lines are indented as the first is.
local function line(w, text)
	local out, plain = {}, w:text(text)
	local indent = plain:match "^ *"
	local at = indent
	for word in plain:gmatch "%S+" do
		local longer = at == indent and at .. word or at .. " " .. word
		if notation.width(longer) > w.width and at ~= indent then
			out[#out + 1] = at
			longer = indent .. word
		end
		at = longer
	end
	out[#out + 1] = at
	return table.concat(out, "\n") .. "\n"
end

function terminal.text(list, width, between)
	return blocks.writer({ form = "terminal", between = between or "\n", spans = spans, width = width,
		columns = columns, line = line }):blocks(list)
end

return terminal
