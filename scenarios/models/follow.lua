-- How the tree of a baseline follows a body that moves: one reading, of one name in the scenarios of all
-- papers whose baseline is a tree of oriented boxes. None of them says it of its baseline.
-- - moved: each box is placed in the step, and stored;
-- - composed, as in RAPID's own code: the pose is composed within each test, and nothing is stored.
local function follow(labels)
	return { of = labels, key = "by", ours = "place", others = { "sat" },
		open = "how the baseline follows: its boxes are moved (place), or poses are composed in each test (sat)" }
end

return follow
