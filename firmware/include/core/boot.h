/* SPDX-License-Identifier: MIT */
/* Handover from the driver */
#ifndef CORE_BOOT_H
#define CORE_BOOT_H

#include "core/types.h"

bool boot_handshake(void);

#endif
