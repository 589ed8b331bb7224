// SPDX-License-Identifier: MIT
/* vfio-user with the loopback card: this program plays the machine, a sensible one and one that
 * sends nonsense. */
#include <errno.h>
#include <linux/pci_regs.h>
#include <linux/vfio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <drm/smgpu_hw.h>

#include "loopback.h"
#include "vfio_user_rig.h"

#define EVENTFD (VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER)
#define NO_DATA (VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER)
#define MSI VFIO_PCI_MSI_IRQ_INDEX

static void describes_itself(void **state)
{
	struct rig *r = *state;
	uint32_t ask_device[4] = { 16 };
	struct vfio_region_info info;
	struct vfio_irq_info irq;

	assert_int_equal(ask(r, VFIO_USER_DEVICE_GET_INFO, ask_device, 16), 0);
	memcpy(ask_device, r->in, 16);
	assert_int_equal(ask_device[1], VFIO_DEVICE_FLAGS_RESET | VFIO_DEVICE_FLAGS_PCI);
	assert_int_equal(ask_device[2], VFIO_PCI_NUM_REGIONS);
	for (uint32_t i = 0; i <= VFIO_PCI_NUM_REGIONS; i++) {
		uint64_t bytes = i == 0				     ? CARD_BAR0_BYTES
				 : i == 2			     ? CARD_BAR2_BYTES
				 : i == VFIO_PCI_CONFIG_REGION_INDEX ? 256
								     : 0;
		int err;

		info = (struct vfio_region_info){ .argsz = sizeof(info), .index = i };
		err = ask(r, VFIO_USER_DEVICE_GET_REGION_INFO, &info, sizeof(info));
		assert_int_equal(err, i < VFIO_PCI_NUM_REGIONS ? 0 : EINVAL);
		if (err)
			break;
		memcpy(&info, r->in, sizeof(info));
		assert_int_equal(info.size, bytes);
		assert_int_equal(info.flags, bytes ? 3 : 0);
	}
	for (uint32_t i = 0; i <= VFIO_PCI_NUM_IRQS; i++) {
		irq = (struct vfio_irq_info){ .argsz = 16, .index = i };
		assert_int_equal(ask(r, VFIO_USER_DEVICE_GET_IRQ_INFO, &irq, 16),
				 i < VFIO_PCI_NUM_IRQS ? 0 : EINVAL);
		if (i == MSI) {
			memcpy(&irq, r->in, 16);
			assert_int_equal(irq.count, 1);
		}
	}
}

static void regions(void **state)
{
	struct rig *r = *state;
	unsigned char all[256];
	uint64_t v;

	assert_int_equal(get(r, 7, 0, 4), SMGPU_PCI_DEVICE_SIM << 16 | SMGPU_PCI_VENDOR_SIM);
	assert_int_equal(region(r, false, 7, 0, 256, NULL), 0);
	memcpy(all, ((struct vfio_user_region *)r->in)->data, 256);
	assert_int_equal(all[PCI_CAPABILITY_LIST], 0x40);
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	set_reg(r, LOOP_SCRATCH, 0x89abcdef);
	assert_int_equal(get(r, 0, LOOP_SCRATCH + 1, 1), 0xcd);
	put(r, 2, CARD_BAR2_BYTES - 8, 0x1122334455667788ull, 8);
	assert_true(get(r, 2, CARD_BAR2_BYTES - 8, 8) == 0x1122334455667788ull);
	/* any length and place, as the machine likes: pieces that the card takes */
	v = 0xaabbccddeeffull;
	assert_int_equal(region(r, true, 2, 0x1003, 6, &v), 0);
	assert_true(get(r, 2, 0x1003, 6) == v);
	assert_int_equal(get(r, 2, 0x1004, 4), 0xbbccddee);
	/* outside, or none */
	assert_int_equal(region(r, false, 0, CARD_BAR0_BYTES - 4, 8, NULL), EINVAL);
	assert_int_equal(region(r, false, 0, UINT64_MAX - 3, 8, NULL), EINVAL);
	assert_int_equal(region(r, true, 7, 254, 4, &v), EINVAL);
	assert_int_equal(region(r, false, 1, 0, 4, NULL), EINVAL);
	assert_int_equal(region(r, false, 1u << 31, 0, 4, NULL), EINVAL);
	assert_int_equal(region(r, false, 0, 0, 0, NULL), EINVAL);
	config16(r, PCI_COMMAND, 0);
	assert_int_equal(reg(r, LOOP_MAGIC), 0xffffffff);
}

static void posted_and_multiple_writes(void **state)
{
	struct rig *r = *state;
	struct {
		struct vfio_user_region m;
		uint32_t v;
	} one = { { LOOP_SCRATCH, 0, 4 }, 0x1234 };
	struct vfio_user_header h = { .command = VFIO_USER_REGION_WRITE,
				      .size = sizeof(h) + sizeof(one.m) + 4,
				      .flags = VFIO_USER_NO_REPLY };
	struct {
		struct vfio_user_multi m;
		unsigned char room[3 * 24];
	} many = { { 3 }, { 0 } };

	send_raw(r, &h, &one, sizeof(one.m) + 4, NULL, 0);
	assert_int_equal(reg(r, LOOP_SCRATCH), 0x1234);
	for (int i = 0; i < 3; i++) {
		many.m.write[i].offset = 4 * (unsigned)i + 0x2000;
		many.m.write[i].region = 2;
		many.m.write[i].count = 4;
		many.m.write[i].data[0] = (unsigned char)(i + 1);
	}
	assert_int_equal(ask(r, VFIO_USER_REGION_WRITE_MULTI, &many, sizeof(many)), 0);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(get(r, 2, 4 * i + 0x2000, 4), i + 1);
	many.m.write[0].data[0] = 9;
	many.m.write[2].count = 9;
	assert_int_equal(ask(r, VFIO_USER_REGION_WRITE_MULTI, &many, sizeof(many)), EINVAL);
	assert_int_equal(get(r, 2, 0x2000, 4), 1);
	many.m.write[2].count = 4;
	many.m.count = 4;
	assert_int_equal(ask(r, VFIO_USER_REGION_WRITE_MULTI, &many, sizeof(many)), EINVAL);
	many.m.count = UINT64_MAX / 24 + 2;	/* a product that wraps */
	assert_int_equal(ask(r, VFIO_USER_REGION_WRITE_MULTI, &many, sizeof(many)), EINVAL);
}

static uint64_t taken(int fd)
{
	uint64_t n = 0;

	return read(fd, &n, sizeof(n)) == sizeof(n) ? n : 0;
}

static void interrupts(void **state)
{
	struct rig *r = *state;
	int fds[2] = { eventfd(0, EFD_NONBLOCK), eventfd(0, EFD_NONBLOCK) };

	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, fds, 1), 0);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(taken(fds[0]), 0);	/* MSIs are off in the configuration space */
	config16(r, 0x42, PCI_MSI_FLAGS_ENABLE);
	set_reg(r, LOOP_MSI, 1);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	assert_int_equal(taken(fds[0]), 2);
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, fds + 1, 1), 0);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(taken(fds[0]), 0);
	assert_int_equal(taken(fds[1]), 1);
	assert_int_equal(irqs(r, NO_DATA, MSI, 0, 1, NULL, 0), 0);
	assert_int_equal(taken(fds[1]), 1);
	/* takes the descriptor away */
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, NULL, 0), 0);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(taken(fds[1]), 0);
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, fds, 1), 0);
	assert_int_equal(irqs(r, NO_DATA, MSI, 0, 0, NULL, 0), 0);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(taken(fds[0]), 0);
	assert_int_equal(irqs(r, EVENTFD, VFIO_PCI_INTX_IRQ_INDEX, 0, 1, fds, 1), 0);
	/* nonsense */
	assert_int_equal(irqs(r, EVENTFD, MSI, 1, 1, fds, 1), EINVAL);
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 2, fds, 2), EINVAL);
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, fds, 2), EINVAL);
	assert_int_equal(irqs(r, NO_DATA, MSI, 0, 0, fds, 1), EINVAL);
	assert_int_equal(irqs(r, EVENTFD, VFIO_PCI_MSIX_IRQ_INDEX, 0, 1, fds, 1), EINVAL);
	assert_int_equal(irqs(r, EVENTFD, ~0u, 0, 1, fds, 1), EINVAL);
	assert_int_equal(irqs(r, 0, MSI, 0, 1, NULL, 0), EINVAL);
	assert_int_equal(irqs(r, ~0u, MSI, 0, 1, NULL, 0), EINVAL);
	close(fds[0]);
	close(fds[1]);
}

static void resets(void **state)
{
	struct rig *r = *state;
	const uint32_t control = 0x60 + PCI_EXP_DEVCTL;
	int fd = eventfd(0, EFD_NONBLOCK);

	set_reg(r, LOOP_SCRATCH, 5);
	assert_int_equal(ask(r, VFIO_USER_DEVICE_RESET, NULL, 0), 0);
	assert_int_equal(get(r, 7, PCI_COMMAND, 2), 0);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	assert_int_equal(reg(r, LOOP_SCRATCH), 0);

	/* A function-level reset takes the configuration space, and leaves to the machine what it
	 * holds: its descriptor */
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, &fd, 1), 0);
	set_reg(r, LOOP_SCRATCH, 6);
	config16(r, control, PCI_EXP_DEVCTL_BCR_FLR);
	assert_int_equal(get(r, 7, control, 2), 0);
	assert_int_equal(reg(r, LOOP_SCRATCH), 0xffffffff);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	assert_int_equal(reg(r, LOOP_SCRATCH), 0);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(taken(fd), 0);
	config16(r, 0x42, PCI_MSI_FLAGS_ENABLE);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	assert_int_equal(taken(fd), 1);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(describes_itself, setup, teardown),
		cmocka_unit_test_setup_teardown(regions, setup, teardown),
		cmocka_unit_test_setup_teardown(posted_and_multiple_writes, setup, teardown),
		cmocka_unit_test_setup_teardown(dma, setup, teardown),
		cmocka_unit_test_setup_teardown(many_pages, setup, teardown),
		cmocka_unit_test_setup_teardown(no_dma_after_unmap, setup, teardown),
		cmocka_unit_test_setup_teardown(interrupts, setup, teardown),
		cmocka_unit_test_setup_teardown(resets, setup, teardown),
		cmocka_unit_test_setup_teardown(nothing_before_a_version, setup_strange, teardown),
		cmocka_unit_test_setup_teardown(nonsense_is_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(too_long_ends_the_link, setup, teardown),
		cmocka_unit_test_setup_teardown(too_short_ends_the_link, setup, teardown),
		cmocka_unit_test_setup_teardown(reply_ends_the_link, setup, teardown),
		cmocka_unit_test_setup_teardown(random_payloads, setup, teardown),
	};

	return cmocka_run_group_tests_name("vfio-user", tests, NULL, NULL);
}
