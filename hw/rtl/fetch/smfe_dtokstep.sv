// SPDX-License-Identifier: MIT
// What one cycle of an operation of the token unit does, without state: from its kind and what was
// found about its warp to the steps of smfe_dtok, which has the masks, addresses and counts. What
// the token in hand is comes late out of a block RAM: only `match_i`, `t_yield_i` and `t_any_i` say
// it.

module smfe_dtokstep (
    input  smfe_pkg::dtok_fsm_e fsm_i,
    input  logic        rel_i,          // its barrier has opened
    input  logic [3:0]  kind_i,
    // kind, or YIELD if the backstop, or a meeting point that does not stand, makes it that
    input  logic [3:0]  op_i,
    input  logic        gives_i,        // so it is
    input  logic [3:0]  sub_i,
    // Its warp
    input  logic        whole_i,        // at the barrier with all live threads active
    input  logic        taken_i,        // threads take the branch; threads don't
    input  logic        not_taken_i,
    input  logic        taken_first_i,
    input  logic        rest_i,         // go on, when the others give way
    input  logic        others_i,       // threads wait in tokens
    input  logic        together_i,     // all live threads are active
    input  logic        back_i,         // it jumps backwards; the limit is reached
    input  logic        back_due_i,
    input  logic        due_i,          // YIELD does so
    input  logic        full_i,         // the queue's front part; the ring
    input  logic        ring_full_i,
    input  logic        no_tokens_i,
    input  logic        no_groups_i,
    input  logic        spilled_i,      // the next token is in card memory
    // Scan
    input  logic        begins_i,       // it looks at its first token
    input  logic        scan_gives_i,
    input  logic        scan_end_i,
    input  logic        match_i,
    input  logic        hit_front_i,
    input  logic        hit_pop_i,
    // Token in hand
    input  logic [3:0]  t_type_i,
    input  logic        t_any_i,        // it has threads
    // Policy, traps, token service
    input  logic        drop_i,
    input  logic [7:0]  cause_i,
    input  logic        trap_ready_i,
    input  logic        others_ask_i,
    input  logic        stopped_i,
    input  logic [1:0]  acc_op_i,
    input  logic [3:0]  acc_kind_i,
    output smfe_pkg::dtok_step_t step_o
);

  logic splits, branches;              // it may leave threads behind; its target is execution's
  assign branches = kind_i == smfe_pkg::KindJalr;
  assign splits   = kind_i == smfe_pkg::KindBr || branches;

  smfe_pkg::dtok_step_t s;
  assign step_o = s;
  always_comb begin
    s             = '0;
    s.next        = fsm_i;
    s.active_part = smfe_pkg::PartAll;
    s.wr_type     = xsm_pkg::DTOK_DIV;
    s.wr_part     = smfe_pkg::PartNot;
    s.wr_to       = smfe_pkg::ToNext;

    case (fsm_i)
      smfe_pkg::StIdle: ;

      // The first cycle: operations that need no token end in it, the others begin to read.
      smfe_pkg::StExec:
        if (rel_i) begin
          // With all live threads at the barrier the warp just goes on; else the parked groups are
          // the queue.
          if (whole_i) begin
            s.leave_bar = 1'b1;
            s.go        = 1'b1;
            s.go_to     = smfe_pkg::ToNext;
          end else begin
            s.open = 1'b1;
            s.next = smfe_pkg::StRead;
          end
        end else begin
          case (kind_i)
            // One side goes on. If threads take both, the other side is pushed as a token.
            smfe_pkg::KindBr, smfe_pkg::KindJalr: begin
              if (branches) s.go_to = smfe_pkg::ToBranch;
              else if (!taken_i || (not_taken_i && !taken_first_i)) s.go_to = smfe_pkg::ToNext;
              if (branches) s.wr_to = smfe_pkg::ToHere;
              else if (!taken_first_i) begin
                s.wr_to   = smfe_pkg::ToTarget;
                s.wr_part = smfe_pkg::PartTaken;
              end
              if (back_due_i) begin
                s.give = 1'b1;
              end else begin
                s.over   = not_taken_i && taken_i && full_i;
                s.go     = !s.over;
                s.counts = back_i;
                if (not_taken_i && taken_i && !full_i) begin
                  s.we      = 1'b1;
                  s.ev_push = 1'b1;
                  s.active_part = branches || taken_first_i ? smfe_pkg::PartTaken
                      : smfe_pkg::PartNot;
                end
              end
            end
            // One that is due, while others wait, looks for a YIELD token to join.
            smfe_pkg::KindYield: begin
              s.draws = 1'b1;
              if (due_i && others_i) begin
                s.rd_at = smfe_pkg::AtBack;
                s.next  = smfe_pkg::StScan;
              end else if (back_due_i) begin
                s.give = 1'b1;
              end else begin
                s.go     = 1'b1;
                s.counts = back_i;
              end
            end
            // The whole warp is at the barrier; or its active threads join a parked group, or
            // become one.
            smfe_pkg::KindBar:
              if (together_i) begin
                s.enter_bar = 1'b1;
                s.park      = 1'b1;
                s.finish    = 1'b1;
              end else begin
                s.rd_other = 1'b1;
                s.rd_at    = smfe_pkg::AtZero;
                s.next     = smfe_pkg::StScan;
              end
            // The active threads end, and the next token is popped.
            smfe_pkg::KindExit: begin
              s.exits       = 1'b1;
              s.active_part = smfe_pkg::PartNone;
              s.next        = smfe_pkg::StPop;
            end
            default:  // jal
              if (back_due_i) begin
                s.give = 1'b1;
              end else begin
                s.go     = 1'b1;
                s.counts = back_i;
              end
          endcase
        end

      smfe_pkg::StScan: begin
        // What is read next does not depend on the token in hand: only a scan that goes on uses it.
        s.rd_other = op_i == smfe_pkg::KindBar;
        s.rd_at    = smfe_pkg::AtScan;
        s.counts   = kind_i == smfe_pkg::KindDis && !gives_i && begins_i && back_i && !back_due_i;
        // Where they go on does not depend on what the token is: that is known last.
        if (op_i == smfe_pkg::KindPre) s.go_to = smfe_pkg::ToNext;
        if (op_i == smfe_pkg::KindYield) s.go_to = branches ? smfe_pkg::ToHere : smfe_pkg::ToNext;
        if (hit_pop_i && !scan_end_i) s.go_to = smfe_pkg::ToFront;
        // Where it would be written, and what, does not depend on whether it is.
        if (scan_end_i) begin
          case (op_i)
            smfe_pkg::KindPre: begin
              s.wr_type = sub_i;
              s.wr_to   = smfe_pkg::ToTarget;
              s.wr_part = smfe_pkg::PartNone;
            end
            smfe_pkg::KindYield: begin
              s.wr_at   = smfe_pkg::AtEnd;
              s.wr_type = xsm_pkg::DTOK_YIELD;
              s.wr_part = splits ? smfe_pkg::PartTaken : smfe_pkg::PartAll;
              s.wr_to   = branches ? smfe_pkg::ToBranch : smfe_pkg::ToTarget;
            end
            default: begin
              s.wr_other = 1'b1;
              s.wr_at    = smfe_pkg::AtGroups;
              s.wr_type  = xsm_pkg::DTOK_YIELD;
              s.wr_part  = smfe_pkg::PartAll;
            end
          endcase
        end else begin
          s.wr_at    = smfe_pkg::AtScan;
          s.wr_other = op_i == smfe_pkg::KindBar;
          s.wr_type  = t_type_i;
          s.wr_to    = smfe_pkg::ToToken;
          s.wr_part  = op_i == smfe_pkg::KindYield &&
              splits ? smfe_pkg::PartTaken : smfe_pkg::PartAll;
          s.wr_token = 1'b1;
        end

        if (scan_gives_i) begin
          s.give = 1'b1;
        end else if (scan_end_i) begin
          case (op_i)
            smfe_pkg::KindPre: begin
              s.over    = full_i && !drop_i;
              s.dropped = full_i && drop_i;
              s.we      = !full_i;
              s.ev_push = !full_i;
              s.go      = !s.over;
            end
            smfe_pkg::KindDis:
              if (others_i) s.give = 1'b1;  // they may come, too: they meet at the back
              else s.go = 1'b1;
            smfe_pkg::KindYield:
              if (ring_full_i) s.over = 1'b1;
              else begin
                s.we        = 1'b1;
                s.put_yield = 1'b1;
                s.yielded   = 1'b1;
                s.active_part = rest_i ? smfe_pkg::PartNot : smfe_pkg::PartNone;
                s.ev_push   = 1'b1;
                s.ev_yield  = !gives_i;
                s.ev_back   = gives_i && back_due_i;
                s.go        = rest_i;
                s.next      = smfe_pkg::StRead;
              end
            default: begin  // park at the barrier
              s.we        = 1'b1;
              s.put_group = 1'b1;
              s.parks     = 1'b1;
              s.active_part = smfe_pkg::PartNone;
              s.next      = smfe_pkg::StRead;
            end
          endcase
        end else begin
          // What comes of it if the token in hand is the one: only whether that is kept is known
          // late. With the token in front our threads go on together.
          s.parks    = op_i == smfe_pkg::KindBar;
          s.head_up  = hit_front_i || hit_pop_i;
          s.yielded  = op_i == smfe_pkg::KindYield;
          s.we       = match_i && op_i != smfe_pkg::KindPre && !hit_front_i;
          s.ev_merge = match_i && op_i != smfe_pkg::KindPre;
          s.ev_pop   = match_i && s.head_up;
          s.ev_yield = match_i && s.yielded && !gives_i;
          s.ev_back  = match_i && s.yielded && gives_i && back_due_i;
          if (s.we) s.next = smfe_pkg::StRead;
        end
      end

      // One more cycle: the token in front comes out of the block RAM.
      smfe_pkg::StRead: s.next = smfe_pkg::StPop;

      // The token in front becomes the active threads; one without threads is dropped. Without a
      // token the warp is at its barrier, if groups are parked, or ends.
      smfe_pkg::StPop: begin
        s.go_to = smfe_pkg::ToToken;
        s.rd_at = smfe_pkg::AtNext;            // used if this one is dropped
        if (spilled_i) begin
          s.under = 1'b1;
        end else if (no_tokens_i) begin
          s.finish = 1'b1;
          s.park   = !no_groups_i;
          s.ends   = no_groups_i;
        end else begin
          s.head_up      = 1'b1;
          s.take_yield   = t_type_i == xsm_pkg::DTOK_YIELD;
          s.pops         = 1'b1;
          s.ev_pop       = t_any_i;
          s.ev_drop      = !t_any_i;
          s.active_part  = smfe_pkg::PartNone;
          s.active_token = 1'b1;
        end
      end

      // Nothing of an operation that overflows is kept: it is done again as a whole.
      smfe_pkg::StTrap: begin
        s.retry  = !trap_ready_i && others_ask_i;
        s.commit = trap_ready_i ? cause_i != smgpu_hw_pkg::ErrDtokOverflow : s.retry &&
            cause_i == smgpu_hw_pkg::ErrDtokUnderflow;
        if (trap_ready_i || s.retry) s.next = smfe_pkg::StIdle;
      end

      // Token service: an entry is read; only a warp that is stopped for it is changed.
      smfe_pkg::StAccess: begin
        s.next    = smfe_pkg::StAnswer;
        s.rd_at   = smfe_pkg::AtEntry;
        s.wr_at   = smfe_pkg::AtEntry;
        s.wr_type = acc_kind_i;
        s.wr_to   = smfe_pkg::ToAccess;
        s.wr_part = smfe_pkg::PartNone;
        s.wr_acc  = 1'b1;
        s.we      = acc_op_i == smfe_pkg::DtokPut && stopped_i;
        s.resume  = acc_op_i == smfe_pkg::DtokResume && stopped_i;
        s.extent  = acc_op_i == smfe_pkg::DtokQueue && stopped_i;
      end

      default: begin  // StAnswer
        // else the warp may have been killed, and its place be another's
        s.commit = acc_op_i == smfe_pkg::DtokQueue && stopped_i;
        s.next   = smfe_pkg::StIdle;
      end
    endcase
  end

endmodule
