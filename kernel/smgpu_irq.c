// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Interrupt: one MSI for everything. Neither half reads MMIO: events and seqnos lie in host memory.
 */
#include <linux/interrupt.h>
#include <linux/pci.h>

#include "smgpu_channel.h"
#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_fence.h"
#include "smgpu_reset.h"
#include "smgpu_ring.h"

static void smgpu_irq_event(struct smgpu_device *sdev, const struct smgpu_fw_event *event)
{
	switch (event->op) {
	case SMGPU_FW_EVENT_CMD_DONE:
		smgpu_cmd_done(sdev, event->u.cmd.cookie, event->u.cmd.status);
		break;
	case SMGPU_FW_EVENT_ERROR:
		smgpu_channel_error_event(sdev, event);
		break;
	case SMGPU_FW_EVENT_PANIC:
		drm_err(&sdev->drm, "firmware panic: cause %#x, PC %#x, value %#x, line %u\n",
			event->u.panic.cause, event->u.panic.pc, event->u.panic.value,
			event->u.panic.line);
		smgpu_reset_trigger(sdev, "firmware panic");
		break;
	default:
		drm_err(&sdev->drm, "firmware sent an event this driver does not know: %#x\n",
			event->op);
		break;
	}
}

/* Handles all events up to the firmware's index; with &smgpu_device.irq_lock held. */
static void smgpu_irq_events(struct smgpu_device *sdev)
{
	struct smgpu_fw_shared *shared = sdev->fw.shared;
	struct smgpu_cmdq *q = &sdev->cmdq;
	u32 put = READ_ONCE(shared->event_put);
	struct smgpu_fw_event event;

	if (smgpu_ring_used(put, q->event_get) > SMGPU_EVENT_ENTRIES) {
		drm_err(&sdev->drm, "event index %u is out of range, events read: %u\n", put,
			q->event_get);
		WRITE_ONCE(q->event_get, put);
		smgpu_reset_trigger(sdev, "event ring is broken");
		return;
	}

	dma_rmb();
	while (q->event_get != put) {
		event = sdev->fw.events[smgpu_ring_slot(SMGPU_EVENT_ENTRIES, q->event_get)];
		/* debugfs reads it without the lock. */
		WRITE_ONCE(q->event_get, q->event_get + 1);
		smgpu_irq_event(sdev, &event);
	}
	/* The entries were read before the firmware may write over them. */
	mb();
	WRITE_ONCE(shared->event_get, q->event_get);
}

/**
 * smgpu_irq_process() - handle what the firmware has written since the last time
 * @sdev: device
 *
 * Seqnos are looked at before events, and fences signalled after: an error is written before the
 * seqno it concerns, so no job completes as good that was not. Nothing is written once the device
 * is gone.
 */
void smgpu_irq_process(struct smgpu_device *sdev)
{
	u64 done[SMGPU_MAX_CHANNELS];
	bool signalling;
	unsigned int i;

	signalling = dma_fence_begin_signalling();
	mutex_lock(&sdev->irq_lock);
	if (!sdev->fw.shared)
		goto out_unlock;
	for (i = 0; i < SMGPU_MAX_CHANNELS; i++)
		done[i] = READ_ONCE(sdev->fw.shared->done[i]);
	dma_rmb();
	smgpu_irq_events(sdev);
	smgpu_fence_process(sdev, done);
out_unlock:
	mutex_unlock(&sdev->irq_lock);
	dma_fence_end_signalling(signalling);
}

static irqreturn_t smgpu_irq_handler(int irq, void *arg)
{
	return IRQ_WAKE_THREAD;
}

static irqreturn_t smgpu_irq_thread(int irq, void *arg)
{
	smgpu_irq_process(arg);
	return IRQ_HANDLED;
}

/**
 * smgpu_irq_init() - take the card's MSI
 * @sdev: device
 *
 * Return: 0 or an errno with the reason in the log.
 */
int smgpu_irq_init(struct smgpu_device *sdev)
{
	struct device *dev = sdev->drm.dev;
	int ret;

	ret = pci_alloc_irq_vectors(sdev->pdev, 1, 1, PCI_IRQ_MSI | PCI_IRQ_MSIX);
	if (ret < 0)
		return dev_err_probe(dev, ret, "no MSI\n");

	sdev->irq = pci_irq_vector(sdev->pdev, 0);
	ret = request_threaded_irq(sdev->irq, smgpu_irq_handler, smgpu_irq_thread, 0, "smgpu",
				   sdev);
	if (ret) {
		pci_free_irq_vectors(sdev->pdev);
		sdev->irq = 0;
		return dev_err_probe(dev, ret, "interrupt can't be requested\n");
	}
	return 0;
}

/**
 * smgpu_irq_fini() - give the MSI back; idempotent
 * @sdev: device whose card is halted
 */
void smgpu_irq_fini(struct smgpu_device *sdev)
{
	if (!sdev->irq)
		return;
	free_irq(sdev->irq, sdev);
	pci_free_irq_vectors(sdev->pdev);
	sdev->irq = 0;
}
