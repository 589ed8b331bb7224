#!/bin/sh
# SPDX-License-Identifier: MIT
# Proves the tests: each line plants one defect, and the named test must find it. Called by make
# with CC and flags. mutants.sh -n, in hw/model: each changes something, nothing is built.
set -u
out=$1
objects=$out/mutants
apply=
[ "$out" != -n ] || { apply=1 objects=$(mktemp -d) && trap 'rm -rf "$objects"' EXIT; }
mkdir -p "$objects"
bad=0

# try TEST FILE SED-EXPRESSION [TEST-ARGUMENTS]
try() {
	test=$1 file=$2 change=$3
	shift 3
	sed "$change" "$file.c" >"$objects/$file.c"
	if cmp -s "$file.c" "$objects/$file.c"; then
		echo "not ok $test $file: the defect '$change' changes nothing"
		bad=1
		return
	fi
	[ -z "$apply" ] || { echo "ok $test $file applies: $change"; return; }
	cp "$out/test-lib.a" "$objects/lib.a"
	$MUTANT_CC -c "$objects/$file.c" -o "$objects/test-$file.o" &&
		ar r "$objects/lib.a" "$objects/test-$file.o" &&
		$MUTANT_CC -Wl,-u,card_backend_model "$out/test-${test}_test.o" "$objects/lib.a" \
			-lm -o "$objects/run" || exit 2
	if timeout 60 "$objects/run" "$@" >"$objects/log" 2>&1; then
		echo "not ok $test $file: did not find '$change'"
		bad=1
	else
		echo "ok $test finds $file: $change"
	fi
}

try dtok warp_ctrl 's/if (!dtok_find(&w->q, d->sub, target))/if (1)/'
try dtok warp_ctrl 's/target > w->pc \&\& __builtin/__builtin/'
try dtok warp_ctrl 's/w->yield_count = 0;/;/'
try dtok dtok 's/if (t->type == XSM_DTOK_YIELD)/if (0)/'
try random warp_ctrl '0,/t->mask |= w->active;/s//t->mask = w->active;/'
try random warp_ctrl 's/w->park\[i\].mask |= w->active/w->park[i].mask = w->active/'
try random warp_ctrl 's/w->live \&= ~w->active/w->live = 0/'
try random warp_ctrl 's/if (w->q.spilled \&\& !dtok_front(&w->q))/if (0)/'
try random dtok_store 's/for (i = front; i < q->count; i++)/for (i = 0; 0;)/'
try backstop warp_ctrl 's/if (t.type == XSM_DTOK_YIELD)/if (1)/'
try backstop warp_ctrl 's/if (t.type == XSM_DTOK_YIELD)/if (0)/'
try backstop warp_ctrl '/case OP_DIS/,/case OP_BAR/ s/if (backstop_due/if (0 \&\& backstop_due/'
try backstop warp_ctrl 's/w->active \&= ~who;/w->active = 0;/'
try backstop warp_ctrl \
	's/dtok_push_back(&w->q, XSM_DTOK_YIELD, target, who)/dtok_push_front(\&w->q, XSM_DTOK_DIV, target, who)/'
try backstop warp_ctrl '0,/if (others_wait(w)) {/s//if (1) {/'
try dtok warp_ctrl 's/if (!others_wait(w)) {/if (1) {/'
try backstop warp_ctrl 's/w->backward >> p->backstop_shift/w->backward/'
try backstop warp_ctrl 's/w->limit += w->limit != UINT16_MAX/w->limit += 0/'
try backstop warp_ctrl 's/w->limit += w->limit != UINT16_MAX/w->limit++/'
try int warp_int 's/S(x) < S(y) ? x : y/x < y ? x : y/'
try int warp_int 's/w->active >> from \& 1 ? a\[from\]/1 ? a[from]/'
try int decode 's/f7 < 4 \&\& rs2 == 0/f7 < 4/'
try operand decode 's/(w & XSM_MASK_CLD)/(w \& 0x707f)/'
try operand decode 's/(op >= OP_DIV \&\& op <= OP_REMU) || //'
try operand decode 's/return f3 == 7 ? OP_ILLEGAL : op;/return op;/'
try operand decode \
	's/return op >= OP_FSGNJ \&\& op <= OP_FEQ ? op/return op >= OP_FDIV \&\& op <= OP_FEQ ? op/'
try operand decode 's/d->constant = BANK_NONE;/;/'
try operand warp_mem 's/if (addr \& 3)/if (0)/'
try const warp_mem 's/addr >= SMGPU_VA_SHARED_BASE/0/'
try operand warp_mem 's/if (!word)/if (0)/'
try operand warp_mem 's/bool own = .*/bool own = false;/'
try operand warp 's/__builtin_ctz(w->active)] \& ~3u/__builtin_ctz(w->active)]/'
try operand warp 's/__builtin_ctz(w->active)] \& ~3u/31 - __builtin_clz(w->active)] \& ~3u/'
try operand warp 's/w->attributes = 0;/;/'
try operand decode 's/(w & XSM_MASK_ATTR_FMA)/(w \& 0x0400707f)/'
try operand warp 's/warp_commit(w, d->rd, w->active, k);/warp_commit(w, d->rd, WARP_ALL, k);/'
try tex warp_tex 's/+ 32768) >> 16/) >> 16/' model default
try tex warp_tex 's/shift > 15/shift > 16/' model default
try tex warp_tex 's/__builtin_ctz(w->active)/0/' model default
try tex warp_tex 's/(levels - 1) \& 15/levels/' model default
try tex warp_tex 's/!env->ops->texture/0/' model ecp5
try tex decode 's/BITS(w, 11, 7) ? OP_TEX : OP_ILLEGAL/OP_TEX/' model default
try const sm_mem 's/mmu_translate(c, state_of(sm, w)->vm, addr/mmu_translate(c, 1, addr/'
try const sm_mem 's/, SMGPU_ACCESS_READ, &pa) != MMU_OK)/, SMGPU_ACCESS_EXEC, \&pa) != MMU_OK)/'
try const sm_mem 's/if (\*line == addr \/ LINE + 1)/if (1)/'
try fp fp32 's/flags/flags/;0,/FP32_NX/s//FP32_UF/'
try fp warp_fp_host 's/if (!able/if (0/;s/return !any_nan(t)/return true/'
try card mmu 's/ || !(pte \& SMGPU_PTE_U)//'
try card mmu 's/(page \& below) || //'
try card dma 's/at_dst = error;/;/'
try card sm_mem 's/    access == SMGPU_ACCESS_ATOMIC)$/    0)/'
try launch launch 's/s->inflight < FIELD(s->cta_z, SMGPU_SLOT_CTA_Z_QUOTA_INFLIGHT)/1/'
try choice launch 's/s->turn == s->quota/0/'
try choice launch \
	's/FIELD(a->ctrl, SMGPU_SLOT_CTRL_PRIO) == FIELD(b->ctrl, SMGPU_SLOT_CTRL_PRIO)/1/'
try choice launch \
	's/if (spent(&l->slot\[s\]) \&\& same_priority(&l->slot\[s\], slot))/if (\&l->slot[s] == slot)/'
try launch launch 's/trap_drop_slot(c, s);/;/'
try launch launch \
	's/if ((v \& SMGPU_SLOT_CTRL_VALID_MASK) \&\& (v \& SMGPU_SLOT_CTRL_STOP_MASK))/if (0)/'
try choice launch 's/room < most ||$/1 ||/' model quad
try choice launch 's/room < most ||/room > most ||/' model quad
try choice launch 's/rank(l, sm) >= rank/rank(l, sm) < rank/' model quad
try choice sm 's/return units \&\& blocks < room ? blocks : room;/return room;/' model quad
try choice sm 's/room = room < ctas ? room : ctas;/;/' model deep
try choice sm 's,room = sm_free_warps(sm) / warps_of(s);,room = ctas;,' model quad
try choice launch 's/sm = l->ctrl \& SMGPU_LAUNCH_CTRL_POLICY_MASK ? .*/sm = i;/' model quad
try warps sm 's/if (sm->unit_vm\[i\] != vm)/if (0)/'
try lend sm '0,/if (sm->cta\[i\].used)/s//if (0)/'
try lend sm 's/memset(sm->unit_vm, 0xff, sizeof(sm->unit_vm));/;/'
try lend launch 's/!sm_take_split(&c->sm\[sm\], &l->slot\[task\]) ||$/0 ||/'
try lend launch 's/state == SM_CTA_LAUNCH \&\& !sm_has_split/0 \&\& !sm_has_split/'
try lend sm 's/(sm->lent ? sm->card->preset->l1_kib : 0)/0/'
try warps sm 's/cta->arrived < cta->live/0/'
try warps sm_mem 's/st->reserved_version\[i\] == \*mem_version(c, pa)/1/'
try warps sm_mem 's/off \/ 4 \* (4 \* WARP_LANES) + lane \* 4/off/'
try service sm_regs 's/ || !((sm->full | sm->empty) >> k \& 1)//'
try service sm_regs 's/depth < 2 ? 2 : depth/depth/'
try service sm '0,/sm->full \&= ~(1ull << k);/s//;/'
try mcu mcu 's/m->locked_up = true;/;/' "$out/mcu_prog.bin"
try mcu mcu 's/overflow ? a :/overflow ? 0 :/' "$out/mcu_prog.bin"
try reuse sm 's/if (sm->unit_vm\[i\] != vm)/if ((sm->unit_vm[i] ^ vm) \& 31)/' "$out/../../firmware/smgpu_fw_v1.bin"
try reuse sm 's/if (sm->unit_vm\[i\] != vm)/if ((sm->unit_vm[i] ^ vm) \& 62)/' "$out/../../firmware/smgpu_fw_v1.bin"
rm -rf "$objects"
exit $bad
