-- The lists of Wang et al. 2018 (Table 2: a list of the objects in one area; our copy lacks its cells): the
-- number of tested pairs of objects, with and without repeats. A double loop over each cube of the octree
-- would test every pair twice (1 with 2, then 2 with 1). It would test a pair that shares several cubes in
-- each of them. The lists of Section 2.2.1 (Alist2) hold for each object the objects with larger numbers,
-- each once, so every pair is tested once. Here `broad_tests` counts the tests, and `broad_repeats` the pairs
-- that Alist2 leaves out because another cube had them already. The double loop would take 2 (tests +
-- repeats). So the order of the numbers alone halves the tests, whatever the objects are. What the lists save
-- beyond that is the share of repeats, which depends on the cubes and may be 0. `box_test` is on, so that
-- tests are counted.
-- Takes: about 50 s on an AMD EPYC.
local h = require "harness"
local wang2018 = require "models.wang2018"

local algorithms = { h.aabb { update = "lazy", broad = h.broad.pairs(), label = "all pairs" } }
local octrees = {} -- their labels
local function octree(a, fmax, copies)
	algorithms[#algorithms + 1] = h.aabb { update = "lazy",
		broad = h.broad.octree { a = a, fmax = fmax, copies = copies, box_test = true },
		label = ("a=%d Fmax=%d%s"):format(a, fmax, copies and " bounded" or "") }
	octrees[#octrees + 1] = algorithms[#algorithms].label
end
octree(1, 2, 16) -- without a bound more than 16,384 cubes an object
octree(1, 8)
octree(1, 32)
octree(4, 2, 16)
octree(4, 2)
octree(4, 8)
octree(4, 32)
algorithms[#algorithms + 1] = h.aabb { update = "lazy", broad = h.broad.grid(), label = "grid" }

local BY_FMAX = { { "a=1 Fmax=2 bounded", "a=1 Fmax=8", "a=1 Fmax=32" },
	{ "a=4 Fmax=2", "a=4 Fmax=8", "a=4 Fmax=32" } }

local OBJECTS = { 100, 1000, 4000 }
local FEW = 33 -- more than the largest Fmax

local function table_of(value, title)
	return { rows = "algorithm", columns = "count", value = value, title = title,
		where = { kind_of_crowd = "uniform" } }
end

local function cells_of(label) return label:find "^a=" end

-- One verdict over all octrees, with the range of a share. `share` computes it from tests and repeats,
-- `holds` judges it. Undecided if nothing was tested.
local function of_octrees(r, share, holds, text)
	local least, most, verdict = math.huge, -math.huge, r.holds
	for _, count in ipairs(r:values "count") do
		if count < FEW then return r:undecided(("%d objects: one cube may hold them all"):format(count)) end
		for _, crowd in ipairs(r:values "kind_of_crowd") do
			for _, label in ipairs(r:values "algorithm") do
				if cells_of(label) then
					local point = { count = count, kind_of_crowd = crowd, algorithm = label }
					local tests = r:value(point, "broad_tests")
					local part, whole = share(tests, r:value(point, "broad_repeats"), count, r:value(point, "steps"))
					if whole == 0 then return r:undecided(("%d objects, %s: nothing was tested"):format(count, label)) end
					local x = part / whole
					least, most = math.min(least, x), math.max(most, x)
					if not holds(x) then verdict = r.refuted end
				end
			end
		end
	end
	return verdict(r, text:format(least, most))
end

return h.scenario {
	name = "pair_lists",
	paper = "wang2018",
	title = "Pairs of objects in cubes, with and without repeats",
	order = { "kind_of_crowd", "count", "algorithm", "tests", "repeats", "tests_clustered",
		"repeats_clustered", "pairs", "time" },

	sweep = { count = OBJECTS, kind_of_crowd = { "uniform", "clustered" }, algorithm = algorithms },
	drawn = { pose = h.drawn.scenes { steps = 5 }, count = 24, block = 4, beside = true },
	quick = { count = { 100, 200 }, runs = 3, drawn = 8 },
	untuned = "its claims are on counts, shares or sizes, which tuning for time does not ask about",
	readings = { delta = wang2018.delta(octrees, "broad.delta") },
	stand_ins = { "the crowds are generated", "bounded: cubes are split until an object lies in 16 of them on the average; the paper has no "
		.. "such bound" },

	scene = function (p, number)
		return h.scenes.crowd { count = p.count, steps = 5, kind = p.kind_of_crowd, spin = true,
			places = number or 0 }
	end,

	tables = {
		tests = table_of("broad_tests", "Tests without repeats (uniform), over five steps"),
		repeats = table_of("broad_repeats", "Repeats left out (uniform), over five steps"),
		pairs = table_of("broad_pairs", "Pairs whose boxes meet (uniform), over five steps"),
		tests_clustered = { rows = "algorithm", columns = "count", value = "broad_tests",
			title = "Tests without repeats (clustered), over five steps", where = { kind_of_crowd = "clustered" } },
		repeats_clustered = { rows = "algorithm", columns = "count", value = "broad_repeats",
			title = "Repeats left out (clustered), over five steps", where = { kind_of_crowd = "clustered" } },
		time = table_of("broad_ms", "Time of the broad phase in a step (uniform)"),
	},

	figures = {
		tests = { x = "count", y = "broad_tests", series = "algorithm", panels = "kind_of_crowd", logx = true,
			logy = true },
		repeats = { x = "count", y = "broad_repeats", series = "algorithm", panels = "kind_of_crowd",
			where = { algorithm = { "a=1 Fmax=2 bounded", "a=1 Fmax=8", "a=1 Fmax=32", "a=4 Fmax=2 bounded",
				"a=4 Fmax=2", "a=4 Fmax=8", "a=4 Fmax=32" } }, logx = true, logy = true },
	},

	-- 2 (tests + repeats) is twice the tests or more, whatever the objects are
	checks = {
		["Of objects in one cube alone no more pairs are tested than there are"] = function (r)
			return of_octrees(r, function (tests, _, n, steps) return tests, steps * n * (n - 1) / 2 end,
				function (share) return share <= 1 end, "pairs tested / all pairs: %.3g to %.3g")
		end,
		["Table 2: lists without repeats take at most half the tests of a double loop over each cube"] =
			function (r)
				return of_octrees(r, function (tests, repeats) return tests, 2 * (tests + repeats) end,
					function (share) return share <= 0.5 end,
					"tests without repeats / tests of the double loop: %.3f to %.3f")
			end,
	},

	claims = {
		["Table 2: beyond the order of numbers, each list once leaves out a tenth of the tests or more"] =
			function (r)
				return of_octrees(r, function (tests, repeats) return repeats, tests + repeats end,
					function (share) return share >= 0.1 end, "repeats / pairs met: %.3f to %.3f")
			end,
		["Even with repeats the octree's cubes leave out more than half of all pairs"] = function (r)
			return of_octrees(r,
				function (tests, repeats, n, steps) return tests + repeats, steps * n * (n - 1) / 2 end,
				function (share) return share < 0.5 end, "pairs met / all pairs: %.3g to %.3g")
		end,
		["The fewer objects a cube may hold, the more repeats"] = function (r)
			local verdicts = {}
			for _, count in ipairs(r:values "count") do
				for _, crowd in ipairs(r:values "kind_of_crowd") do
					local function point(label)
						return { count = count, kind_of_crowd = crowd, algorithm = label }
					end
					for _, labels in ipairs(BY_FMAX) do
						for i = 2, #labels do
							verdicts[#verdicts + 1] = r:above(point(labels[i - 1]), point(labels[i]),
								{ column = "broad_repeats" })
						end
					end
				end
			end
			return r:all(verdicts)
		end,
	},
}
