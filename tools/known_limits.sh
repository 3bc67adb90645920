#!/bin/sh
# known_limits.sh LIMITS <OUTPUT: judges the output of `harness check plugin` by a table of what may fail. The table has
# lines `ALGORITHM | CHECK | REASON`; CHECK is what the output says behind FAIL, up to the colon. Exit code 1: something
# else failed, or a limit names no check. A limit that no longer fails is told.
set -eu
exec awk -v limits="$1" '
function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
BEGIN {
	while ((got = (getline line <limits)) > 0) {
		number += 1
		if (line ~ /^[ \t]*(#|$)/) continue
		if (split(line, part, "|") != 3) { print limits ":" number ": not ALGORITHM | CHECK | REASON"; bad = 1 }
		reason[trim(part[1]) ": " trim(part[2])] = trim(part[3])
	}
	if (got < 0) { print limits ": cannot be read"; exit bad = 1 }
}
/^[a-z_][a-z0-9_]*: / { name = $1; sub(/:$/, "", name); checked[name]; next }
/^(ok  |FAIL|skip) / {
	said = substr($0, 6)
	check = said
	sub(/: .*/, "", check)
	key = name ": " check
	checks[key]
	count += 1
	if ($1 != "FAIL") {
		if (key in reason) print "no longer: " key " (" reason[key] ")"
	} else if (key in reason) {
		print "known: " name ": " said " (" reason[key] ")"
		known += 1
	} else {
		print "FAIL " name ": " said
		bad = 1
	}
}
END {
	for (key in reason) {
		name = key
		sub(/: .*/, "", name)
		if (name in checked && !(key in checks)) { print limits ": no check is called so: " key; bad = 1 }
	}
	if (count == 0) { print "nothing was checked"; bad = 1 }
	printf "%d checks, %d known limits\n", count, known
	exit bad
}'
