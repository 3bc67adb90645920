-- What a scenario may say under `readings`, and the points that are measured for it. Algorithms are made up:
-- their parameters are a table, and a text of it.
local expect = require "expect"
local fake_engine = require "fake_engine"

local function text_of(params)
	local out = {}
	for key, v in pairs(params) do out[#out + 1] = key .. "=" .. tostring(v) end
	table.sort(out)
	return table.concat(out, ",")
end

local algorithms = { short = function (text) return text end }

-- Knows the parameters leaf and fit, and no leaf above 64.
function algorithms.changed(a, changes)
	local params = {}
	for key, v in pairs(a.params) do params[key] = v end
	for key, v in pairs(changes) do
		if params[key] == nil then return nil, "there is no parameter " .. key, key end
		if key == "leaf" and v > 64 then return nil, "is above 64", key end
		params[key] = v
	end
	return { kind = a.kind, params = params, text = text_of(params), label = a.label }
end

function algorithms.label(list)
	local out = {}
	for _, a in ipairs(list) do out[a] = a.label end
	return out
end

-- The module with these algorithms in place of the program's.
local function with_made_up(name)
	local kept, known = package.loaded["vocabulary.algorithms"], package.loaded[name]
	package.loaded["vocabulary.algorithms"], package.loaded[name] = algorithms, nil
	local module = require(name)
	package.loaded["vocabulary.algorithms"], package.loaded[name] = kept, known
	return module
end
local readings = with_made_up "vocabulary.readings"

local t = {}

local function algorithm(label, leaf)
	local params = { leaf = leaf, fit = "hull" }
	return { kind = "aabb", label = label, params = params, text = text_of(params) }
end

local function read(what, swept)
	local context = { algorithms = { algorithm("a", 1), algorithm("b", 1), algorithm("c", 8) },
		swept = swept or {} }
	local place = { file = "s.lua", line = 7, callee = "", owner = "scenario" }
	local functions = { number_text = tostring, nearest = function () end }
	local ok, list = pcall(fake_engine.with, functions, readings.read, place, { "readings" }, what, nil, context)
	if not ok then error(type(list) == "table" and list.text or list, 0) end
	return list, context.algorithms
end

local function key(change)
	local reading = { of = { "a" }, key = "leaf", ours = 1, others = { 2, 4 }, open = "what a leaf holds" }
	for name, v in pairs(change or {}) do reading[name] = v end
	return reading
end

local function refused(part, reading, swept) expect.error(part, read, { r = reading }, swept) end

function t.an_alternative_is_the_algorithm_with_another_value()
	local list, of = read { r = key { of = { "a", "b" } } }
	expect.equal(#list, 1)
	local ids = {}
	for i, alternative in ipairs(list[1].alternatives) do ids[i] = alternative.id end
	expect.equal(table.concat(ids, " "), "r=2 r=4")
	expect.equal(list[1].alternatives[1].by[of[1]].text, "fit=hull,leaf=2")
	expect.equal(list[1].alternatives[2].by[of[2]].text, "fit=hull,leaf=4")
	expect.equal(list[1].alternatives[1].by[of[3]], nil)
	expect.equal(list[1].ours_text, "1")
	local points = readings.points(list, { { algorithm = of[1], n = 1 }, { algorithm = of[3], n = 2 } })
	expect.equal(#points, 2) -- c is not read otherwise
	expect.equal(points[1].of.n, 1)
	expect.equal(points[1].point.algorithm.text, "fit=hull,leaf=2")
end

-- A value that an algorithm has anyway would be measured twice and differ in nothing.
function t.what_an_algorithm_has_anyway_is_no_alternative()
	refused("is what 'a' has anyway", key { others = { 2, 1 } })
	refused("is what 'b' has anyway", { of = { "b" }, set = { leaf = 1 }, open = "x" })
	refused("is what 'c' has anyway", { of = { "b", "c" }, set = { leaf = 8 }, open = "x" })
	refused("twice", key { others = { 2, 2 } })
	refused("'c' has leaf=8", key { of = { "c" } })
	refused("'c' has leaf=8", key { of = { "a", "c" }, others = { 2 } })
end

function t.a_form_has_its_own_keys()
	refused("does not go with `key`", key { label = "x" })
	refused("does not go with `set`", { of = { "a" }, set = { leaf = 2 }, ours = 1, open = "x" })
	refused("needs `key`, `set` or scene = true", { of = { "a" }, open = "x" })
	refused("given with `key`", { of = { "a" }, key = "leaf", ours = 1, open = "x" })
	refused("no algorithm has the label", key { of = { "d" } })
	refused("twice", key { of = { "a", "a" } })
	refused("is empty", key { of = {} })
	refused("is empty", key { others = {} })
	refused("there is no parameter leav", key { key = "leav" })
	refused("is above 64", key { others = { 100 } })
	refused("is empty", { of = { "a" }, set = {}, open = "x" })
end

function t.a_label_is_of_one_algorithm_with_one_set()
	refused("is of one algorithm", { of = { "a", "b" }, set = { leaf = 2 }, label = "x", open = "x" })
	refused("is the label of an algorithm with other parameters",
		{ of = { "a" }, set = { leaf = 2 }, label = "c", open = "x" })
	local list = read { r = { of = { "a" }, set = { leaf = 8 }, label = "c", open = "x" } } -- c is that
	expect.equal(list[1].alternatives[1].label, "c")
	expect.equal(list[1].alternatives[1].id, "r")
	expect.equal(list[1].set_texts[1], "leaf=8")
end

function t.a_reading_of_the_scene_has_values_of_one_type()
	local function scene(change)
		local reading = { scene = true, ours = 1, others = { 2, 3 }, open = "x" }
		for name, v in pairs(change) do reading[name] = v end
		return reading
	end
	local list, of = read { r = scene {} }
	expect.equal(list[1].alternatives[2].value, 3)
	expect.equal(#readings.points(list, { { algorithm = of[1] }, { algorithm = of[3] } }), 4)
	expect.equal(readings.scene_values(list, nil).r, 1)
	expect.equal(readings.scene_values(list, list[1].alternatives[1]).r, 2)
	refused("1 is `ours`", scene { others = { 1 } })
	refused("a number, as `ours` is", scene { others = { "2" } })
	refused("is also swept", scene {}, { r = true })
	refused("a number, a string, true or false", scene { ours = {} })
end

return t
