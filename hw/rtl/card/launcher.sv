// SPDX-License-Identifier: MIT
// CTA launcher: walks the grids and queues of 16 task slots. Firmware fills a slot and says in
// which order slots are tried; everything per CTA happens here.
// - launcher_pick says which SM launches a CTA of which slot
// - launcher_quota says which slots have used up their turn
// - launcher_queue says how many items a CTA of a queue gets, and when
// - launcher_counts counts what each slot does
// - a slot's end (done, stopped, killed) is posted once, to an event FIFO (launcher_events)
// - a warp's bell sets its slot's bit for the firmware

/* verilator lint_off UNUSEDSIGNAL */  // register words and context fields have unused bits
module launcher #(
    parameter int unsigned SMS   = 1,
    parameter int unsigned PODS  = 2,        // of an SM
    // 0: QUOTA, CTRL.quota_launched and CTRL.prio do nothing
    parameter int unsigned TURNS = 1
) (
    input  logic                                  clk_i,
    input  logic                                  rst_ni,
    // Registers LAUNCH and SLOT: read data in the next cycle, 0 if not addressed
    input  logic                                  reg_valid_i,
    input  logic                                  reg_write_i,
    input  logic [15:0]                           reg_addr_i,
    input  logic [31:0]                           reg_wdata_i,
    output logic [31:0]                           reg_rdata_o,
    output logic                                  event_o,       // the event FIFO is not empty
    // a CTA is in flight, or items wait for their time
    output logic                                  busy_o,
    // SMs
    // A launch is one cycle. launch_o shows each SM its task at all times; launch_fits_i answers
    // that.
    output logic [SMS-1:0]                        launch_valid_o,
    output logic [SMS*smgpu_pkg::CtaLaunchW-1:0]  launch_o,
    input  logic [SMS-1:0]                        launch_fits_i,
    // the SM has taken launch_o's size of shared memory
    input  logic [SMS-1:0]                        split_i,
    // Room in each SM, for the policy and for register SM_STATE
    input  logic [SMS*6-1:0]                      free_warps_i,
    input  logic [SMS*5-1:0]                      room_i,        // how many more CTAs of launch_o
    // CTAs that end, one an SM and cycle; slots that have anything in an SM
    input  logic [SMS-1:0]                        cta_done_valid_i,
    input  logic [SMS*4-1:0]                      cta_done_slot_i,
    input  logic [SMS*16-1:0]                     slot_busy_i,
    // Slots whose warps have to end
    output logic [15:0]                           kill_o,
    // Instructions of each pod, for the counts of slots
    input  logic [SMS*2-1:0]                      issue_valid_i,
    input  logic [SMS*8-1:0]                      issue_slot_i,
    // with issue_valid_i: the instruction was xsm.bell
    input  logic [SMS*2-1:0]                      bell_i,
    output logic                                  bell_o,        // a bell is pending
    output logic                                  killed_o,      // event 3 is posted
    output smgpu_pkg::slot_t                      killed_slot_o,
    // Counters
    // A CTA starts; so many end in this cycle
    output logic                                  launched_o,
    output logic [2:0]                            completed_o
);

  localparam int unsigned LW = smgpu_pkg::CtaLaunchW;

  // ---- Register decode
  logic       is_slot, is_launch, slot_we;
  smgpu_pkg::slot_t reg_slot;
  logic [6:0] reg_off;
  assign is_slot   = reg_valid_i && reg_addr_i[15:11] == 5'b01000;  // 0x4000..0x47ff
  assign is_launch = reg_valid_i && reg_addr_i[15:6] == smgpu_regs_pkg::LAUNCH_BASE[15:6];
  assign slot_we   = is_slot && reg_write_i;
  assign reg_slot  = reg_addr_i[10:7];
  assign reg_off   = reg_addr_i[6:0];
  localparam logic [6:0] OffCtrl      = smgpu_regs_pkg::SLOT_CTRL[6:0];
  localparam logic [6:0] OffMask      = smgpu_regs_pkg::SLOT_SM_MASK[6:0];
  localparam logic [6:0] OffCtaZ      = smgpu_regs_pkg::SLOT_CTA_Z[6:0];
  localparam logic [6:0] OffNext      = smgpu_regs_pkg::SLOT_NEXT[6:0];
  localparam logic [6:0] OffLimit     = smgpu_regs_pkg::SLOT_LIMIT[6:0];
  localparam logic [6:0] OffX         = smgpu_regs_pkg::SLOT_NEXT_X[6:0];
  localparam logic [6:0] OffY         = smgpu_regs_pkg::SLOT_NEXT_Y[6:0];
  localparam logic [6:0] OffZ         = smgpu_regs_pkg::SLOT_NEXT_Z[6:0];
  localparam logic [6:0] OffInflight  = smgpu_regs_pkg::SLOT_INFLIGHT[6:0];
  localparam logic [6:0] OffCompleted = smgpu_regs_pkg::SLOT_COMPLETED[6:0];
  localparam logic [6:0] OffInstr     = smgpu_regs_pkg::SLOT_WARP_INSTR[6:0];
  localparam logic [6:0] OffCoalesce  = smgpu_regs_pkg::SLOT_COALESCE[6:0];
  localparam logic [6:0] OffTimeout   = smgpu_regs_pkg::SLOT_TIMEOUT[6:0];
  localparam logic [6:0] OffQuota     = smgpu_regs_pkg::SLOT_QUOTA[6:0];
  localparam logic [6:0] OffEntry     = smgpu_regs_pkg::SLOT_ENTRY[6:0];
  localparam logic [6:0] OffLocalVa   = smgpu_regs_pkg::SLOT_LOCAL_VA[6:0];

  // ---- State of the slots that selection needs at once
  // A bit for each slot
  logic [15:0]  valid_q;   // it has a task
  logic [15:0]  stop_q;    // it is stopped
  logic [15:0]  seq_q;     // it runs CTAs one by one
  logic [15:0]  most_en_q; // CTAs in flight have a limit
  logic [15:0]  queue_q;   // it is a queue
  logic [15:0]  work_q;    // CTAs are left
  logic [15:0]  kill_q;    // it is killed
  logic [15:0]  bell_q;    // its bell has rung
  // Space and generation of the task
  logic [5:0]   vm_m[16];
  logic [7:0]   gen_m[16];
  // SMs that the slot may use
  logic [63:0]  mask_q;    // 4 bits each
  localparam int unsigned FW = 7;        // CTAs in flight: 16 on each of 4 SMs
  logic [16*FW-1:0] most_q, inflight_q;
  // idle: no CTA is in flight. under_most: fewer than the limit.
  logic [15:0]      idle, under_most;
  // CTAs in flight keep the slot from launching. A cycle old: a launch is looked at again a cycle
  // after it was chosen
  logic [15:0]      waits_q;

  // ---- The walk: small memories, one port for a launch and the registers, one for the scan. In a
  // cycle with an access to a slot's registers nothing is launched and the scan looks at that slot.
  // Number of the next CTA or item, and where the walk ends; x, y and z of the next
  logic [31:0] next_q[16], limit_q[16], x_q[16], y_q[16], z_q[16];
  logic [3:0]  walk_slot, scan_at;

  // ---- Words of a task, for register reads
  // As the firmware wrote them, 32 words a slot
  logic [31:0] words_reg_q[512];
  logic [31:0] words_reg_data_q;
  always_ff @(posedge clk_i) begin
    if (slot_we) words_reg_q[{reg_slot, reg_off[6:2]}] <= reg_wdata_i;
    words_reg_data_q <= words_reg_q[{reg_slot, reg_off[6:2]}];
  end

  // ---- Control registers
  // How SMs are chosen, their rank, and the slots in their order
  logic        policy_q;
  logic [7:0]  rank_q;
  logic [63:0] order_q;
  logic [4:0]  order_used_q;

  // ---- Selection
  // ready: may launch. enough: of a queue, items for a CTA. go: a CTA starts. go_last: the last.
  logic [15:0]        ready, enough;
  logic               go, go_last, fill;
  logic [1:0]         go_sm;
  // The slot whose walk is looked at, and the slot that launches
  smgpu_pkg::slot_t   look_slot, go_slot;
  // Task, words and state of each SM
  logic [SMS*4-1:0]   sm_task;
  logic [SMS*LW-1:0]  sm_words;
  logic [SMS*2-1:0]   sm_state;
  always_comb
    for (int unsigned i = 0; i < 16; i++)
      ready[i] = valid_q[i] && !stop_q[i] && work_q[i] && !kill_q[i] && !waits_q[i] &&
          !(queue_q[i] && !enough[i]);
  always_ff @(posedge clk_i) waits_q <= (seq_q & ~idle) | (most_en_q & ~under_most);

  logic [15:0] spent, counts_turn;
  logic [63:0] prio;
  logic        turned;
  if (TURNS != 0) begin : gen_turns
    launcher_quota u_quota (
        .clk_i, .rst_ni, .quota_we_i(slot_we && reg_off == OffQuota), .fill_i(fill),
        .slot_i(reg_slot), .wdata_i(reg_wdata_i),
        .go_i(go), .go_slot_i(go_slot), .counts_o(counts_turn), .spent_o(spent), .prio_o(prio),
        .turned_o(turned)
    );
  end else begin : gen_no_turns
    assign counts_turn = '0;
    assign spent       = '0;
    assign prio        = '0;
    assign turned      = 1'b0;
  end

  launcher_pick #(.SMS(SMS)) u_pick (
      .clk_i, .rst_ni, .slot_we_i(slot_we), .fill_i(fill), .slot_i(reg_slot), .word_i(reg_off[6:2]),
      .wdata_i(reg_wdata_i),
      .ready_i(ready), .spent_i(spent), .prio_i(prio), .turned_i(turned), .mask_i(mask_q),
      .order_i(order_q), .order_used_i(order_used_q), .policy_i(policy_q),
      .split_i, .fits_i(launch_fits_i), .room_i, .rank_i(rank_q), .hold_i(is_slot),
      .look_slot_o(look_slot), .go_o(go), .go_sm_o(go_sm), .go_slot_o(go_slot),
      .task_o(sm_task), .words_o(sm_words), .state_o(sm_state)
  );

  // Only the SM that launches looks at the CTA's index. What is left of the walk is known from the
  // cycle of the choice.
  logic [31:0] go_next;  // of the walked slot: the next CTA or item
  logic [31:0] go_limit; // one more than its last
  logic [31:0] left_q;   // what is left of it
  logic [31:0] walk_x;   // index of its next CTA
  logic [31:0] walk_y;
  logic [31:0] walk_z;
  logic [31:0] go_x;     // what the CTA gets as its index: of a queue an item and their number
  logic [31:0] go_y;
  logic [31:0] go_z;
  logic [31:0] step;     // CTAs or items that the launch takes
  logic [15:0] items;
  logic        go_queue;
  logic [SMS*8-1:0] sm_gen;
  logic [SMS*6-1:0] sm_vm;
  assign walk_slot = is_slot ? reg_slot : look_slot;
  assign go_next   = next_q[walk_slot];
  assign go_limit  = limit_q[walk_slot];
  assign walk_x    = x_q[walk_slot];
  assign walk_y    = y_q[walk_slot];
  assign walk_z    = z_q[walk_slot];
  assign go_queue  = queue_q[go_slot];
  assign go_x     = go_queue ? go_next : walk_x;
  assign go_y     = go_queue ? 32'(items) : walk_y;
  assign go_z     = go_queue ? '0 : walk_z;
  assign step     = go_queue ? 32'(items) : 32'd1;
  assign go_last  = left_q == step;
  always_ff @(posedge clk_i) left_q <= go_limit - go_next;
  for (genvar g = 0; g < SMS; g++) begin : gen_sm
    logic [3:0] s;
    assign s = sm_task[4*g+:4];
    assign sm_gen[8*g+:8]    = gen_m[s];
    assign sm_vm[6*g+:6]     = vm_m[s];
    assign launch_valid_o[g] = go && go_sm == 2'(g);
  end
  smgpu_pkg::cta_launch_t launch;
  always_comb
    for (int unsigned i = 0; i < SMS; i++) begin
      launch        = sm_words[LW*i+:LW];
      launch.slot   = sm_task[4*i+:4];
      launch.gen    = sm_gen[8*i+:8];
      launch.vm     = sm_vm[6*i+:6];
      launch.x      = go_x;
      launch.y      = go_y;
      launch.z      = go_z;
      launch.linear = go_next;
      launch_o[LW*i+:LW] = launch;
    end
  assign launched_o = go;

  // It stands while registers of a slot are accessed.
  logic [3:0]  scan_q;  // the slot whose end is looked for in this cycle
  logic [31:0] scan_next, scan_limit;
  assign scan_at    = is_slot ? reg_slot : scan_q;
  assign scan_next  = next_q[scan_at];
  assign scan_limit = limit_q[scan_at];
  launcher_queue u_queue (
      .clk_i, .rst_ni, .coalesce_we_i(slot_we && reg_off == OffCoalesce),
      .timeout_we_i(slot_we && reg_off == OffTimeout), .fill_i(fill), .slot_i(reg_slot),
      .wdata_i(reg_wdata_i),
      .go_i(go), .go_slot_i(go_slot), .go_left_i(left_q), .items_o(items),
      .scan_i(scan_at), .scan_left_i(scan_limit - scan_next), .enough_o(enough)
  );

  // ---- The walk
  logic x_wraps, y_wraps;
  smgpu_pkg::cta_launch_t walked;
  always_comb begin
    walked = '0;
    for (int unsigned i = 0; i < SMS; i++) if (go_sm == 2'(i)) walked = sm_words[LW*i+:LW];
  end
  assign x_wraps = walk_x + 32'd1 == walked.grid_x;
  assign y_wraps = walk_y + 32'd1 == walked.grid_y;
  always_ff @(posedge clk_i) begin
    if (go || (slot_we && reg_off == OffNext))
      next_q[walk_slot] <= go ? go_next + step : reg_wdata_i;
    if (go || (slot_we && reg_off == OffX))
      x_q[walk_slot] <= go ? (x_wraps ? '0 : walk_x + 32'd1) : reg_wdata_i;
    if ((go && x_wraps) || (slot_we && reg_off == OffY))
      y_q[walk_slot] <= go ? (y_wraps ? '0 : walk_y + 32'd1) : reg_wdata_i;
    if ((go && x_wraps && y_wraps) || (slot_we && reg_off == OffZ))
      z_q[walk_slot] <= go ? walk_z + 32'd1 : reg_wdata_i;
    if (slot_we && reg_off == OffLimit) limit_q[walk_slot] <= reg_wdata_i;
    if (slot_we && reg_off == OffCtaZ)
      for (int unsigned i = 0; i < 16; i++)
        if (reg_slot == 4'(i))
          most_q[FW*i+:FW] <= reg_wdata_i[31:16+FW] != '0 ? '1 : reg_wdata_i[16+:FW];
    if (slot_we && reg_off == OffMask) mask_q[4*reg_slot+:4] <= reg_wdata_i[3:0];
  end

  // ---- Events: one slot is looked at each cycle, and its end posted in the next, unless registers
  // of a slot are accessed meanwhile
  // Slots with anything in any SM
  logic [15:0] sm_busy;
  logic        fifo_full, fifo_push;
  // Kind of the end that was found, 0 for none, and its slot
  logic [1:0]  end_kind, end_kind_q;
  smgpu_pkg::slot_t end_slot_q;
  logic [31:0] event_word;       // as register LAUNCH_EVENT shows it
  always_comb begin
    sm_busy = '0;
    for (int unsigned i = 0; i < SMS; i++) sm_busy = sm_busy | slot_busy_i[16*i+:16];
  end
  logic quiet;
  assign quiet = idle[scan_at] && !sm_busy[scan_at];
  always_comb begin
    end_kind = '0;
    if (valid_q[scan_at] && quiet) begin
      if (kill_q[scan_at]) end_kind = smgpu_regs_pkg::LAUNCH_EVENT_KIND_KILLED;
      else if (!work_q[scan_at]) end_kind = smgpu_regs_pkg::LAUNCH_EVENT_KIND_DONE;
      else if (stop_q[scan_at]) end_kind = smgpu_regs_pkg::LAUNCH_EVENT_KIND_STOPPED;
    end
  end
  always_ff @(posedge clk_i) begin
    end_kind_q <= (rst_ni && !is_slot) ? end_kind : '0;
    end_slot_q <= scan_at;
  end
  assign fifo_push     = end_kind_q != '0 && !fifo_full && !slot_we;
  assign kill_o        = kill_q;
  assign killed_o      = fifo_push &&
      end_kind_q == smgpu_regs_pkg::LAUNCH_EVENT_KIND_KILLED;
  assign killed_slot_o = end_slot_q;

  launcher_events u_events (
      .clk_i, .rst_ni, .push_i(fifo_push), .kind_i(end_kind_q), .gen_i(gen_m[end_slot_q]),
      .slot_i(end_slot_q), .full_o(fifo_full), .valid_o(event_o), .word_o(event_word),
      .pop_i(is_launch && reg_write_i && reg_addr_i == smgpu_regs_pkg::LAUNCH_EVENT_POP)
  );

  // The last launch of a walk takes its work a cycle later: the choice of the cycle between is
  // looked at again before it launches.
  // ends_q: the slot's last CTA was launched in the cycle before.
  logic       ctrl_we, go_on, ends_q;
  smgpu_pkg::slot_t ends_slot_q;
  assign go_on   = slot_we && reg_off == OffCtrl &&
      reg_wdata_i[smgpu_regs_pkg::SLOT_CTRL_GO_ON_LSB];
  assign ctrl_we = slot_we && reg_off == OffCtrl && !go_on;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q      <= '0;
      stop_q       <= '0;
      work_q       <= '0;
      kill_q       <= '0;
      scan_q       <= '0;
      ends_q       <= 1'b0;
      policy_q     <= 1'b0;
      rank_q       <= smgpu_regs_pkg::LAUNCH_CTRL_RANK_RESET;
      order_used_q <= '0;
      order_q      <= '0;
    end else begin
      if (!is_slot) scan_q <= scan_q + 4'd1;
      ends_q <= go && go_last;
      if (ends_q) work_q[ends_slot_q] <= 1'b0;
      if (slot_we && reg_off == OffLimit && valid_q[reg_slot])
        work_q[reg_slot] <= go_next != reg_wdata_i;
      // A slot that has ended stays so: its event is posted, or about to be.
      if (go_on) stop_q[reg_slot] <= 1'b0;
      if (ctrl_we) begin
        // A stop finds the slot valid or comes too late; only without it is the slot filled.
        stop_q[reg_slot] <= reg_wdata_i[1];
        if (!reg_wdata_i[1]) begin
          valid_q[reg_slot] <= reg_wdata_i[0];
          work_q[reg_slot]  <= go_next < go_limit;
        end
      end
      if (is_launch && reg_write_i) begin
        unique case (reg_addr_i)
          smgpu_regs_pkg::LAUNCH_CTRL:        {rank_q, policy_q} <=
              {reg_wdata_i[smgpu_regs_pkg::LAUNCH_CTRL_RANK_LSB+:8],
              reg_wdata_i[smgpu_regs_pkg::LAUNCH_CTRL_POLICY_LSB]};
          smgpu_regs_pkg::LAUNCH_ORDER:       order_q[31:0] <= reg_wdata_i;
          smgpu_regs_pkg::LAUNCH_ORDER + 16'd4: order_q[63:32] <= reg_wdata_i;
          smgpu_regs_pkg::LAUNCH_ORDER_USED:  order_used_q <= reg_wdata_i[4:0];
          smgpu_regs_pkg::LAUNCH_KILL:        kill_q <= kill_q | (reg_wdata_i[15:0] & valid_q);
          default: ;
        endcase
      end
      // A kill that comes as the slot ends is for that task, not for the next one in the slot.
      if (fifo_push) begin
        valid_q[end_slot_q] <= 1'b0;
        kill_q[end_slot_q]  <= 1'b0;
      end
    end
    ends_slot_q <= go_slot;
    if (ctrl_we) begin
      seq_q[reg_slot]      <= reg_wdata_i[2];
      most_en_q[reg_slot]  <= reg_wdata_i[3];
      queue_q[reg_slot]    <= reg_wdata_i[4];
      vm_m[reg_slot]       <= reg_wdata_i[13:8];
      gen_m[reg_slot]      <= reg_wdata_i[23:16];
    end
  end

  // ---- Counts of each slot
  always_comb begin
    completed_o = '0;
    for (int unsigned i = 0; i < SMS; i++) completed_o = completed_o + {2'b0, cta_done_valid_i[i]};
    busy_o = 1'b0;
    for (int unsigned i = 0; i < 16; i++)
      busy_o = busy_o | !idle[i] | (valid_q[i] & queue_q[i] & work_q[i]);
  end
  assign fill = ctrl_we && !reg_wdata_i[1];
  for (genvar g = 0; g < 16; g++) begin : gen_slot
    // CTAs of the slot that end in this cycle
    logic [2:0] done;
    always_comb begin
      done = '0;
      for (int unsigned i = 0; i < SMS; i++)
        if (cta_done_valid_i[i] && cta_done_slot_i[4*i+:4] == 4'(g)) done = done + 3'd1;
    end
    logic [3:0] more;                    // a launch less the ends, signed
    logic       up;
    assign up = go && go_slot == 4'(g);
    if (SMS == 1) begin : gen_one
      assign more = {{3{done[0] && !up}}, done[0] != up};
    end else begin : gen_more
      assign more = {3'b0, up} - {1'b0, done};
    end
    assign idle[g]        = inflight_q[FW*g+:FW] == '0;
    assign under_most[g] = inflight_q[FW*g+:FW] < most_q[FW*g+:FW];
    always_ff @(posedge clk_i)
      if (!rst_ni) inflight_q[FW*g+:FW] <= '0;
      else inflight_q[FW*g+:FW] <= inflight_q[FW*g+:FW] + {{FW - 4{more[3]}}, more};
  end

  logic [31:0] sum_done, sum_instr;
  launcher_counts #(.SMS(SMS), .PODS(PODS)) u_counts (
      .clk_i, .fill_i(fill), .slot_i(reg_slot), .cta_done_valid_i, .cta_done_slot_i, .issue_valid_i,
      .issue_slot_i, .done_o(sum_done), .instr_o(sum_instr)
  );

  // ---- Bells
  // Bells that ring in this cycle; a ring beats a clear
  logic [15:0] rung;
  always_comb begin
    rung = '0;
    for (int unsigned i = 0; i < 2 * SMS; i++)
      for (int unsigned k = 0; k < 16; k++)
        if (bell_i[i] && issue_slot_i[4*i+:4] == 4'(k)) rung[k] = 1'b1;
  end
  always_ff @(posedge clk_i)
    if (!rst_ni) bell_q <= '0;
    else
      for (int unsigned i = 0; i < 16; i++)
        bell_q[i] <= (bell_q[i] && !(is_launch && reg_write_i &&
            reg_addr_i == smgpu_regs_pkg::LAUNCH_BELL && reg_wdata_i[i]) &&
                      !(fill && reg_slot == 4'(i))) || rung[i];
  assign bell_o = |bell_q;

  // ---- Register reads
  logic [31:0] live_rdata, sm_rdata;
  always_comb begin
    sm_rdata = '0;
    for (int unsigned i = 0; i < SMS; i++)
      if (reg_addr_i == smgpu_regs_pkg::LAUNCH_SM_STATE + 16'(4 * i))
        sm_rdata = {3'b0, room_i[5*i+:5], 2'b0, free_warps_i[6*i+:6], 7'b0, sm_state[2*i+:2] != '0,
            sm_task[4*i+:4], 2'b0, sm_state[2*i+:2]};
  end
  // from_words_q: words of a task come from their memory, all else from registers.
  logic        from_words_q;
  logic [31:0] rdata_q;
  logic [FW-1:0] inflight;
  always_comb begin
    live_rdata = '0;
    inflight   = '0;
    for (int unsigned i = 0; i < 16; i++) if (reg_slot == 4'(i)) inflight = inflight_q[FW*i+:FW];
    if (is_slot) begin
      unique case (reg_off)
        OffCtrl:      live_rdata = {4'b0, prio[4*reg_slot+:4], gen_m[reg_slot], 2'b0,
            vm_m[reg_slot], 2'b0, counts_turn[reg_slot], queue_q[reg_slot], most_en_q[reg_slot],
            seq_q[reg_slot], stop_q[reg_slot], valid_q[reg_slot]};
        OffNext:      live_rdata = go_next;
        OffX:         live_rdata = walk_x;
        OffY:         live_rdata = walk_y;
        OffZ:         live_rdata = walk_z;
        OffInflight:  live_rdata = 32'(inflight);
        OffCompleted: live_rdata = sum_done;
        OffInstr:     live_rdata = sum_instr;
        default: ;
      endcase
    end else if (is_launch) begin
      unique case (reg_addr_i)
        smgpu_regs_pkg::LAUNCH_CTRL:       live_rdata = {16'b0, rank_q, 7'b0, policy_q};
        smgpu_regs_pkg::LAUNCH_ORDER:      live_rdata = order_q[31:0];
        smgpu_regs_pkg::LAUNCH_ORDER + 16'd4: live_rdata = order_q[63:32];
        smgpu_regs_pkg::LAUNCH_ORDER_USED: live_rdata = {27'b0, order_used_q};
        smgpu_regs_pkg::LAUNCH_EVENT:      live_rdata = event_word;
        smgpu_regs_pkg::LAUNCH_KILL:       live_rdata = {16'b0, kill_q};
        smgpu_regs_pkg::LAUNCH_BUSY:       live_rdata = {16'b0, ~idle};
        smgpu_regs_pkg::LAUNCH_BELL:       live_rdata = {16'b0, bell_q};
        default: live_rdata = sm_rdata;
      endcase
    end
  end
  always_ff @(posedge clk_i) begin
    rdata_q      <= live_rdata;
    from_words_q <= is_slot && (reg_off == OffMask || reg_off == OffLimit ||
        (reg_off >= OffEntry && reg_off <= OffLocalVa) || reg_off == OffCoalesce ||
        reg_off == OffTimeout ||
                    reg_off == OffQuota);
  end
  assign reg_rdata_o = from_words_q ? words_reg_data_q : rdata_q;

`ifdef VERILATOR
  always_ff @(posedge clk_i) begin
    if (rst_ni && go && left_q != go_limit - go_next)
      $fatal(1, "not ok launcher: what is left of slot %0d is not what was looked at", go_slot);
    if (rst_ni && fifo_push && (!valid_q[end_slot_q] || !idle[end_slot_q]))
      $fatal(1, "not ok launcher: slot %0d ends twice, or while it launches", end_slot_q);
    if (rst_ni && (kill_q & ~valid_q) != '0)
      $fatal(1, "not ok launcher: a kill of a slot without a task");
    if (rst_ni && go && !work_q[go_slot])
      $fatal(1, "not ok launcher: slot %0d launches without work", go_slot);
    if (rst_ni && go && ((seq_q[go_slot] && !idle[go_slot]) ||
        (most_en_q[go_slot] && !under_most[go_slot])))
      $fatal(1, "not ok launcher: slot %0d launches more CTAs than it may have in flight", go_slot);
  end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
