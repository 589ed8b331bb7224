// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the PCI core tells of the card's slot: resets of the function, and errors of the link.
 *
 * An error that lost nothing leaves all jobs where they are. One that cuts the card off stops it
 * until the slot has been reset: VMs stay, channels are dead. While the card is stopped what has to
 * hear from it waits, and can't be killed. The core, which may fail to reset the slot or be refused
 * by another driver below the port, does not tell of its failure, or does so on newer kernels only:
 * so a slot has a time to come back in, and then the card is lost.
 */
#include <linux/pci.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_reset.h"
#include "smgpu_slot.h"
#include "smgpu_watch.h"

/* A reset of a slot takes a second or two; this is by the host's clock, however slow the card. */
#define SMGPU_SLOT_WALL_S	20

static void smgpu_slot_late_work(struct work_struct *work)
{
	struct smgpu_device *sdev = container_of(work, struct smgpu_device, slot_late.work);

	smgpu_reset_lost(sdev, "its slot did not come back from an error");
}

/* Until smgpu_slot_resume(), or until the time is up; once more gives it the whole time again. */
static void smgpu_slot_stop(struct smgpu_device *sdev, bool reachable)
{
	mod_delayed_work(sdev->reset_wq, &sdev->slot_late, SMGPU_SLOT_WALL_S * HZ);
	if (!sdev->slot_stopped)
		smgpu_reset_prepare(sdev, reachable);
	sdev->slot_stopped = true;
}

static pci_ers_result_t smgpu_slot_error_detected(struct pci_dev *pdev,
						  pci_channel_state_t state)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	if (READ_ONCE(sdev->gone))
		return PCI_ERS_RESULT_DISCONNECT;
	switch (state) {
	case pci_channel_io_normal:
		/* Whether it still answers is looked at once all drivers have been told. */
		return PCI_ERS_RESULT_CAN_RECOVER;
	case pci_channel_io_frozen:
		smgpu_slot_stop(sdev, false);
		return PCI_ERS_RESULT_NEED_RESET;
	default:
		smgpu_reset_lost(sdev, "its slot has failed for good");
		return PCI_ERS_RESULT_DISCONNECT;
	}
}

static pci_ers_result_t smgpu_slot_mmio_enabled(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	if (smgpu_device_answers(sdev))
		return PCI_ERS_RESULT_RECOVERED;
	smgpu_slot_stop(sdev, false);
	return PCI_ERS_RESULT_NEED_RESET;
}

static pci_ers_result_t smgpu_slot_reset(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	pci_restore_state(pdev);
	pci_save_state(pdev);
	if (!smgpu_device_answers(sdev)) {
		smgpu_reset_lost(sdev, "its slot was reset, and its registers read all ones");
		return PCI_ERS_RESULT_DISCONNECT;
	}
	if (READ_ONCE(sdev->gone))
		return PCI_ERS_RESULT_DISCONNECT;
	/* It was running until now if another driver below the port has asked for the reset. */
	smgpu_slot_stop(sdev, true);
	return PCI_ERS_RESULT_RECOVERED;
}

static void smgpu_slot_resume(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	cancel_delayed_work_sync(&sdev->slot_late);
	if (sdev->slot_stopped) {
		sdev->slot_stopped = false;
		smgpu_reset_done(sdev);
		return;
	}
	/* Nothing was stopped; whether the firmware has come through as well is asked of it. */
	smgpu_cmd_ask(sdev);
	smgpu_watch_start(sdev);
}

static void smgpu_slot_reset_prepare(struct pci_dev *pdev)
{
	smgpu_reset_prepare(pci_get_drvdata(pdev), true);
}

static void smgpu_slot_reset_done(struct pci_dev *pdev)
{
	smgpu_reset_done(pci_get_drvdata(pdev));
}

/* The PCI core calls each of them with the device's lock held. */
const struct pci_error_handlers smgpu_slot_handlers = {
	.error_detected = smgpu_slot_error_detected,
	.mmio_enabled = smgpu_slot_mmio_enabled,
	.slot_reset = smgpu_slot_reset,
	.resume = smgpu_slot_resume,
	.reset_prepare = smgpu_slot_reset_prepare,
	.reset_done = smgpu_slot_reset_done,
};

/**
 * smgpu_slot_init() - prepare, before the firmware runs
 * @sdev: device
 */
void smgpu_slot_init(struct smgpu_device *sdev)
{
	INIT_DELAYED_WORK(&sdev->slot_late, smgpu_slot_late_work);
}

/**
 * smgpu_slot_fini() - wait for the slot no more
 * @sdev: unplugged device, whose driver hears nothing of its slot
 */
void smgpu_slot_fini(struct smgpu_device *sdev)
{
	cancel_delayed_work_sync(&sdev->slot_late);
}
