// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Drives the loopback card: probe, BARs, bus-master DMA both ways, MSIs. Says `ok`/`not ok` in
 * /sys/kernel/debug. */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/interrupt.h>
#include <linux/iommu.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/seq_file.h>

#include <drm/smgpu_hw.h>

#include "loopback.h"

static atomic_t irqs;
static struct dentry *file;
static char results[1024];
static int used;

static void say(bool good, const char *name)
{
	used += scnprintf(results + used, sizeof(results) - used, "%sok vm.%s%s\n",
			  good ? "" : "not ", name, good ? "" : ": see hw/sim/test/module");
}

static int results_show(struct seq_file *s, void *unused)
{
	seq_puts(s, results);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(results);

static irqreturn_t handler(int irq, void *data)
{
	atomic_inc(&irqs);
	return IRQ_HANDLED;
}

static bool irq_within_ms(int wanted, int ms)
{
	for (; ms > 0; ms--) {
		if (atomic_read(&irqs) >= wanted)
			return true;
		usleep_range(1000, 1100);
	}
	return false;
}

/* Behind an IOMMU that translates strictly, what was unmapped is out of the card's reach
 * at once. */
static void exercise_unmap(struct pci_dev *pdev, void __iomem *regs)
{
	struct iommu_domain *domain = iommu_get_domain_for_dev(&pdev->dev);
	bool translated = domain && domain->type != IOMMU_DOMAIN_IDENTITY;
	dma_addr_t bus;
	u32 *mem;

	mem = (u32 *)get_zeroed_page(GFP_KERNEL);
	bus = dma_map_page(&pdev->dev, virt_to_page(mem), 0, PAGE_SIZE, DMA_BIDIRECTIONAL);
	writel(lower_32_bits(bus), regs + LOOP_DMA_ADDR);
	writel(0x77, regs + LOOP_DMA_WRITE);
	say(!dma_mapping_error(&pdev->dev, bus) && !readl(regs + LOOP_DMA_STATUS) &&
		    READ_ONCE(*mem) == 0x77,
	    "dma_to_mapped");
	dma_unmap_page(&pdev->dev, bus, PAGE_SIZE, DMA_BIDIRECTIONAL);
	writel(0x88, regs + LOOP_DMA_WRITE);
	say(readl(regs + LOOP_DMA_STATUS) == translated &&
		    READ_ONCE(*mem) == (translated ? 0x77 : 0x88),
	    "dma_to_unmapped");
	used += scnprintf(results + used, sizeof(results) - used,
			  "# processors: %u, IOMMU translates: %d\n", num_online_cpus(),
			  translated);
	free_page((unsigned long)mem);
}

static void exercise(struct pci_dev *pdev, void __iomem *regs, void __iomem *window, u32 *mem,
		     dma_addr_t bus)
{
	ktime_t start;
	int i, before;

	say(readl(regs + LOOP_MAGIC) == LOOP_MAGIC_VALUE, "bar0_read");
	writel(0x12345678, regs + LOOP_SCRATCH);
	say(readl(regs + LOOP_SCRATCH) == 0x12345678, "bar0_write");
	writel(77, regs + 0x80000 + 5 * 0x1000);
	say(readl(regs + LOOP_DOORBELL) == (5 << 16 | 77), "doorbell");
	writeq(0x1122334455667788ull, window + 0x3fffff8);
	say(readq(window + 0x3fffff8) == 0x1122334455667788ull && readb(window + 0x3fffff9) == 0x77,
	    "bar2");

	writel(lower_32_bits(bus), regs + LOOP_DMA_ADDR);
	writel(0xabcd1234, regs + LOOP_DMA_WRITE);
	say(irq_within_ms(1, 500) && READ_ONCE(mem[0]) == 0xabcd1234, "dma_write_then_msi");
	mem[0] = 0x55aa;
	writel(0, regs + LOOP_DMA_READ);
	say(readl(regs + LOOP_DMA_VALUE) == 0x55aa && !readl(regs + LOOP_DMA_STATUS), "dma_read");

	before = atomic_read(&irqs);
	writel(3000000, regs + LOOP_WORK);
	say(irq_within_ms(before + 1, 2000), "msi_from_backend_thread");

	pci_clear_master(pdev);
	writel(0x1111, regs + LOOP_DMA_WRITE);
	say(readl(regs + LOOP_DMA_STATUS) == 1 && READ_ONCE(mem[0]) == 0x55aa,
	    "dma_refused_without_bus_master");
	pci_set_master(pdev);

	start = ktime_get();
	for (i = 0; i < 1000; i++)
		readl(regs + LOOP_SCRATCH);
	used += scnprintf(results + used, sizeof(results) - used,
			  "# 1000 register reads: %lld us\n", ktime_us_delta(ktime_get(), start));
}

static int loop_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	void __iomem *regs, *window;
	dma_addr_t bus;
	u32 *mem;
	int ret;

	ret = pcim_enable_device(pdev);
	if (ret)
		return ret;
	regs = pcim_iomap(pdev, 0, 0);
	window = pcim_iomap(pdev, 2, 0);
	if (!regs || !window)
		return -ENOMEM;
	pci_set_master(pdev);
	ret = dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(32));
	if (ret)
		return ret;
	mem = dmam_alloc_coherent(&pdev->dev, PAGE_SIZE, &bus, GFP_KERNEL);
	if (!mem)
		return -ENOMEM;
	ret = pci_alloc_irq_vectors(pdev, 1, 1, PCI_IRQ_MSI);
	if (ret < 0)
		return ret;
	ret = request_irq(pci_irq_vector(pdev, 0), handler, 0, "smgpu_loop", pdev);
	if (ret)
		return ret;
	say(pdev->class == 0x120000 && pci_resource_len(pdev, 0) == 0x100000 &&
		    pci_resource_len(pdev, 2) == 0x4000000,
	    "probe");
	exercise(pdev, regs, window, mem, bus);
	exercise_unmap(pdev, regs);
	file = debugfs_create_file("smgpu_loop", 0444, NULL, NULL, &results_fops);
	return 0;
}

static const struct pci_device_id loop_ids[] = {
	{ PCI_DEVICE(SMGPU_PCI_VENDOR_SIM, SMGPU_PCI_DEVICE_SIM) },
	{}
};

static struct pci_driver loop_driver = { .name = "smgpu_loop",
					 .id_table = loop_ids,
					 .probe = loop_probe };
builtin_pci_driver(loop_driver);

MODULE_DESCRIPTION("Test of the simulated card's transport");
MODULE_LICENSE("Dual MIT/GPL");
