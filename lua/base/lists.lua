-- What is made of lists and tables everywhere.
local lists = {}

-- What f(item, index) gives for each item, without what is nil or false.
function lists.map(list, f)
	local out = {}
	for i, item in ipairs(list) do out[#out + 1] = f(item, i) or nil end
	return out
end

-- The items that pass a test(item, index).
function lists.kept(list, test)
	local out = {}
	for i, item in ipairs(list) do
		if test(item, i) then out[#out + 1] = item end
	end
	return out
end

-- The values of a field.
function lists.field(list, key)
	return lists.map(list, function (item) return item[key] end)
end

-- Adds items to a list, and returns it.
function lists.add(list, items) return table.move(items, 1, #items, #list + 1, list) end

-- A new list with the items of all lists in a list.
function lists.flat(all)
	local out = {}
	for _, list in ipairs(all) do lists.add(out, list) end
	return out
end

function lists.joined(...) return lists.flat { ... } end

-- A new table with the values of t, and in place of these those of `changes`.
function lists.copy(t, changes)
	local out = {}
	for key, value in next, t do out[key] = value end
	for key, value in next, changes or {} do out[key] = value end
	return out
end

-- A new table with these keys of t.
function lists.pick(t, keys)
	local out = {}
	for _, key in ipairs(keys) do out[key] = t[key] end
	return out
end

-- { item = true }
function lists.set(list)
	local out = {}
	for _, item in ipairs(list) do out[item] = true end
	return out
end

-- The items, each once, in the order of the first.
function lists.distinct(list)
	local seen = {}
	return lists.kept(list, function (item)
		local is_new = not seen[item]
		seen[item] = true
		return is_new
	end)
end

-- The groups of items with the same key, in the order of their first: lists with the field `key`.
function lists.grouped(list, key_of)
	local out, by_key = {}, {}
	for _, item in ipairs(list) do
		local key = key_of(item)
		if not by_key[key] then
			by_key[key] = { key = key }
			out[#out + 1] = by_key[key]
		end
		table.insert(by_key[key], item)
	end
	return out, by_key
end

-- How many items there are of each key; an item without one does not count.
function lists.counts(list, key_of)
	local out = {}
	for _, key in ipairs(lists.map(list, key_of)) do out[key] = (out[key] or 0) + 1 end
	return out
end

-- Sorts a list by these fields of its items, or by what functions give of them, the first that differs. Equal
-- items keep their order. Returns the list.
function lists.sort(list, ...)
	local keys, places = {}, {}
	for i, key in ipairs { ... } do
		keys[i] = type(key) == "function" and key or function (item) return item[key] end
	end
	for i, item in ipairs(list) do places[item] = i end
	table.sort(list, function (a, b)
		for _, key_of in ipairs(keys) do
			local of_a, of_b = key_of(a), key_of(b)
			if of_a ~= of_b then return of_a < of_b end
		end
		return places[a] < places[b]
	end)
	return list
end

-- How many items pass a test.
function lists.count(list, test)
	local count = 0
	for _, item in ipairs(list) do count = count + (test(item) and 1 or 0) end
	return count
end

-- Whether an item passes a test.
function lists.any(list, test)
	for _, item in ipairs(list) do
		if test(item) then return true end
	end
	return false
end

-- The largest value of f(item), and at least `least` (0).
function lists.most(list, f, least)
	local most = least or 0
	for _, item in ipairs(list) do most = math.max(most, f(item)) end
	return most
end

-- At most so many items, evenly spread: the first, the last, and some between.
function lists.spread(list, most)
	local n = math.min(most, #list)
	return lists.map(table.move(list, 1, n, 1, {}), function (_, i)
		return list[1 + (i - 1) * (#list - 1) // math.max(1, n - 1)]
	end)
end

return lists
