-- Parses the arithmetic of a derived column, such as "nb + np" or "2 * (np - nb) / nu". The grammar has only
-- numbers, names, + - * / and parentheses, so an expression can do nothing but compute. It computes with
-- floats: counts are integers, whose products would wrap around at 2^63.
local expression = {}

local function tokens_of(text)
	local tokens, at = {}, 1
	while true do
		at = text:find("%S", at)
		if not at then return tokens end
		local number = text:match("^%d+%.?%d*[eE][+-]?%d+", at) or text:match("^%d+%.?%d*", at)
			or text:match("^%.%d+", at)
		local token = text:match("^[%a_][%w_]*", at) or number or text:match("^[-+*/()]", at)
		if not token then return nil, ("'%s' is no arithmetic"):format(text:sub(at):match(utf8.charpattern)) end
		tokens[#tokens + 1] = { text = token, number = number and tonumber(token) + 0.0 }
		at = at + #token
	end
end

local operations = {
	["+"] = function (a, b) return a + b end, ["-"] = function (a, b) return a - b end,
	["*"] = function (a, b) return a * b end, ["/"] = function (a, b) return a / b end,
}

local Parser = {}
Parser.__index = Parser

function Parser:next_is(set)
	local token = self.tokens[self.at]
	return token ~= nil and #token.text == 1 and set:find(token.text, 1, true) ~= nil
end

function Parser:take()
	self.at = self.at + 1
	return self.tokens[self.at - 1]
end

function Parser:fail()
	local token = self.tokens[self.at]
	error({ message = token and ("unexpected '%s'"):format(token.text) or "it ends too early" }, 0)
end

function Parser:primary()
	local token = self.tokens[self.at]
	if self:next_is "(" then
		self:take()
		local inner = self:sum()
		if not self:next_is ")" then self:fail() end
		self:take()
		return inner
	end
	if self:next_is "-" then
		self:take()
		local operand = self:primary()
		return function (row) return -operand(row) end
	end
	if not token or self:next_is "+*/)" then self:fail() end
	self:take()
	if token.number then return function () return token.number end end
	local name = token.text
	self.names[#self.names + 1] = name
	return function (row) return row[name] + 0.0 end
end

-- Parses a chain of operators of equal precedence. They associate to the left.
function Parser:chain(set, operand)
	local left = operand(self)
	while self:next_is(set) do
		local apply, a, b = operations[self:take().text], left, operand(self)
		left = function (row) return apply(a(row), b(row)) end
	end
	return left
end

function Parser:product() return self:chain("*/", self.primary) end
function Parser:sum() return self:chain("+-", self.product) end

-- Returns a function that computes the value from a row, and the names in the order of their appearance.
-- Returns nil and a message if the text is not an expression.
function expression.parse(text)
	local tokens, message = tokens_of(text)
	if not tokens then return nil, message end
	if #tokens > 1000 then return nil, "it is too long" end
	local parser = setmetatable({ tokens = tokens, at = 1, names = {} }, Parser)
	local ok, made = pcall(parser.sum, parser)
	if ok and tokens[parser.at] then ok, made = pcall(parser.fail, parser) end
	if not ok then return nil, made.message or tostring(made) end
	return made, parser.names
end

return expression
