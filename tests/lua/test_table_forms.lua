-- What every form of a table must do. A failure names the form by its ending.
local fixture = require "fixture"
local forms = require "tables.forms"
local measured = require "data.measured"
local tables = require "tables.tables"

local t = {}

local function must(form, condition, problem)
	if not condition then error(("kind %s: %s"):format(form.ending, problem), 0) end
end

-- A table of whole numbers, one of a failed point and one with a name that forms must escape.
local function made()
	local run = { columns = { "faces" }, algorithms = { "first", "a,b\t\"c\" & <d>" }, groups = {
		{ params = { faces = 1000 }, times = { first = 1, ["a,b\t\"c\" & <d>"] = 1 } },
		{ params = { faces = 4000 }, times = { first = 1 },
			failed = { ["a,b\t\"c\" & <d>"] = { status = "crash" } } },
	} }
	local spec, env = fixture.host(run, { title = "Title" })
	local m = measured.new(spec, env)
	return m, tables.make(m, "one", { rows = "faces", value = "nb" })
end

function t.each_has_every_value_and_what_failed()
	local m, one = made()
	for _, form in ipairs(forms) do
		local text = form.text(m, one)
		for _, part in ipairs { "1000", "4000", "first", "100", "200", "300", "crash" } do
			must(form, text:find(part, 1, true), "lacks " .. part)
		end
		must(form, text:sub(-1) == "\n", "has no line end at its end")
		must(form, not text:find("a,b\t", 1, true) or text:find('"a,b\t""c""', 1, true), "a name breaks a cell")
	end
end

function t.each_has_a_name_of_its_own()
	local seen = {}
	for _, form in ipairs(forms) do
		must(form, form.ending:find "^%.%l+$" and not seen[form.ending], "is no ending of its own")
		must(form, not form.link or not seen[form.link], "has the link of another")
		seen[form.ending], seen[form.link or ""] = true, true
	end
end

return t
