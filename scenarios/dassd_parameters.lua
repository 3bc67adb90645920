-- What DASSD (Yu et al. 2018) leaves open, one parameter at a time, on the scenes of its tables 1 and 2. Our
-- text of the paper lacks the sections on cells and on the order of tests. So how large cells are, whose
-- triangles they list, whether their shape follows the motion, and what is compared before the test of two
-- triangles are readings. `dassd` is the default, which compares nothing before that test; each other row
-- changes one thing.
-- Takes: about 10 s on an AMD EPYC.
local h = require "harness"
local yu2018 = require "models.yu2018_teapots"

-- label = what is changed
local changes = {
	{ "holder still", { holder = "still" } },
	{ "holder moving", { holder = "moving" } },
	{ "box test", { box_test = true } },
	{ "blocks", { blocks = true } },
	{ "boxes", { box_test = true, blocks = true } },
	{ "no direction", { direction = false } },
	{ "no two-step test", { two_step = false } },
	{ "no cells kept", { keep = false } },
	{ "one cell", { target = 1e6 } },
}
local TARGETS = { 0.25, 0.5, 1, 2, 4, 8, 16, 32 }

local algorithms, labels = { h.dassd { label = "dassd" } }, { "dassd" }
for _, change in ipairs(changes) do
	local of = { label = "dassd " .. change[1] }
	for name, value in pairs(change[2]) do of[name] = value end
	algorithms[#algorithms + 1], labels[#labels + 1] = h.dassd(of), of.label
end
for _, target in ipairs(TARGETS) do
	algorithms[#algorithms + 1] = h.dassd { target = target, label = ("target %g"):format(target) }
	algorithms[#algorithms + 1] = h.dassd { target = target, box_test = true, blocks = true,
		label = ("boxes, target %g"):format(target) }
end
algorithms[#algorithms + 1] = h.aabb { label = "aabb" }

local function table_of(column, title)
	return { title = title, rows = "algorithm", columns = "scene_of", value = column,
		where = { algorithm = labels } }
end

-- Does the change with this label make DASSD faster ("below") or slower ("above"), in every scene?
local function matters(r, label, way)
	local verdicts = {}
	for i, scene in ipairs(r:values "scene_of") do
		verdicts[i] = r[way](r, { scene_of = scene, algorithm = label },
			{ scene_of = scene, algorithm = "dassd" })
	end
	return r:all(verdicts)
end

return h.scenario {
	name = "dassd_parameters",
	paper = "yu2018",
	title = "What DASSD leaves open",
	order = { "scene_of", "algorithm", "time", "pairs", "volumes", "boxes", "cells" },

	sweep = {
		scene_of = { "table 1, 2124", "table 1, 8106", "table 2, 2124", "table 2, 8106" },
		algorithm = algorithms,
	},
	drawn = { count = 1000, beside = true,
		pose = h.drawn.touching { on = { h.teapot { faces = 8106 }, h.teapot { faces = 530 } } } },
	quick = { scene_of = { "table 1, 2124", "table 2, 2124" }, drawn = 8 },
	untuned = "its question is the setting itself",
	readings = {
		-- of all that the claims compare, but for one cell
		target = yu2018.target { "dassd", "dassd box test", "dassd blocks", "dassd holder still",
			"dassd holder moving", "dassd no two-step test" },
		depth = yu2018.depth,
		-- of both rows that a claim compares, but for those that are the other reading themselves
		box_test = { of = { "dassd", "dassd no two-step test", "dassd one cell", "dassd blocks",
			"dassd holder still", "dassd holder moving" }, key = "box_test", ours = false,
			others = { true }, open = yu2018.readings.box_test.open, because = yu2018.readings.box_test.because },
		holder = yu2018.holder { "dassd", "dassd no two-step test", "dassd one cell", "dassd box test",
			"dassd blocks" },
	},
	stand_ins = { "the six poses are seeded, as our copy prints neither poses nor how many",
		"both models are teapots; the paper's kettles are not public" },

	scene = function (p)
		local which, faces = p.scene_of:match("^table (%d), (%d+)$")
		local large, small = h.teapot { faces = tonumber(faces) }, h.teapot { faces = 530 }
		local still, moving = small, large
		if which == "1" then still, moving = large, small end
		local poses = h.touching { count = 6, seed = 1, depth = p.depth, on = { h.teapot { faces = 8106 }, small } }
		return { bodies = { { still }, { moving, motion = poses } } }
	end,

	tables = {
		time = table_of("step_ms", "Time of a step"),
		pairs = table_of("np", "Tests of triangle pairs"),
		volumes = table_of("nb", "Tests of volumes"),
		boxes = table_of("triangle_boxes", "Boxes of triangles and blocks compared"),
		cells = table_of("nu", "Cells and boxes made"),
	},

	figures = {
		target = { x = "dassd_target", y = "step_ms", series = "dassd_box_test", panels = "scene_of", logx = true,
			xlabel = "triangles a cell", where = { dassd_holder = "auto", dassd_direction = true,
				dassd_two_step = true, dassd_keep = true, algorithm = (function ()
					local out = {}
					for _, target in ipairs(TARGETS) do
						out[#out + 1] = ("target %g"):format(target)
						out[#out + 1] = ("boxes, target %g"):format(target)
					end
					return out
				end)() } },
	},

	claims = {
		["Comparing boxes first makes DASSD faster"] =
			function (r) return matters(r, "dassd box test", "below") end,
		["Leaving out blocks makes DASSD faster"] = function (r) return matters(r, "dassd blocks", "below") end,
		["Listing the still body's triangles makes DASSD slower"] =
			function (r) return matters(r, "dassd holder still", "above") end,
		["Listing the moving body's triangles makes DASSD slower"] =
			function (r) return matters(r, "dassd holder moving", "above") end,
		["Without the two-step test DASSD is slower"] =
			function (r) return matters(r, "dassd no two-step test", "above") end,
		["Without cells DASSD is slower"] = function (r) return matters(r, "dassd one cell", "above") end,
	},
}
