-- How many of the groups that a claim needs were measured. It needs the groups of all points that it asks
-- about, also of those that the run lacks (lua/report/missing_groups.lua): without them it is undecided.
local blocks = require "blocks.blocks"
local lists = require "base.lists"
local notation = require "text.notation"

local coverage = {}

coverage.MISSING = "missing" -- status of a point that the run has no row of

-- Whether a point belongs to a group that was not measured to its end.
function coverage.is_missing(row)
	return row.status == coverage.MISSING
		or row.status == "skipped" and notation.text(row.detail):find "^stopped before" ~= nil
end

-- The place of a point in the whole plan. A second machine of a merged run has numbers of its own.
function coverage.place(plan, point)
	return plan.merged and (point - 1) % plan.merged.whole.points + 1 or point
end

-- What a group of the plan is called here: the place of its first point.
function coverage.id(plan, group) return coverage.place(plan, group.algorithms[1].point) end

-- The ids of the groups of the rows that a claim asked about or counted, as a set. under: the rows that a
-- reading puts in the place of others that it asks about.
function coverage.ids(m, judged, under)
	local ids = {}
	local function add(row)
		local group = m.plan_by_point[row.point]
		if group then ids[coverage.id(m.env.plan, group)] = true end
	end
	for row in next, judged.asked do add(under and under[row] or row) end
	for row in next, judged.counted do add(row) end
	return ids
end

-- Says of a verdict how many groups the claim needs, and how many of these are missing. ids: of the groups
-- that it asked about.
function coverage.mark(m, judged, ids, claim, reading)
	local own = m.env.coverage
	for id in next, own and own.needed(judged.name, claim, reading) or {} do ids[id] = true end
	judged.groups, judged.missing = 0, 0
	for id in next, ids do
		judged.groups = judged.groups + 1
		judged.missing = judged.missing + (own and own.ids[id] and 1 or 0)
	end
	if judged.missing > 0 then
		judged.verdict, judged.nearest, judged.held, judged.cells = "undecided", nil, nil, nil
		judged.lacks = ("%d of %d groups missing"):format(judged.missing, judged.groups)
	end
	return judged
end

-- How many groups of the plan are missing.
function coverage.missing(env) return env.coverage and #env.coverage.numbers or 0 end

local function numbers_text(numbers)
	local texts = lists.map(numbers, function (number) return ("%d"):format(number) end)
	return table.concat(notation.capped(texts, 20), ", ")
end

-- What the run lacks of its plan, and what it leaves out by wish, as blocks (lua/blocks/blocks.lua).
function coverage.section(env)
	local out, own, left = {}, env.coverage, env.plan.left_out
	if own then
		out[1] = blocks.paragraph { { strong = ("%d of %d groups are missing"):format(#own.numbers, own.whole) },
			(": %s. They are %s. Claims that need one of them are undecided."):format(numbers_text(own.numbers),
				own.why) }
	end
	if left then
		out[#out + 1] = blocks.paragraph { ("%d of %d groups and %d of %d points of the scenario were left out by "
			.. "wish: "):format(left.groups, left.whole_groups, left.points, left.whole_points),
			{ code = left.by }, "." }
	end
	return out
end

return coverage
