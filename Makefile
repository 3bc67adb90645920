# Builds ./harness and its tests. Every config has a directory of its own under build/.
#   make [config=release|check|sanitize|coverage] [CC=clang]     the program
#   make test         unit tests and command-line tests of this config
#   make cli TESTS=tests/cli/test_kill.sh    some command-line tests
#   make test-all     those of every config, both compilers, and lint: what ./bootstrap test runs
#   make lint         clang-tidy, cppcheck, luacheck, format
#   make floors       does every include stay on its own floor or below?
#   make golden       counts and hashes of the golden scenarios, old and new
config ?= release
CC     ?= gcc
ifeq ($(origin CC),default)
CC := gcc
endif
compiler := $(notdir $(firstword $(CC)))
BUILD  := build/$(compiler)-$(config)
PREFIX ?= /usr/local
-include Makefile.config

# Debian calls it lua5.4, others lua
LUA_PKG   := $(shell pkg-config --exists lua5.4 && echo lua5.4 || echo lua)
PKGS      := $(LUA_PKG) libcjson libxxhash libmd
TEST_PKGS := check gmp qhull_r

WARN := -Wall -Wextra -Wshadow -Wconversion -Wundef -Wwrite-strings -Wmissing-prototypes \
        -Wstrict-prototypes -Wdouble-promotion -Wvla -Werror
# Contraction into FMA would change the last bit of results from one compiler to another.
SEMANTICS := -std=c17 -ffp-contract=off -fno-math-errno
# No path of this machine in the binary: two clones of one commit are the same engine.
CFLAGS_common   := $(SEMANTICS) -D_GNU_SOURCE -Iengine -I$(BUILD) -g -ffile-prefix-map=$(CURDIR)=. $(WARN) -MMD -MP
CFLAGS_release  := -O3 -DNDEBUG
CFLAGS_check    := -O2 -DPLANTED
CFLAGS_sanitize := -O1 -DPLANTED -DSANITIZED -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_coverage := -O0 -DPLANTED --coverage
LDFLAGS_sanitize := -fsanitize=address,undefined
LDFLAGS_coverage := --coverage
# No build-id note: what the binary is must not depend on where it was built.
ifeq ($(shell uname -s),Linux)
LDFLAGS_common  := -Wl,--build-id=none
endif
ifeq ($(filter $(config),release check sanitize coverage),)
$(error config=$(config) is unknown: release, check, sanitize or coverage)
endif

pkg      = $(shell pkg-config $(1) $(2))
# -isystem: our warnings are about our code
CPPFLAGS_pkg := $(patsubst -I%,-isystem %,$(call pkg,--cflags,$(PKGS)))
LIBS     := $(call pkg,--libs,$(PKGS)) -lm
TEST_LIBS = $(call pkg,--libs,$(TEST_PKGS))

ALL_CFLAGS := $(CFLAGS_common) $(CFLAGS_$(config)) $(CPPFLAGS_pkg) $(CFLAGS)
ALL_LDFLAGS := $(LDFLAGS_common) $(LDFLAGS_$(config)) $(LDFLAGS)

ENGINE_SRC := $(filter-out engine/host/main.c,$(wildcard engine/*/*.c))
ENGINE_OBJ := $(ENGINE_SRC:%.c=$(BUILD)/%.o)
MAIN_OBJ   := $(BUILD)/engine/host/main.o
GEN_OBJ    := $(BUILD)/lua_modules.o $(BUILD)/build_info.o
TEST_SRC   := $(wildcard tests/*.c)
TEST_OBJ   := $(TEST_SRC:%.c=$(BUILD)/%.o)
LUA_SRC    := $(wildcard lua/*.lua)

.PHONY: all test test-all unit cli cli-golden lua-tests lint format floors golden clean FORCE
all: $(BUILD)/harness
	@ln -sfn $(BUILD)/harness harness

$(BUILD)/harness: $(MAIN_OBJ) $(ENGINE_OBJ) $(GEN_OBJ)
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/unit_tests: $(TEST_OBJ) $(ENGINE_OBJ) $(GEN_OBJ)
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(TEST_LIBS) $(LIBS)

# the flags are a dependency: objects of other flags are never mixed in
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' > $@

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/%.o: $(BUILD)/%.c $(BUILD)/flags
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

# lua/*.lua travel inside the binary, so that a run never depends on where it was started
$(BUILD)/lua_modules.c: $(LUA_SRC) tools/embed_lua.sh $(BUILD)/flags
	@sh tools/embed_lua.sh $(LUA_SRC) > $@.tmp && mv $@.tmp $@

$(BUILD)/build_info.c: FORCE tools/build_info.sh $(BUILD)/flags
	@sh tools/build_info.sh '$(CC)' '$(SEMANTICS) $(CFLAGS_$(config)) $(CFLAGS)' '$(config)' > $@.tmp
	@if cmp -s $@.tmp $@; then rm $@.tmp; else mv $@.tmp $@; fi

# one suite a file: tests/test_mesh.c defines mesh_suite()
$(BUILD)/suites.def: $(wildcard tests/test_*.c) $(BUILD)/flags
	@for f in $(sort $(notdir $(wildcard tests/test_*.c))); do n=$${f#test_}; echo "SUITE($${n%.c})"; done > $@
$(BUILD)/tests/main.o: $(BUILD)/suites.def

test: unit lua-tests cli
unit: $(BUILD)/unit_tests
	$(BUILD)/unit_tests
cli: $(BUILD)/harness
	HARNESS=$(BUILD)/harness CONFIG=$(config) bash tests/cli/run $(TESTS)

cli-golden: $(BUILD)/harness
	HARNESS=$(BUILD)/harness CONFIG=$(config) bash tests/cli/run tests/cli/test_golden.sh
lua-tests:
	lua5.4 tests/lua/run.lua

# one after another: each is parallel within itself
test-all:
	sh tools/test_all.sh

floors:
	sh tools/floors.sh

lint: floors
	sh tools/lint.sh

format:
	clang-format -i $(wildcard engine/*/*.[ch] engine/*/*.inl tests/*.[ch])

golden: $(BUILD)/harness
	HARNESS=$(BUILD)/harness bash tests/golden/update

clean:
	rm -rf build harness

-include $(patsubst %.o,%.d,$(ENGINE_OBJ) $(MAIN_OBJ) $(TEST_OBJ))
