-- Finds the line of a key in a scenario's text, so that an error names the line of the key instead of the
-- line of the call. The search works on tokens: it understands comments, strings and nested tables, and skips
-- expressions.
local locate = {}

local escapes = { n = "\n", t = "\t", r = "\r", ["\\"] = "\\", ['"'] = '"', ["'"] = "'" }

local function count_newlines(text, from, to)
	local n = 0
	for at in string.gmatch(string.sub(text, from, to), "()\n") do n = n + (at and 1 or 0) end
	return n
end

-- The position after the long bracket that begins at `at` ("[[ ... ]]" or "[==[ ... ]==]"); nil if none does.
local function long_bracket_end(text, at)
	local level = string.match(text, "^%[(=*)%[", at)
	if not level then return nil end
	local _, last = string.find(text, "]" .. level .. "]", at, true)
	return (last or #text) + 1
end

local function comment_end(text, at)
	if string.sub(text, at, at + 1) ~= "--" then return nil end
	return long_bracket_end(text, at + 2) or (string.find(text, "\n", at, true) or #text + 1)
end

local function quoted_string(text, at)
	local quote, i, out = string.sub(text, at, at), at + 1, {}
	while i <= #text do
		local c = string.sub(text, i, i)
		if c == quote or c == "\n" then break end
		if c == "\\" then
			i = i + 1
			c = string.sub(text, i, i)
			c = escapes[c] or c
		end
		out[#out + 1] = c
		i = i + 1
	end
	return table.concat(out), i + 1
end

local function next_token(text, at)
	local word, stop = string.match(text, "^([%a_][%w_]*)()", at)
	if word then return "name", word, stop end
	local c = string.sub(text, at, at)
	if c == '"' or c == "'" then
		local value, after = quoted_string(text, at)
		return "string", value, after
	end
	local after = long_bracket_end(text, at)
	if after then return "string", string.sub(text, at, after - 1), after end
	local number = string.match(text, "^0[xX][%x.]+", at) or string.match(text, "^%.?%d[%d.]*[eE][+-]?%d+", at)
		or string.match(text, "^%.?%d[%d.]*", at)
	if number then return "number", tonumber(number), at + #number end
	local two = string.sub(text, at, at + 1)
	if two == "==" or two == "~=" or two == "<=" or two == ">=" or two == "::" then return "op", two, at + 2 end
	return "op", c, at + 1
end

local function tokenize(text)
	local at, now, tokens = 1, 1, {}
	while true do
		local blank = string.match(text, "^%s*()", at) or #text + 1
		now = now + count_newlines(text, at, blank - 1)
		at = blank
		if at > #text then return tokens end
		local after = comment_end(text, at)
		if not after then
			local kind, value, stop = next_token(text, at)
			tokens[#tokens + 1] = { kind = kind, value = value, line = now }
			after = stop
		end
		now = now + count_newlines(text, at, after - 1)
		at = after
	end
end

-- The tokens of the last text that was asked for: a scenario may find and catch hundreds of mistakes.
local known_text, known_tokens

-- All tokens of the text, and the index of the first one on or after this line.
local function tokens_from(text, line)
	if text ~= known_text then known_text, known_tokens = text, tokenize(text) end
	local low, high = 1, #known_tokens + 1
	while low < high do
		local middle = (low + high) // 2
		if known_tokens[middle].line < line then low = middle + 1 else high = middle end
	end
	return known_tokens, low
end

local opens = { ["{"] = true, ["("] = true, ["["] = true, ["function"] = true, ["if"] = true, ["do"] = true,
	["repeat"] = true }
local closes = { ["}"] = true, [")"] = true, ["]"] = true, ["end"] = true, ["until"] = true }

local function is(token, value)
	return token ~= nil and token.value == value and (token.kind == "op" or token.kind == "name")
end

-- The key of the table entry that begins at tokens[i], and the index of its value's first token. The key is
-- nil for a positional entry.
local function entry_key(tokens, i)
	local first = tokens[i]
	if first.kind == "name" and is(tokens[i + 1], "=") then return first.value, i + 2 end
	if is(first, "[") and tokens[i + 1] and is(tokens[i + 2], "]") and is(tokens[i + 3], "=") then
		return tokens[i + 1].value, i + 4
	end
	return nil, i
end

-- The index after the value that begins at tokens[i], and the index of the first "{" in the value (nil:
-- none).
local function value_end(tokens, i)
	local depth, brace = 0, nil
	while tokens[i] do
		local token = tokens[i]
		local word = token.kind == "op" or token.kind == "name"
		if depth == 0 and word and (token.value == "," or token.value == ";" or token.value == "}") then break end
		if word and opens[token.value] then
			depth = depth + 1
			if token.value == "{" and not brace then brace = i end
		elseif word and closes[token.value] then
			depth = depth - 1
		end
		i = i + 1
	end
	return i, brace
end

-- The line of path[level] in the table whose first token after "{" is tokens[i].
local function find_in_table(tokens, i, path, level)
	local position = 0
	while tokens[i] and not is(tokens[i], "}") do
		local line = tokens[i].line
		local key, value = entry_key(tokens, i)
		if key == nil then
			position = position + 1
			key = position
		end
		local stop, brace = value_end(tokens, value)
		if key == path[level] then
			if level == #path or not brace then return line end
			return find_in_table(tokens, brace + 1, path, level + 1) or line
		end
		i = stop
		if is(tokens[i], ",") or is(tokens[i], ";") then i = i + 1 end
	end
	return nil
end

-- The line of the key at `path` in the table that is passed to `callee` on or after `line`. Nil if the key is
-- not written there: the table may have been made elsewhere.
function locate.line(text, line, callee, path)
	local tokens, i = tokens_from(text, line)
	local depth = 0
	while tokens[i] and callee and not is(tokens[i], callee) do i = i + 1 end
	i = callee and i + 1 or i
	while tokens[i] and not is(tokens[i], "{") do
		if is(tokens[i], "(") then depth = depth + 1 end
		if is(tokens[i], ")") then depth = depth - 1 end
		if depth < 0 or (depth == 0 and is(tokens[i], ")")) then return nil end
		i = i + 1
	end
	if not tokens[i] then return nil end
	return find_in_table(tokens, i + 1, path, 1)
end

return locate
