// SPDX-License-Identifier: MIT
// Texture unit of an SM, between execution and load/store. What is no texture instruction passes.
// Of a texture instruction the unit makes loads of the same warp: one of the descriptor, then one
// for each tap, with an address for each thread; their results stay here, and what the filter makes
// of them goes to the register file as a load's result does. Three instructions at a time, each in
// its stage, and a fourth one whose operands come:
//
//   n gather ─▶ d descriptor ─▶ a addresses, loads of the taps ─▶ b results, filter, end
//
// Documentation/hardware/texture.rst says how long each takes. The unit's loads have the
// instruction's warp and register, which no other access under way has (the scoreboard sees to
// that), so results need no mark; their number is the tap. The instructions in d, a and b are of
// different warps, and accesses of these, and of the one in n, wait until it has ended: faults of a
// warp come in program order, and a fault's warp says whose it is.

/* verilator lint_off UNUSEDSIGNAL */  // instruction fields that concern others
module smtex_top #(
    // Threads of a beat
    parameter int unsigned LANES = 16
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // From execution: u is base, v is data, the handle is cmp
    // An access that is no texture instruction passes to m_*.
    input  logic                            ls_valid_i,
    output logic                            ls_ready_o,
    input  smgpu_pkg::uop_t                 ls_uop_i,
    input  smgpu_pkg::beat_t                ls_beat_i,
    input  logic [LANES*32-1:0]             ls_base_i,
    input  logic [LANES*32-1:0]             ls_data_i,
    input  logic [LANES*32-1:0]             ls_cmp_i,
    // To execution and the front end
    // lw_*: a beat of results, those of load/store and those of the filter. lsd_*: an access has
    // ended.
    output logic                            lw_valid_o,
    input  logic                            lw_ready_i,
    output smgpu_pkg::warp_t                lw_warp_o,
    output logic [4:0]                      lw_rd_o,
    output logic [7:0]                      lw_seq_o,
    output smgpu_pkg::beat_t                lw_beat_o,
    output logic [LANES-1:0]                lw_mask_o,
    output logic [LANES*32-1:0]             lw_data_o,
    output logic                            lw_last_o,
    output logic                            lsd_valid_o,
    output smgpu_pkg::warp_t                lsd_warp_o,
    // To load/store
    // Loads of the unit, and accesses that pass. Other operands of these go beside the unit.
    output logic                            m_valid_o,
    input  logic                            m_ready_i,
    output smgpu_pkg::uop_t                 m_uop_o,
    output smgpu_pkg::beat_t                m_beat_o,
    output logic [LANES*32-1:0]             m_base_o,
    // From load/store
    // m_lw_*: a beat of results. m_lsd_*: an access of the warp has ended. m_lsf_*: one has a
    // fault.
    input  logic                            m_lw_valid_i,
    output logic                            m_lw_ready_o,
    input  smgpu_pkg::warp_t                m_lw_warp_i,
    input  logic [4:0]                      m_lw_rd_i,
    input  logic [7:0]                      m_lw_seq_i,
    input  smgpu_pkg::beat_t                m_lw_beat_i,
    input  logic [LANES-1:0]                m_lw_mask_i,
    input  logic [LANES*32-1:0]             m_lw_data_i,
    input  logic                            m_lw_last_i,
    input  logic                            m_lsd_valid_i,
    input  smgpu_pkg::warp_t                m_lsd_warp_i,
    input  logic                            m_lsf_valid_i,
    input  smgpu_pkg::warp_t                m_lsf_warp_i,
    // An instruction has begun, so there is room for another one: execution sends it
    output logic                            taken_o,
    // Counters: an instruction, a tap
    output logic                            tex_o,
    output logic                            tap_o
);

  // Beats of an instruction
  localparam int unsigned B  = 32 / LANES;
  localparam int unsigned BW = smgpu_pkg::BeatW;

  // ================ Stages: what each does, and the instruction in it ================
  localparam logic [2:0] DIdle  = 3'd0;
  localparam logic [2:0] DAsk   = 3'd1;  // the descriptor is asked for
  localparam logic [2:0] DLearn = 3'd2;  // it is awaited
  localparam logic [2:0] DSetup = 3'd3;  // its words are taken
  localparam logic [2:0] DLevel = 3'd4;  // size of the level
  localparam logic [2:0] DFail  = 3'd5;  // a fault: it goes on as it is

  localparam logic [1:0] AIdle  = 2'd0;
  localparam logic [1:0] ASend  = 2'd1;  // addresses, and behind them the loads of the taps
  localparam logic [1:0] AHand  = 2'd2;  // the next stage is awaited

  localparam logic [2:0] BIdle   = 3'd0;
  localparam logic [2:0] BWait   = 3'd1;  // texels are awaited
  localparam logic [2:0] BFilter = 3'd2;
  localparam logic [2:0] BFail   = 3'd3;  // a fault: an empty result
  localparam logic [2:0] BEnd    = 3'd4;

  // States of the stages d, a and b
  logic [2:0]                 d_q, b_q;
  logic [1:0]                 a_q;
  smgpu_pkg::uop_t            n_uop_q, d_uop_q, a_uop_q, b_uop_q;
  smgpu_pkg::uop_t            uop, n, d, a, b;
  logic                       n_full_q, n_comes_q;        // its operands are there, are coming
  // where operands, fractions and texels of the instruction are
  logic [1:0]                 n_id_q, d_id_q, a_id_q, b_id_q;
  // is_tex: an access is a texture instruction. begins, d_moves, a_moves: one goes on to d, a, b.
  logic                       is_tex, d_busy, a_busy, b_busy, begins, d_moves, a_moves;
  logic [3:0]                 d_level_q;                  // what is left of the level
  assign {uop, n, d, a, b} = {ls_uop_i, n_uop_q, d_uop_q, a_uop_q, b_uop_q};
  // Execution sends no other instruction of this opcode to load/store.
  assign is_tex  = uop.insn[6:2] == 5'h0a;
  assign d_busy  = d_q != DIdle;
  assign a_busy  = a_q != AIdle;
  assign b_busy  = b_q != BIdle;
  assign a_moves = a_q == AHand && b_q == BIdle;
  assign d_moves = ((d_q == DLevel && d_level_q == '0) || d_q == DFail) &&
      (a_q == AIdle || a_moves);
  assign begins  = n_full_q && (d_q == DIdle || d_moves) && !(d_busy && n.warp == d.warp) &&
                   !(a_busy && n.warp == a.warp) && !(b_busy && n.warp == b.warp);
  assign taken_o = begins;

  // ---- Loads of each stage: whose results, whose ends are not there; has one had a fault
  // left: loads whose last result is not there. owed: loads of which the end is not told.
  logic [2:0] d_left_q, a_left_q, b_left_q, d_owed_q, a_owed_q, b_owed_q, d_left, a_left, b_left,
      d_owed, a_owed, b_owed;
  logic       d_fault_q, a_fault_q, b_fault_q, d_fault, a_fault, b_fault;
  logic       d_loads;
  logic       a_loads;
  logic       d_match;
  logic       a_match;
  logic       b_match;
  logic       d_end;
  logic       a_end;
  logic       b_end;
  assign d_match = m_lw_valid_i && d_busy && m_lw_warp_i == d.warp && m_lw_rd_i == d.insn[11:7];
  assign a_match = m_lw_valid_i && a_busy && m_lw_warp_i == a.warp && m_lw_rd_i == a.insn[11:7];
  assign b_match = m_lw_valid_i && b_busy && m_lw_warp_i == b.warp && m_lw_rd_i == b.insn[11:7];
  assign d_end   = m_lsd_valid_i && d_busy && m_lsd_warp_i == d.warp && d_owed_q != '0;
  assign a_end   = m_lsd_valid_i && a_busy && m_lsd_warp_i == a.warp && a_owed_q != '0;
  assign b_end   = m_lsd_valid_i && b_busy && m_lsd_warp_i == b.warp && b_owed_q != '0;
  assign d_left  = d_left_q + 3'(d_loads) - 3'(d_match && m_lw_last_i);
  assign a_left  = a_left_q + 3'(a_loads) - 3'(a_match && m_lw_last_i);
  assign b_left  = b_left_q - 3'(b_match && m_lw_last_i);
  assign d_owed  = d_owed_q + 3'(d_loads) - 3'(d_end);
  assign a_owed  = a_owed_q + 3'(a_loads) - 3'(a_end);
  assign b_owed  = b_owed_q - 3'(b_end);
  assign d_fault = d_fault_q || (m_lsf_valid_i && m_lsf_warp_i == d.warp);
  assign a_fault = a_fault_q || (m_lsf_valid_i && m_lsf_warp_i == a.warp);
  assign b_fault = b_fault_q || (m_lsf_valid_i && m_lsf_warp_i == b.warp);
  always_ff @(posedge clk_i) begin
    // Counts and faults move on with their instruction, with what comes in that cycle.
    {d_left_q, d_owed_q, d_fault_q} <= begins ? '0 : {d_left, d_owed, d_fault};
    {a_left_q, a_owed_q, a_fault_q} <= d_moves ? {d_left, d_owed, d_fault} :
                                       {a_left, a_owed, a_fault};
    {b_left_q, b_owed_q, b_fault_q} <= a_moves ? {a_left, a_owed, a_fault} :
                                       {b_left, b_owed, b_fault};
    if (begins) {d_uop_q, d_id_q} <= {n_uop_q, n_id_q};
    if (d_moves) {a_uop_q, a_id_q} <= {d_uop_q, d_id_q};
    if (a_moves) {b_uop_q, b_id_q} <= {a_uop_q, a_id_q};
  end

  // ---- The way to load/store changes its user between accesses only: the taps come before a
  // descriptor, both before what passes.
  logic          own_a;      // a tap's load has the way
  logic          own_d;      // the descriptor's load has it
  logic          pass;       // an access may go through
  logic          take;
  logic          taken;
  logic          a_taken;
  logic          mid_q;      // some beats of an access have gone ...
  logic          mid_a_q;    // ... it is a tap's
  logic          mid_d_q;    // ... the descriptor's
  logic          a_filled_q; // the addresses of the tap's next beat are in a_row
  smgpu_pkg::beat_t beat_q;                              // of an access of the unit that goes out
  assign own_a      = a_q == ASend && a_filled_q && (!mid_q || mid_a_q);
  assign own_d      = d_q == DAsk && (mid_q ? mid_d_q : !own_a);
  // If accesses passed while an end is to be told, it could wait for ever.
  assign pass       = !is_tex && (mid_q ? !mid_a_q && !mid_d_q :
                                  !own_a && !own_d && b_q != BEnd &&
                                  !(n_full_q && uop.warp == n.warp) &&
                                  !(d_busy && uop.warp == d.warp) &&
                                  !(a_busy && uop.warp == a.warp) &&
                                  !(b_busy && uop.warp == b.warp));
  assign m_valid_o  = own_a || own_d || (ls_valid_i && pass);
  assign ls_ready_o = is_tex ? !n_full_q : pass && m_ready_i;
  assign take       = ls_valid_i && is_tex && ls_ready_o;
  assign taken      = (own_a || own_d) && m_ready_i;
  assign a_taken    = own_a && m_ready_i;
  assign a_loads    = a_taken && beat_q == BW'(B - 1);
  assign d_loads    = own_d && m_ready_i && beat_q == BW'(B - 1);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {mid_q, mid_a_q, mid_d_q, beat_q} <= '0;
    else if (m_valid_o && m_ready_i) begin
      mid_q   <= m_beat_o != BW'(B - 1);
      mid_a_q <= own_a;
      mid_d_q <= own_d;
      if (taken) beat_q <= a_loads || d_loads ? '0 : beat_q + 1'b1;
    end
  end

  // ================ n: u and v of each thread to block RAM; the handle is that of the lowest
  // active one ================
  // n_have_q: a beat with an active thread has come, so n_handle_q stays.
  // uv_row: row of coordinates that stage a reads
  logic [LANES*32-1:0] u_row, v_row;
  logic [LANES-1:0]    active;
  logic [31:0]         handle, n_handle_q;
  logic                n_have_q;
  logic [2:0]          uv_row;
  always_ff @(posedge clk_i) begin
    if (take) begin
      n_uop_q   <= ls_uop_i;
      n_comes_q <= ls_beat_i != BW'(B - 1);
      n_have_q  <= (n_comes_q && n_have_q) || active != '0;
      if (!n_comes_q || !n_have_q) n_handle_q <= handle;
    end
    if (begins) n_id_q <= n_id_q + 2'd1;
    n_full_q <= (n_full_q && !begins) || (take && ls_beat_i == BW'(B - 1));
    if (!rst_ni) {n_comes_q, n_full_q, n_id_q} <= '0;
  end
  assign active = LANES'(uop.mask >> (6'(ls_beat_i) * 6'(LANES)));
  always_comb begin
    handle = '0;
    for (int unsigned i = LANES; i > 0; i--) if (active[i-1]) handle = ls_cmp_i[32*(i-1)+:32];
  end
  // Up to eight beats of four instructions
  common_lanes #(
      .DEPTH(32),
      .LANES(2 * LANES)
  ) u_operands (
      .clk_i,
      .re_i   (1'b1),
      .raddr_i({a_id_q, uv_row}),
      .rdata_o({v_row, u_row}),
      .we_i   (take),
      .wmask_i('1),
      .waddr_i({n_id_q, ls_beat_i}),
      .wdata_i({ls_data_i, ls_base_i})
  );

  // ================ d: the texture, from its descriptor ================
  // word: word of the descriptor. d_handle_q: its address, with the level in bits 3:0.
  // d_base_q, d_width_q, d_height_q: address of the level, its texels along u and v
  logic [31:0] word, d_handle_q, d_base_q;
  logic [12:0] d_width_q, d_height_q;
  logic [3:0]  levels;
  logic        d_linear_q, d_bytes_q;              // taps are mixed; a texel is a byte
  logic [1:0]  d_repeat_q, d_mirror_q;             // v, u
  // 0, 1, 3: a word is read, size, format, address of the level; else it is awaited
  logic [2:0]  ask_q;
  logic [1:0]  have_q;                             // words that are there
  logic        word_ask, word_ready, word_valid;
  assign levels   = word[19:16];
  assign word_ask = d_q == DSetup && (ask_q[1:0] == 2'd3 || ask_q < 3'd2);
  always_ff @(posedge clk_i) begin
    if (begins) d_handle_q <= n_handle_q;
    case (d_q)
      DAsk:
        if (d_loads) d_q <= DLearn;
      DLearn: begin
        {ask_q, have_q} <= '0;
        if (d_left_q == '0) d_q <= d_fault_q ? DFail : DSetup;
      end
      DSetup: begin
        if (word_ask && word_ready) ask_q <= ask_q + 3'd1;
        if (word_valid) have_q <= have_q + 2'd1;
        if (word_valid && have_q == 2'd0) {d_height_q, d_width_q} <= {word[28:16], word[12:0]};
        if (word_valid && have_q == 2'd1) begin
          ask_q      <= 3'd3;
          d_bytes_q  <= word[3:0] == 4'd1;
          d_linear_q <= word[7:4] == 4'd1 && word[3:0] != 4'd2;
          d_repeat_q <= {word[15:12] == 4'd1, word[11:8] == 4'd1};
          d_mirror_q <= {word[15:12] == 4'd2, word[11:8] == 4'd2};
          d_level_q  <= d_handle_q[3:0] >= levels ? levels - 4'd1 : d_handle_q[3:0];
        end
        if (word_valid && have_q == 2'd2) begin
          d_base_q <= word;
          d_q      <= DLevel;
        end
      end
      DLevel:
        if (d_level_q != '0) begin
          d_level_q <= d_level_q - 4'd1;
          {d_height_q, d_width_q} <= {1'b0, d_height_q[12:1], 1'b0, d_width_q[12:1]};
        end
      default: ;
    endcase
    if (d_moves) d_q <= DIdle;
    if (begins) d_q <= DAsk;
    if (!rst_ni) d_q <= DIdle;
  end

  // ================ a: addresses; a tap is sent when its own are there ================
  // The level of the instruction in a. tap_q: tap that is sent. row_tap and row_beat: row that is
  // read.
  logic [31:0]         a_base_q;
  logic [12:0]         a_width_q, a_height_q;
  logic                a_linear_q, a_bytes_q, frac_valid;
  logic [1:0]          a_repeat_q, a_mirror_q, tap_q, row_tap;
  logic [2:0]          ready_taps, frac_group;
  smgpu_pkg::beat_t    row_beat;
  logic [63:0]         frac;
  logic [LANES*32-1:0] a_row;
  assign row_tap  = a_loads ? tap_q + 2'd1 : tap_q;
  assign row_beat = a_loads ? '0 : a_taken ? beat_q + 1'b1 : mid_q && mid_a_q ? beat_q : '0;
  smtex_addr #(.LANES(LANES)) u_addr (
      .clk_i, .rst_ni, .run_i(a_q == ASend), .mask_i(a_q == ASend ? a.mask : d.mask),
      .width_i(a_width_q), .height_i(a_height_q), .base_i(a_base_q), .linear_i(a_linear_q),
      .bytes_i(a_bytes_q), .repeat_i(a_repeat_q), .mirror_i(a_mirror_q), .uv_row_o(uv_row),
      .u_i(u_row), .v_i(v_row), .frac_valid_o(frac_valid),
      .frac_group_o(frac_group), .frac_o(frac), .ready_o(ready_taps), .row_i({row_tap, row_beat}),
      .addr_o(a_row)
  );
  always_ff @(posedge clk_i) begin
    // The row that is read now is there in the next cycle.
    a_filled_q <= a_q == ASend && {1'b0, row_tap} < ready_taps;
    if (d_moves) begin
      tap_q    <= '0;
      a_base_q <= d_base_q;
      // A side that was halved to nothing has one texel.
      {a_height_q, a_width_q} <= {d_height_q | 13'(d_height_q == '0),
                                  d_width_q | 13'(d_width_q == '0)};
      {a_linear_q, a_bytes_q, a_repeat_q, a_mirror_q} <=
          {d_linear_q, d_bytes_q, d_repeat_q, d_mirror_q};
    end
    case (a_q)
      ASend: begin
        if (a_loads) tap_q <= tap_q + 2'd1;
        // After a fault no further tap follows. One whose addresses are there still goes to its
        // last beat.
        if (a_loads ? a_fault_q || tap_q == {2{a_linear_q}} : a_fault_q && !a_filled_q)
          a_q <= AHand;
      end
      AHand:
        if (a_moves) a_q <= AIdle;
      default: ;
    endcase
    if (d_moves) a_q <= ASend;
    if (!rst_ni) a_q <= AIdle;
  end

  // ---- Loads
  always_comb begin
    m_uop_o      = own_a ? a : d;
    m_uop_o.seq  = own_a ? {6'b0, tap_q} : '0;
    // As a load: a byte without sign or a word, into the register of the instruction
    m_uop_o.insn = {17'b0, own_a && a_bytes_q ? 3'd4 : 3'd2, m_uop_o.insn[11:7], 7'h03};
    m_base_o   = a_row;
    if (own_d) begin
      // Sixteen threads read the descriptor. Bit 0 of the pc marks a fault's address as no thread's
      // own.
      m_uop_o.mask = 32'h0000_ffff;
      m_uop_o.pc   = {d.pc[31:1], 1'b1};
      for (int unsigned l = 0; l < LANES; l++)
        m_base_o[32*l+:32] = {d_handle_q[31:6], 4'(6'(beat_q) * 6'(LANES)) + 4'(l), 2'b0};
    end
    if (!own_a && !own_d) begin
      m_uop_o    = uop;
      m_base_o = ls_base_i;
    end
  end
  assign m_beat_o = own_a || own_d ? beat_q : ls_beat_i;

  // ================ b: results of loads, the filter ================
  // match: a result is of a load of the unit. want: the filter, or a fault, has a result to write.
  logic                b_linear_q, b_bytes_q, match, ours, want, ls_wait_q, given, ends, out_valid,
      out_last;
  smgpu_pkg::beat_t    out_beat;
  logic [LANES*32-1:0] out;
  assign match = d_match || a_match || b_match;
  smtex_filter #(.LANES(LANES)) u_filter (
      .clk_i, .rst_ni, .we_i(match), .wid_i(d_match ? d_id_q : a_match ? a_id_q : b_id_q),
      .wtap_i(m_lw_seq_i[1:0]), .wbeat_i(m_lw_beat_i),
      .wmask_i(m_lw_mask_i), .wdata_i(m_lw_data_i), .frac_we_i(frac_valid), .frac_id_i(a_id_q),
      .frac_group_i(frac_group), .frac_i(frac),
      .word_ask_i(word_ask), .word_ready_o(word_ready), .word_id_i(d_id_q),
      .word_index_i(ask_q[1] ? 4'd3 + d_level_q : {3'b0, ask_q[0]}),
      .word_valid_o(word_valid), .word_o(word), .run_i(b_q == BFilter), .id_i(b_id_q),
      .mask_i(b.mask), .linear_i(b_linear_q), .bytes_i(b_bytes_q),
      .out_valid_o(out_valid), .out_taken_i(given), .out_last_o(out_last), .out_beat_o(out_beat),
      .out_data_o(out)
  );
  always_ff @(posedge clk_i) begin
    if (a_moves) {b_linear_q, b_bytes_q} <= {a_linear_q, a_bytes_q};
    case (b_q)
      BWait:
        // All results are there, those of loads with a fault too.
        if (b_left_q == '0) b_q <= b_fault_q ? BFail : BFilter;
      BFilter:
        if (given && out_last) b_q <= BEnd;
      BFail:
        if (given) b_q <= BEnd;
      BEnd:
        if (ends) b_q <= BIdle;
      default: ;
    endcase
    if (a_moves) b_q <= BWait;
    if (!rst_ni) b_q <= BIdle;
  end

  // ---- To the register file: a result that waits there goes on waiting.
  assign want         = out_valid || b_q == BFail;
  assign ours         = want && !ls_wait_q;
  assign given        = ours && lw_ready_i;
  assign lw_valid_o   = ours || (m_lw_valid_i && !match);
  assign m_lw_ready_o = match || (!ours && lw_ready_i);
  assign lw_warp_o    = ours ? b.warp : m_lw_warp_i;
  assign lw_rd_o      = ours ? b.insn[11:7] : m_lw_rd_i;
  assign lw_seq_o     = ours ? b.seq : m_lw_seq_i;
  assign lw_beat_o    = ours ? out_beat : m_lw_beat_i;
  assign lw_mask_o    = ours ?
                        LANES'(b.mask >> (6'(out_beat) * 6'(LANES))) & {LANES{b_q != BFail}} :
                        m_lw_mask_i;
  assign lw_data_o    = ours ? out : m_lw_data_i;
  assign lw_last_o    = ours ? b_q == BFail || out_last : m_lw_last_i;
  always_ff @(posedge clk_i) ls_wait_q <= rst_ni && lw_valid_o && !ours && !lw_ready_i;

  // ---- Ends of accesses: those of the unit's loads are swallowed, for each instruction there is
  // one, in the place of one of them or of none.
  logic swallow;
  assign swallow     = d_end || a_end || b_end;
  assign ends        = b_q == BEnd && b_owed_q == '0 && (!m_lsd_valid_i || swallow);
  assign lsd_valid_o = (m_lsd_valid_i && !swallow) || ends;
  assign lsd_warp_o  = ends ? b.warp : m_lsd_warp_i;

  assign tex_o = d_loads;
  assign tap_o = a_loads;

`ifdef VERILATOR
  // A result that the register file has not taken is still offered. Results belong to loads of a
  // stage.
  // No two instructions of a warp are in d, a and b. Execution sends one only if n has room.
  // The beats of an instruction come one after the other. Its register is not x0.
  logic ours_wait_q;
  always_ff @(posedge clk_i) begin
    ours_wait_q <= rst_ni && ours && !lw_ready_i;
    if (rst_ni) begin
      if (ours_wait_q && !ours) $fatal(1, "smtex_top: a result is withdrawn");
      if ((d_match && d_left_q == '0 && d_q != DAsk) ||
          (a_match && a_left_q == '0 && a_q != ASend) || (b_match && b_left_q == '0)) $fatal(1,
          "smtex_top: a result that was not asked for");
      if ((d_busy && a_busy && d.warp == a.warp) || (d_busy && b_busy && d.warp == b.warp) ||
          (a_busy && b_busy && a.warp == b.warp))
        $fatal(1, "smtex_top: two instructions of a warp");
      if (ls_valid_i && is_tex && n_full_q)
        $fatal(1, "smtex_top: an instruction that there is no room for");
      if (ls_valid_i && n_comes_q && (!is_tex || uop.warp != n.warp))
        $fatal(1, "smtex_top: beats of two instructions are mixed");
      if (take && uop.insn[11:7] == '0) $fatal(1, "smtex_top: an instruction without a register");
    end
  end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
