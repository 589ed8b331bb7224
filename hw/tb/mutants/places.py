#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""places.py FILE...: where the SystemVerilog of this project can be changed by one small defect,
and each change that there is: `line TAB kind TAB change TAB text of the line`.

Words are looked at, and as much of the grammar as tells logic from the rest. Kinds:
op      + and -, & and |, && and ||, == and !=, < and <=, > and >=, << and >> take each other's
        place; ~ and ! are left out
const   '0 and '1 take each other's place; any other number is one more or one less
width   the top bit of a part select, the first part of a concatenation or the top bit of a
        comparison counts as 0
enable  the condition of an if in a clocked block, or in a combinational one, is true or false

Left out: what only simulation or a proof has (VERILATOR, FORMAL, statements that do nothing but
$fatal), declarations, ranges, headers of for, conditions of generate blocks, comparisons of a
parameter, parameters of instances, labels of case, and the left side of assignments.
"""
import re
import sys
from collections import namedtuple

# text[at:end] becomes put. what: a short name of the change
Place = namedtuple("Place", "at end put kind what")

WORDS = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|\(\*.*?\*\))
  | (?P<directive>`\w+)
  | (?P<number>\d[\d_]*\s*'[sS]?[bodhBODH][0-9a-fA-FxXzZ?_]+|'[sS]?[bodhBODH][0-9a-fA-F_]+
      |'[01xz]|\d[\d_]*)
  | (?P<name>[A-Za-z_$][\w$]*)
  | (?P<op><<<|>>>|===|!==|==\?|!=\?|<<=|>>=|\|->|\|=>|\+=|-=|&=|\|=|\^=|\+\+|--|<<|>>
      |<=|>=|==|!=|&&|\|\||\+:|-:|::|'\{|~&|~\||~\^|\*\*|->|.)
""", re.X | re.S)

OPEN = {"(": ")", "[": "]", "{": "}", "'{": "}"}
SWAPS = {"+": "-", "-": "+", "&": "|", "|": "&", "&&": "||", "||": "&&", "==": "!=", "!=": "==",
         "<": "<=", "<=": "<", ">": ">=", ">=": ">", "<<": ">>", ">>": "<<"}
ASSIGNS = {"=", "<=", "+=", "-=", "&=", "|=", "^=", "<<=", ">>="}
COMPARES = {"==", "!=", "<", "<=", ">", ">="}
PARAMETER = re.compile(r"[A-Z][A-Z0-9_]*")
DECLARES = {"localparam", "parameter", "typedef", "import", "logic", "wire", "reg", "bit", "int",
            "integer", "genvar", "automatic", "static", "const", "byte", "timeunit", "export"}
BLOCKS = {"always", "always_ff", "always_comb", "always_latch", "initial", "final"}
CHECKS = {"$fatal", "$error", "$warning", "$info", "$display", "$finish", "$stop"}
# What an operand of == ends at, to either side, apart from a bracket
WEAKER = {"&", "|", "^", "~^", "&&", "||", "?", ":", "==", "!=", ",", ";", "=", "<=", "+=", "-="}


class Word:
    __slots__ = ("at", "end", "text", "sort", "logic", "mate")

    def __init__(self, at, end, text, sort):
        self.at, self.end, self.text, self.sort = at, end, text, sort
        self.logic = False      # part of an expression that may be changed
        self.mate = None        # index of the bracket that belongs to it


def words_of(text):
    """Words outside of comments and of what only simulation or a proof sees."""
    words, hidden, at = [], [], 0
    for m in WORDS.finditer(text):
        assert m.start() == at, "a character is no word"
        at = m.end()
        sort = m.lastgroup
        if sort == "space":
            continue
        if sort == "directive":
            if m.group() in ("`ifdef", "`ifndef"):
                hidden.append(m.group())
            elif m.group() == "`else":
                hidden[-1] = "`else" if hidden[-1] == "`ifdef" else "`ifdef"
            elif m.group() == "`endif":
                hidden.pop()
            elif not any(h == "`ifdef" for h in hidden):
                words.append(Word(m.start(), m.end(), m.group(), sort))
            continue
        if not any(h == "`ifdef" for h in hidden):
            words.append(Word(m.start(), m.end(), m.group(), sort))
    stack = []
    for i, w in enumerate(words):
        if w.text in OPEN:
            stack.append(i)
        elif w.text in (")", "]", "}"):
            j = stack.pop()
            words[i].mate, words[j].mate = j, i
    return words


class Source:
    """Marks what is logic, and collects conditions."""

    def __init__(self, text):
        self.text = text
        self.words = words_of(text)
        self.conditions = []    # (index of the bracket, clocked)
        i = 0
        while i < len(self.words):
            i = self.item(i)

    def t(self, i):
        return self.words[i].text if 0 <= i < len(self.words) else ""

    def upto(self, i, *ends):
        """The first of ends from i on that is in no bracket."""
        while i < len(self.words) and self.t(i) not in ends:
            i = self.words[i].mate if self.t(i) in OPEN else i + 1
            if (self.t(i) in (")", "]", "}") and self.words[i].mate is not None and
                self.t(i) not in ends):
                i += 1
        return i

    def mark(self, first, end):
        for w in self.words[first:end]:
            w.logic = True

    def item(self, i):
        """An item of a module or package from i on; the index behind it."""
        word = self.t(i)
        if (word in ("module", "package", "interface") or word in DECLARES or
            word in ("modport", "assert", "assume", "cover")):
            return self.upto(i, ";") + 1
        if word == "assign":
            end = self.upto(i, ";")
            self.assignment(i + 1, end)
            return end + 1
        if word in BLOCKS:
            return self.block(i)
        if word in ("function", "task"):
            i = self.upto(i, ";") + 1
            while self.t(i) not in ("endfunction", "endtask"):
                i = self.statement(i, False)[0]
            return i + 1
        if word in ("if", "for", "case"):
            return self.words[self.upto(i, "(")].mate + 1
        if word in ("begin", "end", "else", "endcase", "generate", "endgenerate", "default", ";"):
            i += 1
            if self.t(i) == ":" and self.t(i - 1) in ("begin", "end"):
                i += 2
            return i
        if word.startswith("end") or self.words[i].sort == "directive":
            return i + 1
        if self.t(i + 1) == ":" or self.words[i].sort == "number":     # a label
            return i + 1
        end = self.upto(i, ";")
        last = end - 1
        if self.t(last) == ")" and self.t(self.words[last].mate - 1) != "#":
            self.mark(self.words[last].mate + 1, last)
        return end + 1

    def block(self, i):
        clocked = self.t(i) == "always_ff"
        start = i
        i += 1
        if self.t(i) == "@":
            i = self.words[i + 1].mate + 1
        kept = len(self.conditions)
        end, check = self.statement(i, clocked)
        if check or self.t(start) in ("initial", "final"):
            for w in self.words[start:end]:
                w.logic = False
            del self.conditions[kept:]
        return end

    def statement(self, i, clocked):
        """A statement from i on: the index behind it, and whether it does nothing but check."""
        word = self.t(i)
        if word in ("unique", "unique0", "priority"):
            return self.statement(i + 1, clocked)
        if word == ";":
            return i + 1, True
        if word == "begin":
            i += 1
            if self.t(i) == ":":
                i += 2
            check = True
            while self.t(i) != "end":
                i, c = self.statement(i, clocked)
                check = check and c
            i += 1
            if self.t(i) == ":":
                i += 2
            return i, check
        if word == "if":
            first, last = i + 1, self.words[i + 1].mate
            kept = len(self.conditions)
            self.conditions.append((first, clocked))
            self.mark(first + 1, last)
            i, check = self.statement(last + 1, clocked)
            if self.t(i) == "else":
                i, c = self.statement(i + 1, clocked)
                check = check and c
            if check:
                for w in self.words[first:i]:
                    w.logic = False
                del self.conditions[kept:]
            return i, check
        if word in ("for", "while", "repeat"):
            return self.statement(self.words[i + 1].mate + 1, clocked)
        if word in ("case", "casez", "casex"):
            last = self.words[i + 1].mate
            self.mark(i + 2, last)
            i, check = last + 1, True
            if self.t(i) == "inside":
                i += 1
            while self.t(i) != "endcase":
                if self.t(i) == "default":
                    i += 2 if self.t(i + 1) == ":" else 1
                else:
                    i = self.upto(i, ":") + 1
                i, c = self.statement(i, clocked)
                check = check and c
            return i + 1, check
        if word in ("assert", "assume", "cover"):
            i = self.words[self.upto(i, "(")].mate + 1
            i = self.statement(i, clocked)[0]
            if self.t(i) == "else":
                i = self.statement(i + 1, clocked)[0]
            return i, True
        end = self.upto(i, ";")
        if word in CHECKS:
            return end + 1, True
        if word == "return":
            self.mark(i + 1, end)
        elif word not in DECLARES:
            self.assignment(i, end)
        return end + 1, False

    def assignment(self, i, end):
        op = self.upto(i, ";", *ASSIGNS)
        if op < end:
            self.mark(op + 1, end)


def unary(source, i):
    before = source.words[i - 1]
    return not (before.sort == "number" or before.text in (")", "]", "}") or
                (before.sort == "name" and before.text not in ("return", "if", "else", "assign",
                                                               "case")))


def ranges(source):
    """Brackets of part selects: (opening, colon, closing)."""
    found = []
    for i, w in enumerate(source.words):
        if w.text != "[":
            continue
        colon, j = None, i + 1
        while j < w.mate:
            if source.t(j) in OPEN:
                j = source.words[j].mate
            elif source.t(j) == "?":
                colon = None
                break
            elif source.t(j) in (":", "+:", "-:"):
                colon = j
            j += 1
        if colon:
            found.append((i, colon, w.mate))
    return found


def base_of(source, i):
    """Where the name that is selected from begins; i is the bracket behind it."""
    j = i - 1
    while True:
        if source.t(j) == "]":
            j = source.words[j].mate - 1
            continue
        if source.words[j].sort != "name":
            return None
        if source.t(j - 1) in (".", "::") and source.words[j - 2].sort == "name" or \
           source.t(j - 1) == "." and source.t(j - 2) == "]":
            j -= 2
            continue
        return j


def operand(source, i, step):
    """Where the operand of the comparison at i ends, to one side (step -1 or 1): the last index of
    it."""
    j = i + step
    while True:
        t = source.t(j)
        if (t in OPEN and step > 0) or (t in (")", "]", "}") and step < 0):
            j = source.words[j].mate + step
        elif (t in OPEN or t in (")", "]", "}") or
              (t in WEAKER and not (t in ("&", "|", "^") and unary(source, j))) or
              (source.words[j].sort == "name" and
               t in ("return", "if", "else", "assign", "case", "begin")) or
              not source.words[j].logic):
            return j - step
        else:
            j += step


def plain(text):
    """The operand has a width of its own: no number without one, no parameter, no variable of a
    loop."""
    while True:
        less = re.sub(r"\w+'\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\]|\d+'\w+|'[01]", " ", text)
        if less == text:
            break
        text = less
    return not re.search(r"\b\d|\b[A-Z][A-Z0-9_]*\b|\b[ijkgw]\b|\$", text)


def value_of(number):
    """Width (None: as wide as it must be) and value; None if it has x or z."""
    m = re.fullmatch(r"(\d[\d_]*)?\s*'[sS]?([bodhBODH])([0-9a-fA-F_]+)", number)
    if m:
        base = {"b": 2, "o": 8, "d": 10, "h": 16}[m.group(2).lower()]
        return ((int(m.group(1).replace("_", "")) if m.group(1) else 32),
                int(m.group(3).replace("_", ""), base), base)
    if re.fullmatch(r"\d[\d_]*", number):
        return None, int(number.replace("_", "")), 10
    return None


def constants(source, i):
    """What the number at i may be instead, each with its name."""
    number = source.t(i)
    if number in ("'0", "'1"):
        other = "'1" if number == "'0" else "'0"
        return [(other, f"{number} -> {other}")]
    got = value_of(number)
    if not got or source.t(i + 1) in ("'", "{") or source.t(i - 1) in ("#", "::"):
        return []
    width, value, base = got
    found = []
    for other in (value + 1, value - 1):
        if width is not None:
            other %= 1 << width
            put = f"{width}'h{other:x}" if base == 16 else f"{width}'d{other}" if base == 10 else \
                f"{width}'b{other:0{width}b}" if base == 2 else f"{width}'o{other:o}"
        elif other < 0:
            continue
        else:
            put = str(other)
        if (put, f"{number} -> {put}") not in found:
            found.append((put, f"{number} -> {put}"))
    return found


def configures(source, i):
    """Part of a comparison of a parameter with a number: PRIO != 0."""
    at = i if source.t(i) in COMPARES else i - 1 if source.t(i - 1) in COMPARES else i + 1
    return (source.t(at) in COMPARES and
            any(PARAMETER.fullmatch(source.t(j)) for j in (at - 1, at + 1)))


def places(text):
    """Every change of the source, in the order of the text."""
    source = Source(text)
    words, found = source.words, []
    held = [False] * len(words)     # part of a range
    selects = ranges(source)
    for first, colon, last in selects:
        begin = first if source.t(colon) == ":" else colon
        for i in range(begin, last + 1):
            held[i] = True

    def span(i, j):
        return " ".join(text[words[i].at:words[j].end].split())

    for i, w in enumerate(words):
        if not w.logic or held[i] or configures(source, i):
            continue
        if w.sort == "number":
            found += [Place(w.at, w.end, put, "const", what) for put, what in constants(source, i)]
        elif w.text in ("~", "!"):
            found.append(Place(w.at, w.end, "", "op", f"{w.text} left out"))
        elif w.text in SWAPS and not (w.text in ("+", "-") and unary(source, i)):
            put = SWAPS[w.text]
            found.append(Place(w.at, w.end, put, "op", f"{w.text} -> {put}"))
        if w.text in ("==", "!="):
            a, b = operand(source, i, -1), operand(source, i, 1)
            if a < i < b and plain(span(a, i - 1)) and plain(span(i + 1, b)):
                left, right = span(a, i - 1), span(i + 1, b)
                put = f"((({left}) ^ ({right})) << 1) {w.text} '0"
                found.append(Place(words[a].at, words[b].end, put, "width",
                                   f"top bit of {left} {w.text} {right}"))
        if w.text == "{" and source.t(i - 1) != "}" and source.t(w.mate + 1) not in ASSIGNS:
            comma = source.upto(i + 1, ",", "}", "{")
            if source.t(comma) == "," and words[i + 1].sort == "name":
                part = span(i + 1, comma - 1)
                found.append(Place(words[i + 1].at, words[comma - 1].end, f"({part}) ^ ({part})",
                                   "width",
                                   f"{part} of a concatenation"))
    for first, colon, last in selects:
        base = base_of(source, first)
        if base is None or not words[first].logic or source.t(last + 1) in ("[", "."):
            continue
        name, top, rest = (span(base, first - 1), span(first + 1, colon - 1),
                           span(colon + 1, last)[:-1])
        if source.t(colon) == ":":
            put = f"{{1'b0, {name}[({top})-1:{rest}]}}"
        elif source.t(colon) == "+:":
            put = f"{{1'b0, {name}[{top}+:({rest})-1]}}"
        else:
            continue
        found.append(Place(words[base].at, words[last].end, put, "width",
                           f"top bit of {span(base, last)}"))
    for first, clocked in source.conditions:
        inside = text[words[first].end:words[words[first].mate].at]
        for value, name in (("|| 1'b1", "true"), ("&& 1'b0", "false")):
            where = "clocked" if clocked else "combinational"
            found.append(Place(words[first].at, words[words[first].mate].end,
                               f"(({inside}) {value})", "enable",
                               f"{where} if ({' '.join(inside.split())}) is {name}"))
    return sorted(found)


def changed(text, place):
    """The source with the change. Lines that the change takes are empty, so that all others keep
    their numbers."""
    taken = text.count("\n", place.at, place.end) - place.put.count("\n")
    return text[:place.at] + place.put + "\n" * taken + text[place.end:]


def names(text, found):
    """What identifies each place in a list of reasons: the text of its line and the change,
    numbered from the second on."""
    seen, out = {}, []
    for p in found:
        line = text[text.rfind("\n", 0, p.at) + 1:(text + "\n").find("\n", p.at)].strip()
        key = (line, p.what)
        seen[key] = seen.get(key, 0) + 1
        out.append((line, p.what + (f" ({seen[key]})" if seen[key] > 1 else "")))
    return out


def main():
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as f:
            text = f.read()
        found = places(text)
        for p, (line, what) in zip(found, names(text, found)):
            print(f"{text.count(chr(10), 0, p.at) + 1}\t{p.kind}\t{what}\t{line}")


if __name__ == "__main__":
    main()
