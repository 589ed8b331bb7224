# SPDX-License-Identifier: MIT
"""prose.py [--count] [FILE...]: checks the words of pages, READMEs, manual pages and comments of
the UAPI.

Without a FILE, all of them but those that a generator writes. Rules: a line has at most 100
columns, a sentence at most 40 words, a paragraph at most 120, and none of the turns of
scripts/prose.rules occurs. --count prints what the texts are like (lines, sentences, words) in
place of what is wrong.
"""
import os
import re
import subprocess
import sys

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, directives, roles

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WIDTH, SENTENCE, PARAGRAPH = 100, 40, 120
GENERATED = ("Documentation/reference/isa-xsm.rst", "Documentation/reference/registers.rst",
             "Documentation/reference/counters.rst", "kernel/include/uapi/drm/smgpu_perf.h")


class Skipped(Directive):
    """a directive of Sphinx without prose of its own"""
    has_content, optional_arguments, final_argument_whitespace = True, 99, True
    option_spec = {name: directives.unchanged for name in
                   ("maxdepth", "caption", "hidden", "glob", "titlesonly", "numbered", "language",
                    "lines", "sorted",
                    "class", "start-at", "end-before")}

    def run(self):
        return []


class Held(Skipped):
    """a directive of Sphinx whose content is prose"""

    def run(self):
        node = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


def literal_role(_name, raw, text, _line, _inliner, options=None, content=None):
    return [nodes.literal(raw, re.sub(r"\s*<.*>$", "", text))], []


def rst(path):
    """(line, text) of each paragraph of a page"""
    for name in ("doc", "ref", "term", "download", "abbr", "index"):
        roles.register_local_role(name, literal_role)
    for name in ("toctree", "highlight", "code-block", "literalinclude"):
        directives.register_directive(name, Skipped)
    directives.register_directive("glossary", Held)
    with open(path, encoding="utf-8") as f:
        tree = publish_doctree(f.read(), source_path=path, settings_overrides={"report_level": 5})
    for p in tree.findall(lambda n: isinstance(n, (nodes.paragraph, nodes.caption))):
        for part in list(p.findall(nodes.literal)):
            part.parent.replace(part, nodes.Text(re.sub(r"\W+", "_", part.astext())))
        line, at = p.line, p
        while line is None and at.parent is not None:
            at = at.parent
            line = at.line
        yield line or 0, p.astext()


def blocks(lines, first=1):
    """(line, text) of each paragraph of text in lines that has bullets, headings, tables and fenced
    code"""
    text, start, fenced = [], first, False
    for n, line in enumerate(lines + [""], first):
        bare = line.strip()
        if bare.startswith("```"):
            fenced = not fenced
            bare = ""
        elif fenced:
            continue
        item = re.match(r"([-*·]|\d+\.)\s", bare)
        if not bare or item or bare.startswith(("#", "|", "@")):
            if text:
                yield start, " ".join(text)
            text = []
        if bare.startswith("|"):
            for cell in bare.strip("|").split("|"):
                yield n, cell
        elif bare and not bare.startswith("#"):
            if not text:
                start = n
            text.append(bare[item.end():] if item else bare)
    if text:
        yield start, " ".join(text)


def markup(path):
    """(line, text) of each paragraph of Markdown or of a manual page"""
    with open(path, encoding="utf-8") as f:
        lines = re.sub(r"<!--.*?-->", lambda m: "\n" * m.group().count("\n"), f.read(),
                       flags=re.S).split("\n")
    for line, text in blocks(lines):
        text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
        yield line, re.sub(r"`[^`]*`", lambda m: re.sub(r"\W+", "_", m.group()), text)


def comments(path):
    """(line, text) of each paragraph of a C file's comments"""
    with open(path, encoding="utf-8") as f:
        source = f.read()
    for m in re.finditer(r"/\*.*?\*/", source, flags=re.S):
        body = [re.sub(r"^\s*/?\*+/? ?|\*/$", "", line) for line in m.group().split("\n")]
        yield from blocks(body, source.count("\n", 0, m.start()) + 1)


def sentences(text):
    text = re.sub(r"\b(e\.g|i\.e|etc|cf|vs|approx|Fig|No)\.", r"\1", " ".join(text.split()))
    return [s for s in re.split(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[_A-Z0-9])|\s·\s", text)
            if re.search(r"\w", s)]


def words(text):
    return len(re.findall(r"[A-Za-z0-9_](?:[\w'’./,-]*\w)?", text))


def turns():
    with open(os.path.join(ROOT, "scripts/prose.rules"), encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f
                if line.strip() and not line.startswith("#")]
    return [(re.compile(r[0], re.I), r[1]) for r in rows]


def every_file():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True,
                           text=True).stdout.split()
    wanted = re.compile(r"Documentation/.*\.rst$|.*\.md$|userspace/man/.*\.scd$|"
                        r"kernel/include/uapi/drm/.*\.h$")
    return [f for f in files if wanted.match(f) and f not in GENERATED]


def paragraphs(path):
    return (rst(path) if path.endswith(".rst") else comments(path) if path.endswith(".h")
            else markup(path))


def check(path, banned):
    bad = 0

    def tell(line, what):
        nonlocal bad
        bad += 1
        print(f"{os.path.relpath(path, ROOT)}:{line}: {what}")

    with open(path, encoding="utf-8") as f:
        for n, line in enumerate(f, 1):
            if (len(line.rstrip("\n").expandtabs(8)) > WIDTH and
                not re.fullmatch(r"\S*https?://\S+", line.strip())):
                tell(n, f"a line of {len(line.rstrip())} columns (at most {WIDTH})")
    for line, text in paragraphs(path):
        if words(text) > PARAGRAPH:
            tell(line, f"a paragraph of {words(text)} words (at most {PARAGRAPH}): {text[:50]}...")
        for s in sentences(text):
            if words(s) > SENTENCE:
                tell(line, f"a sentence of {words(s)} words (at most {SENTENCE}): {s[:60]}...")
        for pattern, why in banned:
            m = pattern.search(" ".join(text.split()))
            if m:
                tell(line, f"\"{m.group()}\": {why}")
    return bad


def count(paths):
    lines = wide = 0
    longest, lengths = 0, []
    for path in paths:
        with open(path, encoding="utf-8") as f:
            for line in f:
                lines += 1
                wide += len(line.rstrip("\n").expandtabs(8)) > WIDTH
        for _, text in paragraphs(path):
            longest = max(longest, words(text))
            lengths += [words(s) for s in sentences(text)]
    prose = [n for n in lengths if n > 3]
    print(f"files\t{len(paths)}\tcount")
    print(f"lines\t{lines}\tlines")
    print(f"lines_over_{WIDTH}\t{100 * wide / lines:.2f}\t%")
    print(f"longest_paragraph\t{longest}\twords")
    print(f"sentences\t{len(prose)}\tcount")
    print(f"mean_sentence\t{sum(prose) / len(prose):.1f}\twords")
    print(f"sentences_over_25\t{100 * sum(n > 25 for n in prose) / len(prose):.1f}\t%")
    over = 100 * sum(n > SENTENCE for n in prose) / len(prose)
    print(f"sentences_over_{SENTENCE}\t{over:.1f}\t%")


def main():
    args = sys.argv[1:]
    counting = "--count" in args
    paths = [a for a in args if a != "--count"] or [os.path.join(ROOT, f) for f in every_file()]
    if counting:
        count(paths)
        return 0
    banned = turns()
    return int(sum(check(p, banned) for p in paths) > 0)


sys.exit(main())
