-- Do counts explain published times? Each time is held to be a sum of counts, each times a constant of the
-- machine that is 0 or more. The constants are those of least squared relative error, so that each published
-- number weighs alike. It needs no clock, and gives no verdict.
local machine_constants = {}

-- Solves the square system with the given right side, by elimination with the largest pivot; nil if it is
-- singular.
local function solve(a, b)
	local n, x = #b, {}
	for k = 1, n do
		local best = k
		for i = k + 1, n do if math.abs(a[i][k]) > math.abs(a[best][k]) then best = i end end
		a[k], a[best], b[k], b[best] = a[best], a[k], b[best], b[k]
		if math.abs(a[k][k]) < 1e-12 then return nil end
		for i = k + 1, n do
			local f = a[i][k] / a[k][k]
			for j = k, n do a[i][j] = a[i][j] - f * a[k][j] end
			b[i] = b[i] - f * b[k]
		end
	end
	for i = n, 1, -1 do
		local sum = b[i]
		for j = i + 1, n do sum = sum - a[i][j] * x[j] end
		x[i] = sum / a[i][i]
	end
	return x
end

-- The least squares of rows[i] . x = 1 over the columns in `subset`, which have unit length; nil: no solution
-- of numbers of 0 or more.
local function fitted(rows, subset)
	local a, b = {}, {}
	for i, p in ipairs(subset) do
		a[i], b[i] = {}, 0
		for j, q in ipairs(subset) do
			a[i][j] = 0
			for _, row in ipairs(rows) do a[i][j] = a[i][j] + row[p] * row[q] end
		end
		for _, row in ipairs(rows) do b[i] = b[i] + row[p] end
	end
	local x = solve(a, b)
	for _, value in ipairs(x or {}) do if value < 0 then return nil end end
	return x
end

local function predicted(row, subset, x)
	local sum = 0
	for i, p in ipairs(subset) do sum = sum + row[p] * x[i] end
	return sum
end

-- The set bits of a number as a list of columns.
local function columns_of(bits, count)
	local out = {}
	for p = 1, count do if bits >> (p - 1) & 1 == 1 then out[#out + 1] = p end end
	return out
end

-- The rows of relative counts, each column scaled to unit length, and the scales.
local function scaled(list, count)
	local rows, scales = {}, {}
	for p = 1, count do
		local sum = 0
		for _, one in ipairs(list) do sum = sum + (one.counts[p] / one.time) ^ 2 end
		scales[p] = sum > 0 and math.sqrt(sum) or 1
	end
	for i, one in ipairs(list) do
		rows[i] = {}
		for p = 1, count do rows[i][p] = one.counts[p] / one.time / scales[p] end
	end
	return rows, scales
end

-- How well constants of a subset of the columns fit.
local function judged(rows, subset, x, scales)
	local out = { constants = {}, ratios = {}, least = math.huge, most = 0, freedom = #rows - #scales }
	local sum = 0
	for i, row in ipairs(rows) do
		local ratio = predicted(row, subset, x)
		out.ratios[i], sum = ratio, sum + (ratio - 1) ^ 2
		out.least, out.most = math.min(out.least, ratio), math.max(out.most, ratio)
	end
	out.rms = math.sqrt(sum / #rows)
	for p = 1, #scales do out.constants[p] = 0.0 end
	for i, p in ipairs(subset) do out.constants[p] = x[i] / scales[p] end
	return out
end

-- list: { time = published, counts = { ... } } each. Returns { constants, ratios (fitted over published),
-- rms, least, most, freedom }; nil where no constant fits, or the times are no more than the constants. The
-- columns are few, so each subset is tried: the best without a constant below 0 is the solution.
function machine_constants.fit(list)
	local count = list[1] and #list[1].counts or 0
	if #list <= count then return nil end
	local rows, scales = scaled(list, count)
	local best
	for bits = 1, (1 << count) - 1 do
		local subset = columns_of(bits, count)
		local x = fitted(rows, subset)
		local one = x and judged(rows, subset, x, scales)
		if one and not (best and best.rms <= one.rms + 1e-12) then best = one end
	end
	return best
end

return machine_constants
