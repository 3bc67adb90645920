-- From 10 to 10,000 objects, with and without the octree of Wang et al. 2018, over its Fmax and the side a of
-- its cubes. The paper says that the "accuracy of collision detection" rises with the number of objects; the
-- text of our copy has no numbers. For exact tests this has no meaning. We read it as efficiency: the time
-- without the octree divided by the time with it. The paper compares with the usual algorithm of oriented
-- boxes, which is measured up to 1,000 objects. By our reading it has no octree and no spheres, fits boxes by
-- the covariance of all corners, splits at the mean of the longest axis, and stores every node.
-- The paper does not say when boxes move. Here the trees of two objects are updated once their roots meet
-- (`layered`). The unit of a is the mean longest side of the objects' boxes. Pairs that share a cube go to
-- the spheres, as in the paper; "boxes" tests the boxes of such pairs first, which is ours.
-- Takes: about 5 min on an Intel Xeon.
local h = require "harness"
local about = require "models.about"
local planned = require "models.planned"
local readings = require "models.readings"
local wang2018 = require "models.wang2018"

local ON, OFF, USUAL = "octree", "no octree", "usual OBB"

local algorithms = {
	h.so { update = "layered", broad = h.broad.octree { a = 4, fmax = 16 }, label = ON },
	h.so { update = "layered", broad = h.broad.octree { a = 4, fmax = 16, box_test = true }, label = "boxes" },
	h.so { update = "layered", broad = h.broad.octree { a = 4, fmax = 16, delta = "pairs" },
		label = "Delta of pairs" },
}
-- Without an octree the time grows with the square of the number: 10,000 objects would take minutes.
local without = {
	h.so { update = "layered", broad = "none", label = OFF },
	h.tree { volume = "obb", fit = "vertices", by = "place", update = "layered", label = USUAL },
}

for _, a in ipairs { 1, 2, 4, 8 } do
	for _, fmax in ipairs { 4, 16, 64 } do
		if a ~= 4 or fmax ~= 16 then
			algorithms[#algorithms + 1] = h.so { update = "layered", broad = h.broad.octree { a = a, fmax = fmax },
				label = ("a=%d Fmax=%d"):format(a, fmax) }
		end
	end
end

local function table_of(value, title)
	return { rows = "algorithm", columns = "count", value = value, title = title }
end

-- For each number of objects, the value of a column (default: the time) of another algorithm (default:
-- without the octree) divided by the value with the octree. If there is nothing to divide by, as for the
-- tests of two objects, the claim is undecided.
local function gains(r, column, other)
	local out = {}
	for _, count in ipairs(r:values "count") do
		local slower = { count = count, algorithm = other or OFF }
		if planned(r, { count = count }, slower.algorithm) then
			out[#out + 1] = r:ratio(slower, { count = count, algorithm = ON }, column)
		end
	end
	return out
end

-- Does the gain in time grow from each number of objects to the next?
local function gain_grows(other, text)
	return function (r)
		local list, texts, verdicts = gains(r, nil, other), {}, {}
		if #list < 2 then return r:undecided "one number of objects alone" end
		for i, gain in ipairs(list) do
			texts[i] = gain.text
			local before = list[i - 1]
			if before and before.wide_lo and gain.wide_lo then
				local growth = { ratio = gain.median / before.median, least = 1,
					lo = gain.wide_lo / before.wide_hi, hi = gain.wide_hi / before.wide_lo }
				local verdict = growth.lo > 1 and r.holds or growth.hi < 1 and r.refuted or r.undecided
				verdicts[#verdicts + 1] = verdict(r, "", growth)
			elseif before then
				verdicts[#verdicts + 1] = r:undecided()
			end
		end
		return r:all(verdicts, text .. table.concat(texts, "; "))
	end
end

return h.scenario {
	name = "many_objects",
	paper = "wang2018",
	title = "Many objects, with and without an octree before the pairs",
	order = { "count", "algorithm", "time", "work", "broad", "tests", "mates", "repeats", "roots", "updates",
		"bytes" },
	timeout = "600s",
	runs = 7,

	sweep = { h.chain {
		{ count = { 10, 100, 1000, 10000 }, algorithm = algorithms },
		{ count = { 10, 100, 1000 }, algorithm = without },
	} },
	drawn = { pose = h.drawn.scenes { steps = 2 }, count = 24, block = 4, beside = true },
	quick = { count = { 10, 60 }, runs = 3, drawn = 8 },
	untuned = "the octree's settings are rows of the sweep; the usual algorithm takes too long to tune",

	readings = {
		follow = readings.follow { USUAL },
		update = wang2018.update({ ON, OFF, USUAL, "boxes" }, { "lazy" }),
		descent = wang2018.descent { ON, OFF, USUAL, "boxes" },
		-- rows of the sweep
		fmax = wang2018.fmax({ ON, "boxes" }, "broad.fmax"),
		side = wang2018.side({ ON, "boxes" }, 4, { 1, 2, 8 }, "broad.a"),
		delta = wang2018.delta({ ON, "boxes" }, "broad.delta"),
	},
	stand_ins = { "the objects are generated bodies, and their motions are seeded" },

	scene = function (p, number)
		local steps = (number or p.count > 1000) and 2 or 10
		return h.scenes.crowd { count = p.count, steps = steps, spin = true, places = number or 0 }
	end,

	columns = {
		-- an octree tests no boxes unless it is told to: then each meeting in a cube counts as a test
		work = { value = function (row, has)
				local met = has.broad_pairs and row.broad_pairs + row.broad_repeats or 0
				return math.max(row.broad_tests, met) + row.nb + row.np
			end, title = "tests of all kinds", type = "int", unit = "",
			about = "tests of boxes, or meetings in cubes where there are none, of roots, volumes and triangles" },
	},

	tables = {
		time = table_of("step_ms", "Time of a step"),
		work = { rows = "algorithm", columns = "count", value = "work", where = { algorithm = { ON, OFF, USUAL } },
			title = "Tests of all kinds over the motion" },
		broad = table_of("broad_ms", "Time of the broad phase in a step"),
		tests = table_of("broad_tests", "Pairs of boxes that the octree tested over the motion"),
		mates = table_of("broad_pairs", "Pairs of objects that the octree reported over the motion"),
		repeats = table_of("broad_repeats", "Pairs that it met again in other cubes, over the motion"),
		roots = table_of("root_tests", "Tests of root spheres over the motion"),
		updates = table_of("nu", "Volumes updated over the motion"),
		bytes = table_of("tree_bytes", "Bytes of trees and octree"),
	},

	figures = {
		time = { x = "count", y = "step_ms", series = "algorithm", logx = true, logy = true,
			where = { algorithm = { ON, OFF, USUAL } } },
		cubes = { x = "count", y = "broad_ms", series = "algorithm", logx = true, logy = true,
			where = { algorithm = { ON, "a=1 Fmax=4", "a=1 Fmax=64", "a=8 Fmax=4", "a=8 Fmax=64" } } },
	},

	claims = {
		["Octree and spheres together leave out half of the tests or more with 1,000 objects"] = function (r)
			local usual = { count = 1000, algorithm = USUAL }
			if not r:has(usual) then return r:undecided "there are fewer than 1,000 objects" end
			return r:at_most({ count = 1000, algorithm = ON }, usual, { column = "work", limit = about.GREATLY })
		end,
		["The octree takes less time with 1,000 objects"] = function (r)
			local verdicts = {}
			for _, count in ipairs(r:values "count") do
				if count >= 1000 and r:has { count = count, algorithm = OFF } then
					verdicts[#verdicts + 1] = r:below({ count = count, algorithm = ON },
						{ count = count, algorithm = OFF })
				end
			end
			return #verdicts > 0 and r:all(verdicts) or r:undecided "there are fewer than 1,000 objects"
		end,
		["The more objects, the more time the octree saves (the paper's accuracy, read as efficiency)"] =
			gain_grows(OFF, "without the octree / with it: "),
		["The more objects, the more time the improved algorithm saves beside the usual one, up to 1,000"] =
			gain_grows(USUAL, "usual / improved: "),
		["Boxes tested before the spheres save time from 1,000 objects on"] = function (r)
			local verdicts = {}
			for _, count in ipairs(r:values "count") do
				if count >= 1000 then
					verdicts[#verdicts + 1] = r:below({ count = count, algorithm = "boxes" },
						{ count = count, algorithm = ON })
				end
			end
			return #verdicts > 0 and r:all(verdicts) or r:undecided "there are fewer than 1,000 objects"
		end,
		["The more objects, the fewer of all pairs have their spheres tested"] = function (r)
			local list, texts, verdict, most = gains(r, "root_tests"), {}, r.holds, 1
		if #list < 2 then return r:undecided "one number of objects alone" end
			for i, gain in ipairs(list) do
				texts[i] = ("%.4g"):format(gain.median)
				most = math.max(most, gain.median)
				if i > 1 and gain.median <= list[i - 1].median then verdict = r.refuted end
			end
			if most == 1 then return r:undecided "all objects share a cube, whatever their number" end
			return verdict(r, "tests without the octree / with it: " .. table.concat(texts, "; "))
		end,
	},
}
