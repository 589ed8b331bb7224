# SPDX-License-Identifier: MIT
"""files.py [README...]: compares the table of files in each folder's README.md with the folder.

It is a Markdown table whose first heading is "file", "block" or "folder". Names stand between
backquotes in its first column: `a.c`, `sub/a.c`, `a.[ch]`, `tb_*.c`, `a` for `a.c` and `a.h`, or
`sub/` for all that is below a folder. Each name stands for a committed file. Each committed file
of the folder and below has a name, but for the README and for folders with a README of their own.
Without a README, also looks whether each file that a page of the book names is there.
"""
import fnmatch
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADINGS = ("file", "files", "block", "blocks", "folder", "folders")


def names(path):
    """(line, name) of each name in a table of files; None if there is no such table"""
    found, inside, before = None, False, ""
    with open(path, encoding="utf-8") as f:
        for n, line in enumerate(f, 1):
            cells = ([c.strip() for c in line.strip().strip("|").split("|")] if line[0] == "|"
                     else [])
            if cells and not inside and before in HEADINGS and re.fullmatch(r"[-: ]+", cells[0]):
                inside, found = True, found or []
            elif not cells:
                inside = False
            elif inside:
                found += [(n, name) for name in re.findall(r"`([^`]+)`", cells[0])]
            before = cells[0].lower() if cells else ""
    return found


def stands_for(name, path):
    """does a name, from the root on, stand for the file at path?"""
    if name.endswith("/"):
        return path.startswith(name)
    folder, last = os.path.split(path)
    wanted_folder, wanted = os.path.split(name)
    depth = folder.count("/") == wanted_folder.count("/")
    return (depth and fnmatch.fnmatchcase(folder, wanted_folder)
            and (fnmatch.fnmatchcase(last, wanted) or last.split(".")[0] == wanted))


def check(readme, tracked):
    table = names(os.path.join(ROOT, readme))
    if table is None:
        print(f"{readme}: it has no table of files")
        return 1
    top = os.path.dirname(readme) + "/"
    below = [f for f in tracked if f.startswith(top) and f != readme]
    own = tuple(f[:-len("README.md")] for f in below if f.endswith("/README.md"))
    left = {f for f in below if not f.startswith(own)}
    bad = 0
    for line, name in table:
        whole = os.path.normpath(top + name) + ("/" if name.endswith("/") else "")
        got = {f for f in tracked if stands_for(whole, f)}
        left -= got
        if not got or re.search(r"(?<!\w\w)\*", name):
            print(f"{readme}:{line}: `{name}` " + ("says too little" if got else "is not there"))
            bad += 1
    for where in sorted({os.path.dirname(f) for f in left}):
        some = sorted(os.path.basename(f) for f in left if os.path.dirname(f) == where)
        print(f"{readme}: not in its table, of {where}/: {' '.join(some[:8])}",
              "..." * bool(some[8:]))
    return bad + len(left)


def pages(tracked):
    """names of files in pages of the book that stand for no file; results name files of others"""
    tails = {"/".join(f.split("/")[n:]) for f in tracked for n in range(f.count("/") + 1)}
    others, bad = ("zext.h", "CL/cl_ext.h"), 0
    book = [f for f in tracked if f.startswith("Documentation/") and f.endswith(".rst")]
    for page in [f for f in book if "/results/" not in f]:
        with open(os.path.join(ROOT, page), encoding="utf-8") as f:
            for n, line in enumerate(f, 1):
                for name in re.findall(r"``([\w./-]+\.(?:[chS]|cl|sh|svh?|py|mk|rdl|inc))``", line):
                    if name.lstrip("./") not in tails and name not in others:
                        print(f"{page}:{n}: `{name}` is not there")
                        bad += 1
    return bad


def main():
    tracked = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).split()
    readmes = [os.path.relpath(os.path.abspath(a), ROOT) for a in sys.argv[1:]]
    readmes = readmes or [f for f in tracked if f.endswith("/README.md")]
    bad = sum(check(r, tracked) for r in readmes)
    return int(bad + (0 if sys.argv[1:] else pages(tracked)) > 0)


sys.exit(main())
