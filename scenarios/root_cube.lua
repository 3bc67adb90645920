-- One cube as a root, beside a box, and beside the sphere and box of a traditional hybrid (Geng et al. 2018).
-- Everything else is AO's, on the bays of maintenance_bay.lua. Tests are a hundredth of a step here, as
-- nearly all of it moves trees, and hang on what a process found in its memory: only many processes tell them
-- apart. So this is a scenario of three algorithms, whose rounds are short.
-- Takes: about 2 min on an Intel Xeon.
local h = require "harness"
local bays = require "models.geng2018_bays"

local CUBE = "ao + caabb"

return h.scenario {
	name = "root_cube",
	paper = "geng2018",
	title = "One cube as a root, beside a box, and a sphere and a box",
	order = { "task", "algorithm", "narrow", "time", "root_tests", "volumes" },

	sweep = {
		task = { "accumulator", "ptu" },
		algorithm = {
			h.sao { label = "sao" },
			h.ao { label = "ao" },
			h.algorithm {
				tree = h.tree { volume = "obb", by = "place", fit = "vertices" },
				roots = { "caabb" }, update = "full", label = CUBE,
			},
		},
	},
	runs = 11,
	builds = false, -- trees take longer than samples, and no claim is on builds
	drawn = { pose = h.drawn.path {}, count = 1000, block = 4, beside = true },
	quick = { task = { "small" }, runs = 3, drawn = 8 },

	untuned = "its algorithms differ in one thing at a time, and tuned apart they would in more",
	readings = {
		centre = bays.readings.centre { CUBE },
		bodies = bays.readings.bodies("two", "the bay"),
		descent = bays.readings.descent { "sao", "ao", CUBE },
		root = bays.readings.root { "sao", "ao", CUBE },
	},
	stand_ins = { "the bays, the parts and the way out are generated: triangles exact, shapes ours" },

	scene = function (p) return bays.of(p.task, p.bodies) end,

	tables = {
		narrow = bays.table_of("narrow_ms", "Time of a step's tests"),
		time = bays.table_of("step_ms", "Time of a step"),
		root_tests = bays.table_of("root_tests", "Tests of roots over the path"),
		volumes = bays.table_of("nb", "Tests of volumes over the path, those of roots included"),
	},

	figures = { narrow = { x = "task", y = "narrow_ms", series = "algorithm" } },

	claims = {
		["One cube as a root: tests take less time than with a sphere and a box"] = function (r)
			return bays.below(r, { { CUBE, "sao" } }, { column = "narrow_ms" })
		end,
		["One cube as a root takes less time than a box"] = function (r)
			return bays.below(r, { { CUBE, "ao" } })
		end,
		["The cube alone as a root needs fewer tests of volumes than sphere and box"] = function (r)
			return bays.below(r, { { CUBE, "sao" } }, { column = "nb" })
		end,
	},
	-- each pair of roots has one test, and a second one only with sphere and box
	checks = {
		["The cube alone as a root needs no more tests of roots than sphere and box"] = function (r)
			return bays.below(r, { { CUBE, "sao" } }, { column = "root_tests", equal_holds = true })
		end,
	},
}
