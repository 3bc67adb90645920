-- Verdicts of claims: holds, refuted or undecided, a text with the numbers, and how near to its limit the
-- nearest ratio came that decided it.
local verdicts = {}

local Verdict = {}
Verdict.__index = Verdict
Verdict.__tostring = function (v) return v.verdict .. (v.text ~= "" and ": " .. v.text or "") end

-- The word for what holds, is refuted, or neither.
function verdicts.word(holds, refuted) return holds and "holds" or refuted and "refuted" or "undecided" end

-- nearest: { ratio, limit, relation }, where the ratio was to be below ("<") or above (">") the limit; or
-- nil.
function verdicts.new(verdict, text, nearest)
	return setmetatable({ verdict = verdict, text = text or "", nearest = nearest }, Verdict)
end

-- Notes of an undecided verdict why it is, and by what factor more rounds would decide it: a ratio that is
-- `distance` away from its limit has an interval that reaches `reach` towards it, both as logarithms. `tie`:
-- by what share the ratio differs from the limit at most, where that is so little that it is why.
function verdicts.opened(v, why, distance, reach, tie)
	if v.verdict == "undecided" then
		local factor = distance and distance > 0 and (reach / distance) ^ 2 or nil
		v.open = { why = why, count = 1, total = 1, factor = distance and (factor or math.huge), tie = tie }
	end
	return v
end

function verdicts.tie_text(tie) return ("a tie within %.1f %%"):format(100 * tie) end

-- What is open of several: how many, and why of the one that most rounds would decide. A tie, if all are.
local function open_of(list)
	local open, is_tie = { count = 0, total = #list, factor = 0 }, true
	for _, v in ipairs(list) do
		local own = v.open or { why = "no value" }
		if v.verdict == "undecided" then
			open.count = open.count + 1
			is_tie = is_tie and own.tie ~= nil
			open.tie = is_tie and math.max(open.tie or 0, own.tie) or nil
			local is_harder = not own.factor or open.factor and own.factor >= open.factor
			if is_harder and open.factor then open.why, open.factor = own.why, own.factor end
		end
	end
	return open
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

-- "8 of 9 hold"; nil for one cell.
function verdicts.cells_text(held, cells)
	return (cells or 1) > 1 and ("%d of %d hold"):format(held, cells) or nil
end

-- The same verdict about the reciprocal ratio: "b / a < 1 / l" is "a / b > l".
function verdicts.inverted(v)
	local n = v.nearest
	if not n then return v end
	local out = verdicts.new(v.verdict, v.text,
		verdicts.nearest(1 / n.ratio, 1 / n.limit, n.relation == "<" and ">" or "<"))
	out.open = v.open
	return out
end

-- The line of one of several verdicts. A verdict that does not hold is marked behind its text. One that is
-- itself of several has marked the lines that failed, so it gets no mark of its own.
local function line_of(v, i)
	if v.verdict == "holds" or v.is_several then return v.text end
	return ("%s (%s)"):format(v.text ~= "" and v.text or ("verdict %d"):format(i), v.verdict)
end

-- Of several: one refuted refutes, else one undecided leaves it undecided. The text has the numbers of all;
-- the ratio is the nearest of those with the verdict, which decided; `held` of the `cells` hold.
function verdicts.all(list, text)
	local counts, texts, nearest = { holds = 0, refuted = 0, undecided = 0 }, {}, {}
	local held, cells = 0, 0
	for i, v in ipairs(list) do
		counts[v.verdict] = counts[v.verdict] + 1
		held, cells = held + (v.held or v.verdict == "holds" and 1 or 0), cells + (v.cells or 1)
		nearest[v.verdict] = verdicts.nearer(nearest[v.verdict], v.nearest)
		local line = line_of(v, i)
		if line ~= "" then texts[#texts + 1] = line end
	end
	local verdict = counts.refuted > 0 and "refuted" or counts.undecided > 0 and "undecided" or "holds"
	if #list == 0 then return verdicts.new("undecided", "nothing of this run to compare") end
	local several = verdicts.new(verdict, text or table.concat(texts, "\n"), nearest[verdict])
	several.held, several.cells = held, cells
	several.is_several, several.open = true, verdict == "undecided" and open_of(list) or nil
	return several
end

return verdicts
