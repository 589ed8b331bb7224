# SPDX-License-Identifier: MIT
# How Verilator's C++ is compiled. clang takes half of gcc's time, and its code runs in about two
# thirds of the time. $(call compiled,-O1) suits benches that are built for a run of seconds, -O2
# those whose runs take longer than their build. hw/sim/rtl compiles the card with counts of a run.
MODEL_CXX ?= clang++-19
export OBJCACHE ?= ccache
compiled = -MAKEFLAGS "CXX=$(MODEL_CXX) OPT_FAST=$1 OPT_SLOW=-O0 OPT_GLOBAL=-O2"
