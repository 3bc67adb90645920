-- The kinds of figures; the first is that of a figure which names none. A kind is a file and a line here.
--
-- A kind: {
--   absent     keys of figures that it does not have
--   check      (at, path, figure, context): what its keys must agree on; nil: what those of curves must
--   is_grid    its cells lie at places along x and y and show z as colours; else its curves show y along x
--   has_names  every value of x is a place, also numbers
--   intervals  how the bounds of a value are drawn: "bars" with a point, "whiskers" without; nil: not
--   hollow     what captions say of values that noise could make
--   undecided, failed  what captions call such points of a grid
--   aside      (count): how far the series of a place lie apart, for this many series
--   draw       (plot, f, at, curve, parts): adds the parts of the plot command for a curve; `plot` has the
--              parts that kinds share (lua/figures/plot_command.lua)
--   published  the colour of published values; nil: that of their series
--   value, palette, fields  of a grid whose values are of no column: what they are called, gnuplot's palette,
--              and further fields of marks that its file has
--   prepare    (m, f, def): the definition that is drawn in place of the scenario's
--   mark       (f, row, mark): sets a mark's value; finish (f): all marks are made
--   axes, caption  (f): sets the axis of such values; the beginning of the caption
--   sample     (f, entry, at, style): the commands of a legend's entry, by those of lua/figures/legend.lua }
local kinds = { names = {
	"lines",
	"bars",
	"heat",
	"map",
} }

for _, name in ipairs(kinds.names) do kinds[name] = require("figure_kinds." .. name) end

-- The kind of a figure's definition.
function kinds.of(def) return kinds[def.kind or kinds.names[1]] end

return kinds
