// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Lets user space map DMA memory as the driver does, on QEMU's "edu" devices: two of them show both
 * kinds of mappings at once, on a machine without the card.
 *
 * /dev/coherentN: mmap() maps all of it, read() tells what the last mapping is made of, write()
 * takes all pages away.
 */
#include <linux/dma-mapping.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/pci.h>

#include "smgpu_coherent.h"

#define TEST_BYTES	(3 * PAGE_SIZE)

struct coherent_test {
	struct smgpu_coherent mem;
	struct miscdevice misc;
	char name[16];
	const char *kind;
};

static vm_fault_t coherent_test_fault(struct vm_fault *vmf)
{
	struct coherent_test *t = vmf->vma->vm_private_data;

	return smgpu_coherent_fault(&t->mem, vmf, 0);
}

static const struct vm_operations_struct coherent_test_vm_ops = {
	.fault = coherent_test_fault,
};

static struct coherent_test *coherent_test_of(struct file *file)
{
	return container_of(file->private_data, struct coherent_test, misc);
}

static int coherent_test_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct coherent_test *t = coherent_test_of(file);
	int ret = smgpu_coherent_mmap(&t->mem, vma);

	if (ret)
		return ret;
	t->kind = vma->vm_flags & VM_PFNMAP ? "frames\n" :
		  vma->vm_flags & VM_MIXEDMAP ? "pages\n" : "unknown\n";
	vma->vm_private_data = t;
	vma->vm_ops = &coherent_test_vm_ops;
	return 0;
}

static ssize_t coherent_test_read(struct file *file, char __user *buf, size_t size, loff_t *pos)
{
	const char *kind = coherent_test_of(file)->kind;

	return simple_read_from_buffer(buf, size, pos, kind, strlen(kind));
}

static ssize_t coherent_test_write(struct file *file, const char __user *buf, size_t size,
				   loff_t *pos)
{
	unmap_mapping_range(file->f_mapping, 0, 0, 1);
	return size;
}

static const struct file_operations coherent_test_fops = {
	.owner = THIS_MODULE,
	.mmap = coherent_test_mmap,
	.read = coherent_test_read,
	.write = coherent_test_write,
};

static int coherent_test_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	static unsigned int number;
	struct coherent_test *t = devm_kzalloc(&pdev->dev, sizeof(*t), GFP_KERNEL);
	dma_addr_t dma;
	void *cpu;
	int ret;

	if (!t)
		return -ENOMEM;
	ret = dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(32));
	if (ret)
		return ret;
	cpu = dma_alloc_coherent(&pdev->dev, TEST_BYTES, &dma, GFP_KERNEL);
	if (!cpu)
		return -ENOMEM;
	ret = smgpu_coherent_init(&t->mem, &pdev->dev, cpu, dma, TEST_BYTES);
	if (ret)
		goto err_free;

	t->kind = "none\n";
	snprintf(t->name, sizeof(t->name), "coherent%u", number++);
	t->misc.minor = MISC_DYNAMIC_MINOR;
	t->misc.name = t->name;
	t->misc.fops = &coherent_test_fops;
	ret = misc_register(&t->misc);
	if (ret)
		goto err_fini;
	pci_set_drvdata(pdev, t);
	return 0;

err_fini:
	smgpu_coherent_fini(&t->mem);
err_free:
	dma_free_coherent(&pdev->dev, TEST_BYTES, cpu, dma);
	return ret;
}

static void coherent_test_remove(struct pci_dev *pdev)
{
	struct coherent_test *t = pci_get_drvdata(pdev);

	misc_deregister(&t->misc);
	smgpu_coherent_fini(&t->mem);
	dma_free_coherent(&pdev->dev, TEST_BYTES, t->mem.cpu, t->mem.dma);
}

static const struct pci_device_id coherent_test_ids[] = {
	{ PCI_DEVICE(0x1234, 0x11e8) },
	{ }
};
MODULE_DEVICE_TABLE(pci, coherent_test_ids);

static struct pci_driver coherent_test_driver = {
	.name = "smgpu_coherent_test",
	.id_table = coherent_test_ids,
	.probe = coherent_test_probe,
	.remove = coherent_test_remove,
};
module_pci_driver(coherent_test_driver);

MODULE_DESCRIPTION("Test of smgpu's CPU mappings of DMA memory");
MODULE_LICENSE("Dual MIT/GPL");
