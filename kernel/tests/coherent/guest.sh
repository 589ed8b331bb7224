#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest: two devices behind an IOMMU; for one the IOMMU is told to translate nothing.
driver=/sys/bus/pci/drivers/smgpu_coherent_test
set -- $(ls -d $driver/0000:*)
second=$(basename "$2")
first=$(basename "$1")
echo "$first" >$driver/unbind
echo "$second" >$driver/unbind
echo identity >/sys/bus/pci/devices/"$second"/iommu_group/type
echo "$first" >$driver/bind
echo "$second" >$driver/bind
smgpu-coherent-test /dev/coherent2 pages && smgpu-coherent-test /dev/coherent3 frames &&
	rmmod smgpu_coherent_test
