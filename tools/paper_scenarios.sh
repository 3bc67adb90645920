# shellcheck shell=sh
# What measure_reference.sh and tests/papers/quick.sh share. Sourced, at the root of the tree.
scenarios_of() { # FILE...: the scenarios that these papers name, each once
	sed -n 's/.*scenario = "\([a-z0-9_]*\)".*/\1/p' "$@" | awk '!seen[$0]++'
}
drawn_of() { # NAME: the option that other scenarios than those with a population beside their own poses refuse
	if grep -q 'beside = true' "scenarios/$1.lua"; then echo --drawn; fi
}
