// SPDX-License-Identifier: MIT
// Texture unit of an SM, between execution and load/store. What is no texture instruction passes. Of a texture instruction the unit makes loads of the same
// warp: one of the descriptor, then one for each tap, with an address for each thread; their results stay here, and what the filter makes of them goes to
// the register file as a load's result does. One instruction at a time, four threads a cycle, without fours that are not active; the next one is taken
// meanwhile. README.md tells what each step takes.
//
// The unit's loads have the instruction's warp and register, which no other access under way has (the scoreboard sees to that), so results need no mark;
// their number is the tap. Accesses of the same warp wait until the instruction has ended: faults of a warp come in program order.

/* verilator lint_off UNUSEDSIGNAL */  // instruction fields that concern others
module smtex_top #(
    parameter int unsigned LANES = 16
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // From execution: u is base, v is data, the handle is cmp
    input  logic                            ls_valid_i,
    output logic                            ls_ready_o,
    input  logic [smgpu_pkg::UopW-1:0]      ls_uop_i,
    input  logic [smgpu_pkg::BeatW-1:0]     ls_beat_i,
    input  logic [LANES*32-1:0]             ls_base_i,
    input  logic [LANES*32-1:0]             ls_data_i,
    input  logic [LANES*32-1:0]             ls_cmp_i,
    // To execution and the front end
    output logic                            lw_valid_o,
    input  logic                            lw_ready_i,
    output logic [5:0]                      lw_warp_o,
    output logic [4:0]                      lw_rd_o,
    output logic [7:0]                      lw_seq_o,
    output logic [smgpu_pkg::BeatW-1:0]     lw_beat_o,
    output logic [LANES-1:0]                lw_mask_o,
    output logic [LANES*32-1:0]             lw_data_o,
    output logic                            lw_last_o,
    output logic                            lsd_valid_o,
    output logic [5:0]                      lsd_warp_o,
    // To load/store
    output logic                            m_valid_o,
    input  logic                            m_ready_i,
    output logic [smgpu_pkg::UopW-1:0]      m_uop_o,
    output logic [smgpu_pkg::BeatW-1:0]     m_beat_o,
    output logic [LANES*32-1:0]             m_base_o,
    // From load/store
    input  logic                            m_lw_valid_i,
    output logic                            m_lw_ready_o,
    input  logic [5:0]                      m_lw_warp_i,
    input  logic [4:0]                      m_lw_rd_i,
    input  logic [7:0]                      m_lw_seq_i,
    input  logic [smgpu_pkg::BeatW-1:0]     m_lw_beat_i,
    input  logic [LANES-1:0]                m_lw_mask_i,
    input  logic [LANES*32-1:0]             m_lw_data_i,
    input  logic                            m_lw_last_i,
    input  logic                            m_lsd_valid_i,
    input  logic [5:0]                      m_lsd_warp_i,
    input  logic                            m_lsf_valid_i,
    input  logic [5:0]                      m_lsf_warp_i,
    // An instruction has ended: execution sends another one
    output logic                            done_o,
    // Counters: an instruction, a tap
    output logic                            tex_o,
    output logic                            tap_o
);

  localparam int unsigned B  = 32 / LANES;
  localparam int unsigned BW = smgpu_pkg::BeatW;
  localparam int unsigned LI = $clog2(LANES);
  localparam int unsigned T  = 4;       // threads a cycle: a group
  localparam int unsigned GI = LANES > T ? LI - 2 : 1;  // bits that say where a group lies in its row
  localparam int unsigned Latency = 7;  // of an address, from the read of its coordinates on

  // ================ Which step the unit is in ================
  localparam logic [3:0] Idle   = 4'd0;  // no instruction
  localparam logic [3:0] Ask    = 4'd1;  // the descriptor is asked for
  localparam logic [3:0] Learn  = 4'd2;  // it is awaited
  localparam logic [3:0] Setup  = 4'd3;  // its words are taken
  localparam logic [3:0] Level  = 4'd4;  // size of the level
  localparam logic [3:0] Addr   = 4'd5;  // addresses of all taps
  localparam logic [3:0] Send   = 4'd6;  // their loads go out
  localparam logic [3:0] Wait   = 4'd7;  // what is under way is awaited
  localparam logic [3:0] Filter = 4'd8;
  localparam logic [3:0] Fail   = 4'd9;  // a fault: an empty result
  localparam logic [3:0] End    = 4'd10;

  logic [3:0]                 state_q;
  smgpu_pkg::uop_t            uop, t, n, m_uop;
  logic [smgpu_pkg::UopW-1:0] t_q, next_q;                // the instruction, the next one
  logic [4:0]                 rd;
  logic                       busy, sending, is_tex, take, taken, loads, fault_q, mid_q, filled_q;
  logic                       comes_q, full_q, bank_q;    // the next one's beats come, are there, are in this half of the operands
  logic [1:0]                 tap_q, last_tap;
  logic [2:0]                 issued_q, done_q, owed_q;   // loads: gone out, complete, whose end has not been swallowed
  logic [2:0]                 n_q;                        // of a step
  logic [BW-1:0]              beat_q;                     // that goes out
  assign uop     = ls_uop_i;
  assign t       = t_q;
  assign n       = next_q;
  assign rd      = t.insn[11:7];
  assign busy    = state_q != Idle;
  assign sending = state_q == Ask || state_q == Send;
  assign is_tex  = uop.insn[6:2] == 5'h0a;

  // Where group g of eight lies: in which row, and where in the row
  function automatic logic [2:0] row_of(input logic [2:0] group);
    row_of = LANES > T ? 3'(group >> GI) : group;
  endfunction
  function automatic logic [GI-1:0] place_of(input logic [2:0] group);
    place_of = LANES > T ? GI'(group) : '0;
  endfunction

  // ---- Groups with an active thread, one after the other: for each tap in Addr, with all its taps in Filter
  logic [7:0] groups, above;
  logic [2:0] group_q, first_group, next_group;
  logic [1:0] walk_tap_q;
  logic       walk_q, last_group, step, tap_ends;
  always_comb begin
    for (int unsigned g = 0; g < 8; g++) groups[g] = t.mask[4*g+:4] != '0;
    above       = groups & (8'hfe << group_q);
    first_group = '0;
    next_group  = '0;
    for (int unsigned g = 8; g > 0; g--) begin
      if (groups[g-1]) first_group = 3'(g - 1);
      if (above[g-1]) next_group = 3'(g - 1);
    end
  end
  assign last_group = above == '0;
  assign tap_ends   = walk_tap_q == last_tap;
  always_ff @(posedge clk_i) begin
    if (state_q != Addr && state_q != Filter) begin
      group_q    <= first_group;
      walk_tap_q <= '0;
      walk_q     <= 1'b1;
    end else if (step) begin
      if (state_q == Addr ? last_group : tap_ends) walk_tap_q <= state_q == Addr ? walk_tap_q + 2'd1 : '0;
      else if (state_q == Filter) walk_tap_q <= walk_tap_q + 2'd1;
      if (state_q == Addr || tap_ends) group_q <= last_group ? first_group : next_group;
      if (last_group && tap_ends) walk_q <= 1'b0;
    end
  end

  // ---- The way to load/store changes its user between instructions only.
  logic own, pass;
  assign own        = !mid_q && (state_q == Ask || (state_q == Send && filled_q));
  assign pass       = !is_tex && (mid_q || !(sending || state_q == End || (busy && uop.warp == t.warp) || (full_q && uop.warp == n.warp)));
  assign m_valid_o  = own || (ls_valid_i && pass);
  assign ls_ready_o = is_tex ? !full_q : pass && m_ready_i;
  assign take       = ls_valid_i && is_tex && ls_ready_o;
  assign taken      = own && m_ready_i;
  assign loads      = taken && beat_q == BW'(B - 1);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) mid_q <= 1'b0;
    else if (ls_valid_i && pass && m_ready_i) mid_q <= ls_beat_i != BW'(B - 1);
  end

  // ---- Operands: u and v of each thread, of two instructions; the handle is that of the lowest active one.
  logic [LANES*32-1:0] u_row, v_row;
  logic [LANES-1:0]    active;
  logic [31:0]         handle, handle_q, next_handle_q;
  logic                have_q, begins;
  assign begins = full_q && state_q == Idle;
  always_ff @(posedge clk_i) begin
    if (take) begin
      next_q  <= ls_uop_i;
      comes_q <= ls_beat_i != BW'(B - 1);
      have_q  <= (comes_q && have_q) || active != '0;
      if (!comes_q || !have_q) next_handle_q <= handle;
    end
    if (begins) begin
      t_q      <= next_q;
      handle_q <= next_handle_q;
      bank_q   <= !bank_q;
    end
    full_q <= (full_q && !begins) || (take && ls_beat_i == BW'(B - 1));
    if (!rst_ni) {comes_q, full_q, bank_q} <= '0;
  end
  assign active = LANES'(uop.mask >> (6'(ls_beat_i) * 6'(LANES)));
  always_comb begin
    handle = '0;
    for (int unsigned i = LANES; i > 0; i--) if (active[i-1]) handle = ls_cmp_i[32*(i-1)+:32];
  end
  common_lanes #(
      .DEPTH(16),
      .LANES(2 * LANES)
  ) u_operands (
      .clk_i,
      .re_i   (1'b1),
      .raddr_i({!bank_q, row_of(group_q)}),
      .rdata_o({v_row, u_row}),
      .we_i   (take),
      .wmask_i('1),
      .waddr_i({bank_q, ls_beat_i}),
      .wdata_i({ls_data_i, ls_base_i})
  );

  // ================ The texture, from its descriptor ================
  logic [31:0] word, base_q;                       // a word of the descriptor
  logic [12:0] width_q, height_q;
  logic [3:0]  level_q;
  logic        linear_q, bytes_q;                  // taps are mixed; a texel is a byte
  logic [1:0]  repeat_q, mirror_q;                 // v, u
  logic [3:0]  levels;
  assign levels   = word[19:16];
  assign last_tap = linear_q ? 2'd3 : 2'd0;

  // ================ Addresses: those of one group and tap a cycle ================
  logic [T*32-1:0]     u_q, v_q, address;
  logic [4:0]          at, past, mixed;            // tap and group whose addresses are there, whose fractions are, whose texels are chosen
  logic [4:0]          walked_q[Latency];          // and of those between
  logic [Latency-1:0]  walked_valid_q;
  logic                write, fractions;
  logic [T*16-1:0]     frac, frac_m[8];
  logic [LANES*32-1:0] a_row;
  logic [GI-1:0]       place;                      // of the group that was read in the cycle before
  assign at        = walked_q[Latency-1];
  assign past      = walked_q[Latency-2];
  assign mixed     = walked_q[Latency-3];
  assign write     = walked_valid_q[Latency-1];
  assign fractions = walked_valid_q[Latency-2];    // those of all taps are the same
  assign place     = place_of(walked_q[0][2:0]);
  always_ff @(posedge clk_i) begin
    walked_q[0] <= {walk_tap_q, group_q};
    for (int unsigned i = 1; i < Latency; i++) walked_q[i] <= walked_q[i-1];
    walked_valid_q <= rst_ni ? {walked_valid_q[Latency-2:0], state_q == Addr && walk_q} : '0;
    u_q     <= u_row[T*32*32'(place)+:T*32];
    v_q     <= v_row[T*32*32'(place)+:T*32];
    if (fractions) frac_m[past[2:0]] <= frac;
  end
  for (genvar k = 0; k < T; k++) begin : gen_address
    logic [12:0] i, j, i_q;
    logic [25:0] row_q;
    always_ff @(posedge clk_i) begin
      row_q <= 26'(j) * 26'(width_q);
      i_q   <= i;
    end
    assign address[32*k+:32] = base_q + (bytes_q ? 32'(row_q) + 32'(i_q) : {4'b0, row_q, 2'b0} + {17'b0, i_q, 2'b0});
    smtex_coord u_u (
        .clk_i,
        .float_i  (u_q[32*k+:32]),
        .repeat_i (repeat_q[0]),
        .mirror_i (mirror_q[0]),
        .size_i   (width_q),
        .between_i(linear_q),
        .second_i (mixed[3]),
        .index_o  (i),
        .frac_o   (frac[16*k+:8])
    );
    smtex_coord u_v (
        .clk_i,
        .float_i  (v_q[32*k+:32]),
        .repeat_i (repeat_q[1]),
        .mirror_i (mirror_q[1]),
        .size_i   (height_q),
        .between_i(linear_q),
        .second_i (mixed[4]),
        .index_o  (j),
        .frac_o   (frac[16*k+8+:8])
    );
  end
  logic [LANES-1:0] a_lanes;
  logic [1:0]       a_tap;                         // of the row that is read
  logic [BW-1:0]    a_beat;
  assign a_lanes = LANES'({T{1'b1}}) << (32'(place_of(at[2:0])) * T);
  assign a_tap   = loads ? tap_q + 2'd1 : tap_q;
  assign a_beat  = loads ? '0 : taken ? beat_q + 1'b1 : beat_q;
  common_lanes #(
      .DEPTH(32),
      .LANES(LANES)
  ) u_addresses (
      .clk_i,
      .re_i   (1'b1),
      .raddr_i({a_tap, 3'(a_beat)}),
      .rdata_o(a_row),
      .we_i   (write),
      .wmask_i(a_lanes),
      .waddr_i({at[4:3], row_of(at[2:0])}),
      .wdata_i({(LANES/T){address}})
  );

  // ---- Loads
  always_comb begin
    m_uop      = t;
    m_uop.seq  = {6'b0, tap_q};
    m_uop.insn = {17'b0, state_q == Send && bytes_q ? 3'd4 : 3'd2, rd, 7'h03};
    if (state_q == Ask) m_uop.mask = 32'h0000_ffff;
    m_base_o = a_row;
    if (state_q == Ask) for (int unsigned l = 0; l < LANES; l++) m_base_o[32*l+:32] = {handle_q[31:6], 4'(6'(beat_q) * 6'(LANES)) + 4'(l), 2'b0};
    if (!own) begin
      m_uop    = uop;
      m_base_o = ls_base_i;
    end
  end
  assign m_uop_o  = m_uop;
  assign m_beat_o = own ? beat_q : ls_beat_i;

  // ================ Results of loads ================
  logic match, ours, ls_wait_q, swallow;
  assign match = m_lw_valid_i && busy && m_lw_warp_i == t.warp && m_lw_rd_i == rd;
  assign swallow = m_lsd_valid_i && busy && m_lsd_warp_i == t.warp && owed_q != '0;

  logic [4:0]          r_row;
  logic [LANES*32-1:0] r_data;
  logic [GI-1:0]       r_place_q;
  logic                go;
  logic [4:0]          who;                        // the first thread of the group that is read, or a word of the descriptor
  logic [1:0]          which;                      // tap
  logic [1:0]          word1_q, word2_q;           // which of its group that word is
  assign r_row = {which, row_of(who[4:2])};
  common_lanes #(
      .DEPTH(32),
      .LANES(LANES)
  ) u_texels (
      .clk_i,
      .re_i   (go),
      .raddr_i(r_row),
      .rdata_o(r_data),
      .we_i   (match),
      .wmask_i(m_lw_mask_i),
      .waddr_i({m_lw_seq_i[1:0], m_lw_beat_i}),
      .wdata_i(m_lw_data_i)
  );

  // ================ Filter: a tap of a group a cycle ================
  logic        f0, f1_q, f2_q, f3_q, f1_first_q, f2_first_q, f1_last_q, f2_last_q;
  logic        f0_ends, f1_ends_q, f2_ends_q, f3_ends_q;   // the last group of its beat
  logic [2:0]  f1_group_q, f2_group_q, f3_group_q;
  logic        f1_done_q, f2_done_q, f3_done_q;            // the last one of all
  logic        lanes_full_q, out_last_q;
  logic [T*16-1:0]     frac_q;
  logic [1:0]          f1_tap_q;
  logic [BW-1:0]       out_beat_q;
  logic [LANES*32-1:0] out_q;
  logic [T*32-1:0]     texels_q, result;
  logic                given;
  assign f0      = state_q == Filter && walk_q;
  assign f0_ends = last_group || row_of(next_group) != row_of(group_q);
  assign step    = state_q == Addr || go;
  assign who   = state_q == Setup ? (n_q[2] ? {1'b0, 4'd3 + level_q} : {4'b0, n_q[0]}) : {group_q, 2'b0};
  assign which = state_q == Setup ? 2'd0 : walk_tap_q;
  assign go    = !lanes_full_q || given;
  assign word  = texels_q[32*32'(word2_q)+:32];
  for (genvar k = 0; k < T; k++) begin : gen_thread
    logic [8:0]  wx, wy;
    logic [16:0] weight_q;
    assign wx = f1_tap_q[0] ? {1'b0, frac_q[16*k+:8]} : 9'd256 - {1'b0, frac_q[16*k+:8]};
    assign wy = f1_tap_q[1] ? {1'b0, frac_q[16*k+8+:8]} : 9'd256 - {1'b0, frac_q[16*k+8+:8]};
    always_ff @(posedge clk_i) if (go) weight_q <= 17'(wx) * 17'(wy);
    for (genvar c = 0; c < 4; c++) begin : gen_channel
      logic [24:0] sum_q;                          // at most 255 * 65536 + 32768
      always_ff @(posedge clk_i)
        if (go && f2_q) sum_q <= 25'(texels_q[32*k+8*c+:8]) * 25'(weight_q) + (f2_first_q ? 25'd32768 : sum_q);
      assign result[32*k+8*c+:8] = !bytes_q || c == 0 ? sum_q[23:16] : c == 3 ? 8'hff : 8'h00;
    end
  end
  always_ff @(posedge clk_i) begin
    if (go) begin
      frac_q     <= frac_m[group_q];
      f1_tap_q   <= walk_tap_q;
      r_place_q  <= place_of(who[4:2]);
      {word2_q, word1_q} <= {word1_q, who[1:0]};
      f1_first_q <= walk_tap_q == '0;
      f1_last_q  <= tap_ends;
      f2_first_q <= f1_first_q;
      f2_last_q  <= f1_last_q;
      texels_q   <= r_data[T*32*32'(r_place_q)+:T*32];
      {f1_group_q, f2_group_q, f3_group_q} <= {group_q, f1_group_q, f2_group_q};
      {f1_ends_q, f2_ends_q, f3_ends_q}    <= {f0_ends, f1_ends_q, f2_ends_q};
      {f1_done_q, f2_done_q, f3_done_q}    <= {last_group, f1_done_q, f2_done_q};
      for (int unsigned p = 0; p < LANES / T; p++) if (f3_q && place_of(f3_group_q) == GI'(p)) out_q[T*32*p+:T*32] <= result;
    end
    if (!rst_ni || state_q != Filter) begin
      {f1_q, f2_q, f3_q, lanes_full_q} <= '0;
      out_beat_q <= '0;
    end else if (go) begin
      f1_q         <= f0;
      f2_q         <= f1_q;
      f3_q         <= f2_q && f2_last_q;
      lanes_full_q <= f3_q && f3_ends_q;
      out_beat_q   <= BW'(row_of(f3_group_q));
      out_last_q   <= f3_done_q;
    end
  end

  // ---- To the register file: a result that waits there goes on waiting.
  logic want;
  assign want         = lanes_full_q || state_q == Fail;
  assign ours         = want && !ls_wait_q;
  assign given        = ours && lw_ready_i;
  assign lw_valid_o   = ours || (m_lw_valid_i && !match);
  assign m_lw_ready_o = match || (!ours && lw_ready_i);
  assign lw_warp_o    = ours ? t.warp : m_lw_warp_i;
  assign lw_rd_o      = ours ? rd : m_lw_rd_i;
  assign lw_seq_o     = ours ? t.seq : m_lw_seq_i;
  assign lw_beat_o    = ours ? out_beat_q : m_lw_beat_i;
  assign lw_mask_o    = ours ? LANES'(t.mask >> (6'(out_beat_q) * 6'(LANES))) & {LANES{state_q != Fail}} : m_lw_mask_i;
  assign lw_data_o    = ours ? out_q : m_lw_data_i;
  assign lw_last_o    = ours ? state_q == Fail || out_last_q : m_lw_last_i;
  always_ff @(posedge clk_i) ls_wait_q <= rst_ni && lw_valid_o && !ours && !lw_ready_i;

  // ---- Ends of accesses: those of the unit's loads are swallowed, for each instruction there is one. No new access passes in the meantime.
  logic ends;
  assign ends        = state_q == End && owed_q == '0 && !m_lsd_valid_i;
  assign lsd_valid_o = (m_lsd_valid_i && !swallow) || ends;
  assign lsd_warp_o  = ends ? t.warp : m_lsd_warp_i;
  assign done_o      = ends;

  // ================ Steps ================
  assign tex_o = state_q == Ask && loads;
  assign tap_o = state_q == Send && loads;
  always_ff @(posedge clk_i) begin
    filled_q <= state_q == Send;
    n_q      <= n_q + 3'd1;
    case (state_q)
      Idle:
        if (full_q) state_q <= Ask;
      Ask: begin
        if (loads) state_q <= Learn;
      end
      Learn: begin
        n_q <= '0;
        if (done_q == 3'd1) state_q <= fault_q ? Fail : Setup;
      end
      Setup: begin
        if (n_q == 3'd2) {height_q, width_q} <= {word[28:16], word[12:0]};
        if (n_q == 3'd3) begin
          bytes_q  <= word[3:0] == 4'd1;
          linear_q <= word[7:4] == 4'd1 && word[3:0] != 4'd2;
          repeat_q <= {word[15:12] == 4'd1, word[11:8] == 4'd1};
          mirror_q <= {word[15:12] == 4'd2, word[11:8] == 4'd2};
          level_q  <= handle_q[3:0] >= levels ? levels - 4'd1 : handle_q[3:0];
        end
        if (n_q == 3'd6) begin
          base_q  <= word;
          state_q <= Level;
        end
      end
      Level: begin
        level_q <= level_q - 4'd1;
        if (level_q != '0) {height_q, width_q} <= {1'b0, height_q[12:1], 1'b0, width_q[12:1]};
        else begin
          if (height_q == '0) height_q <= 13'd1;
          if (width_q == '0) width_q <= 13'd1;
          state_q <= Addr;
        end
      end
      Addr:
        if (!walk_q && walked_valid_q == {1'b1, {(Latency - 1) {1'b0}}}) state_q <= Send;
      Send:
        if (loads) begin
          tap_q <= tap_q + 2'd1;
          if (tap_q == last_tap || fault_q) state_q <= Wait;
        end
      Wait:
        if (done_q == issued_q) state_q <= fault_q ? Fail : Filter;
      Filter:
        if (given && out_last_q) state_q <= End;
      Fail:
        if (given) state_q <= End;
      default:
        if (ends) state_q <= Idle;
    endcase
    if (taken) beat_q <= loads ? '0 : beat_q + 1'b1;
    if (loads) issued_q <= issued_q + 3'd1;
    if (match && m_lw_last_i) done_q <= done_q + 3'd1;
    if (loads != swallow) owed_q <= loads ? owed_q + 3'd1 : owed_q - 3'd1;
    if (m_lsf_valid_i && m_lsf_warp_i == t.warp) fault_q <= 1'b1;
    if (state_q == Idle) begin
      issued_q <= '0;
      done_q   <= '0;
      fault_q  <= 1'b0;
      tap_q    <= '0;
      beat_q   <= '0;
      owed_q   <= '0;
    end
    if (!rst_ni) state_q <= Idle;
  end

`ifdef VERILATOR
  logic ours_wait_q;
  always_ff @(posedge clk_i) begin
    ours_wait_q <= rst_ni && ours && !lw_ready_i;
    if (rst_ni) begin
      if (ours_wait_q && !ours) $fatal(1, "smtex_top: a result is withdrawn");
      if (match && state_q != Learn && state_q != Addr && state_q != Send && state_q != Wait && state_q != Ask) $fatal(1, "smtex_top: a result that was not asked for");
      if (ls_valid_i && comes_q && (!is_tex || uop.warp != n.warp)) $fatal(1, "smtex_top: beats of two instructions are mixed");
      if (take && uop.insn[11:7] == '0) $fatal(1, "smtex_top: an instruction without a register");
    end
  end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
