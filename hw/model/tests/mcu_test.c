// SPDX-License-Identifier: MIT
/* The control core runs mcu_prog (argument 1: its binary), and locks up as it should. Argument 2:
 * backend. */
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "cardtest.h"
#include "smgpu_regs.h"
#include "test.h"

#define LOAD_TCM (1u << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT | 2u << SMGPU_DMA_CTRL_DST_SPACE_SHIFT)

static struct ct *ct;
static uint8_t *image;
static uint64_t image_bus;

/* By DMA into the core's memory, as the driver loads firmware. */
static void start(uint32_t bytes)
{
	ct_write(ct, SMGPU_MCU_CTRL, 0);
	ct_write(ct, SMGPU_HOST_PROGRESS, 0);
	check(!(ct_dma(ct, 0, LOAD_TCM, 0, image_bus, (bytes + 3) & ~3u) &
		SMGPU_DMA_STATUS_ERROR_MASK),
	      "DMA");
	ct_write(ct, SMGPU_INTC_DMA_ACK, 6);
	ct_write(ct, SMGPU_MCU_RESET_VECTOR, 0);
	ct_write(ct, SMGPU_MCU_CTRL, 1);
}

/* Each program ends in wfi. */
static void run_to_sleep(void)
{
	unsigned i;

	for (i = 0; i < 10000 && ct->cfg.ops->step(ct->card, 100) == CARD_BUSY; i++)
		;
}

/* It checks what it can by itself, and tells by a register how far it came. */
static void program(const char *path)
{
	FILE *f = fopen(path, "rb");
	size_t n = f ? fread(image, 1, 65536, f) : 0;
	unsigned msis = ct->msis;

	if (f)
		fclose(f);
	check(n > 0, "no program %s", path);
	start((uint32_t)n);
	run_to_sleep();
	check(ct_read(ct, SMGPU_HOST_PROGRESS) == 9, "progress 0x%x pc 0x%x",
	      ct_read(ct, SMGPU_HOST_PROGRESS), ct_read(ct, SMGPU_MCU_PC));
	check(ct_read(ct, SMGPU_MCU_STATUS) == SMGPU_MCU_STATUS_SLEEPING_MASK, "not asleep");
	ct_write(ct, SMGPU_HOST_PROGRESS, 0x55);
	check(ct_read(ct, SMGPU_HOST_PROGRESS) == 9, "the host may not write while the MCU runs");
	ct_write(ct, CARD_BAR0_DOORBELLS + 7 * CARD_DOORBELL_PAGE, 0x1234);
	run_to_sleep();
	check(ct_read(ct, SMGPU_HOST_PROGRESS) == 0x600d, "progress 0x%x pc 0x%x",
	      ct_read(ct, SMGPU_HOST_PROGRESS), ct_read(ct, SMGPU_MCU_PC));
	check(ct->msis == msis + 1, "%u MSIs", ct->msis - msis);
	report("mcu_program");
}

/* mtvec leads to an illegal word: a trap inside a trap */
static void mcu_locks_up(void)
{
	static const uint32_t code[] = { AUIPC(T0, 0), ADDI(T0, T0, 16), CSRW(0x305, T0), EBREAK,
					 0xffffffff };

	memcpy(image, code, sizeof(code));
	start(sizeof(code));
	run_to_sleep();
	check(ct_read(ct, SMGPU_MCU_STATUS) == SMGPU_MCU_STATUS_LOCKED_UP_MASK, "status 0x%x",
	      ct_read(ct, SMGPU_MCU_STATUS));
	check(ct->cfg.ops->step(ct->card, 1000) == CARD_IDLE, "not idle");
	ct_write(ct, SMGPU_HOST_RESET, CT_RESET(MCU));
	ct->cfg.ops->step(ct->card, 100);
	check(ct_read(ct, SMGPU_MCU_STATUS) == 0 && ct_read(ct, SMGPU_MCU_CTRL) == 0, "reset");
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 10000000, .dram_mib = 64 };

	if (argc < 2)
		return 2;
	cfg.ops = ct_backend(argc > 2 ? argv[2] : NULL);
	cfg.preset = argc > 3 ? argv[3] : NULL;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	if (!ct)
		return 2;
	image = ct_host_alloc(ct, 65536, 64, &image_bus);
	program(argv[1]);
	RUN(mcu_locks_up);
	ct_del(ct);
	return test_failures != 0;
}
