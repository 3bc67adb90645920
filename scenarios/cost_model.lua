-- The cost model of Wei et al. 2000, T = Nb Cb + Np Cp, with the updates of Wang et al. 2018 (eq. 1; bodies
-- are rigid, so Cd = 0). Is the time of a query the sum of the costs of its tests and updates? Counts are
-- exact. Costs are timed on pairs that were recorded in the same run; they are tested one after another,
-- without a traversal. The measured time also contains the traversal itself (stack, branches, caches). If
-- volumes are moved without the vertices, it also contains the placing of the vertices of leaves that meet.
-- The papers print no costs, only the number of operations of a test: n comparisons for n directions; 15
-- comparisons, 60 additions, 81 products and 24 absolute values for an oriented box.
-- Takes: about 13 s on an AMD EPYC.
local h = require "harness"
local wei2000 = require "models.wei2000_models"

local models = {
	teapot = function () return h.teapot { faces = 2124 } end,
	ball = function () return h.shape.ball { points = 1000 } end,
	tank = function () return h.shape.tank { faces = 2000 } end,
}

local algorithms = {
	h.aabb { label = "aabb" },
	h.aabb { update = "lazy", by = "conic", label = "aabb lazy" },
	h.aabb { by = "sat", label = "aabb sat" },
	h.fdh14 { label = "fdh14" },
	h.fdh18 { label = "fdh18" },
	h.kdop { k = 26, label = "fdh26" },
	h.tree { volume = "sphere", by = "place", label = "sphere" },
	h.tree { volume = "caabb", by = "place", label = "caabb" },
	h.tree { volume = "rss", by = "place", label = "rss" },
	h.tree { volume = "obb", by = "place", label = "obb" },
	h.rapid { label = "rapid" },
}

-- Does a volume test of algorithm a cost more than one of b, for every model?
local function costs_more(r, a, b)
	local verdicts = {}
	for i, model in ipairs(r:values "model") do
		local function cost(algorithm) return r:value({ model = model, algorithm = algorithm }, "cb_ns") end
		local text = ("%s: %s %.3g ns, %s %.3g ns"):format(model, a, cost(a), b, cost(b))
		local ratio = cost(a) / cost(b)
		local limit = { ratio = ratio, least = 1.1 }
		verdicts[i] = ratio > 1.1 and r:holds(text, limit) or 1.1 * ratio < 1 and r:refuted(text, limit)
			or r:undecided(text .. ", a tie within 10 %: costs have no interval", limit)
	end
	return r:all(verdicts)
end

-- Does the measured time agree with the model up to a factor? The interval of the measured time decides;
-- costs have no interval.
local function predicted_within(r, point, factor)
	local predicted = r:value(point, "predicted_ms")
	local median, lo, hi = r:interval(point, "step_ms")
	local text = ("%s, %s: measured / predicted %.3g"):format(point.model, point.algorithm, median / predicted)
	if not lo then return r:undecided(text .. ", too few rounds for an interval") end
	text = ("%s [%.3g, %.3g]"):format(text, lo / predicted, hi / predicted)
	local limit = { ratio = median / predicted, lo = lo / predicted, hi = hi / predicted }
	if median > predicted then limit.limit = factor else limit.least = 1 / factor end
	if lo > factor * predicted or hi * factor < predicted then return r:refuted(text, limit) end
	return lo * factor > predicted and hi < factor * predicted and r:holds(text, limit)
		or r:undecided(text, limit)
end

return h.scenario {
	name = "cost_model",
	paper = "wei2000",
	title = "The cost model against measured times",
	order = { "model", "algorithm", "predicted", "measured", "cb", "cp", "cu" },

	sweep = { model = { "teapot", "ball", "tank" }, algorithm = algorithms },
	drawn = { pose = h.drawn.touching { depth = 0.02 }, count = 1000, beside = true },
	quick = { model = "teapot", drawn = 8 },
	inspect = { "costs" },
	untuned = "it explains the times of algorithms as they are by their counts",
	readings = {
		descent = wei2000.readings.descent { "aabb", "fdh14", "fdh18" },
		rule = wei2000.readings.rule { "aabb", "fdh14", "fdh18" },
		follow = { of = { "aabb", "fdh14", "fdh18" }, set = { update = "lazy", by = "hull" },
			open = "how the trees follow: all nodes refitted, or those met by the hull of the turned volume (Section "
				.. "3.3; the cost function of Section 4 has no term for it)" },
	},

	stand_ins = { "the models are ours, and their poses are seeded" },

	-- the same model twice, turned at random
	scene = function (p)
		local mesh = models[p.model]()
		local poses = h.touching { count = 20, seed = 1, on = { mesh, mesh } }
		return { bodies = { { mesh }, { mesh, motion = poses } } }
	end,

	tables = {
		predicted = { rows = "algorithm", columns = "model", value = "predicted_ms", title = "Time by the model" },
		measured = { rows = "algorithm", columns = "model", value = "step_ms", title = "Time measured" },
		cb = { rows = "algorithm", columns = "model", value = "cb_ns", title = "Cb: one test of two volumes" },
		cp = { rows = "algorithm", columns = "model", value = "cp_ns", title = "Cp: one test of two triangles" },
		cu = { rows = "algorithm", columns = "model", value = "cu_ns", title = "Cu: one node updated" },
	},

	figures = {
		predicted = { x = "algorithm", y = "predicted_ms", series = "model", logy = true },
		measured = { x = "algorithm", y = "step_ms", series = "model", logy = true },
	},

	claims = {
		["The model tells the time to a factor of 1.5"] = function (r)
			local verdicts = {}
			for _, model in ipairs(r:values "model") do
				for _, algorithm in ipairs(r:values "algorithm") do
					verdicts[#verdicts + 1] = predicted_within(r, { model = model, algorithm = algorithm }, 1.5)
				end
			end
			return r:all(verdicts)
		end,
		["A test of more directions costs more: fdh14 against the AABB"] = function (r)
			return costs_more(r, "fdh14", "aabb")
		end,
		["A test of more directions costs more: fdh18 against fdh14"] = function (r)
			return costs_more(r, "fdh18", "fdh14")
		end,
		["A test of oriented boxes costs more than one of 18 directions"] = function (r)
			return costs_more(r, "rapid", "fdh18")
		end,
	},
}
