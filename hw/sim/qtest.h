/* SPDX-License-Identifier: MIT */
/*
 * MSIs into QEMU: each is a write of the message's data to its address through the qtest socket.
 *
 * QEMU answers qtest under its big lock, which a vCPU may hold while it waits for our answer to a
 * register access. So a thread of its own talks qtest, and threads that raise an interrupt only add
 * to its queue.
 */
#ifndef SMGPU_SIM_QTEST_H
#define SMGPU_SIM_QTEST_H

#include <stdint.h>

struct qtest;

struct qtest *qtest_new(int fd);	/* owns fd */
void qtest_post(struct qtest *q, uint64_t addr, uint32_t data);
void qtest_del(struct qtest *q);

#endif
