# SPDX-License-Identifier: MIT
"""sched.py [options] PROGRAM FIRMWARE ELF-DIR TABLE.tsv: kernels of tiles (cache/shade.kernel.c)
under each policy of warp scheduling, without and with textile grants.

With --bonuses: under policy A additive, with bonuses for texture (with grants) and for the pipe of
which fewer instructions are under way.

All by registers of one program; L1 has one way of its four, 4 KiB. A line for each run is added to
the table, and told, as it ends. At last the figures, `name<TAB>value<TAB>unit`:
  sched.tex_miss_vs_lrr, sched.tex_miss_vs_gto   L1 misses of the kernels that sample textures, best
                                                 setting of grants and credits over LRR, over GTO
  sched.load_miss_vs_lrr, sched.load_miss_vs_gto the same of the kernels with coherent loads
"""
import argparse
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "cache"))
from study import Registers, options  # noqa: E402

POLICIES = ["LRR", "GTO", "TWO_LEVEL", "A", "A_LITERAL", "B", "C", "D"]
CREDITS = ["A", "B", "C", "D"]
KERNELS = ["shade1", "shade2", "gather1", "gather2"]
BONUS_KERNELS = ["shade1", "shade2", "sgemm64", "stencil128"]
TILES = ("shade", "gather")
COLUMNS = ["policy", "kernel", "latency", "cycles", "l1_hits", "l1_misses", "samples_apart",
           "cycles_apart", "grants", "timeouts", "waits"]
LATENCY, BANDWIDTH = 20, 21333


def settings(quick):
    for policy in ["LRR", "GTO", "D"] if quick else POLICIES:
        gain = ",SCHED.GAIN=3" if policy == "D" else ""
        for grants, fields in (("", ""), ("+g", ",SCHED.TEXTILE=3"),
                               ("+gs", ",SCHED.TEXTILE=3,SCHED.STAY=1")):
            if not quick or grants != "+gs":
                yield f"{policy}{grants}:SCHED.POLICY={policy}{gain}{fields},PRIO.WAYS=1"


# Settings that change nothing but when a launch comes: runs of one setting differ by that
IDLE = ["", ",SCHED_TYPES.VERTEX=1", ",SCHED_TYPES.VERTEX=1,PRIO_PC_BEGIN=4", ",PRIO_PC_END=8",
        ",PRIO_PC_BEGIN=4,PRIO_PC_END=8,SCHED_TYPES.VERTEX=1"]


def bonuses():
    for number, idle in enumerate(IDLE):
        for grants, textile in (("", 0), ("+g", 3)):
            for texture, op in ((0, 0), (0, 4), (0, 32), (8, 0), (32, 0)):
                if textile or not texture:      # without grants nothing has the bonus for texture
                    yield (f"A{grants}+tex{texture}+op{op}#{number}:SCHED.POLICY=A,"
                           f"SCHED.ADDITIVE=1,SCHED.TEXTILE={textile},"
                           f"SCHED_BONUS.TEXTURE={texture},SCHED_BONUS.OP={op},PRIO.WAYS=1{idle}")


def spread(rows):
    """Of each setting and kernel, those of tiles together: mean, least and most of all runs"""
    groups = {}
    for (name, kernel), row in rows.items():
        setting, _, number = name.partition("#")
        for what in ("cycles", "l1_misses"):
            runs = groups.setdefault((setting, kernel.rstrip("12") if kernel.startswith(TILES)
                                      else kernel, what), {})
            runs[number] = runs.get(number, 0) + row[what]
    for (setting, kernel, what), runs in groups.items():
        print(f"sched.{setting}.{kernel}.{what}\t{sum(runs.values()) / len(runs):.0f}\tmean of "
              f"{len(runs)} runs, {min(runs.values())} to {max(runs.values())}")


def run(args, setting, registers, kernels, table, rows):
    name, extra = options(setting, registers)
    command = [args.program, "-p", args.preset, "-l", str(LATENCY), "-d", str(BANDWIDTH), "-s",
               "PLACE", *extra, args.firmware, args.elf, args.backend, " ".join(kernels)]
    # -s and -r name the same register: -s has text tell hits and misses
    at = extra.index(next(e for e in extra
                          if e.startswith(f"{registers.number['SM_CFG_SCHED']:#x}=")))
    command[command.index("PLACE")] = extra[at].split("=")[1]
    row = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            field = line.rstrip("\n").split("\t")
            if not field[0].startswith("text."):
                continue
            _, kernel, what = field[0].split(".")
            if what == "sched":
                row = {"policy": name, "kernel": kernel, "latency": LATENCY,
                       "cycles": int(field[1]), "l1_hits": int(field[5]),
                       "l1_misses": int(field[6])}
                if not kernel.startswith(TILES):
                    row.update(samples_apart=0, cycles_apart=0, grants=0, timeouts=0, waits=0)
                    rows[name, kernel] = row
                    print(*(row[c] for c in COLUMNS), sep="\t", file=table, flush=True)
                    print(f"# {name} {kernel}: {row['cycles']} cycles", flush=True)
            elif what == "tile":
                row.update(samples_apart=float(field[1]), cycles_apart=float(field[3]))
            elif what == "textile":
                row.update(grants=int(field[1]), timeouts=int(field[3]), waits=int(field[4]))
                rows[name, kernel] = row
                print(*(row[c] for c in COLUMNS), sep="\t", file=table, flush=True)
                lines = row["l1_hits"] + row["l1_misses"]
                print(f"# {name} {kernel}: {row['cycles']} cycles, L1 hits "
                      f"{100 * row['l1_hits'] / lines:.1f} %, {row['samples_apart']:.2f} samples "
                      "apart, "
                      f"{row['grants']} grants, {row['timeouts']} after a timeout", flush=True)
    if process.returncode or any((name, k) not in rows for k in kernels):
        sys.exit(f"sched.py: {name} failed")


def figures(rows):
    names = list(dict.fromkeys(name for name, _ in rows))
    for what, prefix in (("tex", "shade"), ("load", "gather")):
        kernels = [k for k in dict.fromkeys(k for _, k in rows) if k.startswith(prefix)]
        if not kernels:
            continue
        missed = {n: sum(rows[n, k]["l1_misses"] for k in kernels) for n in names}
        cycles = {n: sum(rows[n, k]["cycles"] for k in kernels) for n in names}
        best = min((n for n in names if n.split("+")[0] in CREDITS), key=missed.get, default=None)
        for base in ("LRR", "GTO"):
            if base not in names or not best:
                continue
            print(f"sched.{what}_miss_vs_{base.lower()}\t{missed[best] / missed[base]:.3f}\tL1 "
                  f"misses of {best} over those of {base}, 4 KiB of L1, {' '.join(kernels)}; "
                  f"cycles {cycles[best] / cycles[base]:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="default")
    parser.add_argument("--backend", default="rtl")
    parser.add_argument("--kernels", default="")
    parser.add_argument("--bonuses", action="store_true", help="bonuses of the additive weight")
    parser.add_argument("--quick", action="store_true",
                        help="LRR, GTO and D, without and with grants")
    parser.add_argument("--settings", default="",
                        help='some of them: "LRR D+g"; +g: grants, +gs: with SCHED.stay')
    for name in ("program", "firmware", "elf", "table"):
        parser.add_argument(name)
    args = parser.parse_args()
    registers, rows = Registers(args.elf), {}
    kernels = args.kernels.split() or (BONUS_KERNELS if args.bonuses else KERNELS)
    with open(args.table, "w", encoding="ascii") as table:
        print(*COLUMNS, sep="\t", file=table, flush=True)
        for setting in bonuses() if args.bonuses else settings(args.quick):
            if args.settings and setting.partition(":")[0] not in args.settings.split():
                continue
            # Grants change nothing for kernels without tiles
            run(args, setting, registers, [k for k in kernels
                                           if "+g" not in setting.partition(":")[0] or
                                           not args.bonuses or k.startswith(TILES)], table, rows)
    (spread if args.bonuses else figures)(rows)


if __name__ == "__main__":
    main()
