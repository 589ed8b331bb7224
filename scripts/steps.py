# SPDX-License-Identifier: MIT
"""steps.py NAME PAGE DIRECTORY: does in a directory what the steps of a page say, and gives one
verdict, `ok example.NAME`.

A block of sh is run there by bash. It ends at the first command that fails. With `:class: fails` it
has to fail. A block of text behind one shows lines of what that prints, in order: "..." in a line
is anything, a line "..." any number of lines. All other blocks are for the reader alone.
"""
import os
import resource
import signal
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SECONDS = 300       # of one block
sys.path.insert(0, os.path.join(TOP, "userspace/tests"))
from guide import blocks, differs       # noqa: E402


def run(text, where):
    """(exit status or None after a time-out, what it said)"""
    with subprocess.Popen(["bash", "-e", "-c", text], cwd=where, text=True, start_new_session=True,
                          stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as p:
        try:
            said, _ = p.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            return None, p.communicate()[0]
    return p.returncode, said


def walk(page, where):
    """the line of the first step that is not as the page says, and why; or None"""
    said, ran = None, 0
    for line, directive, argument, options, text in blocks(page):
        if directive != "code-block":
            continue
        if argument == "sh":
            status, said = run(text, where)
            ran += 1
            if status is None:
                return line, f"no end in {SECONDS} s", said
            if (status != 0) != (options.get("class") == "fails"):
                return line, f"exit {status}", said
        elif argument == "text" and said is not None:
            missing = differs(text, said)
            if missing:
                return line, f"the output has no {missing.strip()!r}", said
            said = None
    return None if ran else (1, "it has no step that is run", "")


def main():
    name, page, where = sys.argv[1:]
    wrong = walk(page, where)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"# example.{name}: {used.ru_utime + used.ru_stime:.1f} s of a processor")
    if wrong:
        line, why, said = wrong
        print("".join(f"# {s}\n" for s in said.splitlines()[-40:]), end="")
        print(f"not ok example.{name}: {page}:{line}: {why}; mend the page or its patches")
    else:
        print(f"ok example.{name}")
    return int(wrong is not None)


sys.exit(main())
