-- Interference in assemblies, by boxes of sub-assemblies, parts and surfaces (Lin et al. 2008), by
-- boxes of parts alone, and without boxes. The paper has one assembly with times, 650, 790 and 1420 ms,
-- and the claim for 50 that its method takes 5 to 20 % less time than boxes of parts and over 50 % less
-- than none. Its models are not public; ours are the family h.scenes.assemblies. It tests surfaces by a
-- function of a CAD system, whose time it does not print, and does not say how parts are tested. Here all
-- three test two sets of triangles in the same way, every pair of them; "filtered" compares boxes of
-- triangles first, "real" tests every pair by exact arithmetic. So the price of a surface's test differs by
-- orders, and the ratios with it. From the counts alone follows at which price the improved method would
-- take 0.95 and 0.80 of the traditional one's time. Beside them stands what is usual today, a tree for each
-- part behind a broad phase, at its default and tuned.
local h = require "harness"

local IMPROVED, TRADITIONAL, EXACT = "improved", "traditional", "exact"
local FILTERED, REAL = ", filtered", ", real"

local function assembly(method, label, surface_test)
	return h.assembly { method = method, surface_test = surface_test, label = label }
end

local algorithms = {
	assembly(TRADITIONAL, TRADITIONAL),
	assembly(IMPROVED, IMPROVED),
	assembly(TRADITIONAL, TRADITIONAL .. FILTERED, "filtered"),
	assembly(IMPROVED, IMPROVED .. FILTERED, "filtered"),
	h.aabb { broad = h.broad.sap {}, label = "aabb" },
	h.aabb { broad = h.broad.sap {}, leaf = 4, axis = "all", point = "sah", label = "aabb tuned" },
}
-- without boxes every two triangles are a pair, which takes too long in larger assemblies
local without_boxes = {
	assembly(EXACT, EXACT),
	assembly(EXACT, EXACT .. FILTERED, "filtered"),
}
local by_exact_arithmetic = {
	assembly(TRADITIONAL, TRADITIONAL .. REAL, "exact"),
	assembly(IMPROVED, IMPROVED .. REAL, "exact"),
}

local family = {}
for i = 1, 50 do family[i] = i end
local UP_TO_16000 = { 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21, 22, 24, 25, 27, 28, 30, 31, 33, 36, 39,
	42, 45, 48, 50 }
local UP_TO_3000 = { 3, 6, 9, 12, 50 }

-- Is the time of one, in times of another's, between these in each assembly that has both? Inside: in how
-- many its median is.
local function between(a, b, lo, hi)
	return function (r)
		local verdicts, inside, least, most = {}, 0, math.huge, 0
		for _, index in ipairs(r:values "index") do
			local of_a, of_b = { index = index, algorithm = a }, { index = index, algorithm = b }
			if r:has(of_a) and r:has(of_b) then
				verdicts[#verdicts + 1] = lo > 0 and r:within(of_a, of_b, { lo = lo, hi = hi })
					or r:below(of_a, of_b, { limit = hi })
				local median = r:ratio(of_a, of_b).median
				if median then
					inside = inside + (lo <= median and median <= hi and 1 or 0)
					least, most = math.min(least, median), math.max(most, median)
				end
			end
		end
		if #verdicts == 0 then return r:undecided "no assembly has both" end
		local all = r:all(verdicts)
		local text = ("%d of %d inside %g to %g; the ratios are from %.3g to %.3g"):format(inside, #verdicts, lo, hi,
			least, most)
		if all.verdict == "holds" then return r:holds(text) end
		return all.verdict == "refuted" and r:refuted(text) or r:undecided(text)
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
