#!/bin/sh
# Writes harness.pc: pkg_config.sh PREFIX VERSION REQUIRED.
set -eu
prefix=$(printf '%s' "$1" | sed 's/[ \\]/\\&/g') # a space would end a word
cat <<EOT
prefix=$prefix
includedir=\${prefix}/include
libdir=\${prefix}/lib

Name: harness
Description: Collision detection between triangle meshes: volumes, trees and hybrid methods, exact contacts
Version: $2
Requires.private: $3
Cflags: -I\${includedir}
Libs: -L\${libdir} -lharness
EOT
