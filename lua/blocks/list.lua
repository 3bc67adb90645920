-- A list: { items = { { text, items = further items or nil } ... } }. Items of items have none.
local list = {}

function list.markdown(b, writer, indent)
	local out = {}
	for i, item in ipairs(b.items) do
		local inner = item.items and list.markdown(item, writer, "  ") or ""
		out[i] = ("%s- %s\n%s"):format(indent or "", writer:text(item.text), inner)
	end
	return table.concat(out)
end

function list.html(b, writer)
	local out = {}
	for i, item in ipairs(b.items) do
		local inner = item.items and #item.items > 0 and "\n" .. list.html(item, writer) or ""
		out[i] = ("<li>%s%s</li>\n"):format(writer:text(item.text), inner)
	end
	return ("<ul>\n%s</ul>\n"):format(table.concat(out))
end

function list.terminal(b, writer)
	local out = {}
	for i, item in ipairs(b.items) do
		out[i] = writer:line({ "  ", item.text }) .. (item.items and list.terminal(item, writer) or "")
	end
	return table.concat(out)
end

function list.latex(b, writer)
	local out = {}
	for i, item in ipairs(b.items) do
		local inner = item.items and #item.items > 0 and list.latex(item, writer) or ""
		out[i] = ("\\item %s\n%s"):format(writer:text(item.text), inner)
	end
	return ("\\begin{itemize}\n%s\\end{itemize}\n"):format(table.concat(out))
end

function list.example(text) return { items = { { text = text, items = { { text = text } } } } } end

return list
