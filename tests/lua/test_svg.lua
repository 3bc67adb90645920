-- The checker of drawings finds what it is to find.
local expect = require "expect"
local svg = require "svg"

local t = {}

-- A drawing of 200 by 100 pixels, as gnuplot writes it.
local function drawing(...)
	return '<svg viewBox="0 0 200 100"><defs></defs>' .. table.concat({ ... }, "\n") .. "</svg>"
end

local function text(words, x, y, anchor, turn)
	local form = '<g transform="translate(%s,%s)%s" stroke="none" font-size="10.00"  text-anchor="%s">\n\t\t'
		.. "<text>%s</text>"
	return form:format(x, y, turn and (" rotate(%s)"):format(turn) or "", anchor, words)
end

local function faults(...) return svg.faults(svg.read(drawing(...))) end

function t.texts_apart_are_no_fault()
	expect.equal(#faults(text("left", 10, 50, "start"), text("right", 150, 50, "start"),
		text("&amp;", 50, 90, "end"), "<path stroke='black'  d='M10.00,60.00 L190.00,60.00  '/>"), 0)
	expect.equal(svg.read(drawing(text("&lt;x&gt;", 10, 50, "start"))).texts[1].text, "<x>")
end

function t.a_text_off_the_page_is_found()
	expect.equal(faults(text("words", 195, 50, "start"))[1], "'words' leaves the page")
	expect.equal(#faults(text("words", 195, 50, "end")), 0)
	expect.equal(faults(text("words", 5, 50, "middle"))[1], "'words' leaves the page")
	expect.equal(faults(text("words", 100, 4, "middle"))[1], "'words' leaves the page")
	-- 10 characters upwards from a base line at 30 reach above 0
	expect.equal(#faults(text("0123456789", 100, 80, "start", -90)), 0)
	expect.equal(faults(text("0123456789", 100, 30, "start", -90))[1], "'0123456789' leaves the page")
end

function t.texts_on_each_other_are_found()
	expect.equal(faults(text("one", 50, 50, "start"), text("two", 60, 54, "start"))[1], "'two' covers 'one'")
	expect.equal(#faults(text("one", 50, 50, "start"), text("two", 60, 62, "start")), 0)
	-- turned texts side by side lie in each other's upright boxes, but do not touch
	expect.equal(#faults(text("abcdefgh", 100, 40, "end", -40), text("abcdefgh", 125, 40, "end", -40)), 0)
	expect.equal(#faults(text("abcdefgh", 100, 40, "end", -40), text("abcdefgh", 108, 40, "end", -40)), 1)
end

function t.texts_on_data_are_found()
	local words = text("words", 50, 50, "start")
	expect.equal(#faults(words, "<path stroke='black'  d='M10.00,47.00 L190.00,47.00  '/>"), 1)
	local path = "<path stroke='black'  d='M10.00,10.00 L20.00,20.00 M55.00,10.00 L55.00,90.00 '/>"
	expect.equal(#faults(words, path), 1)
	local area = "<polygon fill = 'rgb(1, 2, 3)' points = '%s.00,0.00 99.00,0.00 99.00,99.00 0.00,99.00 '/>"
	expect.equal(#faults(words, area:format("0")), 1)
	local point = "<use xlink:href='#gpPt6' transform='translate(%d.00,50.00) scale(4.00)' color='black'/>"
	expect.equal(#faults(words, point:format(52)), 1)
	expect.equal(#faults(words, point:format(40)), 0)
end

return t
