-- The shape of a table in LaTeX, where no TeX is there to compile it.
local expect = require "expect"

local shape = {}

-- The number of columns of a tabular's specification, such as "@{}lr@{\,}S[table-format=1.2]@{}".
local function specified(text)
	local bare = text:gsub("@%b{}", ""):gsub("%b[]", "")
	expect.equal(bare:find("^[lrS]+$"), 1, text)
	return #bare
end

-- Every tabular has as many cells in each row as its specification says, and as many braces open as close.
-- Returns the number of tabulars.
function shape.check(text)
	local count = 0
	for spec, body in text:gmatch "\\begin{tabular}(%b{})\n(.-)\n\\end{tabular}" do
		count = count + 1
		for line in body:gmatch "[^\n]+" do
			if line:find " \\\\$" then
				local cells = 1
				for _ in line:gsub("\\[&\\]", "  "):gmatch "&" do cells = cells + 1 end
				for span in line:gmatch "\\multicolumn{(%d+)}" do cells = cells + tonumber(span) - 1 end
				expect.equal(cells, specified(spec:sub(2, -2)), line)
			end
		end
	end
	local bare = text:gsub("\\[{}\\]", "  ")
	local _, opened = bare:gsub("{", "")
	local _, closed = bare:gsub("}", "")
	expect.equal(opened, closed)
	return count
end

return shape
