-- What decides how much boxes of surfaces save (Lin et al. 2008)? The paper says that it tests 5 to 20 %
-- faster than with traditional boxes, read as in less time than with those of parts. The dearer a test of
-- surfaces is, the nearer the ratio of times comes to that of the triangles tested. It is counted here where
-- surfaces end at edges of more than 20 degrees, of 60, of 85 and of 100, and where the parts' fits are clear
-- or every one of them is spoilt. Most parts of the family have edges of 90 degrees: in the last case a part
-- is one surface, which is tested as the part is.
-- Takes: about 30 s on an AMD EPYC.
local h = require "harness"

local TRADITIONAL, ANGLES = "traditional", { 20, 60, 85, 100 }
local UP_TO_10000 = { 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 50 }
local SPOILT = { clear = 0, spoilt = 400 } -- more than any assembly has

local function label(angle) return ("surfaces to %d degrees"):format(angle) end

local labels = { TRADITIONAL }
local algorithms = { h.assembly { method = TRADITIONAL, label = TRADITIONAL } }
for i, angle in ipairs(ANGLES) do
	algorithms[i + 1] = h.assembly { method = "improved", angle = angle, label = label(angle) }
	labels[i + 1] = label(angle)
end

-- The least and the most tests of triangles, over those of boxes of parts, in any assembly.
local function range(r, angle)
	local least, most = math.huge, 0
	for _, index in ipairs(r:values "index") do
		for _, fits in ipairs(r:values "fits") do
			local function np(name) return r:value({ index = index, fits = fits, algorithm = name }, "np") end
			local ratio = np(label(angle)) / np(TRADITIONAL)
			least, most = math.min(least, ratio), math.max(most, ratio)
		end
	end
	return least, most
end

-- Are the tests that are left from lo to hi, in every assembly, at all of these angles? Or at any of them?
local function left(angles, lo, hi, any)
	return function (r)
		local verdicts, held = {}, nil
		for i, angle in ipairs(angles) do
			local least, most = range(r, angle)
			local text = ("%d degrees: %.3g to %.3g"):format(angle, least, most)
			local is_high = most > hi or lo == 0
			local limit = is_high and { ratio = most, limit = hi } or { ratio = least, least = lo }
			verdicts[i] = r:fact(lo <= least and most <= hi, text, limit)
			held = held or lo <= least and most <= hi and verdicts[i] or nil
		end
		return any and held or r:all(verdicts)
	end
end

return h.scenario {
	name = "assembly_surfaces",
	paper = "lin2008",
	title = "Boxes of surfaces: what decides how many triangles they leave to test",
	order = { "fits", "index", "algorithm" },
	runs = 1, -- only counts are asked for
	quick = { index = { 21, 24 } },
	untuned = "its claims are on counts, shares or sizes, which tuning for time does not ask about",
	readings = {
		surface_test = { of = labels, key = "surface_test", ours = "plain", others = { "filtered" },
			open = "how a CAD system tests two surfaces, and how parts are tested",
			because = "the paper names nothing between the boxes of surfaces and their exact test" },
	},
	stand_ins = { "the assemblies are generated; the paper's are not public" },

	sweep = { fits = { "clear", "spoilt" }, index = UP_TO_10000, algorithm = algorithms },
	scene = function (p) return h.scenes.assemblies { index = p.index, interferences = SPOILT[p.fits] } end,

	tables = {
		clear = { rows = "index", columns = "algorithm", value = "np", baseline = TRADITIONAL,
			where = { fits = "clear" },
			title = "Tests of triangles; published, by our reading: 0.80 to 0.95 of the traditional method's "
				.. "time" },
		spoilt = { rows = "index", columns = "algorithm", value = "np", baseline = TRADITIONAL,
			where = { fits = "spoilt" }, title = "Tests of triangles, every fit spoilt" },
	},

	claims = {
		["Surfaces that end at edges of 90 degrees leave at most 0.7 of the tests of triangles"] =
			left({ 20, 60, 85 }, 0, 0.7),
		["At some angle 0.80 to 0.95 of the tests are left in every assembly"] = left(ANGLES, 0.8, 0.95, true),
	},
	-- a theorem: then its surface is tested as the part is
	checks = { ["Where a part is one surface, all tests are left"] = left({ 100 }, 1, 1) },
}
