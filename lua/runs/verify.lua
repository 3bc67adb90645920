-- Verifies a run: its counts against a new count of the same plan.
local compare = require "runs.compare"
local lists = require "base.lists"
local machines = require "data.machines"
local measured = require "data.measured"
local notation = require "text.notation"

local verify = {}

local SHOWN = 20 -- points that are listed one by one

local function verify_row(a, b, row, other, counted)
	if other == nil then return { "is not there any more" } end
	local scene = compare.scene_of(a, row)
	if scene == nil then return { "has no scene" } end
	if scene ~= compare.scene_of(b, other) then return { "different scene" } end
	if row.role == "point" and row.status ~= other.status then
		return { ("status: %s, not %s"):format(measured.failure_text(other), measured.failure_text(row)) }
	end
	return compare.differences(row, other, counted)
end

-- A point that ran into its time or memory limit has no counts to compare.
local LIMITED = { timeout = true, memory = true }

-- The lowest planned point without a row; nil if there is none. A run writes a row for every planned point,
-- however the point ended, so a missing row was removed later.
local function row_missing(m)
	local found, least = lists.set(lists.field(m.points, "point")), nil
	for point in pairs(m.plan_by_point) do
		if not found[point] then least = math.min(least or point, point) end
	end
	return least
end

-- Why points of a were not counted in b, by point.
local function reasons_in(b)
	local out = {}
	for _, entry in ipairs(b.env.plan.not_counted or {}) do
		for _, point in ipairs(entry.points) do out[point] = entry.reason end
	end
	return out
end

-- A text for each reason, with the points that were not counted for it.
local function left_out_lines(m, rows, reasons)
	local groups = lists.grouped(rows, function (row) return reasons[row.point] end)
	return lists.map(groups, function (group)
		local texts = lists.map(group, function (row) return m:point_text(row) end)
		return ("not counted: %s\n  %s"):format(group.key, table.concat(notation.capped(texts, SHOWN), "\n  "))
	end)
end

-- The twin and the check of a point's group, each with its counterpart of b: { row, other }, where both were
-- counted. The point is the first of its group.
local function others_of(a, b, row, other)
	local ours, theirs, out = a:group(row), b:group(other), {}
	if ours.points[1] ~= row then return out end
	for _, role in ipairs { "twin", "check" } do
		local one, two = ours[role], theirs[role]
		if one and two and one.algorithm == two.algorithm and measured.is_ok(one) and measured.is_ok(two) then
			out[#out + 1] = { one, two }
		end
	end
	return out
end

-- What differs of a point, and of the twin and the check of its group; and how many values were compared.
local function differences_of(a, b, row, other, counted)
	local found, values = verify_row(a, b, row, other, counted), 0
	local function count(one)
		values = values + lists.count(counted, function (name) return one[name] ~= nil end)
	end
	count(row)
	for _, pair in ipairs(other and others_of(a, b, row, other) or {}) do
		count(pair[1])
		for _, text in ipairs(compare.differences(pair[1], pair[2], counted)) do
			found[#found + 1] = ("row '%s': %s"):format(pair[1].role, text)
		end
	end
	return found, values
end

-- Compares run a with b, a new count of the same plan. Every count and hash of every point that is ok in a
-- must be equal in b. Returns a text and an exit code: 0 equal, 4 different, 8 some were not counted for want
-- of a file, 1 nothing or for another reason not all could be compared.
function verify.run(a, b)
	local index, counted = compare.index(b), machines.counted(a.env)
	local points, values, left, limited, different, left_out = 0, 0, 0, {}, {}, {}
	local reasons = reasons_in(b)
	local missing = row_missing(a)
	if missing then return ("differs: point %d has no row in summary.csv\n"):format(missing), 4 end
	for _, row in ipairs(a.points) do
		local other = index[compare.key(a, row)]
		if not measured.is_ok(row) then
			left = left + 1
		elseif not other and reasons[row.point] then
			left_out[#left_out + 1] = row
		elseif other and LIMITED[other.status] then
			limited[#limited + 1] = ("not counted again: %s\n  %s"):format(a:point_text(row),
				measured.failure_text(other))
		else
			local found, compared = differences_of(a, b, row, other, counted)
			if #found > 0 then
				different[#different + 1] = ("differs: %s\n  %s"):format(a:point_text(row),
					table.concat(found, "\n  "))
			else
				points, values = points + 1, values + compared
			end
		end
	end
	local rest = ""
	local function add(count, what)
		if count > 0 then rest = ("%s; %d %s"):format(rest, count, what) end
	end
	add(#different, "different")
	add(#left_out, "not counted")
	add(#limited, "not counted again")
	add(left, "points were not ok and are left out")
	local builds = lists.map(b.env.plan.other_builds or {}, function (text) return "another build: " .. text end)
	local lines = lists.joined(builds, notation.capped(different, SHOWN), left_out_lines(a, left_out, reasons),
		limited)
	lines[#lines + 1] = points + #different == 0 and "nothing to verify" .. rest
		or ("the same: %d points, %d counts and hashes%s"):format(points, values, rest)
	local code = #different > 0 and 4 or (points == 0 or #limited > 0) and 1 or #left_out > 0 and 8 or 0
	return table.concat(lines, "\n") .. "\n", code
end

return verify
