-- What papers call "about so much" is one band for all claims: a factor of 1.25 either way. The papers print
-- one or two digits and no spread, of models and machines that are not ours, so the digit itself is no limit.
-- The factor is chosen once, for all, and not by a verdict: three such factors lead from 1.9, a usual gain of
-- these papers, to no gain at all, so the band stays clear of that. Where the paper's own numbers of the same
-- thing lie farther away, it calls these "about so much" too, and the band reaches to them.
local about = { FACTOR = 1.25 }

-- What papers call "greatly reduced", without a number, leaves half of it at most, in all claims.
about.GREATLY = 0.5

-- The band { lo, hi } of a number. own: lists of the paper's own numbers of the same thing.
function about.times(value, ...)
	local lo, hi = value / about.FACTOR, value * about.FACTOR
	for _, own in ipairs { ... } do
		for _, other in ipairs(own) do lo, hi = math.min(lo, other), math.max(hi, other) end
	end
	return { lo = lo, hi = hi }
end

-- The band of what is left where about such a share is saved. Of a small share the ratio's band would reach
-- beyond no saving at all: then it is that of what is saved.
function about.less(share)
	local band = about.times(1 - share)
	if band.hi < 1 then return band end
	return { lo = 1 - share * about.FACTOR, hi = 1 - share / about.FACTOR }
end

-- The quotients of two lists of printed numbers.
function about.quotients(list, over)
	local out = {}
	for i, value in ipairs(list) do out[i] = value / over[i] end
	return out
end

-- The verdict of an exact ratio: is it in the band? What stands beside it is the nearer bound.
function about.judged(r, text, ratio, band)
	local at = { ratio = ratio }
	if ratio < (band.lo + band.hi) / 2 then at.least = band.lo else at.limit = band.hi end
	return r:fact(band.lo <= ratio and ratio <= band.hi, text, at)
end

return about
