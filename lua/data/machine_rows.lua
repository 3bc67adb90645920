-- Rows of one point that several machines of a merged run measured (lua/data/machines.lua).
local lists = require "base.lists"

local machine_rows = {}

-- The number of each point's group in the whole plan. Points of one group have numbers of their own on each
-- machine; the group has not.
function machine_rows.numbers(plan)
	local numbers = {}
	for _, group in ipairs(plan.groups) do
		for _, a in ipairs(group.algorithms) do numbers[a.point] = group.number end
	end
	return numbers
end

-- The same number for rows of the same point on all machines. The points of the second machine of a group
-- come after all points of the plan, and so on (lua/runs/merge.lua).
function machine_rows.place(plan, row) return row.point % plan.merged.whole.points end

-- All rows of a run: those that the report shows, then those of other machines.
function machine_rows.all(env)
	return env.elsewhere and lists.joined(env.rows, env.elsewhere) or env.rows
end

-- The rows of points by machine and place.
local function index(rows, plan)
	local out = {}
	for _, row in ipairs(rows) do
		if row.role == "point" and row.machine then
			out[row.machine] = out[row.machine] or {}
			out[row.machine][machine_rows.place(plan, row)] = row
		end
	end
	return out
end

-- The row of the same point on a machine, as a method of a measured run; nil if that machine did not measure
-- the point.
function machine_rows:row_on(machine, row)
	if row.machine == machine then return row end
	self.on_machine = self.on_machine or index(self.rows, self.env.plan)
	local rows = self.on_machine[machine]
	return rows and rows[machine_rows.place(self.env.plan, row)]
end

return machine_rows
