-- Table 2 of Wei et al. 2000: tests and time of FDH, AABB and OBB trees while one model moves through
-- another. The models are in wei2000_models.lua. The paper does not print the motions; those of
-- wei2000_walks.lua have as many contacts as it counted. FDH and AABB trees are updated as in section 3.3 of
-- the paper: a node is updated when it is first reached, and becomes the FDH of the rotated FDH (lazy, hull).
-- The paper's OBB tree is RAPID. It names no split rule; here nodes are split at the mean of the longest
-- axis, with one triangle in a leaf. The paper's counts are sums over the steps, and its times are means of a
-- step.
local h = require "harness"
local models = require "wei2000_models"
local walks = require "wei2000_walks"

local as_published = { "fdh18", "fdh14", "aabb", "obb" }
local tuned = { "fdh18 tuned", "fdh14 tuned", "aabb tuned", "obb tuned" }

-- Is a ratio between lo and hi? Its bounds decide if it has bounds, else its median.
local function verdict_within(r, ratio, lo, hi, text)
	local low, high = ratio.lo or ratio.median, ratio.hi or ratio.median
	if low >= lo and high <= hi then return r:holds(text) end
	if high < lo or low > hi then return r:refuted(text) end
	return r:undecided(text)
end

local function tests_within(r, a, b, lo, hi)
	local verdicts = {}
	for i, name in ipairs(r:values "models") do
		local function sum(algorithm)
			local point = { models = name, algorithm = algorithm }
			return r:value(point, "nb") + r:value(point, "np")
		end
		local ratio = sum(a) / sum(b)
		verdicts[i] = verdict_within(r, { median = ratio }, lo, hi,
			("%s: %s / %s = %.3g"):format(name, a, b, ratio))
	end
	return r:all(verdicts)
end

local function time_within(r, a, b, lo, hi)
	local verdicts = {}
	for i, name in ipairs(r:values "models") do
		local ratio = r:ratio({ models = name, algorithm = a }, { models = name, algorithm = b })
		local text = ("%s: %s / %s = %s"):format(name, a, b, ratio.text)
		verdicts[i] = ratio.lo and verdict_within(r, ratio, lo, hi, text)
			or r:undecided(text .. ", too few rounds for an interval")
	end
	return r:all(verdicts)
end

-- Has `algorithm` a larger value of the column than all `others`, for every pair of models?
local function worst(r, algorithm, others, column)
	local verdicts = {}
	for _, name in ipairs(r:values "models") do
		for _, other in ipairs(others) do
			if other ~= algorithm then
				verdicts[#verdicts + 1] = r:above({ models = name, algorithm = algorithm },
					{ models = name, algorithm = other }, { column = column })
			end
		end
	end
	return r:all(verdicts)
end

return h.scenario {
	name = "fdh_motion",
	paper = "wei2000",
	title = "FDH, AABB and OBB trees of a model that moves through another",
	order = { "models", "algorithm", "contacts", "nb", "np", "time", "tuned" },

	-- tuned: the best, over the three pairs, of leaf 1, 2, 4 x axis longest, all x point mean, median, sah
	-- x lazy hull, lazy conic, lazy refit, full refit, sat
	sweep = {
		models = models.names,
		algorithm = {
			h.fdh18 { update = "lazy", by = "hull", label = "fdh18" },
			h.fdh14 { update = "lazy", by = "hull", label = "fdh14" },
			h.aabb { update = "lazy", by = "hull", label = "aabb" },
			h.rapid { label = "obb" },
			h.fdh18 { leaf = 2, axis = "all", point = "sah", update = "lazy", by = "conic", label = "fdh18 tuned" },
			h.fdh14 { leaf = 2, axis = "all", point = "sah", update = "lazy", by = "conic", label = "fdh14 tuned" },
			h.aabb { leaf = 2, axis = "all", point = "sah", label = "aabb tuned" },
			h.rapid { leaf = 2, axis = "all", point = "sah", label = "obb tuned" },
		},
	},
	quick = { models = "tetrahedra" },

	readings = {
		rule = { of = as_published, key = "point", ours = "mean", others = { "median" },
			open = "where a node is split along its longest axis" },
	},
	stand_ins = { "the models are generated with the paper's numbers of triangles",
		"the motions are seeded walks with about as many contacts as the paper counted" },

	scene = function (p)
		local still = models.still[p.models]()
		return { bodies = { { still }, { models.active[p.models](), motion = walks.motion(p.models, still) } } }
	end,

	tables = {
		contacts = {
			title = "Contacts over all steps: what the walks were fitted to",
			where = { algorithm = "fdh18" },
			rows = "models",
			columns = "algorithm",
			value = "contacts",
			published = { fdh18 = { tetrahedra = 2305, rings = 39802, pipes = 84931 } },
		},
		nb = {
			title = "Tests of volumes over all steps (Table 2, Nb)",
			where = { algorithm = as_published },
			rows = "models",
			columns = "algorithm",
			value = "nb",
			published = {
				fdh18 = { tetrahedra = 53851, rings = 2761000, pipes = 3218000 },
				fdh14 = { tetrahedra = 54872, rings = 3560000, pipes = 3616000 },
				aabb = { tetrahedra = 149329, rings = 4594000, pipes = 7866000 },
				obb = { tetrahedra = 11889, rings = 662198, pipes = 542000 },
			},
		},
		np = {
			title = "Tests of triangles over all steps (Table 2, Np)",
			where = { algorithm = as_published },
			rows = "models",
			columns = "algorithm",
			value = "np",
			published = {
				fdh18 = { tetrahedra = 14601, rings = 120208, pipes = 505000 },
				fdh14 = { tetrahedra = 14570, rings = 131068, pipes = 516000 },
				aabb = { tetrahedra = 43048, rings = 152352, pipes = 903000 },
				obb = { tetrahedra = 2512, rings = 78191, pipes = 203000 },
			},
		},
		time = {
			title = "Mean time of a step (Table 2)",
			where = { algorithm = as_published },
			rows = "models",
			columns = "algorithm",
			value = "step_ms",
			published = {
				fdh18 = { tetrahedra = 0.085, rings = 17.563, pipes = 1.063 },
				fdh14 = { tetrahedra = 0.078, rings = 21.431, pipes = 1.133 },
				aabb = { tetrahedra = 0.103, rings = 26.380, pipes = 1.939 },
				obb = { tetrahedra = 0.157, rings = 28.920, pipes = 1.905 },
			},
		},
		tuned = {
			title = "Mean time of a step, each at its best",
			where = { algorithm = tuned },
			rows = "models",
			columns = "algorithm",
			value = "step_ms",
		},
	},

	figures = {
		time = { x = "algorithm", y = "step_ms", panels = "models", logy = true },
		tests = { x = "algorithm", y = "nb", panels = "models", logy = true },
	},

	claims = {
		["The walks have as many contacts as published, within 10 %"] = function (r)
			local verdicts = {}
			for i, name in ipairs(r:values "models") do
				local ratio = r:value({ models = name, algorithm = "fdh18" }, "contacts") / walks[name].contacts
				verdicts[i] = verdict_within(r, { median = ratio }, 0.9, 1.1,
					("%s: %.4f of %d"):format(name, ratio, walks[name].contacts))
			end
			return r:all(verdicts)
		end,
		["FDH18 needs about 4 times as many tests, Nb + Np, as OBB: 3 to 5 times"] = function (r)
			return tests_within(r, "fdh18", "obb", 3, 5)
		end,
		["OBB takes about 1.75 times as long as FDH18: 1.5 to 2 times"] = function (r)
			return time_within(r, "obb", "fdh18", 1.5, 2)
		end,
		["OBB takes about 1.75 times as long as FDH18: 1.5 to 2 times, both tuned"] = function (r)
			return time_within(r, "obb tuned", "fdh18 tuned", 1.5, 2)
		end,
		["AABB needs the most tests of volumes"] = function (r) return worst(r, "aabb", as_published, "nb") end,
		-- by the paper's own figures OBB was slower for two of the three pairs
		["AABB is the slowest"] = function (r) return worst(r, "aabb", as_published, "step_ms") end,
		["AABB is the slowest, all tuned"] = function (r) return worst(r, "aabb tuned", tuned, "step_ms") end,
	},
}
