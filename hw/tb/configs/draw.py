#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws parameter sets of card_top, all of them legal: hw/rtl/card/card_legal.sv says what that means, and refuses what is not.

usage: draw.py [--small|--least] SEED COUNT

One line for each set: a name made of its values, then NAME=VALUE of each parameter, as in hw/rtl/card/presets.mk. Each set
has one of THEMES, taken in turn from one that the seed chooses: what no preset has, and what has been found wrong once. What
a theme leaves open is drawn. --small draws cards that are built and simulated in a minute or two; --least those of them that have
one SM, of four lanes where a theme allows that.
"""
import hashlib
import random
import sys

# What every so-manieth set has, whatever else is drawn. A set has two of them, as far as they go together.
THEMES = [
    {"WARPS": 12, "PODS": 2},                     # warps of a pod that are no power of two
    {"SMS": 1, "L2_BANKS": 2},                    # banks of the L2 for one SM
    {"WARPS": 10, "PODS": 1},
    {"PODS": 1, "TEX": 1},
    {"WALKS": 2},
    {"LEND": 1, "PRIO": 1},
    {"SMS": 2},
    {"LS_QUEUE": 1, "FP_QUEUE": 1, "L1_KIB": 4},  # the least
    {"WARPS": 10, "PODS": 2},
    {"SMS": 1, "L2_BANKS": 4},
    {"WARPS": 12, "PODS": 1, "TEX": 1},
]


def power(low, high):
    """The powers of two from low to high"""
    return [1 << i for i in range(low.bit_length() - 1, high.bit_length()) if low <= 1 << i <= high]


def draw(rng, themes, small, least):
    """A legal set with what the themes say; of two that contradict each other the first holds."""
    fixed = {}
    for theme in themes:
        if all(fixed.get(name, value) == value for name, value in theme.items()):
            fixed.update(theme)
    if least:
        fixed["SMS"] = 1
    p = {}

    def take(name, values):
        p[name] = fixed.get(name, rng.choice(values))

    def flag(name, may=True):
        take(name, [0, 1] if may else [0])

    take("SMS", [1] if small else [1, 1, 2, 3, 4])
    take("PODS", [1, 2])
    take("WARPS", [w for w in ([8, 10, 12] if small else range(8, 24 * p["PODS"] + 1)) if w % p["PODS"] == 0])
    # What shared memory borrows comes from 8 lanes on.
    lend = fixed.get("LEND", 0)
    take("LANES", ([8] if lend else [4] if least else [4, 4, 8]) if small else power(8 if lend else 4, 32))
    take("FP_UNITS", power(1, p["LANES"]))
    take("ALUS", [1, 2] if p["PODS"] == 2 else [1])
    take("LS_QUEUE", [0] + power(1, 8 if small else 32))
    take("FP_QUEUE", [0] + power(1, 8 if small else 32))
    flag("KEEP")
    flag("UNIFORM")
    flag("CREDIT")
    flag("PRIO")
    flag("PRIO_L2")
    flag("PREDICT", p["PRIO"])
    flag("BONUS", p["CREDIT"])
    flag("TURNS")
    take("CONST_KIB", [0, 1, 2] if small else [0, 1, 2, 4, 8])
    take("ATTR_KIB", [0, 1, 2] if small else [0, 1, 2, 4, 8])
    flag("TEX", not small or p["LANES"] == 4)
    flag("TEXTILE")
    take("TOKENS", power(4, 256) + [64] * 6)
    take("L1_KIB", [4, 8, 16])
    take("ICACHE_KIB", [1, 2, 4] if small else power(1, 32))
    lends = {shared: p["LANES"] >= 8 and p["L1_KIB"] <= shared and p["L1_KIB"] * 8 % shared == 0 for shared in (16, 32, 64)}
    take("SHARED_KIB", [shared for shared, may in lends.items() if may or not lend])
    flag("LEND", lends[p["SHARED_KIB"]])
    take("TLB", power(4, 64))
    take("PAGES", [0] + power(16, 2048 if small else 16384))
    take("WALKS", [1, 2, 4])
    take("LINES", power(4, 32))
    take("L2_BANKS", [1, 2, 4])
    take("L2_KIB", power(4 * p["L2_BANKS"], 64 if small else 1024))
    take("AMO_UNITS", [1, 8])
    take("MSHRS", range(4 * p["L2_BANKS"], 17, p["L2_BANKS"]))
    take("EVICTS", range(4 * p["L2_BANKS"], 17, p["L2_BANKS"]))
    flag("WAITS")
    take("HOST_IDS", power(2, 16))
    flag("PERF")
    take("DMAS", [1, 2])
    take("DMA_SLOTS", [16, 32, 64])
    return " ".join(f"{name}={value}" for name, value in p.items())


def main():
    arguments = sys.argv[1:]
    least = "--least" in arguments
    small = least or "--small" in arguments
    seed, count = (int(a) for a in arguments if not a.startswith("--"))
    rng = random.Random(seed)
    first = rng.randrange(len(THEMES))
    for i in range(count):
        at = first + i
        # Themes far apart, so that two sets have four of them
        line = draw(rng, [THEMES[at % len(THEMES)], THEMES[(at + 4) % len(THEMES)]], small, least)
        print("c" + hashlib.sha256(line.encode()).hexdigest()[:8], line)


main()
