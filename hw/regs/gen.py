#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Registers and counters from their one source: smgpu.rdl and perf.txt -> C headers, SV packages,
documentation tables.

usage: gen.py [--check]   (needs systemrdl-compiler)
--check exits 1 if a committed file is not what would be made.
"""
import pathlib
import sys
import textwrap

from systemrdl import RDLCompiler
from systemrdl.node import FieldNode, RegNode, RegfileNode

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTH = 100    # columns of a C header, tabs to each eighth
BLOCK = 64     # values of PERF for the card, and for each SM
MADE = "made by hw/regs/gen.py from hw/regs/{}: do not edit"


def blocks(top):
    """Yield (name, offset, stride, count, node) for each register block."""
    for child in top.children(unroll=False):
        assert isinstance(child, RegfileNode)
        dims = child.array_dimensions
        yield (child.inst_name, child.raw_address_offset, child.array_stride if dims else 0,
               dims[0] if dims else 1, child)


def regs(block):
    for reg in block.children(unroll=False):
        assert isinstance(reg, RegNode)
        dims = reg.array_dimensions
        yield (reg.inst_name, reg.raw_address_offset, reg.array_stride if dims else 0,
               dims[0] if dims else 1, reg)


def fields(reg):
    return [f for f in reg.children() if isinstance(f, FieldNode)]


def desc(node):
    """A description may have several lines in the source; here it has one."""
    return " ".join((node.get_property("desc") or "").split())


def codes(field):
    """(name, value, meaning) of each member of the enumeration that encodes a field."""
    enum = field.get_property("encode")
    return [(m.name, m.value, " ".join((m.rdl_desc or "").split())) for m in enum] if enum else []


def wide(line):
    return len(line.expandtabs(8)) > WIDTH


def c_comment(text):
    """Lines of a comment, within the width."""
    line = f"/* {text} */"
    if not wide(line):
        return [line]
    return ["/*"] + textwrap.wrap(text, WIDTH, initial_indent=" * ",
                                  subsequent_indent=" * ") + [" */"]


def c_define(code, text):
    """A definition with its meaning behind it, or above it where that is too long."""
    line = f"{code}\t/* {text} */" if text else code
    return c_comment(text) + [code] if wide(line) else [line]


def c_entry(head, text):
    """An entry of a list macro; its text is a string, in several parts where it is too long."""
    line = f"\tX({head}, \"{text}\") \\"
    if not wide(line):
        return [line]
    parts = textwrap.wrap(text, WIDTH - 24)
    parts = [p + " " for p in parts[:-1]] + parts[-1:]
    return [f"\tX({head}, \\"] + [f"\t  \"{p}\" \\" for p in parts[:-1]] + \
        [f"\t  \"{parts[-1]}\") \\"]


def kernel_doc(head, members):
    """The kernel-doc comment of a type."""
    out = ["/**", f" * {head}"]
    for name, text in members:
        first, *rest = textwrap.wrap(f"@{name}: {text}", WIDTH - 10)
        out += [f" * {first}"] + [f" *\t{line}" for line in rest]
    return out + [" */"]


def c_header(top):
    out = ["/* SPDX-License-Identifier: GPL-2.0-only OR MIT */",
           "/* Registers of the card: " + MADE.format("smgpu.rdl") + " */",
           "#ifndef _SMGPU_REGS_H_", "#define _SMGPU_REGS_H_", ""]
    for bname, boff, bstride, bcount, block in blocks(top):
        out.append(f"#define SMGPU_{bname}_BASE\t0x{boff:04x}u")
        if bcount > 1:
            out += [f"#define SMGPU_{bname}_STRIDE\t0x{bstride:x}u",
                    f"#define SMGPU_{bname}_COUNT\t{bcount}u"]
        for rname, roff, rstride, rcount, reg in regs(block):
            args = (["b"] if bcount > 1 else []) + (["i"] if rcount > 1 else [])
            expr = f"0x{boff + roff:04x}u"
            if bcount > 1:
                expr += f" + 0x{bstride:x}u * (b)"
            if rcount > 1:
                expr += f" + {rstride}u * (i)"
            par = f"({', '.join(args)})" if args else ""
            expr = f"({expr})" if args else expr
            name = f"SMGPU_{bname}_{rname}"
            out += ["", *c_comment(desc(reg)), f"#define {name}{par}\t{expr}"]
            if rcount > 1:
                out.append(f"#define {name}_COUNT\t{rcount}u")
            fs = fields(reg)
            for f in fs:
                fname = f"{name}_{f.inst_name.upper()}"
                if len(fs) == 1 and f.width == 32:
                    pass
                else:
                    mask = ((1 << f.width) - 1) << f.lsb
                    out += ([f"#define {fname}_SHIFT\t{f.lsb}u"] +
                            c_define(f"#define {fname}_MASK\t0x{mask:08x}u", desc(f)))
                for n, v, t in codes(f):
                    out += c_define(f"#define {fname}_{n}\t{v}u", t)
                if codes(f):
                    out.append(f"#define {fname}_NAMES \\")
                    for n, v, t in codes(f):
                        out += c_entry(f"{n}, {v}u", t)
                    out.append("\t/* end */")
                reset = f.get_property("reset")
                if reset:
                    out.append(f"#define {fname}_RESET\t0x{reset:x}u")
        out.append("")
    out += ["#endif", ""]
    return "\n".join(out)


def sv_package(top):
    out = ["// SPDX-License-Identifier: MIT",
           "// Registers of the card: " + MADE.format("smgpu.rdl"),
           "/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some",
           "package smgpu_regs_pkg;"]
    for bname, boff, bstride, bcount, block in blocks(top):
        bits = 20 if boff >> 16 else 16    # all of BAR0, or the part that the card has
        out.append(f"  localparam logic [{bits - 1}:0] {bname}_BASE = {bits}'h{boff:04x};")
        if bcount > 1:
            out.append(f"  localparam logic [15:0] {bname}_STRIDE = 16'h{bstride:04x};")
        for rname, roff, _, rcount, reg in regs(block):
            out.append(f"  localparam logic [{bits - 1}:0] {bname}_{rname} = "
                       f"{bits}'h{boff + roff:04x};  // {desc(reg)}")
            fs = fields(reg)
            for f in fs:
                fname = f"{bname}_{rname}_{f.inst_name.upper()}"
                if not (len(fs) == 1 and f.width == 32):
                    out.append(f"  localparam int unsigned {fname}_LSB = {f.lsb};")
                    out.append(f"  localparam int unsigned {fname}_W = {f.width};")
                out += [f"  localparam logic [{f.width - 1}:0] {fname}_{n} = {f.width}'h{v:x};  "
                        f"// {t}" for n, v, t in codes(f)]
                reset = f.get_property("reset")
                if reset is not None:
                    out.append(f"  localparam logic [{f.width - 1}:0] {fname}_RESET = "
                               f"{f.width}'h{reset:x};")
    out += ["endpackage", "/* verilator lint_on UNUSEDPARAM */", ""]
    return "\n".join(out)


def doc(top):
    out = [".. SPDX-License-Identifier: MIT", ".. " + MADE.format("smgpu.rdl"), "", "Registers",
           "=========", "",
           "Offsets in BAR0; the MCU sees the same registers, but those of BOARD, at 0x20000000 + "
           "offset. What each line means for the writer is "
           "said at the head of ``hw/regs/smgpu.rdl``.", ""]
    for bname, boff, bstride, bcount, block in blocks(top):
        title = bname + (f"[{bcount}]" if bcount > 1 else "")
        out += [title, "-" * len(title), "", ".. list-table::", "   :header-rows: 1", "",
                "   * - Offset", "     - Register", "     - Meaning", "     - Fields"]
        for rname, roff, rstride, rcount, reg in regs(block):
            off = f"0x{boff + roff:04x}" + (f" + 0x{bstride:x}*b" if bcount > 1 else "")
            off += f" + {rstride}*i" if rcount > 1 else ""
            fl = "; ".join(f"{f.inst_name} [{f.msb}:{f.lsb}]" +
                           "".join(f" {v} {n} ({t})," for n, v, t in codes(f)) +
                           (f" {desc(f)}" if desc(f) else "") for f in fields(reg))
            out += [f"   * - {off}", f"     - {rname}" + (f"[{rcount}]" if rcount > 1 else ""),
                    f"     - {desc(reg)}", f"     - {fl}"]
        out.append("")
    return "\n".join(out)


def counters():
    rows = []
    for line in (ROOT / "hw/regs/perf.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            scope, name, unit, text = line.split(None, 3)
            rows.append((scope, name, unit, text))
    for scope in ("card", "sm"):
        if sum(r[0] == scope for r in rows) > BLOCK:
            sys.exit(f"perf.txt: a {scope} has more than {BLOCK} counters")
    return rows


def perf_c(rows):
    out = ["/* SPDX-License-Identifier: GPL-2.0-only OR MIT */",
           "/* Performance counters: " + MADE.format("perf.txt") + " */",
           "#ifndef _SMGPU_PERF_H_", "#define _SMGPU_PERF_H_", "",
           f"#define SMGPU_PERF_BLOCK\t{BLOCK}u\t/* values per block: the card, then each SM */",
           "#define SMGPU_PERF_ABSENT\t(~0ull)\t/* value of a counter that this card does not "
           "have */"]
    for scope in ("card", "sm"):
        sel = [r for r in rows if r[0] == scope]
        up = scope.upper()
        members = [(f"SMGPU_PERF_{up}_{n.upper()}", f"{u}: {t}") for _, n, u, t in sel]
        whose = "the card" if scope == "card" else "each SM"
        out += [""] + kernel_doc(f"enum smgpu_perf_{scope} - counters of {whose}",
                                 members + [(f"SMGPU_PERF_{up}_COUNT", "how many there are")])
        out.append(f"enum smgpu_perf_{scope} {{")
        out += [f"\t{member} = {i}," for i, (member, _) in enumerate(members)]
        out += [f"\tSMGPU_PERF_{up}_COUNT = {len(sel)},", "};", "",
                f"#define SMGPU_PERF_{up}_NAMES \\"]
        for _, n, u, t in sel:
            out += c_entry(f"{n}, \"{u}\"", t)
        out.append("\t/* end */")
    out += ["", "/* First names of counters, for programs that have them */"]
    for scope, name, _, _ in rows:
        if name.startswith("dtok_"):
            now = f"SMGPU_PERF_{scope}_{name}".upper()
            out.append(f"#define {now.replace('_DTOK_', '_TOKEN_')} {now}")
    return "\n".join(out + ["", "#endif", ""])


def perf_sv(rows):
    out = ["// SPDX-License-Identifier: MIT", "// Performance counters: " + MADE.format("perf.txt"),
           "/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some",
           "package smgpu_perf_pkg;"]
    for scope in ("card", "sm"):
        sel = [r for r in rows if r[0] == scope]
        out += [f"  localparam int unsigned {scope.upper()}_{n.upper()} = {i};  // {u}: {t}"
                for i, (_, n, u, t) in enumerate(sel)]
        out.append(f"  localparam int unsigned {scope.upper()}_COUNT = {len(sel)};")
    return "\n".join(out + ["endpackage", "/* verilator lint_on UNUSEDPARAM */", ""])


def perf_doc(rows):
    out = [".. SPDX-License-Identifier: MIT", ".. " + MADE.format("perf.txt"), "",
           "Performance counters", "====================", "",
           ".. list-table::", "   :header-rows: 1", "", "   * - Scope", "     - Counter",
           "     - Unit", "     - Meaning"]
    for row in rows:
        out += [("   * - " if i == 0 else "     - ") + c for i, c in enumerate(row)]
    return "\n".join(out + [""])


def main():
    rdl = RDLCompiler()
    rdl.compile_file(str(ROOT / "hw/regs/smgpu.rdl"))
    top = rdl.elaborate().top
    rows = counters()
    files = {
        "kernel/abi/smgpu_regs.h": c_header(top),
        "hw/rtl/common/smgpu_regs_pkg.sv": sv_package(top),
        "Documentation/reference/registers.rst": doc(top),
        "kernel/include/uapi/drm/smgpu_perf.h": perf_c(rows),
        "hw/rtl/common/smgpu_perf_pkg.sv": perf_sv(rows),
        "Documentation/reference/counters.rst": perf_doc(rows),
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
        print(f"{name} is not what hw/regs/gen.py makes: run hw/regs/gen.py and commit",
              file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
