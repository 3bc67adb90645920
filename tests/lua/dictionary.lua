-- The columns of the result files for what runs without the program: read from docs/reference/columns.md,
-- which a test of the command line holds against the program. Sets the global `engine` that the program would
-- give.
local here = debug.getinfo(1, "S").source:match "^@(.*)/[^/]*$"

local function read()
	local list, file = {}, nil
	for line in io.lines(here .. "/../../docs/reference/columns.md") do
		file = line:match "^## (.*)" or file
		local cells = {}
		for cell in line:gmatch "| ([^|]*) " do cells[#cells + 1] = cell end
		local name = cells[1] and cells[1]:match "^`([%w_]+)`$"
		if name then
			list[#list + 1] = { file = file, name = name, type = cells[2], unit = cells[3], scope = cells[4],
				kind = cells[5], needs = cells[6]:match "^%a+", group = cells[6]:match " (.*)$", title = cells[7],
				about = cells[8] }
		end
	end
	return list
end

-- Near enough for tests: begins alike, and is as long but for a letter.
local function nearest(word, names)
	for _, name in ipairs(names) do
		if name:sub(1, 1) == word:sub(1, 1) and math.abs(#name - #word) <= 1 then return name end
	end
end

-- 97.5 % quantiles of Student's distribution
local STUDENT = { [2] = 4.302653, [3] = 3.182446, [5] = 2.570582, [29] = 2.045230, [999999] = 1.959966 }

engine = { columns = read(), nearest = nearest,
	student = function (freedom) return assert(STUDENT[freedom], freedom) end }
return engine.columns
