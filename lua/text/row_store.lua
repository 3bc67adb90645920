-- Rows of a large file without a table of fields for each of them. The values lie in one list for each
-- column, and a column that has the same value in all rows has no list. A row is a small table that knows its
-- number; it is read and written by the names of columns as any other table.
local row_store = {}

-- 1 and 1.0 are equal, but are not printed alike.
local function is_same(a, b) return a == b and math.type(a) == math.type(b) end

-- Values of all rows by column: `same` for columns with one value, `lists` by row for others, `computed` for
-- functions of the row. A column that is in none of them has no value in any row.
local function new_store()
	return { same = {}, lists = {}, computed = {}, rows = {}, count = 0 }
end

-- Gives a column a list of its own, in place of one value or a function.
local function spread(store, name)
	local list, value, f = {}, store.same[name], store.computed[name]
	for i = 1, (value ~= nil or f) and store.count or 0 do
		if f then list[i] = f(store.rows[i]) else list[i] = value end
	end
	store.lists[name], store.same[name], store.computed[name] = list, nil, nil
	return list
end

local function meta_of(store)
	local meta, lists, same, computed = {}, store.lists, store.same, store.computed
	function meta.__index(row, name)
		local list = lists[name]
		if list then return list[row[1]] end
		local f = computed[name]
		if f then return f(row) end
		return same[name]
	end
	function meta.__newindex(row, name, value)
		local list = lists[name]
		if not list then
			if not computed[name] and is_same(same[name], value) then return end
			list = spread(store, name)
		end
		list[row[1]] = value
	end
	function meta.__pairs(row)
		local out, i = {}, row[1]
		for name, value in next, same do out[name] = value end
		for name, list in next, lists do out[name] = list[i] end
		for name, f in next, computed do out[name] = f(row) end
		return next, out, nil
	end
	return meta
end

-- Replaces the values of a column that are keys of `words`.
local function translate(store, column, words)
	local list, value = store.lists[column], store.same[column]
	for i = 1, list and store.count or 0 do
		local word = words[list[i]]
		if word ~= nil then list[i] = word end
	end
	if value ~= nil and words[value] ~= nil then store.same[column] = words[value] end
end

-- The rows of a file with these columns. Returns the list of rows, and a function that adds a row with the
-- values of an array, one for each column; nil: the row has no value there. The array may be used again.
-- The list has two functions. translate(column, words) replaces the values of a column that are keys of
-- `words`. define(column, f) makes f(row) the value of a column in every row.
function row_store.new(columns)
	local store = new_store()
	local rows, lists, same, meta = store.rows, store.lists, store.same, meta_of(store)
	rows.columns = columns

	local function add(values)
		local row = store.count + 1
		for k, name in ipairs(columns) do
			local value, list = values[k], lists[name]
			if list then
				list[row] = value
			elseif row == 1 then
				same[name] = value
			elseif not is_same(same[name], value) then
				spread(store, name)[row] = value
			end
		end
		store.count = row
		rows[row] = setmetatable({ row }, meta)
	end

	function rows.translate(column, words) translate(store, column, words) end
	function rows.define(column, f)
		store.lists[column], store.same[column], store.computed[column] = nil, nil, f
	end
	return rows, add
end

-- Makes a row a table of its own, with all its values.
function row_store.settle(row)
	for name, value in pairs(row) do rawset(row, name, value) end
	row[1] = nil
	return setmetatable(row, nil)
end

return row_store
