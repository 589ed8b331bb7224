/* SPDX-License-Identifier: MIT */
/* Handover from the driver */
#ifndef CORE_BOOT_H
#define CORE_BOOT_H

#include "state/types.h"

bool boot_handshake(void);

#endif
