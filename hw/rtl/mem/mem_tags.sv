// SPDX-License-Identifier: MIT
// Tags of the L2: 4 ways a set, with the order of their use and, for each line, which L1s may hold it.
// The set is given in S0, the tag in S1, which sees what S1 wrote one cycle before.

module mem_tags #(
    parameter int unsigned SMS = 1,
    parameter int unsigned SI  = 9    // bits of a set's number
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    output logic             init_o,            // tags are being cleared
    // S0
    input  logic             read_i,            // what is read goes to S1
    input  logic [SI-1:0]    read_set_i,
    // S1: look up
    input  logic [26:0]      line_i,
    output logic             hit_o,
    output logic             pending_o,         // it is on its way from DRAM,
    output logic [3:0]       mshr_o,            // asked for by this MSHR
    output logic [SMS-1:0]   holders_o,         // L1s that may hold the line that hits, if it is not on its way
    output logic [1:0]       way_o,             // of the line that hits, else of the victim
    output logic             any_victim_o,
    output logic             victim_dirty_o,
    output logic [SMS-1:0]   victim_holders_o,
    output logic [26:0]      victim_line_o,
    // S1: the line is in this way from now on, as its newest
    input  logic             we_i,
    input  logic [1:0]       way_i,
    input  logic             valid_i,
    input  logic             pending_i,
    input  logic [3:0]       mshr_i,            // if pending
    input  logic             dirty_i,
    input  logic [SMS-1:0]   holders_i,
    output logic             dirty_o            // of the line that hits
);

  localparam int unsigned TagW = 27 - SI;
  typedef struct packed {
    logic            pending;
    logic            dirty;
    logic            valid;
    logic [3:0]      info;      // pending: the MSHR; else which L1s may hold it
    logic [TagW-1:0] tag;
  } entry_t;
  localparam int unsigned EW   = TagW + 7;
  localparam int unsigned SetW = 4 * EW + 3;           // {order of use, ways}

  logic [SI-1:0]   set, init_set_q;
  logic            init_q;
  assign set    = line_i[SI-1:0];
  assign init_o = init_q;

  (* no_rw_check *)  // what S1 writes while it is read is forwarded
  logic [SetW-1:0] tags[2**SI];
  logic [SetW-1:0] read_q, written_q, tags_q, tags_new;
  logic            forward_q;
  assign tags_q = forward_q ? written_q : read_q;
  always_ff @(posedge clk_i) begin
    if (we_i || init_q) tags[init_q ? init_set_q : set] <= init_q ? '0 : tags_new;
    if (read_i) begin
      read_q    <= tags[read_set_i];
      written_q <= tags_new;
      forward_q <= we_i && set == read_set_i;
    end
  end

  logic [3:0]         way_valid, way_pending, way_dirty, way_hit;
  logic [15:0]        way_info;
  logic [3:0]         info;
  logic [4*TagW-1:0]  way_tag;
  entry_t             way0, way1, way2, way3;
  assign {way3, way2, way1, way0} = tags_q[4*EW-1:0];
  assign way_valid   = {way3.valid, way2.valid, way1.valid, way0.valid};
  assign way_pending = {way3.pending, way2.pending, way1.pending, way0.pending};
  assign way_dirty   = {way3.dirty, way2.dirty, way1.dirty, way0.dirty};
  assign way_info    = {way3.info, way2.info, way1.info, way0.info};
  assign way_tag     = {way3.tag, way2.tag, way1.tag, way0.tag};
  for (genvar g = 0; g < 4; g++) begin : gen_hit
    assign way_hit[g] = way_valid[g] && way_tag[TagW*g+:TagW] == line_i[26:SI];
  end
  logic [1:0] victim;
  logic [2:0] order_new;
  mem_victim u_victim (
      .order_i  (tags_q[4*EW+:3]),
      .valid_i  (way_valid),
      .pending_i(way_pending),
      .any_o    (any_victim_o),
      .victim_o (victim),
      .use_i    (way_i),
      .order_o  (order_new)
  );
  assign hit_o            = |way_hit;
  assign pending_o        = |(way_hit & way_pending);
  assign dirty_o          = |(way_hit & way_dirty);
  assign way_o            = hit_o ? {way_hit[3] || way_hit[2], way_hit[3] || way_hit[1]} : victim;
  assign victim_dirty_o   = way_valid[victim] && way_dirty[victim];
  assign victim_line_o    = {way_tag[TagW*victim+:TagW], set};
  always_comb begin
    info = '0;
    for (int unsigned i = 0; i < 4; i++) info = info | (way_info[4*i+:4] & {4{way_hit[i]}});
    victim_holders_o = way_valid[victim] ? way_info[4*victim+:SMS] : '0;
  end

  assign mshr_o           = info;
  assign holders_o        = info[SMS-1:0];

  entry_t entry_new;
  assign entry_new.pending = pending_i;
  assign entry_new.dirty   = dirty_i;
  assign entry_new.valid   = valid_i;
  assign entry_new.info    = pending_i ? mshr_i : 4'(holders_i);
  assign entry_new.tag     = line_i[26:SI];
  always_comb begin
    tags_new = tags_q;
    for (int unsigned i = 0; i < 4; i++) if (way_i == 2'(i)) tags_new[EW*i+:EW] = entry_new;
    tags_new[4*EW+:3] = order_new;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      init_q     <= 1'b1;
      init_set_q <= '0;
    end else if (init_q) begin
      init_set_q <= init_set_q + 1'b1;
      if (init_set_q == '1) init_q <= 1'b0;
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (we_i && !init_q && (way_hit & (way_hit - 4'd1)) != '0) $fatal(1, "not ok mem_tags: a line is in two ways");
`endif

endmodule
