#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Constants that C headers of the kernel own: headers -> SV package smgpu_hw_pkg, for RTL, and
smgpu_mcu_map.h, for assembly and linker scripts.

usage: headers.py [--check]   (--check exits 1 if a committed file is not what would be made)
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MADE = "hw/rtl/common/smgpu_hw_pkg.sv"
UAPI = "kernel/include/uapi/drm/smgpu_hw.h"
FIRMWARE = "kernel/abi/smgpu_fw_abi.h"
REGISTERS = "kernel/abi/smgpu_regs.h"
MAP = "kernel/abi/smgpu_mcu_map.h"
NUMBER = r"\(?(0x[0-9a-fA-F]+|\d+)u?\)?"

# (header, enum, how members start, how constants start, bits, what they are)
ENUMS = [
    (UAPI, "smgpu_error", "SMGPU_ERR_", "Err", 8, "Why a task ended: cause of a trap"),
    (UAPI, "smgpu_access", "SMGPU_ACCESS_", "Access", 3, "What an access was that failed"),
    (UAPI, "smgpu_access", "SMGPU_ACCESS_", "Acc", 2, "What a TLB is asked for: none is atomic"),
    (UAPI, "smgpu_thread_type", "SMGPU_THREAD_", "Thread", 2, "What the threads of a task are"),
]
# (header, definition, constant, bits, what it is); 0 bits: an unsigned int, LOG: its logarithm
LOG = -1
DEFINES = [
    (FIRMWARE, "SMGPU_TRAP_DTOK_UNDERFLOW", "ErrDtokUnderflow", 8,
     "asks the firmware for spilled tokens: no user sees it"),
    (UAPI, "SMGPU_VA_SHARED_BASE", "VaShared", 32, "shared memory of the thread's CTA"),
    (UAPI, "SMGPU_VA_LOCAL_BASE", "VaLocal", 32, "local memory of the thread"),
    (FIRMWARE, "SMGPU_MCU_TCM_BASE", "McuTcm", 32, "TCM, as the control core sees it"),
    (FIRMWARE, "SMGPU_MCU_REGS_BASE", "McuRegs", 32, "registers, as the control core sees them"),
    (FIRMWARE, "SMGPU_FW_MAX_BYTES", "TcmBytes", 0, "tightly coupled memory of the control core"),
    (FIRMWARE, "SMGPU_FW_CODE_BYTES", "TcmFetchBytes", 0,
     "instructions are in this part of it, at its beginning"),
    (FIRMWARE, "SMGPU_FW_MAX_BYTES", "TcmW", LOG, "byte address in it"),
    (FIRMWARE, "SMGPU_FW_CODE_BYTES", "TcmFetchW", LOG, "byte address of an instruction in it"),
]

# (header, definition, name in the map, what it is)
PLACES = [
    (FIRMWARE, "SMGPU_MCU_TCM_BASE", "MCU_TCM", "tightly coupled memory"),
    (FIRMWARE, "SMGPU_FW_MAX_BYTES", "MCU_TCM_BYTES", "its size"),
    (FIRMWARE, "SMGPU_MCU_REGS_BASE", "MCU_REGS", "registers, as in BAR0"),
    (FIRMWARE, "SMGPU_MCU_DRAM_BASE", "MCU_DRAM", "window into card DRAM"),
    (REGISTERS, "SMGPU_HOST_PROGRESS", "MCU_HOST_PROGRESS", "among the registers"),
]


def text_of(header):
    return (ROOT / header).read_text()


def members(header, enum):
    """(name, value, meaning) of an enum; the meanings are those of its kernel-doc."""
    text = text_of(header)
    body = re.search(rf"^enum {enum} {{\n(.*?)^}};", text, re.M | re.S)
    if not body:
        sys.exit(f"{header}: no enum {enum}")
    doc = re.search(rf"^ \* enum {enum} - .*?^ \*/", text, re.M | re.S)[0]
    doc = re.sub(r"\n \*\t", " ", doc)
    meaning = dict(re.findall(r"^ \* @(\w+): (.*)$", doc, re.M))
    code = re.sub(r"/\*.*?\*/", "", body[1], flags=re.S)
    found = re.findall(rf"^\t(\w+) = {NUMBER},$", code, re.M)
    if len(found) != len(code.split(",")) - 1:
        sys.exit(f"{header}: enum {enum}: a member without a number of its own")
    return [(name, int(value, 0), meaning[name]) for name, value in found]


def defined(header, name):
    m = re.search(rf"^#define {name}\t+{NUMBER}(\s|$)", text_of(header), re.M)
    if not m:
        sys.exit(f"{header}: no number {name}")
    return int(m[1], 0)


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


def constant(name, bits, value, text):
    if bits == LOG:
        if value & (value - 1):
            sys.exit(f"{name}: {value} is no power of two")
        value, bits = value.bit_length() - 1, 0
    kind = f"logic [{bits - 1}:0]" if bits else "int unsigned"
    number = f"{bits}'h{value:x}" if bits == 32 else f"{bits}'d{value}" if bits else f"{value}"
    if bits and value >> bits:
        sys.exit(f"{name}: {value} has more than {bits} bits")
    line = f"  localparam {kind} {name} = {number};"
    return [f"{line}  // {text}"] if len(line + text) < 96 else [f"  // {text}", line]


def package():
    out = ["// SPDX-License-Identifier: MIT",
           "// Codes and sizes that software and hardware share: made by hw/regs/headers.py from",
           f"// {UAPI} and {FIRMWARE}: do not edit",
           "/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some",
           "package smgpu_hw_pkg;"]
    for header, enum, start, short, bits, what in ENUMS:
        out += ["", f"  // {what} (enum {enum})"]
        for name, value, text in members(header, enum):
            if name.startswith(start) and not (short == "Acc" and value >> bits):
                out += constant(short + camel(name[len(start):]), bits, value, text)
    out += ["", "  // Definitions of the headers"]
    for header, name, short, bits, text in DEFINES:
        out += constant(short, bits, defined(header, name), f"{name}: {text}")
    return "\n".join(out + ["endpackage", "/* verilator lint_on UNUSEDPARAM */", ""])


def mcu_map():
    out = ["/* SPDX-License-Identifier: GPL-2.0-only OR MIT */",
           "/* The control core's addresses, for assembly and linker scripts, which take no suffix:",
           " * made by hw/regs/headers.py from smgpu_fw_abi.h and smgpu_regs.h: do not edit */",
           "#ifndef _SMGPU_MCU_MAP_H_", "#define _SMGPU_MCU_MAP_H_", ""]
    for header, name, short, text in PLACES:
        tabs = "\t" * max(1, 3 - (len("#define " + short)) // 8)
        out.append(f"#define {short}{tabs}0x{defined(header, name):x}\t/* {text} */")
    return "\n".join(out + ["", "#endif", ""])


def main():
    stale = 0
    for name, text in ((MADE, package()), (MAP, mcu_map())):
        path = ROOT / name
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{name} is not what hw/regs/headers.py makes: run it and commit",
                  file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
