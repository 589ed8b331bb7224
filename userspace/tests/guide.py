# SPDX-License-Identifier: MIT
"""guide.py BUILD PREFIX PAGE...: does what the guides of the book say, on the fake card, with an
installed tree.

Of each page, in order: a block with a caption, and a file of the tree that the page includes whole,
become files of a directory of their own. A block of sh runs there (PREFIX: words that put the fake
card below it). A block of text behind one shows lines of what that prints: "..." in a line is
anything, a line "..." any number of lines.
"""
import os
import re
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
with open(os.path.join(TOP, "VERSION"), encoding="utf-8") as version:
    VERSION = version.read().strip()


def blocks(path):
    """(line, directive, argument, options, text) of each directive of a page that has an
    argument"""
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    for n, line in enumerate(lines):
        m = re.match(r"( *)\.\. ([a-z-]+):: *(\S+)$", line)
        if not m:
            continue
        body = []
        for text in lines[n + 1:]:
            if text.strip() and not text.startswith(m[1] + "   "):
                break
            body.append(text[len(m[1]) + 3:])
        options = dict(o.groups() for o in map(re.compile(r":([a-z-]+):\s*(.*)$").match, body) if o)
        while body and (not body[0].strip() or re.match(r":[a-z-]+:", body[0])):
            body.pop(0)
        yield n + 1, m[2], m[3], options, "\n".join(body).rstrip() + "\n"


def differs(expected, said):
    """the first line of a text that does not stand in what was said, in order, or None"""
    rest, free = said.rstrip("\n").split("\n"), False
    for line in expected.rstrip("\n").split("\n"):
        if line.strip() == "...":
            free = True
            continue
        pattern = re.compile(".*".join(map(re.escape, line.rstrip().split("..."))) + r"\s*")
        while rest and free and not pattern.fullmatch(rest[0]):
            rest.pop(0)
        if not rest or not pattern.fullmatch(rest.pop(0)):
            return line
        free = False
    return None


def install(build, root):
    """what `make install` puts below a root, and the environment in which programs find it there"""
    for part in ("userspace", "kernel", "firmware"):
        more = [f"BUILD={build}"] if part == "userspace" else []
        if subprocess.run(["make", "-s", "-C", os.path.join(TOP, part), "install",
                           f"DESTDIR={root}"] + more,
                          stdout=subprocess.DEVNULL, check=False).returncode:
            return None
    local = os.path.join(root, "usr/local")
    with open(os.path.join(root, "etc/OpenCL/vendors/smgpu.icd"), "w", encoding="utf-8") as f:
        f.write(f"{local}/lib/libsmgpu-opencl.so\n")
    # what debugfs would show: a warp that stores, in the guide to profiles
    os.makedirs(f"{root}/debugfs")
    with open(f"{root}/debugfs/warps", "w", encoding="utf-8") as f:
        f.write("sm 0 warps 1 of 16 fund 0 0\nsm 0 warp 0 slot 0 pc 0x01000020 active 0xffffffff "
                "state memory dtoks 0 credit 0 grant 0 type compute working_set ~0\n")
    return dict(os.environ, SMGPU_DEBUGFS=f"{root}/debugfs",
                PATH=f"{local}/bin:{os.environ['PATH']}",
                LD_LIBRARY_PATH=f"{local}/lib", LIBRARY_PATH=f"{local}/lib",
                PKG_CONFIG_PATH=f"{local}/lib/pkgconfig", PKG_CONFIG_SYSROOT_DIR=root,
                OCL_ICD_VENDORS=f"{root}/etc/OpenCL/vendors", XDG_CACHE_HOME=f"{root}/cache",
                FAKE_LEAKS_OK="1")


def missing_headers(root):
    """headers that the module's source below a root includes and that are not there: DKMS builds
    from it alone"""
    source, missing = os.path.join(root, "usr/src/smgpu-" + VERSION), set()
    for folder, _, files in os.walk(source):
        for name in files:
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                for header in re.findall(r'^#include "(.*)"', f.read(), re.M):
                    places = (folder, source, source + "/abi", source + "/include/uapi")
                    if not any(os.path.exists(os.path.join(p, header)) for p in places):
                        missing.add(header)
    # for tests on the host
    return " ".join(sorted(h for h in missing if not h.endswith("host_shim.h")))


def walk(page, where, prefix, env):
    """does what a page says; a line for each of its blocks"""
    name, bad, said = os.path.splitext(os.path.basename(page))[0], 0, None
    os.makedirs(where)

    def tell(line, what, why):
        nonlocal bad
        bad += why is not None
        print(f"{'ok' if why is None else 'not ok'} "
              f"guide/{name}-{line}-{what}{'' if why is None else ': ' + why}")

    for line, directive, argument, options, text in blocks(page):
        if (directive == "literalinclude" and
            not set(options) & {"start-at", "start-after", "lines"}):
            source = os.path.normpath(os.path.join(os.path.dirname(page), argument))
            shutil.copy(source, where)
        elif directive != "code-block":
            continue
        elif "caption" in options:
            with open(os.path.join(where, options["caption"]), "w", encoding="utf-8") as f:
                f.write(text)
        elif argument == "sh":
            with open(os.path.join(where, "run.sh"), "w", encoding="utf-8") as f:
                f.write(text)
            ran = subprocess.run(prefix + ["bash", "-e", "run.sh"], cwd=where, env=env, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            said = ran.stdout
            wanted = 1 if options.get("class") == "fails" else 0
            tell(line, "runs", None if ran.returncode == wanted
                 else f"exit {ran.returncode}: {said[-300:]!r}")
        elif argument == "text" and said is not None:
            missing = differs(text, said)
            tell(line, "says", missing and f"no {missing!r} in {said[:1500]!r}")
            said = None
        else:
            tell(line, "block", "a block that is neither run nor compared nor a file")
    return bad


def main():
    build, prefix, pages = os.path.abspath(sys.argv[1]), sys.argv[2].split(), sys.argv[3:]
    root = os.path.join(build, "tests/guide")
    shutil.rmtree(root, ignore_errors=True)
    env = install(build, os.path.join(root, "root"))
    print("ok guide/install" if env else "not ok guide/install: make install DESTDIR= failed")
    missing = env and missing_headers(os.path.join(root, "root"))
    print(f"not ok guide/install-module: it has no {missing}" if missing
          else "ok guide/install-module")
    bad = not env or bool(missing)
    for page in pages if env else []:
        bad += walk(os.path.abspath(page), os.path.join(root, os.path.basename(page)),
                    ["env"] + prefix, env)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
