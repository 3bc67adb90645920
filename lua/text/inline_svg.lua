-- SVG files as parts of an HTML page. Only drawing elements are let through: a run's folder may come from
-- somebody else, and a script in a figure would be a script of the page.
local inline_svg = {}

local ALLOWED = {}
for name in ("svg g defs symbol use path rect circle ellipse line polyline polygon text tspan clipPath mask "
	.. "pattern linearGradient radialGradient stop filter feFlood feComposite"):gmatch "%S+" do
	ALLOWED[name] = true
end
local DROPPED = { title = true, desc = true, metadata = true } -- with their content

-- The position after the tag that begins at `at`. A ">" inside quotes does not end it. nil: it never ends.
local function tag_end(text, at)
	while true do
		at = text:find("[\"'>]", at)
		if not at then return nil end
		local c = text:sub(at, at)
		if c == ">" then return at + 1 end
		at = text:find(c, at + 1, true)
		if not at then return nil end
		at = at + 1
	end
end

-- Splits the text into tags and the texts between them: { { tag = true, text }, ... }. Comments,
-- declarations and processing instructions are left out. nil and a reason if it is no XML.
local function pieces_of(text)
	local pieces, at = {}, 1
	while at <= #text do
		local open = text:find("<", at, true) or #text + 1
		if open > at then pieces[#pieces + 1] = { text = text:sub(at, open - 1) } end
		if open > #text then break end
		local is_comment = text:sub(open, open + 3) == "<!--"
		local _, comment_end = text:find("-->", open, true)
		local after = is_comment and comment_end and comment_end + 1 or not is_comment and tag_end(text, open + 1)
		if not after then return nil, "a tag without an end" end
		if not text:find("^[!?]", open + 1) then
			pieces[#pieces + 1] = { tag = true, text = text:sub(open, after - 1) }
		end
		at = after
	end
	return pieces
end

-- Name, value pairs of a tag's attributes, in order.
local function attributes_of(tag)
	local list = {}
	local rest = tag:gsub("^</?[%w:_-]+", "")
	for name, quote, value in rest:gmatch("([%w:_.-]+)%s*=%s*([\"'])(.-)%2") do
		if quote == "'" then value = value:gsub('"', "&quot;") end
		list[#list + 1] = { name = name, value = (value:gsub("<", "&lt;"):gsub(">", "&gt;"):gsub("%s+", " ")) }
	end
	return list
end

local function is_reference(attribute)
	return attribute.name == "href" or attribute.name == "xlink:href"
end

-- The names of all elements that something refers to. A reason instead if something refers to another file.
local function references_of(pieces)
	local names = {}
	for _, piece in ipairs(pieces) do
		for _, a in ipairs(piece.attributes or {}) do
			local target = is_reference(a) and a.value
			if target and target:sub(1, 1) ~= "#" then return nil, "refers to " .. target end
			if target then names[target:sub(2)] = true end
			for inner in a.value:gmatch "url%(%s*([^)]*)" do
				if inner:sub(1, 1) ~= "#" then return nil, "refers to " .. inner end
				names[inner:sub(2)] = true
			end
		end
	end
	return names
end

-- The attribute as it stands in the page, or nil if it is left out. Identifiers get the prefix; those that
-- nothing refers to, and repeated ones, are left out.
local function attribute_text(a, prefix, referred, seen)
	if a.name:find "^xmlns" or a.name:find "^[oO][nN]" then return nil end
	local name, value = a.name, a.value
	if name == "id" then
		if not referred[value] or seen[value] then return nil end
		seen[value] = true
		value = prefix .. value
	elseif is_reference(a) then
		name, value = "href", "#" .. prefix .. value:sub(2)
	else
		value = value:gsub("url%(%s*#", function () return "url(#" .. prefix end)
	end
	return ('%s="%s"'):format(name, value)
end

local function tag_text(piece, prefix, referred, seen, extra)
	if piece.closes then return "</" .. piece.name .. ">" end
	local parts = { "<" .. piece.name }
	for _, a in ipairs(piece.attributes) do parts[#parts + 1] = attribute_text(a, prefix, referred, seen) end
	parts[#parts + 1] = extra
	return table.concat(parts, " ") .. (piece.empty and "/>" or ">")
end

-- Sets name and attributes of each tag, and marks what lies inside dropped elements. A reason if an element
-- is not allowed, or if the tags are not nested.
local function pieces_read(pieces)
	local open, dropped = {}, 0
	for _, piece in ipairs(pieces) do
		piece.dropped = dropped > 0
		if piece.tag then
			piece.closes, piece.name = piece.text:match "^<(/?)([%w:_-]+)"
			piece.closes, piece.empty = piece.closes == "/", piece.text:find "/>$" ~= nil
			if not piece.name then return "a tag without a name" end
			local drops = DROPPED[piece.name]
			local allowed = drops or piece.dropped or ALLOWED[piece.name]
			if not allowed then return ("has an element <%s>"):format(piece.name) end
			piece.dropped = piece.dropped or drops
			piece.attributes = attributes_of(piece.text)
			if piece.closes then
				if table.remove(open) ~= piece.name then return ("</%s> closes nothing"):format(piece.name) end
			elseif not piece.empty then
				open[#open + 1] = piece.name
			end
			if drops and not piece.empty then dropped = dropped + (piece.closes and -1 or 1) end
		end
	end
	return #open > 0 and ("<%s> is not closed"):format(open[#open]) or nil
end

-- Space between elements is left out, but not inside a text. gnuplot escapes "<" and "&" alone.
local function text_kept(piece, in_text)
	if in_text or piece.text:find "%S" then return (piece.text:gsub(">", "&gt;")) end
	return piece.text:find("\n", 1, true) and "\n" or ""
end

local function render(pieces, prefix, referred, extra)
	local out, seen, depth = {}, {}, 0
	for i, piece in ipairs(pieces) do
		if not piece.dropped and piece.tag then
			if piece.name == "text" and not piece.empty then depth = depth + (piece.closes and -1 or 1) end
			out[#out + 1] = tag_text(piece, prefix, referred, seen, i == 1 and extra or nil)
		elseif not piece.dropped then
			out[#out + 1] = text_kept(piece, depth > 0)
		end
	end
	-- gnuplot writes many groups that hold nothing
	return (table.concat(out):gsub("<g[^<>]*>%s*</g>\n?", ""):gsub("\n+", "\n"))
end

-- The SVG element of a file, with `prefix` before each of its identifiers and `extra` among the attributes of
-- <svg>. nil and a reason if the text is no SVG or has elements that draw nothing.
function inline_svg.make(text, prefix, extra)
	local from, last = text:find("<svg[%s>]"), nil
	for at in text:gmatch "()</svg>" do last = at end
	if not (from and last) then return nil, "is no SVG" end
	local pieces, problem = pieces_of(text:sub(from, last + 5))
	problem = problem or pieces_read(pieces)
	if problem then return nil, problem end
	local referred, foreign = references_of(pieces)
	if not referred then return nil, foreign end
	return render(pieces, prefix, referred, extra)
end

return inline_svg
