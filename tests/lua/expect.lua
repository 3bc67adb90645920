-- What the tests of tests/lua say of values; each error names both sides.
local expect = {}

function expect.equal(have, want, what)
	if have ~= want then
		error(("%sexpected %s, got %s"):format(what and what .. ": " or "", tostring(want), tostring(have)), 2)
	end
end

function expect.near(have, want, what)
	if type(have) ~= "number" or math.abs(have - want) > 1e-9 * math.max(1, math.abs(want)) then
		local place = what and what .. ": " or ""
		error(("%sexpected about %s, got %s"):format(place, tostring(want), tostring(have)), 2)
	end
end

function expect.contains(text, part)
	if not tostring(text):find(part, 1, true) then
		error(("expected to find %q in:\n%s"):format(part, tostring(text)), 2)
	end
end

function expect.lacks(text, part)
	if tostring(text):find(part, 1, true) then
		error(("expected not to find %q in:\n%s"):format(part, tostring(text)), 2)
	end
end

-- f must throw, with `part` in its message.
function expect.error(part, f, ...)
	local ok, problem = pcall(f, ...)
	if ok then error(("expected an error with %q"):format(part), 2) end
	if not tostring(problem):find(part, 1, true) then
		error(("expected an error with %q, got: %s"):format(part, tostring(problem)), 2)
	end
end

return expect
