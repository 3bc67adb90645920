-- Draws figures with gnuplot, for tests.
local expect = require "expect"
local figures = require "figures.figures"
local gnuplot = require "figures.gnuplot"

local drawing = {}

local function file_write(path, text)
	local file = assert(io.open(path, "w"))
	file:write(text)
	file:close()
end

local function file_read(path)
	local file = io.open(path, "rb")
	if not file then return nil end
	local text = file:read("a")
	file:close()
	return text
end

-- Draws figures, each in files of its own, in one run of gnuplot. Returns for each the texts of its files
-- by kind: svg, pdf, png, tex (for LaTeX) and graphics (the PDF that LaTeX includes). `kinds` restricts what
-- is drawn: "svg".
function drawing.of(list, kinds)
	local directory = os.tmpname()
	os.remove(directory)
	assert(os.execute("mkdir '" .. directory .. "'"))
	local names = {}
	for i, f in ipairs(list) do
		local name = ("f%d"):format(i)
		local data, at = figures.csv(f)
		local script = gnuplot.script(f, name, at)
		if kinds then
			script = script:gsub("\nkinds = 'svg'\n.-\ndo for", ("\nkinds = '%s'\ndo for"):format(kinds))
		end
		file_write(directory .. "/" .. name .. ".csv", data)
		file_write(directory .. "/" .. name .. ".gp", script)
		names[i] = name .. ".gp"
	end
	local drawn = os.execute(("cd '%s' && LC_ALL=C.UTF-8 gnuplot %s 2>err && test ! -s err"):format(directory,
		table.concat(names, " ")))
	local problem, out = file_read(directory .. "/err"), {}
	for i = 1, #list do
		local base = ("%s/f%d"):format(directory, i)
		out[i] = { svg = file_read(base .. ".svg"), pdf = file_read(base .. ".pdf"),
			png = file_read(base .. ".png"), tex = file_read(base .. "-latex.tex"),
			graphics = file_read(base .. "-latex.pdf") }
	end
	local keep = os.getenv "KEEP_DRAWINGS" -- a directory: to look at what the tests draw
	if keep then os.execute(("cp '%s'/* '%s'"):format(directory, keep)) end
	os.execute(("rm -r '%s'"):format(directory))
	expect.equal(drawn, true, problem)
	return out
end

return drawing
