-- Translation alone (Wei et al. 2000, section 3.3, theorem 2): the FDH of what is moved by t is the old one
-- with b_d + d.t in every direction d, and no looser. The models and walks are those of table 2, but without
-- turns. `shift` adds d.t to all volumes at rest (any update by `hull` or `conic` does so in a step without
-- rotation), `lazy shift` only to those that are reached. `refit` projects the vertices again.
-- Takes: about 110 s on an AMD EPYC.
local h = require "harness"
local models = require "models.wei2000_models"
local walks = require "models.wei2000_walks"

local VOLUMES = { "fdh18", "fdh14", "aabb" }
local algorithms, TREES = {}, {}
for _, volume in ipairs(VOLUMES) do
	algorithms[#algorithms + 1] = h[volume] { label = volume .. " refit" }
	algorithms[#algorithms + 1] = h[volume] { by = "hull", label = volume .. " shift" }
	algorithms[#algorithms + 1] = h[volume] { update = "lazy", by = "hull", label = volume .. " lazy shift" }
end
for i, algorithm in ipairs(algorithms) do TREES[i] = algorithm.label end
algorithms[#algorithms + 1] = h.rapid { label = "obb" }

-- Of all volumes and models: column of `a` against that of `b`, to a limit.
local function compare(r, a, b, column, limit)
	local verdicts = {}
	for _, name in ipairs(r:values "models") do
		for _, volume in ipairs(VOLUMES) do
			verdicts[#verdicts + 1] = r:below({ models = name, algorithm = volume .. a },
				{ models = name, algorithm = volume .. b }, { column = column, limit = limit })
		end
	end
	return r:all(verdicts)
end

local function table_of(title, value)
	return { title = title, rows = "algorithm", columns = "models", value = value }
end

return h.scenario {
	name = "fdh_translation",
	paper = "wei2000",
	title = "FDH trees of a model that moves without turning",
	order = { "models", "algorithm", "time", "update", "narrow", "nb", "nu" },

	sweep = { models = models.names, algorithm = algorithms },
	builds = false, -- trees take longer than samples, and no claim is on builds
	drawn = { pose = h.drawn.path { steps = 10 }, count = 300, block = 4, beside = true },
	quick = { models = "tetrahedra", drawn = 8 },
	untuned = "its algorithms differ in one thing at a time, and tuned apart they would in more",
	readings = { rule = models.readings.rule(TREES), descent = models.readings.descent(TREES) },
	stand_ins = { "the models are generated with the paper's numbers of triangles, and the ways are ours" },

	scene = function (p)
		local still = models.still[p.models]()
		local walk = walks.motion(p.models, still, nil, { degrees = 0 })
		return { bodies = { { still }, { models.active[p.models](), motion = walk } } }
	end,

	tables = {
		time = table_of("Time of a step", "step_ms"),
		update = table_of("Time of a step's update; missing where it is part of the test", "update_ms"),
		narrow = table_of("Time of a step's test", "narrow_ms"),
		nb = table_of("Tests of volumes over the motion", "nb"),
		nu = table_of("Volumes updated over the motion", "nu"),
	},

	claims = {
		["A shift of all volumes takes less time than a refit of all"] = function (r)
			return compare(r, " shift", " refit", "update_ms")
		end,
		["A shift of the volumes that are reached takes less time than one of all"] = function (r)
			return compare(r, " lazy shift", " shift", "step_ms")
		end,
	},
	-- theorems
	checks = {
		["A shift loosens nothing: at most 0.1 % more tests of volumes than a refit"] = function (r)
			return compare(r, " shift", " refit", "nb", 1.001)
		end,
	},
}
