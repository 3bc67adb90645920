-- Readings: what a paper leaves open, as data. A reading says what the scenario assumes (`ours`) and what
-- else could be meant (`others`). Each alternative is measured beside the scenario's own points: as one more
-- row of the same group where it changes parameters of algorithms, as one more group where it changes the
-- scene. The alternatives are measured one at a time; a reading with `set` is a combination that has a name.
-- No product of readings is measured.
--
-- An alternative: { id, of = { labels }, by = { [algorithm] = algorithm }, label, scene = name, value }
--   id      what the column `reading` says: "box_test=true", or the name of a set
--   by      the changed algorithm of each algorithm that it is of
--   label   a label of its own; nil: its rows have the label of the algorithm that was changed
--   scene   the key of `p` that it changes, to `value`
local algorithms = require "vocabulary.algorithms"
local check = require "base.check"
local fields = require "base.fields"
local lists = require "base.lists"
local parts = require "vocabulary.parts"

local readings = {}

local function read_labels(at, path, v, _, context)
	local known, out, seen = check.sorted_keys(context.by_label), {}, {}
	for inner, label, i in check.items(at, path, v, "a list of labels of algorithms") do
		if not context.by_label[label] then
			check.fail(at, inner, ("no algorithm has the label %s%s"):format(check.shown(label),
				check.suggestion_or_first(label, known)))
		end
		check.once(at, inner, seen, label)
		out[i] = label
	end
	if #out == 0 then check.fail(at, path, "is empty: it names the algorithms that are read so") end
	return out
end

local function read_others(at, path, v)
	if check.list(at, path, v, "a list of values") == 0 then
		check.fail(at, path, "is empty: it lists the values that could be meant besides `ours`")
	end
	return v
end

local READING = {
	{ "of", read = read_labels, luacats = "string[]", optional = true,
		about = "labels of the algorithms that the reading is about" },
	{ "scene", "boolean", optional = true,
		about = "true: the reading is about the scene, whose function sees the value as p.<name of the reading>" },
	{ "key", "string", optional = true, about = "the parameter" },
	{ "ours", "any", optional = true, about = "the value that the scenario has" },
	{ "others", read = read_others, luacats = "any[]", optional = true,
		about = "the other values that the paper allows" },
	{ "set", "any", luacats = "table<string, any>", optional = true,
		about = "{ parameter = value }: several that are changed together, in place of key, ours and others" },
	{ "label", "string", optional = true,
		about = "with set: the label under which tables and figures can show it, if `where` names it" },
	{ "open", "string", about = "what the paper leaves open" },
	{ "because", "string", optional = true, about = "why the scenario has `ours`" },
}
readings.fields = READING

-- ---- checks ----

-- Exactly the keys of one of the three forms.
local FORMS = {
	scene = { "scene", "ours", "others" },
	key = { "of", "key", "ours", "others" },
	set = { "of", "set", "label" },
}

local function form_of(at, path, t)
	local form = t.scene and "scene" or t.set ~= nil and "set" or t.key ~= nil and "key"
	if not form then
		check.fail(at, path, "needs `key`, `set` or scene = true: it does not say what is read otherwise")
	end
	local allowed = lists.joined(FORMS[form], { "open", "scene", form ~= "set" and "because" or nil })
	for inner, key in check.entries(at, path, t) do
		if not check.contains(allowed, key) then check.fail(at, inner, ("does not go with `%s`"):format(form)) end
	end
	for _, key in ipairs(FORMS[form]) do
		if t[key] == nil and key ~= "label" then
			check.must(at, check.join(path, key), nil, ("given with `%s`"):format(form))
		end
	end
	return form
end

-- The algorithm with other parameters. An error names the key at `path`, or the one in the table there.
local function changed(at, path, a, changes, is_table)
	local other, message, wrong = algorithms.changed(a, changes)
	return other or check.fail(at, is_table and check.join(path, wrong) or path, message)
end

local function add_changed(at, path, alternative, label, a, changes, is_table)
	local other = changed(at, path, a, changes, is_table)
	if other.text == a.text then
		check.fail(at, path, ("is what '%s' has anyway"):format(label))
	end
	alternative.by[a] = other
end

local function check_ours(at, path, context, reading)
	for _, label in ipairs(reading.of) do
		local a = context.by_label[label]
		if changed(at, check.join(path, "ours"), a, { [reading.key] = reading.ours }).text ~= a.text then
			check.fail(at, check.join(path, "ours"), ("'%s' has %s=%s"):format(label, reading.key,
				a.params[reading.key]))
		end
	end
end

-- The text of a parameter's value: as it was written, or as the engine has it if it was a table.
local function parameter_text(v, a, key)
	v = parts.text(v)
	local plain = type(v) == "number" or type(v) == "string" or type(v) == "boolean"
	return plain and check.text(v) or algorithms.short(a.params[key] or "")
end

-- Adds an alternative for each value in `others`: make(path, value, alternative) fills it and returns the
-- text of the value. A text that stands twice is an error.
local function add_others(at, path, reading, make)
	local seen = {}
	reading.other_texts = {}
	for i, v in ipairs(reading.others) do
		local inner, alternative = check.join(path, "others", i), { of = reading.of, by = {} }
		local text = make(inner, v, alternative)
		if seen[text] then check.fail(at, inner, ("%s stands twice"):format(check.shown(v))) end
		seen[text], reading.other_texts[i] = true, text
		alternative.id = ("%s=%s"):format(reading.name, text)
		reading.alternatives[i] = alternative
	end
end

local forms = {}

function forms.key(at, path, reading, context)
	for _, label in ipairs(reading.of) do
		local a = context.by_label[label]
		if a.params[reading.key] == nil then -- the message of the engine has the suggestion
			changed(at, check.join(path, "key"), a, { [reading.key] = reading.ours })
		end
	end
	check_ours(at, path, context, reading)
	local first = context.by_label[reading.of[1]]
	reading.ours_text = parameter_text(reading.ours, first, reading.key)
	add_others(at, path, reading, function (inner, v, alternative)
		for _, label in ipairs(reading.of) do
			add_changed(at, inner, alternative, label, context.by_label[label], { [reading.key] = v })
		end
		return parameter_text(v, alternative.by[first], reading.key)
	end)
end

function forms.set(at, path, reading, context)
	local inner = check.join(path, "set")
	local keys = check.sorted_keys(check.plain(at, inner, reading.set, "{ parameter = value }"))
	if #keys == 0 then check.fail(at, inner, "is empty: it lists parameters") end
	check.parameters(at, reading.set, inner)
	if reading.label and #reading.of > 1 then
		check.fail(at, check.join(path, "label"), "is of one algorithm, but `of` names several")
	end
	local alternative = { id = reading.name, of = reading.of, by = {}, label = reading.label }
	for _, label in ipairs(reading.of) do
		add_changed(at, inner, alternative, label, context.by_label[label], reading.set, true)
	end
	local taken = reading.label and context.by_label[reading.label]
	if taken and taken.text ~= alternative.by[context.by_label[reading.of[1]]].text then
		check.fail(at, check.join(path, "label"),
			("is the label of an algorithm with other parameters: %s"):format(check.shown(reading.label)))
	end
	reading.alternatives[1], reading.set_texts = alternative, {}
	for i, key in ipairs(keys) do
		local first = alternative.by[context.by_label[reading.of[1]]]
		reading.set_texts[i] = ("%s=%s"):format(key, parameter_text(reading.set[key], first, key))
	end
end

function forms.scene(at, path, reading, context)
	if context.swept[reading.name] then
		check.fail(at, path, "is also swept: a reading of the scene needs another name")
	end
	local kind = type(reading.ours)
	if kind ~= "number" and kind ~= "string" and kind ~= "boolean" then
		check.must(at, check.join(path, "ours"), reading.ours, "a number, a string, true or false")
	end
	reading.ours_text = check.text(reading.ours)
	add_others(at, path, reading, function (inner, v, alternative)
		if type(v) ~= kind then check.must(at, inner, v, ("a %s, as `ours` is"):format(kind)) end
		if v == reading.ours then check.fail(at, inner, ("%s is `ours`"):format(check.shown(v))) end
		if kind == "string" then check.string(at, inner, v) end
		alternative.scene, alternative.value = reading.name, v
		return check.text(v)
	end)
end

local function read_one(at, path, name, t, context)
	if type(name) ~= "string" or not name:find "^[%a_][%w_]*$" then
		check.fail(at, path, "a reading's name is letters, digits and _")
	end
	local reading = fields.read(at, path, t, READING, context)
	local form = form_of(at, path, t)
	reading.name, reading.scene, reading.alternatives = name, form == "scene", {}
	forms[form](at, path, reading, context)
	return reading
end

-- The scenario's `readings`, checked, by name. context: `algorithms`, and `swept`, a set of names.
function readings.read(at, path, t, _, context)
	context.by_label, context.readings = {}, {}
	for a, label in next, algorithms.label(context.algorithms) do context.by_label[label] = a end
	for _, name in ipairs(check.sorted_keys(check.plain(at, path, t, "{ name = { ... } }"))) do
		table.insert(context.readings, read_one(at, check.join(path, name), name, t[name], context))
	end
	return context.readings
end

-- A reading that the scenario did not list itself: { name, keys }.
function readings.further(at, further, list, context)
	if lists.any(list, function (reading) return reading.name == further.name end) then
		check.fail(at, { "readings", further.name }, "is the name of a reading that the scenario has anyway")
	end
	return read_one(at, { further.name }, further.name, further.keys, context)
end

-- ---- the plan ----

-- The readings in this order of their names.
function readings.ordered(list, order)
	local _, by_name = lists.grouped(list, function (reading) return reading.name end)
	return lists.map(order, function (name) return by_name[name][1] end)
end

-- The points of all alternatives to these points, in the order of the readings: a list of
-- { point = , of = the point that it is an alternative to, alternative = }.
function readings.points(list, points)
	local out = {}
	for _, reading in ipairs(list) do
		for _, alternative in ipairs(reading.alternatives) do
			for _, point in ipairs(points) do
				local other = alternative.by[point.algorithm]
				if other or alternative.scene then
					local new = lists.copy(point, { algorithm = other })
					out[#out + 1] = { point = new, of = point, alternative = alternative }
				end
			end
		end
	end
	return out
end

-- What the scene function sees besides the swept values. alternative: that of the group, or nil.
function readings.scene_values(list, alternative)
	local out = {}
	for _, reading in ipairs(list) do
		if reading.scene then out[reading.name] = reading.ours end
	end
	if alternative then out[alternative.scene] = alternative.value end
	return out
end

-- ---- the report ----

-- What the report needs of the readings, as plain data. labels: of the run's algorithms. In each alternative
-- `by` has, for each label, kind and parameters of what is measured in its place.
function readings.spec(list, labels)
	local out = {}
	for i, reading in ipairs(list) do
		out[i] = { name = reading.name, open = reading.open, because = reading.because, of = reading.of,
			key = reading.key, ours = reading.ours_text, others = reading.other_texts or {}, scene = reading.scene,
			set = reading.set and table.concat(reading.set_texts, ", "), label = reading.label, alternatives = {} }
		for k, alternative in ipairs(reading.alternatives) do
			local by = {}
			for a, other in next, alternative.by do
				if labels[a] then by[labels[a]] = { kind = other.kind, params = other.text } end
			end
			out[i].alternatives[k] = { id = alternative.id, label = alternative.label, by = by,
				scene = alternative.scene ~= nil }
		end
	end
	return out
end

return readings
