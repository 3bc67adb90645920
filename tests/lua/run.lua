-- Runs every test of tests/lua/test_*.lua with a plain Lua: lua5.4 tests/lua/run.lua [NAME...]. A test file
-- returns its tests by name; each fails by an error. Exit 1 where one failed.
local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = ("%s/?.lua;%s/../../lua/?.lua;"):format(here, here) .. package.path

require "dictionary"

local function test_files()
	if #arg > 0 then return arg end
	local names = {}
	local listing = assert(io.popen(("ls '%s'"):format(here:gsub("'", "'\\''"))))
	for file in listing:lines() do
		names[#names + 1] = file:match("^test_(.+)%.lua$")
	end
	listing:close()
	table.sort(names)
	return names
end

local function sorted_names(tests)
	local names = {}
	for name in pairs(tests) do names[#names + 1] = name end
	table.sort(names)
	return names
end

local run, failed = 0, 0
for _, file in ipairs(test_files()) do
	local tests = require("test_" .. file)
	for _, name in ipairs(sorted_names(tests)) do
		run = run + 1
		local ok, problem = xpcall(tests[name], debug.traceback)
		if not ok then
			failed = failed + 1
			io.stderr:write(("%s: %s: %s\n"):format(file, name, tostring(problem)))
		end
	end
end
print(("Lua tests: %d run, %d failed"):format(run, failed))
os.exit(failed == 0 and run > 0)
