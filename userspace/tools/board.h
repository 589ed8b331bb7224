/* SPDX-License-Identifier: MIT */
/*
 * What the driver tells of a board in sysfs. @device is the folder of the card's PCI function
 * there.
 */
#ifndef _TOOLS_BOARD_H_
#define _TOOLS_BOARD_H_

#define BOARD_FOLDER_ROOM 128

/* The folder of the function with this address; @to has BOARD_FOLDER_ROOM bytes. */
void board_folder(const char *address, char *to);
/* Lines of smgpu-info; nothing of a card without a board block. */
void board_print(const char *device);
/* Number N of /dev/mtdN with this part of its flash; -1: there is none. */
int board_flash(const char *device, const char *part);

#endif
