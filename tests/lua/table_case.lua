-- A made-up run of three groups, and the table of it that the tests of tables start from.
local fixture = require "fixture"
local measured = require "data.measured"
local tables = require "tables.tables"

local table_case = {}

local function two_groups(change)
	local def = {
		columns = { "moving", "faces" }, algorithms = { "dassd", "aabb" },
		groups = {
			{ params = { moving = "small", faces = 1000 }, times = { dassd = 2.0, aabb = 3.0 } },
			{ params = { moving = "small", faces = 2000 }, times = { dassd = 4.0, aabb = 4.001 } },
			{ params = { moving = "large", faces = 1000 }, times = { dassd = 7.0, aabb = 5.0 } },
		},
	}
	if change then change(def) end
	return def
end

local published = { dassd = { [1000] = 1.7, [2000] = 4.3 }, aabb = { [1000] = 1.9, [2000] = 6.25 } }

-- The table of this definition, and the measured run. change(def): alters the run first.
function table_case.make(table_def, change, spec)
	local run_spec, env = fixture.host(two_groups(change), spec or { paper = "someone1999" })
	local m = measured.new(run_spec, env)
	return tables.make(m, "table1", table_def), m
end

function table_case.default_table()
	return { where = { moving = "small" }, rows = "faces", columns = "algorithm",
		published = published }
end

return table_case
