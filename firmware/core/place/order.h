/* SPDX-License-Identifier: MIT */
/* The order in which the SMs try the slots */
#ifndef PLACE_ORDER_H
#define PLACE_ORDER_H

#include "state/types.h"

/* The residents' slots in this order; returns their number. */
unsigned int order_of_slots(uint8_t slots[SMGPU_TASK_SLOTS]);
/* The slot has a task now, which the launcher is told. */
void order_enter(uint32_t slot);
/* It may be another one now. */
void order_change(void);
/* Then the launcher is told. */
void order_publish(void);

#endif
