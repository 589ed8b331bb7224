// SPDX-License-Identifier: MIT
/*
 * What the driver tells of a board: sysfs, hwmon and MTD.
 */
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

#define TEXT_ROOM 128

void board_folder(const char *address, char *to)
{
	snprintf(to, BOARD_FOLDER_ROOM, "/sys/bus/pci/devices/%.32s", address);
}

/* The first line of a file; false, and empty, if there is no such file or it can't be read. */
static bool text(const char *folder, const char *name, char *to)
{
	char path[512];
	FILE *f;

	*to = 0;
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "re");
	if (!f)
		return false;
	if (!fgets(to, TEXT_ROOM, f))
		*to = 0;
	fclose(f);
	to[strcspn(to, "\n")] = 0;
	return *to != 0;
}

/* A value of hwmon, thousandths of its unit */
static bool value(const char *folder, const char *name, double *to)
{
	char line[TEXT_ROOM];

	if (!text(folder, name, line))
		return false;
	*to = strtol(line, NULL, 10) / 1000.0;
	return true;
}

static void print_monitor(const char *folder)
{
	char label[TEXT_ROOM], name[32];
	double now, extreme;

	if (value(folder, "temp1_input", &now)) {
		printf("  temperature          %.1f C", now);
		if (value(folder, "temp1_highest", &extreme))
			printf(", highest %.1f C", extreme);
		putchar('\n');
	}
	for (int i = 0; i < 8; i++) {
		snprintf(name, sizeof(name), "in%d_input", i);
		if (!value(folder, name, &now))
			continue;
		snprintf(name, sizeof(name), "in%d_label", i);
		if (!text(folder, name, label))
			snprintf(label, sizeof(label), "in%d", i);
		printf("  %-20s %.3f V", label, now);
		snprintf(name, sizeof(name), "in%d_lowest", i);
		if (value(folder, name, &extreme))
			printf(", lowest %.3f V", extreme);
		putchar('\n');
	}
}

void board_print(const char *device)
{
	char name[TEXT_ROOM], version[TEXT_ROOM], build[TEXT_ROOM], a[TEXT_ROOM], b[TEXT_ROOM];
	char path[512];
	int update, fallback;
	glob_t found;

	snprintf(path, sizeof(path), "%s/board", device);
	if (!text(path, "name", name))
		return;
	text(path, "version", version);
	text(path, "build", build);
	printf("  board                %s, map version %s, bitstream %s\n", name, version, build);
	if (text(path, "link", a))
		printf("  board's link         %s\n", a);
	if (text(path, "dram", a) && text(path, "memory_test", b))
		printf("  board's memory       %s, test %s\n", a, b);

	snprintf(path, sizeof(path), "%s/hwmon/hwmon*", device);
	if (!glob(path, 0, NULL, &found)) {
		print_monitor(found.gl_pathv[0]);
		globfree(&found);
	}
	update = board_flash(device, "update");
	fallback = board_flash(device, "fallback");
	if (update >= 0)
		printf("  flash                /dev/mtd%d for updates\n", update);
	if (fallback >= 0)
		printf("  flash                /dev/mtd%d with the fallback image\n", fallback);
}

int board_flash(const char *device, const char *part)
{
	char path[512], name[TEXT_ROOM];
	int number = -1;
	glob_t found;

	snprintf(path, sizeof(path), "%s/flash/spi_master/spi*/spi*/mtd/mtd[0-9]*", device);
	if (glob(path, 0, NULL, &found))
		return -1;
	/* mtdNro is there, too, and has no name. */
	for (size_t i = 0; i < found.gl_pathc && number < 0; i++)
		if (text(found.gl_pathv[i], "name", name) && !strcmp(name, part))
			number = atoi(strrchr(found.gl_pathv[i], '/') + strlen("/mtd"));
	globfree(&found);
	return number;
}
