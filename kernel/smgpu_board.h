/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_BOARD_H_
#define _SMGPU_BOARD_H_

#include <linux/kconfig.h>
#include <linux/types.h>

struct attribute_group;
struct smgpu_device;
struct smgpu_flash;

/**
 * struct smgpu_board - what a card's board block says once and for all
 */
struct smgpu_board {
	/** @present: the card has such a block */
	bool present;
	/** @version: of the block's map */
	u16 version;
	/** @kind: which board */
	u16 kind;
	/** @build: commit of the bitstream, its first 32 bits; 0: unknown */
	u32 build;
	/** @flash: NULL: none, or it is not served */
	struct smgpu_flash *flash;
};

extern const struct attribute_group *smgpu_board_groups[];

int smgpu_board_wait(struct smgpu_device *sdev, bool killable);
void smgpu_board_init(struct smgpu_device *sdev);
void smgpu_board_fini(struct smgpu_device *sdev);

#if IS_REACHABLE(CONFIG_HWMON)
void smgpu_hwmon_init(struct smgpu_device *sdev);
#else
static inline void smgpu_hwmon_init(struct smgpu_device *sdev) { }
#endif

#if IS_ENABLED(CONFIG_SPI_MASTER)
int smgpu_flash_module_init(void);
void smgpu_flash_module_exit(void);
void smgpu_flash_init(struct smgpu_device *sdev);
void smgpu_flash_fini(struct smgpu_device *sdev);
#else
static inline int smgpu_flash_module_init(void)
{
	return 0;
}

static inline void smgpu_flash_module_exit(void) { }
static inline void smgpu_flash_init(struct smgpu_device *sdev) { }
static inline void smgpu_flash_fini(struct smgpu_device *sdev) { }
#endif

#endif
