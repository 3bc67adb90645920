-- What is made of lists (lua/base/lists.lua) and of lists in JSON.
local expect = require "expect"
local json = require "text.json"
local lists = require "base.lists"

local t = {}

function t.lists_are_sorted_by_fields_and_functions_and_equal_items_stay()
	local list = { { k = 2, n = "a" }, { k = 1, n = "b" }, { k = 2, n = "c" }, { k = 1, n = "d" } }
	local function order(...)
		return table.concat(lists.field(lists.sort(lists.copy(list), ...), "n"))
	end
	expect.equal(order "k", "bdac")
	expect.equal(order(function (item) return -item.k end), "acbd")
	expect.equal(order("k", function (item) return -item.n:byte() end), "dbca")
	expect.equal(order(), "abcd")
end

function t.items_are_counted_by_key()
	local counts = lists.counts({ 1, 2, 3, 4, 5 }, function (i)
		return i < 5 and (i % 2 == 1 and "odd" or "even")
	end)
	expect.equal(counts.odd, 2)
	expect.equal(counts.even, 2)
	expect.equal(next(counts, next(counts, next(counts))), nil)
end

function t.an_empty_list_of_a_table_is_an_array()
	expect.equal(json.lists({ a = {} }).a, json.empty_array)
	expect.equal(json.lists({ a = { 1 } }).a[1], 1)
	expect.equal(next(json.lists(nil)), nil)
end

return t
