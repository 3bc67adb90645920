-- Whether points of these values were to be measured by an algorithm. r:has is false of one that failed, too,
-- which a claim must not leave out in silence.
return function (r, where, label)
	for _, other in ipairs(r:values("algorithm", where)) do
		if other == label then return true end
	end
	return false
end
