-- Circles of files: objects of which each uses, directly or through others, a symbol that another defines.
-- Fails where there are more than so many, or where one crosses folders, and prints them.
--   lua5.4 tools/circles.lua MOST OBJECT...
local most = tonumber(table.remove(arg, 1))

local function lines_of(command)
	local pipe = assert(io.popen(command))
	local lines = {}
	for line in pipe:lines() do lines[#lines + 1] = line end
	assert(pipe:close(), command)
	return lines
end

-- Symbols: who defines them, and what each object uses that it does not define. Weak ones are left out.
local function symbols()
	local definer, used, objects = {}, {}, {}
	for _, line in ipairs(lines_of("nm -A -g '" .. table.concat(arg, "' '") .. "'")) do
		local object, kind, name = line:match "^(.-)%.o:%x* *(%a) (%S+)$"
		if not used[object] then
			used[object] = {}
			objects[#objects + 1] = object
		end
		if kind == "U" then
			used[object][#used[object] + 1] = name
		elseif kind:match "[TDBRC]" then
			definer[name] = object
		end
	end
	return objects, used, definer
end

-- The objects that each object needs, without itself.
local function arrows()
	local objects, used, definer = symbols()
	local needs = {}
	for _, object in ipairs(objects) do
		local list, seen = {}, { [object] = true }
		for _, name in ipairs(used[object]) do
			local other = definer[name]
			if other and not seen[other] then
				seen[other] = true
				list[#list + 1] = other
			end
		end
		needs[object] = list
	end
	return objects, needs
end

-- The strongly connected components of more than one object (Tarjan 1972).
local function components(objects, needs)
	local index, low, on, stack, count, out = {}, {}, {}, {}, 0, {}
	local function visit(v)
		count = count + 1
		index[v], low[v], on[v] = count, count, true
		stack[#stack + 1] = v
		for _, w in ipairs(needs[v]) do
			if not index[w] then
				visit(w)
				low[v] = math.min(low[v], low[w])
			elseif on[w] then
				low[v] = math.min(low[v], index[w])
			end
		end
		if low[v] < index[v] then return end
		local circle = {}
		repeat
			local w = table.remove(stack)
			on[w] = nil
			circle[#circle + 1] = w
		until w == v
		if #circle > 1 then out[#out + 1] = circle end
	end
	for _, object in ipairs(objects) do
		if not index[object] then visit(object) end
	end
	return out
end

local circles, found, bad = components(arrows()), {}, false
for i, circle in ipairs(circles) do
	table.sort(circle)
	local home, crosses = circle[1]:match "^(.*)/", false
	for _, object in ipairs(circle) do crosses = crosses or object:match "^(.*)/" ~= home end
	bad = bad or crosses
	found[i] = ("circle%s: %s"):format(crosses and " across folders" or "", table.concat(circle, " "))
end
bad = bad or #circles > most
if bad then
	print(("%s\n%d circles of files, at most %d"):format(table.concat(found, "\n"), #circles, most))
end
os.exit(not bad)
