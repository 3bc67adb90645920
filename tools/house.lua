-- What the house asks of its own files: none over 500 lines, no function of Lua over 60, and every path that
-- a page names is there (links: tools/links.lua), every target of make and every option. Prints what is not
-- so, and fails.
--   lua5.4 tools/house.lua FILE...      sources (.c .h .inl .lua) and pages (.md), from the root of the tree
local LINES_MOST, FUNCTION_MOST = 500, 60
local bad = false

local function fault(...)
	bad = true
	print((...):format(select(2, ...)))
end

local function lines_of(path)
	local lines = {}
	for line in assert(io.open(path)):lines() do lines[#lines + 1] = line end
	return lines
end

local function exists(path)
	local file = io.open(path)
	if file then file:close() end
	return file ~= nil
end

-- luac knows where functions begin and end, whatever their text looks like.
local function functions_check(path)
	local pipe = assert(io.popen(("luac5.4 -p -l '%s'"):format(path)))
	for line in pipe:lines() do
		local from, to = line:match "^function <.*:(%d+),(%d+)>"
		if from and to - from + 1 > FUNCTION_MOST then
			fault("%s:%d: a function of %d lines, at most %d", path, from, to - from + 1, FUNCTION_MOST)
		end
	end
	assert(pipe:close(), path)
end

-- A path is named by a link, or as code that begins with a folder of the tree.
local FOLDERS = { engine = true, lua = true, scenarios = true, papers = true, tests = true, tools = true,
	docs = true, examples = true, peers = true }

-- Shared objects are built; KEY stands for a name.
local function is_path(code)
	return FOLDERS[code:match "^([%w_]+)/"] and not code:match "%.so$" and not code:match "KEY"
end

local function is_missing(path, target)
	local folder = path:match "^(.*/)" or ""
	return not exists(target) and not exists(folder .. target)
end

-- The names that a pattern finds in the lines of a file: the words of what it captures.
local function names_in(path, pattern)
	local set = {}
	for _, line in ipairs(lines_of(path)) do
		for name in (line:match(pattern) or ""):gmatch "[%w-]+" do set[name] = true end
	end
	return set
end
-- Options of sbatch, which `harness submit` passes on.
local SBATCH = { array = true, partition = true, time = true, exclusive = true, ["cpus-per-task"] = true }
local targets, options

local function target_check(place, target)
	targets = targets or names_in("Makefile", "^([%w -]+):")
	if not targets[target] then fault("%s: names the target %s of make, which is not there", place, target) end
end

local function option_check(place, option)
	options = options or names_in("engine/host/options.def", '^[A-Z]+%([%w_]+, "([%w-]+)"')
	if not (options[option] or SBATCH[option]) then
		fault("%s: names the option --%s, which is not there", place, option)
	end
end

-- What a command names: of make its first target, of harness its options, which a page also names alone.
local function command_check(place, code)
	local target = (code .. " "):match "^make ([a-z][%w-]*) "
	if target then target_check(place, target) end
	if not (code:match "^harness " or code:match "^%-%-") then return end
	for option in code:gmatch "%f[%w-]%-%-([%w-]+)" do option_check(place, option) end
end

local function names_check(path)
	for number, line in ipairs(lines_of(path)) do
		local place = ("%s:%d"):format(path, number)
		for code in line:gmatch "`([^`]+)`" do
			if code:match "^[%w_./-]+$" and is_path(code) and is_missing(path, code) then
				fault("%s: names %s, which is not there", place, code)
			end
			command_check(place, code)
		end
		local command = line:match "^    (.*)"
		if command then command_check(place, command) end
	end
end

for _, path in ipairs(arg) do
	if path:match "%.md$" then
		names_check(path)
	else
		local count = #lines_of(path)
		if count > LINES_MOST then fault("%s: %d lines, at most %d", path, count, LINES_MOST) end
		if path:match "%.lua$" then functions_check(path) end
	end
end
os.exit(not bad)
