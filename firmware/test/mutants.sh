#!/bin/bash
# SPDX-License-Identifier: MIT
# Proof of the tests: each planted defect must turn them red.
set -u
cd "$(dirname "$0")/.."
dir=$(mktemp -d) rc=0
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/kernel"
cp -r ../kernel/abi ../kernel/include "$dir/kernel/"
cp -r . "$dir/firmware"
cd "$dir/firmware"

plant() { # name file from to
	cp "$2" "$dir/saved"
	if ! python3 - "$2" "$3" "$4" <<'END'
import sys
path, old, new = sys.argv[1:]
text = open(path).read()
sys.exit(1) if text.count(old) != 1 else open(path, 'w').write(text.replace(old, new))
END
	then
		echo "not ok fw_mutant.$1: its place in $2 was not found once"
		rc=1
		return
	fi
	SEEDS=20 make -j2 -s tests-only BUILD="$dir/build" >"$dir/log" 2>&1
	if grep -q '^not ok' "$dir/log"; then
		echo "ok fw_mutant.$1"
	elif grep -qE '^[^:]*:[0-9]+:[0-9]+: error: ' "$dir/log"; then
		echo "not ok fw_mutant.$1: does not compile"
		rc=1
	else
		echo "not ok fw_mutant.$1: no test noticed"
		rc=1
	fi
	cp "$dir/saved" "$2"
}

plant resume_index core/wdu.c 't->launch.next = p.next;' ';'
plant skips_a_cta core/wdu.c 'tmu_insert(t, true);' '{ t->launch.next++; tmu_insert(t, true); }'
plant no_eviction core/wdu.c 'if (draining || !worst || worst->priority <= t->priority)' 'if (1)'
plant order core/wdu.c 'o->priority < t->priority' 'o->priority > t->priority'
plant pool_leak core/task.c 'shared_used--;' 'shared_used += 0;'
plant no_quota core/task.c 'if (held[channel] >= TASK_QUOTA)' 'if (0)'
plant list_tail core/tmu.c 'if (lists[p].tail == id)' 'if (lists[p].tail == id && prev == NO_SLOT - 1)'
plant early_death core/channel.c '	if (ch->live_tasks)
		return false;
	ch->error.u' '	ch->error.u'
plant const_update core/frontend.c '	if (!idle(ch))
		return wait_for(ch, WAIT_IDLE);
	/* The words' '	/* The words'
plant watchdog_of_waiting core/wdu.c '			waits_for_room(slot_task[slot], now);' ';'
plant late_watchdog core/main.c '		wdu_schedule();
' '		next = wdu_watchdog(host_timebase());
		wdu_schedule();
		if (0)
'
plant sleeps_on_mmu core/main.c 'mmu_watch()' 'mmu_busy()'
plant no_event_poll core/main.c 'if (event_blocked()' 'if (0 && event_blocked()'
plant tmd_reserved core/task.c 'return !tmd->rsvd0 && !tmd->rsvd3' 'return !tmd->rsvd3'
plant spill_order core/spill.c '&batch[n - 1 - i]' '&batch[i]'
plant spill_gap core/spill.c 'token_move(at->sm, at->warp, i - n, i);' ';'
plant spill_limit core/spill.c 'limit - stacks[stack].count' 'limit'
plant spill_place core/spill.c 'stack * SMGPU_TOKEN_LIMIT_MAX + entry' 'stack * SPILL_BATCH + entry'
plant spill_stale core/spill.c '		stacks[stack].count = 0;
' ''
plant spill_owner core/spill.c '|| stacks[stack].gen != trap->gen || !stacks[stack].count' ''
plant spill_flag core/spill.c 'q->spilled = stacks[stack].count;' 'q->spilled = true;'
plant spill_room core/spill.c 'ring - q->count' 'ring'
plant spill_not_stopped core/spill.c '	if (!token_look(trap->sm, trap->warp, &q))
		return SMGPU_OK;' '	(void)token_look(trap->sm, trap->warp, &q);'
plant spill_of_the_killed core/main.c '(spill_asked(&trap) && t->state == TASK_KILLING)' '0'
plant used_slot_forgotten core/wdu.c '	used |= 1u << slot;
' ''
plant empty_list core/tmu.c '		occupied &= ~(1u << p);' '		(void)0;'
plant mixed_modes core/wdu.c 'if (!holders[!throttles(t)])' 'if (1)'
plant passes_the_mode core/wdu.c '		if (must_change_mode(t))
			return;' '		if (must_change_mode(t))
			t = NULL;
		if (!t)
			continue;'
plant throttle_permission core/task.c ' || (tmd->throttle_sms && !ch->throttle)' ''
plant throttle_width core/task.c '		l->sm_mask &= (1u << tmd->throttle_sms) - 1;' '		(void)0;'
plant waits_for_children_of_others core/pending.c 'earlier->parent != t->parent || ' ''
plant waits_for_nobody core/pending.c 'if (waits && pending_waits_for(t))' 'if (0 && waits && pending_waits_for(t))'
plant released_early core/pending.c 't->state != TASK_PENDING || pending_waits_for(t)' 't->state != TASK_PENDING'
plant request_twice core/child.c '		t->requests_taken++;' '		t->requests_taken += i > 5 ? 0 : 1;'
plant request_not_ready core/child.c 'i < n && batch[i].ready == t->requests_taken + 1; i++' 'i < n && batch[i].ready; i++'
plant request_size core/child.c 'n > SMGPU_REQUESTS_MAX || ' ''
plant last_request core/end.c 'if (t->requests_va && !child_all_taken(t))' 'if (0)'
plant parent_does_not_join core/end.c '	if (!t->children)
		finish(t, SMGPU_TASK_DONE' '	if (1)
		finish(t, SMGPU_TASK_DONE'
plant orphan core/end.c 'if (tasks[parent].state == TASK_JOINING)' 'if (0)'
plant hold_forgotten core/end.c '(t->flags & SMGPU_TMD_HOLD) && !t->deallocate' '0'
plant queue_overrun core/work.c '	    published - t->launch.limit > t->queue_size) {' '	    0) {'
plant queue_size core/work.c '(queue.size & (queue.size - 1)) ||' '0 ||'
plant queue_of_others core/work.c '(w->va && w->va != t->tmd_va)' '0'
plant bell_ignored core/work.c '			channel_collect(t);' '			(void)0;'
exit $rc
