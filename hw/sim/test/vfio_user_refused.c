// SPDX-License-Identifier: MIT
/* Messages of vfio-user that no sensible machine sends */
#include <errno.h>
#include <linux/pci_regs.h>
#include <linux/vfio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "loopback.h"
#include "vfio_user_rig.h"

void nothing_before_a_version(void **state)
{
	struct rig *r = *state;

	assert_int_equal(map(r, 0x100000, PAGE, 0, 3), EINVAL);
	assert_int_equal(region(r, false, 0, 0, 4, NULL), EINVAL);
	assert_int_equal(agree(r, 1), EPROTO);
	assert_int_equal(region(r, false, 0, 0, 4, NULL), EINVAL);
	assert_int_equal(agree(r, 0), 0);
	assert_int_equal(region(r, false, 0, 0, 4, NULL), 0);
}

static unsigned open_fds(void)
{
	unsigned n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += dup2(fd, fd) == fd;
	return n;
}

/* Too short, unknown, too many descriptors: refused, none kept, and the link goes on. */
void nonsense_is_refused(void **state)
{
	struct rig *r = *state;
	static const unsigned char zero[64];
	int fds[12];
	unsigned before;

	for (unsigned i = 0; i < 12; i++)
		fds[i] = r->ram_fd;
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	before = open_fds();
	for (uint16_t c = 0; c < 40; c++) {
		int err = ask(r, c, NULL, 0);

		assert_int_equal(err, c == VFIO_USER_DEVICE_RESET ? 0
				      : c == 6 || c == 11 || c == 12 || c == 14 || !c || c > 15
					      ? ENOTSUP
					      : EINVAL);
		config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	}
	assert_int_equal(ask(r, UINT16_MAX, zero, sizeof(zero)), ENOTSUP);
	assert_int_equal(ask_fds(r, VFIO_USER_DMA_MAP, zero, 32, fds, 8), EINVAL);
	assert_int_equal(ask_fds(r, VFIO_USER_DMA_MAP, zero, 32, fds, 12), EINVAL);
	assert_int_equal(ask_fds(r, VFIO_USER_DEVICE_RESET, NULL, 0, fds, 2), 0);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	assert_int_equal(open_fds(), before);
}

static void ends(struct rig *r, struct vfio_user_header h, int with)
{
	char c;

	send_raw(r, &h, NULL, 0, NULL, 0);
	assert_int_equal(recv(r->link, &c, 1, 0), 0);
	assert_int_equal(r->result, with);
}

/* Where the next message begins is not known after these. */
void too_long_ends_the_link(void **state)
{
	ends(*state,
	     (struct vfio_user_header){ .command = VFIO_USER_REGION_WRITE, .size = 1u << 30 },
	     -EMSGSIZE);
}

void too_short_ends_the_link(void **state)
{
	ends(*state, (struct vfio_user_header){ .command = VFIO_USER_REGION_WRITE, .size = 15 },
	     -EMSGSIZE);
}

void reply_ends_the_link(void **state)
{
	ends(*state,
	     (struct vfio_user_header){
		     .command = VFIO_USER_REGION_WRITE, .size = 16, .flags = VFIO_USER_REPLY },
	     -EPROTO);
}

/* Random payloads behind every command: an answer each, and a card that works afterwards. */
void random_payloads(void **state)
{
	struct rig *r = *state;
	const char *s = getenv("CHECK_SEED");
	unsigned seed = s ? (unsigned)strtoul(s, NULL, 0) : 1;
	uint32_t m[64];

	print_message("seed %u\n", seed);
	for (unsigned i = 0; i < 20000; i++) {
		uint16_t c = (uint16_t)(rand_r(&seed) % 17);
		uint32_t words = (uint32_t)rand_r(&seed) % 64;
		unsigned fds = rand_r(&seed) % 8 ? 0 : 1;

		for (unsigned k = 0; k < words; k++)
			m[k] = rand_r(&seed) % 3 ? (uint32_t)rand_r(&seed) % 70
						 : (uint32_t)rand_r(&seed) * 5;
		ask_fds(r, c, m, 4 * words, &r->ram_fd, fds);
	}
	assert_int_equal(ask(r, VFIO_USER_DEVICE_RESET, NULL, 0), 0);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	assert_int_equal(unmap(r, 0, 0, VFIO_DMA_UNMAP_FLAG_ALL), 0);
	assert_int_equal(map(r, 0x100000, PAGE, 0, 3), 0);
	assert_int_equal(dma_write(r, 0x100000, 7), 0);
	assert_int_equal(word(r, 0), 7);
}
