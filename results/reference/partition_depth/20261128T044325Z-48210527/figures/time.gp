# Draws time.csv as SVG, PDF, PNG, and for LaTeX: run gnuplot on this file in its directory.
reset
name = 'time'
caption1 = 'octree_delta=lists, octree_fmax=16. Median of 11 rounds, bars: 95 % interval; grey: A/A noise, at most 6.1 %; hollow points:'
tex_caption1 = 'octree\_delta=lists, octree\_fmax=16. Median of 11 rounds, bars: 95 \% interval; grey: A/A noise, at most 6.1 \%; hollow points:'
caption2 = "noise could make the difference from the first algorithm's"
legend1_1 = 'octree a = 1'
legend2_1 = 'octree a = 4'
legend3_1 = 'octree a = 16'
legend4_1 = 'octree a = 64'
legend5_1 = 'A/A noise'
legend6_1 = 'inside the noise'
panel1_1 = 'kind of crowd = uniform'
panel2_1 = 'kind of crowd = clustered'
title1 = 'Depth of partition against the size of cells'
xlabel1 = 'octree max depth'
xtic1 = '0'
xtic2 = '1'
xtic3 = '2'
xtic4 = '4'
xtic5 = '8'
ylabel1 = 'query time (ms per step)'
ytic11 = '5'
ytic16 = '10'
ytic17 = '20'
ytic2 = '0.5'
ytic7 = '1'
ytic8 = '2'
texsize = '\fontsize{9}{10.8}\selectfont'
set encoding utf8
set decimalsign '.'
set datafile separator comma
set datafile missing ''
set border 3 lc rgb '#404040'
set tics nomirror out scale 0.7
set grid ytics lt 1 lc rgb '#dadada' lw 0.8 dt 1
set xrange [-0.48:8.48]
set yrange [0.39869730384615376:34.8658992435]
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
# a gnuplot built without cairo still draws the SVG
kinds = 'svg'
if (strstrt(GPVAL_TERMINALS, 'pdfcairo') > 0) { kinds = kinds.' pdf' }
if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) { kinds = kinds.' png' }
if (strstrt(GPVAL_TERMINALS, 'cairolatex') > 0) { kinds = kinds.' tex' }
do for [kind in kinds] {
	if (kind eq 'svg') {
		set terminal svg noenhanced size 798,376 font 'sans-serif,12' background '#ffffff'
	}
	if (kind eq 'pdf') {
		set terminal pdfcairo noenhanced size 8.31250in,3.91667in font 'sans-serif,9' fontscale 0.75 linewidth 1.3
	}
	if (kind eq 'png') {
		set terminal pngcairo noenhanced size 1596,752 font 'sans-serif,9' fontscale 2 linewidth 2 pointscale 2
	}
	if (kind eq 'tex') {
		set terminal cairolatex pdf input colortext size 8.31250in,3.91667in font ',9' fontscale 0.75 linewidth 1.3
		set terminal cairolatex header texsize
	}
	set output (kind eq 'tex') ? name.'-latex.tex' : name.'.'.kind
	if (kind eq 'tex') {
		caption1 = tex_caption1
	}
	set multiplot
	unset key
	set xtics (xtic1 0, xtic2 1, xtic3 2, xtic4 4, xtic5 8)
	set label 1 title1 at screen 0.01253, screen 0.96809 left
	set label 101 caption1 at screen 0.01253, screen 0.07181 left textcolor rgb '#505050'
	set label 102 caption2 at screen 0.01253, screen 0.03191 left textcolor rgb '#505050'
	set arrow 2010 from screen 0.81203, screen 0.83910 to screen 0.84962, screen 0.83910 nohead ls 1
	set label 2010 '' at screen 0.83083, screen 0.83910 point ls 1
	set label 2011 legend1_1 at screen 0.85965, screen 0.83910 left
	set arrow 2020 from screen 0.81203, screen 0.79388 to screen 0.84962, screen 0.79388 nohead ls 2
	set label 2020 '' at screen 0.83083, screen 0.79388 point ls 2
	set label 2021 legend2_1 at screen 0.85965, screen 0.79388 left
	set arrow 2030 from screen 0.81203, screen 0.74867 to screen 0.84962, screen 0.74867 nohead ls 3
	set label 2030 '' at screen 0.83083, screen 0.74867 point ls 3
	set label 2031 legend3_1 at screen 0.85965, screen 0.74867 left
	set arrow 2040 from screen 0.81203, screen 0.70346 to screen 0.84962, screen 0.70346 nohead ls 4
	set label 2040 '' at screen 0.83083, screen 0.70346 point ls 4
	set label 2041 legend4_1 at screen 0.85965, screen 0.70346 left
	set object 2050 rectangle from screen 0.82206, screen 0.64495 to screen 0.84461, screen 0.67154 fc rgb '#d2d2d2' fs solid noborder
	set label 2051 legend5_1 at screen 0.85965, screen 0.65824 left
	set label 2060 '' at screen 0.83083, screen 0.61303 point pt 6 ps 0.75 lw 1.2 lc rgb '#404040'
	set label 2061 legend6_1 at screen 0.85965, screen 0.61303 left
	set lmargin at screen 0.08271; set rmargin at screen 0.42105
	set tmargin at screen 0.86170; set bmargin at screen 0.25000
	set label 1101 xlabel1 at screen 0.25188, screen 0.14096 center
	set label 1301 panel1_1 at screen 0.25188, screen 0.88830 center
	set label 1201 ylabel1 at screen 0.01754, screen 0.55585 center rotate by 90
	set ytics ('' 0.4 1, ytic2 0.5, '' 0.6000000000000001 1, '' 0.7000000000000001 1, '' 0.8 1, '' 0.9 1, ytic7 1, ytic8 2, '' 3 1, '' 4 1, ytic11 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, ytic16 10, ytic17 20, '' 30 1)
	plot name.'.csv' skip 1 using ($1 == 1 ? $4 : NaN):9:10 with filledcurves fc rgb '#d2d2d2' notitle, \
		name.'.csv' skip 1 using ($1 == 1 ? $4 : NaN):5:6:7 with yerrorbars ls 101 notitle, \
		name.'.csv' skip 1 using ($1 == 1 ? $4 : NaN):5 with linespoints ls 1 notitle, \
		name.'.csv' skip 1 using ($1 == 1 ? $4 : NaN):($11 == 1 ? $5 : NaN) with points pt 7 ps 0.75 lc rgb '#ffffff' notitle, \
		name.'.csv' skip 1 using ($1 == 1 ? $4 : NaN):($11 == 1 ? $5 : NaN) with points pt 6 ps 0.75 lw 1.2 lc rgb '#0072B2' notitle, \
		name.'.csv' skip 1 using ($1 == 2 ? $4 : NaN):5:6:7 with yerrorbars ls 102 notitle, \
		name.'.csv' skip 1 using ($1 == 2 ? $4 : NaN):5 with linespoints ls 2 notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $4 : NaN):5:6:7 with yerrorbars ls 103 notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $4 : NaN):5 with linespoints ls 3 notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $4 : NaN):($11 == 1 ? $5 : NaN) with points pt 9 ps 0.75 lc rgb '#ffffff' notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $4 : NaN):($11 == 1 ? $5 : NaN) with points pt 8 ps 0.75 lw 1.2 lc rgb '#009E73' notitle, \
		name.'.csv' skip 1 using ($1 == 4 ? $4 : NaN):5:6:7 with yerrorbars ls 104 notitle, \
		name.'.csv' skip 1 using ($1 == 4 ? $4 : NaN):5 with linespoints ls 4 notitle
	unset label; unset arrow; unset object
	set lmargin at screen 0.45113; set rmargin at screen 0.78947
	set tmargin at screen 0.86170; set bmargin at screen 0.25000
	set label 1101 xlabel1 at screen 0.62030, screen 0.14096 center
	set label 1301 panel2_1 at screen 0.62030, screen 0.88830 center
	set ytics ('' 0.4 1, '' 0.5, '' 0.6000000000000001 1, '' 0.7000000000000001 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2, '' 3 1, '' 4 1, '' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20, '' 30 1)
	plot name.'.csv' skip 1 using ($1 == 5 ? $4 : NaN):9:10 with filledcurves fc rgb '#d2d2d2' notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $4 : NaN):5:6:7 with yerrorbars ls 101 notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $4 : NaN):5 with linespoints ls 1 notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $4 : NaN):($11 == 1 ? $5 : NaN) with points pt 7 ps 0.75 lc rgb '#ffffff' notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $4 : NaN):($11 == 1 ? $5 : NaN) with points pt 6 ps 0.75 lw 1.2 lc rgb '#0072B2' notitle, \
		name.'.csv' skip 1 using ($1 == 6 ? $4 : NaN):5:6:7 with yerrorbars ls 102 notitle, \
		name.'.csv' skip 1 using ($1 == 6 ? $4 : NaN):5 with linespoints ls 2 notitle, \
		name.'.csv' skip 1 using ($1 == 7 ? $4 : NaN):5:6:7 with yerrorbars ls 103 notitle, \
		name.'.csv' skip 1 using ($1 == 7 ? $4 : NaN):5 with linespoints ls 3 notitle, \
		name.'.csv' skip 1 using ($1 == 8 ? $4 : NaN):5:6:7 with yerrorbars ls 104 notitle, \
		name.'.csv' skip 1 using ($1 == 8 ? $4 : NaN):5 with linespoints ls 4 notitle, \
		name.'.csv' skip 1 using ($1 == 8 ? $4 : NaN):($11 == 1 ? $5 : NaN) with points pt 13 ps 0.75 lc rgb '#ffffff' notitle, \
		name.'.csv' skip 1 using ($1 == 8 ? $4 : NaN):($11 == 1 ? $5 : NaN) with points pt 12 ps 0.75 lw 1.2 lc rgb '#CC79A7' notitle
	unset label; unset arrow; unset object
	unset multiplot
	unset output
}
