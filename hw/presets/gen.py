#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes all that knows the card's parameters and presets from presets.toml: README.md lists it.

usage: gen.py [--check]   (--check exits 1 if a committed file is not what would be made)
       gen.py --refused   prints the sets that no card can be made of: SET|SENTENCE
"""
import functools
import pathlib
import re
import sys
import textwrap
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
MADE = "made by hw/presets/gen.py from presets.toml: do not edit"
TYPES = ("number", "KiB", "switch", "log2")
MUST = {"type", "default", "what", "costs"}
MAY = {"group", "given", "legal", "when", "refused"}
WIDTH = 100


def fail(text):
    raise SystemExit(f"presets.toml: {text}")


def power(value, least, most):
    return least <= value <= most and value & (value - 1) == 0


@functools.cache
def constant(name):
    """the value of a localparam of smgpu_pkg"""
    text = (ROOT / "hw/rtl/common/smgpu_pkg.sv").read_text()
    found = re.search(rf"localparam int unsigned +{name} += +(\d+)", text)
    if not found:
        fail(f"smgpu_pkg has no {name}")
    return found[1]


@functools.cache
def python(expression):
    """an expression of SystemVerilog as one of Python"""
    text = re.sub(r"smgpu_pkg::(\w+)", lambda m: constant(m[1]), expression)
    text = text.replace("&&", " and ").replace("||", " or ")
    text = re.sub(r"^(.*)\?(.*):(.*)$", r"(\2) if (\1) else (\3)", text)
    return compile(text, expression, "eval")


def value(expression, values):
    try:
        return eval(python(expression), {"__builtins__": {}, "power": power}, values)
    except NameError as e:
        return fail(f"{expression}: {e}; a default knows what stands above it")


class Parameter:
    """One parameter of card_top."""

    def __init__(self, name, keys):
        wrong = (set(keys) - MUST - MAY) | (MUST - set(keys))
        if wrong or keys["type"] not in TYPES:
            fail(f"{name}: {sorted(wrong) or keys['type']} is not known, or missing")
        self.name, self.type, self.default = name, keys["type"], str(keys["default"])
        self.given, self.group = keys.get("given", True), keys.get("group")
        self.legal, self.when = keys.get("legal"), keys.get("when")
        self.refused = keys.get("refused", [])
        self.what, self.costs = keys["what"], keys["costs"]
        self.switch = self.type == "switch"
        if (self.legal is None) != (self.when is None) or not (self.switch or self.legal):
            fail(f"{name}: its legal values in words and as an expression are missing")
        if self.when and not self.refused:
            fail(f"{name}: no set that its sentence refuses")

    def range(self):
        """the words of all that its value must be"""
        return "; ".join(filter(None, ["0 or 1" if self.switch else None, self.legal]))

    def accepts(self, values):
        if self.switch and values[self.name] not in (0, 1):
            return False
        return not self.when or bool(value(self.when, values))

    def sentence(self):
        return f"{self.name} must be {self.legal}"


class Source:
    """presets.toml, checked"""

    def __init__(self):
        with open(ROOT / "hw/presets/presets.toml", "rb") as f:
            toml = tomllib.load(f)
        self.parameters = [Parameter(n, k) for n, k in toml["parameter"].items()]
        self.names = [p.name for p in self.parameters]
        self.switches = [p.name for p in self.parameters if p.switch]
        self.presets, self.about = {}, {}
        for name, keys in toml["preset"].items():
            self.about[name] = keys.pop("is")
            self.presets[name] = self.complete(keys, f"preset {name}")
            self.judge(name, keys)
        self.judge_refused()

    def complete(self, keys, where):
        """a value for each parameter: that of keys, or the default"""
        unknown = set(keys) - set(self.names)
        if unknown:
            fail(f"{where}: no parameter {sorted(unknown)}")
        values = {}
        for p in self.parameters:
            values[p.name] = keys[p.name] if p.name in keys else value(p.default, values)
        return values

    def judge(self, name, keys):
        """a preset says what differs from the defaults, and a card can be made of it"""
        values = self.presets[name]
        for p in self.parameters:
            if not p.accepts(values):
                fail(f"preset {name}: {p.name} is {values[p.name]}, but must be {p.range()}")
            if p.name not in keys:
                continue
            if not p.given:
                fail(f"preset {name}: builds do not give {p.name}")
            others = {k: v for k, v in keys.items() if k != p.name}
            if self.complete(others, name)[p.name] == keys[p.name]:
                fail(f"preset {name}: {p.name} is what it would be anyway")

    def of_switches(self):
        return f"Each of {', '.join(self.switches)} must be 0 or 1"

    def judge_refused(self):
        for p, values, text in self.refused():
            if p.accepts(values):
                fail(f"{p.name}: {text} is to be refused, but breaks no rule of it")

    def refused(self):
        """(parameter, set with all its values, as it was written) of each set that is refused"""
        for p in self.parameters:
            for text in p.refused:
                keys = {k: int(v) for k, v in (s.split("=") for s in text.split())}
                yield p, self.complete(keys, p.name), text

    def legal_values(self, name, values):
        """small numbers and powers of two that a parameter may be, beside values of others"""
        p = next(p for p in self.parameters if p.name == name)
        candidates = sorted({*range(65), *(1 << i for i in range(17))})
        return [v for v in candidates if p.accepts({**values, name: v})]

    def given(self):
        return [p for p in self.parameters if p.given]

    def given_names(self):
        return [p.name for p in self.given()]

    def groups(self):
        """[(group, its parameters)]"""
        out = []
        for p in self.parameters:
            if p.group:
                out.append((p.group, []))
            out[-1][1].append(p)
        return out


def wrapped(items, indent, width=WIDTH):
    """lines of as many items as there is room for; an item stays whole"""
    text = " ".join(item.replace(" ", "\0") for item in items)
    lines = textwrap.wrap(text, width - len(indent), break_long_words=False, break_on_hyphens=False)
    return [indent + line.replace("\0", " ") for line in lines]


# ---- What builds give

def makefile(source):
    out = ["# SPDX-License-Identifier: MIT", f"# Parameters of card_top for each preset: {MADE}",
           f"preset_names := {' '.join(source.presets)}"]
    for name, values in source.presets.items():
        given = " ".join(f"{n}={values[n]}" for n in source.given_names())
        out.append(f"preset_{name} := {given}")
    return "\n".join(out + [""])


# ---- SystemVerilog

def declared(parameters, comment=True):
    """lines of a list of parameters, without the comma after the last one"""
    out = []
    for p in parameters:
        line = f"    parameter int unsigned {p.name} = {p.default},"
        if comment and p.group:
            out.append(f"    // ---- {p.group}")
        if comment and len(line) + len(p.what) + 5 > WIDTH:
            out += [f"    // {text}" for text in textwrap.wrap(p.what, WIDTH - 7)]
        elif comment:
            line += f"  // {p.what}"
        out.append(line)
    return out


def unended(lines):
    return lines[:-1] + [re.sub(",(?=$|  //)", "", lines[-1])]


def passed(names, indent):
    return wrapped([f".{n}({n})," for n in names[:-1]] + [f".{names[-1]}({names[-1]})"], indent)


def refusal(wrong, name, sentence):
    """an if that refuses a set; its lines break before && and |"""
    parts = re.split(r" (?=&& |\|\|? )", f"if ({wrong}) begin : gen_{name.lower()}")
    out = wrapped(parts, "      ")
    return ["  " + out[0].strip(), *out[1:], f"    $error(\"{sentence}\");", "  end"]


def legal(source):
    out = ["// SPDX-License-Identifier: MIT",
           f"// Which parameters of card_top go together: {MADE}", "//",
           "// No logic: Verilator, Yosys and slang refuse a set that no card can be made of. They do",
           "// it at elaboration, with a sentence that says what is wrong. Blocks say themselves, at",
           "// the start of a simulation, what they need when they stand alone in a bench.",
           "", "module card_legal #("]
    out += unended(declared(source.parameters, False))
    out += [") ();", "", "  // A power of two from `least` to `most`",
            "  function automatic logic power(input int unsigned value, input int unsigned least,",
            "                                 input int unsigned most);",
            "    power = value >= least && value <= most && (value & (value - 1)) == 0;",
            "  endfunction", ""]
    out += refusal(f"({' | '.join(source.switches)}) > 1", "switches", source.of_switches())
    for p in source.parameters:
        if p.when:
            out += refusal(f"!({p.when})", p.name, p.sentence())
    return "\n".join(out + ["", "endmodule", ""])


def spliced(path, **regions):
    """a file written by hand, with the regions in it that are made here"""
    text = (ROOT / path).read_text()
    for name, lines in regions.items():
        place = rf"(?s)( *// {name}: made by hw/presets/gen\.py until \"end\"\n).*?( *// end\n)"
        made = "\n".join(lines) + "\n"
        text, n = re.subn(place, lambda m, made=made: m[1] + made + m[2], text)
        if n != 1:
            raise SystemExit(f"{path}: it has no place for {name}")
    return text


def package(source):
    out = ["// SPDX-License-Identifier: MIT",
           "// Parameters of card_top in each preset, for benches of blocks:", f"// {MADE}",
           "/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some",
           "package presets_pkg;"]
    for preset, values in source.presets.items():
        out += [f"  localparam int unsigned {preset.upper()}_{n} = {values[n]};"
                for n in source.names]
    return "\n".join(out + ["endpackage", "/* verilator lint_on UNUSEDPARAM */", ""])


# ---- C

def c_header(source):
    names = list(source.presets)
    out = ["/* SPDX-License-Identifier: MIT */", f"/* Presets of the card: {MADE} */",
           "#ifndef SMGPU_SIM_PRESETS_H", "#define SMGPU_SIM_PRESETS_H", "",
           f"#define PRESET_COUNT\t{len(names)}",
           f"#define PRESET_NAMES\t\"{', '.join(names[:-1])} or {names[-1]}\"", "",
           "/* X(name) of each */",
           "#define PRESETS(X) " + " ".join(f"X({name})" for name in names), "",
           "struct preset {", "\tconst char *name;"]
    for p in source.given():
        what = textwrap.wrap(p.what, WIDTH - 16)
        out.append("\t/* " + "\n\t * ".join(what) + " */")
        out.append(f"\tunsigned {p.name.lower()};")
    return "\n".join(out + ["};", "", "#endif", ""])


def c_table(source):
    out = ["// SPDX-License-Identifier: MIT", f"/* Presets of the card: {MADE} */",
           "#include \"model.h\"", "", "const struct preset presets[PRESET_COUNT] = {"]
    for name, values in source.presets.items():
        out += ["\t{", f"\t\t.name = \"{name}\","]
        members = [f".{n.lower()} = {values[n]}," for n in source.given_names()]
        out += wrapped(members, "\t\t", WIDTH - 14)
        out.append("\t},")
    return "\n".join(out + ["};", ""])


# ---- Documentation

def table(head, widths, rows):
    lines = [".. csv-table::", "   :header-rows: 1", f"   :widths: {widths}", ""]
    for row in [head] + rows:
        lines.append("   " + ", ".join('"' + str(cell).replace('"', '""') + '"' for cell in row))
    return lines


def doc(source):
    out = [".. SPDX-License-Identifier: MIT", f".. {MADE}"]
    for group, parameters in source.groups():
        out += ["", group, "^" * len(group), ""]
        out += table(("Parameter", "What it sets", "Must be", "Costs"), "12 34 32 30",
                     [(f"``{p.name}``", p.what, p.range(), p.costs) for p in parameters])
    first, *_ = source.presets.values()
    out += ["", "Presets", "-------", ""]
    rows = []
    for n in source.names:
        of = [values[n] for values in source.presets.values()]
        rows.append((f"``{n}``", *(v if v == first[n] else f"**{v}**" for v in of)))
    out += table(("Parameter", *source.presets), "20" + " 13" * len(source.presets), rows)
    out += ["", f"A value in bold differs from ``{next(iter(source.presets))}``.", ""]
    for lines in source.about.values():
        out += [("- " if i == 0 else "  ") + text for i, text in enumerate(lines)]
    return "\n".join(out + [""])


def main():
    source = Source()
    if "--refused" in sys.argv:
        for p, _, text in source.refused():
            print(f"{text}|{p.sentence() if p.legal else source.of_switches()}")
        return 0
    top, narrow = "hw/rtl/card/card_top.sv", "hw/fpga/narrow/card_narrow.sv"
    board = "hw/rtl/pcie/board_top.sv"
    files = {
        "hw/rtl/card/presets.mk": makefile(source),
        "hw/rtl/card/card_legal.sv": legal(source),
        top: spliced(top, Parameters=declared(source.parameters),
                     Refusals=passed(source.names, "      ")),
        narrow: spliced(narrow, Parameters=unended(declared(source.given(), False)),
                        Card=passed(source.given_names(), "    ")),
        board: spliced(board, Parameters=unended(declared(source.given(), False)),
                       Card=passed(source.given_names(), "      ")),
        "hw/tb/presets_pkg.sv": package(source),
        "hw/sim/presets.h": c_header(source),
        "hw/model/presets.c": c_table(source),
        "Documentation/hardware/parameters.inc": doc(source),
    }
    stale = []
    for name, text in files.items():
        path = ROOT / name
        if path.exists() and path.read_text() == text:
            continue
        if "--check" in sys.argv:
            stale.append(name)
        else:
            path.write_text(text)
    for name in stale:
        print(f"{name} is not what hw/presets/gen.py makes: run it and commit", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
