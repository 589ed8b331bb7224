// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the PCI core reports of the card's slot: resets of the function, and errors of the link.
 *
 * An error that lost nothing leaves all jobs where they are. One that cuts the card off stops it
 * until the slot has been reset: VMs stay, channels are dead. While the card is stopped what has to
 * hear from it waits, and can't be killed. The core may fail to reset the slot, or be refused by
 * another driver below the port. It reports that on newer kernels only. So a slot has a limited
 * time to come back, and then the card is lost.
 *
 * Registers that read all ones are often seen before the core reports the error that cut the card
 * off. Where a port above the card reports errors, the card is lost only if none is reported within
 * a second; until then what its registers say does not count.
 */
#include <linux/pci.h>

#include "smgpu_board.h"
#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_reset.h"
#include "smgpu_slot.h"
#include "smgpu_watch.h"

/* A reset of a slot takes a second or two; this is by the host's clock, however slow the card. */
#define SMGPU_SLOT_WALL_S	20

/* The core reports an error within milliseconds, or after handlers of other drivers below. */
#define SMGPU_SLOT_REPORT_S	1

/* The card is lost, is down, or answers: what waited for the end of its silence goes on. */
static void smgpu_slot_end_silence(struct smgpu_device *sdev)
{
	if (!READ_ONCE(sdev->slot_silent))
		return;
	WRITE_ONCE(sdev->slot_silent, false);
	wake_up_all(&sdev->up);
	smgpu_cmd_send_nop(sdev);
	smgpu_watch_start(sdev);
}

/* The time for a report is up. */
static void smgpu_slot_silence_work(struct work_struct *work)
{
	struct smgpu_device *sdev = container_of(work, struct smgpu_device, slot_silence.work);

	/* An error that was reported has its own end: smgpu_slot_resume() or @slot_late. */
	if (READ_ONCE(sdev->slot_error))
		return;
	mutex_lock(&sdev->watch.lock);
	/* Of a card that is being reset all ones mean nothing. */
	if (!READ_ONCE(sdev->wedged) && !READ_ONCE(sdev->gone) && !smgpu_device_answers(sdev))
		smgpu_reset_lost(sdev, "its registers read all ones");
	mutex_unlock(&sdev->watch.lock);
	smgpu_slot_end_silence(sdev);
}

/* May a handler of this file still be called for what cuts the card off? */
static bool smgpu_slot_may_report(struct smgpu_device *sdev)
{
	return sdev->slot_reports &&
	       READ_ONCE(sdev->pdev->error_state) != pci_channel_io_perm_failure;
}

/**
 * smgpu_slot_silence() - the card's registers read all ones
 * @sdev: device
 *
 * Where the PCI core may still report an error, it gets SMGPU_SLOT_REPORT_S for that. Otherwise,
 * and if no report comes, the card is lost.
 */
void smgpu_slot_silence(struct smgpu_device *sdev)
{
	if (!smgpu_slot_may_report(sdev)) {
		smgpu_reset_lost(sdev, "its registers read all ones");
		return;
	}
	WRITE_ONCE(sdev->slot_silent, true);
	queue_delayed_work(sdev->reset_wq, &sdev->slot_silence, SMGPU_SLOT_REPORT_S * HZ);
}

/**
 * smgpu_slot_wait() - wait until it is known what the card's silence was
 * @sdev: device, which the caller does not hold
 *
 * Return: 0: it answers again, or will after a reset; -ENODEV: it is lost; -EINTR if the caller is
 * to die.
 */
int smgpu_slot_wait(struct smgpu_device *sdev)
{
	if (wait_event_killable(sdev->up, !READ_ONCE(sdev->slot_silent)))
		return -EINTR;
	return READ_ONCE(sdev->lost) ? -ENODEV : 0;
}

/**
 * smgpu_slot_takes_over() - is a card that recovery could not help the PCI core's?
 * @sdev: device
 *
 * Return: true if the card does not answer and the core has reported an error, now or within the
 * time that it has for that. Then the handlers of this file recover the card.
 */
bool smgpu_slot_takes_over(struct smgpu_device *sdev)
{
	if (smgpu_device_answers(sdev) || !smgpu_slot_may_report(sdev))
		return false;
	return wait_event_timeout(sdev->up, READ_ONCE(sdev->slot_error), SMGPU_SLOT_REPORT_S * HZ);
}

/* The time for the end of an error is up. */
static void smgpu_slot_late_work(struct work_struct *work)
{
	struct smgpu_device *sdev = container_of(work, struct smgpu_device, slot_late.work);

	/* An error that harmed nothing, and whose end was not reported */
	if (!READ_ONCE(sdev->slot_stopped) && !READ_ONCE(sdev->down) && smgpu_device_answers(sdev))
		WRITE_ONCE(sdev->slot_error, false);
	else
		smgpu_reset_lost(sdev, "its slot did not come back from an error");
	smgpu_slot_end_silence(sdev);
}

/* The core has reported an error; each report gives the slot the whole time again. */
static void smgpu_slot_error(struct smgpu_device *sdev)
{
	mod_delayed_work(sdev->reset_wq, &sdev->slot_late, SMGPU_SLOT_WALL_S * HZ);
	WRITE_ONCE(sdev->slot_error, true);
	wake_up_all(&sdev->up);
}

/* Until smgpu_slot_resume(), or until the time is up. */
static void smgpu_slot_stop(struct smgpu_device *sdev, bool reachable)
{
	smgpu_slot_error(sdev);
	if (!sdev->slot_stopped)
		smgpu_reset_prepare(sdev, reachable);
	WRITE_ONCE(sdev->slot_stopped, true);
	smgpu_slot_end_silence(sdev);
}

/* First call for an error, before anything is reset. */
static pci_ers_result_t smgpu_slot_error_detected(struct pci_dev *pdev,
						  pci_channel_state_t state)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	if (READ_ONCE(sdev->gone))
		return PCI_ERS_RESULT_DISCONNECT;
	switch (state) {
	case pci_channel_io_normal:
		/* Whether it still answers is checked once all drivers were called. */
		smgpu_slot_error(sdev);
		return PCI_ERS_RESULT_CAN_RECOVER;
	case pci_channel_io_frozen:
		smgpu_slot_stop(sdev, false);
		return PCI_ERS_RESULT_NEED_RESET;
	default:
		smgpu_reset_lost(sdev, "its slot has failed for good");
		return PCI_ERS_RESULT_DISCONNECT;
	}
}

/* Second call, if no driver below the port wants a reset: registers may be read again. */
static pci_ers_result_t smgpu_slot_mmio_enabled(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	/* Recovery may have left the card to the core: see smgpu_slot_takes_over(). */
	flush_work(&sdev->recovery);
	if (smgpu_device_answers(sdev) && !READ_ONCE(sdev->down))
		return PCI_ERS_RESULT_RECOVERED;
	smgpu_slot_stop(sdev, false);
	return PCI_ERS_RESULT_NEED_RESET;
}

/* Called after the slot was reset: configuration space is as after power-on. */
static pci_ers_result_t smgpu_slot_reset(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	pci_restore_state(pdev);
	/* Older kernels restore what was saved once only. */
	pci_save_state(pdev);
	/* A board holds its card in reset for some time after its link was down. */
	if (smgpu_board_wait(sdev, false) || !smgpu_device_answers(sdev)) {
		smgpu_reset_lost(sdev, "its slot was reset, and its registers read all ones");
		return PCI_ERS_RESULT_DISCONNECT;
	}
	if (READ_ONCE(sdev->gone))
		return PCI_ERS_RESULT_DISCONNECT;
	/* It was running until now if another driver below the port has asked for the reset. */
	smgpu_slot_stop(sdev, true);
	return PCI_ERS_RESULT_RECOVERED;
}

/* Last call: all drivers below the port have recovered. */
static void smgpu_slot_resume(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	cancel_delayed_work_sync(&sdev->slot_late);
	WRITE_ONCE(sdev->slot_error, false);
	if (sdev->slot_stopped) {
		WRITE_ONCE(sdev->slot_stopped, false);
		smgpu_reset_done(sdev);
		return;
	}
	smgpu_slot_end_silence(sdev);
	/* Nothing was stopped. A command shows whether the firmware still runs. */
	smgpu_cmd_send_nop(sdev);
	smgpu_watch_start(sdev);
}

/*
 * A reset of the card's function, such as root asks for in sysfs. A card that an error has stopped
 * is stopped already, and smgpu_slot_resume() starts it.
 */
static void smgpu_slot_reset_prepare(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	if (!sdev->slot_stopped)
		smgpu_reset_prepare(sdev, true);
}

static void smgpu_slot_reset_done(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	if (!sdev->slot_stopped)
		smgpu_reset_done(sdev);
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

/* Does a port above the card report errors? Without one no handler here is called for any. */
static bool smgpu_slot_find_port(struct pci_dev *pdev)
{
	struct pci_dev *port;

	if (!IS_ENABLED(CONFIG_PCIEAER))
		return false;
	for (port = pci_upstream_bridge(pdev); port; port = pci_upstream_bridge(port))
		if (pci_find_ext_capability(port, PCI_EXT_CAP_ID_ERR) ||
		    pci_find_ext_capability(port, PCI_EXT_CAP_ID_DPC))
			return true;
	return false;
}

/**
 * smgpu_slot_init() - prepare, before the firmware runs
 * @sdev: device
 */
void smgpu_slot_init(struct smgpu_device *sdev)
{
	INIT_DELAYED_WORK(&sdev->slot_late, smgpu_slot_late_work);
	INIT_DELAYED_WORK(&sdev->slot_silence, smgpu_slot_silence_work);
	sdev->slot_reports = smgpu_slot_find_port(sdev->pdev);
}

/**
 * smgpu_slot_fini() - wait for the slot no more
 * @sdev: unplugged device, whose driver hears nothing of its slot
 */
void smgpu_slot_fini(struct smgpu_device *sdev)
{
	cancel_delayed_work_sync(&sdev->slot_late);
	cancel_delayed_work_sync(&sdev->slot_silence);
}
