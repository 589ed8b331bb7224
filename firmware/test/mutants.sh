#!/bin/bash
# SPDX-License-Identifier: MIT
# Proof of the tests: each planted defect must turn them red.
# usage: mutants.sh [-n | NAME...]   -n: each has its place in the source, nothing is built; NAME:
# these alone
set -u
names=
case ${1:-} in -n) apply=1 ;; *) apply= names="$*" ;; esac
cd "$(dirname "$0")/.."
dir=$(mktemp -d) rc=0
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/kernel"
cp -r ../kernel/abi ../kernel/include "$dir/kernel/"
cp -r . "$dir/firmware"
cd "$dir/firmware"

plant() { # name file from to
	[ -z "$names" ] || case " $names " in *" $1 "*) ;; *) return ;; esac
	cp "$2" "$dir/saved"
	if ! python3 - "$2" "$3" "$4" <<'END'
# However the line is broken
import re, sys
path, old, new = sys.argv[1:]
text = open(path).read()
place = re.compile(r'\s*'.join(map(re.escape, re.findall(r'\w+|[^\w\s]', old))))
sys.exit(1) if len(place.findall(text)) != 1 else open(path, 'w').write(place.sub(lambda _: new, text))
END
	then
		echo "not ok fw_mutant.$1: its place in $2 was not found once"
		rc=1
		return
	fi
	if [ -n "$apply" ]; then
		cp "$dir/saved" "$2"
		echo "ok fw_mutant.$1.applies"
		return
	fi
	# The first case that fails ends all.
	MOCK_STOP=1 SEEDS=20 make -j2 -s tests-only BUILD="$dir/build" >"$dir/log" 2>&1
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

plant resume_index core/place/wdu.c 't->launch.next = p.next;' ';'
plant skips_a_cta core/place/wdu.c 'wdu_queue(t, true);' '{ t->launch.next++; wdu_queue(t, true); }'
plant no_eviction core/place/wdu.c 'if (draining >= tmu_clients(t->priority))' 'if (1)'
plant no_progress core/place/progress.c 'if (most >= PERIOD)' 'if (0)'
plant progress_always core/place/progress.c 'PERIOD	SMGPU_PROGRESS_CYCLES' 'PERIOD	1000u'
plant no_resume core/place/progress.c 's->resume = p->next;' ';'
plant evicted_untold core/place/wdu.c '		if (t->state != TASK_RESIDENT)
			progress_left(t);' '		;'
plant order core/place/order.c 'return a->priority < b->priority;' 'return a->priority > b->priority;'
plant pool_leak core/state/task.c 'shared_used--;' 'shared_used += 0;'
plant no_quota core/state/task.c 'if (ch->tasks >= quota)' 'if (0)'
plant list_tail core/place/tmu.c 'if (lists[p][c].tail == id)' \
	'if (lists[p][c].tail == id && prev == NO_SLOT - 1)'
plant early_death core/finish/death.c 'if (ch->live_tasks || !tell_error(ch))' 'if (!tell_error(ch))'
plant const_update core/intake/frontend.c '	if (!idle(ch))
		return wait_for(ch, WAIT_IDLE);
	/* The words' '	/* The words'
plant watchdog_of_waiting core/place/wdu.c '			waits_for_room(slots_task[slot], now);' ';'
plant late_watchdog core/main.c '	*next = wdu_watchdog(now);' '	*next = ~0ull;'
plant clock_of_the_idle core/main.c 'if (changed && ++passes < PASSES)' \
	'if (changed && (passes |= 1))'
plant sleeps_on_mmu core/main.c 'mmu_watch()' 'mmu_busy()'
plant no_event_poll core/main.c 'if (event_blocked()' 'if (0 && event_blocked()'
plant tmd_reserved core/intake/tmd.c 'tmd->rsvd3 | any_of(tmd->rsvd1' 'any_of(tmd->rsvd1'
plant tmd_plain core/intake/tmd.c 'tmd->thread_type | rest);' 'tmd->thread_type | (rest & 0));'
plant rest_of_another drivers/dma.c '	if (wants_rest)' '	if (0)'
plant ahead_of_a_command core/host/cmd.c '		accept_forget();
' ''
plant told_after_the_end core/state/slots.c '	untold &= ~(1u << t->slot);
' ''
plant recenter_order core/place/recenter.c '-1 - come - i, &batch[i]' 'come + i - n, &batch[i]'
plant recenter_pieces core/place/recenter.c 'front - 1 - gone - i' 'front - 1 - i'
plant recenter_gap core/place/recenter.c 'dtok_move(at->sm, at->warp, i - n, i);' ';'
plant recenter_limit core/place/recenter.c 'limit - stacks[stack].count' 'limit'
plant recenter_place core/place/recenter.c 'stack * SMGPU_DTOK_LIMIT_MAX + entry' 'stack * BATCH + entry'
plant recenter_stale core/place/recenter.c '		stacks[stack].count = 0;
' ''
plant recenter_owner core/place/recenter.c '|| stacks[stack].gen != trap->gen || !stacks[stack].count' ''
plant recenter_flag core/place/recenter.c 'q->spilled = left;' 'q->spilled = true;'
plant recenter_to_the_brim core/place/recenter.c 'room > 1 ? room / 2 : room' 'room'
plant recenter_by_few core/place/recenter.c 'least(window(q) / 2, front), gone' 'least(window(q) - 1, front), gone'
plant recenter_by_all core/place/recenter.c 'least(window(q) / 2, front), gone' '0, gone'
plant recenter_beside_yields core/place/recenter.c 'least(q->depth, ring - q->yields)' 'least(q->depth, ring)'
plant recenter_not_stopped core/place/recenter.c '	if (!dtok_look(trap->sm, trap->warp, &q))
		return SMGPU_OK;' '	(void)dtok_look(trap->sm, trap->warp, &q);'
plant recenter_uncounted core/place/recenter.c '	served++;
' ''
plant recenter_of_the_killed core/main.c '(recenter_asked(&trap) && t->owner->state != CHANNEL_LIVE)' '0'
plant used_slot_forgotten core/state/slots.c '	slots_used |= 1u << slot;
' ''
plant empty_list core/place/tmu.c '		occupied &= ~(1u << p);' '		(void)0;'
plant mixed_modes core/place/wdu.c 'if (!holders[!throttles(t)])' 'if (1)'
plant passes_the_mode core/place/wdu.c 'must_change_mode(t) || (isolation_keeps_out' '(must_change_mode(t) && !t) || (isolation_keeps_out'
plant throttle_permission core/intake/tmd.c '(tmd->throttle_sms && !ch->throttle) || ' ''
plant lent_to_all core/intake/tmd.c 'is_plain || !tmd->throttle_sms || ' ''
plant lent_without_end core/intake/tmd.c ' || tmd->shared_bytes - shape.shared_bytes > shape.lent_bytes' ''
plant lent_never core/intake/tmd.c '		l->shared_bytes |= LAUNCH_LENT;' '		(void)0;'
plant throttle_width core/intake/tmd.c '		*sm_mask &= (uint8_t)((1u << tmd->throttle_sms) - 1);' '		(void)0;'
plant waits_for_children_of_others core/intake/pending.c 'earlier->parent == t->parent && ' ''
plant waits_for_nobody core/intake/pending.c 'if (t->waits) {' 'if (0) {'
plant released_early core/intake/pending.c '		if (t->waits)
			continue;' ''
plant request_twice core/intake/child.c '	t->requests_taken++;' '	t->requests_taken += at > 5 ? 0 : 1;'
plant request_not_ready core/intake/child.c 'batch[at].ready == t->requests_taken + 1' 'batch[at].ready'
plant request_size core/state/requests.c 'n > SMGPU_REQUESTS_MAX || ' ''
plant last_request core/state/end.c 'if (t->requests_va && !requests_all_taken(t))' 'if (0)'
plant parent_does_not_join core/state/end.c '	if (!t->children)
		put(t);' '	if (1)
		put(t);'
plant orphan core/finish/finish.c 'if (parent->state == TASK_JOINING)' 'if (0)'
plant hold_forgotten core/state/end.c '(t->flags & SMGPU_TMD_HOLD) && !t->deallocate' '0'
plant queue_overrun core/state/queue.c '	    published - t->launch.limit > t->queue_size) {' '	    0) {'
plant queue_size core/state/queue.c '(queue.size & (queue.size - 1)) ||' '0 ||'
plant queue_of_others core/intake/work.c '(!va || va == t->tmd_va) && t->state' 't->state'
plant bell_ignored core/intake/work.c '			channel_collect(t);' '			(void)0;'
plant slots_by_arrival core/place/victim.c 'if (clients[worst->client].slots > mine + 1u)' 'if (0)'
plant turn_by_number core/place/tmu.c 'if (first_of(&clients[c], &clients[best]))' 'if (0)'
plant sms_by_number core/place/order.c 'clients[a->client].used != clients[b->client].used ? client_before(a->client, b->client) : a' 'a'
plant slot_for_ever core/place/victim.c 'return mine ? NULL : overdue(t);' 'return NULL;'
plant time_of_others core/state/client.c '			t->deadline += dt - (each * clients[t->client].warps >> 6);' '			;'
plant traps_without_end core/main.c 'while (left-- && trap_take(&trap))' 'while (trap_take(&trap))'
plant services_for_nothing core/place/wdu.c '	t->deadline -= SERVICE;' '	(void)t;'
plant waits_for_one_that_stays core/intake/pending.c ' && !(earlier->flags & SMGPU_TMD_HOLD) &&' ' &&'
plant joins_one_that_stays core/intake/accept.c 'parent->children += !(task->flags & SMGPU_TMD_HOLD);' 'parent->children++;'
plant no_job_deadline core/state/job.c '++ch->strikes == STRIKES' '0'
plant no_launch_deadline core/intake/frontend.c '		job_clock(ch);' '		;'
plant all_may_stay core/state/task.c 'if (shared_held == HOLD_TASKS || client->holds == CLIENT_HOLDS)' 'if (0)'
plant first_takes_all core/state/task.c 'left > TASK_SCARCE ? CLIENT_TASKS : left > TASK_LAST ? CLIENT_FEW : left ? 1 : 0' 'left'
plant sits_in_a_slot core/place/victim.c '	if (idle)
		return idle;' ''
plant never_due core/place/coalesce.c '		t->due = true;' ''
plant seqno_falls core/intake/frontend.c 'e->seqno > ch->last_seqno' '1'
plant ends_in_one_step core/main.c 'while (finish_step()) between_steps();' 'while (finish_step()) ;'
plant looks_in_one_step core/intake/ring.c 'turn.steps++;
		turn.changed = true;
		return true;' 'turn.changed = true;
		while (turn.steps++ < TURN && ch->looks && work_step(ch, 0)) ;
		return true;'
plant command_between_steps_unseen core/main.c '	changed |= answered;' ''
plant one_death_for_another core/finish/death.c '&= ~(1u << ch->id % 32);' '&= channels_failed[ch->id / 32] - 1;'
plant request_of_the_dead core/intake/child.c '		batch = NULL;
		return TURN_OVER;' '		return TURN_OVER;'
plant requests_in_one_step core/intake/ring.c 'if (child == TURN_MORE) return true;' 'while (child == TURN_MORE) child = child_step(t);'
plant bell_of_the_one_before core/intake/ring.c 'intc_drop_doorbell(id);' ';'
plant looks_at_the_last_warp drivers/sm.c '(void)reg_read(SMGPU_SM_CFG_DBG_SELECT(sm));' ';'
plant schedule_of_another_sm core/host/table.c 'sm_policy(i, SMGPU_SM_CFG_SCHED(0)' 'sm_policy(0, SMGPU_SM_CFG_SCHED(0)'
plant ptoks_of_another_sm core/host/table.c 'sm_policy(i, SMGPU_SM_CFG_PRIO(0)' 'sm_policy(0, SMGPU_SM_CFG_PRIO(0)'
plant ptoks_held_elsewhere core/host/table.c 'held(i, SMGPU_SM_CFG_PRIO_HELD_LO(0))' 'held(0, SMGPU_SM_CFG_PRIO_HELD_LO(0))'
plant ptoks_of_few_warps core/host/table.c 'count_bits(sm_policy(sm, reg + 4 - SMGPU_SM_CFG_BASE))' '0'
plant warps_beyond_the_buffer core/state/lots.c 'if (l->count == l->room)' 'if (0)'
plant warps_of_no_sm core/host/warps.c ' || sm >= shape.sms' ''
plant schedule_without_permission core/intake/tmd.c 'tmd->flags & SMGPU_TMD_SCHEDULE && !ch->schedule' '0'
plant schedule_of_any_task core/place/schedule.c '			return t;' '			if (asks(t)) return t;'
plant isolation_without_flush core/place/isolation.c 'mmu_flush_caches(true, true);' ';'
plant isolation_l1_alone core/place/isolation.c 'mmu_flush_caches(true, true);' 'mmu_flush_caches(true, false);'
plant isolation_holder_stays core/place/isolation.c '		emptying = true;
		holder = 0;' '		emptying = true;'
plant isolation_number_again core/place/isolation.c 'if (vm == holder)' 'if (!vm)'
plant isolation_at_once core/place/wdu.c ' || isolation_keeps_out(ch->vm)' ''
plant isolation_no_turns core/place/wdu.c '(over && r->priority == t->priority) || ' ''
plant isolation_waits_for_sitting core/place/wdu.c ' || victim_sits(r)' ''
plant isolation_no_timer core/place/wdu.c 'turn_end = over ? ~0ull : turn;' ';'
plant schedule_on_all_sms core/place/schedule.c 't->launch.sm_mask >> sm & 1' '1'
plant schedule_never core/place/schedule.c 'askers += asks(t);' 'askers += 0 * asks(t);'
plant schedule_kept_after_the_task core/place/schedule.c 't->schedule : general[sm].sched' 't->schedule : sm_policy(sm, OFFSET)'
plant schedule_of_the_kernel_lost core/place/schedule.c 'general[sm].sched = value;' ';'
plant schedule_by_no_credits core/place/schedule.c 'policy >= SMGPU_SCHEDULE_A && !shape.credit' '0'
plant schedule_by_no_grants core/place/schedule.c ' && !shape.textile' ' && 0'
plant tune_without_hysteresis core/place/tune.c 'p->rate + p->rate / BETTER' 'p->rate'
plant tune_part_of_a_launch core/place/tune.c 'whole = empty && !t->launch.next;' 'whole = !t->launch.next;'
plant tune_rest_of_the_evicted core/place/tune.c 'whole = empty && !t->launch.next;' 'whole = empty;'
plant tune_by_the_killed core/place/tune.c 'whole && done &&' 'whole && (done || whole) &&'
plant tune_by_the_shared core/place/tune.c 'slots_used == 1u << slot ? slots_task[slot] : NULL' 'slots_used ? slots_task[slot] : NULL'
plant tune_by_queues core/place/tune.c 't->kind != SMGPU_TMD_GRID || ' ''
plant tune_by_the_pinned core/place/tune.c ' || tune_pinned(t)' ''
plant tune_by_the_short core/place/tune.c ' && cycles >= TOO_SHORT' ''
plant tune_of_other_sizes core/place/tune.c '| grid_class(t->launch.limit)' '| (grid_class(t->launch.limit) & 0)'
plant tune_one_program core/place/tune.c 'p->key == key && p->entry == t->launch.entry' 'p->key == key'
plant tune_without_rest core/place/tune.c 'p->rest = REST;' ';'
plant tune_one_side core/place/tune.c 'p->step = (int8_t)-p->step;' ';'
plant tune_by_quarters core/place/tune.c 'p->step /= 2;' 'p->step = 0;'
plant tune_after_the_epoch core/place/tune.c '	whole = false;' '	;'
plant tune_not_pinned core/place/schedule.c 'if (t && tune_pinned(t))' 'if (0)'
plant head_at_the_tail core/place/tmu.c '	} else if (head) {' '	} else if (head && task->next != NO_TASK) {'
plant evicted_to_the_tail core/place/wdu.c 'wdu_queue(t, true);
		if' 'wdu_queue(t, false);
		if'
plant any_sm core/intake/tmd.c '*sm_mask = (uint8_t)(tmd->sm_mask ? tmd->sm_mask : ch->sm_mask);' '*sm_mask = ch->sm_mask;'
plant younger_first core/place/order.c 'return (int32_t)(a->age - b->age) < 0;' 'return (int32_t)(a->age - b->age) > 0;'
plant no_time_to_coalesce core/place/wdu.c 't->launch.timeout = t->due ? 0 : t->timeout;' 't->launch.timeout = 0;'
plant rings_by_number core/intake/ring.c 'if (changed && waited < PATIENCE) {' 'if (0) {'
plant urgent_rings_only core/intake/ring.c 'if (changed && waited < PATIENCE) {' 'if (changed) {'
plant waiting_ring_keeps_others_back core/intake/ring.c 'if (changed && waited < PATIENCE) {' 'if (waited < PATIENCE) {'
plant bound_used_up core/intake/ring.c '	waited = 0;' '	(void)0;'
plant ring_without_a_priority core/intake/ring.c '? cmd->u.channel.ring_priority : cmd->u.channel.best_priority' '? cmd->u.channel.ring_priority : 5'
plant ring_of_a_predecessor core/intake/ring.c '	same[ch->id / 32] &= ~(1u << ch->id % 32);' '	(void)0;'
plant priority_forgotten core/intake/ring.c '	if (!(same[0] | same[1]))' '	if (1)'
plant entry_forgotten core/intake/tmd.c '	l->entry = tmd->entry_va;' ''
plant local_of_the_last core/intake/tmd.c '	l->local_bytes = 0;' ''
plant requests_of_the_last core/intake/tmd.c '	task->requests_va = 0;' ''
plant failure_without_end core/finish/death.c '		wdu_kill(t);' '		(void)t;'
plant drained_unseen core/host/cmd.c 'if (channels[cmd.u.channel.id].state == CHANNEL_FREE)' 'if (0)'
plant late_job_unseen core/main.c '	if (late.channel)' '	if (0)'
exit $rc
