-- A document as a tree of blocks. A block is { kind = one of the list below, ... }. A kind is a file and a
-- line here. Its file has a function for each form in which documents are written, and `example`, a block
-- with a text wherever it takes one, from which the tests learn its fields. A block, or an item of a list,
-- may have an `id` by which it is found.
--
-- Texts are spans: a text, or a list of texts and of { strong = spans }, { em = spans }, { code = text },
-- { link = target, text = spans }, { raw = text }. Each form escapes texts in its way; `raw` is a text that
-- is no markup as it stands.
--
-- A writer: { form = "markdown" | "html" | "terminal", between = what stands between two blocks, spans = a
-- function for each kind of span, and what blocks of its form ask for }.
local lists = require "base.lists"
local notation = require "text.notation"

local blocks = {}

blocks.names = {
	"section",
	"paragraph",
	"list",
	"table",
	"figure",
	"code",
	"folded",
}

local kinds = {}
for _, name in ipairs(blocks.names) do kinds[name] = require("blocks." .. name) end

local Writer = {}
Writer.__index = Writer

function blocks.writer(writer) return setmetatable(writer, Writer) end

local SPANS = { "raw", "strong", "em", "code", "link" }

-- The text of spans.
function Writer:text(spans)
	if type(spans) == "string" then return self.spans.text(self, spans) end
	for _, kind in ipairs(SPANS) do
		if spans[kind] then return self.spans[kind](self, spans[kind], spans) end
	end
	return table.concat(lists.map(spans, function (span) return self:text(span) end))
end

local function text_of(w, inner) return w:text(inner) end
local function one_line(_, text) return notation.one_line(text) end

local plain = setmetatable({ spans = { text = one_line, raw = one_line, code = one_line, strong = text_of,
	em = text_of, link = function (w, _, span) return w:text(span.text) end } }, Writer)

-- The text of spans without any markup.
function Writer.plain(spans) return plain:text(spans) end
blocks.plain = Writer.plain

-- The text of a list of blocks.
function Writer:blocks(list)
	return table.concat(lists.map(list, function (block)
		local kind = kinds[block.kind]
		if not kind then error(("a block of the unknown kind '%s'"):format(tostring(block.kind)), 0) end
		return kind[self.form](block, self)
	end), self.between)
end

-- ---- making them ----

function blocks.paragraph(...) return { kind = "paragraph", text = { ... } } end

function blocks.section(level, text, list, id)
	return { kind = "section", level = level, text = text, blocks = list, id = id }
end

-- A list of one item for each of the spans.
function blocks.list(texts)
	return { kind = "list", items = lists.map(texts, function (text) return { text = text } end) }
end

-- Adds a section with these blocks, if there are any.
function blocks.add(out, heading, list)
	if #list > 0 then out[#out + 1] = blocks.section(2, heading, list) end
end

-- ---- finding them ----

-- Where below these blocks or items a test is met, in the order of the text; nil: nowhere.
function blocks.find(list, test)
	for _, one in ipairs(list or {}) do
		local found = test(one) and one or blocks.find(one.blocks or one.items, test)
		if found then return found end
	end
end

return blocks
