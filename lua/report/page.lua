-- report.html: the reports of one or several runs as one page that needs no other file and no network. It is
-- made of a run's files alone: report.json, the figures, summary.csv, manifest.json and the copy of the
-- scenario. The same files give the same bytes.
local blocks = require "blocks.blocks"
local columns = require "data.columns"
local csv = require "text.csv"
local html = require "text.html"
local inline_svg = require "text.inline_svg"
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"
local provenance = require "report.provenance"
local script = require "report.page_script"
local style = require "report.page_style"

local page = {}

local VERDICTS = { holds = true, refuted = true, undecided = true }

-- ---- figures ----

local function missing(target, why)
	return ('<p class="missing">%s: %s.</p>'):format(html.escape(target), html.escape(why))
end

local function figure(inner) return ("<figure>\n%s</figure>"):format(inner) end

local SVG_MOST = 1 << 19 -- bytes; of a larger SVG the PNG beside it is shown, if there is one

-- An image of the run as part of the page. SVGs become elements, whose identifiers get a prefix of their own;
-- PNGs become data.
local function image_of(part, target, alt)
	local bytes = part.env.read(target)
	if not bytes then return missing(target, "is not drawn; harness report draws it") end
	local png = #bytes > SVG_MOST and target:find "%.svg$" and part.env.read((target:gsub("svg$", "png")))
	if png then target, bytes = target:gsub("svg$", "png"), png end
	part.images = part.images + 1
	if target:find "%.svg$" then
		local extra = ('role="img" aria-label="%s"'):format(html.escape(alt))
		local svg, why = inline_svg.make(bytes, ("%s-f%d-"):format(part.id, part.images), extra)
		return svg and figure(svg) or missing(target, why)
	elseif target:find "%.png$" then
		return figure(('<img alt="%s" src="data:image/png;base64,%s">'):format(html.escape(alt),
			html.base64(bytes)))
	end
	return missing(target, "is neither SVG nor PNG")
end

-- ---- text ----

-- A heading with an identifier. Those of sections are noted for the page's navigation.
local function heading_of(part, level, inner, text)
	local slug = text:lower():gsub("[^%w]+", "-"):gsub("^-", ""):gsub("-$", "")
	local id = ("%s-%s"):format(part.id, slug:sub(1, 40))
	while part.taken[id] do id = id .. "-" end
	part.taken[id] = true
	if level == 1 then part.title = part.title or text end
	if level == 2 then part.sections[#part.sections + 1] = { id = id, text = text } end
	return ('<h%d id="%s">%s</h%d>\n'):format(level, html.escape(id), inner, level)
end

-- A file beside the page. Anything else is no target of a link.
local function is_file(target)
	return target:find("^[%w_.][%w_./-]*$") ~= nil and not ("/" .. target .. "/"):find("/../", 1, true)
end

local spans = {
	text = function (_, text) return html.escape(notation.one_line(text)) end,
	raw = function (_, text) return html.escape(text) end,
	strong = function (w, inner)
		local class = VERDICTS[inner] and (' class="%s"'):format(inner) or ""
		return ("<strong%s>%s</strong>"):format(class, w:text(inner))
	end,
	em = function (w, inner) return ("<em>%s</em>"):format(w:text(inner)) end,
	code = function (_, text) return ("<code>%s</code>"):format(html.escape(text)) end,
	link = function (w, target, span)
		local shown = w:text(span.text)
		if not (w.part.folder and is_file(target)) then return shown end
		return ('<a href="%s">%s</a>'):format(html.escape(html.url(w.part.folder .. target)), shown)
	end,
}

-- Writes a list of blocks (lua/blocks/blocks.lua) as a part of the page.
local function write(part, list)
	return blocks.writer({ form = "html", between = "", spans = spans, part = part, escape = html.escape,
		heading = function (level, inner, text) return heading_of(part, level, inner, text) end,
		image = function (target, alt) return image_of(part, target, blocks.plain(alt)) end }):blocks(list)
end

local function section(part, out, title)
	out[#out + 1] = heading_of(part, 2, html.escape(title), title)
end

-- ---- points ----

local RESULTS = { "status", "n", "step_ms", "ratio_to_first", "build_ms", "nb", "np", "nu", "contacts",
	"steps", "triangles", "tree_bytes", "missed_pairs", "extra_pairs", "stated_ms", "stated_n", "semantics",
	"detail" }

local function point_columns(m)
	local results = lists.kept(RESULTS, function (name)
		return lists.any(m.points, function (row) return row[name] ~= nil end)
	end)
	return lists.joined({ "point" }, m.columns, { m.is_of_queries and "query" or nil },
		{ m.has_readings and "reading" or nil }, { "algorithm" }, results)
end

local function point_cell(m, row, name)
	local value, lo, hi = row[name], columns.bounds(name)
	if value == nil then return { html = "" } end
	if type(value) ~= "number" then return { html = html.escape(value) } end
	local is_own = name == "point" or m.own[name] ~= nil
	local text = notation.text(value)
	if not is_own then
		if math.type(value) == "integer" and name:find "_ms" then value = value + 0.0 end
		text = notation.bounded(value, lo and row[lo], hi and row[hi])
	end
	return { html = html.escape(text), value = csv.number(value), right = true }
end

local POINTS_MOST = 50000 -- of a longer table a browser makes nothing

local function add_points(part, out, m)
	section(part, out, "Points")
	if #m.points > POINTS_MOST then
		out[#out + 1] = ("<p>The %d points are in summary.csv.</p>\n"):format(#m.points)
		return
	end
	local names = point_columns(m)
	local header = lists.map(names, function (name)
		local about = columns.of(name, "summary.csv")
		return { html = about and ('<abbr title="%s">%s</abbr>'):format(html.escape(about.about), name)
			or html.escape(name) }
	end)
	local rows = lists.map(m.points, function (row)
		return html.row(lists.map(names, function (name, k)
			local cell = point_cell(m, row, name)
			header[k].right = header[k].right or cell.right
			return cell
		end))
	end)
	out[#out + 1] = "<p>The points of summary.csv. In brackets: 95 % intervals.</p>\n"
	out[#out + 1] = html.table(header, rows)
end

-- ---- the scenario ----

local function add_file(part, out, name)
	local ok, text = pcall(part.env.read, name) -- a name that leads out of the run is an error
	if not ok or not text then return end
	out[#out + 1] = ("<details><summary>%s</summary>\n<pre><code>%s</code></pre></details>\n"):format(
		html.escape(name), html.escape(text))
end

local function add_scenario(part, out)
	section(part, out, "Scenario")
	add_file(part, out, "scenario.lua")
	for _, module in ipairs((part.env.manifest or {}).modules or {}) do
		add_file(part, out, "modules/" .. tostring(module))
	end
end

-- ---- runs ----

-- How many claims have each verdict, by matrix.csv: "3 hold, 1 refuted".
local function claims_summary(env)
	local text = env.read "matrix.csv"
	local counts = lists.counts(text and csv.parse(text) or {}, function (row) return tostring(row.ours) end)
	local words = { { "holds", "hold" }, { "refuted", "refuted" }, { "undecided", "undecided" } }
	local parts = lists.map(words, function (word)
		local count = counts[word[1]]
		return count and ('<strong class="%s">%d %s</strong>'):format(word[1], count, word[2])
	end)
	return #parts > 0 and table.concat(parts, ", ") or "–"
end

local function facts_of(part, m)
	local manifest, ok = part.env.manifest or {}, lists.count(m.points, measured.is_ok)
	local commit = tostring(manifest.commit or "unknown"):sub(1, 12)
	return { points = ("%d of %d ok"):format(ok, #m.points), claims = claims_summary(part.env),
		warnings = #(manifest.warnings or {}), started = tostring(manifest.started or "–"),
		machine = tostring(manifest.cpu and type(manifest.cpu) ~= "table" and manifest.cpu or "–"),
		commit = commit .. provenance.changes_text(manifest) }
end

-- One run as an article: its report, its points and its scenario.
local function article(part)
	local m = measured.new({ columns = (part.env.plan or {}).columns }, part.env)
	local out = { write(part, part.env.tree()) }
	add_points(part, out, m)
	add_scenario(part, out)
	part.facts = facts_of(part, m)
	part.html = ('<article id="%s">\n%s</article>\n'):format(part.id, table.concat(out))
end

local function runs_table(parts)
	local names = { "run", "points", "claims", "warnings", "started", "machine", "commit" }
	local header = lists.map(names, function (name) return { html = name } end)
	return html.table(header, lists.map(parts, function (part)
		local f = part.facts
		return html.row { { html = ('<a href="#%s">%s</a>'):format(part.id, html.escape(part.name)) },
			{ html = html.escape(f.points) }, { html = f.claims },
			{ html = ("%d"):format(f.warnings), value = ("%d"):format(f.warnings), right = true },
			{ html = html.escape(f.started) }, { html = html.escape(f.machine) }, { html = html.escape(f.commit) } }
	end))
end

local function navigation(parts)
	local links = {}
	for _, part in ipairs(parts) do
		local entries = #parts > 1 and { { id = part.id, text = part.name } } or part.sections
		for _, entry in ipairs(entries) do
			links[#links + 1] = ('<a href="#%s">%s</a>'):format(html.escape(entry.id), html.escape(entry.text))
		end
	end
	return ('<nav>%s\n<button type="button" id="theme" hidden>theme</button></nav>\n'):format(
		table.concat(links, "\n"))
end

local FRAME = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>@title@</title>
<link rel="icon" href="data:,">
<style>
@style@</style>
<script>
@early@</script>
</head>
<body>
@nav@<main>
@main@</main>
<script>
@late@</script>
</body>
</html>
]]

local function framed(title, nav, main)
	local fields = { title = html.escape(title), style = style, early = script.early, late = script.late,
		nav = nav, main = main }
	return (FRAME:gsub("@(%l+)@", fields))
end

-- The page of one document. env.read(path) gives its images; folder: the way from the page to the files that
-- it links to, "" or ending in "/".
function page.document(tree, env, folder)
	local part = { env = env, folder = folder, id = "d", images = 0, taken = {}, sections = {} }
	local inner = write(part, tree)
	return framed(part.title, navigation { part }, inner)
end

-- The page of some runs. parts: a list of { env, name = the run's name, folder = the way from the page to the
-- run's files, "" or ending in "/"; nil: no links to files }.
function page.make(parts)
	for i, part in ipairs(parts) do
		part.id, part.images, part.taken, part.sections = ("r%d"):format(i), 0, {}, {}
		article(part)
	end
	local main = {}
	if #parts > 1 then main[1] = ("<h1>%d runs</h1>\n%s"):format(#parts, runs_table(parts)) end
	lists.add(main, lists.field(parts, "html"))
	local title = #parts == 1 and (parts[1].title or parts[1].name) or ("%d runs"):format(#parts)
	return framed(title, navigation(parts), table.concat(main))
end

return page
