// SPDX-License-Identifier: MIT
#include "boot.h"
#include "main.h"
#include "state/event.h"
#include "state/log.h"
#include "mmio.h"

void fw_main(void);

void panic(uint32_t cause, uint32_t pc, uint32_t value, uint32_t line)
{
	static bool again;
	static struct smgpu_fw_event event;

	host_progress(SMGPU_FW_PROGRESS_PANIC | (cause & 0xff));
	if (!again) {
		again = true;	/* a trap in here comes back here */
		event.op = SMGPU_FW_EVENT_PANIC;
		event.u.panic.cause = cause;
		event.u.panic.pc = pc;
		event.u.panic.value = value;
		event.u.panic.line = line;
		log_line("panic: cause %u pc %x value %x", (unsigned int)cause, (unsigned int)pc,
			 (unsigned int)value);
		(void)event_post(&event);
		event_flush();
	}
	for (;;)
		__asm__ volatile("csrw mie, zero; wfi");
}

void fw_main(void)
{
	if (!boot_handshake())
		return;
	intc_init(shape.dma_engines);
	log_line("firmware ABI %u.%u, %u SM of %u warps, %u lanes", SMGPU_FW_ABI_MAJOR,
		 SMGPU_FW_ABI_MINOR, (unsigned int)shape.sms, (unsigned int)shape.warps,
		 (unsigned int)shape.lanes);
	for (;;)
		main_loop_once();
}
