-- torn.lua LOG BEFORE AFTER WORK CHECK [TRIES]: plays back what a command did to the files of a folder, as
-- strace recorded it, and stops at every point: after each call, and in the middle of each write. What a kill
-- there, or a loss of power, can leave is put into WORK; the command CHECK says whether all is there that was
-- reported as done, and whether the same command goes on. It prints what is wrong, and exits 1: something is
-- lost, or 2: the command is blocked.
--
--     strace -f -y -xx -s 100000000 -e signal=none -e trace=openat,write,... -o LOG COMMAND >said 2>&1
--
-- was called in WORK. BEFORE and AFTER are copies of WORK, as it was and as the command left it. TRIES: so
-- many of the states that differ, spread over all; without it, each. Relative paths are of WORK. What the
-- record does not tell, such as a shared mapping, is an error: then the last state is not AFTER.
local log, before, after, work, check, tries = table.unpack(arg)
io.stdout:setvbuf "line"

-- ---- the files: what programs see, and what is certain to be on the disk ----

-- A file is { data, kept, at }, a folder { names, kept_names }, a link { link }.
local function new_folder() return { names = {}, kept_names = {} } end

-- The node of a path, its folder and its name. No folder: it is not below WORK.
local function find(root, path)
	if path:sub(1, 1) == "/" then
		if path ~= work and path:sub(1, #work + 1) ~= work .. "/" then return end
		path = path:sub(#work + 2)
	end
	local node, folder, name = root, nil, nil
	for part in path:gmatch "[^/]+" do
		if part ~= "." then
			if not node or not node.names then return end
			folder, name, node = node, part, node.names[part]
		end
	end
	return node, folder, name
end

local function load_tree(dir)
	local root = new_folder()
	for line in assert(io.popen(("find '%s' -mindepth 1 -printf '%%y\t%%P\t%%l\n'"):format(dir))):lines() do
		local kind, path, link = line:match "^(.)\t(.*)\t(.*)$"
		local node = kind == "d" and new_folder() or kind == "l" and { link = link }
		if not node then
			local file <close> = assert(io.open(dir .. "/" .. path, "rb"))
			local data = file:read "a"
			node = { data = data, kept = data }
		end
		local _, folder, name = find(root, path)
		folder.names[name], folder.kept_names[name] = node, node
	end
	return root
end

local function sync(node)
	node.kept = node.data
	if not node.names then return end
	node.kept_names = {}
	for name, inner in next, node.names do node.kept_names[name] = inner end
end

local function sync_all(node)
	sync(node)
	for _, inner in next, node.names or {} do sync_all(inner) end
end

-- ---- the calls ----

local function unhex(text)
	return (text:gsub("\\x(%x%x)", function (hex) return string.char(tonumber(hex, 16)) end))
end

-- nil: it failed, or is no call. paths of descriptors are strings too; path: that of the result.
local function parse(text)
	local name, args, result = text:match "^([%w_]+)%((.*)%)%s+= (%d.*)$"
	if not name then return end
	local strings = {}
	for s in args:gmatch '[<"]([^<>"]*)[>"]' do strings[#strings + 1] = unhex(s) end
	return { name = name, args = args, strings = strings, number = tonumber(args:match "(%d+)$"),
		result = tonumber(result:match "^%d+"), path = unhex(result:match "<(.-)>" or "") }
end

-- Of a call that others interrupt in the log, the rest comes later.
local function read_calls()
	local calls, begun = {}, {}
	for line in io.lines(log) do
		local pid, text = line:match "^(%d+) +(.*)$"
		local first, rest = text:match "^(.*) <unfinished %.%.%.>$", text:match "^<%.%.%. [%w_]+ resumed>(.*)$"
		if first then begun[pid] = first else calls[#calls + 1] = parse(rest and begun[pid] .. rest or text) end
	end
	return calls
end

-- The path that begins at a string: a name, of a folder that stands before it in calls that have one.
local function path_at(call, i)
	local folder, name = call.strings[i], call.strings[i + 1]
	if not call.name:find "at2?$" then return folder end
	return name:sub(1, 1) == "/" and name or folder .. "/" .. name
end

-- Name of a call: function (root, call), true where it changed something.
local does = {}

function does.openat(root, call)
	local node, folder, name = find(root, call.path)
	if not folder or node and not node.data then return end
	local changes = call.args:find(node and "O_TRUNC" or "O_CREAT") and not (node and node.data == "")
	node = node or { data = "" }
	if call.args:find "O_TRUNC" then node.data = "" end
	folder.names[name], node.at, node.appends = node, 0, call.args:find "O_APPEND"
	return changes
end

function does.write(root, call)
	local node = find(root, call.strings[1])
	local bytes = table.concat(call.strings, "", 2):sub(1, call.half and call.result // 2 or call.result)
	if not node or bytes == "" then return end
	local at = call.name == "pwrite64" and call.number or node.appends and #node.data or node.at
	if call.name ~= "pwrite64" then node.at = at + #bytes end
	local data = node.data
	node.data = data:sub(1, at) .. ("\0"):rep(at - #data) .. bytes .. data:sub(at + #bytes + 1)
	return true
end

function does.lseek(root, call)
	local node = find(root, call.strings[1])
	if node then node.at = call.result end
end

function does.ftruncate(root, call)
	local node, size = find(root, call.strings[1]), call.number
	if not node or #node.data == size then return end
	node.data = node.data:sub(1, size) .. ("\0"):rep(size - #node.data)
	return true
end

function does.fsync(root, call)
	local node = find(root, call.strings[1])
	if node then sync(node) end
	return node
end

function does.syncfs(root)
	sync_all(root)
	return true
end

-- Puts a node under the name at a string of the call.
local function name_it(root, call, i, node)
	local _, folder, name = find(root, path_at(call, i))
	if folder then folder.names[name] = node end
	return folder
end

function does.rename(root, call)
	local node, folder, name = find(root, path_at(call, 1))
	if not node or not name_it(root, call, #call.strings // 2 + 1, node) then return end
	folder.names[name] = nil
	return true
end

function does.link(root, call)
	return name_it(root, call, #call.strings // 2 + 1, find(root, path_at(call, 1)))
end
function does.symlink(root, call) return name_it(root, call, 2, { link = call.strings[1] }) end
function does.mkdir(root, call) return name_it(root, call, 1, new_folder()) end
function does.unlink(root, call) return name_it(root, call, 1, nil) end

for name, others in next, { openat = "open creat", write = "writev pwrite64", fsync = "fdatasync",
	syncfs = "sync", rename = "renameat renameat2", link = "linkat", symlink = "symlinkat",
	mkdir = "mkdirat", unlink = "unlinkat rmdir" } do
	for other in others:gmatch "%S+" do does[other] = does[name] end
end

-- ---- what is left of the files ----

local function kept(node) return node.kept or "" end
local function half(node)
	local at = node.data:sub(1, #kept(node)) == kept(node) and #kept(node) or 0
	return node.data:sub(1, at + (#node.data - at) // 2)
end
local function data(node) return node.data end
local function names(node) return node.names end
local function kept_names(node) return node.kept_names end

-- What a kill leaves, and what a loss of power may: nothing that was not synced; names without what was
-- written; names with half of it; a mixture.
local STATES = { "killed", "synced", "names", "halves", "mixed", "mixed", "mixed" }
local LEAVES = { killed = { names, data }, synced = { kept_names, kept }, names = { names, kept },
	halves = { names, half }, mixed = {
		function (node) return math.random(2) == 1 and node.names or node.kept_names end,
		function (node) return ({ data, half, kept })[math.random(3)](node) end,
	} }

-- The files as a list of { path, kind, content }, in order.
local function view(node, state, out, prefix)
	local there, list = LEAVES[state][1](node), {}
	for name in next, there do list[#list + 1] = name end
	table.sort(list)
	for _, name in ipairs(list) do
		local inner = there[name]
		local kind = inner.names and "d" or inner.link and "l" or "f"
		local content = kind == "f" and LEAVES[state][2](inner) or inner.link or ""
		out[#out + 1] = { path = prefix .. name, kind = kind, content = content }
		if inner.names then view(inner, state, out, prefix .. name .. "/") end
	end
	return out
end

local ids, contents = {}, 0 -- of contents: a number each
local function key_of(list, said)
	local out = { said or "" }
	for _, entry in ipairs(list) do
		if not ids[entry.content] then ids[entry.content], contents = contents, contents + 1 end
		out[#out + 1] = ("%s %s %d"):format(entry.kind, entry.path, ids[entry.content])
	end
	return table.concat(out, "\n")
end

local function lay(list)
	local script = { ("rm -rf '%s' && mkdir '%s' && cd '%s'"):format(work, work, work) }
	for _, e in ipairs(list) do
		script[#script + 1] = e.kind == "d" and ("mkdir '%s'"):format(e.path)
			or e.kind == "l" and ("ln -s '%s' '%s'"):format(e.content, e.path) or nil
	end
	assert(os.execute(table.concat(script, " && ")))
	for _, e in ipairs(list) do
		if e.kind == "f" then assert(io.open(work .. "/" .. e.path, "wb")):write(e.content):close() end
	end
end

-- ---- all points ----

local calls, said_file = read_calls(), work:gsub("[^/]*$", "said")

-- visit(files, state, point, said, key) for every state of every point. Returns the files at the end, and the
-- number of points.
local function play(visit)
	local root, said, points = load_tree(before), "", 0
	local function stop(states, is_end)
		points = points + 1
		for i, state in ipairs(states) do
			math.randomseed(points, i)
			local files = view(root, state, {}, "")
			visit(files, state, is_end and "end" or points, said, key_of(files, said .. (is_end and "\n" or "")))
		end
	end
	stop { "killed" }
	for _, call in ipairs(calls) do
		local f, path = does[call.name], call.strings[1] or ""
		local node = f == does.write and find(root, path)
		if f == does.write and path == said_file then
			said = said .. call.strings[2]:sub(1, call.result)
			stop(STATES)
		elseif node and call.result > 1 then
			local whole, at = node.data, node.at
			call.half = true
			f(root, call)
			stop { "killed", "halves" }
			call.half, node.data, node.at = nil, whole, at
		end
		if f and f(root, call) then stop(STATES) end
	end
	stop(STATES, true)
	return root, points
end

local seen, different, states, tried, wrong = {}, 0, 0, 0, { 0, 0, 0 }
local root, points = play(function (_, _, _, _, key)
	states = states + 1
	if not seen[key] then seen[key], different = different + 1, different + 1 end
end)
if key_of(view(root, "killed", {}, "")) ~= key_of(view(load_tree(after), "killed", {}, "")) then
	error("the record does not end with the files that the command left", 0)
end
tries = math.min(tonumber(tries or different), different)
play(function (files, state, point, said, key)
	local place = seen[key]
	seen[key] = nil
	if not place or place * tries // different == (place - 1) * tries // different then return end
	lay(files)
	assert(io.open(said_file, "wb")):write(said):close()
	tried = tried + 1
	local _, how, code = os.execute(("%s %s %s"):format(check, state, point))
	if how == "exit" and code == 0 then return end
	local kind = how == "exit" and code < 3 and code or 3
	wrong[kind] = wrong[kind] + 1
	print(("point %s, %s: %s"):format(point, state, ({ "lost", "blocked", how .. " " .. code })[kind]))
end)
print(("%d points, %d states, %d of them differ, %d tried: %d lost, %d blocked"):format(points, states,
	different, tried, wrong[1] + wrong[3], wrong[2]))
os.exit(wrong[1] + wrong[2] + wrong[3] == 0)
