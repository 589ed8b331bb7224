#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""progress.py CARDRUN FIRMWARE SMCC DIRECTORY [BACKEND]: what forward progress costs.

The kernels' loops are left by what they read, and wait for nobody. Each kernel of progress.kernel.c
runs as smcc compiles it and with -fno-yield, on the same data; results are compared with those
computed here. Figures are cycles by default over those with -fno-yield.
"""
import random
import re
import subprocess
import sys

NONE = 0xffffffff
MASK = 0xffffffff
CTA, GRID = 128, 2
N = CTA * GRID
SEED = 1
KERNELS = ["chase", "list", "bfs", "binary", "csr", "probe", "string"]  # the figures are over these
WAITING = "chase_volatile"


def chain():
    """Words that lead from each thread through up to 40 others to NONE, and how many."""
    r, next_word, rounds = random.Random(SEED), [NONE] * N, []
    for t in range(N):
        n, at = r.randrange(1, 41), t
        for _ in range(n):
            next_word.append(NONE)
            next_word[at] = len(next_word) - 1
            at = next_word[at]
        rounds.append(n)
    # words of different chains lie mixed
    order = list(range(N, len(next_word)))
    r.shuffle(order)
    place = list(range(N)) + order
    moved = [NONE] * len(next_word)
    for old, word in enumerate(next_word):
        moved[place[old]] = NONE if word == NONE else place[word]
    return moved, rounds


def chase():
    words, rounds = chain()
    out = []
    for n in rounds:
        for i in range(200):
            n = ((n ^ n >> 7) * 77 + i) & MASK
        out.append(n)
    return [words], out, []


def sorted_list():
    r = random.Random(SEED)
    count = 64
    keys = sorted(r.sample(range(1000), count))
    words = []
    for i in range(count):
        words += [keys[i], i + 8 if i + 8 < count else NONE]
    wanted, out = [r.randrange(1000) for _ in range(N)], []
    for t in range(N):
        at = t & 7
        while at != NONE and keys[at] < wanted[t]:
            at = words[2 * at + 1]
        out.append(at)
    return [words, wanted], out, []


def rows(most):
    r, start, column = random.Random(SEED), [0], []
    for _ in range(N):
        column += [r.randrange(N) for _ in range(r.randrange(1, most))]
        start.append(len(column))
    return start, column


def bfs():
    start, edge = rows(24)
    level = [1 if t % 3 == 0 else NONE for t in range(N)]
    out = [0] * N
    for t in range(0, N, 3):
        for e in edge[start[t]:start[t + 1]]:
            out[e] |= level[e] == NONE
    return [start, edge, level], [int(o) for o in out], []


def binary():
    r = random.Random(SEED)
    n = 3000
    table = sorted(r.sample(range(100000), n))
    wanted = [r.choice(table) if r.randrange(2) else r.randrange(100000) for _ in range(N)]
    out = []
    for key in wanted:
        low, high = 0, n
        while low < high and table[low] != key:
            mid = low + (high - low) // 2
            if table[mid] <= key:
                low = mid + (table[mid] != key)
            else:
                high = mid
        out.append(low)
    return [table + [0], wanted], out, [n]


def csr():
    start, column = rows(32)
    r = random.Random(SEED)
    x = [r.randrange(1 << 16) for _ in range(N)]
    out = [sum(x[column[i]] * (i + 1) for i in range(start[t], start[t + 1])) & MASK
           for t in range(N)]
    return [start, column, x], out, []


def probe():
    r, size = random.Random(SEED), 1024
    table, keys = [NONE] * size, r.sample(range(1 << 20), 880)
    for key in keys:
        at = key % size
        while table[at] != NONE:
            at = (at + 1) % size
        table[at] = key
    wanted = [r.choice(keys) if r.randrange(4) else r.randrange(1 << 20) for _ in range(N)]
    out = []
    for key in wanted:
        at = key % size
        while table[at] not in (key, NONE):
            at = (at + 1) % size
        out.append(at)
    return [table, wanted], out, [size - 1]


def string():
    r, text, begin, out = random.Random(SEED), b"", [], []
    for _ in range(N):
        s = bytes(r.choice(b"abcd") for _ in range(r.randrange(1, 48)))
        begin.append(len(text))
        out.append(len(s) << 16 | s.count(s[0]))
        text += s + b"\0"
    text += bytes(-len(text) % 4)
    words = [int.from_bytes(text[i:i + 4], "little") for i in range(0, len(text), 4)]
    return [words, begin], out, []


DATA = {"chase": chase, WAITING: chase, "list": sorted_list, "bfs": bfs, "binary": binary,
        "csr": csr, "probe": probe, "string": string}


def cycles(command, elf, name, where):
    """Cycles of the kernel, after its result was compared."""
    inputs, expected, scalars = DATA[name]()
    args = []
    for i, words in enumerate(inputs):
        path = f"{where}/{name}.{i}"
        with open(path, "wb") as f:
            f.write(b"".join(w.to_bytes(4, "little") for w in words))
        args += ["--arg", f"buf:{4 * len(words)},@{path}"]
    args += ["--arg", f"buf:{4 * N},dump={N}"]
    for value in scalars:
        args += ["--arg", str(value)]
    shape = ["--elf", elf, "--kernel", name, "--grid", str(GRID), "--cta", str(CTA)]
    done = subprocess.run(command + shape + args, capture_output=True, text=True)
    state = re.search(r"^state 3 error 0 .* cycles (\d+)", done.stdout, re.M)
    if not state:
        sys.exit(f"progress.py: {elf} {name} failed: {done.stdout} {done.stderr}")
    dump = [int(w) for w in re.search(r"^arg \d+:(.*)", done.stdout, re.M).group(1).split()]
    if dump != expected:
        sys.exit(f"progress.py: {elf} {name}: wrong result")
    return int(state.group(1))


def main():
    cardrun, firmware, smcc, where = sys.argv[1:5]
    command = [cardrun, "--backend", sys.argv[5] if len(sys.argv) > 5 else "rtl", "--fw", firmware]
    source = __file__.replace(".py", ".kernel.c")
    elf = {option: f"{where}/progress{option}.elf" for option in ("", "-fno-yield")}
    for option, path in elf.items():
        subprocess.run([smcc] + ([option] if option else []) + ["-o", path, source], check=True)
    ratio = {}
    for name in KERNELS + [WAITING]:
        default, without = (cycles(command, elf[option], name, where)
                            for option in ("", "-fno-yield"))
        ratio[name] = default / without
        print(f"divergence.{name}_cost\t{ratio[name]:.4f}\tcycles over those with -fno-yield "
              f"({default} over {without})", flush=True)
    of = [ratio[name] for name in KERNELS]
    names = ", ".join(KERNELS)
    print(f"divergence.progress_cost\t{max(of):.4f}\tcycles by default over those with -fno-yield, "
          f"worst of {names}; goal 1.05")
    print(f"divergence.progress_cost_mean\t{sum(of) / len(of):.4f}\tthe same, mean; goal 1.01")


main()
