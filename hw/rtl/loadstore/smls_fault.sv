// SPDX-License-Identifier: MIT
// Which fault load/store tells of: a bus error of the answer that is next, which goes before a page
// fault of the group in L. A line's address is that of the lowest thread that wants it.
// Combinational.

/* verilator lint_off UNUSEDSIGNAL */  // of a group only who it is
module smls_fault (
    // The answer that is next: it is an error
    input  logic              bus_i,
    input  logic [2:0]        inst_i,
    input  logic [2:0]        access_i,
    input  logic [31:0]       va_i,
    input  logic [31:0]       mask_i,
    // The group in L, and the address of its lowest thread
    input  smls_pkg::group_t  group_i,
    input  logic [31:0]       addr_i,
    // What is told, if it is in this cycle
    output logic [2:0]        inst_o,
    output logic [2:0]        access_o,
    output logic [31:0]       addr_o,
    output logic [4:0]        thread_o
);

  // The lowest thread is the first of the first four, as the answer's block RAM shows the threads
  // late.
  logic [4:0] lead;
  logic [7:0] fours;
  logic [3:0] four;
  always_comb begin
    lead = '0;
    four = '0;
    for (int unsigned k = 0; k < 8; k++) fours[k] = mask_i[4*k+:4] != '0;
    for (int unsigned k = 0; k < 8; k++)
      if ((fours & ((8'd2 << k) - 8'd1)) == 8'd1 << k) begin
        lead[4:2] = lead[4:2] | 3'(k);
        four      = four | mask_i[4*k+:4];
      end
    lead[1:0] = {four[1:0] == '0, !four[0] && (four[1] || !four[2])};
  end

  // Which one it is does not depend on when it is told: whether delivery is free is known late.
  assign inst_o   = bus_i ? inst_i : group_i.inst;
  assign access_o = bus_i ? access_i : group_i.store ? smgpu_hw_pkg::AccessWrite
      : group_i.amo ? smgpu_hw_pkg::AccessAtomic : smgpu_hw_pkg::AccessRead;
  assign addr_o   = bus_i ? va_i : addr_i;
  assign thread_o = bus_i ? lead : group_i.lead;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
