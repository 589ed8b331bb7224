/* SPDX-License-Identifier: MIT */
#ifndef TEST_INVARIANTS_H
#define TEST_INVARIANTS_H

/* Fails the test if the firmware's counts and lists do not agree. */
void check_invariants(void);

#endif
