// SPDX-License-Identifier: MIT
/*
 * Runs on the core under test. Results go to the bench through registers: 0x100 takes {index,
 * value} pairs of the operation table, 0x200 + n takes the outcome of named case n.
 */
#include <stdint.h>

#include "ops.h"
#include "smgpu_mcu_map.h"
#include "table.h"

#define TEXT(x) #x
#define NUMBER(x) TEXT(x)
#define REG(off) (*(volatile uint32_t *)(MCU_REGS + (off)))
#define DRAM ((volatile uint8_t *)(MCU_DRAM + 0x1000))

volatile uint32_t trap_cause, trap_value, trap_pc, trap_count;
void trap_c(void);

__asm__(".section .text.start,\"ax\"\n.globl _start\n"
	"_start: li sp, " NUMBER(MCU_TCM) " + 0xf000\n"
	" la t0, trap\n csrw mtvec, t0\n call main\n1: j 1b\n"
	".align 2\ntrap: addi sp, sp, -64\n sw ra,0(sp)\n"
	" sw t0,4(sp)\n sw t1,8(sp)\n sw t2,12(sp)\n sw a0,16(sp)\n sw a1,20(sp)\n sw a2,24(sp)\n sw a3,28(sp)\n"
	" sw a4,32(sp)\n sw a5,36(sp)\n sw a6,40(sp)\n sw a7,44(sp)\n"
	" sw t3,48(sp)\n sw t4,52(sp)\n call trap_c\n"
	" lw ra,0(sp)\n lw t0,4(sp)\n lw t1,8(sp)\n lw t2,12(sp)\n"
	" lw a0,16(sp)\n lw a1,20(sp)\n lw a2,24(sp)\n lw a3,28(sp)\n"
	" lw a4,32(sp)\n lw a5,36(sp)\n lw a6,40(sp)\n lw a7,44(sp)\n lw t3,48(sp)\n lw t4,52(sp)\n"
	" addi sp, sp, 64\n mret\n .text\n");

void trap_c(void)
{
	uint32_t pc, cause;

	__asm__ volatile("csrr %0, mcause" : "=r"(cause));
	__asm__ volatile("csrr %0, mtval" : "=r"(trap_value));
	__asm__ volatile("csrr %0, mepc" : "=r"(pc));
	trap_cause = cause;
	trap_pc = pc;
	trap_count++;
	if (cause >> 31)
		REG(0x300) = 1;		/* the bench lowers the interrupt */
	else
		__asm__ volatile("csrw mepc, %0" :: "r"(pc + 4));
}

#define RUN(name, expr) \
	case __COUNTER__: __asm__ volatile(#name " %0, %1, %2" : "=r"(r) : "r"(a), "r"(b)); break;

static uint32_t run(uint32_t op, uint32_t a, uint32_t b)
{
	uint32_t r = 0;

	switch (op) {
	OPS(RUN)
	}
	return r;
}

static void outcome(uint32_t n, uint32_t good)
{
	REG(0x200 + 4 * n) = good;
}

#define TRAPS(code, cause, value)                                                           \
	({                                                                                  \
		uint32_t before = trap_count;                                               \
		__asm__ volatile(code ::: "memory");                                        \
		trap_count == before + 1 && trap_cause == (cause) && trap_value == (value); \
	})

static uint32_t memory_case(volatile uint8_t *m)
{
	uint32_t i, good = 1;

	for (i = 0; i < 64; i++)
		m[i] = (uint8_t)(i * 37);
	for (i = 0; i < 64; i++)
		good &= m[i] == (uint8_t)(i * 37) && ((volatile int8_t *)m)[i] == (int8_t)(i * 37);
	*(volatile uint16_t *)(m + 2) = 0xbeef;
	*(volatile uint32_t *)(m + 4) = 0x81234567;
	good &= *(volatile uint32_t *)m == 0xbeef2500u &&
		*(volatile int16_t *)(m + 2) == (int16_t)0xbeef;
	good &= m[7] == 0x81 && *(volatile uint16_t *)(m + 6) == 0x8123;
	return good;
}

int main(void)
{
	static uint8_t local[64] __attribute__((aligned(4)));
	uint32_t i, a, b;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		REG(0x100) = i;
		REG(0x104) = run(table[i].op, table[i].a, table[i].b);
	}
	outcome(0, memory_case(local));
	outcome(1, memory_case(DRAM));
	REG(0x400) = 0x12345678;
	outcome(2, REG(0x400) == 0x12345678);
	outcome(3, TRAPS("ecall", 11, 0));
	outcome(4, TRAPS(".word 0xffffffff", 2, 0xffffffffu));
	outcome(5, TRAPS("lw t0, 1(zero)", 4, 1));
	outcome(6, TRAPS("lw t0, 4(zero)", 5, 4));
	outcome(7, TRAPS("sw t0, 8(zero)", 7, 8));
	outcome(8, TRAPS("sh t0, 9(zero)", 6, 9));
	outcome(9, TRAPS("csrw mhartid, t0", 2, 0xf1429073u));
	__asm__ volatile("csrr %0, minstret\n nop\n nop\n csrr %1, minstret" : "=r"(a), "=r"(b));
	outcome(10, b - a == 3);
	/* wfi with interrupts masked: wakes, takes nothing */
	__asm__ volatile("csrw mie, %0" :: "r"(0x800));
	i = trap_count;
	REG(0x304) = 1;		/* the bench raises the interrupt a little later */
	__asm__ volatile("wfi");
	outcome(11, trap_count == i);
	__asm__ volatile("csrs mstatus, %0" :: "r"(8));
	__asm__ volatile("nop");
	outcome(12, trap_count == i + 1 && trap_cause == 0x8000000bu);
	__asm__ volatile("csrc mstatus, %0" :: "r"(8));
	REG(0x308) = 1;		/* done; what follows must lock the core up */
	__asm__ volatile("csrw mtvec, zero\n ecall");
	return 0;
}
