-- Rows of drawn.csv. Of runs that an earlier program made, whose intervals were for the counted instances
-- alone, the intervals for what these were drawn from are made here, of the deviations that the rows have.
local drawn_rows = {}

local ERROR = 0.05
local FEW = 5 -- on the rarer side of a share: no interval was made of them that holds

-- Half of the 95 % interval of a mean over `n` instances that differ by this variance.
local function half_of(row, n, variance)
	return engine.student(n - 1, row.interval_error or ERROR) * (variance / n) ^ 0.5
end

-- The half of a logarithm that comes from which instances were drawn: what counts say of them, and what they
-- leave, where instances were timed again, which says nothing new of it.
local function drawn_half(row)
	local n, left = row.instances, row.deviation_left ^ 2
	local again = 1 / math.min(row.times, n) - 1 / row.times
	return half_of(row, n, math.max(row.deviation_instance ^ 2 - left, 0) + n * again * left)
end

local function together(a, b) return (a ^ 2 + b ^ 2) ^ 0.5 end

local function widen(row)
	local half, n = math.log(row.drawn_ratio_hi / row.drawn_ratio_lo) / 2, row.instances
	row.counted_ratio_lo, row.counted_ratio_hi = row.drawn_ratio_lo, row.drawn_ratio_hi
	if n < 2 or not (row.deviation_instance and row.deviation_left) then return end
	local all = math.exp(together(half, drawn_half(row)))
	row.drawn_ratio_lo, row.drawn_ratio_hi = row.drawn_ratio / all, row.drawn_ratio * all
	local share, of_share = row.faster_share, half_of(row, n, row.faster_share * (1 - row.faster_share))
	if math.min(row.times, n) * math.min(share, 1 - share) < FEW then
		row.faster_share_lo, row.faster_share_hi = nil, nil
		return
	end
	row.faster_share_lo = math.max(share - together(share - row.faster_share_lo, of_share), 0)
	row.faster_share_hi = math.min(share + together(row.faster_share_hi - share, of_share), 1)
end

-- The rows as they were read, each with all its intervals.
function drawn_rows.complete(rows)
	for _, row in ipairs(rows) do
		if row.drawn_ratio_lo and not row.counted_ratio_lo then widen(row) end
	end
	return rows
end

return drawn_rows
