// SPDX-License-Identifier: MIT
// Requests under way and the answers that wait.
// - an entry from the request to the taking of its answer; free entries are given lowest first,
//   each chosen before there is a request for it
// - answers wait in a FIFO with room for as many as there are entries, the first of them in a
//   register together with its entry; one that comes when none waits goes straight there. Both are
//   in block RAM
// - load_o, write_o and place_o decide what comes next in the unit: they are in LUT RAM and
//   registers, as block RAM is slow to show what it has read
// - same_o: a load of the same warp and set is under way. Its line may come from the L2 later than
//   the one that is in L1, and a warp's loads of one address are in order: the next one must not
//   hit
// - a line that is touched (invalidated, stored to) while its fill is under way must not be kept.
//   Lines are compared by their set and eight bits made of their tag: now and then a line is not
//   kept without need, and the comparison costs a third

/* verilator lint_off UNUSEDSIGNAL */
module smls_pending #(
    parameter int unsigned WIDTH = 8,   // of an entry
    parameter int unsigned BANKS = 1,
    parameter int unsigned ENTRIES = 32  // power of two, at most 32
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    // A new request
    output logic                           free_o,
    output logic [4:0]                     free_id_o,
    input  logic                           put_i,
    input  logic [WIDTH-1:0]               entry_i,
    input  logic [35:0]                    line_i,      // pa[40:5]
    input  logic [6:0]                     place_i,     // its set and bank in L1
    input  logic                           nokeep_i,
    input  logic                           load_i,
    input  logic                           write_i,
    input  smgpu_pkg::warp_t               new_warp_i,
    input  smgpu_pkg::warp_t               warp_i,      // of the group at hand
    input  logic [BANKS*7-1:0]             set_i,       // of the lines at hand
    output logic [BANKS-1:0]               same_o,
    output logic                           any_o,       // requests are under way
    input  logic                           era_i,       // of the new request
    input  logic                           now_i,
    output logic                           old_o,       // some are of another era than now
    // A line is touched
    input  logic                           touch_i,
    input  logic [35:0]                    touch_line_i,
    // Answers from memory
    input  logic                           rsp_valid_i,
    input  smgpu_pkg::mem_rsp_t            rsp_i,
    // The first answer
    output logic                           valid_o,
    input  logic                           take_i,
    output logic                           err_o,
    output smgpu_pkg::line_t               data_o,
    output logic [WIDTH-1:0]               entry_o,
    // of its request: load_i, write_i, place_i; known earlier than its entry
    output logic                           load_o,
    output logic                           write_o,
    output logic [6:0]                     place_o,
    output logic                           keep_o
);

  // Number of the line in its page, and eight bits in which each bit of the page takes part
  function automatic logic [14:0] key(input logic [35:0] line);
    key = {line[14:7] ^ line[22:15] ^ line[30:23] ^ {3'b0, line[35:31]}, line[6:0]};
  endfunction

  // ---- Entries
  localparam int unsigned EI = $clog2(ENTRIES);
  // For each entry: it has a request; its line must not be kept; it is a load; the era of its
  // group.
  logic [ENTRIES-1:0] used_q, nokeep_q, touched, load_q, era_q;
  logic [BANKS*ENTRIES-1:0] same;
  // For the order of a warp's loads, and for what touches a line
  logic [5:0]  warp_q[ENTRIES];
  logic [14:0] key_q[ENTRIES];
  logic [14:0] new_key, touch_key;
  // id: entry of the first answer. free_id: the one that the next request gets.
  logic [EI-1:0] id_q, next_id, free_id;
  logic        next_free;
  assign free_id_o = 5'(free_id);
  assign any_o     = used_q != '0;
  assign old_o     = (used_q & (era_q ^ {ENTRIES{now_i}})) != '0;
  for (genvar b = 0; b < BANKS; b++) begin : gen_same
    assign same_o[b] = same[ENTRIES*b+:ENTRIES] != '0;
  end
  assign new_key   = key(line_i);
  assign touch_key = key(touch_line_i);
  always_comb begin
    next_free = 1'b0;
    next_id   = '0;
    for (int unsigned i = ENTRIES; i > 0; i--)
      if (!used_q[i-1] && !(free_o && free_id == EI'(i - 1))) begin
        next_free = 1'b1;
        next_id   = EI'(i - 1);
      end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) free_o <= 1'b0;
    else if (!free_o || put_i) free_o <= next_free;
    if (!free_o || put_i) free_id <= next_id;
  end
  for (genvar g = 0; g < ENTRIES; g++) begin : gen_entry
    logic put;
    assign put        = put_i && free_id == EI'(g);
    assign touched[g] = touch_i && key_q[g] == touch_key;
    for (genvar b = 0; b < BANKS; b++) begin : gen_bank
      assign same[ENTRIES*b+g] = used_q[g] && load_q[g] && warp_q[g] == warp_i &&
                                 key_q[g][6:0] == set_i[7*b+:7];
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) used_q[g] <= 1'b0;
      else if (put) used_q[g] <= 1'b1;
      else if (take_i && id_q == EI'(g)) used_q[g] <= 1'b0;
      if (put) begin
        key_q[g]    <= new_key;
        load_q[g]   <= load_i;
        era_q[g]    <= era_i;
        warp_q[g]   <= new_warp_i;
        nokeep_q[g] <= nokeep_i || (touch_i && new_key == touch_key);
      end else if (touched[g]) begin
        nokeep_q[g] <= 1'b1;
      end
    end
  end
  // What touches the line in this very cycle counts.
  assign keep_o = !(nokeep_q[id_q] || touched[id_q]);

  // ---- Answers
  logic [EI:0]  head_q, tail_q, next;
  logic [EI:0]  ids[ENTRIES];              // {error, id}
  // load: the first answer may be replaced. straight: the next one comes from memory, not the FIFO.
  logic         empty, load, from_ram, straight, from_ram_q;
  logic [255:0] straight_q, ram_q;
  assign empty    = head_q == tail_q;
  assign load     = !valid_o || take_i;
  assign from_ram = load && !empty;
  assign straight = load && empty && rsp_valid_i;
  assign next     = empty ? {rsp_i.err, rsp_i.id[EI-1:0]} : ids[head_q[EI-1:0]];
  assign data_o   = from_ram_q ? ram_q : straight_q;

  (* ram_style = "block", no_rw_check *) logic [255:0] lines[ENTRIES];
  always_ff @(posedge clk_i) begin
    if (rsp_valid_i) lines[tail_q[EI-1:0]] <= rsp_i.data;
    if (from_ram) ram_q <= lines[head_q[EI-1:0]];
  end
  (* ram_style = "block", no_rw_check *) logic [WIDTH-1:0] entries[ENTRIES];
  always_ff @(posedge clk_i) begin
    if (put_i) entries[free_id] <= entry_i;
    if (load) entry_o <= entries[next[EI-1:0]];
  end

  // In LUT RAM: {load, write, place} of each request
  logic [8:0] kinds[ENTRIES];
  always_ff @(posedge clk_i) begin
    if (put_i) kinds[free_id] <= {load_i, write_i, place_i};
    if (load) {load_o, write_o, place_o} <= kinds[next[EI-1:0]];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      valid_o <= 1'b0;
    end else begin
      if (rsp_valid_i && !straight) tail_q <= tail_q + 1'b1;
      if (from_ram) head_q <= head_q + 1'b1;
      if (load) valid_o <= from_ram || straight;
    end
    if (rsp_valid_i) ids[tail_q[EI-1:0]] <= {rsp_i.err, rsp_i.id[EI-1:0]};
    if (load) begin
      id_q       <= next[EI-1:0];
      err_o      <= next[EI];
      from_ram_q <= from_ram;
      straight_q <= rsp_i.data;
    end
  end

`ifdef VERILATOR
  logic [EI:0] waiting;
  assign waiting = tail_q - head_q;
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      // An answer belongs to a request, and there are no more of them than entries.
      if (put_i && !free_o) $fatal(1, "smls_pending: a request without an entry");
      if (take_i && !valid_o) $fatal(1, "smls_pending: an answer is taken that is not there");
      if (rsp_valid_i && !used_q[rsp_i.id[EI-1:0]])
        $fatal(1, "smls_pending: an answer to no request");
      if (32'(waiting) > ENTRIES) $fatal(1, "smls_pending: more answers than requests");
    end
`endif
`ifdef FORMAL
`include "smls_pending_formal.svh"
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
