// SPDX-License-Identifier: MIT
// launcher_pick as the launcher has it, four SMs: a CTA goes to one SM whose task is ready and fits
// in that very cycle, with the slot that the SM's words belong to, and not of a spent slot right
// after a launch that changed which are; never two in a row, as each choice has to see what the
// last one changed.

/* verilator lint_off UNUSEDSIGNAL */
module launcher_pick_formal #(
    parameter int unsigned SMS = 4
) (
    input logic             clk_i,
    input logic             rst_ni,
    input logic             slot_we_i,
    input logic             fill_i,
    input logic [3:0]       slot_i,
    input logic [4:0]       word_i,
    input logic [31:0]      wdata_i,
    input logic [15:0]      ready_i,
    input logic [15:0]      spent_i,
    input logic [63:0]      prio_i,
    input logic             turned_i,
    input logic [63:0]      mask_i,
    input logic [63:0]      order_i,
    input logic [4:0]       order_used_i,
    input logic             policy_i,
    input logic [SMS-1:0]   split_i,
    input logic [SMS-1:0]   fits_i,
    input logic [SMS*5-1:0] room_i,
    input logic [7:0]       rank_i,
    input logic             hold_i
);

  logic             go, go_last_q = 1'b0, turned_last_q = 1'b0, reset_q = 1'b0;
  logic [1:0]       go_sm;
  logic [3:0]       go_slot, look_slot, look_last_q;
  logic             hold_last_q = 1'b0;
  logic [SMS*4-1:0] tasks;
  logic [SMS*2-1:0] states;
  launcher_pick #(.SMS(SMS)) u (
    .clk_i, .rst_ni, .slot_we_i, .fill_i, .slot_i, .word_i, .wdata_i, .ready_i, .spent_i, .prio_i,
    .turned_i, .mask_i, .order_i, .order_used_i, .policy_i, .split_i, .fits_i,
    .room_i, .rank_i, .hold_i, .look_slot_o(look_slot), .go_o(go), .go_sm_o(go_sm),
    .go_slot_o(go_slot), .task_o(tasks), .words_o(), .state_o(states)
  );

  logic [3:0] task_of;
  logic [1:0] state_of;
  logic       fits;
  always_comb begin
    {task_of, state_of, fits} = '0;
    for (int unsigned i = 0; i < SMS; i++)
      if (go_sm == 2'(i)) begin
        task_of  = tasks[4*i+:4];
        state_of = states[2*i+:2];
        fits     = fits_i[i];
      end
  end

  always_ff @(posedge clk_i) begin
    reset_q   <= 1'b1;
    go_last_q <= rst_ni && go;
    turned_last_q <= rst_ni && turned_i;
    look_last_q <= look_slot;
    hold_last_q <= hold_i;
  end

  always_comb begin
    assume (rst_ni == reset_q);
    assume ((fits_i & ~split_i) == '0);  // an SM that has not acknowledged says that nothing fits
    if (reset_q && go) begin
      // not while the registers of a slot are accessed, nor right behind
      assert (!hold_i && !hold_last_q);
      assert (look_slot == go_slot && look_last_q == go_slot);  // looked at in both cycles
      assert (fits);                  // never to a full SM
      assert (go_slot == task_of);    // its task
      assert (ready_i[go_slot]);      // which may launch now
      assert (state_of == 2'd3);      // and whose words the SM has, and has acknowledged
      assert (!go_last_q);            // one CTA for each choice
      // tasks that have some left are looked for first
      assert (!turned_last_q || !spent_i[go_slot]);
    end
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
