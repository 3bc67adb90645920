-- What `harness verify` leaves out: algorithms whose plug-in is missing, or whose file of another program is
-- missing or not the one of the run. Their parameters are read by the description that the run's plan has of
-- them. Another build of a plug-in may count the same, so it is counted, and named.
local absent = {
	kinds = {}, -- name of an algorithm -> why it cannot be counted again
	builds = {}, -- texts, one for each plug-in that is another build than the run's
}

local recorded = {} -- of the run that is verified; empty: nothing may be left out

-- texts: the descriptions of plug-ins in the run's plan.
function absent.begin(texts)
	for i, text in ipairs(texts or {}) do
		local info = engine.json_decode(text)
		recorded[i] = { text = text, name = info.name, key = info.key, file = info.file }
	end
end

-- The description to go on with. text: of what was found; or nil, and `message` says why there is none.
-- is_it(entry): whether a recorded description is the one that was asked for.
function absent.description(text, message, is_it)
	local found = text and engine.json_decode(text)
	for _, entry in ipairs(recorded) do
		if found and found.name == entry.name or not found and is_it(entry) then
			if found and found.key == entry.key then return text end
			local other = found and ("%s: %s is not the one of the run: its hash is %s, not %s")
				:format(entry.name, found.file, found.key, entry.key)
			if found and not found.external then
				if not entry.named then absent.builds[#absent.builds + 1] = other end
				entry.named = true
				return text
			end
			absent.kinds[entry.name] = message or other
			return entry.text
		end
	end
	return text, message
end

return absent
