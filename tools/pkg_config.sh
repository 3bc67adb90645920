#!/bin/sh
# Writes harness.pc: pkg_config.sh PREFIX LIBDIR RELEASE API_VERSION REQUIRED.
set -eu
prefix=$(printf '%s' "$1" | sed 's/[ \\]/\\&/g') # a space would end a word
cat <<EOT
prefix=$prefix
includedir=\${prefix}/include
libdir=\${prefix}/$2
api_version=$4

Name: harness
Description: Collision detection between triangle meshes: volumes, trees and hybrid methods, exact contacts
Version: $3
Requires.private: $5
Cflags: -I\${includedir}
Libs: -L\${libdir} -lharness
EOT
