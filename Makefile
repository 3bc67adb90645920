# Builds ./harness and its tests. Every config has a directory of its own under build/.
#   make [config=release|check|plain|sanitize|coverage] [CC=clang]     the program and the library
#   make config=measure    a release in which times can be made longer, for tests/measure/
#   make test         unit tests and command-line tests of this config
#   make cli TESTS=tests/cli/test_kill.sh    some command-line tests
#   make ffi-test     the public headers and the library, from C, C++ and LuaJIT
#   make install [PREFIX=/usr/local] [DESTDIR=]    and make uninstall
#   make test-all     those of the check build, golden counts and lint: what ./bootstrap test runs
#   make test-long    what takes long or large packages: what ./bootstrap test-long runs; installs nothing
#   make WERROR=1     warnings are errors, as they are in all configs of the tests
#   make lint         clang-tidy, cppcheck, luacheck, shellcheck, format: those of the versions that tools/lint.sh states
#   make threads      what threads may share, under the thread sanitizer
#   make floors       does every include stay on its own floor or below?
#   make fuzz [TIME=60]  every fuzzer for so many seconds (0: its seeds once); needs clang
#   make covering [POSES=200]  parameters of every algorithm, each two values of them, on 23 pairs of models
#   make mutants [ONLY=agree] [PART=3/20]    wrong lines in the engine and in lua/, tests/mutants/list: does a test see each?
#   make recipes [ONLY=cone]  the parts of examples/parts added to a copy of the tree, and wrong twins of them: about 2 min
#   make soak [TIME=600]  every combination of them on three small pairs, for so many seconds, or to the end; goes on
#   make papers [QUICK=--quick]  every scenario of papers/, and a document a paper: results/papers/; goes on
#   make reference    all of it to a precision, then results/reference/ and the pages that come from it
#   make verify-reference  the runs of results/reference/ counted again
#   make bench [BENCH=--quick]  other libraries beside ours: results/bench/readme.md
#   make api          the API reference of the public headers, by doxygen: build/api/html/index.html
#   make deb          Debian packages of what make install installs: build/deb/
#   make docs         docs/reference/columns.md and options.md, from the program's own tables
#   make golden       counts and hashes of the golden scenarios, old and new
#   make golden-arm64 the same counts by qemu on 64-bit ARM, where a cross compiler is installed
config ?= release
CC     ?= gcc
ifeq ($(origin CC),default)
CC := gcc
endif
compiler := $(notdir $(firstword $(CC)))
BUILD  := build/$(compiler)-$(config)
PREFIX ?= /usr/local
# under PREFIX; Debian has lib/<its name of the machine>
LIBDIR ?= lib
PROCESSORS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
-include Makefile.config

# Debian calls it lua5.4, others lua
LUA_PKG   := $(shell pkg-config --exists lua5.4 && echo lua5.4 || echo lua)
PKGS      := $(LUA_PKG) libcjson libxxhash nettle
TEST_PKGS := check gmp qhull_r

WARN := -Wall -Wextra -Wshadow -Wconversion -Wundef -Wwrite-strings -Wmissing-prototypes \
        -Wstrict-prototypes -Wdouble-promotion -Wvla
# clang 19 has these in -Wconversion and -Wextra, gcc does not know them
ifneq ($(findstring clang,$(compiler)),)
WARN += -Wenum-float-conversion -Wenum-enum-conversion
endif
# A new warning of another compiler fails the tests, but never a user's build. Objects are the same with and
# without it, so it is not among the flags whose change triggers a rebuild.
ifeq ($(filter release measure,$(config)),)
WERROR ?= 1
endif
ERRORS := $(if $(WERROR),-Werror)
# Contraction into FMA would change the last bit of results from one compiler to another.
SEMANTICS := -std=c17 -ffp-contract=off -fno-math-errno
# With -march=native, gcc 12 emits vfmaddsub for a product that is added in one place and subtracted in
# another, even with -ffp-contract=off. -mno-fma prevents this.
ifneq ($(filter x86_64-% i%86-%,$(shell $(CC) -dumpmachine)),)
SEMANTICS += -mno-fma -mno-fma4 -mno-avx512f
endif
# -g1: lines are what backtraces and profilers read, and a fifth of the compiler's time less than all; CFLAGS=-g for a
# debugger.
CFLAGS_common   := $(SEMANTICS) -D_GNU_SOURCE -Iengine -I$(BUILD) -g1 $(WARN) -MMD -MP
# No path of this machine in the binary: two clones of one commit are the same engine. So the folder is not among the
# flags whose change triggers a rebuild.
HERE := -ffile-prefix-map='$(CURDIR)=.'
# One set of objects for the program and the library: with hidden symbols the hot loops are the same code as without
# -fPIC, instruction by instruction.
CFLAGS_pic      := -fPIC -fvisibility=hidden -fno-semantic-interposition
CFLAGS_release  := -O3 -DNDEBUG
CFLAGS_measure  := -O3 -DNDEBUG -DPLANTED_TIMES
CFLAGS_check    := -O2 -DPLANTED
# a machine without SSE, and a compiler that rearranges nothing
CFLAGS_plain    := -O0 -DPLANTED -U__SSE2__
# Kernels that are one function take a third of the time to compile when nothing must be inlined.
CALLS           := -Dalways_inline=__noinline__ -Wno-attributes
CFLAGS_sanitize := $(CALLS) -O1 -DPLANTED -DSANITIZED -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_thread   := $(CALLS) -O1 -DSANITIZED -fsanitize=thread
CFLAGS_coverage := -O0 -DPLANTED --coverage
CFLAGS_fuzz     := $(CALLS) -O1 -DSANITIZED -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LDFLAGS_sanitize := -fsanitize=address,undefined
LDFLAGS_thread   := -fsanitize=thread
LDFLAGS_coverage := --coverage
LDFLAGS_fuzz     := -fsanitize=address,undefined
# No build-id note: what the binary is must not depend on where it was built.
ifeq ($(shell uname -s),Linux)
LDFLAGS_common  := -Wl,--build-id=none
endif
ifeq ($(filter $(config),release measure check plain sanitize thread coverage fuzz),)
$(error config=$(config) is unknown: release, measure, check, plain, sanitize, thread or coverage)
endif

pkg      = $(shell pkg-config $(1) $(2))
# -isystem: our warnings are about our code
CPPFLAGS_pkg := $(patsubst -I%,-isystem %,$(call pkg,--cflags,$(PKGS)))
LIBS     := $(call pkg,--libs,$(PKGS)) -lm
TEST_LIBS = $(call pkg,--libs,$(TEST_PKGS))

ALL_CFLAGS := $(CFLAGS_common) $(CFLAGS_pic) $(CFLAGS_$(config)) $(CPPFLAGS_pkg) $(CFLAGS)
ALL_LDFLAGS := $(LDFLAGS_common) $(LDFLAGS_$(config)) $(LDFLAGS)

ENGINE_SRC := $(filter-out engine/host/main.c,$(wildcard engine/*/*.c engine/*/*/*.c))
ENGINE_OBJ := $(ENGINE_SRC:%.c=$(BUILD)/%.o)
MAIN_OBJ   := $(BUILD)/engine/host/main.o
GEN_OBJ    := $(BUILD)/lua_modules.o $(BUILD)/build_info.o
TEST_SRC   := $(wildcard tests/*.c)
TEST_OBJ   := $(TEST_SRC:%.c=$(BUILD)/%.o)
SUITE_SRC  := $(sort $(wildcard tests/test_*.c))
FFI_TESTS  := $(wildcard tests/ffi/test_*.sh)
# the layer for LuaJIT scripts is not a module of scenarios
LUA_SRC    := $(filter-out lua/ffi/%,$(wildcard lua/*/*.lua))
STARTER    := $(wildcard examples/plugin/starter.*) engine/api/plugin.h scenarios/your_meshes.lua
# the library: all floors below support/
LIB_OBJ    := $(filter-out $(foreach f,support machine run export host,$(BUILD)/engine/$f/%),$(ENGINE_OBJ))
LIB_PKGS   := libxxhash nettle
API        := $(wildcard engine/api/*.h)
API_VERSION := $(shell sed -n 's/.*HN_API_VERSION = \([0-9]*\).*/\1/p' engine/api/base.h)
SONAME     := libharness.so.$(API_VERSION)
VERSION    := $(shell cat VERSION)

# the flags are a dependency: objects of other flags are never mixed in
ifneq ($(MAKECMDGOALS),clean)
$(shell mkdir -p $(BUILD); echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' | cmp -s - $(BUILD)/flags || \
	echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' > $(BUILD)/flags)
# so is the list of embedded files: a new one may be older than what was made without it
$(shell echo '$(LUA_SRC)' | cmp -s - $(BUILD)/lua_files || echo '$(LUA_SRC)' > $(BUILD)/lua_files)
# and that of the suites: no file is newer where one is gone
$(shell echo '$(SUITE_SRC)' | cmp -s - $(BUILD)/suite_files || echo '$(SUITE_SRC)' > $(BUILD)/suite_files)
# A copied tree has the copy's times: what was built from the same bytes is not built again.
$(shell sh tools/copied.sh look $(BUILD) >&2)
endif

.PHONY: all lib api deb test cluster test-all test-long unit cli lua-tests paper papers bench reference verify-reference docs ffi-test covering soak threads threads-run mutants recipes fuzz fuzz-run lint format floors circles golden golden-arm64 install uninstall clean FORCE
all: $(BUILD)/harness lib
	@ln -sfn $(BUILD)/harness harness
lib: $(BUILD)/libharness.so
	@ln -sfn $(BUILD)/libharness.so libharness.so

$(BUILD)/harness: $(MAIN_OBJ) $(ENGINE_OBJ) $(GEN_OBJ)
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
	@sh tools/copied.sh built $(BUILD)

# exports only what engine/api declares
$(BUILD)/$(SONAME): $(LIB_OBJ)
	$(CC) $(ALL_LDFLAGS) -shared -Wl,-soname,$(SONAME) -o $@ $^ $(call pkg,--libs,$(LIB_PKGS)) -lm
$(BUILD)/libharness.so: $(BUILD)/$(SONAME)
	@ln -sfn $(SONAME) $@

# aabb as a plug-in, with the engine's objects of its own
$(BUILD)/tests/plugins/shim.so: $(BUILD)/tests/plugins/shim.o $(LIB_OBJ)
	$(CC) $(ALL_LDFLAGS) -shared -o $@ $^ $(call pkg,--libs,$(LIB_PKGS)) -lm

$(BUILD)/unit_tests: $(TEST_OBJ) $(ENGINE_OBJ) $(GEN_OBJ)
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(TEST_LIBS) $(LIBS)

# kernels stamped for AVX2 and AVX-512 (engine/simd/simd.h); other machines compile an empty file
ifneq ($(filter x86_64-% i%86-%,$(shell $(CC) -dumpmachine)),)
$(BUILD)/%_avx2.o: ALL_CFLAGS += -mavx2
$(BUILD)/%_avx512.o: ALL_CFLAGS += -mavx512f -mavx512dq -mavx512vl
# gcc puts the addresses of two nodes into one vector, and the loads wait for it: 1.1 to 1.2 times the time (docs/journal/fast.md)
ifeq ($(filter clang%,$(compiler)),)
$(BUILD)/%/wide/pairs_avx512.o $(BUILD)/%/wide/pairs_avx2.o $(BUILD)/%/obb_walks_avx512.o $(BUILD)/%/obb_walks_avx2.o: \
	ALL_CFLAGS += -fno-tree-slp-vectorize
# gcc gives the 16 registers to values in turn, so that fewer wait for each other
$(BUILD)/%/wide/pairs_avx2.o: ALL_CFLAGS += -frename-registers
endif
endif

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	@rm -f $(BUILD)/place
	$(CC) $(ALL_CFLAGS) $(HERE) $(ERRORS) -c -o $@ $<

$(BUILD)/%.o: $(BUILD)/%.c $(BUILD)/flags
	@rm -f $(BUILD)/place
	$(CC) $(ALL_CFLAGS) $(HERE) $(ERRORS) -c -o $@ $<

# lua/ travels inside the binary, so that a run never depends on where it was started
$(BUILD)/lua_modules.c: $(LUA_SRC) $(BUILD)/lua_files $(STARTER) tools/embed_lua.sh $(BUILD)/flags
	@sh tools/embed_lua.sh $(LUA_SRC) $(STARTER) > $@.tmp && mv $@.tmp $@

# a temporary file of its own: two makes may run at once
$(BUILD)/build_info.c: FORCE tools/build_info.sh $(BUILD)/flags
	@new=$@.$$$$; \
	sh tools/build_info.sh '$(CC)' '$(SEMANTICS) $(CFLAGS_$(config)) $(CFLAGS)' '$(config)' '$(BUILD)/harness.patch' > $$new || exit 1; \
	if cmp -s $$new $@; then rm $$new; else mv $$new $@; fi

# one suite a file: tests/test_mesh.c defines mesh_suite(), by TEST_SUITE(mesh, ...) or itself
$(BUILD)/suites.def: $(BUILD)/suite_files $(BUILD)/flags
	@for f in $(notdir $(SUITE_SRC)); do n=$${f#test_}; echo "SUITE($${n%.c})"; done > $@
$(BUILD)/tests/main.o: $(BUILD)/suites.def

test: unit lua-tests cli ffi-test
# As many suites at a time as there are processors, the longest first, so that none of them runs alone at the end.
# SUITES="a b": these alone.
LONGEST := run tree obb bsp differential dassd tri_tri covering shape moved bodies sessions journal scene_file
unit: $(BUILD)/unit_tests
	@{ $(if $(SUITES),printf '%s\n' $(SUITES),printf '%s\n' $(LONGEST); \
		sed 's/SUITE(\(.*\))/\1/' $(BUILD)/suites.def | grep -vxF $(LONGEST:%=-e %)); } | \
		xargs -n 1 -P $(PROCESSORS) $(BUILD)/unit_tests
cli: $(BUILD)/harness
	HARNESS=$(BUILD)/harness CONFIG=$(config) bash tests/cli/run $(TESTS)
lua-tests:
	lua5.4 tests/lua/run.lua

PAPERS ?= $(patsubst papers/%.lua,%,$(wildcard papers/*.lua))
papers: $(BUILD)/harness
	$(BUILD)/harness paper $(PAPERS) --drawn $(QUICK)

# on an idle machine
reference: $(BUILD)/harness
	HARNESS=$(BUILD)/harness sh tools/measure_reference.sh $(PAPERS)
	sh tools/reference.sh results $(PAPERS)
	lua5.4 tools/pages.lua

# other libraries and ours; BENCH=--quick: options of the runs
bench: $(BUILD)/harness
	HARNESS=$(BUILD)/harness sh tools/bench.sh $(BENCH)

# all of them; SCENARIOS="prejudge co_ablation": of these
SCENARIOS ?= *
verify-reference: $(BUILD)/harness
	$(BUILD)/harness verify -q -j $(PROCESSORS) $(patsubst %/plan.json,%,$(foreach r,$(SCENARIOS),$(wildcard results/reference/$r/*/plan.json)))

# needs TeX
paper: $(BUILD)/harness
	sh tests/paper/compile.sh $(BUILD)/harness

ffi-test: $(BUILD)/harness $(BUILD)/libharness.so
	HARNESS=$(BUILD)/harness HARNESS_LIB='$(CURDIR)/$(BUILD)/libharness.so' CONFIG=$(config) CC='$(CC)' \
		bash tests/cli/run $(FFI_TESTS)

# one after another: each is parallel within itself
test-all:
	sh tools/test_all.sh
# what cannot run here is named and skipped; SKIPS_FAIL=1: a skip is a failure
test-long:
	sh tools/test_long.sh

# what threads may share, under the thread sanitizer
threads:
	@$(MAKE) --no-print-directory config=thread threads-run
threads-run: $(BUILD)/threads
	for set in baseline auto; do setarch -R $(BUILD)/threads $$set || exit 1; done
# what pairs of meshes and boxes stand on: all of the library would take three times as long
THREAD_OBJ := $(filter-out %/broad/bake.o %/broad/bodies.o,$(filter $(foreach f,base math simd exact mesh wide broad,$(BUILD)/engine/$f/%) \
	$(addprefix $(BUILD)/engine/,scene/motion.o scene/object_volume.o scene/scene_check.o scene/scene_file.o \
	detect/contacts.o detect/names.o detect/mesh_pair.o detect/wide.o),$(LIB_OBJ)))
$(BUILD)/threads: $(BUILD)/tests/threads/threads.o $(THREAD_OBJ)
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(call pkg,--libs,$(LIB_PKGS)) -lm

# A Slurm cluster on this machine: shards through sbatch. Needs root and Debian's slurmctld, slurmd, slurm-client.
cluster: all
	bash tests/cluster.sh $(BUILD)/harness

.SECONDARY: $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/fuzz/*.c))
FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/%,$(wildcard tests/fuzz/fuzz_*.c))
TIME    ?= 60
fuzz:
	$(MAKE) CC=clang config=fuzz fuzz-run
fuzz-run: $(FUZZERS)
	sh tools/fuzz.sh $(TIME) $(FUZZERS)
$(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(ENGINE_OBJ) $(GEN_OBJ)
	$(CC) $(ALL_LDFLAGS) -fsanitize=fuzzer $(FUZZ_LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/fuzz_scenario: FUZZ_LDFLAGS := -Wl,--wrap=_exit,--wrap=waitpid

# Combinations of parameters against brute force: a covering array of all of them on all pairs of models, or each of
# them on three small pairs, which takes long: TIME=600 stops after so many seconds, the same command goes on.
SOAK_SRC := $(wildcard tests/soak/*.c) tests/pairs.c tests/covering.c tests/volumes.c
SOAK_OBJ := $(SOAK_SRC:%.c=$(BUILD)/%.o)
$(BUILD)/soak: $(SOAK_OBJ) $(ENGINE_OBJ) $(GEN_OBJ)
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)
covering: $(BUILD)/soak
	$(BUILD)/soak array $(PROCESSORS) $(POSES)
soak: SECONDS := $(if $(filter command line environment,$(origin TIME)),$(TIME),0)
soak: $(BUILD)/soak
	@mkdir -p results/soak
	$(BUILD)/soak all results/soak $(SECONDS) $(PROCESSORS)

docs: $(BUILD)/harness
	for page in columns options; do \
		$(BUILD)/harness list --format $$page > docs/reference/$$page.tmp && mv docs/reference/$$page.tmp docs/reference/$$page.md || exit 1; done

api:
	@rm -rf build/api && mkdir -p build/api
	API_RELEASE='$(VERSION)' API_OUT=build/api doxygen tools/Doxyfile

# in the check build, where faults can be planted
recipes:
	@$(MAKE) --no-print-directory config=check CC=gcc build/gcc-check/unit_tests build/gcc-check/harness
	tests/parts/run.sh build/gcc-check $(ONLY)

# in the check build
mutants:
	tests/mutants/run '$(ONLY)'

floors:
	sh tools/floors.sh

# of the check build, whose objects have every symbol
circles:
	@$(MAKE) --no-print-directory config=check CC=gcc build/gcc-check/harness
	lua5.4 tools/circles.lua 5 $(ENGINE_SRC:%.c=build/gcc-check/%.o)

# clang-tidy reads what the tests include
lint: floors circles
	@$(MAKE) --no-print-directory config=check CC=gcc build/gcc-check/suites.def
	sh tools/lint.sh

format:
	sh tools/lint.sh --format

golden: $(BUILD)/harness
	HARNESS=$(BUILD)/harness bash tests/golden/update

# pages, with what they link to and show, and without what the examples make
DOCS := $(wildcard *.md) LICENSE CITATION.cff $(shell find docs examples -path examples/paper/results -prune -o -type f \
	! -name paper.pdf ! -name paper.aux ! -name paper.log ! -name paper.out -print)
# The files to install and to uninstall: mode, file, place under PREFIX.
INSTALL := 755:$(BUILD)/harness:bin/harness 755:$(BUILD)/$(SONAME):$(LIBDIR)/$(SONAME) \
	$(foreach f,$(API),644:$(f):include/harness/$(notdir $(f))) \
	$(foreach f,$(wildcard scenarios/*.lua scenarios/models/*.lua papers/*.lua),644:$(f):share/harness/$(f)) \
	644:python/harness.py:share/harness/python/harness.py \
	$(foreach f,$(wildcard lua/ffi/*.lua lua/ffi/*/*.lua),644:$(f):share/lua/5.1/$(f:lua/ffi/%=%)) \
	644:$(BUILD)/harness.pc:$(LIBDIR)/pkgconfig/harness.pc \
	644:$(BUILD)/formats/man:share/man/man1/harness.1 \
	644:$(BUILD)/formats/bash:share/bash-completion/completions/harness \
	644:$(BUILD)/formats/zsh:share/zsh/site-functions/_harness \
	644:$(BUILD)/formats/fish:share/fish/vendor_completions.d/harness.fish \
	644:$(BUILD)/formats/luacats:share/harness/luacats/harness.lua \
	$(foreach f,$(DOCS),644:$(f):share/doc/harness/$(f))
INSTALL_LINK := $(LIBDIR)/libharness.so

$(BUILD)/harness.pc: FORCE tools/pkg_config.sh
	@sh tools/pkg_config.sh '$(PREFIX)' '$(LIBDIR)' '$(VERSION)' '$(API_VERSION)' '$(LIB_PKGS)' > $@

# manual page, completion and annotations, from the program's own tables
FORMATS    := $(addprefix $(BUILD)/formats/,man bash zsh fish luacats)
$(FORMATS): $(BUILD)/formats/%: $(BUILD)/harness
	@mkdir -p $(@D)
	@$(BUILD)/harness list --format $* > $@.tmp && mv $@.tmp $@

install: $(BUILD)/harness $(BUILD)/$(SONAME) $(BUILD)/harness.pc $(FORMATS)
	@for i in $(INSTALL); do \
		mode=$${i%%:*} rest=$${i#*:}; \
		install -D -m "$$mode" "$${rest%%:*}" '$(DESTDIR)$(PREFIX)'/"$${rest#*:}" || exit 1; done
	@ln -sfn $(SONAME) '$(DESTDIR)$(PREFIX)/$(INSTALL_LINK)'
uninstall:
	@for i in $(INSTALL) $(INSTALL_LINK); do rm -f '$(DESTDIR)$(PREFIX)'/"$${i##*:}"; done
	@for d in include/harness share/harness share/doc/harness share/lua/5.1/engine_ffi; do \
		[ ! -d '$(DESTDIR)$(PREFIX)'/$$d ] || \
			find '$(DESTDIR)$(PREFIX)'/$$d -depth -type d -exec rmdir --ignore-fail-on-non-empty {} +; done

deb: $(BUILD)/harness $(BUILD)/$(SONAME)
	MAKE='$(MAKE)' sh tools/deb.sh build/deb $(SONAME)

# the engine without its host; GOLDEN_LIBS and CPPFLAGS_pkg are others for another machine
GOLDEN_LIBS = $(call pkg,--libs,$(LIB_PKGS)) -lm
$(BUILD)/golden_driver: $(BUILD)/tests/golden/driver.o $(BUILD)/tests/lanes_baseline.o $(BUILD)/engine/run/worker/pass.o $(BUILD)/engine/run/worker/walk.o $(LIB_OBJ)
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(GOLDEN_LIBS)

# an estimate of parts of a run (tests/measure/population)
$(BUILD)/population_parts: $(BUILD)/tests/measure/population_parts.o $(ENGINE_OBJ) $(GEN_OBJ)
	$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

golden-arm64:
	MAKE='$(MAKE)' sh tools/golden_arm64.sh || [ $$? -eq 77 ]

clean:
	rm -rf build harness libharness.so

OTHER_SRC := $(foreach f,fuzz golden measure plugins threads,$(wildcard tests/$f/*.c))
-include $(patsubst %.o,%.d,$(ENGINE_OBJ) $(MAIN_OBJ) $(GEN_OBJ) $(TEST_OBJ) $(SOAK_OBJ) $(OTHER_SRC:%.c=$(BUILD)/%.o))
