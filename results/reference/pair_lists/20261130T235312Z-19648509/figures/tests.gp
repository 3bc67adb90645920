# Draws tests.csv as SVG, PDF, PNG, and for LaTeX: run gnuplot on this file in its directory.
reset
name = 'tests'
legend1_1 = 'all pairs'
legend2_1 = 'a=1 Fmax=2 bounded'
legend3_1 = 'a=1 Fmax=8'
legend4_1 = 'a=1 Fmax=32'
legend5_1 = 'a=4 Fmax=2 bounded'
legend6_1 = 'a=4 Fmax=2'
legend7_1 = 'a=4 Fmax=8'
legend8_1 = 'a=4 Fmax=32'
legend9_1 = 'grid'
panel1_1 = 'kind of crowd = uniform'
panel2_1 = 'kind of crowd = clustered'
title1 = 'Pairs of objects in cubes, with and without repeats'
xlabel1 = 'count'
xtic1 = '100'
xtic2 = '1000'
xtic3 = '4000'
ylabel1 = 'broad phase tests (all steps)'
ytic16 = '10000'
ytic25 = '100k'
ytic34 = '1M'
ytic43 = '10M'
ytic7 = '1000'
texsize = '\fontsize{9}{10.8}\selectfont'
set encoding utf8
set decimalsign '.'
set datafile separator comma
set datafile missing ''
set border 3 lc rgb '#404040'
set tics nomirror out scale 0.7
set grid ytics lt 1 lc rgb '#dadada' lw 0.8 dt 1
set xrange [76.92307692307692:5200]
set yrange [311.53846153846155:51987000]
set logscale x
set logscale y
set bars 0.6
set style line 100 lc rgb '#404040' lw 1.2 dt 1 pt -1
set style line 1 lc rgb '#0072B2' lw 1.6 dt 1 pt 7 ps 0.75
set style line 101 lc rgb '#0072B2' lw 1.2 dt 1 pt -1
set style line 2 lc rgb '#D55E00' lw 1.6 dt '-' pt 5 ps 0.75
set style line 102 lc rgb '#D55E00' lw 1.2 dt 1 pt -1
set style line 3 lc rgb '#009E73' lw 1.6 dt '.' pt 9 ps 0.75
set style line 103 lc rgb '#009E73' lw 1.2 dt 1 pt -1
set style line 4 lc rgb '#CC79A7' lw 1.6 dt '-.' pt 13 ps 0.75
set style line 104 lc rgb '#CC79A7' lw 1.2 dt 1 pt -1
set style line 5 lc rgb '#000000' lw 1.6 dt '-..' pt 11 ps 0.75
set style line 105 lc rgb '#000000' lw 1.2 dt 1 pt -1
set style line 6 lc rgb '#E69F00' lw 1.6 dt 1 pt 15 ps 0.75
set style line 106 lc rgb '#E69F00' lw 1.2 dt 1 pt -1
set style line 7 lc rgb '#56B4E9' lw 1.6 dt '-' pt 7 ps 0.75
set style line 107 lc rgb '#56B4E9' lw 1.2 dt 1 pt -1
set style line 8 lc rgb '#0072B2' lw 1.6 dt '.' pt 5 ps 0.75
set style line 108 lc rgb '#0072B2' lw 1.2 dt 1 pt -1
set style line 9 lc rgb '#D55E00' lw 1.6 dt '-.' pt 9 ps 0.75
set style line 109 lc rgb '#D55E00' lw 1.2 dt 1 pt -1
# a gnuplot built without cairo still draws the SVG
kinds = 'svg'
if (strstrt(GPVAL_TERMINALS, 'pdfcairo') > 0) { kinds = kinds.' pdf' }
if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) { kinds = kinds.' png' }
if (strstrt(GPVAL_TERMINALS, 'cairolatex') > 0) { kinds = kinds.' tex' }
do for [kind in kinds] {
	if (kind eq 'svg') {
		set terminal svg noenhanced size 859,338 font 'sans-serif,12' background '#ffffff'
	}
	if (kind eq 'pdf') {
		set terminal pdfcairo noenhanced size 8.94792in,3.52083in font 'sans-serif,9' fontscale 0.75 linewidth 1.3
	}
	if (kind eq 'png') {
		set terminal pngcairo noenhanced size 1718,676 font 'sans-serif,9' fontscale 2 linewidth 2 pointscale 2
	}
	if (kind eq 'tex') {
		set terminal cairolatex pdf input colortext size 8.94792in,3.52083in font ',9' fontscale 0.75 linewidth 1.3
		set terminal cairolatex header texsize
	}
	set output (kind eq 'tex') ? name.'-latex.tex' : name.'.'.kind
	if (kind eq 'tex') {

	}
	set multiplot
	unset key
	set xtics (xtic1 100, xtic2 1000, xtic3 4000)
	set label 1 title1 at screen 0.01164, screen 0.96450 left
	set arrow 2010 from screen 0.77648, screen 0.82101 to screen 0.81141, screen 0.82101 nohead ls 1
	set label 2010 '' at screen 0.79395, screen 0.82101 point ls 1
	set label 2011 legend1_1 at screen 0.82072, screen 0.82101 left
	set arrow 2020 from screen 0.77648, screen 0.77071 to screen 0.81141, screen 0.77071 nohead ls 2
	set label 2020 '' at screen 0.79395, screen 0.77071 point ls 2
	set label 2021 legend2_1 at screen 0.82072, screen 0.77071 left
	set arrow 2030 from screen 0.77648, screen 0.72041 to screen 0.81141, screen 0.72041 nohead ls 3
	set label 2030 '' at screen 0.79395, screen 0.72041 point ls 3
	set label 2031 legend3_1 at screen 0.82072, screen 0.72041 left
	set arrow 2040 from screen 0.77648, screen 0.67012 to screen 0.81141, screen 0.67012 nohead ls 4
	set label 2040 '' at screen 0.79395, screen 0.67012 point ls 4
	set label 2041 legend4_1 at screen 0.82072, screen 0.67012 left
	set arrow 2050 from screen 0.77648, screen 0.61982 to screen 0.81141, screen 0.61982 nohead ls 5
	set label 2050 '' at screen 0.79395, screen 0.61982 point ls 5
	set label 2051 legend5_1 at screen 0.82072, screen 0.61982 left
	set arrow 2060 from screen 0.77648, screen 0.56953 to screen 0.81141, screen 0.56953 nohead ls 6
	set label 2060 '' at screen 0.79395, screen 0.56953 point ls 6
	set label 2061 legend6_1 at screen 0.82072, screen 0.56953 left
	set arrow 2070 from screen 0.77648, screen 0.51923 to screen 0.81141, screen 0.51923 nohead ls 7
	set label 2070 '' at screen 0.79395, screen 0.51923 point ls 7
	set label 2071 legend7_1 at screen 0.82072, screen 0.51923 left
	set arrow 2080 from screen 0.77648, screen 0.46893 to screen 0.81141, screen 0.46893 nohead ls 8
	set label 2080 '' at screen 0.79395, screen 0.46893 point ls 8
	set label 2081 legend8_1 at screen 0.82072, screen 0.46893 left
	set arrow 2090 from screen 0.77648, screen 0.41864 to screen 0.81141, screen 0.41864 nohead ls 9
	set label 2090 '' at screen 0.79395, screen 0.41864 point ls 9
	set label 2091 legend9_1 at screen 0.82072, screen 0.41864 left
	set lmargin at screen 0.09895; set rmargin at screen 0.41327
	set tmargin at screen 0.84615; set bmargin at screen 0.16568
	set label 1101 xlabel1 at screen 0.25611, screen 0.04438 center
	set label 1301 panel1_1 at screen 0.25611, screen 0.87574 center
	set label 1201 ylabel1 at screen 0.01630, screen 0.50592 center rotate by 90
	set ytics ('' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, ytic7 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, ytic16 10000, '' 20000 1, '' 30000 1, '' 40000 1, '' 50000 1, '' 60000 1, '' 70000 1, '' 80000 1, '' 90000 1, ytic25 100000, '' 200000 1, '' 300000 1, '' 400000 1, '' 500000 1, '' 600000 1, '' 700000 1, '' 800000 1, '' 900000 1, ytic34 1000000, '' 2000000 1, '' 3000000 1, '' 4000000 1, '' 5000000 1, '' 6000000 1, '' 7000000 1, '' 8000000 1, '' 9000000 1, ytic43 10000000, '' 20000000 1, '' 30000000 1, '' 40000000 1, '' 50000000 1)
	plot name.'.csv' skip 1 using ($1 == 1 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 1 notitle, \
		name.'.csv' skip 1 using ($1 == 2 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 2 notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 3 notitle, \
		name.'.csv' skip 1 using ($1 == 4 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 4 notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 5 notitle, \
		name.'.csv' skip 1 using ($1 == 6 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 6 notitle, \
		name.'.csv' skip 1 using ($1 == 7 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 7 notitle, \
		name.'.csv' skip 1 using ($1 == 8 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 8 notitle, \
		name.'.csv' skip 1 using ($1 == 9 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 9 notitle
	unset label; unset arrow; unset object
	set lmargin at screen 0.44121; set rmargin at screen 0.75553
	set tmargin at screen 0.84615; set bmargin at screen 0.16568
	set label 1101 xlabel1 at screen 0.59837, screen 0.04438 center
	set label 1301 panel2_1 at screen 0.59837, screen 0.87574 center
	set ytics ('' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '' 10000, '' 20000 1, '' 30000 1, '' 40000 1, '' 50000 1, '' 60000 1, '' 70000 1, '' 80000 1, '' 90000 1, '' 100000, '' 200000 1, '' 300000 1, '' 400000 1, '' 500000 1, '' 600000 1, '' 700000 1, '' 800000 1, '' 900000 1, '' 1000000, '' 2000000 1, '' 3000000 1, '' 4000000 1, '' 5000000 1, '' 6000000 1, '' 7000000 1, '' 8000000 1, '' 9000000 1, '' 10000000, '' 20000000 1, '' 30000000 1, '' 40000000 1, '' 50000000 1)
	plot name.'.csv' skip 1 using ($1 == 10 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 1 notitle, \
		name.'.csv' skip 1 using ($1 == 11 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 2 notitle, \
		name.'.csv' skip 1 using ($1 == 12 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 3 notitle, \
		name.'.csv' skip 1 using ($1 == 13 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 4 notitle, \
		name.'.csv' skip 1 using ($1 == 14 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 5 notitle, \
		name.'.csv' skip 1 using ($1 == 15 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 6 notitle, \
		name.'.csv' skip 1 using ($1 == 16 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 7 notitle, \
		name.'.csv' skip 1 using ($1 == 17 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 8 notitle, \
		name.'.csv' skip 1 using ($1 == 18 ? $4 : NaN):(valid(5) ? column(5) : NaN) with linespoints ls 9 notitle
	unset label; unset arrow; unset object
	unset multiplot
	unset output
}
