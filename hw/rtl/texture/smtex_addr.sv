// SPDX-License-Identifier: MIT
// Addresses of an instruction's texels: those of a group and tap a cycle, from the coordinates of
// four threads to a row of addresses, and the fractions between texels. A tap is told ready when
// the addresses of all its groups are there. Latency: 7 cycles from the read of the coordinates on.
module smtex_addr #(
    // Threads of a beat, and words of a row
    parameter int unsigned LANES = 16
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // The instruction, while run_i and in the cycle before
    // Stage a sends taps while run_i is high. Low, it stands at the first group.
    input  logic                run_i,
    // Active threads
    input  logic [31:0]         mask_i,
    // Texels of the level along u and v, at least one; address of its first texel
    input  logic [12:0]         width_i,
    input  logic [12:0]         height_i,
    input  logic [31:0]         base_i,
    input  logic                linear_i,   // taps are mixed
    input  logic                bytes_i,    // a texel is a byte
    // Modes outside of 0 to 1, a bit for each coordinate; with neither it is clamped
    input  logic [1:0]          repeat_i,   // v, u
    input  logic [1:0]          mirror_i,
    // Coordinates: a row of each, a cycle after its number
    output logic [2:0]          uv_row_o,
    input  logic [LANES*32-1:0] u_i,
    input  logic [LANES*32-1:0] v_i,
    // Fractions of a group, v and u of each thread
    // They are written again with each tap, always the same.
    output logic                frac_valid_o,
    output logic [2:0]          frac_group_o,
    output logic [63:0]         frac_o,
    // Addresses: taps that are ready, a row of one, a cycle after its number
    // ready_o counts up to four. It is 0 again while run_i is low.
    output logic [2:0]          ready_o,
    // The row has the tap in bits 4:3 and the beat in bits 2:0.
    input  logic [4:0]          row_i,
    output logic [LANES*32-1:0] addr_o
);

  localparam int unsigned T  = 4;       // threads a cycle: a group
  // bits that say where a group lies in its row
  localparam int unsigned GI = LANES > T ? $clog2(LANES) - 2 : 1;
  // Cycles from the number of a group to the write of its addresses
  localparam int unsigned Latency = 7;

  // of a group and of what goes with it each stage needs some bits
  /* verilator lint_off UNUSEDSIGNAL */
  // Where block RAM has a group: number of its row, and place in that row. A row has LANES threads.
  function automatic logic [2:0] row_of(input logic [2:0] group);
    row_of = LANES > T ? 3'(group >> GI) : group;
  endfunction
  function automatic logic [GI-1:0] place_of(input logic [2:0] group);
    place_of = LANES > T ? GI'(group) : '0;
  endfunction

  // Group and tap whose coordinates are read
  logic       walk, last_group;
  logic [2:0] group;
  logic [1:0] tap;
  /* verilator lint_off PINCONNECTEMPTY */
  smtex_walk u_walk (
      .clk_i, .run_i, .step_i(1'b1), .mask_i, .last_tap_i(linear_i ? 2'd3 : 2'd0), .valid_o(walk),
      .group_o(group), .tap_o(tap), .next_group_o(),
      .last_group_o(last_group), .last_tap_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */
  assign uv_row_o = row_of(group);

  // Coordinates and addresses of the four threads of a group
  logic [T*32-1:0]     u_q, v_q, address;
  // last of its tap, tap and group whose addresses are there, whose fractions are, whose texels are
  // chosen
  logic [5:0]          at, past, mixed;
  logic [5:0]          walked_q[Latency];  // and of those between
  logic [Latency-1:0]  walked_valid_q;
  logic                write;
  logic [T*16-1:0]     frac;
  logic [GI-1:0]       place;              // of the group that was read in the cycle before
  assign at    = walked_q[Latency-1];
  assign past  = walked_q[Latency-2];
  assign mixed = walked_q[Latency-3];
  assign write = walked_valid_q[Latency-1];
  assign place = place_of(walked_q[0][2:0]);
  always_ff @(posedge clk_i) begin
    walked_q[0] <= {last_group, tap, group};
    for (int unsigned i = 1; i < Latency; i++) walked_q[i] <= walked_q[i-1];
    u_q <= u_i[T*32*32'(place)+:T*32];
    v_q <= v_i[T*32*32'(place)+:T*32];
    if (!rst_ni || !run_i) begin
      walked_valid_q <= '0;
      ready_o        <= '0;
    end else begin
      walked_valid_q <= {walked_valid_q[Latency-2:0], walk};
      if (write && at[5]) ready_o <= ready_o + 3'd1;
    end
  end
  assign frac_valid_o = walked_valid_q[Latency-2];  // those of all taps are the same
  assign frac_group_o = past[2:0];
  assign frac_o       = frac;

  for (genvar k = 0; k < T; k++) begin : gen_address
    logic [12:0] i, j, i_q;
    // The product of row and width fits 26 bits. It is there a cycle after the indices, and i_q
    // beside it.
    logic [25:0] row_q;
    always_ff @(posedge clk_i) begin
      row_q <= 26'(j) * 26'(width_i);
      i_q   <= i;
    end
    assign address[32*k+:32] = base_i + (bytes_i ? 32'(row_q) + 32'(i_q) : {4'b0, row_q, 2'b0} +
        {17'b0, i_q, 2'b0});
    smtex_coord u_u (
        .clk_i,
        .float_i  (u_q[32*k+:32]),
        .repeat_i (repeat_i[0]),
        .mirror_i (mirror_i[0]),
        .size_i   (width_i),
        .between_i(linear_i),
        .second_i (mixed[3]),
        .index_o  (i),
        .frac_o   (frac[16*k+:8])
    );
    smtex_coord u_v (
        .clk_i,
        .float_i  (v_q[32*k+:32]),
        .repeat_i (repeat_i[1]),
        .mirror_i (mirror_i[1]),
        .size_i   (height_i),
        .between_i(linear_i),
        .second_i (mixed[4]),
        .index_o  (j),
        .frac_o   (frac[16*k+8+:8])
    );
  end

  // Lanes of the row that the group has. Those of other groups keep what they have.
  logic [LANES-1:0] lanes;
  assign lanes = LANES'({T{1'b1}}) << (32'(place_of(at[2:0])) * T);
  // Four taps of up to eight beats. The instruction before needs its own no more.
  common_lanes #(
      .DEPTH(32),
      .LANES(LANES)
  ) u_addresses (
      .clk_i,
      .re_i   (1'b1),
      .raddr_i(row_i),
      .rdata_o(addr_o),
      .we_i   (write),
      .wmask_i(lanes),
      .waddr_i({at[4:3], row_of(at[2:0])}),
      .wdata_i({(LANES/T){address}})
  );

  /* verilator lint_on UNUSEDSIGNAL */

endmodule
