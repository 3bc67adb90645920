-- Other libraries' algorithms, where their plug-ins were built.
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

return peers
