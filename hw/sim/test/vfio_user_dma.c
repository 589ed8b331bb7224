// SPDX-License-Identifier: MIT
/* What the card may reach of the machine's memory, by vfio-user */
#include <errno.h>
#include <linux/pci_regs.h>
#include <linux/vfio.h>
#include <string.h>
#include <unistd.h>

#include "loopback.h"
#include "vfio_user_rig.h"

void dma(void **state)
{
	struct rig *r = *state;
	const uint32_t rw = VFIO_DMA_MAP_FLAG_READ | VFIO_DMA_MAP_FLAG_WRITE;
	struct vfio_user_map none = { sizeof(none), rw, 0, 0x900000, PAGE };
	uint32_t v;

	/* Pages out of order, one for reading alone, as a guest's IOMMU gives them */
	assert_int_equal(map(r, 0x700000, PAGE, 2 * PAGE, rw), 0);
	assert_int_equal(map(r, 0x500000, PAGE, 0, rw), 0);
	assert_int_equal(map(r, 0x501000, PAGE, 5 * PAGE, VFIO_DMA_MAP_FLAG_READ), 0);
	assert_int_equal(dma_write(r, 0x700010, 0x11), 0);
	assert_int_equal(word(r, 2 * PAGE + 0x10), 0x11);
	assert_int_equal(dma_write(r, 0x500ffc, 0x22), 0);
	assert_int_equal(word(r, PAGE - 4), 0x22);
	memcpy(r->ram + 5 * PAGE, &(uint32_t){ 0x33 }, 4);
	assert_int_equal(dma_read(r, 0x501000, &v), 0);
	assert_int_equal(v, 0x33);
	assert_int_equal(dma_write(r, 0x501000, 0x44), 1);
	assert_int_equal(word(r, 5 * PAGE), 0x33);
	/* half in what may be written: nothing is */
	assert_int_equal(dma_write(r, 0x500ffe, 0x55555555), 1);
	assert_int_equal(word(r, PAGE - 4), 0x22);

	assert_int_equal(map(r, 0x500800, PAGE, 0, rw), EEXIST);
	assert_int_equal(map(r, 0x600000, PAGE, RAM_BYTES, rw), EINVAL);
	assert_int_equal(map(r, 0x600000, 0, 0, rw), EINVAL);
	assert_int_equal(map(r, UINT64_MAX - 0xfff, 2 * PAGE, 0, rw), EINVAL);
	assert_int_equal(map(r, 0x600000, UINT64_MAX, PAGE, rw), EINVAL);
	assert_int_equal(map(r, 0x600000, PAGE, 0, rw | 4), EINVAL);
	assert_int_equal(ask(r, VFIO_USER_DMA_MAP, &none, sizeof(none)), 0);
	assert_int_equal(dma_write(r, 0x900000, 1), 1);

	/* a part of a mapping can't go; what is gone is gone, and its neighbour stays */
	assert_int_equal(unmap(r, 0x500000, PAGE / 2, 0), EINVAL);
	assert_int_equal(dma_write(r, 0x500000, 0x66), 0);
	assert_int_equal(unmap(r, 0x500000, PAGE, 0), 0);
	assert_int_equal(dma_write(r, 0x500000, 0x77), 1);
	assert_int_equal(word(r, 0), 0x66);
	assert_int_equal(dma_read(r, 0x501000, &v), 0);
	assert_int_equal(unmap(r, 0, 0, VFIO_DMA_UNMAP_FLAG_GET_DIRTY_BITMAP), EINVAL);
	assert_int_equal(unmap(r, 0, 0, VFIO_DMA_UNMAP_FLAG_ALL), 0);
	assert_int_equal(dma_read(r, 0x501000, &v), 1);
	assert_int_equal(dma_write(r, 0x700010, 0x12), 1);
	assert_int_equal(map(r, 0x500000, RAM_BYTES, 0, rw), 0);
	assert_int_equal(dma_write(r, 0x500000, 0x88), 0);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY);
	assert_int_equal(dma_write(r, 0x500000, 0x99), 1);
	assert_int_equal(word(r, 0), 0x88);
}

/* Thousands of single pages, of which each is found, and each can go: as a guest with a strict
 * IOMMU maps them */
void many_pages(void **state)
{
	struct rig *r = *state;
	const unsigned pages = 3000;
	uint32_t v;

	for (unsigned i = 0; i < pages; i++)
		assert_int_equal(map(r, 0x100000 + 2 * PAGE * ((uint64_t)i * 7 % pages), PAGE,
				     i % 8 * PAGE, 3),
				 0);
	for (unsigned i = 0; i < pages; i += 97)
		assert_int_equal(dma_read(r, 0x100000 + 2 * PAGE * i, &v), 0);
	assert_int_equal(dma_read(r, 0x101000, &v), 1);
	for (unsigned i = 0; i < pages; i++)
		assert_int_equal(
			unmap(r, 0x100000 + 2 * PAGE * ((uint64_t)i * 11 % pages), PAGE, 0), 0);
	assert_int_equal(dma_read(r, 0x100000, &v), 1);
}

/* While the card writes without end, an answer to DMA_UNMAP means that not one more of its words
 * arrives. */
void no_dma_after_unmap(void **state)
{
	struct rig *r = *state;

	for (unsigned round = 0; round < 200; round++) {
		assert_int_equal(map(r, 0x100000, PAGE, 0, 3), 0);
		set_reg(r, LOOP_DMA_ADDR, 0x100000);
		set_reg(r, LOOP_DMA_STREAM, 1);
		while (!__atomic_load_n((uint32_t *)r->ram, __ATOMIC_ACQUIRE))
			usleep(10);
		assert_int_equal(unmap(r, 0x100000, PAGE, 0), 0);
		__atomic_store_n((uint32_t *)r->ram, 0, __ATOMIC_RELEASE);
		usleep(200);
		assert_int_equal(__atomic_load_n((uint32_t *)r->ram, __ATOMIC_ACQUIRE), 0);
		set_reg(r, LOOP_DMA_STREAM, 0);
	}
}
