-- Checks that an HTML page is well-formed by strict rules: every element is closed in its turn, attributes
-- are quoted and stand once, identifiers are unique, every "#id" is there, and no bare "&" or "<" is left.
local wellformed = {}

local VOID = { meta = true, link = true, br = true, img = true, hr = true, input = true }
local RAW = { script = true, style = true }

local function check_text(text)
	for at, name in text:gmatch "()&([^;]*;?)" do
		assert(name:find "^#?%w+;$", ("a bare & at %d: &%s"):format(at, name:sub(1, 20)))
	end
	assert(not text:find ">", "a bare >: " .. text:sub(1, 80))
end

local function read_attributes(tag, page)
	local rest = tag:gsub("^<[%w:-]+", ""):gsub("/?>$", "")
	local seen, list = {}, {}
	rest = rest:gsub("%s+([%w:_.-]+)=\"([^\"]*)\"", function (name, value)
		assert(not seen[name], "an attribute stands twice: " .. tag)
		assert(not value:find "<", "a bare < in " .. tag)
		seen[name], list[name] = true, value
		return ""
	end)
	rest = rest:gsub("%s+hidden%f[^%w]", "")
	assert(not rest:find "%S", "not an attribute: " .. rest .. " of " .. tag)
	if list.id then
		assert(not page.ids[list.id], "an identifier stands twice: " .. list.id)
		page.ids[list.id] = true
	end
	for name, value in pairs(list) do
		assert(not name:find "^on", "a script in an attribute: " .. tag)
		for target in value:gmatch "url%(#([^)]*)%)" do page.targets[target] = tag end
		if (name == "href" or name == "xlink:href") and value:find "^#" then page.targets[value:sub(2)] = tag end
		if name == "src" or name == "href" then page.links[#page.links + 1] = value end
	end
	return list
end

local function read_tag(text, at, page)
	local tag = text:match("^<[^>]*>", at)
	assert(tag, "a tag without an end: " .. text:sub(at, at + 60))
	local closes, name = tag:match "^<(/?)([%w:-]+)"
	assert(name, "not a tag: " .. tag)
	local after = at + #tag
	if closes == "/" then
		local open = table.remove(page.open)
		assert(open == name, ("</%s> closes <%s>"):format(name, tostring(open)))
		return after
	end
	page.elements[name] = (page.elements[name] or 0) + 1
	read_attributes(tag, page)
	if tag:find "/>$" or VOID[name] then return after end
	if not RAW[name] then
		page.open[#page.open + 1] = name
		return after
	end
	local from, last = text:find("</" .. name .. ">", after, true)
	page.raw[#page.raw + 1] = text:sub(after, from - 1)
	return last + 1
end

-- Throws if the page is not well-formed. Returns { elements = counts by name, ids, links, raw = the texts of
-- scripts and styles }.
function wellformed.check(text)
	local page = { open = {}, ids = {}, targets = {}, links = {}, elements = {}, raw = {} }
	local doctype = "<!DOCTYPE html>\n"
	assert(text:sub(1, #doctype) == doctype, "no doctype")
	local at = #doctype + 1
	while at <= #text do
		local open = text:find("<", at, true) or #text + 1
		check_text(text:sub(at, open - 1))
		at = open <= #text and read_tag(text, open, page) or open
	end
	assert(#page.open == 0, "not closed: " .. tostring(page.open[#page.open]))
	for target, tag in pairs(page.targets) do
		assert(page.ids[target], ("nothing has the identifier %s of %s"):format(target, tag))
	end
	return page
end

return wellformed
