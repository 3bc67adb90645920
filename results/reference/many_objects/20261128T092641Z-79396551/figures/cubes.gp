# Draws cubes.csv as SVG, PDF, PNG, and for LaTeX: run gnuplot on this file in its directory.
reset
name = 'cubes'
caption1 = 'grey: A/A noise, at most 54.6 %; hollow points: noise could make the difference from the first'
tex_caption1 = 'grey: A/A noise, at most 54.6 \%; hollow points: noise could make the difference from the first'
caption2 = "algorithm's"
legend1_1 = 'octree'
legend2_1 = 'a=1 Fmax=4'
legend3_1 = 'a=1 Fmax=64'
legend4_1 = 'a=8 Fmax=4'
legend5_1 = 'a=8 Fmax=64'
legend6_1 = 'A/A noise'
legend7_1 = 'inside the noise'
title1 = 'Many objects, with and without an octree before the pairs'
xlabel1 = 'count'
xtic1 = '10'
xtic2 = '100'
xtic3 = '1000'
xtic4 = '10000'
ylabel1 = 'broad phase time (ms per step)'
ytic12 = '0.01'
ytic21 = '0.1'
ytic3 = '0.001'
ytic30 = '1'
ytic39 = '10'
texsize = '\fontsize{9}{10.8}\selectfont'
set encoding utf8
set decimalsign '.'
set datafile separator comma
set datafile missing ''
set border 3 lc rgb '#404040'
set tics nomirror out scale 0.7
set grid ytics lt 1 lc rgb '#dadada' lw 0.8 dt 1
set xrange [7.692307692307692:13000]
set yrange [0.0007286665049221671:12.009331964499998]
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
# a gnuplot built without cairo still draws the SVG
kinds = 'svg'
if (strstrt(GPVAL_TERMINALS, 'pdfcairo') > 0) { kinds = kinds.' pdf' }
if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) { kinds = kinds.' png' }
if (strstrt(GPVAL_TERMINALS, 'cairolatex') > 0) { kinds = kinds.' tex' }
do for [kind in kinds] {
	if (kind eq 'svg') {
		set terminal svg noenhanced size 629,362 font 'sans-serif,12' background '#ffffff'
	}
	if (kind eq 'pdf') {
		set terminal pdfcairo noenhanced size 6.55208in,3.77083in font 'sans-serif,9' fontscale 0.75 linewidth 1.3
	}
	if (kind eq 'png') {
		set terminal pngcairo noenhanced size 1258,724 font 'sans-serif,9' fontscale 2 linewidth 2 pointscale 2
	}
	if (kind eq 'tex') {
		set terminal cairolatex pdf input colortext size 6.55208in,3.77083in font ',9' fontscale 0.75 linewidth 1.3
		set terminal cairolatex header texsize
	}
	set output (kind eq 'tex') ? name.'-latex.tex' : name.'.'.kind
	if (kind eq 'tex') {
		caption1 = tex_caption1
	}
	set multiplot
	unset key
	set xtics (xtic1 10, xtic2 100, xtic3 1000, xtic4 10000)
	set label 1 title1 at screen 0.01590, screen 0.96685 left
	set label 101 caption1 at screen 0.01590, screen 0.07459 left textcolor rgb '#505050'
	set label 102 caption2 at screen 0.01590, screen 0.03315 left textcolor rgb '#505050'
	set arrow 2010 from screen 0.76153, screen 0.87155 to screen 0.80922, screen 0.87155 nohead ls 1
	set label 2010 '' at screen 0.78537, screen 0.87155 point ls 1
	set label 2011 legend1_1 at screen 0.82194, screen 0.87155 left
	set arrow 2020 from screen 0.76153, screen 0.82459 to screen 0.80922, screen 0.82459 nohead ls 2
	set label 2020 '' at screen 0.78537, screen 0.82459 point ls 2
	set label 2021 legend2_1 at screen 0.82194, screen 0.82459 left
	set arrow 2030 from screen 0.76153, screen 0.77762 to screen 0.80922, screen 0.77762 nohead ls 3
	set label 2030 '' at screen 0.78537, screen 0.77762 point ls 3
	set label 2031 legend3_1 at screen 0.82194, screen 0.77762 left
	set arrow 2040 from screen 0.76153, screen 0.73066 to screen 0.80922, screen 0.73066 nohead ls 4
	set label 2040 '' at screen 0.78537, screen 0.73066 point ls 4
	set label 2041 legend4_1 at screen 0.82194, screen 0.73066 left
	set arrow 2050 from screen 0.76153, screen 0.68370 to screen 0.80922, screen 0.68370 nohead ls 5
	set label 2050 '' at screen 0.78537, screen 0.68370 point ls 5
	set label 2051 legend5_1 at screen 0.82194, screen 0.68370 left
	set object 2060 rectangle from screen 0.77424, screen 0.62293 to screen 0.80286, screen 0.65055 fc rgb '#d2d2d2' fs solid noborder
	set label 2061 legend6_1 at screen 0.82194, screen 0.63674 left
	set label 2070 '' at screen 0.78537, screen 0.58978 point pt 6 ps 0.75 lw 1.2 lc rgb '#404040'
	set label 2071 legend7_1 at screen 0.82194, screen 0.58978 left
	set lmargin at screen 0.12878; set rmargin at screen 0.73291
	set tmargin at screen 0.89503; set bmargin at screen 0.25967
	set label 1101 xlabel1 at screen 0.43084, screen 0.14641 center
	set label 1201 ylabel1 at screen 0.02226, screen 0.57735 center rotate by 90
	set ytics ('' 0.0008 1, '' 0.0009000000000000001 1, ytic3 0.001, '' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009000000000000001 1, ytic12 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, ytic21 0.1, '' 0.2 1, '' 0.30000000000000004 1, '' 0.4 1, '' 0.5 1, '' 0.6000000000000001 1, '' 0.7000000000000001 1, '' 0.8 1, '' 0.9 1, ytic30 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, ytic39 10)
	plot name.'.csv' skip 1 using ($1 == 1 ? $3 : NaN):8:9 with filledcurves fc rgb '#d2d2d2' notitle, \
		name.'.csv' skip 1 using ($1 == 1 ? $3 : NaN):4 with linespoints ls 1 notitle, \
		name.'.csv' skip 1 using ($1 == 2 ? $3 : NaN):4 with linespoints ls 2 notitle, \
		name.'.csv' skip 1 using ($1 == 2 ? $3 : NaN):($10 == 1 ? $4 : NaN) with points pt 5 ps 0.75 lc rgb '#ffffff' notitle, \
		name.'.csv' skip 1 using ($1 == 2 ? $3 : NaN):($10 == 1 ? $4 : NaN) with points pt 4 ps 0.75 lw 1.2 lc rgb '#D55E00' notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $3 : NaN):4 with linespoints ls 3 notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $3 : NaN):($10 == 1 ? $4 : NaN) with points pt 9 ps 0.75 lc rgb '#ffffff' notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $3 : NaN):($10 == 1 ? $4 : NaN) with points pt 8 ps 0.75 lw 1.2 lc rgb '#009E73' notitle, \
		name.'.csv' skip 1 using ($1 == 4 ? $3 : NaN):4 with linespoints ls 4 notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $3 : NaN):4 with linespoints ls 5 notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $3 : NaN):($10 == 1 ? $4 : NaN) with points pt 11 ps 0.75 lc rgb '#ffffff' notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $3 : NaN):($10 == 1 ? $4 : NaN) with points pt 10 ps 0.75 lw 1.2 lc rgb '#000000' notitle
	unset label; unset arrow; unset object
	unset multiplot
	unset output
}
