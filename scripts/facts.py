#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""facts.py [ROOT]: a fact that several languages need has one source, and no copy by hand.

It changes a value in each source of a scratch copy, runs the generators there, and sees that each
generated file follows: no other one, and each with the new value. Then it looks through the tree
for literals that stand for such a fact (COPIES). ROOT is the tree, by default this one.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parents[1]
PARTS = ["hw/isa", "hw/regs", "hw/rtl/common", "kernel/abi", "kernel/include",
         "userspace/device", "Documentation/reference"]
GENERATORS = ["hw/isa/gen.py", "hw/regs/gen.py", "hw/regs/headers.py"]
UAPI = "kernel/include/uapi/drm/smgpu_hw.h"
HW_PKG = "hw/rtl/common/smgpu_hw_pkg.sv"
RDL = "hw/regs/smgpu.rdl"
REGS_PKG = "hw/rtl/common/smgpu_regs_pkg.sv"
REGS_H = "kernel/abi/smgpu_regs.h"
MCU_MAP = "kernel/abi/smgpu_mcu_map.h"
REGS_PAGE = "Documentation/reference/registers.rst"


def register(what, old, new, sv, c, page):
    """A change of smgpu.rdl, and what the package, the header and the page then have."""
    return (what, RDL, old, new, {REGS_PKG: sv, REGS_H: c, REGS_PAGE: page})


# (what, source, its text, the text in its place, {generated file: what it then has})
CHANGES = [
    ("error codes", UAPI, "SMGPU_ERR_BUS = 9,", "SMGPU_ERR_BUS = 10,",
     {HW_PKG: "ErrBus = 8'd10;"}),
    ("access codes", UAPI, "SMGPU_ACCESS_ATOMIC = 4,", "SMGPU_ACCESS_ATOMIC = 5,",
     {HW_PKG: "AccessAtomic = 3'd5;"}),
    ("thread types", UAPI, "SMGPU_THREAD_PIXEL = 3,", "SMGPU_THREAD_PIXEL = 1,",
     {HW_PKG: "ThreadPixel = 2'd1;"}),
    ("address windows", UAPI, "BASE\t0xf0000000u", "BASE\t0xf4000000u",
     {HW_PKG: "VaShared = 32'hf4000000;"}),
    ("TCM", "kernel/abi/smgpu_fw_abi.h", "SMGPU_FW_MAX_BYTES\t131072u",
     "SMGPU_FW_MAX_BYTES\t262144u", {HW_PKG: "TcmW = 18;", MCU_MAP: "MCU_TCM_BYTES\t0x40000\t"}),
    ("addresses of the MCU", "kernel/abi/smgpu_fw_abi.h", "SMGPU_MCU_REGS_BASE\t0x20000000u",
     "SMGPU_MCU_REGS_BASE\t0x28000000u",
     {HW_PKG: "McuRegs = 32'h28000000;", MCU_MAP: "MCU_REGS\t0x28000000\t"}),
    ("opcodes", "hw/isa/xsm.opcodes", "xsm.bar       31..20=0", "xsm.bar       31..20=3",
     {"hw/isa/xsm.h": "XSM_MATCH_BAR\t0x0030102bu",
      "hw/rtl/common/xsm_pkg.sv": "MATCH_BAR = 32'h0030102b;",
      "userspace/device/smgpu_xsm.inc": ".insn i 0x2b, 1, x0, x0, 3",
      "userspace/device/smgpu_xsm.h": "XSM_BAR \".insn i 0x2b, 1, x0, x0, 3\"",
      "Documentation/reference/isa-xsm.rst": "0x0030102b"}),
    register("scheduler policies", "GTO = 4'd1 {", "GTO = 4'd3 {", "SCHED_POLICY_GTO = 4'h3;",
             "SCHED_POLICY_GTO\t3u", " 3 GTO ("),
    register("token policies", "ROTATE = 3'd3 {", "ROTATE = 3'd7 {", "PRIO_POLICY_ROTATE = 3'h7;",
             "PRIO_POLICY_ROTATE\t7u", " 7 ROTATE ("),
    register("branch policies", "HIGHER = 2'd3 {", "UPPER = 2'd3 {", "BRANCH_POLICY_UPPER = 2'h3;",
             "BRANCH_POLICY_UPPER\t3u", " 3 UPPER ("),
    register("yield policies", "NTH = 2'd2 {", "PERIODIC = 2'd2 {", "YIELD_MODE_PERIODIC = 2'h2;",
             "YIELD_MODE_PERIODIC\t2u", " 2 PERIODIC ("),
    register("launcher events", "DONE = 2'd1 {", "DONE = 2'd0 {", "EVENT_KIND_DONE = 2'h0;",
             "EVENT_KIND_DONE\t0u", " 0 DONE ("),
    register("DMA spaces", "TCM = 3'd2 {", "TCM = 3'd5 {", "SRC_SPACE_TCM = 3'h5;",
             "SRC_SPACE_TCM\t5u", " 5 TCM ("),
    register("key of a reset", "16'h5a6d", "16'h5a6e", "RESET_KEY_VALUE = 16'h5a6e;",
             "RESET_KEY_VALUE\t23150u", " 23150 VALUE ("),
    register("boards", "ACORN = 16'd1 {", "ACORN = 16'd7 {", "VERSION_BOARD_ACORN = 16'h7;",
             "BOARD_ACORN\t7u", " 7 ACORN ("),
]

# (what, pattern of a copy, where to look, where such a text is no copy)
CODE = r".*\.(c|cpp|h|S|svh?|py|sh)$"
RTL = r"hw/(rtl|formal|fpga)/.*\.svh?$"
COPIES = [
    ("error, access or thread code",
     r"localparam .*\b(Err|Access|Acc|Thread)[A-Z]\w* *= *\d+'", RTL, HW_PKG),
    ("access code", r"access\w* *(=|==|<=) .*3'd[0-9]", RTL, "$"),
    ("policy", r"(policy|yield_mode)\w* *(==|!=|<=?) *\d'd\d", RTL, "$"),
    ("policy", r"localparam .*\bPrio(Even|Eligible|Rotate|Split|Compiler|Predict)\b", RTL, "$"),
    ("DMA space", r"enum *{ *CARD *,|\bSPACE_\w+[ \t]+\d|localparam .*SpHost = 3'd", CODE, "$"),
    ("launcher event", r"\b(LAUNCH|EVENT)_(DONE|STOPPED|KILLED) *= *\d", CODE, "$"),
    ("policy", r"enum .*(OLDEST|YIELD_NEVER|LRR)\b *(= *0)?,", CODE, "$"),
    ("address of the MCU", r"\b(TCM|REGS?|DRAM)_(BASE|END)\s+0x|32'h10000000|16'h2000\b", CODE,
     "kernel/abi/|hw/rtl/common/smgpu_(hw|regs)_pkg"),
    ("address of the MCU", r"\b0x[124]000[01]?0000u?\b|\b0x[124]000[0-9a-f]{4}u\b",
     r"(firmware|hw)/.*\.(S|ld)$|hw/tb/block/mcu/.*\.(c|cpp|h)$", "$"),
    ("opcode of Xsm", r"\b0x(0b|2b|5b|7b)\b|\b0x(00)?[0-9a-f]{4}[0-9a-f]2bu?\b",
     r"(hw|userspace|firmware|Documentation)/.*\.(c|cpp|h|cl|S)$",
     r"hw/isa/|userspace/device/smgpu_xsm"),
    ("PCI identity", r"0x5a6d(1234)?\b|VENDOR\w*\s+0x1234\b", CODE, UAPI),
    ("key of a reset", r"0x5a6d(u|000\d)|16'h5a6d", CODE, REGS_PKG),
    ("address window", r"32'h(f000_?0000|f800_?0000)", RTL, HW_PKG),
    ("address window", r"\b0xf[08]000(?!07f)[0-9a-f]{3}u?\b",     # 0xf800007f: mask of an opcode
     r".*\.(c|cpp|h|cl|S)$", UAPI + "|hw/sim/"),                  # addresses of buses
]


def make(root):
    """Run all generators of the tree at root."""
    for name in GENERATORS:
        python = str(HERE / "build/venv/bin/python") if name == "hw/regs/gen.py" else sys.executable
        subprocess.run([python, str(root / name)], check=True)


def files(root):
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def follows(root, clean, change):
    """Change one value, generate, tell of what did not follow, and put the value back."""
    what, source, old, new, wanted = change
    path = root / source
    text = path.read_text()
    if text.count(old) != 1:
        print(f"{what}: {source} has {text.count(old)} times {old!r}, not once")
        return 1
    path.write_text(text.replace(old, new))
    make(root)
    now, bad = files(root), 0
    changed = {name for name in now if now[name] != clean.get(name)} - {source}
    for name in sorted(changed | set(wanted)):
        if name not in wanted:
            print(f"{what}: {name} follows {source}, but is not on the list in scripts/facts.py")
            bad += 1
        elif name not in changed or wanted[name].encode() not in now[name]:
            print(f"{what}: {source} says {new!r}, {name} does not have {wanted[name]!r}")
            bad += 1
    path.write_text(text)
    for name in changed:
        (root / name).write_bytes(clean[name])
    return bad


def copies(root):
    """Tell of literals that stand for a fact which has a source."""
    tracked = subprocess.run(["git", "-C", str(root), "ls-files"], check=True, capture_output=True,
                             text=True).stdout.split("\n")
    bad = 0
    for what, pattern, where, but in COPIES:
        found = re.compile(pattern)
        for name in tracked:
            if name == "scripts/facts.py" or not re.match(where, name) or re.match(but, name):
                continue
            for n, line in enumerate((root / name).read_text(errors="replace").splitlines(), 1):
                if found.search(line):
                    print(f"{name}:{n}: {what} by hand: {line.strip()}")
                    bad += 1
    return bad


def main():
    tree = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else HERE
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        for part in PARTS:
            shutil.copytree(tree / part, root / part)
        clean = files(root)
        make(root)
        bad = sum(now != clean.get(name) for name, now in files(root).items())
        if bad:
            print("generated files are stale: see generated.isa and generated.registers")
        bad += sum(follows(root, clean, change) for change in CHANGES)
    return 1 if copies(tree) + bad else 0


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.exit(main())
