// SPDX-License-Identifier: MIT
// Quotas of launched CTAs: how many a slot launches in its turn.
// - spent: the slot has launched its quota. A ready slot of the same priority that has some left
//   comes before it (launcher_pick)
// - a launch of a spent slot begins the turns of its priority anew

module launcher_quota (
    input  logic        clk_i,
    input  logic        rst_ni,
    // Register writes
    // QUOTA says how many; CTRL says whether it counts, and the priority
    input  logic        quota_we_i,
    input  logic        fill_i,         // CTRL
    input  smgpu_pkg::slot_t slot_i,
    input  logic [31:0] wdata_i,
    // The launch of a CTA
    input  logic        go_i,
    input  smgpu_pkg::slot_t go_slot_i,
    output logic [15:0] counts_o,       // slots that have a quota
    output logic [15:0] spent_o,
    output logic [63:0] prio_o,         // 4 bits each
    output logic        turned_o        // this launch changes which slots are spent
);

  logic [15:0] quota_m[16], left_m[16]; // left: of the turn, unless the next launch is its first
  // en_q: the quota counts. spent_q: it is launched. first_q: the next launch begins a turn.
  logic [15:0] en_q, spent_q, first_q;
  logic [63:0] prio_q;
  logic [15:0] left;
  logic        last;
  assign left     = first_q[go_slot_i] ? quota_m[go_slot_i] : left_m[go_slot_i];
  // This launch is the last of the slot's turn.
  assign last     = en_q[go_slot_i] && left == 16'd1;
  assign turned_o = go_i && (last || spent_q[go_slot_i]);

  always_ff @(posedge clk_i) begin
    if (quota_we_i) quota_m[slot_i] <= wdata_i[15:0];
    if (go_i) left_m[go_slot_i] <= left - 16'd1;
  end

  logic [3:0] go_prio;
  assign go_prio = prio_q[4*go_slot_i+:4];
  for (genvar g = 0; g < 16; g++) begin : gen_slot
    logic filled, launched, anew;
    assign filled   = fill_i && slot_i == 4'(g);
    assign launched = go_i && go_slot_i == 4'(g);
    assign anew     = go_i && spent_q[go_slot_i] && prio_q[4*g+:4] == go_prio;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) spent_q[g] <= 1'b0;
      else if (filled || launched || anew) spent_q[g] <= launched && last;
      if (filled || launched) first_q[g] <= filled || last;
      if (filled) begin
        en_q[g]          <= wdata_i[smgpu_regs_pkg::SLOT_CTRL_QUOTA_LAUNCHED_LSB];
        prio_q[4*g+:4]   <= wdata_i[smgpu_regs_pkg::SLOT_CTRL_PRIO_LSB+:4];
      end
    end
  end
  assign counts_o = en_q;
  assign spent_o  = spent_q;
  assign prio_o   = prio_q;

endmodule
