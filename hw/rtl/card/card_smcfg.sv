// SPDX-License-Identifier: MIT
// SM_CFG registers: policies of each SM and a look at one of its warps.

/* verilator lint_off UNUSEDSIGNAL */
module card_smcfg #(
    // SMs of the card, at most four
    parameter int unsigned SMS    = 1,
    // Depth of a token queue, and what DTOKS.depth has after reset
    parameter int unsigned DTOKS  = 64,
    parameter int unsigned TEXTILE = 1, // 0: no textile grants, their fields read 0
    parameter int unsigned PRIO   = 1,  // 0: no priority tokens, their registers read 0
    parameter int unsigned PRIO_L2 = 1, // the same, of the L2
    parameter int unsigned PREDICT = 1, // the same, of sampled working sets
    parameter int unsigned BONUS  = 1   // the same, of bonuses of the additive weight
) (
    input  logic                             clk_i,
    // Reset of the card: policies outlive a reset of the SMs
    input  logic                             rst_ni,
    // Register bus: read data in the next cycle, 0 if not addressed
    input  logic                             reg_valid_i,
    input  logic                             reg_write_i,
    input  logic [15:0]                      reg_addr_i,
    input  logic [31:0]                      reg_wdata_i,
    output logic [31:0]                      reg_rdata_o,
    // Policies: sm_cfg_t of each SM, a register of each field
    output logic [SMS*smgpu_pkg::SmCfgW-1:0] cfg_o,
    // What each SM shows: sm_dbg_t of the warp in DBG_SELECT
    input  logic [SMS*smgpu_pkg::SmDbgW-1:0] dbg_i
);

  // Bits of both; upper address bits of the DTOK registers
  localparam int unsigned CW = smgpu_pkg::SmCfgW;
  localparam int unsigned DW = smgpu_pkg::SmDbgW;
  localparam logic [2:0]  DtokBlock = smgpu_regs_pkg::SM_CFG_DTOK_SELECT[7:5];
  localparam logic [8:0]  Deepest   = 9'(DTOKS);

  logic [15:0]    of_sm0;             // the register's address in the first SM
  // Depth that is written, in its limits
  logic [8:0]     depth;
  // The SM whose registers are accessed
  logic [SMS-1:0] sel;
  assign of_sm0 = {smgpu_regs_pkg::SM_CFG_BASE[15:8], reg_addr_i[7:0]};
  always_comb begin
    // 0 asks for the hardware's depth, which is the greatest; 1 becomes 2.
    depth = reg_wdata_i[8:0] < 9'd2 ? 9'd2 : reg_wdata_i[8:0];
    if (reg_wdata_i[8:0] == '0 || reg_wdata_i[8:0] > Deepest) depth = Deepest;
    for (int unsigned i = 0; i < SMS; i++)
      sel[i] = reg_valid_i && reg_addr_i[15:10] == smgpu_regs_pkg::SM_CFG_BASE[15:10] &&
          reg_addr_i[9:8] == 2'(i);
  end

  // ---- Writes
  // cfg_d: what the fields are in the next cycle. cfg: of one SM.
  logic [SMS*CW-1:0]  cfg_d;
  smgpu_pkg::sm_cfg_t cfg;
  always_comb begin
    for (int unsigned i = 0; i < SMS; i++) begin
      // A field keeps its value unless its register is written.
      cfg = cfg_o[CW*i+:CW];
      if (sel[i] && reg_write_i)
        unique case (of_sm0)
          // Which warp issues next, and how its weight is made; textile: what waits for the grant
          smgpu_regs_pkg::SM_CFG_SCHED: begin
            cfg.sched.policy    = reg_wdata_i[3:0];
            cfg.sched.gain      = reg_wdata_i[7:4];
            cfg.sched.additive  = reg_wdata_i[8];
            cfg.sched.age_scale = reg_wdata_i[14:12];
            cfg.sched.textile   = reg_wdata_i[10:9];
            cfg.sched.stay      = reg_wdata_i[11];
          end
          smgpu_regs_pkg::SM_CFG_BRANCH: cfg.branch_policy = reg_wdata_i[1:0];
          smgpu_regs_pkg::SM_CFG_YIELD: begin
            // When a YIELD acts: mode, every n-th time, or by chance
            cfg.yield_mode      = reg_wdata_i[1:0];
            cfg.yield_period    = reg_wdata_i[15:8];
            cfg.yield_threshold = reg_wdata_i[23:16];
          end
          // Instructions under way in pipes of a type from which warps come later, or none issues
          smgpu_regs_pkg::SM_CFG_OVERSUB: begin
            cfg.oversub_low  = reg_wdata_i[7:0];
            cfg.oversub_high = reg_wdata_i[15:8];
          end
          // Fetch arbiters: the oldest warp with room, or in turn
          smgpu_regs_pkg::SM_CFG_FETCH:      cfg.fetch_policy = reg_wdata_i[0];
          // Seed of the LFSRs of YIELD
          smgpu_regs_pkg::SM_CFG_YIELD_SEED: cfg.yield_seed   = reg_wdata_i[15:0];
          // Tokens of a queue; on_full: stop the warp for the firmware, or push nothing
          smgpu_regs_pkg::SM_CFG_DTOKS: begin
            cfg.dtok_depth = depth;
            cfg.dtok_drop  = reg_wdata_i[16];
          end
          // Backstop: jumps backwards before each next one acts as YIELD, and how that limit
          // shrinks
          smgpu_regs_pkg::SM_CFG_BACKSTOP: begin
            cfg.backstop       = reg_wdata_i[15:0];
            cfg.backstop_shift = reg_wdata_i[19:16];
            cfg.backstop_least = reg_wdata_i[31:24];
          end
          // Cycles that a watched warp waits for the textile grant
          smgpu_regs_pkg::SM_CFG_TEXTILE:    cfg.textile_timeout = reg_wdata_i[15:0];
          // The warp that DBG registers show
          smgpu_regs_pkg::SM_CFG_DBG_SELECT: cfg.dbg_warp = reg_wdata_i[5:0];
          // Priority tokens of L1: how many are out, who gets them, and what levels do
          smgpu_regs_pkg::SM_CFG_PRIO: begin
            cfg.prio.limit       = reg_wdata_i[5:0];
            cfg.prio.policy      = reg_wdata_i[10:8];
            cfg.prio.at_barrier  = reg_wdata_i[12];
            cfg.prio.never       = reg_wdata_i[13];
            cfg.prio.lru         = reg_wdata_i[14];
            cfg.prio.ways        = reg_wdata_i[18:16];
            cfg.prio.level       = reg_wdata_i[21:20];
            cfg.prio.fixed_level = reg_wdata_i[23:22];
            cfg.prio.weight      = reg_wdata_i[24];
            cfg.prio.hold        = reg_wdata_i[25];
          end
          // Handing on: period and its unit; fixed tokens; how long COMPILER waits for one
          smgpu_regs_pkg::SM_CFG_PRIO_ROTATE: begin
            cfg.prio.period = reg_wdata_i[15:0];
            cfg.prio.unit   = reg_wdata_i[17:16];
            cfg.prio.fixed  = reg_wdata_i[29:24];
            cfg.prio.acquire = reg_wdata_i[23:20];
          end
          // A stretch of code, as words: begin, and first address behind it
          smgpu_regs_pkg::SM_CFG_PRIO_PC_BEGIN: cfg.prio_pc.from = reg_wdata_i[31:2];
          smgpu_regs_pkg::SM_CFG_PRIO_PC_END:   cfg.prio_pc.to   = reg_wdata_i[31:2];
          // Threads in the stretch from which its own limit holds
          smgpu_regs_pkg::SM_CFG_PRIO_PC: begin
            cfg.prio_pc.threads = reg_wdata_i[10:0];
            cfg.prio_pc.limit   = reg_wdata_i[21:16];
          end
          // Priority tokens of the L2, the same fields where it has them
          smgpu_regs_pkg::SM_CFG_PRIO_L2: begin
            cfg.prio_l2.limit       = reg_wdata_i[5:0];
            cfg.prio_l2.policy      = reg_wdata_i[10:8];
            cfg.prio_l2.at_barrier  = reg_wdata_i[12];
            cfg.prio_l2.never       = reg_wdata_i[13];
            cfg.prio_l2.order       = reg_wdata_i[15];
            cfg.prio_l2.level       = reg_wdata_i[21:20];
            cfg.prio_l2.fixed_level = reg_wdata_i[23:22];
          end
          // Sampled working sets: share of L1, one of how many lines, how long a warp is sampled
          smgpu_regs_pkg::SM_CFG_PRIO_PREDICT: begin
            cfg.predict.share       = reg_wdata_i[3:0];
            cfg.predict.ratio       = reg_wdata_i[6:4];
            cfg.predict.length      = reg_wdata_i[15:8];
          end
          // Bonuses of the additive weight: tile, less used pipe, pixel threads alone
          smgpu_regs_pkg::SM_CFG_SCHED_BONUS: begin
            cfg.bonus.texture       = reg_wdata_i[5:0];
            cfg.bonus.op            = reg_wdata_i[13:8];
            cfg.bonus.pixel_only    = reg_wdata_i[16];
          end
          // Bonus of each type of threads
          smgpu_regs_pkg::SM_CFG_SCHED_TYPES: cfg.bonus.types =
              {reg_wdata_i[29:24], reg_wdata_i[21:16], reg_wdata_i[13:8], reg_wdata_i[5:0]};
          // Type of the threads of each task slot, written by the firmware
          smgpu_regs_pkg::SM_CFG_SCHED_SLOTS: cfg.bonus.slots = reg_wdata_i;
          // All other registers are no fields of the configuration.
          default: ;
        endcase
      // Values of reset, as the register file has them
      if (!rst_ni) begin
        cfg.sched           = '0;
        cfg.sched.policy    = smgpu_regs_pkg::SM_CFG_SCHED_POLICY_RESET;
        cfg.branch_policy   = smgpu_regs_pkg::SM_CFG_BRANCH_POLICY_RESET;
        cfg.yield_mode      = smgpu_regs_pkg::SM_CFG_YIELD_MODE_RESET;
        cfg.yield_period    = smgpu_regs_pkg::SM_CFG_YIELD_PERIOD_RESET;
        cfg.yield_threshold = smgpu_regs_pkg::SM_CFG_YIELD_THRESHOLD_RESET;
        cfg.oversub_low     = smgpu_regs_pkg::SM_CFG_OVERSUB_LOW_RESET;
        cfg.oversub_high    = smgpu_regs_pkg::SM_CFG_OVERSUB_HIGH_RESET;
        cfg.fetch_policy    = smgpu_regs_pkg::SM_CFG_FETCH_POLICY_RESET;
        cfg.yield_seed      = smgpu_regs_pkg::SM_CFG_YIELD_SEED_VALUE_RESET;
        cfg.dbg_warp        = '0;
        cfg.dtok_depth      = Deepest;
        cfg.dtok_drop       = smgpu_regs_pkg::SM_CFG_DTOKS_ON_FULL_RESET;
        cfg.backstop        = smgpu_regs_pkg::SM_CFG_BACKSTOP_LIMIT_RESET;
        cfg.backstop_shift  = smgpu_regs_pkg::SM_CFG_BACKSTOP_SHIFT_RESET;
        cfg.backstop_least  = smgpu_regs_pkg::SM_CFG_BACKSTOP_LEAST_RESET;
        cfg.textile_timeout  = smgpu_regs_pkg::SM_CFG_TEXTILE_TIMEOUT_RESET;
        cfg.prio             = '0;
        cfg.prio.level       = smgpu_regs_pkg::SM_CFG_PRIO_TOKEN_LEVEL_RESET;
        cfg.prio.fixed_level = smgpu_regs_pkg::SM_CFG_PRIO_FIXED_LEVEL_RESET;
        cfg.prio.period      = smgpu_regs_pkg::SM_CFG_PRIO_ROTATE_PERIOD_RESET;
        cfg.prio.acquire     = smgpu_regs_pkg::SM_CFG_PRIO_ROTATE_ACQUIRE_RESET;
        cfg.prio_pc          = '0;
        cfg.prio_l2             = '0;
        cfg.prio_l2.level       = smgpu_regs_pkg::SM_CFG_PRIO_L2_TOKEN_LEVEL_RESET;
        cfg.prio_l2.fixed_level = smgpu_regs_pkg::SM_CFG_PRIO_L2_FIXED_LEVEL_RESET;
        cfg.predict.share       = smgpu_regs_pkg::SM_CFG_PRIO_PREDICT_SHARE_RESET;
        cfg.predict.ratio       = smgpu_regs_pkg::SM_CFG_PRIO_PREDICT_RATIO_RESET;
        cfg.predict.length      = smgpu_regs_pkg::SM_CFG_PRIO_PREDICT_LENGTH_RESET;
        cfg.bonus               = '0;
      end
      // What the card does not have reads 0.
      if (PRIO == 0) {cfg.prio, cfg.prio_pc} = '0;
      if (PRIO_L2 == 0) cfg.prio_l2 = '0;
      if (PREDICT == 0) cfg.predict = '0;
      if (BONUS == 0) cfg.bonus = '0;
      if (TEXTILE == 0) {cfg.sched.textile, cfg.sched.stay, cfg.textile_timeout} = '0;
      // A write of a DTOK register goes to its SM a cycle later. Number and data are alike for all
      // SMs, so they are registers only once.
      cfg.dtok_we = rst_ni && sel[i] && reg_write_i && of_sm0[7:5] == DtokBlock;
      if (reg_valid_i && reg_write_i) begin
        cfg.dtok_reg  = of_sm0[4:2];
        cfg.dtok_data = reg_wdata_i;
      end
      cfg_d[CW*i+:CW] = cfg;
    end
  end
  always_ff @(posedge clk_i) cfg_o <= cfg_d;

  // ---- Reads
  // rdata_q: of each SM; those that are not addressed are 0.
  logic [SMS*32-1:0]    rdata_d, rdata_q;
  // What is in the registers, and what the SM shows
  smgpu_pkg::sm_cfg_t   now;
  smgpu_pkg::sm_dbg_t    dbg;
  smgpu_pkg::dtok_view_t dtok;
  smgpu_pkg::textile_view_t tex;
  always_comb begin
    rdata_d = '0;
    for (int unsigned i = 0; i < SMS; i++) begin
      now = cfg_o[CW*i+:CW];
      dbg = dbg_i[DW*i+:DW];
      dtok = dbg.dtok;
      // A card without grants shows none.
      tex = TEXTILE != 0 ? dbg.textile : '0;
      if (sel[i])
        unique case (of_sm0)
          // Policies, as they hold
          smgpu_regs_pkg::SM_CFG_SCHED:      rdata_d[32*i+:32] =
              {17'b0, now.sched.age_scale, now.sched.stay, now.sched.textile, now.sched.additive,
              now.sched.gain, now.sched.policy};
          smgpu_regs_pkg::SM_CFG_BRANCH:     rdata_d[32*i+:32] = {30'b0, now.branch_policy};
          smgpu_regs_pkg::SM_CFG_YIELD:      rdata_d[32*i+:32] =
              {8'b0, now.yield_threshold, now.yield_period, 6'b0, now.yield_mode};
          smgpu_regs_pkg::SM_CFG_OVERSUB:    rdata_d[32*i+:32] =
              {16'b0, now.oversub_high, now.oversub_low};
          smgpu_regs_pkg::SM_CFG_FETCH:      rdata_d[32*i+:32] = {31'b0, now.fetch_policy};
          smgpu_regs_pkg::SM_CFG_YIELD_SEED: rdata_d[32*i+:32] = {16'b0, now.yield_seed};
          smgpu_regs_pkg::SM_CFG_DTOKS:      rdata_d[32*i+:32] =
              {15'b0, now.dtok_drop, 7'b0, now.dtok_depth};
          smgpu_regs_pkg::SM_CFG_BACKSTOP:   rdata_d[32*i+:32] =
              {now.backstop_least, 4'b0, now.backstop_shift, now.backstop};
          smgpu_regs_pkg::SM_CFG_PRIO:
            rdata_d[32*i+:32] = {6'b0, now.prio.hold, now.prio.weight, now.prio.fixed_level,
                now.prio.level, 1'b0, now.prio.ways, 1'b0, now.prio.lru, now.prio.never,
                now.prio.at_barrier, 1'b0,
                                 now.prio.policy, 2'b0, now.prio.limit};
          smgpu_regs_pkg::SM_CFG_PRIO_ROTATE: rdata_d[32*i+:32] =
              {2'b0, now.prio.fixed, now.prio.acquire, 2'b0, now.prio.unit, now.prio.period};
          smgpu_regs_pkg::SM_CFG_PRIO_PC_BEGIN: rdata_d[32*i+:32] = {now.prio_pc.from, 2'b0};
          smgpu_regs_pkg::SM_CFG_PRIO_PC_END: rdata_d[32*i+:32] = {now.prio_pc.to, 2'b0};
          smgpu_regs_pkg::SM_CFG_PRIO_PC:     rdata_d[32*i+:32] =
              {10'b0, now.prio_pc.limit, 5'b0, now.prio_pc.threads};
          smgpu_regs_pkg::SM_CFG_PRIO_L2:
            rdata_d[32*i+:32] = {8'b0, now.prio_l2.fixed_level, now.prio_l2.level, 4'b0,
                now.prio_l2.order, 1'b0, now.prio_l2.never, now.prio_l2.at_barrier, 1'b0,
                now.prio_l2.policy, 2'b0, now.prio_l2.limit};
          smgpu_regs_pkg::SM_CFG_PRIO_PREDICT: rdata_d[32*i+:32] =
              {16'b0, now.predict.length, 1'b0, now.predict.ratio, now.predict.share};
          // The working set of the warp, in lines of L1
          smgpu_regs_pkg::SM_CFG_DBG_WORKING_SET: rdata_d[32*i+:32] =
              {16'b0, dbg.set_known, 5'b0, dbg.set_lines};
          smgpu_regs_pkg::SM_CFG_SCHED_BONUS: rdata_d[32*i+:32] =
              {15'b0, now.bonus.pixel_only, 2'b0, now.bonus.op, 2'b0, now.bonus.texture};
          smgpu_regs_pkg::SM_CFG_SCHED_TYPES: rdata_d[32*i+:32] =
              {2'b0, now.bonus.types[23:18], 2'b0, now.bonus.types[17:12], 2'b0,
              now.bonus.types[11:6], 2'b0, now.bonus.types[5:0]};
          smgpu_regs_pkg::SM_CFG_SCHED_SLOTS: rdata_d[32*i+:32] = now.bonus.slots;
          // Warps that hold a token, of the L2 and of L1
          smgpu_regs_pkg::SM_CFG_PRIO_L2_HELD_LO: rdata_d[32*i+:32] = dbg.prio_l2[31:0];
          smgpu_regs_pkg::SM_CFG_PRIO_L2_HELD_HI: rdata_d[32*i+:32] = {16'b0, dbg.prio_l2[47:32]};
          smgpu_regs_pkg::SM_CFG_PRIO_HELD_LO: rdata_d[32*i+:32] = dbg.prio[31:0];
          smgpu_regs_pkg::SM_CFG_PRIO_HELD_HI: rdata_d[32*i+:32] = {16'b0, dbg.prio[47:32]};
          // Warps with live threads
          smgpu_regs_pkg::SM_CFG_LIVE_LO:    rdata_d[32*i+:32] = dbg.live[31:0];
          smgpu_regs_pkg::SM_CFG_LIVE_HI:    rdata_d[32*i+:32] = {16'b0, dbg.live[47:32]};
          smgpu_regs_pkg::SM_CFG_DBG_SELECT: rdata_d[32*i+:32] = {26'b0, now.dbg_warp};
          // The warp in DBG_SELECT
          smgpu_regs_pkg::SM_CFG_DBG_PC:     rdata_d[32*i+:32] = dbg.pc;
          smgpu_regs_pkg::SM_CFG_DBG_ACTIVE: rdata_d[32*i+:32] = dbg.active;
          smgpu_regs_pkg::SM_CFG_DBG_STATE:
            rdata_d[32*i+:32] = {12'b0, dbg.slot, dbg.dtoks, 4'b0, dbg.waits_memory, dbg.trapped,
                dbg.at_barrier, dbg.valid};
          smgpu_regs_pkg::SM_CFG_DBG_CREDIT: rdata_d[32*i+:32] =
              {dbg.fund, 5'b0, dbg.replay, dbg.victim, dbg.grant, dbg.credit};
          smgpu_regs_pkg::SM_CFG_TEXTILE:    rdata_d[32*i+:32] = {16'b0, now.textile_timeout};
          // The grant of the SM, and the warp's position
          smgpu_regs_pkg::SM_CFG_TEXTILE_GRANT: rdata_d[32*i+:32] = {tex.valid, 17'b0, tex.grant};
          smgpu_regs_pkg::SM_CFG_DBG_TEXTILE:   rdata_d[32*i+:32] =
              {14'b0, tex.admitted, tex.waits, 2'b0, tex.position};
          // A write on its way to the SM counts as busy.
          smgpu_regs_pkg::SM_CFG_DTOK_STATUS: rdata_d[32*i+:32] =
              {30'b0, dtok.stopped, dtok.busy || now.dtok_we};
          smgpu_regs_pkg::SM_CFG_DTOK_MASK:   rdata_d[32*i+:32] = dtok.mask;
          smgpu_regs_pkg::SM_CFG_DTOK_ADDR:   rdata_d[32*i+:32] = dtok.addr;
          smgpu_regs_pkg::SM_CFG_DTOK_TYPE:   rdata_d[32*i+:32] = {28'b0, dtok.kind};
          smgpu_regs_pkg::SM_CFG_DTOK_QUEUE:  rdata_d[32*i+:32] =
              {dtok.spilled, 10'b0, dtok.yields, 3'b0, dtok.count};
          default: ;
        endcase
    end
    reg_rdata_o = '0;
    for (int unsigned i = 0; i < SMS; i++) reg_rdata_o = reg_rdata_o | rdata_q[32*i+:32];
  end
  always_ff @(posedge clk_i) rdata_q <= rdata_d;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
