#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py: plants small defects in the RTL, one at a time, and says which ones no bench finds.

Environment: MUTANTS=40 how many, MUTANT_SEED (or CHECK_SEED) which ones, FILES="mem/* sm/*" where
(of hw/rtl; default: all), COUNTERS=1 those of performance counters instead, ONLY="3 17" these of
the draw, AT="FILE:LINE ..." all of these lines instead of a draw, ALSO="NAME NAME" benches behind
those of the block, WITHOUT="NAME" not these, JOBS=1 mutants at a time, GOAL=10 survivors of a
hundred at most, AGAIN=1 whatever was judged before, TRUSTED=1 benches are not run on the RTL as it
is: suites that have just passed say that they are green.

places.py tells where the RTL can be changed, benches.txt who looks at which block. A mutant is
built and run in a copy of the tree below build/mutants, so the sources are never touched; it is
killed by the first bench that is red. What Verilator refuses, with the warnings of lint, is no
mutant and another one is drawn. A bench whose C++ is that of the RTL without a change is not run:
the change is in what its size leaves out, or changes nothing.

build/mutants/results.tsv has a line for each mutant, build/rtl-mutants.tsv the figure. A run that
was ended goes on where it was, as long as no source has changed; what was built stays for the next.
"""
import fnmatch
import hashlib
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True     # nothing is left beside the sources
import places     # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
OUT = os.path.join(ROOT, "build/mutants")
PARTS = ["hw", "firmware", "kernel/abi", "kernel/include", "userspace/device"]
MADE = {"common/smgpu_regs_pkg.sv", "common/smgpu_hw_pkg.sv", "common/xsm_pkg.sv"}  # by generators
NO_LOGIC = {"card/card_legal.sv"}     # hw/tb/card/configs has a case for each of its sentences
# Statements that only count: no program depends on them
COUNTER_FILES = {"card/card_counters.sv", "card/card_perf.sv", "fetch/smfe_counts.sv",
                 "fetch/smfe_stalls.sv"}
COUNTER = re.compile(r"\s*(?:assign )?(?:\w+\.)?(?:ev_|perf)\w*(?:\[[^]]*\])?\s*(?:<=|=)[^=]")
# seconds that a bench may take at all; its own limits are shorter, and of CPU time (timeout.sh)
LIMIT = 10000
running, lock = set(), threading.Lock()


class Bench:
    def __init__(self, name, directory, variables, first):
        self.name, self.variables, self.first = name, variables, first
        self.directory, _, part = directory.partition("@")
        self.build, self.check = part or "all", "check-" + part if part else "check"
        self.key = name + "=" + hashlib.sha256(" ".join(variables).encode()).hexdigest()[:8]


def table():
    """Benches by name, and [(pattern, names)]."""
    benches, blocks = {}, []
    with open(os.path.join(HERE, "benches.txt"), encoding="utf-8") as f:
        for line in f:
            words = shlex.split(line, comments=True)
            if not words:
                continue
            if words[0] == "bench":
                at = words.index(":") if ":" in words else len(words)
                benches[words[1]] = Bench(words[1], words[2], words[3:at], words[at + 1:])
            else:
                blocks.append((words[1], words[2:]))
    return benches, blocks


def bench_of(benches, name):
    if name.startswith("formal:"):
        return Bench(name, "hw/formal", ["DEFECTS=none", f"PROOFS={name[7:]}"], [])
    return benches[name]


def names_for(blocks, file):
    for pattern, names in blocks:
        if fnmatch.fnmatch(file, pattern):
            return names
    return []


def rtl_files():
    found = []
    for part in sorted(os.listdir(os.path.join(ROOT, "hw/rtl"))):
        directory = os.path.join(ROOT, "hw/rtl", part)
        if os.path.isdir(directory):
            found += [f"{part}/{f}" for f in sorted(os.listdir(directory)) if f.endswith(".sv")]
    return [f for f in found if f not in MADE | NO_LOGIC]


def read(file):
    with open(os.path.join(ROOT, "hw/rtl", file), encoding="utf-8") as f:
        return f.read()


def allowed():
    """{(file, line, change): reason}"""
    found = {}
    with open(os.path.join(HERE, "allowed.txt"), encoding="utf-8") as f:
        for line in f:
            if not line.startswith("#") and line.strip():
                file, text, change, reason = line.rstrip("\n").split("\t")
                found[file, text, change] = reason
    return found


def earlier(this_run):
    """What results.tsv has of this run: {number: line}, and the numbers that were refused."""
    results, refused = {}, set()
    try:
        with open(os.path.join(OUT, "results.tsv"), encoding="utf-8") as f:
            lines = f.read().splitlines()
    except FileNotFoundError:
        lines = []
    if not os.environ.get("AGAIN") and lines[:1] == [this_run]:
        refused = {int(n) for n in lines[1].split()[2:]}
        for line in lines[2:]:
            words = line.split("\t")
            results[int(words[0])] = words[1:]
    return results, refused


class Mutant:
    def __init__(self, file, place, line, text, change):
        self.file, self.place, self.line, self.text, self.change = file, place, line, text, change

    def __str__(self):
        return f"{self.file}:{self.line}: {self.change}: {self.text[:150]}"


def every(pattern):
    """Places of all files that are asked for, each with its mutants."""
    found, counters = [], bool(os.environ.get("COUNTERS"))
    for file in rtl_files():
        if pattern and not any(fnmatch.fnmatch(file, p) for p in pattern.split()):
            continue
        text = read(file)
        changes = places.places(text)
        by_place = {}
        for p, (line, what) in zip(changes, places.names(text, changes)):
            if counters == bool(file in COUNTER_FILES or COUNTER.match(line)):
                m = Mutant(file, p, text.count("\n", 0, p.at) + 1, line, what)
                by_place.setdefault((p.at, p.kind), []).append(m)
        found += [by_place[k] for k in sorted(by_place)]
    return found


def at_lines(drawn, lines):
    """Those of FILE:LINE..., in the order of the sources: a draw is another one for other
    sources."""
    found = [m for m in drawn if f"{m.file}:{m.line}" in lines]
    return sorted(found, key=lambda m: (m.file, m.place.at, m.text, m.change))


def run(command, env, log):
    """Exit code, or None after LIMIT; ends at the first line that says `not ok`."""
    with open(log, "w", buffering=1, encoding="utf-8", errors="replace") as out:
        p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env,
                             text=True,
                             errors="replace", start_new_session=True)
        with lock:
            running.add(p)
        timer = threading.Timer(LIMIT, os.killpg, (p.pid, signal.SIGKILL))
        timer.start()
        red = False
        for line in p.stdout:
            out.write(line)
            if line.startswith("not ok ") and not red:
                red = True
                os.killpg(p.pid, signal.SIGKILL)
        rc = p.wait()
        late = not timer.is_alive()
        timer.cancel()
        with lock:
            running.discard(p)
    return None if late else 1 if red else rc


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def why(log):
    """The line of a log that tells what was found."""
    with open(log, encoding="utf-8", errors="replace") as f:
        lines = f.read().splitlines()
    for pattern in (r"^not ok ", r"^(seed|%Error|\[\d+\] %Error).*|.*Assertion failed",
                    r"Error (124|137|152)$|^Killed"):
        for line in lines:
            if re.search(pattern, line):
                return "time-out" if re.search(r"Error \d|^Killed", line) else line[:160]
    return (lines or ["?"])[-1][:160]


def sources():
    """Of all files that are copied: {path: content}, and one hash."""
    found, total = {}, hashlib.sha256()
    for part in PARTS:
        for top, directories, files in os.walk(os.path.join(ROOT, part)):
            directories.sort()
            for name in sorted(files):
                path = os.path.join(top, name)
                with open(path, "rb") as f:
                    found[os.path.relpath(path, ROOT)] = f.read()
    for path in sorted(found):
        # The mutator's own files are not what a bench is made of
        if not path.startswith("hw/tb/mutants/"):
            total.update(path.encode() + b"\0" + found[path] + b"\0")
    return found, total.hexdigest()


class Tree:
    """A copy of the sources, with what was built of it."""

    def __init__(self, number):
        self.top = os.path.join(OUT, str(number))
        self.tree, self.notes = os.path.join(self.top, "tree"), os.path.join(self.top, "notes")
        files, self.hash = sources()
        # the hash, then benches that were green without a mutant
        self.known = os.path.join(self.top, "green")
        self.based = self.read_known()
        if not self.based:
            shutil.rmtree(self.top, ignore_errors=True)
            self.based = [self.hash]
        for path, content in files.items():
            self.put(path, content)
        os.makedirs(os.path.join(self.top, "bin"), exist_ok=True)
        os.makedirs(self.notes, exist_ok=True)
        shutil.copy(os.path.join(HERE, "verilator.sh"), os.path.join(self.top, "bin/verilator"))
        shutil.copy(os.path.join(HERE, "timeout.sh"), os.path.join(self.top, "bin/timeout"))
        self.env = {k: v for k, v in os.environ.items()
                    if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        self.env.update(PATH=os.path.join(self.top, "bin") + ":" + os.environ["PATH"],
                        MUTANT_NOTES=self.notes,
                        MUTANT_VERILATOR=shutil.which("verilator"),
                        MUTANT_TIMEOUT=shutil.which("timeout"))
        self.log = os.path.join(self.top, "log")

    def read_known(self):
        try:
            with open(self.known, encoding="utf-8") as f:
                words = f.read().split()
        except FileNotFoundError:
            return []
        return words if words[:1] == [self.hash] else []

    def put(self, path, content):
        """One that is there already stays, and so does what was built of it."""
        to = os.path.join(self.tree, path)
        if os.path.exists(to):
            with open(to, "rb") as f:
                if f.read() == content:
                    return
        os.makedirs(os.path.dirname(to), exist_ok=True)
        with open(to, "wb") as f:
            f.write(content)
        os.chmod(to, os.stat(os.path.join(ROOT, path)).st_mode)

    def make(self, bench, target, base=False):
        env = (dict(self.env, MUTANT_BASE="only" if os.environ.get("TRUSTED") else "run") if base
               else self.env)
        return run(["make", "-C", os.path.join(self.tree, bench.directory), target] +
                   bench.variables, env, self.log)

    def base(self, bench):
        """Builds and runs it on the RTL as it is."""
        if bench.key in self.based:
            return
        for target in bench.first:
            if run(["make", "-C", os.path.join(self.tree, target), "all"], self.env, self.log) != 0:
                raise RuntimeError(f"{target} does not build: {why(self.log)}")
        begun, used = time.time(), cpu()
        if os.environ.get("TRUSTED"):
            if bench.directory != "hw/formal" and self.make(bench, bench.build, True) != 0:
                raise RuntimeError(f"{bench.name} does not build: {why(self.log)}")
            self.based.append(bench.key)
            return
        if self.make(bench, bench.build, True) != 0 or self.make(bench, bench.check, True) != 0:
            raise RuntimeError(f"{bench.name} fails without a mutant: {why(self.log)}")
        print(f"# {bench.name} is green without a mutant ({int(time.time() - begun)} s, "
              f"{int(cpu() - used)} s of CPU)", flush=True)
        self.based.append(bench.key)
        with open(self.known, "w", encoding="utf-8") as f:
            f.write("\n".join(self.based) + "\n")

    def note(self, name):
        return os.path.exists(os.path.join(self.notes, name))

    def judge(self, mutant, benches):
        """(verdict, bench, note)"""
        path = os.path.join(self.tree, "hw/rtl", mutant.file)
        with open(path, encoding="utf-8") as f:
            original = f.read()
        tried = []
        try:
            for bench in benches:
                self.base(bench)
                with open(path, "w", encoding="utf-8") as f:
                    f.write(places.changed(original, mutant.place))
                for name in os.listdir(self.notes):
                    os.unlink(os.path.join(self.notes, name))
                if bench.directory == "hw/formal":
                    rc = self.make(bench, bench.check)
                    if rc != 0 and re.search(r"\(code 2,", why(self.log)):
                        rc = 0      # Yosys does not read it: that is no verdict
                    tried.append(bench.name)
                else:
                    rc = self.make(bench, bench.build)
                    if self.note("refused"):
                        return "refused", bench.name, why(self.log)
                    if rc != 0:
                        return "broken", bench.name, why(self.log)
                    tried.append(bench.name if self.note("differs")
                                 else bench.name + " (same code)")
                    rc = self.make(bench, bench.check) if self.note("differs") else 0
                with open(path, "w", encoding="utf-8") as f:
                    f.write(original)
                if rc is None:
                    return "broken", bench.name, f"no end after {LIMIT} s"
                if rc != 0:
                    return "killed", bench.name, why(self.log)
        finally:
            with open(path, "w", encoding="utf-8") as f:
                f.write(original)
        return "survived", "-", "tried: " + (", ".join(tried) or "nothing")


def stop(*_):
    with lock:
        for p in running:
            try:
                os.killpg(p.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    os._exit(1)


def main():
    seed = int(os.environ.get("MUTANT_SEED") or os.environ.get("CHECK_SEED") or 1)
    count, jobs = int(os.environ.get("MUTANTS") or 40), int(os.environ.get("JOBS") or 1)
    goal, only = float(os.environ.get("GOAL") or 10), os.environ.get("ONLY", "").split()
    also, without = os.environ.get("ALSO", "").split(), os.environ.get("WITHOUT", "").split()
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    benches, blocks = table()
    reasons, dice = allowed(), random.Random(seed)
    drawn = every(os.environ.get("FILES", ""))
    total = sum(len(m) for m in drawn)
    lines = os.environ.get("AT", "").split()
    if lines:
        drawn = at_lines([m for place in drawn for m in place], lines)
        count = len(drawn)
    else:
        dice.shuffle(drawn)
        drawn = [dice.choice(m) for m in drawn]
    drawn = [m for m in drawn if (m.file, m.text, m.change) not in reasons]
    os.makedirs(OUT, exist_ok=True)
    this_run = (f"# seed {seed}, {os.environ.get('FILES') or 'all files'} {' '.join(lines)}, "
                f"sources {sources()[1]}")
    results, refused = earlier(this_run)
    begun, failure = time.time(), []
    print(f"# rtl_mutants: {total} mutants of the RTL, {count} of them drawn by seed {seed}",
          flush=True)
    left = (iter(int(n) for n in only) if only
            else (n for n in range(1, len(drawn) + 1) if n not in results and n not in refused))

    def work(number):
        try:
            tree = Tree(number)
            while not failure:
                with lock:
                    n = next(left, None)
                    if n is None or (not only and n > count + len(refused)):
                        return
                m, t0, c0 = drawn[n - 1], time.time(), cpu()
                looking = [bench_of(benches, b) for b in names_for(blocks, m.file) + also
                           if b not in without]
                verdict, bench, note = tree.judge(m, looking)
                with lock:
                    seconds = f"{int(time.time() - t0)} s, {int(cpu() - c0)} s of CPU"
                    if verdict == "refused":
                        refused.add(n)
                    else:
                        results[n] = [verdict, bench, m.file, str(m.line), m.place.kind, m.change,
                                      m.text, note, seconds]
                    dead = sum(r[0] == "killed" for r in results.values())
                    if verdict == "killed":
                        print(f"ok mutant_{n} # {bench}: {m} # {note}")
                    else:
                        print(f"# mutant_{n} {verdict}: {m} # {note}")
                    print(f"# {len(results)} of {len(only) or count} judged, {dead} killed, "
                          f"{len(refused)} refused, "
                          f"{int(time.time() - begun)} s", flush=True)
                    with open(os.path.join(OUT, "results.tsv"), "w", encoding="utf-8") as f:
                        f.write(f"{this_run}\n# refused: {' '.join(map(str, sorted(refused)))}\n")
                        for k in sorted(results):
                            f.write(str(k) + "\t" + "\t".join(results[k]) + "\n")
        except Exception as e:      # a bench that fails by itself ends all
            failure.append(e)

    threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(jobs)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if failure:
        print(f"not ok rtl_mutants: {failure[0]}")
        return 1
    alive = [k for k in sorted(results) if results[k][0] != "killed"]
    percent = 100 * len(alive) / max(1, len(results))
    if not only and not lines and not os.environ.get("FILES") and not os.environ.get("COUNTERS"):
        with open(os.path.join(ROOT, "build/rtl-mutants.tsv"), "w", encoding="utf-8") as f:
            f.write(f"rtl.mutants_survived_pct\t{percent:.1f}\t% of {len(results)} mutants of the "
                    f"RTL (seed {seed}) that no bench of their block finds\n")
    word = "ok" if percent <= goal else "not ok"
    print(f"{word} rtl_mutants: {len(alive)} of {len(results)} survive "
          f"({percent:.1f} %, goal {goal:g})")
    return word != "ok"


if __name__ == "__main__":
    sys.exit(main())
