-- How trees of AABBs and FDHs follow a rotation (Wei et al. 2000, section 3.3), with every update policy. The
-- paper says, without numbers, that the FDH of the rotated FDH "does not differ much" from the rotated one,
-- and that it saves far more than it costs beside an exact update. Here it is compared with the exact FDH.
-- `hull` turns the volume at rest. `hull_drift` turns the volume of the step before, which becomes looser
-- without bound. A teapot turns by 5 degrees in each step, within reach of another. Counts are sums over the
-- steps, so a policy whose curve is steeper than the others becomes looser.
-- The paper compares with computing every node anew (`recompute`). A `refit` from the leaves up gives the
-- same volumes in less time, so both are rows.
-- Takes: about 30 s on an AMD EPYC.
local h = require "harness"
local about = require "models.about"
local wei2000 = require "models.wei2000_models"

local volumes = { "aabb", "fdh14", "fdh18" }
local STEP = 5

local whole = { "refit", "recompute", "rebuild", "hull", "hull_drift", "conic" }
local others = { "refit", "hull", "hull_drift", "conic" }

local algorithms = {}
local function add(volume, update, by)
	algorithms[#algorithms + 1] = h[volume] { update = update, by = by,
		label = ("%s %s %s"):format(volume, update, by) }
end
for _, volume in ipairs(volumes) do
	for _, by in ipairs(whole) do add(volume, "full", by) end
	for _, by in ipairs(others) do add(volume, "layered", by) end
	for _, by in ipairs(others) do add(volume, "lazy", by) end
end
algorithms[#algorithms + 1] = h.aabb { by = "sat", label = "aabb sat" }

local function labels(update, list)
	local out = {}
	for _, volume in ipairs(volumes) do
		for _, by in ipairs(list) do out[#out + 1] = ("%s %s %s"):format(volume, update, by) end
	end
	return out
end

-- What the claims compare, tuned over how nodes are split.
local COMPARED, tune = {}, {}
for _, update in ipairs { "full", "lazy" } do
	for _, label in ipairs(labels(update, update == "lazy" and { "refit", "hull" }
		or { "refit", "recompute", "hull", "hull_drift", "conic" })) do
		COMPARED[#COMPARED + 1], tune[label] = label, { axis = "all", point = "sah", leaf = { 1, 2 } }
	end
end

-- Is `column` of policy a below limit times that of policy b, for all volumes, over the longest motion?
local function compare(r, a, b, column, limit)
	local verdicts, steps = {}, r:values "poses"
	for i, volume in ipairs(volumes) do
		verdicts[i] = r:below({ poses = steps[#steps], algorithm = volume .. " " .. a },
			{ poses = steps[#steps], algorithm = volume .. " " .. b }, { column = column, limit = limit })
	end
	return r:all(verdicts)
end

return h.scenario {
	name = "rotation_updates",
	paper = "wei2000",
	title = "How trees follow a rotation",
	order = { "poses", "algorithm", "full", "lazy", "nb", "nu" },

	sweep = { poses = { 4, 8, 16, 24 }, algorithm = algorithms },
	drawn = { pose = h.drawn.path { steps = 4 }, turn = h.drawn.rotation (), count = 400, beside = true },
	quick = { poses = 8, drawn = 8 },
	tune = tune,
	readings = {
		rule = wei2000.readings.rule(COMPARED),
		descent = wei2000.readings.descent(COMPARED),
	},
	stand_ins = { "two teapots, of which one turns: the paper names no model" },

	scene = function (p)
		local pot = h.teapot { faces = 530 }
		local turn = h.spin { axis = { 1, 2, 3 }, degrees = STEP * (p.poses - 1), steps = p.poses,
			offset = { 3.2, 0, 0 }, centre = { 3.4, 0, 1.5 } }
		return { bodies = { { pot }, { pot, motion = turn } } }
	end,

	tables = {
		full = { title = "Time of a step, all nodes brought along", where = { algorithm = labels("full", whole) },
			rows = "algorithm", columns = "poses", value = "step_ms" },
		lazy = { title = "Time of a step, nodes brought along when met",
			where = { algorithm = labels("lazy", others) }, rows = "algorithm", columns = "poses",
			value = "step_ms" },
		layered = { title = "Time of a step, nodes brought along when the roots meet",
			where = { algorithm = labels("layered", others) }, rows = "algorithm", columns = "poses",
			value = "step_ms" },
		nb = { title = "Tests of volumes over the motion", rows = "algorithm", columns = "poses", value = "nb" },
		nu = { title = "Nodes brought along over the motion", rows = "algorithm", columns = "poses",
			value = "nu" },
	},

	figures = {
		drift_aabb = { x = "poses", y = "nb", logx = true, logy = true,
			title = "AABB: tests of volumes over so many steps",
			where = { algorithm = { "aabb full refit", "aabb full hull", "aabb full hull_drift",
				"aabb full conic" } } },
		drift_fdh18 = { x = "poses", y = "nb", logx = true, logy = true,
			title = "FDH18: tests of volumes over so many steps",
			where = { algorithm = { "fdh18 full refit", "fdh18 full hull", "fdh18 full hull_drift",
				"fdh18 full conic" } } },
	},

	claims = {
		["The rotated hull differs little from the exact one: at most 1.25 times the tests of volumes"] =
			function (r) return compare(r, "full hull", "full refit", "nb", about.FACTOR) end,
		["Following by the rotated hull takes less time than computing anew, all nodes in each step"] =
			function (r) return compare(r, "full hull", "full recompute", "step_ms") end,
		["Following lazily by the rotated hull takes less time than computing all nodes anew"] =
			function (r) return compare(r, "lazy hull", "full recompute", "step_ms") end,
		["Following lazily by the rotated hull takes less time than refitting all nodes"] =
			function (r) return compare(r, "lazy hull", "full refit", "step_ms") end,
		["Following lazily by the rotated hull takes less time than refitting lazily"] =
			function (r) return compare(r, "lazy hull", "lazy refit", "step_ms") end,
		["Conic combinations need at least as many tests of volumes as the rotated hull"] = function (r)
			return compare(r, "full hull", "full conic", "nb", 1 + 1e-9)
		end,
		["Lazily, fewer than half of the nodes are brought along"] =
			function (r) return compare(r, "lazy hull", "full hull", "nu", 0.5) end,
		["What drifts gets looser with every step: over more steps its tests are more times those of the hull"] =
			function (r)
				local verdicts = {}
				for _, volume in ipairs(volumes) do
					local before
					for _, steps in ipairs(r:values "poses") do
						local ratio = r:ratio({ poses = steps, algorithm = volume .. " full hull_drift" },
							{ poses = steps, algorithm = volume .. " full hull" }, "nb").median
						local text = ("%s, %d steps: %.3g times"):format(volume, steps, ratio)
						local limit = { ratio = ratio, least = before or 1 }
						verdicts[#verdicts + 1] = r:fact(ratio > limit.least, text, limit)
						before = ratio
					end
				end
				return r:all(verdicts)
			end,
	},
}
