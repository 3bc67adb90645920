-- The machines of a merged run: which rows a report shows, and how far machines agree.
local measured = require "measured"
local notation = require "notation"

local machines = {}

-- How many rows each machine has, and the machines by name.
local function counts_of(rows)
	local counts, names = {}, {}
	for _, row in ipairs(rows) do
		if row.role == "point" then
			if not counts[row.machine] then names[#names + 1] = row.machine end
			counts[row.machine] = (counts[row.machine] or 0) + 1
		end
	end
	table.sort(names)
	return counts, names
end

local function number_of_points(env)
	local numbers = {}
	for _, group in ipairs(env.plan.groups) do
		for _, a in ipairs(group.algorithms) do numbers[a.point] = group.number end
	end
	return numbers
end

-- Leaves in env.rows the rows of one machine of each group: of those that measured it the one with the most
-- rows in the run, ties by name. The others are kept in env.elsewhere. Any other run is left as it is.
function machines.view(env)
	if not env.plan.merged then return env end
	local counts, numbers, shown = counts_of(env.rows), number_of_points(env), {}
	for _, row in ipairs(env.rows) do
		local number = numbers[row.point]
		local best = shown[number]
		local more = best and (counts[row.machine] or 0) - (counts[best] or 0) or 1
		if more > 0 or more == 0 and row.machine < best then shown[number] = row.machine end
	end
	local kept, rest = { columns = env.rows.columns, booleans = env.rows.booleans }, {}
	for _, row in ipairs(env.rows) do
		local list = shown[numbers[row.point]] == row.machine and kept or rest
		list[#list + 1] = row
	end
	env.rows, env.elsewhere = kept, rest
	return env
end

-- The counted columns of a run's rows. The machine of a merged run says where was counted, and is no count.
function machines.counted(env)
	local out = {}
	for _, name in ipairs(measured.counted(env.rows.columns or {})) do
		if name ~= "machine" or not env.plan.merged then out[#out + 1] = name end
	end
	return out
end

-- ---- agreement ----

-- Each row of another machine with the row that the report shows. The points of the second machine of a group
-- come after all points of the plan, and so on (lua/merge.lua).
local function pairs_of(env)
	local points, shown, out = env.plan.merged.whole.points, {}, {}
	for _, row in ipairs(env.rows) do
		if row.role == "point" then shown[row.point % points] = row end
	end
	for _, row in ipairs(env.elsewhere) do
		local mate = row.role == "point" and shown[row.point % points]
		if mate then out[#out + 1] = { mate, row } end
	end
	return out
end

-- The counted columns in which the two rows differ.
local function differing(columns, a, b)
	local out = {}
	for _, name in ipairs(columns) do
		if a[name] ~= b[name] then out[#out + 1] = name end
	end
	return out
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
				lines[#lines + 1] = ("**DISAGREEMENT** of %s and %s at %s: %s"):format(a.machine, b.machine,
					m:point_text(a), table.concat(names, ", "))
			end
		end
	end
	if #lines == 0 then
		lines[1] = ("All counts and hashes of the %d rows that several machines have are equal."):format(#found)
	end
	return notation.capped(lines, 20)
end

-- Of each algorithm: on how many rows two machines can be compared, and by what factor their ratios to the
-- first algorithm of the group differ at most.
local function ratio_table(found)
	local by_label, labels = {}, {}
	for _, pair in ipairs(found) do
		local a, b = pair[1].ratio_to_first, pair[2].ratio_to_first
		local label = notation.text(pair[1].algorithm)
		if a and b and a > 0 and b > 0 and not (a == 1 and b == 1) then
			if not by_label[label] then
				by_label[label] = { count = 0, most = 0 }
				labels[#labels + 1] = label
			end
			local entry, factor = by_label[label], math.max(a / b, b / a)
			entry.count = entry.count + 1
			if factor > entry.most then entry.most, entry.pair = factor, pair end
		end
	end
	if #labels == 0 then return "" end
	local lines = { "", "| algorithm | rows | ratios differ at most by | where |", "|---|---|---|---|" }
	for _, label in ipairs(labels) do
		local entry = by_label[label]
		lines[#lines + 1] = ("| %s | %d | %s %% | %s: %s; %s: %s |"):format(notation.markdown(label), entry.count,
			notation.number((entry.most - 1) * 100, 1), notation.markdown(entry.pair[1].machine),
			notation.number(entry.pair[1].ratio_to_first), notation.markdown(entry.pair[2].machine),
			notation.number(entry.pair[2].ratio_to_first))
	end
	return table.concat(lines, "\n") .. "\n"
end

-- The section of a report about machines; "" for a run of one.
function machines.section(m)
	local env, lines = m.env, {}
	if not env.elsewhere then return "" end
	local all = table.move(env.rows, 1, #env.rows, 1, {})
	table.move(env.elsewhere, 1, #env.elsewhere, #all + 1, all)
	local counts, names = counts_of(all)
	if #names < 2 then return "" end
	for i, name in ipairs(names) do
		lines[i] = ("- %s: %d points"):format(notation.markdown(name), counts[name])
	end
	lines[#lines + 1] = "\nEach time and each ratio is of one machine. Times in rows of different machines are "
		.. "not to be compared. Where several machines measured a group, tables, figures and claims show one of "
		.. "them."
	if #env.elsewhere == 0 then return table.concat(lines, "\n") .. "\n" end
	local found = pairs_of(env)
	lines[#lines + 1] = ""
	for _, line in ipairs(counts_lines(m, found)) do lines[#lines + 1] = "- " .. line end
	return table.concat(lines, "\n") .. "\n" .. ratio_table(found)
end

return machines
