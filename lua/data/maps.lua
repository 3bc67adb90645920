-- What the maps of a run found: the rows of maps.csv. lua/data/measured.lua has these functions as methods of
-- a run.
local blocks = require "blocks.blocks"
local check = require "base.check"
local lists = require "base.lists"

local maps = {}

-- A map of the run: its rows by point, and how many cells there are of each kind; nil: the run has none of
-- that name, as one that only counted.
function maps:map(name)
	if not self.map_index then
		self.map_index = {}
		for _, row in ipairs(self.env.maps and self.env.maps() or {}) do
			local of = self.map_index[row.map_name] or { rows = {}, cells = 0, timed = 0, wins = {},
				audited = row.audited, wrong = row.audit_wrong, bound = row.audit_bound, unsure = 0,
				left_open = 0, failed = { counted = 0, timed = 0 }, audit_failed = 0 }
			self.map_index[row.map_name] = of
			of.a, of.b, of.rows[row.point] = row.algorithm, row.over_algorithm, row
			of.cells, of.timed = of.cells + 1, of.timed + (row.measured_ratio and 1 or 0)
			of.unsure = of.unsure + (row.chosen_for == "unsure" and 1 or 0)
			local is_left = row.map_winner == "open" and not row.chosen_for and not row.cell_failed
			of.left_open = of.left_open + (is_left and 1 or 0)
			if row.cell_failed then of.failed[row.cell_failed] = of.failed[row.cell_failed] + 1 end
			local in_audit = row.cell_failed and row.chosen_for == "audit"
			of.audit_failed = of.audit_failed + (in_audit and 1 or 0)
			of.wins[row.map_winner] = (of.wins[row.map_winner] or 0) + 1
		end
	end
	return self.map_index[name]
end

local function percent(share) return ("%.3g %%"):format(100 * share) end

-- "dassd wins in 61 % of 4,096 cells, aabb in 35 %, open in 4 %; 8 % timed; audit 0 of 60 wrong: ..."
function maps:map_sentence(name)
	local map = self:map(name)
	local function share(key) return percent((map.wins[key] or 0) / map.cells) end
	local wrong = ("%d of %d wrong"):format(map.wrong, map.audited)
	if map.audit_failed > 0 then wrong = ("%s (%d of them failed)"):format(wrong, map.audit_failed) end
	local audit = "no audit: no cell was only predicted"
	if map.audited > 0 then
		audit = ("audit: %s, so of the cells that were only predicted at most %s (95 %%)"):format(wrong,
			percent(map.bound))
	end
	local failed = map.failed.counted + map.failed.timed > 0
		and ("; %d failed when counted, %d when timed: they are open"):format(map.failed.counted, map.failed.timed)
		or ""
	local room = (map.unsure > 0 or map.left_open == 0) and ""
		or ", none of them because it was open, for which `timed` leaves no room beside the audit"
	return ("%s wins in %s of %d cells, %s in %s, open in %s; %s timed%s%s; %s"):format(map.a, share(map.a),
		map.cells, map.b, share(map.b), share "open", percent(map.timed / map.cells), room, failed, audit)
end

-- What the report says of maps: a sentence of each that has rows.
function maps:map_section()
	self:map "" -- makes the index
	local lines = lists.map(check.sorted_keys(self.map_index), function (name)
		return ("%s: %s"):format(name, self:map_sentence(name))
	end)
	return #lines > 0 and { blocks.list(lines) } or {}
end

return maps
