#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fields.py HEADER PACKAGE...: where the fields of packed structs are, for benches in C and C++.

A member of my_struct_t becomes the macro MY_STRUCT_MEMBER, which field.h explains; members of a
struct that is a member itself follow with both names. MY_STRUCT_WHOLE is the whole of it, and
MY_STRUCT_BITS its size; so it is with any other type. A constant ...W in the line behind a struct
is its size: another one is an error. A constant MyCode of a type logic becomes MY_CODE. Packages
come in the order in which they need each other.
"""
import math
import os
import pathlib
import re
import sys

STRUCT = re.compile(r"struct packed *\{(.*)\} *(\w+)_t$", re.S)
TYPE = re.compile(r"(?:logic|bit)(?: +(?:un)?signed)?\b|int(?: +unsigned)?\b|byte\b|\w+::\w+|\w+")
SIZES = {"logic": 1, "bit": 1, "int": 32, "byte": 8}


class Error(Exception):
    """Text that this reader does not understand, or a size that is not as the package says."""


def literal(match):
    base = {"b": 2, "o": 8, "d": 10, "h": 16}[match.group(2).lower()]
    return str(int(match.group(3).replace("_", ""), base))


class Reader:
    """Constants and types of packages, by name and by package::name."""

    def __init__(self):
        self.constants, self.sizes, self.structs, self.package = {}, {}, {}, ""
        self.codes = []

    def tell(self, table, name, value):
        table[name] = table[f"{self.package}::{name}"] = value

    def value(self, text):
        text = re.sub(r"(\d*)'s?([bodhBODH])([0-9a-fA-F_]+)", literal, text.strip())
        text = re.sub(r"\$clog2\b", "clog2", text).replace("/", "//")

        def name(match):
            word = match.group()
            if word == "clog2":
                return word
            if word not in self.constants:
                raise Error(f"{word} is not known")
            return str(self.constants[word])

        text = re.sub(r"[A-Za-z_]\w*(::\w+)?", name, text)
        if not re.fullmatch(r"[\d\s()+*/<-]+|.*clog2.*", text):
            raise Error(f"{text} is no number")
        return eval(text, {"__builtins__": {}, "clog2": lambda n: math.ceil(math.log2(n))})

    def declared(self, text):
        """(bits, the struct's members or none, what follows) of text that begins with a type."""
        found = TYPE.match(text)
        word = found.group().split()[0] if found else text
        if word not in SIZES and word not in self.sizes:
            raise Error(f"{text!r}: its type is not known")
        bits, text = SIZES.get(word) or self.sizes[word], text[found.end():].strip()
        members = self.structs.get(word)
        while text.startswith("["):
            inner, text = text[1:].split("]", 1)
            high, low = inner.split(":")
            bits *= self.value(high) - self.value(low) + 1
            members, text = None, text.strip()
        return bits, members, text

    def struct(self, body):
        """(bits, [(name, lowest bit, width)]) of the members, those of a member behind it."""
        members = []
        for part in filter(None, map(str.strip, body.split(";"))):
            bits, inner, names = self.declared(part)
            members += [(n.strip(), bits, inner) for n in names.split(",")]
        at = total = sum(bits for _, bits, _ in members)
        fields = []
        for name, bits, inner in members:
            at -= bits
            fields.append((name, at, bits))
            fields += [(f"{name}_{n}", at + a, w) for n, a, w in inner or []]
        return total, fields

    def statement(self, text, before):
        """Take in a declaration; give the name of the type, if it is one."""
        if text.startswith("localparam"):
            head, _, value = text.partition("=")
            name = head.split()[-1]
            try:
                self.tell(self.constants, name, self.value(value))
            except (Error, SyntaxError, NameError, TypeError):
                return None    # no number: an error where a struct needs it
            if head.split()[1] == "logic":
                self.codes.append(name)
            size = self.constants[name]
            if before and name.endswith("W") and size != self.sizes[before + "_t"]:
                raise Error(f"{name} is {size}, {before}_t has {self.sizes[before + '_t']} bits")
        elif text.startswith("typedef"):
            text = text[len("typedef"):].strip()
            found = STRUCT.match(text)
            if found:
                body, name = found.groups()
                bits, fields = self.struct(body)
                self.tell(self.structs, name + "_t", fields)
                self.tell(self.sizes, name + "_t", bits)
                return name
            text = re.sub(r"^enum\s+|\{.*\}", "", text, flags=re.S)
            bits, _, name = self.declared(text)
            self.tell(self.sizes, name, bits)
            if name.endswith("_t"):
                return name[:-2]
        return None

    def read(self, text):
        """Names of the types of a package, in order."""
        text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
        text = re.sub(r"\bfunction\b.*?\bendfunction\b", "", text, flags=re.S)
        found = re.search(r"\bpackage +(\w+);(.*)\bendpackage\b", text, re.S)
        if not found:
            raise Error("no package")
        self.package, body = found.groups()
        self.codes = []
        before, names = None, []
        for part in re.findall(r"(?:\{[^}]*\}|[^;{])+", body):
            before = self.statement(part.strip(), before)
            names += [before] if before else []
        return names


def upper(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def macros(reader, path):
    """Lines (macro, its text), and comments (text, None), of a package."""
    for name in reader.read(pathlib.Path(path).read_text()):
        size, prefix = reader.sizes[name + "_t"], name.upper()
        yield f"/* {reader.package}::{name}_t */", None
        yield f"{prefix}_BITS", size
        yield f"{prefix}_WHOLE", f"{size}, 0, {size}"
        for field, at, width in reader.structs.get(name + "_t", []):
            yield f"{prefix}_{field.upper()}", f"{size}, {at}, {width}"
    if reader.codes:
        yield f"/* Codes of {reader.package} */", None
    for name in reader.codes:
        yield upper(name), f"{reader.constants[name]}u"


def main():
    out, packages = pathlib.Path(sys.argv[1]), sys.argv[2:]
    reader, seen = Reader(), {}
    lines = ["/* SPDX-License-Identifier: MIT */", "/* Made by hw/tb/fields/fields.py */",
             "#pragma once", '#include "field.h"']
    for path in packages:
        try:
            for macro, text in macros(reader, path):
                if text is None:
                    lines += ["", macro]
                    continue
                if macro in seen:
                    raise Error(f"{macro} is in {seen[macro]} as well, or twice")
                seen[macro] = path
                lines.append(f"#define {macro}\t{text}")
        except Error as e:
            sys.exit(f"{path}: {e}")
    new = out.with_name(f"{out.name}.{os.getpid()}")
    new.write_text("\n".join(lines) + "\n")
    new.replace(out)


if __name__ == "__main__":
    main()
