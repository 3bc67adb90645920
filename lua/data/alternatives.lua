-- Which row of a run takes the place of another under a reading (lua/vocabulary/readings.lua). The list of
-- readings is plain data, as readings.spec makes it.
local check = require "base.check"
local lists = require "base.lists"
local notation = require "text.notation"

local alternatives = {}

-- Rows that differ in the algorithm and the reading alone have the same text. In a merged run another machine
-- may have measured the alternative.
local function place_text(m, row)
	local parts = lists.map(m.columns, function (name)
		return not (m.machines and name == "machine") and notation.text(row[name])
	end)
	return notation.text(row.query) .. "\31" .. table.concat(parts, "\31")
end

local function algorithm_text(kind, params) return kind .. "\31" .. params end

-- The scenario's own rows by their place, then by label and by what plan.json says of the algorithm.
local function own_rows(m)
	local out = {}
	for _, row in ipairs(m.points) do
		if not row.reading then
			local at = place_text(m, row)
			out[at] = out[at] or { by_label = {}, by_algorithm = {} }
			out[at].by_label[notation.text(row.algorithm)] = row
			local planned = m.planned[row.point]
			if planned and planned.params then
				out[at].by_algorithm[algorithm_text(planned.kind, planned.params)] = row
			end
		end
	end
	return out
end

-- Rows of one alternative, as { [own row] = row }. An alternative with a label of its own is of one
-- algorithm.
local function measured_rows(m, alternative, own)
	local base = alternative.label and next(alternative.by)
	local out = {}
	for _, row in ipairs(m.points) do
		local at = row.reading == alternative.id and own[place_text(m, row)]
		local label = notation.text(row.algorithm)
		local of = at and at.by_label[label == alternative.label and base or label]
		if of then out[of] = row end
	end
	return out
end

-- An algorithm that the scenario sweeps anyway was not measured again for the reading.
local function add_shared(out, alternative, own)
	for _, at in pairs(own) do
		for label, other in pairs(alternative.by) do
			local of = at.by_label[label]
			local row = at.by_algorithm[algorithm_text(other.kind, other.params)]
			if of and row and not out[of] then out[of] = row end
		end
	end
end

-- The own rows that are another under the alternative, which the run does not have: one that was made before
-- the reading was may have some of its rows, as those of another reading or of the sweep.
local function lacking_rows(rows, alternative, own)
	local out = {}
	for _, at in pairs(own) do
		for label in pairs(alternative.scene and at.by_label or alternative.by) do
			local of = at.by_label[label]
			if of and not rows[of] then out[of] = true end
		end
	end
	return out
end

-- { [id of an alternative] = { [own row] = the row in its place } }, and the sets of those that it lacks.
function alternatives.index(m, readings)
	local out, lacking = {}, {}
	if #(readings or {}) == 0 then return out, lacking end
	local own = own_rows(m)
	for _, reading in ipairs(readings) do
		for _, alternative in ipairs(reading.alternatives) do
			local rows = measured_rows(m, alternative, own)
			add_shared(rows, alternative, own)
			out[alternative.id], lacking[alternative.id] = rows, lacking_rows(rows, alternative, own)
		end
	end
	return out, lacking
end

-- The ids of all alternatives in the order of the readings.
function alternatives.ids(readings)
	local out = {}
	for _, reading in ipairs(readings or {}) do
		for _, alternative in ipairs(reading.alternatives) do out[#out + 1] = alternative.id end
	end
	return out
end

-- Whether a table, figure or claim that selects by `where` means this row of an alternative: it asks for
-- readings, or for the label that only the alternative has.
function alternatives.is_asked_for(m, row, where, columns)
	if where.reading ~= nil or check.contains(columns or {}, "reading") then return true end
	local wanted = where.algorithm
	if wanted == nil or not m.own_label[row.algorithm] then return false end
	return check.contains(type(wanted) == "table" and wanted or { wanted }, row.algorithm)
end

return alternatives
