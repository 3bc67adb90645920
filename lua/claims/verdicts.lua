-- Verdicts of claims: holds, refuted or undecided, a text with the numbers, and how near to its limit the
-- nearest ratio came that decided it.
local verdicts = {}

local Verdict = {}
Verdict.__index = Verdict
Verdict.__tostring = function (v) return v.verdict .. (v.text ~= "" and ": " .. v.text or "") end

-- nearest: { ratio, limit, relation }, where the ratio was to be below ("<") or above (">") the limit; or
-- nil.
function verdicts.new(verdict, text, nearest)
	return setmetatable({ verdict = verdict, text = text or "", nearest = nearest }, Verdict)
end

function verdicts.is(value) return getmetatable(value) == Verdict end

-- A ratio and the limit that it was held against; nil where they say nothing.
function verdicts.nearest(ratio, limit, relation)
	local good = ratio and limit and ratio == ratio and ratio > 0 and ratio < math.huge
		and limit > 0 and limit < math.huge
	return good and { ratio = ratio, limit = limit, relation = relation } or nil
end

-- How far a ratio is from its limit, as a factor's logarithm.
local function distance(nearest) return math.abs(math.log(nearest.ratio / nearest.limit)) end

-- The nearer of two; either may be nil.
function verdicts.nearer(a, b)
	if not (a and b) then return a or b end
	return distance(b) < distance(a) and b or a
end

-- The same verdict about the reciprocal ratio: "b / a < 1 / l" is "a / b > l".
function verdicts.inverted(v)
	local n = v.nearest
	if not n then return v end
	return verdicts.new(v.verdict, v.text,
		verdicts.nearest(1 / n.ratio, 1 / n.limit, n.relation == "<" and ">" or "<"))
end

-- The line of one of several verdicts. A verdict that does not hold is marked behind its text. One that is
-- itself of several has marked the lines that failed, so it gets no mark of its own.
local function line_of(v, i)
	if v.verdict == "holds" or v.is_several then return v.text end
	return ("%s (%s)"):format(v.text ~= "" and v.text or ("verdict %d"):format(i), v.verdict)
end

-- Of several: one refuted refutes, else one undecided leaves it undecided. The text has the numbers of all.
function verdicts.all(list)
	local counts, texts, nearest = { holds = 0, refuted = 0, undecided = 0 }, {}, nil
	for i, v in ipairs(list) do
		counts[v.verdict] = counts[v.verdict] + 1
		nearest = verdicts.nearer(nearest, v.nearest)
		local line = line_of(v, i)
		if line ~= "" then texts[#texts + 1] = line end
	end
	local verdict = counts.refuted > 0 and "refuted" or counts.undecided > 0 and "undecided" or "holds"
	if #list == 0 then return verdicts.new("undecided", "nothing of this run to compare") end
	local several = verdicts.new(verdict, table.concat(texts, "\n"), nearest)
	several.is_several = true
	return several
end

return verdicts
