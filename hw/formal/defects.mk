# SPDX-License-Identifier: MIT
# Planted defects of the proofs: each list is an argument of prove.sh, edits with "##" between them.

# Defects of the reservation: it is renewed while others want it, doesn't end in time, forgets whose
# turn it is, survives a store, is taken away, waits for no other, gives up its turns too early,
# forgets those that had theirs
RESERVE_DEFECTS := '\
	s/(again && none_waits && !refused_q)/(again \&\& none_waits)/\#\#\
	s/assign expires .*/assign expires = left_q == 1 \&\& !held_q;/\#\#\
	s/(none_waits || !served)/(1 == 1)/\#\#\
	/assign ends  /{N;s/ ||\n.*;/;/}\#\#\
	s/lr_i && ((!held_q && /lr_i \&\& ((/\#\#\
	s/assign give_up .*/assign give_up = !held_q \&\& !none_waits \&\& !take;/\#\#\
	s/ && !take && none_waits/ \&\& !take/\#\#\
	s/if (refuse) refused_q/if (wait_now) refused_q/\#\#\
	s/ || elsewhere || / || /\#\#\
	s/take && !taker_elsewhere/take/'
# Defects of the crossing: it is full too late; it is empty when it is not; an index crosses in
# binary; a word goes to another place
CROSS_DEFECTS := '\
	s/{~head_seen_q.AW:AW-1., head_seen_q.AW-2:0.}/{~head_seen_q[AW], head_seen_q[AW-1:0]}/\#\#\
	s/head_gray_q != tail_seen_q/head_gray_q == tail_seen_q/\#\#\
	s/<= gray(tail_q + 1.b1)/<= tail_q + 1/\#\#\
	s/tail_q.AW-1:0.. <= push/head_q[AW-1:0]] <= push/'
# Defects of the constant cache, one after the other: another warp's slot; a line of the task
# before, while it comes and when it is here; another warp's error; the error of a warp that was
# stopped; a line at the same place
CONST_DEFECTS := '\
	s/s1_slot  = slot_m.s1_warp_q./s1_slot = slot_m[0]/\#\#\
	s/mark && !stale_q/mark/\#\#\
	s/<= clear ? old_valids . stays : own_valids/<= own_valids/\#\#\
	s/fsm_q == StServe && s2_own ? own_err_q/fsm_q == StServe ? own_err_q/\#\#\
	s/own_wants && !own_dead_q ? StServe/own_wants ? StServe/\#\#\
	s/s3_here_q && s3_tag_q == s3_va_q.*/s3_here_q);/\#\#\
	s/s3_tag_q == s3_va_q.31:5+LB./s3_tag_q[TagW-2:0] == s3_va_q[30:5+LB]/\#\#\
	s/own_vm_q   <= vm_m.s3_slot_q.;/own_vm_q <= vm_m[s3_slot_q] \& 31;/'
# Defects of the attribute cache: a place that does not depend on the slot; lines that stay; lines
# that are seen while they go; lines of all slots that go; a line that is on its way as its task
# ends; lines by their place, not their owner; a last group that is not looked through; a lookup
# before the warp has said where; a base that a warp has from the start; a line of the task before;
# a stopped warp's line
ATTR_DEFECTS := '\
	s/? slot ^ line.LB+:4. : slot/? line[LB+:4] : slot/\#\#\
	s/if (fresh) sweep_q <= 5.d16;/if (fresh) sweep_q <= 0;/\#\#\
	s/ && !s2_wrote_q && !forget_q.s2_slot_q.;/ \&\& !s2_wrote_q;/\#\#\
	s/old_valids & stays/0/\#\#\
	/assign stays.i. = /{N;s/ &&\n.*;/;/}\#\#\
	s/= !forget_q.owner_m.valid_at.. &&/= !forget_q[valid_at] \&\&/\#\#\
	s/(sweep_q.4:1. == .0 ? .0 : forget_q) |/(sweep_q[4:2] == 0 ? 16'"'"'d0 : forget_q) |/\#\#\
	s/assign settled = ~under_way_q;/assign settled = ~under_way_q | ~0;/\#\#\
	s/based_q.i.     <= based_q.i. || said.i.;/based_q[i] <= 1;/\#\#\
	s/mark && !stale_q/mark/\#\#\
	s/own_wants && !own_dead_q ? StServe/own_wants ? StServe/\#\#\
	s/s3_tag_q == s3_va_q.31:5+LB./s3_tag_q[TagW-2:0] == s3_va_q[30:5+LB]/\#\#\
	s/own_vm_q   <= vm_m.s3_slot_q.;/own_vm_q <= vm_m[s3_slot_q] \& 31;/'
# Defects of the priority tokens: one more than the limit; kept by a warp that ended; a lowered
# limit that is not seen; a list that does not move up; what was found ends and is used; a warp that
# comes before its turn, as the one that was found ends; a turn that passes without a token; one
# that waits at xsm.tokacq for ever; a token for one that does not ask
PRIO_DEFECTS := '\
	s/out_q < cfg_i.limit/out_q <= cfg_i.limit/\#\#\
	s/held_q & ~done_bit & ~take_bit/held_q \& ~take_bit/\#\#\
	s/ || out_q > cfg_i.limit//\#\#\
	s/else if (behind.g.)/else if (1==0)/\#\#\
	s/if (done_valid_i && get_warp_q == done.*//\#\#\
	s/even && !by_number_q ? !get_q/by_number_q ? !get_q : even ? !get_q/\#\#\
	s/by_number_q && give) after_q/by_number_q \&\& get_q) after_q/\#\#\
	s/ | (ticked_q & {WARPS{tick}})//\#\#\
	s/^ *(compiler && !asked.warp_q.) || //'
# Defects of the bonuses: texture at any position, or for every type of threads; another type's
# bonus; op without its condition; an age that pixel_only does not take away, or takes away above
# the credit; a sum that wraps; bonuses without SCHED.additive
BONUS_DEFECTS := "\
	s/near_i.i. && counts/counts/\#\#\
	s/near_i.i. && counts/near_i[i]/\#\#\
	s/== 2'(t))/== 2'(t ^ 1))/\#\#\
	s/op_q.i. ? bonus_i.op : '0/bonus_i.op/\#\#\
	s/counts || !additive_i ?/1'b1 ?/\#\#\
	s/counts || !additive_i ?/counts ?/\#\#\
	s/BW = 8;/BW = 7;/\#\#\
	s/if (additive_i) sum/sum/"
# Defects of BAR2: writes first; a write that came before a read is passed, or any number of writes
# after it; a doorbell that passes a write which waits, or that is under way, or that waits as one
# ends; one that waits for later writes; one that is let go by a read's answer; a write with a
# read's answer; a word in another place
BAR2_DEFECTS := "\
	s/ \&\& !(ar_valid_i \&\& behind_q);/;/\#\#\
	s/behind_q <= ar_valid_i;/behind_q <= 1'b1;/\#\#\
	s/else if (ar_ready_o) behind_q <= 1'b0;//\#\#\
	s/{writing \&\& aw_valid_i, writing != aw_valid_i}/{1'b0, writing}/\#\#\
	s/{writing \&\& aw_valid_i, writing != aw_valid_i}/{1'b0, aw_valid_i}/\#\#\
	s/\(bell_go_o =\) .*/\1 !writing \&\& !(state_q == StIdle \&\& aw_valid_i);/\#\#\
	s/= bell_q ? ahead_q :/=/\#\#\
	s/ahead != '0 \&\& writing \&\& rsp_valid_i/ahead != '0 \&\& rsp_valid_i/\#\#\
	s/state_q <= write_q ? \(StAnswerW : StAnswerR\)/state_q <= start_write ? \1/\#\#\
	s/be\[{addr_q/be[{2'b0 \& addr_q/"
# Defects of what comes from the link: room told too late, for either kind; completions that wait
# for requests, or requests for completions; a completion that is taken for a request behind its
# header
TLP_RX_DEFECTS := "s/room >= RW'(2 \* LONGEST/room >= RW'(LONGEST/\#\#\
	s/room >= RW'(3 \* LONGEST + 2 \* Short + 1)/room >= RW'(LONGEST)/\#\#\
	s/= cpl ? cpl_ready_i : push_ready/= (cpl ? cpl_ready_i : push_ready) \&\& push_ready/\#\#\
	s/= cpl ? cpl_ready_i : push_ready/= (cpl ? cpl_ready_i : push_ready) \&\& cpl_ready_i/\#\#\
	s/assign cpl         = inside_q ? cpl_q : /assign cpl = /"
# Defects of completions: reads that fail go first for ever; the rest of a TLP is not taken; data
# that nobody waits for, more than it asked for, or beside its own time-out; a read that is late and
# waits still; a count that starts from what the tag had before; a beat that is taken twice
TLP_READ_DEFECTS := "s/any_fail \&\& !failed_q/any_fail/\#\#s/ || state_q == StDrop;/;/\#\#\
	s/known \&\& fits ? StData/fits ? StData/\#\#\
	s/ \&\& h0.5:1. <= missing//\#\#\
	s/~(now_hot \& {16{state_q == StData/~(now_hot \& {16{state_q == StDrop/\#\#\
	s/ \& ~late \& ~all_got/ \& ~all_got/\#\#\
	s/ | ({16{ask_q}} \& ask_hot)//\#\#\
	s/fire \&\& (half_q || enough)/fire \&\& half_q/\#\#\
	s/if (fire \&\& r_last_o) begin/if (fire) begin/"
CHOICE := $(addprefix $(SM)/smfe_,issue.sv turn.sv pick.sv) smfe_choice_formal.sv
# Defects of the choice of a warp, each bit of its weight left out: grant, or one of its two
# reasons; pipe, with credits and without, or one of its two reasons; group; that of in turn, and of
# two levels; the last warp; priority tokens; the order. Turns of groups that are too long, too
# short, or return too early; the warp of a full pipe; a victim whose pipe was refused; greedy as
# well; picked and not issued
CHOICE_DEFECTS := "\
	s/replay_i.i. || granted_i.i., fits/1'b0, fits/\#\#\
	s/replay_i.i. || granted_i.i./granted_i[i]/\#\#\
	s/replay_i.i. || granted_i.i./replay_i[i]/\#\#\
	s/granted_i.i., fits.i.}/granted_i[i], 1'b0}/\#\#\
	s/{fits.i., two_level/{1'b0, two_level/\#\#\
	s/refused_q | over_i/over_i/\#\#\
	s/refused_q | over_i/refused_q/\#\#\
	s/two_level \&\& of_group.i./1'b0/\#\#\
	s/(in_turn || two_level) \&\&/two_level \&\&/\#\#\
	s/(in_turn || two_level) \&\&/in_turn \&\&/\#\#\
	s/greedy ? last_q == WI'(i)/greedy ? 1'b0/\#\#\
	s/!later_i.i. \&\& (greedy/(greedy/\#\#\
	s/older_i(before_i)/older_i('0)/\#\#\
	s/of_group) == '0 \&\& ready_i/of_group) == '0 \&\& open/\#\#\
	s/(ready_i & of_group) == '0 \&\& //\#\#\
	s/group_q <= group_q == WI'(Groups - 1)/group_q <= group_q != '0/\#\#\
	s/ready_i.i. \&\& !full_i.*;/ready_i[i];/\#\#\
	s/!shut.pipe_i/!full_i[pipe_i/\#\#\
	s/ \&\& !two_level \&\& !credits;/ \&\& !credits;/\#\#\
	s/ \&\& !two_level \&\& !credits;/ \&\& !two_level;/\#\#\
	s/if (fire_i) last_q/if (valid_o) last_q/"
CTA := $(addprefix $(RTL)/sm/,smcta.sv smcta_room.sv) smcta_top.sv
# Defects of the clear of shared memory: of numbers of VMs all bits but one count; what was never
# given, is forgotten, or was L1's is not cleared; a granule less, at either end; warps start before
# it is done, or without it; a part of a granule is none; an end frees what others have; a CTA gives
# its VM to all
CTA_DEFECTS := "\
	s/granule_vm_q.6.i+:6. != launch_i.vm/granule_vm_q[6*i+:5] != launch_i.vm[4:0]/\#\#\
	s/granule_vm_q.6.i+:6. != launch_i.vm/granule_vm_q[6*i+1+:5] != launch_i.vm[5:1]/\#\#\
	s/!granule_known_q.i. || //\#\#\
	s/!rst_ni || forget_i) granule_known/!rst_ni) granule_known/\#\#\
	s/need - 5'd1/need - 5'd2/\#\#\
	s/clear_first_q       <= place/clear_first_q <= place + 1/\#\#\
	s/starts = smem_clear_done_i/starts = 1/\#\#\
	s/<= foreign ? StClear : StStart/<= StStart/\#\#\
	s/cta_map_q.end_cta. : /16'hffff : /\#\#\
	s/if (take \&\& place_mask.i.) granule_vm/if (take) granule_vm/\#\#\
	s/ + {4'b0, |launch_i.shared_bytes.GB-1:0.}//"
# ... with L1's RAM
LENT_DEFECTS := "s/end else if (change) begin/end else if (1==0) begin/\#\#\
	s/16'hffff << LentGranules/16'hffff << (LentGranules + 1)/\#\#\
	s/ + {4'b0, |launch_i.shared_bytes.GB:0.}//"
# Defects of the TLBs: a walk that a flush found under way, or that ends beside it; an entry that
# stays, or is not barred while it does, or a walk; a page that another walk has brought; a walk
# that begins as its page comes; a right; a space; a fault from before; a page that its row does not
# have, or of the same row; a small page as an entry; a row of a stale walk
TLB_DEFECTS := '\
	s/stale_q | told | covered/stale_q | covered/\#\#\
	s/ends & ~stale_q & ~told/ends \& ~stale_q/\#\#\
	s/ends_all || (ends_entry/ends_all || (1==0 \&\& ends_entry/\#\#\
	s/ends_all || (ends_entry/(ends_entry/\#\#\
	s/ && !bars;/;/\#\#\
	s/!hit && !bars/!hit/\#\#\
	s/fours.next_q. <= done_tag.25:2./fours[turn] <= done_tag[25:2]/\#\#\
	s/ | covered)/)/\#\#\
	s/ && !walk_rsp_valid_i && !ask_q/ \&\& !ask_q/\#\#\
	s/AccWrite) ? rights.1./AccWrite) ? rights[2]/\#\#\
	s/same_page = a.25:18. == b.25:18./same_page = a[19:18] == b[19:18]/\#\#\
	s/same_page = a.25:18. == b.25:18./same_page = a[24:18] == b[24:18]/\#\#\
	s/walk_tag_q.25:0. == tag;/walk_tag_q[24:0] == tag[24:0];/\#\#\
	s/!stale_q.0. && !told.0. && walk_rsp_i.fault/walk_rsp_i.fault/\#\#\
	s/row_hit && page.there/row_hit/\#\#\
	s/(PAGES == 0 || walk_rsp_i.block)/(1==1)/\#\#\
	s/PageW.tag.1:0.+:/PageW*tag[1]+:/\#\#\
	s/rights  = found ?/rights = 1==1 ?/\#\#\
	s/assign puts    = filled/assign puts = walk_rsp_valid_i/'
# ... without block RAM, one walk at a time
TLB_ONE_DEFECTS := '\
	s/ends & ~stale_q & ~told/ends \& ~stale_q/\#\#\
	s/start.0. || told.0./start[0]/'
# Defects of pages in block RAM: rows of before a sweep, of a space's or any space's generation
# before, a last generation that comes again, what comes in a sweep, no sweep, a row that goes and
# hits, or has been read as it went, or stays, another page
PAGES_DEFECTS := '\
	s/fresh_q && valid/valid/\#\#\
	s/gen == gens.page_i.25:20../1==1/\#\#\
	s/era == era_q/1==1/\#\#\
	s/swept && !sweep && (read/swept \&\& (read/\#\#\
	s/flush_i.every || gens.flush_i.vm. == .1/flush_i.every/\#\#\
	s/{swept && put_i, era_q/{put_i, era_q/\#\#\
	s/ && !bars_i;/;/\#\#\
	s/(fresh_q && !bars_i)/fresh_q/\#\#\
	s/put_i || drop_i/put_i/\#\#\
	s/assign drop_ready_o = .*/assign drop_ready_o = 1;/\#\#\
	s/assign sweep    = .*/assign sweep = 0;/\#\#\
	s/valid && tag == page_i.25:LOW+SI./valid/\#\#\
	s/tag == page_i.25:LOW+SI./tag[TagW-2:0] == page_i[24:LOW+SI]/'
# Defects of ranges: a second one looked for instead of the first; too wide for rows; a page at the
# end; another space; a row that is dropped beside one that comes; the last row; nothing barred as
# rows are dropped, or as the last one is looked at; entries that are looked at from anywhere on
RANGE_DEFECTS := "\
	s/ \&\& !flush_i.every \&\& !on_o;/ \&\& !flush_i.every;/\#\#\
	s/ || (begins \&\& wide)//\#\#\
	s/<= last_q;/< last_q;/\#\#\
	s/four.23:18. == vm_q/1==1/\#\#\
	s/four.23:18. == vm_q/four[22:18] == vm_q[4:0]/\#\#\
	s/end else if (rows_q \&\& drop_ready_i)/end else if (rows_q)/\#\#\
	s/rows_q \&\& !(drop_ready_i \&\& last_row)/rows_q \&\& !last_row/\#\#\
	s/entries_q || rows_q || tail_q/entries_q/\#\#\
	s/ || tail_q;/;/\#\#\
	s/turn_q <= begins ? '0 : turn_q + 1'b1/turn_q <= turn_q + 1'b1/"
# Defects of the walker: what was read before a flush is kept; a table of another space; one that
# outlives a flush; a page that is not the user's; reserved bits; the word of another walk; a page
# of 2 MiB in the wrong place; the same of neighbours; one that its row does not have; a fault that
# is kept; the wrong part of a leaf
WALKER_DEFECTS := "\
	s/ && !stale_q.answer_at_q.;/;/\#\#\
	s/near_tag_q == look_tag.25:9./near_tag_q[10:0] == look_tag[19:9]/\#\#\
	s/near_tag_q == look_tag.25:9./near_tag_q[15:0] == look_tag[24:9]/\#\#\
	s/leaf_bad = pte_q.27:10. != '0/leaf_bad = pte_q[18:10] != '0/\#\#\
	s/if (flush || root_we_i) near_q/if (root_we_i) near_q/\#\#\
	s/leaf_bad || !pte_q.4./leaf_bad/\#\#\
	s/ || pte_q.62:38. != '0//\#\#\
	s/assign rsp_tag  = .*/assign rsp_tag = tag_q[0];/\#\#\
	s/leaf_bad = pte_q.18:10. != '0 || block/leaf_bad = block/\#\#\
	s/ && pte.62:38. == '0//\#\#\
	s/= pte.0. && pte.4./= pte[0]/\#\#\
	s/row_hit && row.PW.at_of(look_tag.1:0.)+PW-1./row_hit/\#\#\
	s/answers_q && walked_q && !fault_q/answers_q \&\& walked_q/\#\#\
	s/assign low .*/assign low = tag[1:0];/\#\#\
	s/assign blocks.g. = .*/assign blocks[g] = level != '0 || block;/"
# ... that reads a word at a time
WALKER_NARROW_DEFECTS := '\
	s/ && !stale_q.answer_at_q.;/;/\#\#\
	s/assign pte   = .*/assign pte = line_q[63:0];/'
# Defects of requests under way in load/store: an entry given twice, a place of the FIFO lost or
# read too early, one that never comes free, a touch that is not seen, an older load that is not
# told
PENDING_DEFECTS := "\
	s/ && !(free_o && free_id == EI.(i - 1))//\#\#\
	s/empty ? {rsp_i.err/!valid_o ? {rsp_i.err/\#\#\
	s/\(else if (take_i && \)id_q == .*/\1free_id == EI'(g)) used_q[g] <= 0;/\#\#\
	s/nokeep_i || (touch_i && new_key == touch_key)/nokeep_i/\#\#\
	s/(nokeep_q.id_q. || touched.id_q.)/nokeep_q[id_q]/\#\#\
	s/if (rsp_valid_i && !straight) tail_q/if (rsp_valid_i \&\& !load) tail_q/\#\#\
	s/from_ram_q ? ram_q/from_ram ? ram_q/\#\#\
	s/else if (!free_o || put_i) free_o <= next_free/else if (put_i) free_o <= next_free/\#\#\
	s/ids.head_q.EI-1:0..;/ids[tail_q[EI-1:0]];/\#\#\
	s/used_q.g. && load_q.g. && warp_q/used_q[g] \&\& !load_q[g] \&\& warp_q/\#\#\
	s/if (from_ram) head_q/if (from_ram \&\& !rsp_valid_i) head_q/\#\#\
	s/load && empty && rsp_valid_i/load \&\& empty \&\& rsp_valid_i \&\& take_i/"
# Defects of an L1: a line that stays after it was dropped or flushed, comes twice, hits without
# being there, is written to another place or half
L1_DEFECTS := "\
	s/dropped) valid/dropped \&\& !drop_i) valid/\#\#\
	s/clear_q <= clear_q + 1.b1/clear_q <= clear_q + 2/\#\#\
	s/fill_i && f_way_hit == .0 && !clearing && room;/fill_i \&\& !clearing \&\& room;/\#\#\
	s/ : drop_i ? tag_set_i : f_tag_set_i/ : f_tag_set_i/\#\#\
	s/clearing && valid.tag_set_i. &&/clearing \&\&/\#\#\
	s/assign write_set = fill_i ?/assign write_set = drop_i ?/\#\#\
	s/f_drop_i && f_way_hit.g./f_drop_i \&\& way_hit[g]/\#\#\
	s/|| flush_i ||/||/\#\#\
	s/way       = fill_i ? turn/way = read_i ? turn/\#\#\
	/assign read_at   = /,/;/c assign read_at = {read_way_i[WI-1:0], tag_set_i};\#\#\
	s/assign be        = fill_i ? .1 : be_i/assign be = be_i/\#\#\
	s/if (fill && turn == WI.(g)) tags/if (fill_i \&\& turn == WI'(g)) tags/\#\#\
	s/tag_q.g. == tag_i;/tag_q[g][27:0] == tag_i[27:0];/\#\#\
	s/tag_q.g. == tag_i;/((tag_q[g] ^ tag_i) \& ~(29'd1 << 19)) == 0;/"
# Defects of L1's coherence: stores, atomics, invalidations that leave the line or its fill, a hit
# that passes an older load, a lookup or a store beside a fill, tags of another set
LOOKUP_DEFECTS := "\
	s/touch       = i_valid_q || changes/touch = i_valid_q/\#\#\
	s/touch       = i_valid_q || changes/touch = changes/\#\#\
	s/touch_line  = i_valid_q ?/touch_line = !i_valid_q ?/\#\#\
	s/changes && (t.amo || !t.backing)/changes \&\& t.amo/\#\#\
	s/(t.amo || !t.backing)/!t.amo/\#\#\
	s/lines & hit & ~same/lines \& hit/\#\#\
	s/(fill_bank & lines) == .0 && !i_valid_q/(fill_bank \& lines) == 0/\#\#\
	s/!(f_valid_q && r_place == f_place_q) &&//\#\#\
	s/(fill_here | near)/fill_here/\#\#\
	s/(fill_here | near)/near/\#\#\
	s/(\(take || again\)) ? fill_next == .0 : \(.*\) == .0/\1 || \2 == 0/\#\#\
	s/ && !f_valid_q && !i_valid_q;/ \&\& !i_valid_q;/\#\#\
	s/SI.(inv_pa_i.6:K.) + inv_colour_i/SI'(inv_pa_i[6:K])/\#\#\
	s/inv_ready_o = i_valid_q/inv_ready_o = steal_inv/\#\#\
	/assign same.b. *= same_pending/,/;/c assign same[b] = same_pending[b];\#\#\
	s/!r_stored && !m_waits &&/!r_stored \&\&/\#\#\
	s|look_q && right|look_q|\#\#\
	s/(nokeep_q.id_q. || touched.id_q.)/nokeep_q[id_q]/\#\#\
	s/nokeep_i || (touch_i && new_key == touch_key)/nokeep_i/\#\#\
	s/fill_bank & lines) == .0/fill_here \& lines) == 0/\#\#\
	s/\.tag_i       (ppn_i)/.tag_i({ppn_i[28:20], 1'b0, ppn_i[18:0]})/"
# Defects of the L2's answers: before L1s have heard, or beside lines that have left; twice, never,
# to an L1 that was told of another line
ANSWER_DEFECTS := "\
	s/!((is_write || is_amo) && gone) &&//\#\#\
	s/assign told_o      = inv_ready_i & .waits/assign told_o = inv_ready_i/\#\#\
	s/tell_left == .0 && !(leave/!(leave/\#\#\
	s/tells & .PLACES.inv_ready_i../tells/\#\#\
	s/ && !(leave_q != .0 && full)//\#\#\
	s/(put.g. ? put_line_i : \(line_q.27.g+:27.\)) == next_line_i/\1 == next_line_i/\#\#\
	s/rsp_want_o & .PORTS.go../rsp_want_o/\#\#\
	s/respond_q <= respond_i && !hold/respond_q <= respond_i/\#\#\
	s/alloc_i && !hold) ? victim_tell_i/alloc_i \&\& !hold \&\& evict_i) ? victim_tell_i/\#\#\
	s/last_q    <= (left_q & .word) == .0/last_q <= 1'b0/\#\#\
	s/if (!found) inv_pa_o/inv_pa_o/\#\#\
	s/full_o      = some.at_q./full_o = 1'b0/"
# Defects of the L2's tags: what was written last is not seen, or is another line's; a victim of
# before, or on its way
TAGS_DEFECTS := "\
	s/over != .0 && same_q && last.valid/over != '0 \&\& last.valid/\#\#\
	s/forward_q <= we_i && set_i == read_set_i/forward_q <= we_i \&\& init_i/\#\#\
	s/s1_over_o <= we_i && .*/s1_over_o <= we_i \&\& init_i;/\#\#\
	s/any_victim_o     = any_q && over == .0/any_victim_o = any_q/\#\#\
	s/victim_line_o    = {s1_tag.*/victim_line_o = line_i;/\#\#\
	s/= s1_hit & ~over/= s1_hit/\#\#\
	s/holders = last.holders .*/holders = '0;/\#\#\
	s/s0.pending && !ends/s0.pending \&\& !done_i/\#\#\
	s/assign ok     = ~pending_i &/assign ok = /\#\#\
	s/entry_new.pending = pending_i/entry_new.pending = 1'b0/\#\#\
	s/next_line_i == line_i;/next_line_i[SI-1:0] == line_i[SI-1:0];/\#\#\
	s/init_set_q == .1)/init_set_q == 2'd1)/\#\#\
	s/s0.tag == next_line_i.26:SI./s0.tag[TagW-2:0] == next_line_i[25:SI]/\#\#\
	s/next_line_i == line_i;/next_line_i[25:0] == line_i[25:0];/"
# Defects of MSHRs: an answer that comes out twice, or as another's; one that is given away while it
# is used; a way of a read that passes
FETCH_DEFECTS := "\
	s/live ? fill_ready_i && !late_q : !r_taken/1'b1/\#\#\
	s/r_used && r_sent && !r_taken && !r_dead/r_used \&\& r_sent \&\& !r_dead/\#\#\
	s/r_used && r_sent && !r_taken && !r_dead/r_used \&\& r_sent \&\& !r_taken/\#\#\
	s/taken_q <= (taken_q | taken_hot)/taken_q <= (taken_q | (late_q ? 16'd0 : taken_hot))/\#\#\
	s/ && !(free_q && free_id_q == 4.(i - 1))//\#\#\
	s/end_hot | (done_lost_i ? .0 : done_hot)/end_hot | done_hot/\#\#\
	s/dead_q  <= (dead_q | lost_hot) & ~end_hot/dead_q <= dead_q | lost_hot/\#\#\
	s/(used_q & ~sent_q)/(used_q)/\#\#\
	s/!taken_q.i-1. && !dead_q.i-1./!dead_q[i-1]/\#\#\
	s/pass_q.g. && used_q.g./!pass_q[g] \&\& used_q[g]/\#\#\
	s/put_pass_i ? .0 : 4.d1 << put_way_i/4'd1 << put_way_i/"
# Defects of lines on their way back: one that is lost, answers beside S1 or twice, is written
# though it must not be; no empty cycle
FILL_DEFECTS := "\
	s/valid_q && !stall_i && (straight/valid_q \&\& (straight/\#\#\
	s/(straight ? !respond_i : room)/(straight || room)/\#\#\
	s/(!err_q || pass_q));/!err_q);/\#\#\
	s/!again_q || again_ready_i;/1'b1;/\#\#\
	s/again_q   <= (again_q && !again_ready_i) ||/again_q   <= again_q ||/\#\#\
	s/takes && !fill_valid_i;/takes;/\#\#\
	s/hold_o   = blocked_q && !asked_q/hold_o = 1'b0/\#\#\
	s/goes && !host_q && !err_q && !pass_q/goes \&\& !host_q \&\& !err_q/\#\#\
	s/if (takes) \(valid_q <= fill_valid_i || host_valid_i;\)/\1/"
# Defects of requests that wait: a place given twice, a list that is forgotten, cut off or not
# served
WAIT_DEFECTS := '\
	s/ && !(room_o && free_q == 4.(i - 1))//\#\#\
	s/\(waited_q  <= (waited_q | join_hot) &\) ~last_hot/\1 ~start_hot/\#\#\
	s/if (waited_q.join_mshr_i.) next_m/if (come_q[join_mshr_i]) next_m/\#\#\
	s/ready_q <= joins || (\(ready_q && slot_q != last_q\))/ready_q <= \1/'
# Defects of banks that meet, and of the order by level: an offer that changes, a bank that has no
# turn, two at once; a level that waits for ever
MEET_DEFECTS := "\
	s/held_q <= (valid_o && !ready_i) ? bank_o : .0/held_q <= '0/\#\#\
	s/(late != .0) ? first_late : first/first/\#\#\
	s/bank_o & {BANKS{ready_i}}/{BANKS{ready_i}}/\#\#\
	s/if (valid_o && ready_i) after_q/if (valid_o) after_q/"
ORDER_DEFECTS := "\
	s/passed_q.3. && lower/1'b0 \&\& lower/\#\#\
	s/low_o ? .0 : passed_q/passed_q/\#\#\
	s/> most) most/>= 1) most/\#\#\
	s/low_o ? lower : best/low_o ? ask_i : best/"
# Defects of ports: what was turned down is not offered again, or what was accepted is; a place that
# is overwritten
PORT_DEFECTS := "\
	s/next_q <= head_q/next_q <= next_q/\#\#\
	s/!= (I + 1).(PLACES)/<= (I + 1)'(PLACES)/\#\#\
	s/if (pop_i) head_q/if (take_i) head_q/\#\#\
	s/next_q <= next_q + 1.b1/next_q <= next_q + 2/"
# Defects of the choice of a slot: one that has gone; one beside a hold; a slot or an SM of before;
# a slot that comes first for ever; a turn that ends with another's
LAUNCHER_PICK_DEFECTS := '\
	s/chosen_q && still/chosen_q/\#\#\
	s/still && !hold_i/still/\#\#\
	s/look_slot_o && !hold_i/look_slot_o/\#\#\
	s/(chosen_q . chosen_sm_q : visit_q)/visit_q/\#\#\
	s/ && best_slot == look_slot_o//\#\#\
	s/rst_ni || turned_i/rst_ni/'
# Defects of the choice of a warp to issue: no turn, no victim, a warp that was refused, a full
# pipe, another order
ISSUE_DEFECTS := '\
	s/turn_valid && turn == WI.(i)/1==0/\#\#\
	s/missed && missed_q == .1/1==0/\#\#\
	s/refused_i || stopped_o ?/refused_i ?/\#\#\
	s/ready_i.i. && !full_i.pipe_i.*;/ready_i[i];/\#\#\
	s/{turn_valid && turn == WI.(i),/{replay_i[i],/;\
	s/{replay_i.i. || granted_i.i., fits.i.}/{turn_valid \&\& turn == i, fits[i]}/'
# Defects of turns of groups: one without a warp, one that stays, a rest that is not seen
TURN_DEFECTS := '\
	s/valid_o <= want_i.warp_o./valid_o <= 1/\#\#\
	s/<= next/<= warp_o/\#\#\
	s/rest_q != .1/rest_q == 0/'
# Defects of credits: what an end gives back, a fund below 0, a victim that has issued, a credit
# that overflows, room of those that end
CREDIT_DEFECTS := '\
	s/ + FW.(.signed(ended))//\#\#\
	s/literal ? fund_q > 0 :/literal ? 1 :/\#\#\
	s/victims_i & ~(NW.(1) << warp_i);/victims_i;/\#\#\
	s/less.CW. == less.CW-1./1/\#\#\
	s/ & room & ~end_i/ \& ~end_i/'
# Defects of the loader: no patience, no other
LOAD_DEFECTS := '\
	s/next_i && patience != .1/next_i/\#\#\
	s/other_o <= sel/other_o <= other_o/'
# Defects of the token unit: a push on a full ring; a merge that forgets the token's threads; a pop
# that never comes; a YIELD token that overtakes the others; a limit that every pop lifts; a branch
# that ignores the limit; a DIS that does not wait where its point stands nowhere
DTOK_DEFECTS := '\
	/assign full *=/s/count_i.RI. ||//\#\#\
	s/{step_i.wr_token}/{1'"'"'b0}/\#\#\
	s/StRead: s.next = smfe_pkg::StPop/StRead: s.next = smfe_pkg::StRead/\#\#\
	s/\.wr_at_i(/&front == 0 \&\& d.wr_at == smfe_pkg::AtEnd ? s_q.head - 1 : /;\
	/assign head_down/s/!d.put_yield/(!d.put_yield || front == 0)/\#\#\
	s/if (d.take_yield)/if (d.pops) s_d.backward = 0; &/\#\#\
	s/if (back_due_i) begin/if (back_due_i \&\& kind_i != smfe_pkg::KindBr) begin/'
