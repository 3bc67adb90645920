-- Bounds of the ratio of two points if the time limit ended one of them. That point has only a lower bound of
-- its time, so the ratio has a bound on one side.
local measured = require "data.measured"
local notation = require "text.notation"

local bounds = {}

-- The least time of a point, known from a timed pass. A counting pass takes longer, so it gives no bound.
local function least_of(row, column)
	local least, how = measured.lower_bound(row, column)
	return how == "timeout" and least or nil
end

-- { lo } or { hi } of a over b, with a text; neither where the other's time has no interval. nil unless the
-- limit ended exactly one of the two.
function bounds.ratio(a, b, column)
	local least_a, least_b = least_of(a, column), least_of(b, column)
	local other = least_a and b or a
	if (least_a == nil) == (least_b == nil) or not measured.is_ok(other) then return nil end
	local value, _, hi = measured.value(other, column)
	if type(value) ~= "number" or value <= 0 then return nil end
	if not hi then return { text = "is not known", other = other } end
	local function text(sign, bound) return sign .. " " .. notation.number(bound) end
	if least_b then return { hi = hi / least_b, text = text("<=", hi / least_b), other = other } end
	return { lo = least_a / hi, text = text(">=", least_a / hi), other = other }
end

return bounds
