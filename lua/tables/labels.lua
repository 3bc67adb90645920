-- The labels of one table. The label of an algorithm says only what differs between the algorithms of this
-- table: parameters that are the same for all of one kind are left out, and so is the kind if it is the only
-- one. The CSV file keeps the labels of the scenario.
local check = require "base.check"
local lists = require "base.lists"
local notation = require "text.notation"

local table_labels = {}

-- The parameters of a label. Nil if the scenario wrote the label itself.
local function parameters(label, kind)
	if label == kind then return {} end
	local parts = notation.label_parts(label, kind)
	local is_own = parts and lists.any(parts, function (part) return not part:find "^[%w_]+=" end)
	return not is_own and parts or nil
end

-- The labels that can be shortened, by kind: { [kind] = { { label, parts }, ... } }, and all labels.
local function by_kind(t, column)
	local kinds, all, seen = {}, {}, {}
	for _, row in ipairs(t.found) do
		local label, kind = notation.text(t.read(row, column)), notation.text(row.kind)
		if not seen[label] then
			seen[label], all[#all + 1] = true, label
			kinds[kind] = kinds[kind] or {}
			local parts = parameters(label, kind)
			if parts then table.insert(kinds[kind], { label = label, parts = parts }) end
		end
	end
	return kinds, all
end

-- The parameters that all entries have.
local function common_parts(entries)
	local common = lists.counts(lists.flat(lists.field(entries, "parts")), function (part) return part end)
	for part, times in pairs(common) do common[part] = times == #entries or nil end
	return common
end

local function kept_parts(entry, common)
	return lists.kept(entry.parts, function (part) return not common[part] end)
end

-- Says what the labels of one kind leave out: "aabb(axis=longest)".
local function left_out_text(kind, entries, common)
	local out = lists.kept(entries[1].parts, function (part) return common[part] end)
	return #out > 0 and ("%s(%s)"):format(kind, table.concat(out, ",")) or nil
end

-- Whether all labels are of one kind, and each still has a parameter.
local function is_one_kind(entries, all, common)
	if #all < 2 or #entries ~= #all then return false end
	return not lists.any(entries, function (entry) return #kept_parts(entry, common) == 0 end)
end

local function add_short(out, kind, entries, all)
	local common = common_parts(entries)
	local is_alone = is_one_kind(entries, all, common)
	for _, entry in ipairs(entries) do
		local kept = table.concat(kept_parts(entry, common), ",")
		out.short[entry.label] = is_alone and kept or kept == "" and kind or ("%s(%s)"):format(kind, kept)
	end
	out.left_out[#out.left_out + 1] = left_out_text(kind, entries, common)
	if is_alone then out.kind = kind end
end

-- Labels that would become equal stay as they are.
local function keep_distinct(out, all)
	local shorts = lists.map(all, function (label) return out.short[label] or label end)
	if #lists.distinct(shorts) < #shorts then out.short, out.left_out, out.kind = {}, {}, nil end
end

-- { short = { [label] = short label }, left_out = what the labels leave out, kind = the only kind, which they
-- leave out too }. `column` is the column of the table that holds the algorithms.
function table_labels.short(t, column)
	local out = { short = {}, left_out = {} }
	local kinds, all = by_kind(t, column)
	for _, kind in ipairs(check.sorted_keys(kinds)) do
		if #kinds[kind] > 0 then add_short(out, kind, kinds[kind], all) end
	end
	keep_distinct(out, all)
	return out
end

-- The label of a value of a table's row or column. `is_heading`: of a heading, which also names the column if
-- the value alone would not say what it is: "faces=2124".
function table_labels.of(t, column, value, is_heading)
	local text = notation.text(value)
	if t.labels[text] then return t.labels[text] end
	if column == "algorithm" then return t.short[text] or text end
	return is_heading and column .. "=" .. text or text
end

-- The label of a column's name.
function table_labels.name(t, column) return t.labels[column] or column end

return table_labels
