// SPDX-License-Identifier: MIT
// Cycle counts of smex_top (rate.cpp), run by the bench of the whole block (top.cpp).
#include "Vex_top_tb.h"

int rate_main(Vex_top_tb *top);	/* 0: every bound is kept */
