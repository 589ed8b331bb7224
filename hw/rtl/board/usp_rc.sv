// SPDX-License-Identifier: MIT
// Completions of the card's reads: from the hard block's stream RC to that of tlp_pkg. A descriptor
// has three dwords, as a header has, so data stay where they are.
//
// The block compares each completion with its read and tells what is wrong with it:
// - poisoned data go on, poisoned.
// - a tag that no read has: dropped. The read that takes this tag next must not get it.
// - all else fails the read. If the block says that the read is over, the bridge gets an abort.
//   If more may come, it gets a completion that fits no read, which bars the tag.

module usp_rc (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [15:0]  cfg_id_i,        // bus, device, function, as the bridge knows them
    // From the block
    input  logic         valid_i,
    output logic         ready_o,
    input  logic [127:0] data_i,
    input  logic [3:0]   keep_i,
    input  logic         last_i,
    // To the bridge
    output logic         valid_o,
    input  logic         ready_i,
    output logic [127:0] data_o,
    output logic [3:0]   keep_o,
    output logic         last_o
);

  // Error codes of a descriptor. Others: a status, a length, an address or an id that is wrong, a
  // time-out, a reset of the function.
  localparam logic [3:0] CodeGood   = 4'd0;
  localparam logic [3:0] CodePoison = 4'd1;
  localparam logic [3:0] CodeTag    = 4'd6;

  // first_q: a descriptor is next. drop_q: the rest of the packet is thrown away.
  logic        first_q, drop_q, good, lost, over;
  logic [3:0]  code;
  logic [31:0] h0, h1, h2;
  logic [10:0] length;
  logic [2:0]  status, attr;
  logic        data;
  assign code   = data_i[15:12];
  assign good   = code == CodeGood || code == CodePoison;
  assign lost   = code == CodeTag;
  assign over   = data_i[30];
  assign attr   = data_i[94:92];
  // A read that fails: no data and an abort; or one dword where no read wants less than two
  assign length = good ? data_i[42:32] : {10'd0, !over};
  assign status = good ? data_i[45:43] : over ? tlp_pkg::StatusCa : tlp_pkg::StatusOk;
  assign data   = length != '0;
  assign h0     = {1'b0, data, 1'b0, tlp_pkg::TypeComplete[4:1], data_i[29], 1'b0, data_i[91:89],
      1'b0, attr[2], 3'd0, good && (data_i[46] || code == CodePoison), attr[1:0], 2'd0,
      length[9:0]};
  // A number of bytes of 0 stands for 4,096: more come.
  assign h1     = {data_i[87:72], status, 1'b0, good ? data_i[27:16] : 12'd0};
  assign h2     = {cfg_id_i, data_i[71:64], 1'b0, data_i[6:0]};

  assign valid_o = valid_i && (first_q ? !lost : !drop_q);
  assign ready_o = ready_i || !valid_o;
  assign data_o  = first_q ? {data_i[127:96], h2, h1, h0} : data_i;
  assign keep_o  = first_q && !good ? {data, 3'b111} : keep_i;
  assign last_o  = last_i || (first_q && !good);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      drop_q  <= 1'b0;
    end else if (valid_i && ready_o) begin
      first_q <= last_i;
      if (first_q) drop_q <= !good;
    end
  end

  // Addresses above 127, the requester's id
  logic unused;
  assign unused = ^{data_i[11:7], data_i[28], data_i[31], data_i[47], data_i[63:48], data_i[88],
      data_i[95]};

endmodule
