-- The forms in which every table of a run is written, beside its report. A form is a file of this folder and
-- a line here. The file has `form`: { ending = of the names of its files, link = what the report calls it, or
-- nil for no link, text = function (m, t) }.
local names = {
	"blocks",
	"latex",
	"csv",
}

local forms = {}

for i, name in ipairs(names) do forms[i] = require("tables." .. name).form end

return forms
