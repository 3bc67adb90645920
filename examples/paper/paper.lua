-- The experiment of the sample paper (paper.tex): trees and BSP on a growing model. `make` in this folder
-- measures it and compiles the paper.
local h = require "harness"

local trees = { "aabb(leaf=1)", "aabb(leaf=4)", "dop", "bsp" }

return h.scenario {
	name = "paper", title = "Two teapots, one grows",
	runs = 11,
	sweep = {
		faces = { 530, 1064, 2124 },
		algorithm = { h.sweep(h.aabb, { leaf = { 1, 4 } }), h.fdh18 { label = "dop" }, h.bsp { label = "bsp" } },
	},
	scene = function (p)
		local still, moving = h.teapot { faces = p.faces }, h.teapot { faces = 530 }
		local motion = h.touching { count = 6, seed = 5, on = { still, moving } }
		return { bodies = { { still }, { moving, motion = motion } } }
	end,
	columns = { tests = { value = "nb + np", title = "tests of volumes and triangles", type = "int" } },
	tables = {
		time = {
			rows = "faces", columns = "algorithm", where = { algorithm = trees }, title = "Time of a step",
			width = "page", best = "least", baseline = "bsp",
			labels = { dop = "18-DOP", bsp = "BSP", faces = "triangles" },
			published = { bsp = { [530] = 1.9, [2124] = 6.25 } },
		},
		tests = {
			rows = "algorithm", columns = "faces", value = "tests", width = "column", ratios = false,
			title = "Tests", labels = { dop = "18-DOP", bsp = "BSP", faces = "triangles" },
		},
	},
	figures = {
		time = { x = "faces", y = "step_ms", series = "algorithm", xlabel = "triangles", width = "column",
			title = false, caption = false, legend = "above" },
		tests = { x = "faces", y = "tests", series = "algorithm", xlabel = "triangles", width = "column",
			title = false, caption = false, legend = "above" },
	},
	claims = {
		["The tree is at least as much faster than BSP as published"] = function (r)
			local faces = 2124
			local published = r:published("time", faces, "bsp") / 1.9
			return r:at_least({ faces = faces, algorithm = "bsp" }, { faces = faces, algorithm = "aabb(leaf=1)" },
				{ limit = published })
		end,
	},
	quick = { faces = { 530, 2124 }, runs = 6 },
}
