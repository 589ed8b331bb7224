// SPDX-License-Identifier: MIT
// Which SM gets the next CTA, and of which task.
// - assign: the SMs are visited in turn, one a cycle; the first ready slot in ORDER that allows the
//   SM is its task, from the next cycle on; if that one has spent its quota of launches, the first
//   of the same priority that has not, if there is one
// - sync: an SM with another task than before gets that task's words from the slot memory, and
//   launches nothing meanwhile, nor before the SM has acknowledged: its shared memory is as large
//   as the words say
// - launch: of the SMs whose task is ready and fits, the one that the policy prefers; a CTA every
//   second cycle, so that each choice sees what the last one changed. The walk that is looked at in
//   the cycle of the choice is that of the visited SM's task: another task's CTA waits for that
//   visit

module launcher_pick #(
    parameter int unsigned SMS = 1
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // Words of the slots, as the registers are written
    input  logic             slot_we_i,
    input  logic             fill_i,        // CTRL is written: the slot is another task
    input  smgpu_pkg::slot_t slot_i,
    input  logic [4:0]       word_i,
    input  logic [31:0]      wdata_i,
    // Selection
    input  logic [15:0]      ready_i,       // slots that may launch a CTA now
    // slots that have launched their quota, and wait for others of their priority
    input  logic [15:0]      spent_i,
    // Priority of each slot, 4 bits; slots of one take turns
    input  logic [63:0]      prio_i,
    input  logic             turned_i,      // a launch in this cycle changes spent_i
    input  logic [63:0]      mask_i,        // SMs of each slot
    // Slots in the order that they are tried in, and how many of them count
    input  logic [63:0]      order_i,
    input  logic [4:0]       order_used_i,
    input  logic             policy_i,      // 0 load balance, 1 round robin
    input  logic [SMS-1:0]   split_i,       // the SM's shared memory is as its words say
    input  logic [SMS-1:0]   fits_i,        // a CTA of the SM's task now; not without split_i
    input  logic [SMS*5-1:0] room_i,        // how many more of them fit
    input  logic [7:0]       rank_i,        // of SMs with as much room; 2 bits each
    input  logic             hold_i,        // no launch in this cycle
    output smgpu_pkg::slot_t look_slot_o,   // the slot that launches, or may be chosen now
    // A launch: in this cycle, on this SM, of this slot
    output logic             go_o,
    output logic [1:0]       go_sm_o,
    output smgpu_pkg::slot_t go_slot_o,
    // Task of each SM
    output logic [SMS*4-1:0] task_o,
    // launch message; slot, gen, VM and the CTA's index are 0
    output logic [SMS*smgpu_pkg::CtaLaunchW-1:0] words_o,
    output logic [SMS*2-1:0] state_o        // 0 no task, 1 TASK_ASSIGN, 2 STATE_SYNC, 3 CTA_LAUNCH
);

  // The first slot of the order whose place is set. By fours, as a chain of all would be the
  // longest part of the path.
  // {there is one, slot}
  function automatic logic [4:0] first_of(input logic [15:0] set, input logic [63:0] order);
    logic [3:0] slot;
    first_of = '0;
    for (int unsigned k = 4; k > 0; k--) begin
      slot = order[16*(k-1)+12+:4];
      for (int unsigned j = 3; j > 0; j--) if (set[4*(k-1)+j-1]) slot = order[16*(k-1)+4*(j-1)+:4];
      if (set[4*(k-1)+:4] != '0) first_of = {1'b1, slot};
    end
  endfunction

  // ---- Assign
  logic [1:0]  next_q, visit_q;       // the SM that is chosen for, and was a cycle ago
  // may: slots that may launch on the SM. in_order, with_turn: places of ORDER, of all and unspent.
  logic [15:0] may, in_order, with_turn;
  // first: of all. turn: of those that have not spent their quota. pick: the slot that it will be.
  logic [3:0]  first, turn, first_q, turn_q, pick;
  // turned_q: a launch changed which are spent since the choice
  logic        any_first, any_turn, any_turn_q, any_pick, pick_turn, turned_q;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) may[i] = ready_i[i] && mask_i[4*i+32'(next_q)];
    for (int unsigned i = 0; i < 16; i++) begin
      in_order[i]  = 5'(i) < order_used_i && may[order_i[4*i+:4]];
      with_turn[i] = in_order[i] && !spent_i[order_i[4*i+:4]];
    end
  end
  assign {any_first, first} = first_of(in_order, order_i);
  assign {any_turn, turn}   = first_of(with_turn, order_i);
  always_ff @(posedge clk_i) begin
    any_pick   <= rst_ni && any_first;
    first_q    <= first;
    any_turn_q <= any_turn;
    turn_q     <= turn;
    turned_q   <= turned_i;
    visit_q    <= rst_ni ? next_q : '0;
    next_q     <= (!rst_ni || next_q == 2'(SMS - 1)) ? '0 : next_q + 2'd1;
  end
  assign pick_turn = any_turn_q && prio_i[4*turn_q+:4] == prio_i[4*first_q+:4];
  assign pick      = pick_turn ? turn_q : first_q;

  // ---- Sync: word_q runs over the registers ENTRY..LOCAL_VA, the data come one cycle later
  localparam int unsigned LW    = smgpu_pkg::CtaLaunchW;
  localparam logic [4:0]  Entry = smgpu_regs_pkg::SLOT_ENTRY[6:2];
  localparam logic [4:0]  Words = smgpu_regs_pkg::SLOT_LOCAL_VA[6:2] - Entry + 5'd1;
  // Words of all slots; one is read each cycle while a task is loaded
  logic [31:0]    words_q[512];
  logic [31:0]    data_q;
  // loading_q: a task is loaded, for this SM, from this slot
  logic           loading_q;
  logic [1:0]     load_sm_q;
  logic [3:0]     load_slot_q, word_q;
  logic [4:0]     got;
  // has_q: the SM has a task. synced_q: its words are complete. load_here: they are coming.
  logic [SMS-1:0] has_q, synced_q, load_here;
  // a spent task may launch: there was no other of its priority, and no launch has changed that
  // since
  logic [SMS-1:0] anew_q;
  // The slot of each SM's task
  logic [SMS*4-1:0] task_q;
  always_ff @(posedge clk_i) begin
    if (slot_we_i) words_q[{slot_i, word_i}] <= wdata_i;
    data_q <= words_q[{load_slot_q, 5'(word_q) + Entry}];
  end
  assign got = 5'(word_q - 4'd1) + Entry;

  logic load_ends;
  // The last word has come.
  assign load_ends = loading_q && word_q == Words[3:0];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      loading_q <= 1'b0;
      word_q    <= '0;
    end else begin
      word_q  <= loading_q ? word_q + 4'd1 : '0;
      if (load_ends) loading_q <= 1'b0;
      // The loader takes the visited SM's task if it is another one, or its words have changed.
      if (!loading_q && any_pick)
        for (int unsigned i = 0; i < SMS; i++)
          if (visit_q == 2'(i) && (!synced_q[i] || task_q[4*i+:4] != pick)) begin
            loading_q   <= 1'b1;
            load_sm_q   <= visit_q;
            load_slot_q <= pick;
          end
    end
  end

  for (genvar g = 0; g < SMS; g++) begin : gen_sm
    logic visited, other, refilled;
    assign visited      = visit_q == 2'(g);
    assign other        = !synced_q[g] || task_q[4*g+:4] != pick;
    // The slot is filled anew: the words that the SM has are another task's.
    assign refilled     = fill_i && task_q[4*g+:4] == slot_i;
    assign load_here[g] = loading_q && load_sm_q == 2'(g);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        has_q[g]    <= 1'b0;
        synced_q[g] <= 1'b0;
      end else begin
        if (visited) has_q[g] <= any_pick;
        // A task that another one comes before launches no more, also while the loader is with
        // another SM.
        if (refilled || (visited && any_pick && task_q[4*g+:4] != pick)) synced_q[g] <= 1'b0;
        else if (load_ends && load_here[g]) synced_q[g] <= 1'b1;
      end
      if (visited && any_pick && other && !loading_q) task_q[4*g+:4] <= pick;
      if (!rst_ni || turned_i) anew_q[g] <= 1'b0;
      else if (visited) anew_q[g] <= any_pick && !pick_turn && !turned_q;
    end
    assign state_o[2*g+:2] = !has_q[g] ? smgpu_regs_pkg::LAUNCH_SM_STATE_STATE_IDLE
        : synced_q[g] && split_i[g] ? smgpu_regs_pkg::LAUNCH_SM_STATE_STATE_LAUNCH
        : synced_q[g] || load_here[g] ? smgpu_regs_pkg::LAUNCH_SM_STATE_STATE_SYNC
        : smgpu_regs_pkg::LAUNCH_SM_STATE_STATE_ASSIGN;
  end
  assign task_o = task_q;

  // Words of each SM's task as they will be
  logic [SMS*LW-1:0]      words_d;
  smgpu_pkg::cta_launch_t w;
  always_comb
    for (int unsigned i = 0; i < SMS; i++) begin
      w = words_o[LW*i+:LW];
      if (load_here[i] && word_q != '0)
        unique case (got)
          smgpu_regs_pkg::SLOT_ENTRY[6:2]:    w.entry  = data_q;
          smgpu_regs_pkg::SLOT_PARAM[6:2]:    w.param  = data_q;
          smgpu_regs_pkg::SLOT_GRID_X[6:2]:   w.grid_x = data_q;
          smgpu_regs_pkg::SLOT_GRID_Y[6:2]:   w.grid_y = data_q;
          smgpu_regs_pkg::SLOT_GRID_Z[6:2]:   w.grid_z = data_q;
          smgpu_regs_pkg::SLOT_CTA_XY[6:2]: begin
            w.cta_x = data_q[10:0];
            w.cta_y = data_q[26:16];
          end
          smgpu_regs_pkg::SLOT_CTA_Z[6:2]:    w.cta_z  = data_q[10:0];
          smgpu_regs_pkg::SLOT_SHAPE[6:2]: begin
            w.threads = data_q[10:0];
            w.warps   = data_q[21:16];
          end
          smgpu_regs_pkg::SLOT_RECIP_X[6:2]:  w.recip_x      = data_q[20:0];
          smgpu_regs_pkg::SLOT_RECIP_XY[6:2]: w.recip_xy     = data_q[20:0];
          smgpu_regs_pkg::SLOT_SHARED[6:2]:   {w.lent, w.shared_bytes} =
              {data_q[smgpu_regs_pkg::SLOT_SHARED_LENT_LSB], data_q[17:0]};
          smgpu_regs_pkg::SLOT_LOCAL[6:2]:    w.local_bytes  = data_q[16:0];
          default:                            w.local_va     = data_q;
        endcase
      if (!rst_ni) w.lent = 1'b0;            // as long as there was no task
      w.slot   = '0;
      w.gen    = '0;
      w.vm     = '0;
      w.x      = '0;
      w.y      = '0;
      w.z      = '0;
      w.linear = '0;
      words_d[LW*i+:LW] = w;
    end
  always_ff @(posedge clk_i) words_o <= words_d;

  // ---- Launch
  // can: the SM could launch its task now
  logic [SMS-1:0] can;
  // chosen_q: a choice was made. best: the SM of the next one.
  // last_sm_q: the SM of the last launch.
  logic           chosen_q, any, better;
  logic [1:0]     best, chosen_sm_q, last_sm_q;
  logic [4:0]     best_room;
  always_comb begin
    any       = 1'b0;
    best      = '0;
    best_room = '0;
    better    = 1'b0;
    for (int unsigned i = 0; i < SMS; i++) begin
      can[i] = has_q[i] && synced_q[i] && ready_i[task_q[4*i+:4]] &&
          (!spent_i[task_q[4*i+:4]] || anew_q[i]) && fits_i[i];
      // Round robin: the first SM after the last used one; load balance: most room, lowest rank on
      // a tie.
      better = !any || (policy_i ? 2'(i) > last_sm_q && best <= last_sm_q :
               room_i[5*i+:5] > best_room || (room_i[5*i+:5] == best_room &&
                   rank_i[2*i+:2] < rank_i[2*best+:2]));
      if (can[i] && better) begin
        best      = 2'(i);
        best_room = room_i[5*i+:5];
      end
      any = any || can[i];
    end
  end
  // still: what was chosen can launch now
  logic       still;
  smgpu_pkg::slot_t best_slot;
  always_comb begin
    still       = 1'b0;
    go_slot_o   = '0;
    best_slot   = '0;
    look_slot_o = '0;
    for (int unsigned i = 0; i < SMS; i++) begin
      if (chosen_sm_q == 2'(i)) begin
        still     = can[i];
        go_slot_o = task_q[4*i+:4];
      end
      if (best == 2'(i)) best_slot = task_q[4*i+:4];
      if ((chosen_q ? chosen_sm_q : visit_q) == 2'(i)) look_slot_o = task_q[4*i+:4];
    end
  end
  // What the choice was made from may have changed. One during or before a register access is not
  // kept: what it looked at is not this slot.
  assign go_o    = chosen_q && still && !hold_i;
  assign go_sm_o = chosen_sm_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      chosen_q  <= 1'b0;
      last_sm_q <= '0;
    end else begin
      chosen_q <= !chosen_q && any && best_slot == look_slot_o && !hold_i;
      if (go_o) last_sm_q <= chosen_sm_q;
    end
    chosen_sm_q <= best;
  end

endmodule
