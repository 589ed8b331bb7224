// SPDX-License-Identifier: MIT
/*
 * Task management unit: for each priority a list of queued tasks of each client; a TMD says whether
 * it joins at head or tail, which says nothing to other clients.
 */
#include "place/tmu.h"
#include "state/task.h"

/* Ends of the lists; valid only if the client's bit is set. */
static struct {
	uint8_t head, tail;
} lists[SMGPU_PRIORITY_LAST + 1][CLIENTS];
/* a bit for each client with a list that isn't empty */
static uint32_t who[SMGPU_PRIORITY_LAST + 1][CLIENTS / 32];
/* a bit for each priority with such a client: looked through on every pass */
static uint32_t occupied;

static uint32_t any(uint32_t p)
{
	return who[p][0] | who[p][1];
}

bool tmu_any(void)
{
	return occupied;
}

void tmu_insert(struct task *task, bool head)
{
	uint8_t id = (uint8_t)task_id(task), p = task->priority, c = task->client;
	bool empty = !(who[p][c / 32] >> c % 32 & 1);

	task->state = TASK_QUEUED;
	task->next = NO_TASK;
	if (empty) {
		lists[p][c].head = id;
		lists[p][c].tail = id;
	} else if (head) {
		task->next = lists[p][c].head;
		lists[p][c].head = id;
	} else {
		tasks[lists[p][c].tail].next = id;
		lists[p][c].tail = id;
	}
	who[p][c / 32] |= 1u << c % 32;
	occupied |= 1u << p;
}

void tmu_remove(struct task *task)
{
	uint8_t id = (uint8_t)task_id(task), p = task->priority, c = task->client, prev = NO_TASK,
		at = lists[p][c].head;

	while (at != id) {
		prev = at;
		at = tasks[at].next;
	}
	if (prev == NO_TASK)
		lists[p][c].head = task->next;
	else
		tasks[prev].next = task->next;
	if (lists[p][c].tail == id)
		lists[p][c].tail = prev;
	task->next = NO_TASK;
	if (lists[p][c].tail == NO_TASK) {
		who[p][c / 32] &= ~(1u << c % 32);
		if (!any(p))
			occupied &= ~(1u << p);
	}
}

/* The first client from `from` on with a list at the priority, CLIENTS if there is none */
static uint32_t client_from(uint32_t p, uint32_t from)
{
	uint32_t word, left;

	for (word = from / 32; word < CLIENTS / 32; word++) {
		left = who[p][word];
		if (word == from / 32)
			left &= ~0u << from % 32;
		if (left)
			return word * 32 + lowest_bit(left);
	}
	return CLIENTS;
}

unsigned int tmu_clients(uint32_t p)
{
	unsigned int n = 0, c;

	for (c = client_from(p, 0); c < CLIENTS; c = client_from(p, c + 1))
		n++;
	return n;
}

static bool first_of(const struct client *a, const struct client *b)
{
	return a->slots != b->slots ? a->slots < b->slots : (int32_t)(a->turn - b->turn) < 0;
}

struct task *tmu_first(void)
{
	uint32_t p, c, best;

	if (!occupied)
		return NULL;
	p = lowest_bit(occupied);
	if (!who[p][1] && !(who[p][0] & (who[p][0] - 1)))	/* as a rule there is one */
		return &tasks[lists[p][lowest_bit(who[p][0])].head];
	best = client_from(p, 0);
	for (c = client_from(p, best + 1); c < CLIENTS; c = client_from(p, c + 1))
		if (first_of(&clients[c], &clients[best]))
			best = c;
	return &tasks[lists[p][best].head];
}

struct task *tmu_next(const struct task *task)
{
	uint32_t p = SMGPU_PRIORITY_FIRST, c = 0;

	if (task && task->next != NO_TASK)
		return &tasks[task->next];
	if (task) {
		p = task->priority;
		c = task->client + 1u;
	}
	for (; p <= SMGPU_PRIORITY_LAST; p++, c = 0) {
		if (c < CLIENTS)
			c = client_from(p, c);
		if (c < CLIENTS)
			return &tasks[lists[p][c].head];
	}
	return NULL;
}
