# SPDX-License-Identifier: MIT
"""count.py TARGET NETLIST.json: LUTs, flip-flops, block RAMs and multipliers of a netlist that
netlist.sh made. What counts as a LUT: synth.sh."""
import json
import math
import re
import sys

XILINX_RAM = {"RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "RAM32M": 4, "RAM64M": 4, "RAM32X1S": 1,
              "RAM64X1S": 1, "RAM128X1S": 2, "RAM256X1S": 4}


# Of a board's top: buffers and cells of pins and clocks, which take none of what is counted
XILINX_IO = re.compile(r"(I|O|IO)BUF(DS)?(E3|_GTE[24])?|BUFG(CE)?(_DIV)?|[IO]SERDESE[23]"
                       r"|[IO]DELAYE[23]|IDELAYCTRL|PLLE2_ADV|MMCME4_ADV|XADC|SYSMONE4|STARTUPE2")


def ecp5(cells):
    luts = {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}
    known = {"TRELLIS_FF": 1, "DP16KD": 2, "MULT18X18D": 3, **dict.fromkeys(luts, 0)}
    sums = [0, 0, 0, 0]
    for c in cells:
        sums[known[c["type"]]] += luts.get(c["type"], 1)
    return sums


def a200t(cells):
    lut = re.compile(r"LUT[1-6]|INV")
    made = {b for c in cells if lut.fullmatch(c["type"]) for b in c["connections"]["O"]}
    sums = [0, 0, 0, 0]
    for c in cells:
        kind = c["type"]
        if lut.fullmatch(kind) or kind in ("SRL16E", "SRLC32E"):
            sums[0] += 1
        elif kind in XILINX_RAM:
            sums[0] += XILINX_RAM[kind]
        elif kind == "CARRY4":
            sums[0] += sum(isinstance(b, int) and b not in made for b in c["connections"]["S"])
        elif re.fullmatch(r"FD[RSCP]E(_1)?", kind):
            sums[1] += 1
        elif kind in ("RAMB18E1", "RAMB36E1"):
            sums[2] += 0.5 if kind == "RAMB18E1" else 1
        elif kind == "DSP48E1":
            sums[3] += 1
        elif not XILINX_IO.fullmatch(kind) and not kind.islower():   # a black box of ours
            raise KeyError(kind)
    return sums


def gw5ast(cells):
    luts = {"LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1, "ALU": 1, "RAM16SDP4": 6}
    known = {**dict.fromkeys(luts, 0), "MULT27X36": 3}
    none = {"IBUF", "OBUF", "GND", "VCC", "$scopeinfo"}
    sums = [0, 0, 0, 0]
    for c in cells:
        kind = c["type"]
        if kind.startswith("DFF"):
            sums[1] += 1
        elif re.fullmatch(r"(SP|SDP|DP)(B|X9B?)?", kind):
            sums[2] += 1
        elif kind not in none:
            # MULT27X36 is two MULTALU27X18
            sums[known[kind]] += 2 if kind == "MULT27X36" else luts[kind]
    return sums


def main():
    target, netlist = sys.argv[1:]
    with open(netlist, encoding="ascii") as f:
        design = json.load(f)
    [top] = [m for m in design["modules"].values()
             if int(m.get("attributes", {}).get("top", "0"), 2)]
    counts = {"ecp5": ecp5, "a200t": a200t, "gw5ast": gw5ast}[target]
    print(*(math.ceil(n) for n in counts(list(top["cells"].values()))))


main()
