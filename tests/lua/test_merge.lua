-- Merging runs: which belong together, which of several results counts, and what is told of the rest.
local expect = require "expect"
local fake_files = require "fake_files"
local json = require "text.json"
local merge = require "runs.merge"

local t = {}

local KEYS = { "aa", "bb", "cc" } -- of the groups of the plan, each of two points

local SAT = '{"type":"sat","host":"%s","cpu":"c","simd":"s","ended":"%s"}'

local function group_text(number, host, ended, more)
	local lines = { ('{"type":"group","key":"%s"}'):format(KEYS[number]) }
	for i, one in ipairs(more or { { host, ended } }) do lines[i + 1] = SAT:format(one[1], one[2]) end
	return '{"harness":"group","version":1,"records":[\n' .. table.concat(lines, ",\n") .. "\n]}\n"
end

local function planned(number)
	return { number = number, scene = ("scenes/%04d.scene"):format(number - 1),
		params = { faces = number * 1000 }, algorithms = { { point = 2 * number - 1, label = "a" },
			{ point = 2 * number, label = "b" } }, questions = { { a = 2 * number, b = 2 * number - 1, limit = 3 } } }
end

-- Writes a shard with these groups: { number, host, ended }. change(plan, manifest): what is otherwise.
local function shard(files, dir, groups, change)
	local plan = { scenario = "s", identity = "one", columns = { "faces" }, file = dir .. ".lua",
		started_in = dir, groups = {}, models = { { file = "m.obj", sha256 = "1" } }, seed = "1",
		shard = { groups = 3, points = 6 } }
	local manifest = { engine = "e1", cpu = dir, warnings = { { code = "W001", text = "busy " .. dir } },
		started = "at " .. dir, ended = "at " .. dir }
	if change then change(plan, manifest) end
	for i, group in ipairs(groups) do
		local number = group[1]
		plan.groups[i] = planned(number)
		files[("%s/groups/%04d-%s.json"):format(dir, i - 1, KEYS[number])] = group.text
			or group_text(number, group[2], group[3])
		files[dir .. "/" .. plan.groups[i].scene] = group.scene or ("scene %d"):format(number)
	end
	if #groups == 0 then plan.groups = json.empty_array end
	files[dir .. "/plan.json"], files[dir .. "/manifest.json"] = json.encode(plan), json.encode(manifest)
	files[dir .. "/scenario.lua"] = "text"
end

-- make(files): writes the shards; it may return functions of `engine`. Returns plan.json and manifest.json of
-- the merged run, its files, and what was told.
local function merged(make, ...)
	local files, dirs = {}, { ... }
	local more = fake_files.with(files, function () return make(files) end)
	local lines = fake_files.with(files, function ()
		return merge.run(dirs, function () return "out" end)
	end, more)
	local function decoded(name) return fake_files.decode(files["out/" .. name]) end
	return decoded "plan.json", decoded "manifest.json", files, lines
end

local function refused(make, ...)
	local ok, problem = pcall(merged, make, ...)
	expect.equal(ok, false)
	return ("%d: %s"):format(problem.exit, problem.text)
end

local function two(files, change_second, second)
	shard(files, "s1", { { 1, "n1", "10" }, { 2, "n1", "11" } })
	shard(files, "s2", second or { { 3, "n1", "12" } }, change_second)
end

function t.shards_of_a_plan_become_it()
	local plan, manifest, files, lines = merged(two, "s1", "s2")
	expect.equal(#plan.groups, 3)
	expect.equal(#plan.merged.missing, 0)
	expect.equal(plan.merged.points, 6)
	expect.equal(table.concat(plan.merged.machines, " "), "n1 c s")
	expect.equal(manifest.complete, true)
	expect.equal(manifest.groups.finished, 3)
	expect.equal(manifest.shards, 2)
	expect.equal(manifest.started .. ", " .. manifest.ended .. ", " .. manifest.cpu, "at s1, at s2, s1; s2")
	expect.equal(manifest.warnings[1].text, "busy s1; and 1 more of 2 shards")
	expect.equal(plan.file .. " " .. plan.started_in, "s1.lua s1")
	expect.equal(files["out/groups/0002-cc.json"], group_text(3, "n1", "12"))
	expect.equal(files["out/scenes/0002.scene"], "scene 3")
	expect.equal(#lines, 0)
	expect.equal(plan.groups[3].params.faces, 3000)
	expect.equal(plan.groups[3].params.machine, "n1 c s")
	expect.equal(table.concat(plan.columns, " "), "faces machine")
end

function t.the_manifest_tells_of_changes_and_populations()
	local function change(dirty)
		return function (plan, manifest) plan.options, manifest.dirty = { drawn = true }, dirty end
	end
	local _, manifest = merged(function (files)
		shard(files, "s1", { { 1, "n1", "10" } }, change "no")
		shard(files, "s2", { { 2, "n1", "10" } }, change "yes")
	end, "s1", "s2")
	expect.equal(manifest.dirty, "no; yes")
	expect.equal(manifest.drawn, true)
end

-- What is written depends on the results alone.
function t.the_order_of_the_runs_does_not_matter()
	local _, _, one = merged(two, "s1", "s2")
	local _, _, other = merged(two, "s2", "s1")
	for path, text in pairs(one) do expect.equal(other[path], text, path) end
	for path in pairs(other) do expect.equal(one[path] ~= nil, true, path) end
end

function t.a_missing_group_is_told()
	local plan, manifest, _, lines = merged(two, "s1")
	expect.equal(table.concat(plan.merged.missing, " "), "3")
	expect.equal(plan.merged.whole.groups, 3)
	expect.equal(manifest.complete, false)
	expect.equal(manifest.groups.finished, 2)
	expect.equal(lines[1], "note: 1 of 3 groups are in none of the merged runs: 3")
end

-- Results of other machines are groups of their own, whose points come after all of the plan's.
function t.each_machine_keeps_its_result()
	local others = { { 2, "n2", "05" }, { 3, "n2", "12" } }
	local plan = merged(function (files) two(files, nil, others) end, "s1", "s2")
	local seen = {}
	for i, group in ipairs(plan.groups) do
		seen[i] = ("%s %d-%d"):format(group.params.machine, group.algorithms[1].point, group.algorithms[2].point)
		expect.equal(group.questions[1].a, group.algorithms[2].point)
		expect.equal(group.questions[1].b, group.algorithms[1].point)
		expect.equal(group.questions[1].limit, 3)
	end
	expect.equal(table.concat(seen, ", "), "n1 c s 1-2, n1 c s 3-4, n2 c s 9-10, n2 c s 5-6")
	expect.equal(plan.merged.points, 12)
	expect.equal(table.concat(plan.merged.machines, ", "), "n1 c s, n2 c s")
end

-- Of one machine the result that ended first counts, by its last session. The other is kept and named.
function t.what_ended_first_counts()
	local function chosen(one, other)
		local plan, _, files, lines = merged(function (files)
			shard(files, "s1", { { 1, text = group_text(1, nil, nil, one) }, { 2, "n1", "1" }, { 3, "n1", "1" } })
			shard(files, "s2", { { 1, text = group_text(1, nil, nil, other) } })
		end, "s1", "s2")
		expect.equal(#plan.groups, 3)
		expect.equal(#lines, 1)
		expect.contains(lines[1], "group 1 was measured again on n1 c s, until ")
		local name = lines[1]:match "(duplicates/%S+) does not count$"
		expect.equal(files["out/" .. name] ~= nil, true)
		return files["out/groups/0000-aa.json"]
	end
	local early, late = { { "n1", "10" } }, { { "n1", "20" } }
	local twice = { { "n1", "05" }, { "n1", "30" } } -- ended last
	expect.equal(chosen(early, late), group_text(1, nil, nil, early))
	expect.equal(chosen(late, early), group_text(1, nil, nil, early))
	expect.equal(chosen(late, twice), group_text(1, nil, nil, late))
	expect.equal(chosen(twice, late), group_text(1, nil, nil, late))
end

-- Of one machine. The link of a chain is no count, and a member that failed in one of the two has none.
function t.a_machine_counts_the_same_each_time()
	local function counted(np, link, ended, member)
		local line = (',\n{"type":"counted","member":%d,"np":"%d","chain":"%s"}\n]'):format(member or 0, np, link)
		return (group_text(1, "n1", ended):gsub("\n%]", line))
	end
	local function of(one, other)
		return function (files)
			shard(files, "s1", { { 1, text = one }, { 2, "n1", "1" }, { 3, "n1", "1" } })
			shard(files, "s2", { { 1, text = other } })
		end
	end
	local first = counted(7, "aa", "10")
	merged(of(first, counted(7, "bb", "20")), "s1", "s2")
	merged(of(first, counted(8, "bb", "20", 1)), "s1", "s2")
	expect.contains(refused(of(first, counted(8, "bb", "20")), "s1", "s2"),
		"4: s2/groups/0000-aa.json: was counted otherwise than s1/groups/0000-aa.json, on the same machine")
end

-- The same file twice is one result.
function t.a_copy_is_no_second_result()
	local again = { { 1, "n1", "10" }, { 3, "n1", "12" } }
	local _, _, _, lines = merged(function (files) two(files, nil, again) end, "s1", "s2")
	expect.equal(#lines, 0)
end

function t.what_does_not_belong_together_is_refused()
	local function second(change) return refused(function (files) two(files, change) end, "s1", "s2") end
	expect.contains(second(function (plan) plan.scenario = "other" end), "2: s2: is a run of other, and s1 of s")
	expect.contains(second(function (plan) plan.identity = "two" end), "2: s2: is of another plan than s1")
	expect.contains(second(function (_, manifest) manifest.engine = "e2" end),
		"2: s2: is of another build than s1")
	expect.contains(second(function (plan) plan.models[1].sha256 = "2" end),
		"2: s2: has another model m.obj than s1")
	expect.contains(second(function (plan) plan.identity = nil end), "2: s2: is a run of an older version")
	expect.contains(second(function (plan) plan.columns = { "machine" } end), "sweeps a key called machine")
	expect.contains(refused(function (files) shard(files, "s1", {}) end, "s1"), "1: s1: no group is finished")
end

function t.a_plug_in_of_other_bytes_is_refused()
	local function with(key)
		return function (files)
			shard(files, "s1", { { 1, "n1", "10" } }, function (plan) plan.plugins = { "p 1" } end)
			shard(files, "s2", { { 2, "n1", "10" } }, function (plan) plan.plugins = { "p " .. key } end)
			return { json_decode = function (text, list, each) -- a description is JSON within JSON
				local name, of = text:match "^(%a) (%d)$"
				local value = name and { name = name, key = of } or fake_files.decode(text)
				for i, item in ipairs(list and value[list] or {}) do value[list][i] = each(item) end
				return value
			end }
		end
	end
	expect.equal(#merged(with "1", "s1", "s2").groups, 2)
	expect.contains(refused(with "2", "s1", "s2"), "2: s2: has another plug-in p than s1")
end

function t.machines_agree_on_scenes_and_files_are_whole()
	local function with(group) return function (files) two(files, nil, { group }) end end
	expect.contains(refused(with { 2, "n2", "05", scene = "another" }, "s1", "s2"),
		"is another scene than s1/scenes/0001.scene: the machines do not agree on it")
	local whole = group_text(3, "n1", "12")
	expect.contains(refused(with { 3, text = whole:sub(1, -2) }, "s1", "s2"),
		"7: s2/groups/0000-cc.json: is damaged")
	expect.contains(refused(with { 3, text = group_text(2, "n1", "12") }, "s1", "s2"), "is damaged")
	expect.contains(refused(with { 3, text = group_text(3, nil, nil, {}) }, "s1", "s2"), "has no session")
	local mixed = group_text(3, nil, nil, { { "n1", "1" }, { "n2", "2" } })
	expect.contains(refused(with { 3, text = mixed }, "s1", "s2"),
		"was measured on two machines, n1 c s and n2 c s")
end

-- A merged run is merged again like what it was made of.
function t.a_merged_run_is_merged_again()
	local files, count = {}, 0
	fake_files.with(files, function ()
		two(files)
		merge.run({ "s1" }, function () return "part" end)
		merge.run({ "part", "s2" }, function () return "again" end)
		merge.run({ "s1", "s2" }, function () return "once" end)
	end)
	for path, text in pairs(files) do
		local name = path:match "^again/(.*)"
		count = count + (name and 1 or 0)
		if name then expect.equal(text, files["once/" .. name], name) end
	end
	expect.equal(count > 8, true)
end

return t
