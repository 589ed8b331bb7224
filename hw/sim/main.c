// SPDX-License-Identifier: MIT
/*
 * smgpu-card: a machine with the simulated card in it.
 *
 *	smgpu-card [--stats] [--transport NAME] [--] qemu-system-x86_64 ARGUMENTS...
 *
 * Starts QEMU with the card attached and ends with its exit status.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "card.h"
#include "engine.h"
#include "presets.h"
#include "transport.h"

static const struct transport_ops *const transports[] = { &transport_qemu_proxy,
							  &transport_vfio_user };
static const struct transport_ops *transport = &transport_qemu_proxy;
static struct transport *machine;

static void usage(FILE *to)
{
	fprintf(to,
		"usage: smgpu-card [--stats] [--transport qemu-proxy|vfio-user] [--] qemu-system-x86_64 ARGUMENTS...\n"
		"Starts QEMU with the simulated card in it. QEMU's main memory must be shared, for example\n"
		"  -machine pc,memory-backend=mem -object memory-backend-memfd,id=mem,size=512M,share=on -m 512\n"
		"Environment:\n"
		"  SMGPU_CARD              model, board, rtl, acorn or zcu106 (default: what was built)\n"
		"  SMGPU_PRESET            " PRESET_NAMES "\n"
		"  SMGPU_TRACE             file for the retirement trace\n"
		"  SMGPU_SEED              seed of everything random (default 1)\n"
		"  SMGPU_DRAM_MIB          card memory (default 256)\n"
		"  SMGPU_DRAM_LATENCY      core cycles of a DRAM access\n"
		"  SMGPU_DRAM_BANDWIDTH    DRAM bytes in 1000 core cycles\n"
		"  SMGPU_DRAM              rows: DRAM with the time of the Acorn's, the default;\n"
		"                          flat: 20 cycles and 21.3 bytes a cycle (rtl, board)\n"
		"  SMGPU_HOST_LATENCY      core cycles of a host access (rtl, board)\n"
		"  SMGPU_BUS               QEMU's bus that the card is on (qemu-proxy; default: the root bus)\n"
		"  SMGPU_LINK_EVENTS       set: the guest may take the link down (board; see pci_config.h)\n");
}

static unsigned long number(const char *name, unsigned long otherwise)
{
	const char *s = getenv(name);
	unsigned long v;
	char *end;

	if (!s || !*s)
		return otherwise;
	v = strtoul(s, &end, 0);
	if (*end) {
		fprintf(stderr, "card: %s=%s is not a number\n", name, s);
		exit(2);
	}
	return v;
}

static const struct card_backend_ops *choose(void)
{
	/* A program with a board has the card that is in it, too. */
	const struct card_backend_ops *const built[] = { &card_backend_model, &card_backend_board,
							 &card_backend_rtl };
	const char *want = getenv("SMGPU_CARD");

	for (unsigned i = 0; i < sizeof(built) / sizeof(built[0]); i++)
		if (built[i] && (!want || !*want || !strcmp(want, built[i]->name)))
			return built[i];
	fprintf(stderr, "card: no backend %s in this binary\n", want && *want ? want : "at all");
	return NULL;
}

static bool choose_transport(const char *name)
{
	for (unsigned i = 0; i < sizeof(transports) / sizeof(transports[0]); i++) {
		if (strcmp(name, transports[i]->name))
			continue;
		transport = transports[i];
		return true;
	}
	fprintf(stderr, "card: no transport %s\n", name);
	return false;
}

static void msi(void *ctx, uint64_t addr, uint32_t data)
{
	(void)ctx;
	transport->msi(machine, addr, data);
}

static void say_stats(struct engine *e)
{
	struct engine_stats s = engine_stats(e);

	fprintf(stderr,
		"card: %llu cycles in %llu steps, %llu BAR accesses (%llu ignored), %llu MSIs (%llu dropped), %llu DMA refused\n",
		(unsigned long long)s.cycles, (unsigned long long)s.steps,
		(unsigned long long)s.bar_accesses, (unsigned long long)s.bar_ignored,
		(unsigned long long)s.msi_sent, (unsigned long long)s.msi_dropped,
		(unsigned long long)s.dma_refused);
}

int main(int argc, char **argv)
{
	const struct card_backend_ops *backend;
	struct card_config cfg = { 0 };
	struct engine *e;
	int status, at = 1, stats = 0;

	for (; at < argc && argv[at][0] == '-'; at++) {
		if (!strcmp(argv[at], "--")) {
			at++;
			break;
		}
		if (!strcmp(argv[at], "--stats")) {
			stats = 1;
			continue;
		}
		if (!strcmp(argv[at], "--transport") && argv[at + 1] &&
		    choose_transport(argv[at + 1])) {
			at++;
			continue;
		}
		usage(!strcmp(argv[at], "--help") ? stdout : stderr);
		return strcmp(argv[at], "--help") ? 2 : 0;
	}
	if (at == argc) {
		usage(stderr);
		return 2;
	}
	/* Without one, the backend's own: the preset default, or that of the board. */
	cfg.preset = getenv("SMGPU_PRESET");
	cfg.dram_mib = (unsigned)number("SMGPU_DRAM_MIB", 256);
	cfg.trace = getenv("SMGPU_TRACE");
	cfg.seed = number("SMGPU_SEED", 1);
	cfg.dram_latency = (unsigned)number("SMGPU_DRAM_LATENCY", 0);
	cfg.dram_bytes_per_kcycle = (unsigned)number("SMGPU_DRAM_BANDWIDTH", 0);

	backend = choose();
	if (!backend)
		return 2;
	/* vfio-user's machine keeps the table of MSI-X to itself, and this card has its own. */
	if (backend->link && transport != &transport_qemu_proxy) {
		fprintf(stderr, "card: %s goes through qemu-proxy only\n", backend->name);
		return 2;
	}
	if (transport->probe(argv[at]))
		return 2;
	/* The machine is started while this process has one thread: its end must follow this
	 * process, not a thread. */
	machine = transport->start(argv + at);
	if (!machine)
		return 2;
	e = engine_new(backend, &cfg, msi, NULL);
	if (!e) {
		transport->del(machine);
		return 2;
	}
	status = transport->serve(machine, e);
	if (stats)
		say_stats(e);
	engine_del(e);
	transport->del(machine);
	return status;
}
