-- Every link of a page leads to a file, and to a heading where it names one: lua5.4 tools/links.lua PAGE...
-- results/reference is made by the program, and leaves out files that its pages name.
local function read(path)
	local file = io.open(path)
	local text = file and file:read "a"
	if file then file:close() end
	return text
end

-- The anchors of a page: its headings in small letters, with - for a space, without marks.
local function anchors(text)
	local out = {}
	for heading in ("\n" .. text):gmatch "\n#+ ([^\n]*)" do
		out[heading:lower():gsub("[^%w%s_\128-\255-]", ""):gsub(" ", "-")] = true
	end
	return out
end

local function exists(path)
	local file = io.open(path)
	if file then file:close() end
	return file ~= nil
end

local wrong = 0
local function check(page, link)
	local path, anchor = link:match "^([^#]*)#?(.*)$"
	local target = path == "" and page or (page:match "^(.*/)" or "") .. path
	local text = target:find "%.md$" and read(target)
	if exists(target) and (anchor == "" or not text or anchors(text)[anchor]) then return end
	io.stderr:write(("%s: the link %s leads nowhere\n"):format(page, link))
	wrong = wrong + 1
end

for _, page in ipairs(arg) do
	for link in read(page):gmatch "%]%(([^)%s]*)%)" do
		if not link:find "^https?:" then check(page, link) end
	end
end
os.exit(wrong == 0)
