-- What the scenarios of other libraries share: their algorithms, where their plug-ins were built, ours
-- with the best documented setting, and what the tables say of the libraries.
local h = require "harness"

local peers = {}

-- Appends the algorithm of a plug-in of peers/ to the list, unless there is no such plug-in.
function peers.add(list, text, parameters)
	local there, algorithm = pcall(h.plugin, text, parameters)
	if there then
		list[#list + 1] = algorithm
	elseif not (algorithm.text or ""):find("there is no plug-in", 1, true) then
		error(algorithm, 0)
	end
end

-- The best setting of docs/journal/fast.md for trees of two children. `wide` has its best one by default.
function peers.best(preset, label, broad)
	return preset { axis = "all", point = "sah", descend = "both", leaf = 2, broad = broad, label = label }
end

-- A claim: over the groups of `where`, the fastest of other libraries takes at least `limit` times as long as
-- `own`. is_other: of a row's name, whether it is one of them.
function peers.slower(where, is_other, own, limit)
	return function (r)
		local others = {}
		for _, name in ipairs(r:values "algorithm") do
			if is_other(name) then others[#others + 1] = name end
		end
		if #others == 0 then return r:undecided "no such library was found" end
		return r:score_at_least(where, { algorithm = others }, { algorithm = own }, { limit = limit })
	end
end

-- Notes below tables.
peers.GENERIC = "FCL is Debian's, built for any processor: about 2.3 times a native build's time."
peers.CANDIDATES = "Bullet and Embree list candidates and do not stop at the first contact. The rows bullet "
	.. "and embree end with our exact triangle test; the rows called candidates are the libraries alone."
peers.CULLED = "ODE's list of contacts is culled, so it misses many of all contacts."
peers.MOVED = "Times include what a moved body needs: Embree builds or refits the tree of its triangles."
peers.CHANGED = "Bullet and ODE are told of changed boxes alone. Trees that are only refitted (Embree's "
	.. "refit, FCL's) get worse with time, so a few steps flatter them."
peers.PAIRED = "Bullet, Embree and the rows fcl are asked about the pairs that our kdtree finds."

return peers
