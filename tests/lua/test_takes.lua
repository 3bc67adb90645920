-- Every scenario's header says how long it takes in full, and on which processor.
local expect = require "expect"
local takes = require "runs.takes_line"

local here = arg[0]:match "^(.*)/[^/]*$" or "."

local t = {}

function t.the_header_alone_is_read()
	expect.equal(takes.of "-- One.\n-- Takes: 3 min on an AMD EPYC.\nreturn 1\n", "3 min on an AMD EPYC")
	expect.equal(takes.of "-- Takes: 20 s on a Core i7.\r\n", "20 s on a Core i7")
	expect.equal(takes.of "-- One.\nlocal x = 1\n-- Takes: 3 min.\n", nil)
	expect.equal(takes.of "", nil)
end

function t.every_scenario_has_a_time_and_a_processor()
	local list = assert(io.popen(("ls '%s/../../scenarios/'*.lua"):format(here)))
	local seen = 0
	for path in list:lines() do
		local file = assert(io.open(path))
		local source = file:read "a"
		file:close()
		if source:find "\nreturn h%.scenario" then
			local text, count = takes.of(source), select(2, source:gsub("%-%- Takes:", ""))
			seen = seen + 1
			expect.equal(path .. " " .. count, path .. " 1")
			expect.contains(path .. ": " .. (text or "nothing"), path .. ": about ")
			expect.equal((text:find "^about %d[%d.]* %a+ on an? %u") ~= nil, true)
		end
	end
	list:close()
	expect.equal(seen > 25, true)
end

return t
