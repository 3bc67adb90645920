-- Made-up runs and figures of them, for tests.
local figures = require "figures.figures"
local fixture = require "fixture"
local measured = require "data.measured"

local runs = {}

-- The figure `def` of a run (lua/fixture.lua) with this scenario.
function runs.figure(run, def, scenario)
	local spec, env = fixture.host(run, scenario or { title = "Title" })
	local m = measured.new(spec, env)
	return figures.make(m, "one", def), m
end

-- The figure `def` of a small run: two moving models, two numbers of faces, two algorithms. `change` may
-- alter the run.
function runs.make(def, change, scenario)
	local run = {
		columns = { "moving", "faces" }, algorithms = { "a", "b" }, groups = {
			{ params = { moving = "small", faces = 4000 }, times = { a = 2.0, b = 3.0 } },
			{ params = { moving = "small", faces = 1000 }, times = { a = 1.0, b = 1.5 } },
			{ params = { moving = "large", faces = 1000 }, times = { a = 1.2, b = 1.7 } },
			{ params = { moving = "large", faces = 4000 }, times = { a = 2.2, b = 3.7 } },
		},
	}
	if change then change(run) end
	return runs.figure(run, def, scenario)
end

function runs.panels() return { x = "faces", y = "step_ms", series = "algorithm", panels = "moving" } end

-- Changes the run to one group of three algorithms, whose parameter k is an axis.
function runs.along_k(times)
	return function (run)
		run.columns, run.algorithms, run.more_columns = {}, { "so(k=1)", "so(k=2)", "so(k=4)" }, { "so_k" }
		local by_label, failed = {}, {}
		for i, label in ipairs(run.algorithms) do
			by_label[label] = times[i]
			failed[label] = { so_k = 2 ^ (i - 1) }
		end
		run.groups = { { params = {}, times = by_label, failed = failed } }
	end
end

-- A run of some algorithms over sizes and two scenes. Times grow with the size; those of the second algorithm
-- are inside the noise of the first.
function runs.sizes(labels, sizes)
	local run = { columns = { "faces", "scene" }, algorithms = labels, groups = {} }
	for _, scene in ipairs { "racks", "two teapots" } do
		for i, faces in ipairs(sizes) do
			local times = {}
			for j, label in ipairs(labels) do times[label] = i * (j == 2 and 1.002 or 0.7 + 0.3 * j) end
			run.groups[#run.groups + 1] = { params = { faces = faces, scene = scene }, times = times }
		end
	end
	return run
end

-- A run over two parameters of one algorithm and two scenes. The time of a cell is leaf + k / 100.
function runs.grid(leaves, ks)
	local run = { columns = { "leaf", "k", "scene" }, algorithms = { "kdop" }, groups = {} }
	for _, scene in ipairs { "racks", "two teapots" } do
		for _, leaf in ipairs(leaves) do
			for _, k in ipairs(ks) do
				local times = { kdop = leaf + k / 100 }
				run.groups[#run.groups + 1] = { params = { leaf = leaf, k = k, scene = scene }, times = times }
			end
		end
	end
	return run
end

-- A run of a map "where" of a and b over w times h cells. wins(x, y): "a", "b" or "open" of a cell, and why
-- it was timed, if it was.
function runs.map(w, h, wins)
	local run = { columns = { "depth", "faces" }, algorithms = { "a", "b" }, groups = {}, maps = {} }
	for y = 1, h do
		for x = 1, w do
			local times = { a = 1, b = 1 }
			run.groups[#run.groups + 1] = { params = { faces = x * 1000, depth = y / 100 }, times = times }
			local winner, chosen = wins(x, y)
			local ratio = winner == "b" and 1.5 or winner == "a" and 0.5 or 1.1
			run.maps[#run.maps + 1] = { map_name = "where", point = 2 * #run.groups - 1, algorithm = "a",
				over_algorithm = "b", map_winner = winner, chosen_for = chosen, predicted_ratio = ratio,
				measured_ratio = chosen and ratio, audited = 60, audit_wrong = 0, audit_bound = 0.0487 }
		end
	end
	return run
end

-- The figure of such a run.
function runs.map_figure(...)
	return runs.figure(runs.map(...), { kind = "map", map = "where", x = "faces", y = "depth" },
		{ title = "Title", maps = { where = { a = "a", b = "b", x = "faces", y = "depth" } } })
end

return runs
