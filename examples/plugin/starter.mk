# Builds the plug-in: make; make check; make run.
CC ?= cc
CXX ?= c++
HARNESS ?= harness
CFLAGS ?= -O3 -Wall -Wextra
CXXFLAGS ?= -O3 -Wall -Wextra

all: NAME.so
NAME.so: NAME.c plugin.h
	$(CC) -std=c99 $(CFLAGS) -shared -fPIC NAME.c -o $@

check: NAME.so
	$(HARNESS) check plugin ./NAME.so
run: NAME.so
	$(HARNESS) NAME.lua
clean:
	rm -f NAME.so
.PHONY: all check run clean
