-- Interference in assemblies: with boxes of sub-assemblies, parts and surfaces (Lin et al. 2008), with boxes
-- of parts alone, and without boxes. The paper prints times for one assembly: 650, 790 and 1420 ms. For 50
-- assemblies it claims that its method takes 5 to 20 % less time than boxes of parts and over 50 % less than
-- no boxes. Its models are not public; the family h.scenes.assemblies stands for them. The paper tests
-- surfaces with a function of a CAD system and does not say how parts are tested. Here all three methods test
-- two sets of triangles in the same way: either all pairs, or the pairs of triangles near the other set's
-- box. The ratios depend on this choice. The usual method of today, a tree for each part behind a broad
-- phase, is measured too, with defaults and tuned.
local h = require "harness"

local IMPROVED, TRADITIONAL, EXACT = "improved", "traditional", "exact"
local ALL = ", all pairs"

local algorithms = {
	h.assembly { label = IMPROVED },
	h.assembly { method = "traditional", label = TRADITIONAL },
	h.assembly { method = "exact", label = EXACT },
	h.assembly { pairs = "all", label = IMPROVED .. ALL },
	h.assembly { method = "traditional", pairs = "all", label = TRADITIONAL .. ALL },
	h.assembly { method = "exact", pairs = "all", label = EXACT .. ALL },
	h.aabb { broad = h.broad.sap {}, label = "aabb" },
	h.aabb { broad = h.broad.sap {}, leaf = 4, axis = "all", point = "sah", label = "aabb tuned" },
}

local family = {}
for i = 1, 50 do family[i] = i end

-- Is the ratio of the times of a and b between lo and hi in every assembly?
local function between(a, b, lo, hi)
	return function (r)
		local verdicts = {}
		for i, index in ipairs(r:values "index") do
			local of_a, of_b = { index = index, algorithm = a }, { index = index, algorithm = b }
			verdicts[i] = lo > 0 and r:within(of_a, of_b, { lo = lo, hi = hi })
				or r:below(of_a, of_b, { limit = hi })
		end
		return r:all(verdicts)
	end
end

local function tighter(r)
	local verdicts = {}
	for _, index in ipairs(r:values "index") do
		local hi = r:value({ index = index, algorithm = IMPROVED }, "tau_hi")
		local lo = r:value({ index = index, algorithm = TRADITIONAL }, "tau_lo")
		local text = ("%d: %.3g, %.3g"):format(index, hi, lo)
		verdicts[#verdicts + 1] = hi < lo and r:holds(text) or r:refuted(text)
	end
	return r:all(verdicts)
end

local function table_of(value, title, extra)
	local t = { rows = "index", columns = "algorithm", value = value, title = title }
	for key, v in pairs(extra or {}) do t[key] = v end
	return t
end

return h.scenario {
	name = "assembly_interference",
	paper = "lin2008",
	title = "Interference in assemblies: boxes of surfaces, of parts, and none",
	order = { "index", "algorithm", "one", "time", "volumes", "triangles", "tau", "relative" },

	sweep = { index = family, algorithm = algorithms },
	quick = { index = { 3, 21 }, runs = 3 },
	runs = 7,
	inspect = { "tightness" },
	timeout = "600s",

	scene = function (p) return h.scenes.assemblies { index = p.index } end,

	tables = {
		one = table_of("step_ms", "Time of one assembly; published: another one, on another machine", {
			where = { index = 3 },
			published = { [IMPROVED] = { [3] = 650 }, [TRADITIONAL] = { [3] = 790 }, [EXACT] = { [3] = 1420 } },
		}),
		time = table_of("step_ms", "Time of an assembly"),
		volumes = table_of("nb", "Tests of boxes, those of triangles against the other's box included"),
		triangles = table_of("np", "Tests of triangles"),
		tau = table_of("tau", "tau of the boxes of surfaces and of parts, mean of the parts",
			{ where = { algorithm = { IMPROVED, TRADITIONAL } } }),
		relative = table_of("tau_over_diameter", "tau over the part's diameter, mean of the parts",
			{ where = { algorithm = { IMPROVED, TRADITIONAL } } }),
	},

	figures = {
		time = { x = "index", y = "step_ms", series = "algorithm", logy = true },
	},

	claims = {
		["Boxes of surfaces are tighter than those of parts, by tau, in every assembly"] = tighter,
		["The improved method takes 5 to 20 % less time than the traditional one"] =
			between(IMPROVED, TRADITIONAL, 0.8, 0.95),
		["The improved method takes over 50 % less time than exact tests of all parts"] =
			between(IMPROVED, EXACT, 0, 0.5),
		["With all pairs of triangles: 5 to 20 % less than the traditional one"] =
			between(IMPROVED .. ALL, TRADITIONAL .. ALL, 0.8, 0.95),
		["With all pairs of triangles: over 50 % less than exact tests of all parts"] =
			between(IMPROVED .. ALL, EXACT .. ALL, 0, 0.5),
	},
}
