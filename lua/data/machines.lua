-- The machines of a merged run: which rows a report shows, and how far machines agree.
local blocks = require "blocks.blocks"
local check = require "base.check"
local csv = require "text.csv"
local lists = require "base.lists"
local machine_rows = require "data.machine_rows"
local measured = require "data.measured"
local notation = require "text.notation"

local machines = {}

-- How many rows each machine has, and the machines by name.
local function counts_of(rows)
	local counts = lists.counts(rows, function (row) return row.role == "point" and row.machine end)
	return counts, check.sorted_keys(counts)
end

-- Leaves in env.rows the rows of one machine of each group: of those that measured it the one with the most
-- rows in the run, ties by name. The others are kept in env.elsewhere. env.machines has the machines in this
-- order, if there are several. Any other run is left as it is.
function machines.view(env)
	if not env.plan.merged then return env end
	local counts, names = counts_of(env.rows)
	local numbers, shown = machine_rows.numbers(env.plan), {}
	for _, row in ipairs(env.rows) do
		local number = numbers[row.point]
		local best = shown[number]
		local more = best and (counts[row.machine] or 0) - (counts[best] or 0) or 1
		if more > 0 or more == 0 and row.machine < best then shown[number] = row.machine end
	end
	local kept, rest = { columns = env.rows.columns, booleans = env.rows.booleans, define = env.rows.define }, {}
	for _, row in ipairs(env.rows) do
		local list = shown[numbers[row.point]] == row.machine and kept or rest
		list[#list + 1] = row
	end
	env.rows, env.elsewhere = kept, rest
	lists.sort(names, function (name) return -counts[name] end)
	env.machines = #names > 1 and names or nil
	return env
end

-- Removes what env has of other machines, for who looks at the shown rows alone.
function machines.shown_only(env)
	env.elsewhere, env.machines = nil, nil
	return env
end

-- The counted columns of a run's rows. The machine of a merged run says where was counted, and is no count.
function machines.counted(env)
	return lists.kept(measured.counted(env.rows.columns or {}), function (name)
		return name ~= "machine" or not env.plan.merged
	end)
end

-- ---- agreement ----

-- Each row of another machine with the row that the report shows.
local function pairs_of(env)
	local shown, out = {}, {}
	for _, row in ipairs(env.rows) do
		if row.role == "point" then shown[machine_rows.place(env.plan, row)] = row end
	end
	for _, row in ipairs(env.elsewhere) do
		local mate = row.role == "point" and shown[machine_rows.place(env.plan, row)]
		if mate then out[#out + 1] = { mate, row } end
	end
	return out
end

-- The counted columns in which the two rows differ.
local function differing(columns, a, b)
	return lists.kept(columns, function (name) return a[name] ~= b[name] end)
end

-- How many rows of other machines have other counts or hashes than those that the report shows.
function machines.disagreements(env)
	if not env.plan.merged then return 0 end
	local columns = machines.counted(env)
	return lists.count(pairs_of(env), function (pair)
		return measured.is_ok(pair[1]) and measured.is_ok(pair[2])
			and #differing(columns, pair[1], pair[2]) > 0
	end)
end

local function counts_lines(m, found)
	local columns, lines = machines.counted(m.env), {}
	for _, pair in ipairs(found) do
		local a, b = pair[1], pair[2]
		if not measured.is_ok(b) then
			lines[#lines + 1] = ("%s on %s: %s"):format(m:point_text(a), b.machine, measured.failure_text(b))
		elseif measured.is_ok(a) then
			local names = differing(columns, a, b)
			if #names > 0 then
				lines[#lines + 1] = { { strong = "DISAGREEMENT" }, (" of %s and %s at %s: %s"):format(a.machine,
					b.machine, m:point_text(a), table.concat(names, ", ")) }
			end
		end
	end
	if #lines == 0 then
		lines[1] = ("All counts and hashes of the %d rows that several machines have are equal."):format(#found)
	end
	return notation.capped(lines, 20)
end

-- By what factor the ratios of two rows to the first algorithm of their groups differ; nil if they have none,
-- as the first algorithm itself.
local function factor_of(pair)
	local a, b = pair[1].ratio_to_first, pair[2].ratio_to_first
	if a and b and a > 0 and b > 0 and not (a == 1 and b == 1) then return math.max(a / b, b / a) end
end

-- Whether the 95 % intervals of both ratios have a value in common; nil where one is not known.
local function overlap_of(pair)
	local a, b = pair[1], pair[2]
	if not (a.ratio_lo and a.ratio_hi and b.ratio_lo and b.ratio_hi) then return nil end
	return a.ratio_lo <= b.ratio_hi and b.ratio_lo <= a.ratio_hi
end

-- Of each algorithm, in the order of the rows: its label, the factors of its ratios in ascending order, the
-- pair of the largest, of how many both intervals are known, and of how many these overlap.
local function ratios_of(found)
	local by_label, out = {}, {}
	for _, pair in ipairs(found) do
		local factor, label = factor_of(pair), notation.text(pair[1].algorithm)
		if factor then
			local entry = by_label[label]
			if not entry then
				entry = { label = label, factors = {}, most = 0, known = 0, overlapping = 0 }
				by_label[label], out[#out + 1] = entry, entry
			end
			local overlap = overlap_of(pair)
			entry.factors[#entry.factors + 1] = factor
			entry.known = entry.known + (overlap ~= nil and 1 or 0)
			entry.overlapping = entry.overlapping + (overlap and 1 or 0)
			if factor > entry.most then entry.most, entry.pair = factor, pair end
		end
	end
	for _, entry in ipairs(out) do table.sort(entry.factors) end
	return out
end

local function percent(factor) return notation.number((factor - 1) * 100, 1) .. " %" end

local function ratio_row(entry)
	local a, b = entry.pair and entry.pair[1], entry.pair and entry.pair[2]
	local function side(row) return { row.machine, ": ", notation.number(row.ratio_to_first) } end
	return { entry.label, ("%d"):format(#entry.factors),
		entry.known > 0 and ("%d of %d"):format(entry.overlapping, entry.known) or "",
		percent(entry.factors[(#entry.factors + 1) // 2]), percent(entry.most),
		a and { side(a), "; ", side(b) } or "" }
end

-- How far the ratios of an algorithm differ between machines.
local function add_ratios(out, found)
	local rows = lists.map(ratios_of(found), ratio_row)
	if #rows == 0 then return end
	out[#out + 1] = { kind = "table", is_text = true, rows = rows, header = { "algorithm", "rows",
		"intervals overlap", "ratios differ by (median)", "at most by", "where" } }
	local file = { link = "machines.csv", text = "machines.csv" }
	out[#out + 1] = blocks.paragraph("Each ratio on each machine: ", file)
end

-- machines.csv: each ratio that several machines measured, a row a machine; "" if there is none. The shown
-- machine's row comes first.
function machines.csv(env)
	local header = { "group", "point", "algorithm", "machine", "ratio_to_first", "ratio_lo", "ratio_hi" }
	local numbers, rows, shown, others = machine_rows.numbers(env.plan), {}, {}, {}
	for _, pair in ipairs(env.elsewhere and pairs_of(env) or {}) do
		local a, b = pair[1], pair[2]
		if factor_of(pair) then
			if not others[a] then shown[#shown + 1], others[a] = a, {} end
			table.insert(others[a], b)
		end
	end
	local function add(row)
		rows[#rows + 1] = setmetatable({ group = numbers[row.point] }, { __index = row })
	end
	for _, row in ipairs(shown) do
		add(row)
		for _, other in ipairs(others[row]) do add(other) end
	end
	return #rows > 0 and csv.format(header, rows) or ""
end

local ABOUT = "Each time and each ratio is of one machine. Times in rows of different machines are not to be "
	.. "compared. Where several machines measured a group, tables, figures and claims show one of them."

-- The blocks of a report about machines; none for a run of one.
function machines.section(m)
	local env = m.env
	if not env.elsewhere then return {} end
	local counts, names = counts_of(machine_rows.all(env))
	if #names < 2 then return {} end
	local lines = lists.map(names, function (name) return { name, (": %d points"):format(counts[name]) } end)
	local out = { blocks.list(lines), blocks.paragraph(ABOUT) }
	if #env.elsewhere == 0 then return out end
	local found = pairs_of(env)
	out[#out + 1] = blocks.list(counts_lines(m, found))
	add_ratios(out, found)
	return out
end

return machines
