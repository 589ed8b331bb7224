#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws parameter sets of card_top, all of them legal as hw/presets/presets.toml has it.

usage: draw.py [--small|--least] SEED COUNT

One line for each set: a name made of its values, then NAME=VALUE of each parameter, as in
hw/rtl/card/presets.mk. Each set has one of THEMES, taken in turn from one that the seed chooses:
what no preset has, and what has been found wrong once. What a theme leaves open is drawn. --small
draws cards that are built and simulated in a minute or two; --least those of them that have one SM,
of four lanes where a theme allows that.
"""
import hashlib
import pathlib
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "hw/presets"))
from gen import Source  # noqa: E402

# What every so-manieth set has, whatever else is drawn. A set has two of them, as far as they go
# together.
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


def draw(source, rng, themes, small, least):
    """A legal set with what the themes say; of two that contradict each other the first holds."""
    fixed = {}
    for theme in themes:
        if all(fixed.get(name, value) == value for name, value in theme.items()):
            fixed.update(theme)
    if least:
        fixed["SMS"] = 1
    p = {}

    def take(name, values=None, top=None):
        """one of the values, else one of the legal ones, up to the top"""
        values = values or [v for v in source.legal_values(name, p) if top is None or v <= top]
        p[name] = fixed.get(name, rng.choice(values))

    take("SMS", [1] if small else [1, 1, 2, 3, 4])
    take("PODS")
    take("WARPS", [8, 10, 12] if small else None)
    # What shared memory borrows comes from 8 lanes on.
    lend = fixed.get("LEND", 0)
    if small:
        take("LANES", [8] if lend else [4] if least else [4, 4, 8])
    else:
        take("LANES", [8, 16, 32] if lend else None)
    take("FP_UNITS")
    take("ALUS")
    take("LS_QUEUE", top=8 if small else None)
    take("FP_QUEUE", top=8 if small else None)
    for name in ("KEEP", "UNIFORM", "CREDIT", "PRIO", "PRIO_L2", "PREDICT", "BONUS", "TURNS"):
        take(name)
    take("CONST_KIB", top=2 if small else None)
    take("ATTR_KIB", top=2 if small else None)
    take("TEX", [0] if small and p["LANES"] != 4 else None)
    take("TEXTILE")
    take("DTOKS", source.legal_values("DTOKS", p) + [64] * 6)
    take("L1_KIB")
    take("ICACHE_KIB", top=4 if small else None)
    lends = [s for s in source.legal_values("SHARED_KIB", p)
             if 1 in source.legal_values("LEND", {**p, "SHARED_KIB": s})]
    take("SHARED_KIB", lends if lend else None)
    for name in ("LEND", "TLB"):
        take(name)
    take("PAGES", top=2048 if small else None)
    for name in ("WALKS", "LINES", "L2_BANKS"):
        take(name)
    take("L2_KIB", top=64 if small else None)
    for name in ("AMO_UNITS", "MSHRS", "EVICTS", "WAITS", "HOST_IDS", "PERF", "DMAS", "DMA_SLOTS"):
        take(name)
    # What the cards so far had not, so that a seed draws the same of the rest
    for parameter in source.given():
        if parameter.name not in p:
            take(parameter.name)
    return " ".join(f"{name}={value}" for name, value in p.items())


def main():
    arguments = sys.argv[1:]
    least = "--least" in arguments
    small = least or "--small" in arguments
    seed, count = (int(a) for a in arguments if not a.startswith("--"))
    source = Source()
    rng = random.Random(seed)
    first = rng.randrange(len(THEMES))
    for i in range(count):
        at = first + i
        # Themes far apart, so that two sets have four of them
        themes = [THEMES[at % len(THEMES)], THEMES[(at + 4) % len(THEMES)]]
        line = draw(source, rng, themes, small, least)
        print("c" + hashlib.sha256(line.encode()).hexdigest()[:8], line)


main()
