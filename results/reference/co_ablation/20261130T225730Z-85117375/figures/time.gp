# Draws time.csv as SVG, PDF, PNG, and for LaTeX: run gnuplot on this file in its directory.
reset
name = 'time'
caption1 = 'Median of 11 to 23 rounds, bars: 95 % interval; grey: A/A noise, at most 1.0 %; hollow points:'
tex_caption1 = 'Median of 11 to 23 rounds, bars: 95 \% interval; grey: A/A noise, at most 1.0 \%; hollow points:'
caption2 = "noise could make the difference from the first algorithm's; crosses: published"
legend1_1 = 'rapid moved'
legend2_1 = 'rapid'
legend3_1 = 'sao'
legend4_1 = 'ao'
legend5_1 = 'co'
legend6_1 = 'A/A noise'
legend7_1 = 'inside the noise'
legend8_1 = 'published'
name1_1 = 'accumulator'
name2_1 = 'ptu'
title1 = 'From AO to CO, one change at a time'
xlabel1 = 'task'
ylabel1 = 'query time (ms per step)'
ytic16 = '1'
ytic25 = '10'
ytic7 = '0.1'
texsize = '\fontsize{9}{10.8}\selectfont'
set encoding utf8
set decimalsign '.'
set datafile separator comma
set datafile missing ''
set border 3 lc rgb '#404040'
set tics nomirror out scale 0.7
set grid ytics lt 1 lc rgb '#dadada' lw 0.8 dt 1
set xrange [0.5:2.5]
set yrange [0.031440470933165196:46.202]
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
		set terminal svg noenhanced size 614,362 font 'sans-serif,12' background '#ffffff'
	}
	if (kind eq 'pdf') {
		set terminal pdfcairo noenhanced size 6.39583in,3.77083in font 'sans-serif,9' fontscale 0.75 linewidth 1.3
	}
	if (kind eq 'png') {
		set terminal pngcairo noenhanced size 1228,724 font 'sans-serif,9' fontscale 2 linewidth 2 pointscale 2
	}
	if (kind eq 'tex') {
		set terminal cairolatex pdf input colortext size 6.39583in,3.77083in font ',9' fontscale 0.75 linewidth 1.3
		set terminal cairolatex header texsize
	}
	set output (kind eq 'tex') ? name.'-latex.tex' : name.'.'.kind
	if (kind eq 'tex') {
		caption1 = tex_caption1
	}
	set multiplot
	unset key
	set xtics ('' 1, '' 2)
	set label 1 title1 at screen 0.01629, screen 0.96685 left
	set label 101 caption1 at screen 0.01629, screen 0.07459 left textcolor rgb '#505050'
	set label 102 caption2 at screen 0.01629, screen 0.03315 left textcolor rgb '#505050'
	set label 2010 '' at screen 0.78013, screen 0.87155 point ls 1
	set label 2011 legend1_1 at screen 0.81759, screen 0.87155 left
	set label 2020 '' at screen 0.78013, screen 0.82459 point ls 2
	set label 2021 legend2_1 at screen 0.81759, screen 0.82459 left
	set label 2030 '' at screen 0.78013, screen 0.77762 point ls 3
	set label 2031 legend3_1 at screen 0.81759, screen 0.77762 left
	set label 2040 '' at screen 0.78013, screen 0.73066 point ls 4
	set label 2041 legend4_1 at screen 0.81759, screen 0.73066 left
	set label 2050 '' at screen 0.78013, screen 0.68370 point ls 5
	set label 2051 legend5_1 at screen 0.81759, screen 0.68370 left
	set object 2060 rectangle from screen 0.76873, screen 0.62293 to screen 0.79805, screen 0.65055 fc rgb '#d2d2d2' fs solid noborder
	set label 2061 legend6_1 at screen 0.81759, screen 0.63674 left
	set label 2070 '' at screen 0.78013, screen 0.58978 point pt 6 ps 0.75 lw 1.2 lc rgb '#404040'
	set label 2071 legend7_1 at screen 0.81759, screen 0.58978 left
	set label 2080 '' at screen 0.78013, screen 0.54282 point pt 2 ps 0.8 lw 1.4 lc rgb '#404040'
	set label 2081 legend8_1 at screen 0.81759, screen 0.54282 left
	set lmargin at screen 0.10749; set rmargin at screen 0.72638
	set tmargin at screen 0.89503; set bmargin at screen 0.25967
	set label 1101 xlabel1 at screen 0.41694, screen 0.14641 center
	set label 1201 ylabel1 at screen 0.02280, screen 0.57735 center rotate by 90
	set label 1501 name1_1 at screen 0.26221, screen 0.20166 center textcolor rgb '#404040'
	set label 1502 name2_1 at screen 0.57166, screen 0.20166 center textcolor rgb '#404040'
	set ytics ('' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, ytic7 0.1, '' 0.2 1, '' 0.30000000000000004 1, '' 0.4 1, '' 0.5 1, '' 0.6000000000000001 1, '' 0.7000000000000001 1, '' 0.8 1, '' 0.9 1, ytic16 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, ytic25 10, '' 20 1, '' 30 1, '' 40 1)
	plot name.'.csv' skip 1 using ($1 == 1 ? $4 : NaN):10:($4 - 0.4):($4 + 0.4):10:11 with boxxyerror fs solid noborder fc rgb '#d2d2d2' notitle, \
		name.'.csv' skip 1 using ($1 == 1 ? $4 -0.2400 : NaN):5:6:7 with yerrorbars ls 101 notitle, \
		name.'.csv' skip 1 using ($1 == 1 ? $4 -0.2400 : NaN):(valid(5) ? column(5) : NaN) with points ls 1 notitle, \
		name.'.csv' skip 1 using ($1 == 2 ? $4 -0.1200 : NaN):5:6:7 with yerrorbars ls 102 notitle, \
		name.'.csv' skip 1 using ($1 == 2 ? $4 -0.1200 : NaN):(valid(5) ? column(5) : NaN) with points ls 2 notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $4 +0.0000 : NaN):5:6:7 with yerrorbars ls 103 notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $4 +0.0000 : NaN):(valid(5) ? column(5) : NaN) with points ls 3 notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $4 +0.0000 : NaN):($12 == 1 ? $5 : NaN) with points pt 9 ps 0.75 lc rgb '#ffffff' notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $4 +0.0000 : NaN):($12 == 1 ? $5 : NaN) with points pt 8 ps 0.75 lw 1.2 lc rgb '#009E73' notitle, \
		name.'.csv' skip 1 using ($1 == 4 ? $4 +0.1200 : NaN):5:6:7 with yerrorbars ls 104 notitle, \
		name.'.csv' skip 1 using ($1 == 4 ? $4 +0.1200 : NaN):(valid(5) ? column(5) : NaN) with points ls 4 notitle, \
		name.'.csv' skip 1 using ($1 == 4 ? $4 +0.1200 : NaN):($12 == 1 ? $5 : NaN) with points pt 13 ps 0.75 lc rgb '#ffffff' notitle, \
		name.'.csv' skip 1 using ($1 == 4 ? $4 +0.1200 : NaN):($12 == 1 ? $5 : NaN) with points pt 12 ps 0.75 lw 1.2 lc rgb '#CC79A7' notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $4 +0.2400 : NaN):5:6:7 with yerrorbars ls 105 notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $4 +0.2400 : NaN):(valid(5) ? column(5) : NaN) with points ls 5 notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $4 +0.2400 : NaN):($12 == 1 ? $5 : NaN) with points pt 11 ps 0.75 lc rgb '#ffffff' notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $4 +0.2400 : NaN):($12 == 1 ? $5 : NaN) with points pt 10 ps 0.75 lw 1.2 lc rgb '#000000' notitle, \
		name.'.csv' skip 1 using ($1 == 1 ? $4 -0.2400 : NaN):9 with points pt 2 ps 0.8 lw 1.4 lc rgb '#0072B2' notitle, \
		name.'.csv' skip 1 using ($1 == 2 ? $4 -0.1200 : NaN):9 with points pt 2 ps 0.8 lw 1.4 lc rgb '#D55E00' notitle, \
		name.'.csv' skip 1 using ($1 == 3 ? $4 +0.0000 : NaN):9 with points pt 2 ps 0.8 lw 1.4 lc rgb '#009E73' notitle, \
		name.'.csv' skip 1 using ($1 == 4 ? $4 +0.1200 : NaN):9 with points pt 2 ps 0.8 lw 1.4 lc rgb '#CC79A7' notitle, \
		name.'.csv' skip 1 using ($1 == 5 ? $4 +0.2400 : NaN):9 with points pt 2 ps 0.8 lw 1.4 lc rgb '#000000' notitle
	unset label; unset arrow; unset object
	unset multiplot
	unset output
}
