-- Sets of directions of k-DOPs, those of Wei et al. 2000 (section 1.2: 6, 14, 18) and others: how tight are
-- they, and at what cost? Three sets are this project's own. The directions of `icosahedron` (12) and
-- `dodecahedron` (20) are spread as evenly as possible. Is this worth more than the axes and diagonals of a
-- cube, which cost only additions? `fitted` has as many directions as FDH18: the axes and six normals of the
-- teapot (tools/fit_directions.lua). Is a model's own set better? Nodes are refitted to the placed vertices,
-- so only the set matters. A pair of triangles that is tested but does not meet is a false positive. With one
-- triangle in a leaf, the false positives are Np minus the contacts.
-- Takes: about 45 s on an Intel Xeon.
local h = require "harness"
local wei2000 = require "models.wei2000_models"

local PHI = 1.618033988749895 -- the golden ratio
local icosahedron = {
	{ 0, 1, PHI }, { 0, 1, -PHI }, { 1, PHI, 0 }, { 1, -PHI, 0 }, { PHI, 0, 1 }, { -PHI, 0, 1 },
}
local dodecahedron = {
	{ 1, 1, 1 }, { 1, -1, 1 }, { 1, 1, -1 }, { 1, -1, -1 },
	{ 0, 1, PHI * PHI }, { 0, 1, -PHI * PHI }, { 1, PHI * PHI, 0 }, { 1, -PHI * PHI, 0 },
	{ PHI * PHI, 0, 1 }, { -PHI * PHI, 0, 1 },
}
local fitted = {
	{ 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 },
	{ 0.5602, -0.6832, -0.4683 }, { 0.5602, 0.6832, -0.4683 }, { -0.6478, 0.5238, -0.5532 },
	{ 0.6595, 0.5663, 0.4942 }, { 0.8265, 0.0811, -0.5571 }, { -0.1558, 0.8844, -0.4400 },
}

local sets = { "6", "icosahedron", "14", "18", "fitted", "dodecahedron", "26" } -- by number of directions
local parameters = {
	["6"] = { k = 6 }, ["14"] = { k = 14 }, ["18"] = { k = 18 }, ["26"] = { k = 26 },
	icosahedron = { directions = icosahedron }, dodecahedron = { directions = dodecahedron },
	fitted = { directions = fitted },
}

-- What the claims compare.
local COMPARED = { "6", "icosahedron", "14", "18", "fitted", "26" }

local algorithms = {}
for _, name in ipairs(sets) do
	local exact, volume = { label = name }, { label = name .. " volume", leaf_test = "volume" }
	for key, value in pairs(parameters[name]) do exact[key], volume[key] = value, value end
	algorithms[#algorithms + 1] = h.kdop(exact)
	algorithms[#algorithms + 1] = h.kdop(volume)
end

local function fewer(r, a, b, column)
	local verdicts = {}
	for i, model in ipairs(r:values "model") do
		verdicts[i] = r:below({ model = model, algorithm = a }, { model = model, algorithm = b },
			{ column = column })
	end
	return r:all(verdicts)
end

local function in_order(r, names, column)
	local verdicts = {}
	for i = 2, #names do verdicts[#verdicts + 1] = fewer(r, names[i], names[i - 1], column) end
	return r:all(verdicts)
end

local models = {
	teapot = function () return h.teapot { faces = 2124 } end,
	ball = function () return h.shape.ball { points = 1000 } end,
	tank = function () return h.shape.tank { faces = 2000 } end,
}

return h.scenario {
	name = "direction_sets",
	paper = "wei2000",
	title = "Sets of directions",
	order = { "model", "algorithm", "root_volume", "volume_sum", "tau", "hausdorff", "nb", "np",
		"false_positives", "extra_contacts", "time" },
	inspect = { "quality", "tightness", "passes" },

	sweep = { model = { "teapot", "ball", "tank" }, algorithm = algorithms },
	drawn = { pose = h.drawn.touching { depth = 0.02 }, count = 1000, beside = true },
	quick = { model = "teapot", drawn = 8 },
	stand_ins = { "the models are ours" },
	untuned = "its question is the setting itself",
	readings = {
		rule = wei2000.readings.rule(COMPARED),
		descent = wei2000.readings.descent(COMPARED),
	},

	-- the same model twice, turned at random
	scene = function (p)
		local mesh = models[p.model]()
		local poses = h.touching { count = 20, seed = 1, on = { mesh, mesh } }
		return { bodies = { { mesh }, { mesh, motion = poses } } }
	end,

	columns = {
		false_positives = { value = "passed_apart / passed_pairs", unit = "", title = "false positives of the test",
			about = "of the sampled pairs of nodes that pass the test of volumes, the share that is apart, exactly" },
	},

	tables = {
		root_volume = { title = "How tight: volume of both roots at rest", where = { algorithm = sets },
			rows = "model", value = "root_volume" },
		volume_sum = { title = "How tight: volumes of all nodes at rest", where = { algorithm = sets },
			rows = "model", value = "volume_sum" },
		tau = { title = "How tight: tau of the root over the model's diameter", where = { algorithm = sets },
			rows = "model", value = "tau_over_diameter" },
		hausdorff = { title = "How tight: Hausdorff distance of root and model", where = { algorithm = sets },
			rows = "model", value = "hausdorff" },
		nb = { title = "Tests of volumes", where = { algorithm = sets }, rows = "model", value = "nb" },
		np = { title = "Tests of triangles", where = { algorithm = sets }, rows = "model", value = "np" },
		time = { title = "Time of a step, refit included", where = { algorithm = sets }, rows = "model",
			value = "step_ms" },
		narrow = { title = "Time of a step without the refit", where = { algorithm = sets }, rows = "model",
			value = "narrow_ms" },
		false_positives = {
			title = "Of the pairs of nodes that pass the test of volumes, the share whose polytopes are apart",
			where = { algorithm = sets }, rows = "model", value = "false_positives",
		},
		extra_contacts = {
			title = "Contacts that do not exist: pairs of leaves whose volumes meet, though their triangles do not",
			where = { kdop_leaf_test = "volume" }, rows = "model", value = "extra_pairs",
		},
	},

	figures = {
		tests = { x = "algorithm", y = "nb", series = "model", where = { algorithm = sets }, logy = true },
		time = { x = "algorithm", y = "step_ms", series = "model", where = { algorithm = sets }, logy = true },
	},

	claims = {
		["The more of the usual directions, the tighter all nodes together: 6, 14, 18, 26"] = function (r)
			return in_order(r, { "6", "14", "18", "26" }, "volume_sum")
		end,
		["The more of the usual directions, the tighter the root by tau: 6, 14, 18, 26"] = function (r)
			return in_order(r, { "6", "14", "18", "26" }, "tau")
		end,
		["The more of the usual directions, the fewer tests of volumes: 6, 14, 18, 26"] = function (r)
			return in_order(r, { "6", "14", "18", "26" }, "nb")
		end,
		-- theorem 1: the test is exact where the cross products of all edges are in the set
		-- the paper says that they delay a decision "a little"; 5 % is our reading
		["False positives are few: at most 5 % of the tests that pass, with 14, 18 and 26 directions"] =
			function (r)
				local verdicts = {}
				for _, model in ipairs(r:values "model") do
					for _, name in ipairs { "14", "18", "26" } do
						local rate = r:value({ model = model, algorithm = name }, "false_positives")
						local text, limit = ("%s, %s: %.3g %%"):format(model, name, 100 * rate), { ratio = rate, limit = 0.05 }
						verdicts[#verdicts + 1] = r:fact(rate <= 0.05, text, limit)
					end
				end
				return r:all(verdicts)
			end,
		["The more of the usual directions, the fewer contacts that do not exist: 6, 14, 18, 26"] = function (r)
			return in_order(r, { "6 volume", "14 volume", "18 volume", "26 volume" }, "extra_pairs")
		end,
		["Evenly spread directions need fewer tests than more of the cube's: icosahedron (12) against 14"] =
			function (r) return fewer(r, "icosahedron", "14", "nb") end,
		["Directions of the teapot's own normals need fewer tests than as many of the cube's: fitted, 18"] =
			function (r) return fewer(r, "fitted", "18", "nb") end,
		["18 directions take less time than 6"] = function (r) return fewer(r, "18", "6", "step_ms") end,
		["18 directions take less time than 26"] = function (r) return fewer(r, "18", "26", "step_ms") end,
		["Of what the volumes leave to the triangles, less than half does not meet, with 18 directions"] =
			function (r)
				local verdicts = {}
				for i, model in ipairs(r:values "model") do
					local function of(column) return r:value({ model = model, algorithm = "18" }, column) end
					local rate = (of "np" - of "contacts") / of "np"
					local text, limit = ("%s: %.3g"):format(model, rate), { ratio = rate, limit = 0.5 }
					verdicts[i] = r:fact(rate < 0.5, text, limit)
				end
				return r:all(verdicts)
			end,
	},
	-- theorems
	checks = {
		["The test of 6 directions has no false positives"] = function (r)
			local verdicts = {}
			for i, model in ipairs(r:values "model") do
				local rate = r:value({ model = model, algorithm = "6" }, "false_positives")
				local text = ("%s: %.3g %%"):format(model, 100 * rate)
				verdicts[i] = r:fact(rate == 0, text)
			end
			return r:all(verdicts)
		end,
	},
}
