# SPDX-License-Identifier: MIT
"""study.py [options] PROGRAM FIRMWARE ELF-DIR TABLE.tsv: kernels that depend on caches, and
controls that do not, on Verilated hardware.

Each is run under each setting of warp scheduling, of the number of warps and of priority tokens,
all by registers and launches of one program. A line for each run is added to the table as it ends.
At last the figures, `name<TAB>value<TAB>unit`. On preset quad the kernels have sizes for four SMs.

A setting is a name and what it sets: --setting "name:SCHED.POLICY=LRR,warps=4,PRIO=7". Registers
and fields are those of kernel/abi/smgpu_regs.h, values numbers or names that they have there, or
@NAME and @NAME.end: where a function of a kernel begins, and the first address behind it. warps:
resident in an SM at most. tuned=24: the firmware finds the limit of tokens in so many rounds, of
which the last counts. l2=16: the card has so many tokens of the L2, which the firmware divides.
"""
import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
HEADLINE = "rows512"
SENSITIVE = ["mvt", "atax", "bicg", "gesummv", "syrk", "csr", "kmeans", "bfs"]
CONTROLS = ["vecadd4k", "sgemm64", "stencil128", "histogram64k"]
PHASES = "phases"
# With four SMs the kernels have more threads (text -4), and the controls are these
QUAD_CONTROLS = ["vecadd16k", "sgemm64", "stencil128", "histogram64k"]
# What four SMs walk through together is the most of all kernels beside an L2
WIDEST = "gesummv"
# So many launches take too long for all
QUAD_TUNED = ["mvt", "gesummv", "csr"]
COLUMNS = ["policy", "kernel", "latency", "cycles", "l1_hits", "l1_misses", "l2_hits", "l2_misses",
           "dram_read", "dram_written", "compulsory"]
# The default of the presets: hw/sim/dram.c
LATENCY, BANDWIDTH = 20, 21333

BASELINES = ["GTO:SCHED.POLICY=GTO", "LRR:SCHED.POLICY=LRR", "lru:PRIO.LRU=1"]
LIMITS = [f"warps{n}:SCHED.POLICY=GTO,warps={n}" for n in (8, 4, 12, 6, 3, 2, 1)]
PTOKS = ["ptok12:PRIO.LIMIT=12", "ptok4:PRIO.LIMIT=4", "ptok8:PRIO.LIMIT=8", "ptok2:PRIO.LIMIT=2",
         "ptok8_never:PRIO.LIMIT=8,PRIO.NEVER=1",
          "ptok8_elig:PRIO.LIMIT=8,PRIO.POLICY=ELIGIBLE",
          "ptok8_rot:PRIO.LIMIT=8,PRIO.POLICY=ROTATE",
          "ptok8_split:PRIO.LIMIT=8,PRIO.POLICY=SPLIT,PRIO_ROTATE.FIXED=6"]
# Warps without a token wait before each access of memory
WAITS = [f"wait{n}:PRIO.LIMIT={n},PRIO.WAIT=1" for n in (4, 8, 6, 12)]
# As many warps as have room for their working sets in a half, a quarter, three quarters of L1
PREDICTS = [f"{name}:PRIO.POLICY=PREDICT,PRIO.LIMIT=63,PRIO.WAIT=1,PRIO_PREDICT.SHARE={share}"
            for name, share in (("predict", 7), ("predict25", 3), ("predict75", 11))]
# A limit for the part of PHASES that walks rows, none for the other
STRETCHES = [f"pc{n}:PRIO.LIMIT=0,PRIO.WAIT=1,PRIO_PC_BEGIN=@rows_phase,"
             f"PRIO_PC_END=@rows_phase.end,PRIO_PC.THREADS=64,PRIO_PC.LIMIT={n}" for n in (4, 8)]
TUNED = "tuned:PRIO.LIMIT=0,PRIO.WAIT=1,tuned=24"
# Tokens of the L2, alone and beside few warps that use L1
L2_PTOKS = ["l2_16n:PRIO_L2.NEVER=1,l2=16", "l2_8:l2=8", "l2_16:l2=16", "l2_24:l2=24",
            "l2_24n:PRIO_L2.NEVER=1,l2=24",
            "wait2_l2_8n:PRIO.LIMIT=2,PRIO.WAIT=1,PRIO_L2.NEVER=1,l2=8"]
# Of four SMs each has half of the L1, so numbers are smaller
QUAD_LIMITS = [f"warps{n}:SCHED.POLICY=GTO,warps={n}" for n in (2, 4, 3, 8, 1, 6, 12)]
QUAD_PTOKS = [f"wait{n}:PRIO.LIMIT={n},PRIO.WAIT=1" for n in (2, 4, 3, 8, 1, 6, 12)] + PREDICTS[:1]
# A limit for the part of mvt, atax and bicg that goes by rows, none for the other
BY_ROWS = [f"rows{n}:PRIO.LIMIT=0,PRIO.WAIT=1,PRIO_PC_BEGIN=@by_rows,PRIO_PC_END=@by_rows.end,"
           f"PRIO_PC.THREADS=64,PRIO_PC.LIMIT={n}" for n in (2, 3, 4)]
WITH_BOTH = ["mvt", "atax", "bicg"]
# With something else that helps by itself: not in the figures of tokens alone
COMBINED = ["ptok8_lrr:SCHED.POLICY=LRR,PRIO.LIMIT=8", "ptok4_w8:PRIO.LIMIT=4,warps=8"]


OPTIONS = {"warps": "-w", "tuned": "-n"}
TUNE = 1 << 31      # SMGPU_FW_PRIO_TUNE of smgpu_fw_abi.h
L2_CARD = 24        # SMGPU_FW_PRIO_L2_CARD


class Registers:
    """Addresses, fields and reset values of smgpu_regs.h"""

    def __init__(self, elf_dir):
        self.number, self.registers, self.elf_dir = {}, set(), elf_dir
        with open(os.path.join(ROOT, "kernel/abi/smgpu_regs.h"), encoding="ascii") as header:
            for line in header:
                found = re.match(r"#define SMGPU_(\w+)(\(b\))?\s+\(?(0x[0-9a-f]+|\d+)u", line)
                if found:
                    self.number[found[1]] = int(found[3], 0)
                    if found[2]:
                        self.registers.add(found[1])

    def fields(self, register):
        """Names of its fields; of PRIO not those of PRIO_ROTATE"""
        longer = tuple(r + "_" for r in self.registers if r.startswith(register + "_"))
        return [n[len(register) + 1:-5] for n in self.number
                if n.startswith(register + "_") and n.endswith("_MASK") and
                not n.startswith(longer or ("-",))]

    def end_of(self, name):
        """Where a function of a kernel begins, @NAME, or the first address behind it, @NAME.end"""
        for elf in sorted(os.listdir(self.elf_dir)):
            if not elf.endswith(".elf"):
                continue
            listing = subprocess.run(["llvm-nm-19", "--print-size",
                                      os.path.join(self.elf_dir, elf)], check=True,
                                      stdout=subprocess.PIPE, text=True).stdout
            for line in listing.splitlines():
                field = line.split()
                if (len(field) == 4 and field[2] in "tT" and
                    field[3] == name[1:].removesuffix(".end")):
                    return int(field[0], 16) + (int(field[1], 16) if name.endswith(".end") else 0)
        sys.exit(f"no kernel has the function of {name}")

    def settle(self, parts):
        """[("SCHED.POLICY", "LRR"), ...] to {address: value}; fields that are not named have the
        values of a reset"""
        values = {}
        for name, value in parts:
            register, _, field = name.partition(".")
            if register[0].isdigit():
                values[int(register, 0)] = int(value, 0)
                continue
            register = "SM_CFG_" + register
            if register not in self.registers or (field and field not in self.fields(register)):
                sys.exit(f"smgpu_regs.h has no {name}")
            address = self.number[register]
            if address not in values:
                values[address] = sum(self.number.get(f"{register}_{f}_RESET", 0) <<
                                      self.number[f"{register}_{f}_SHIFT"]
                                      for f in self.fields(register))
            if not field:
                values[address] = self.end_of(value) if value[0] == "@" else int(value, 0)
                continue
            shift, mask = (self.number[f"{register}_{field}_SHIFT"],
                           self.number[f"{register}_{field}_MASK"])
            bits = (int(value, 0) if value[0].isdigit()
                    else self.number[f"{register}_{field}_{value}"]) << shift
            if bits & ~mask:
                sys.exit(f"{name} has no room for {value}")
            values[address] = values[address] & ~mask | bits
        return values


def options(setting, registers):
    """Name and command line of a setting"""
    name, _, rest = setting.partition(":")
    parts = [part.split("=") for part in rest.split(",") if part]
    result = [word for key, value in parts if key in OPTIONS for word in (OPTIONS[key], value)]
    values = registers.settle([("PRIO_L2.LIMIT", "0") if key == "l2" else (key, value)
                               for key, value in parts if key not in OPTIONS])
    for value in (value for key, value in parts if key == "l2"):
        values[registers.number["SM_CFG_PRIO_L2"]] |= int(value) << L2_CARD
    if any(key == "tuned" for key, _ in parts):
        values[registers.number["SM_CFG_PRIO"]] |= TUNE
    for address, value in values.items():
        result += ["-r", f"{address:#x}={value:#x}"]
    return name, result


def run(args, setting, registers, kernels, table, rows):
    name, extra = options(setting, registers)
    kernels = [k for k in kernels if (name, k) not in rows]
    if not kernels:
        return

    def keep(row):
        rows[name, row["kernel"]] = row
        print(*row.values(), sep="\t", file=table, flush=True)

    last = None     # of several rounds
    command = [args.program, "-p", args.preset, *(["-4"] if args.preset == "quad" else []), "-l",
               str(LATENCY), "-d", str(BANDWIDTH), "-m", *extra, args.firmware, args.elf,
               args.backend, " ".join(kernels)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            field = line.rstrip("\n").split("\t")
            if not field[0].endswith(".memory"):
                continue
            row = dict(zip(COLUMNS, [name, field[0].split(".")[1], LATENCY, int(field[1]),
                                     *map(int, field[3:])]))
            if last and last["kernel"] != row["kernel"]:
                keep(last)
            last = row
            lines = row["l1_hits"] + row["l1_misses"]
            print(f"# {name} {row['kernel']}: {row['cycles']} cycles, L1 hits "
                  f"{100 * row['l1_hits'] / max(1, lines):.1f} %, DRAM {ratio(row):.2f} of what "
                  "must move",
                  flush=True)
    if last:
        keep(last)
    missing = [k for k in kernels if (name, k) not in rows]
    if process.returncode or missing:
        sys.exit(f"study.py: {name}: {' '.join(missing) or 'a kernel'} failed")


def ratio(row):
    return (row["dram_read"] + row["dram_written"]) / row["compulsory"]


def harmonic(values):
    values = list(values)
    return len(values) / sum(1 / v for v in values)


def best(cycles, settings, kernel):
    return min((s for s in settings if (s, kernel) in cycles),
               key=lambda s: cycles[s, kernel], default="GTO")


def figures_rows(rows, tokens):
    """Of the matrix whose rows meet in few sets"""
    at = best({key: row["cycles"] for key, row in rows.items()}, tokens, HEADLINE)
    print(f"mem.mvt_dram_ratio\t{ratio(rows[at, HEADLINE]):.3f}\tbytes of DRAM over those that "
          f"must move, product of a matrix of 512 x 512, a thread a row, {at}; "
          f"GTO {ratio(rows['GTO', HEADLINE]):.3f}")
    print(f"mem.mvt_cycles\t{rows[at, HEADLINE]['cycles']}\tcycles of the same; GTO "
          f"{rows['GTO', HEADLINE]['cycles']}")


def figures(rows, names, preset):
    """names: settings of warp limits, of tokens, and of tokens with something else"""
    limits, tokens, combined = names
    cycles = {key: row["cycles"] for key, row in rows.items()}
    kernels = [k for k in SENSITIVE if ("GTO", k) in cycles]
    controls = [k for k in controls_of(preset) if ("GTO", k) in cycles]
    suffix = "" if preset == "default" else "_" + preset
    if not kernels:
        return

    def gain(settings, over, some):
        """Harmonic mean over some kernels: the best of settings for each, over the best of
        others"""
        return harmonic(cycles[best(cycles, over, k), k] / cycles[best(cycles, settings, k), k]
                        for k in some)

    with_tokens = ["GTO", *tokens]
    # The one setting of tokens that is best for all kernels together
    whole = [s for s in tokens if all((s, k) in cycles for k in kernels + controls)]
    alike = max(whole or ["GTO"], key=lambda s: gain([s], ["GTO"], kernels))
    which = ", ".join(f"{k} {best(cycles, with_tokens, k)}" for k in kernels)
    other = ""
    if combined:
        both = gain([*with_tokens, *combined], ["GTO"], kernels)
        other = f"; with LRR or fewer warps beside tokens: {both:.3f}"
    print(f"mem.hm_speedup_gto{suffix}\t{gain(with_tokens, ['GTO'], kernels):.3f}\tharmonic mean "
          f"over {len(kernels)} of {len(SENSITIVE)} kernels on preset {preset}, best setting of "
          "tokens for each, "
          f"over GTO; {alike} for all of them: {gain([alike], ['GTO'], kernels):.3f} "
          f"({which}){other}")
    print(f"mem.hm_speedup_limit{suffix}\t{gain(with_tokens, ['GTO', *limits], kernels):.3f}\tthe "
          "same over the best number of warps for each kernel, which are "
          f"{gain(['GTO', *limits], ['GTO'], kernels):.3f} over GTO")
    measured = [k for k in kernels if ("tuned", k) in cycles]
    if measured:
        found, oracle = gain(["tuned"], ["GTO"], measured), gain(with_tokens, ["GTO"], measured)
        if oracle > 1:
            print(f"mem.oracle_share{suffix}\t{100 * (found - 1) / (oracle - 1):.0f}\t% of the "
                  f"gain of the best setting of tokens for each of {len(measured)} kernels "
                  f"({oracle:.3f} over GTO) that tuning by "
                  f"the firmware has after {TUNED.rpartition('=')[2]} launches ({found:.3f})")
    predicted = [k for k in kernels if ("predict", k) in cycles]
    if predicted and controls:
        worst = max(controls, key=lambda k: cycles["predict", k] / cycles["GTO", k])
        print(f"mem.predict_speedup{suffix}\t{gain(['predict'], ['GTO'], predicted):.3f}\tharmonic "
              f"mean over {len(predicted)} kernels, tokens for warps whose working sets fit, "
              f"over GTO, each in its first launch; the worst control, {worst}, takes "
              f"{cycles['predict', worst] / cycles['GTO', worst]:.3f} of its cycles")
    # A card that all kernels share has the firmware tune, if that was measured
    shared = "tuned" if controls and all(("tuned", k) in cycles for k in controls) else alike
    if controls:
        worst = max(controls, key=lambda k: cycles[shared, k] / cycles["GTO", k])
        print(f"mem.worst_control{suffix}\t{cycles[shared, worst] / cycles['GTO', worst]:.3f}\t"
              f"cycles with {shared} over those of GTO, {worst}, the worst of {len(controls)} "
              "controls")
    if ("pc4", PHASES) in cycles and ("wait4", PHASES) in cycles:
        print(f"mem.phases_cycles\t{cycles['pc4', PHASES]}\tcycles of a kernel that walks rows and "
              "then streams, 4 tokens for the rows alone; 4 for all of it "
              f"{cycles['wait4', PHASES]}, "
              f"GTO {cycles['GTO', PHASES]}")
    at = best(cycles, [s for s, k in cycles if k == WIDEST and s.startswith("l2")], WIDEST)
    if at != "GTO":
        print(f"mem.l2_tokens_speedup\t{cycles['GTO', WIDEST] / cycles[at, WIDEST]:.2f}\tGTO's "
              f"cycles ({cycles['GTO', WIDEST]}) over those with {at}, {WIDEST} on preset {preset}")


def controls_of(preset):
    return QUAD_CONTROLS if preset == "quad" else CONTROLS


def plan(args):
    """Settings of baselines, of warp limits, of tokens, of tokens with something else, and others;
    kernels"""
    if args.preset == "quad":
        if args.quick:
            return ([BASELINES[:1], QUAD_LIMITS[:2], QUAD_PTOKS[:2], [], L2_PTOKS[:1]],
                    ["mvt", "gesummv", "csr"])
        return ([BASELINES[:2], QUAD_LIMITS, QUAD_PTOKS + BY_ROWS, [], L2_PTOKS + [TUNED]],
                SENSITIVE + QUAD_CONTROLS)
    if args.quick:
        return ([BASELINES[:1], LIMITS[:2], PTOKS[:1] + WAITS[:1] + PREDICTS[:1], [], [TUNED]],
                [HEADLINE, "mvt", "gesummv", "csr"] + CONTROLS[:2])
    return ([BASELINES, LIMITS, PTOKS + WAITS + PREDICTS, COMBINED, STRETCHES + [TUNED]],
            [HEADLINE] + SENSITIVE + CONTROLS + [PHASES])


def runs(setting, kernel, args):
    """Whether a kernel is run under a setting: not all are of use for all"""
    if setting in LIMITS + QUAD_LIMITS and kernel in controls_of(args.preset):
        return False
    if setting in [TUNED, *L2_PTOKS] and args.quick:
        return kernel == WIDEST
    if setting == TUNED and args.preset == "quad":
        return kernel in QUAD_TUNED
    if setting in BY_ROWS:
        return kernel in WITH_BOTH
    return setting not in STRETCHES or kernel == PHASES


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--preset", default="default")
    parser.add_argument("--backend", default="rtl")
    parser.add_argument("--quick", action="store_true", help="few settings and kernels")
    parser.add_argument("--keep", action="store_true",
                        help="keep the lines that the table has: run what is missing")
    parser.add_argument("--setting", action="append",
                        help="only these, with GTO; tuned is the one of that name")
    parser.add_argument("--kernels", help="only these")
    for name in ("program", "firmware", "elf", "table"):
        parser.add_argument(name)
    args = parser.parse_args()
    registers = Registers(args.elf)
    groups, kernels = plan(args)
    settings = ([BASELINES[0], *(TUNED if s == "tuned" else s for s in args.setting)]
                if args.setting
                else sum(groups, []))
    kernels = args.kernels.split() if args.kernels else kernels
    rows = {}
    if args.keep and os.path.exists(args.table):
        with open(args.table, encoding="ascii") as table:
            for line in list(table)[1:]:
                field = line.rstrip("\n").split("\t")
                rows[field[0], field[1]] = dict(zip(COLUMNS,
                                                    field[:2] + [int(f) for f in field[2:]]))
    with open(args.table, "a" if rows else "w", encoding="ascii") as table:
        if not rows:
            print(*COLUMNS, sep="\t", file=table, flush=True)
        for setting in settings:
            these = [k for k in kernels if args.setting or runs(setting, k, args)]
            # All rounds of a kernel have buffers of their own: one kernel at
            # a time fits into the card.
            for some in [[k] for k in these] if setting == TUNED else [these]:
                run(args, setting, registers, some, table, rows)
    names = [[s.partition(":")[0] for s in group] for group in groups[1:4]]
    if ("GTO", HEADLINE) in rows:
        figures_rows(rows, names[1])
    figures(rows, names, args.preset)


if __name__ == "__main__":
    main()
