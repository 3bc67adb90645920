-- Colours, dashes and points of figures.
local style = {}

-- Okabe and Ito's colours without yellow, which is too light on white. Dashes and points distinguish the
-- series in a greyscale print. A point has a filled and an open form; the open one stands for a value
-- inside the noise.
local colours = { "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9" }
local points = { 7, 5, 9, 13, 11, 15 } -- gnuplot's filled ones; the open form is one less
local dashes = { "1", "'-'", "'.'", "'-.'", "'-..'" }

style.NOISE, style.BORDER = "#d2d2d2", "#404040"

-- Colours from the least to the greatest value of a heat map. They become lighter in even steps, so that the
-- order is seen in a greyscale print too.
style.PALETTE = "0 '#440154', 1 '#414487', 2 '#2a788e', 3 '#22a884', 4 '#7ad151', 5 '#fde725'"

local function of(list, series) return list[(series - 1) % #list + 1] end

-- gnuplot's patterns. Series beside each other have different ones: in an SVG, a pattern that comes twice
-- running keeps its first colour.
local patterns = { 4, 5, 6, 7, 1, 2 }

-- The fill of a bar. Where the colours begin anew, it is a pattern.
function style.fill(series)
	return series <= #colours and "solid" or ("pattern %d"):format(of(patterns, series - #colours))
end

function style.colour(series) return of(colours, series) end
function style.dash(series) return of(dashes, series) end
function style.point(series) return of(points, series) end

-- The open form of a series' point.
function style.hollow(series, colour)
	return ("pt %d ps 0.75 lw 1.2 lc rgb '%s'"):format(style.point(series) - 1, colour)
end

-- A point of the page's colour, which hides the lines below an open point.
function style.blank(series)
	return ("pt %d ps 0.75 lc rgb '#ffffff'"):format(style.point(series))
end

function style.published(colour) return ("pt 2 ps 0.8 lw 1.4 lc rgb '%s'"):format(colour) end

return style
