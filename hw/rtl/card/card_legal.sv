// SPDX-License-Identifier: MIT
// Which parameters of card_top go together: made by hw/presets/gen.py from presets.toml: do not edit
//
// No logic: Verilator, Yosys and slang refuse a set that no card can be made of. They do
// it at elaboration, with a sentence that says what is wrong. Blocks say themselves, at
// the start of a simulation, what they need when they stand alone in a bench.

module card_legal #(
    parameter int unsigned SMS = 1,
    parameter int unsigned PODS = 2,
    parameter int unsigned WARPS = 16,
    parameter int unsigned LANES = 16,
    parameter int unsigned FP_UNITS = LANES,
    parameter int unsigned ALUS = PODS,
    parameter int unsigned LS_QUEUE = 8,
    parameter int unsigned FP_QUEUE = 4,
    parameter int unsigned KEEP = 1,
    parameter int unsigned UNIFORM = 1,
    parameter int unsigned CREDIT = 1,
    parameter int unsigned BONUS = 1,
    parameter int unsigned TEXTILE = 1,
    parameter int unsigned DTOKS = 64,
    parameter int unsigned PRIO = 1,
    parameter int unsigned PRIO_L2 = 1,
    parameter int unsigned PREDICT = 1,
    parameter int unsigned ICACHE_KIB = 4,
    parameter int unsigned CONST_KIB = 2,
    parameter int unsigned ATTR_KIB = 2,
    parameter int unsigned TEX = 1,
    parameter int unsigned L1_KIB = 16,
    parameter int unsigned SHARED_KIB = 32,
    parameter int unsigned LEND = LANES > 4 ? 1 : 0,
    parameter int unsigned TLB = LANES > 4 ? 32 : 16,
    parameter int unsigned PAGES = LANES > 4 ? 2048 : 0,
    parameter int unsigned WALKS = 4,
    parameter int unsigned LINES = LANES > 4 ? 32 : 16,
    parameter int unsigned L2_BANKS = 1,
    parameter int unsigned L2_KIB = 64,
    parameter int unsigned MSHRS = 16,
    parameter int unsigned EVICTS = 16,
    parameter int unsigned AMO_UNITS = 8,
    parameter int unsigned WAITS = 1,
    parameter int unsigned TIMEOUT = 16,
    parameter int unsigned HOST_IDS = 16,
    parameter int unsigned DMAS = 2,
    parameter int unsigned DMA_SLOTS = 32,
    parameter int unsigned TURNS = 1,
    parameter int unsigned PERF = 1,
    parameter int unsigned TRACE = 0
) ();

  // A power of two from `least` to `most`
  function automatic logic power(input int unsigned value, input int unsigned least,
                                 input int unsigned most);
    power = value >= least && value <= most && (value & (value - 1)) == 0;
  endfunction

  if ((KEEP | UNIFORM | CREDIT | BONUS | TEXTILE | PRIO | PRIO_L2 | PREDICT | TEX | LEND | WAITS
      | TURNS | PERF | TRACE) > 1) begin : gen_switches
    $error("Each of KEEP, UNIFORM, CREDIT, BONUS, TEXTILE, PRIO, PRIO_L2, PREDICT, TEX, LEND, WAITS, TURNS, PERF, TRACE must be 0 or 1");
  end
  if (!(SMS >= 1 && SMS <= smgpu_pkg::MaxSms)) begin : gen_sms
    $error("SMS must be 1 to 4");
  end
  if (!(PODS == 1 || PODS == 2)) begin : gen_pods
    $error("PODS must be 1 or 2");
  end
  if (!(WARPS >= 8 && WARPS <= smgpu_pkg::MaxWarps && WARPS <= 24 * PODS && (PODS != 2
      || WARPS % 2 == 0))) begin : gen_warps
    $error("WARPS must be 8 to 48, at most 24 in a pod, and the same number in both");
  end
  if (!(power(LANES, 4, 32))) begin : gen_lanes
    $error("LANES must be 4, 8, 16 or 32");
  end
  if (!(power(FP_UNITS, 1, LANES))) begin : gen_fp_units
    $error("FP_UNITS must be a power of two up to LANES");
  end
  if (!(ALUS == 1 || (ALUS == 2 && PODS == 2))) begin : gen_alus
    $error("ALUS must be 1, or 2 with two pods");
  end
  if (!(LS_QUEUE == 0 || power(LS_QUEUE, 1, 32))) begin : gen_ls_queue
    $error("LS_QUEUE must be 0, or a power of two up to 32");
  end
  if (!(FP_QUEUE == 0 || power(FP_QUEUE, 1, 32))) begin : gen_fp_queue
    $error("FP_QUEUE must be 0, or a power of two up to 32");
  end
  if (!(BONUS == 0 || CREDIT != 0)) begin : gen_bonus
    $error("BONUS must be 0 without CREDIT, as bonuses add to the weight of the credit policies");
  end
  if (!(power(DTOKS, 4, 256))) begin : gen_dtoks
    $error("DTOKS must be a power of two from 4 to 256");
  end
  if (!(PREDICT == 0 || PRIO != 0)) begin : gen_predict
    $error("PREDICT must be 0 without PRIO, as working sets are sampled for the priority tokens of L1");
  end
  if (!(power(ICACHE_KIB, 1, 32))) begin : gen_icache_kib
    $error("ICACHE_KIB must be a power of two up to 32");
  end
  if (!(CONST_KIB == 0 || power(CONST_KIB, 1, 8))) begin : gen_const_kib
    $error("CONST_KIB must be 0, 1, 2, 4 or 8");
  end
  if (!(ATTR_KIB == 0 || power(ATTR_KIB, 1, 8))) begin : gen_attr_kib
    $error("ATTR_KIB must be 0, 1, 2, 4 or 8");
  end
  if (!(power(L1_KIB, 4, 16))) begin : gen_l1_kib
    $error("L1_KIB must be 4, 8 or 16, as a way has 4 KiB and a set four ways at most");
  end
  if (!(power(SHARED_KIB, 16, 64))) begin : gen_shared_kib
    $error("SHARED_KIB must be 16, 32 or 64");
  end
  if (!(LEND == 0 || (LANES >= 8 && L1_KIB <= SHARED_KIB
      && L1_KIB * 8 % SHARED_KIB == 0))) begin : gen_lend
    $error("LEND must be 0 below 8 lanes, and where L1_KIB is more than SHARED_KIB or no number of eighths of it");
  end
  if (!(power(TLB, 4, 64))) begin : gen_tlb
    $error("TLB must be a power of two from 4 to 64");
  end
  if (!(PAGES == 0 || power(PAGES, 16, 16384))) begin : gen_pages
    $error("PAGES must be 0, or a power of two from 16 to 16384");
  end
  if (!(power(WALKS, 1, 4))) begin : gen_walks
    $error("WALKS must be 1, 2 or 4");
  end
  if (!(power(LINES, 4, 32))) begin : gen_lines
    $error("LINES must be a power of two from 4 to 32");
  end
  if (!(power(L2_BANKS, 1, 4))) begin : gen_l2_banks
    $error("L2_BANKS must be 1, 2 or 4");
  end
  if (!(power(L2_KIB, 4 * L2_BANKS, 1024))) begin : gen_l2_kib
    $error("L2_KIB must be a power of two, 4 for each bank at least, 1024 at most");
  end
  if (!(MSHRS >= 4 * L2_BANKS && MSHRS <= 16 && MSHRS % L2_BANKS == 0)) begin : gen_mshrs
    $error("MSHRS must be 4 for each bank at least, the same number for each, and 16 at most, as DRAM's ids have four bits");
  end
  if (!(EVICTS >= 4 * L2_BANKS && EVICTS <= 16 && EVICTS % L2_BANKS == 0)) begin : gen_evicts
    $error("EVICTS must be 4 for each bank at least, the same number for each, and 16 at most, as DRAM's ids have four bits");
  end
  if (!(AMO_UNITS == 1 || AMO_UNITS == 8)) begin : gen_amo_units
    $error("AMO_UNITS must be 1 or 8");
  end
  if (!(TIMEOUT >= 2 && TIMEOUT <= 32)) begin : gen_timeout
    $error("TIMEOUT must be 2 to 32");
  end
  if (!(power(HOST_IDS, 2, 16))) begin : gen_host_ids
    $error("HOST_IDS must be a power of two from 2 to 16");
  end
  if (!(DMAS == 1 || DMAS == 2)) begin : gen_dmas
    $error("DMAS must be 1 or 2");
  end
  if (!(power(DMA_SLOTS, 16, 64))) begin : gen_dma_slots
    $error("DMA_SLOTS must be 16, 32 or 64");
  end

endmodule
