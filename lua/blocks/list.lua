-- A list: { items = { { text, items = further items or nil } ... } }. Items of items have none.
local lists = require "base.lists"

local list = {}

function list.markdown(b, writer, indent)
	return table.concat(lists.map(b.items, function (item)
		local inner = item.items and list.markdown(item, writer, "  ") or ""
		return ("%s- %s\n%s"):format(indent or "", writer:text(item.text), inner)
	end))
end

function list.html(b, writer)
	return ("<ul>\n%s</ul>\n"):format(table.concat(lists.map(b.items, function (item)
		local inner = item.items and #item.items > 0 and "\n" .. list.html(item, writer) or ""
		return ("<li>%s%s</li>\n"):format(writer:text(item.text), inner)
	end)))
end

function list.terminal(b, writer)
	return table.concat(lists.map(b.items, function (item)
		return writer:line({ "  ", item.text }) .. (item.items and list.terminal(item, writer) or "")
	end))
end

function list.latex(b, writer)
	return ("\\begin{itemize}\n%s\\end{itemize}\n"):format(table.concat(lists.map(b.items, function (item)
		local inner = item.items and #item.items > 0 and list.latex(item, writer) or ""
		return ("\\item %s\n%s"):format(writer:text(item.text), inner)
	end)))
end

function list.example(text) return { items = { { text = text, items = { { text = text } } } } } end

return list
