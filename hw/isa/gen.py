#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Xsm opcodes from their one source: xsm.opcodes -> C header, SV package, assembler macros,
documentation table.

usage: gen.py [--check]   (--check exits 1 if a committed file is not what would be made)
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MADE = "made by hw/isa/gen.py from hw/isa/xsm.opcodes: do not edit"
OPERANDS = {"rd": (11, 7), "rs1": (19, 15), "rs2": (24, 20), "rs3": (31, 27), "jimm20": (31, 12),
            "idx5": (24, 20), "idx12": (31, 20), "imm12": (31, 20), "rm": (14, 12)}
OPCODES = [("CTRL", 0x0b, "custom-0: divergence control"),
           ("WARP", 0x2b, "custom-1: warp control, exchange, texture, constants, attributes"),
           ("CONST_OP", 0x5b, "custom-2: OP with a constant operand"),
           ("CONST_FP", 0x7b, "custom-3: OP-FP with a constant operand")]
REASONS = ["yield", "sync", "brk", "cont", "ret", "exit", "longjmp"]
REASON_TEXT = [None, "join after a branch or a loop", "break", "continue", "return",
               "end of the thread", "long jump"]
MEANING = {
    "yield": "lets the other threads of the warp run; goes to P at once if none of them can",
    "bar": "waits for all threads of the CTA",
    "exit": "ends the thread",
    "bell": "tells the firmware, once earlier accesses are done, that the task has published work",
    "tokacq": "asks for priority tokens for the warp, and waits for one of L1, but not for long "
              "(PRIO_ROTATE.acquire); a hint",
    "tokrel": "gives the warp's priority token back",
    "vote.all": "rd = 1 if rs1 is not 0 in all active threads",
    "vote.any": "rd = 1 if rs1 is not 0 in any active thread",
    "vote.uni": "rd = 1 if rs1 is equal in all active threads",
    "ballot": "rd = mask of the active threads with rs1 not 0",
    "shfl.idx": "rd = rs1 of thread rs2 & 31",
    "shfl.up": "rd = rs1 of thread lane - (rs2 & 31)",
    "shfl.down": "rd = rs1 of thread lane + (rs2 & 31)",
    "shfl.xor": "rd = rs1 of thread lane ^ (rs2 & 31)",
    "tex.t": "rd = texel at (rs1, rs2), floats, of the texture whose handle is rs3; rd is not x0; "
             "counts a texture instruction of the warp",
    "tex.p": "the same; begins a phase of the warp",
    "lw.t": "lw that counts like tex.t: rd = word at rs1 + imm12",
    "cld": "rd = word idx12 of the constant bank",
    "attr.base": "the warp's attributes are at rs1 of its lowest active thread; the two low bits "
                 "do not count",
    "attr.ld": "rd = word idx12 of the warp's attributes",
    "attr.fma": "rd = rs1 * word idx5 of the warp's attributes + rs3, floats, rounded once to "
                "nearest even",
}


class Op:
    """One line of xsm.opcodes: a name, its operands and its fixed bits."""

    def __init__(self, line):
        name, *args = line.split()
        if not name.startswith("xsm."):
            raise SystemExit(f"xsm.opcodes: {name} does not start with xsm.")
        self.name = name[4:]
        self.operands = [a for a in args if a in OPERANDS]
        self.match = self.mask = 0
        free = 0
        for a in args:
            if a in OPERANDS:
                hi, lo = OPERANDS[a]
                value = None
            else:
                m = re.fullmatch(r"(\d+)\.\.(\d+)=(\w+)", a)
                if not m:
                    raise SystemExit(f"xsm.opcodes: {name}: {a} is neither an operand nor "
                                     "high..low=value")
                hi, lo, value = int(m[1]), int(m[2]), int(m[3], 0)
            bits = ((1 << (hi - lo + 1)) - 1) << lo
            if (self.mask | free) & bits or (value is not None and value << lo & ~bits):
                raise SystemExit(f"xsm.opcodes: {name}: {a} overlaps or does not fit")
            if value is None:
                free |= bits
            else:
                self.mask |= bits
                self.match |= value << lo
        if self.mask | free != 0xffffffff:
            raise SystemExit(f"xsm.opcodes: {name}: bits {~(self.mask | free) & 0xffffffff:#010x} "
                             "not given")

    def ident(self):
        return self.name.upper().replace(".", "_")

    def field(self, hi, lo):
        return self.match >> lo & ((1 << (hi - lo + 1)) - 1)

    def jump(self):
        return "jimm20" in self.operands

    def constant(self):
        return "idx5" in self.operands and not self.attribute()

    def attribute(self):
        return self.name.startswith("attr.")

    def kind(self):
        if self.jump():
            return "j"
        if "idx12" in self.operands:
            return "v" if self.attribute() else "w"
        if "imm12" in self.operands:
            return "l"
        if self.constant():
            return "f" if "rm" in self.operands else "c"
        if "idx5" in self.operands:
            return "a"
        if "rs1" in self.operands and "rd" not in self.operands:
            return "b"
        if "rs3" in self.operands:
            return "3"
        return "2" if "rs2" in self.operands else "1" if "rs1" in self.operands else "-"

    def meaning(self):
        if self.name in MEANING:
            return MEANING[self.name]
        if self.constant():
            return (f"``{self.name[2:]}`` with word idx5 of the constant bank as second operand" +
                    ("; rm is 0..4" if "rm" in self.operands else ""))
        rd = self.field(11, 7)
        text = f"reason {rd & 15} ({REASON_TEXT[rd & 15]})"
        return (f"PRE, {text}: announces the meeting point P" if rd < 16
                else f"DIS, {text}: leaves to meet at P")


def read():
    ops = [Op(l) for l in (ROOT / "hw/isa/xsm.opcodes").read_text().splitlines()
           if l and not l.startswith("#")]
    for i, a in enumerate(ops):
        for b in ops[:i]:
            if (a.match ^ b.match) & a.mask & b.mask == 0:
                raise SystemExit(f"xsm.opcodes: {a.name} and {b.name} have a common encoding")
    return ops


def c_header(ops):
    out = ["/* SPDX-License-Identifier: MIT */", f"/* Xsm instructions: {MADE} */",
           "#ifndef _SMGPU_XSM_H_", "#define _SMGPU_XSM_H_", "",
           *(f"#define XSM_OPCODE_{n}\t{v:#04x}u\t/* {text} */" for n, v, text in OPCODES), "",
           "/* rd field of an instruction in custom-0: 0 = YIELD, r = PRE r, XSM_DIS + r = DIS r */"]
    out += [f"#define XSM_REASON_{r.upper()}\t{i}u" for i, r in enumerate(REASONS) if i]
    out += ["#define XSM_REASON_MAX\t13u", "#define XSM_DIS\t16u", "",
            "/* Types of a token in a warp's queue: a reason, or one of these */",
            "#define XSM_DTOK_DIV\t14u", "#define XSM_DTOK_YIELD\t15u", ""]
    for op in ops:
        out += [f"#define XSM_MATCH_{op.ident()}\t0x{op.match:08x}u",
                f"#define XSM_MASK_{op.ident()}\t0x{op.mask:08x}u"]
    out += ["", "/*",
            " * X(identifier, name, match, mask, operands): operands is 'j' label, '-' none, "
            "'1' rd rs1,",
            " * '2' rd rs1 rs2, '3' rd rs1 rs2 rs3, 'w' rd idx12, 'v' rd idx12 of an attribute,",
            " * 'l' rd imm12(rs1), 'c' rd rs1 idx5, 'f' rd rs1 idx5 rm, 'a' rd rs1 idx5 of an "
            "attribute rs3,",
            " * 'b' rs1", " */", "#define XSM_INSTRUCTIONS \\"]
    for op in ops:
        out.append(f"\tX({op.ident()}, \"xsm.{op.name}\", 0x{op.match:08x}u, 0x{op.mask:08x}u, "
                   f"'{op.kind()}') \\")
    out += ["\t/* end */", "", *encoders(ops), "", "#endif", ""]
    return "\n".join(out)


FIELDS = [name for name in OPERANDS if name != "jimm20"]


def wrapped(parts):
    return ([f"\t({parts})"] if len(parts) < 88
            else ["\t(" + parts.replace(" | ", " | \\\n\t ") + ")"])


def encoders(ops):
    """A macro for each instruction: operands, in the order of the assembler, to the word."""
    out = ["/*",
           " * Words of instructions, constant if the operands are: registers by number, p "
           "relative to the",
           " * instruction", " */"]
    out += [f"#define XSM_{n.upper()}(v)\t((unsigned int)(v) << {OPERANDS[n][1]})" for n in FIELDS]
    out += ["#define XSM_JIMM20(p) \\",
            "\t(((unsigned int)(p) >> 12 & 0xffu) << 12 | ((unsigned int)(p) >> 11 & 1u) << 20 | \\",
            "\t ((unsigned int)(p) >> 1 & 0x3ffu) << 21 | ((unsigned int)(p) >> 20 & 1u) << 31)",
            "/* What rd says in custom-0: 0 YIELD, a reason PRE, XSM_DIS + reason DIS */",
            "#define XSM_INSN_CTRL(rd, p)\t(XSM_OPCODE_CTRL | XSM_RD(rd) | XSM_JIMM20(p))"]
    for op in ops:
        names = ["p" if a == "jimm20" else a.rstrip("0123456789") if a[0] == "i" else a
                 for a in op.operands]
        values = [f"XSM_{a.upper()}({name})" for a, name in zip(op.operands, names)]
        parts = " | ".join([f"XSM_MATCH_{op.ident()}"] + values)
        head = f"#define XSM_INSN_{op.ident()}" + (f"({', '.join(names)})" if names else "")
        out += [f"{head}\t({parts})"] if len(head + parts) < 88 else [f"{head} \\", *wrapped(parts)]
    return out


def c_strings(ops):
    """A macro for each instruction: its operands, as strings, to the text for inline assembly."""
    out = ["/* SPDX-License-Identifier: MIT */", f"/* Xsm for inline assembly: {MADE} */",
           "/* Operands are strings: \"%0\", a register's name, an index. */",
           "#ifndef SMGPU_XSM_TEXT_H", "#define SMGPU_XSM_TEXT_H", ""]
    for op in ops:
        text, args = insn(op)
        names = [a for a in args if a != "rm=0"]
        text = text.replace("\\rm", "0")
        for name in names:
            text = text.replace(f"\\{name}", f"\" {name} \"")
        head = f"#define __SMGPU_XSM_{op.ident()}" + (f"({', '.join(names)})" if names else "")
        body = f"\"{text}\"".replace(" \"\"", "")
        out += [f"{head} {body}"] if len(head + body) < 98 else [f"{head} \\", f"\t{body}"]
    return "\n".join(out + ["", "#endif", ""])


def sv_package(ops):
    out = ["// SPDX-License-Identifier: MIT", f"// Xsm instructions: {MADE}",
           "/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some",
           "package xsm_pkg;",
           *(f"  localparam logic [6:0] OPCODE_{n} = 7'h{v:02x};  // {text}"
             for n, v, text in OPCODES),
           "  // rd field in custom-0: 0 = YIELD, r = PRE r, DIS + r = DIS r"]
    out += [f"  localparam logic [3:0] REASON_{r.upper()} = 4'd{i};"
            for i, r in enumerate(REASONS) if i]
    out += ["  localparam logic [3:0] REASON_MAX = 4'd13;",
            "  localparam logic [3:0] DTOK_DIV = 4'd14;",
            "  localparam logic [3:0] DTOK_YIELD = 4'd15;",
            "  localparam logic [4:0] DIS = 5'd16;"]
    for op in ops:
        out += [f"  localparam logic [31:0] MATCH_{op.ident()} = 32'h{op.match:08x};",
                f"  localparam logic [31:0] MASK_{op.ident()} = 32'h{op.mask:08x};"]
    return "\n".join(out + ["endpackage", "/* verilator lint_on UNUSEDPARAM */", ""])


def insn(op):
    """An instruction over .insn, with operands as in a macro of the assembler, and their names."""
    opc, f3, f7 = f"0x{op.field(6, 0):02x}", op.field(14, 12), op.field(31, 25)
    rd, rs1, imm = f"x{op.field(11, 7)}", f"x{op.field(19, 15)}", op.field(31, 20)
    if op.jump():
        return f".insn j {opc}, {rd}, \\label", ["label"]
    if not op.operands:
        return f".insn i {opc}, {f3}, {rd}, {rs1}, {imm}", []
    if "idx12" in op.operands:
        return f".insn i {opc}, {f3}, \\rd, {rs1}, ((\\idx) ^ 0x800) - 0x800", ["rd", "idx"]
    if "imm12" in op.operands:
        return f".insn i {opc}, {f3}, \\rd, \\rs1, \\imm", ["rd", "imm", "rs1"]
    if op.constant():
        rm = "rm" in op.operands
        return (f".insn r {opc}, {chr(92) + 'rm' if rm else f3}, {f7}, \\rd, \\rs1, x\\idx",
                ["rd", "rs1", "idx"] + ["rm=0"] * rm)
    if op.kind() == "b":
        return f".insn i {opc}, {f3}, {rd}, \\rs1, {imm}", ["rs1"]
    if "rs3" in op.operands:
        two, name = ("x\\idx", "idx") if op.kind() == "a" else ("\\rs2", "rs2")
        return (f".insn r4 {opc}, {f3}, {op.field(26, 25)}, \\rd, \\rs1, {two}, \\rs3",
                ["rd", "rs1", name, "rs3"])
    if "rs2" in op.operands:
        return f".insn r {opc}, {f3}, {f7}, \\rd, \\rs1, \\rs2", ["rd", "rs1", "rs2"]
    return f".insn r {opc}, {f3}, {f7}, \\rd, \\rs1, x{op.field(24, 20)}", ["rd", "rs1"]


def asm(ops):
    out = ["# SPDX-License-Identifier: MIT",
           f"# Xsm instructions as assembler macros over .insn: {MADE}", "",
           ".ifndef _SMGPU_XSM_INC", ".set _SMGPU_XSM_INC, 1"]
    for op in ops:
        text, args = insn(op)
        name = "xsm_" + op.name.replace(".", "_")
        out += [f".macro {name} {', '.join(args)}".rstrip(), f"\t{text}", ".endm"]
    return "\n".join(out + [".endif", ""])


def doc(ops):
    out = [".. SPDX-License-Identifier: MIT", f".. {MADE}", "", "Xsm instructions",
           "================", "",
           "What smgpu adds to ``rv32ima_zacas_zba_zbb_zicond_zfinx``. P is the address of the "
           "label. A PRE announces a meeting point in the warp's token "
           "queue, a DIS of the same reason and address leaves for it. A bit of the match that the "
           "mask does not cover is an operand.", "",
           ".. list-table::", "   :header-rows: 1", "", "   * - Instruction", "     - Operands",
           "     - Match", "     - Mask", "     - Meaning"]
    for op in ops:
        args = ", ".join("P" if a == "jimm20" else a for a in op.operands) or "none"
        out += [f"   * - ``xsm.{op.name}``", f"     - {args}", f"     - 0x{op.match:08x}",
                f"     - 0x{op.mask:08x}", f"     - {op.meaning()}"]
    return "\n".join(out + [""])


def main():
    ops = read()
    files = {
        "hw/isa/xsm.h": c_header(ops), "hw/rtl/common/xsm_pkg.sv": sv_package(ops),
        "userspace/device/smgpu_xsm.inc": asm(ops),
        "userspace/device/smgpu_xsm.h": c_strings(ops),
        "Documentation/reference/isa-xsm.rst": doc(ops),
    }
    stale = []
    for name, text in files.items():
        path = ROOT / name
        if "--check" in sys.argv:
            if not path.exists() or path.read_text() != text:
                stale.append(name)
        else:
            path.write_text(text)
    for name in stale:
        print(f"{name} is not what hw/isa/gen.py makes: run hw/isa/gen.py and commit",
              file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
