# SPDX-License-Identifier: MIT
# How Verilator's C++ is compiled. clang takes half of gcc's time, and its code runs in about two
# thirds of the time. $(call compiled,-O1) suits benches that are built for a run of seconds, -O2
# those whose runs take longer than their build. hw/sim/rtl compiles the card with counts of a run.
MODEL_CXX ?= clang++-19
export OBJCACHE ?= ccache
compiled = -MAKEFLAGS "CXX=$(MODEL_CXX) OPT_FAST=$1 OPT_SLOW=-O0 OPT_GLOBAL=-O2"

# $(call sampled,N,LIST): N of the list, which CHECK_SEED chooses: `make check` builds some widths
# of a bench, others for another commit. All without a seed, and with EVERY_WIDTH (check-long).
sampled = $(if $(and $(CHECK_SEED),$(if $(EVERY_WIDTH),,x)),$(shell set -- $2; n=$$#; \
	for i in $$(seq 1 $1); do eval echo \$$$$((($(CHECK_SEED) + i) % n + 1)); done),$2)
