/* SPDX-License-Identifier: MIT */
/* All of core/, for tests */
#ifndef CORE_H
#define CORE_H

#include "core/accept.h"
#include "core/boot.h"
#include "core/breathe.h"
#include "core/channel.h"
#include "core/child.h"
#include "core/client.h"
#include "core/cmd.h"
#include "core/end.h"
#include "core/eupool.h"
#include "core/event.h"
#include "core/finish.h"
#include "core/frontend.h"
#include "core/job.h"
#include "core/log.h"
#include "core/main.h"
#include "core/pending.h"
#include "core/queue.h"
#include "core/recenter.h"
#include "core/requests.h"
#include "core/ring.h"
#include "core/schedule.h"
#include "core/slots.h"
#include "core/table.h"
#include "core/task.h"
#include "core/tmd.h"
#include "core/tmu.h"
#include "core/tune.h"
#include "core/types.h"
#include "core/victim.h"
#include "core/warps.h"
#include "core/wdu.h"
#include "core/work.h"

#endif
