#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""libclc's generic OpenCL library, built for another 32-bit target, as one for the card: reads its
assembly (llvm-dis) on standard input, writes the card's on standard output.

usage: retarget.py DATALAYOUT

What differs is the target, the number of the constant address space, how pointers are mangled
(there by number, with none for private, here by name), the names of some functions, and how vectors
are passed. A call whose signature is not its function's is undefined, so a function with vectors
gets a suffix, and a wrapper under its name that takes them as clang does for the card: up to 8
bytes in integers, larger ones in memory."""
import re
import sys

# Name and parameters of what gets another name, NAME_inner, as saturate.cl and instead.cl have
# functions of that name around it
INNER = re.compile(r"convert_u?(char|short|int|long)\d*_sat(_rt[epnz])? "
                   r"(Dv\d+_)?[fd]|(rootn|lgamma|lgamma_r) (Dv\d+_)?f.*|"
                   r"(atan|atanpi|erf|expm1|sin|sincos|tan|fmod|remainder|remquo) "
                   r"(Dv\d+_)?d.*|(sinpi|cospi|tanpi|nextafter) (Dv\d+_)?[fd].*")
SPACES = {"U3AS1": "U8CLglobal", "U3AS3": "U7CLlocal", "U3AS4": "U10CLconstant"}


def mangled(match):
    """@_Z, length of the name, name, parameters"""
    length, rest = int(match.group(1)), match.group(2)
    name, params = rest[:length], rest[length:]
    params = re.sub(r"P(?!U3AS|U9CLgeneric)", "PU9CLprivate", params)
    for number, word in SPACES.items():
        params = params.replace(number, word)
    if INNER.fullmatch(f"{name} {params}"):
        name += "_inner"
    return f"@_Z{len(name)}{name}{params}"


def translate(line):
    if line.startswith("target datalayout"):
        return f'target datalayout = "{sys.argv[1]}"\n'
    if line.startswith("target triple"):
        return 'target triple = "riscv32-unknown-unknown-elf"\n'
    if line.startswith("attributes"):
        return re.sub(r'"(frame-pointer|stack-protector-buffer-size|target-features)"="[^"]*" ?',
                      "", line)
    line = line.replace("addrspace(4)", "addrspace(2)").replace(" linkonce_odr ", " ")
    if "@_Z17wait_group_events" in line:    # clang declares it with a generic pointer
        line = re.sub(r"ptr\b", "ptr addrspace(4)", line).replace("P9ocl", "PU9CLgeneric9ocl")
    return re.sub(r"@_Z(\d+)(\w+)", mangled, line)


DEFINE = re.compile(r"define .*?(<[^>]*>|[^\s<>]+) (@_Z\w+)\((.*)\) (?:local_|unnamed)")
VECTOR = re.compile(r"<(\d+) x (\w+)>")
BYTES = {"i8": 1, "i16": 2, "half": 2, "i32": 4, "float": 4, "i64": 8, "double": 8}
SUFFIX = "_direct"


def size(vector):
    count, element = VECTOR.fullmatch(vector).groups()
    return (4 if count == "3" else int(count)) * BYTES[element]


def register(vector):
    """the integer that carries a vector, or none if it goes through memory"""
    return None if size(vector) > 8 else "i64" if size(vector) > 4 else "i32"


def room(name, vector):
    return f"  {name} = alloca [{max(size(vector), 4)} x i8], align {max(size(vector), 4)}\n"


def wrapper(result, name, types):
    params, body, call = [], "", []
    for n, t in enumerate(types):
        if not VECTOR.fullmatch(t):
            params.append(f"{t} %a{n}")
            call.append(f"{t} %a{n}")
            continue
        place = f"%a{n}"
        if register(t):
            place = f"%m{n}"
            body += room(place, t) + f"  store {register(t)} %a{n}, ptr {place}\n"
        params.append(f"{register(t) or 'ptr'} %a{n}")
        body += f"  %v{n} = load {t}, ptr {place}, align {size(t)}\n"
        call.append(f"{t} %v{n}")
    value = "" if result == "void" else "%r = "
    body += f"  {value}call {result} {name}{SUFFIX}({', '.join(call)})\n"
    if not VECTOR.fullmatch(result):
        body += "  ret void\n" if result == "void" else f"  ret {result} %r\n"
    elif register(result):
        integer = register(result)
        body += room("%m", result) + (f"  store {result} %r, ptr %m\n"
                                      f"  %i = load {integer}, ptr %m\n"
                                      f"  ret {integer} %i\n")
        result = integer
    else:
        params.insert(0, f"ptr sret([{size(result)} x i8]) align {size(result)} %to")
        body += f"  store {result} %r, ptr %to, align {size(result)}\n  ret void\n"
        result = "void"
    return f"define {result} {name}({', '.join(params)}) alwaysinline {{\n{body}}}\n"


def split_types(params):
    """the type of each parameter, without names and attributes"""
    for p in re.split(r", (?![^(]*\))", params):
        if p:
            yield re.match(r"<[^>]*>|ptr addrspace\(\d\)|\S+", p).group(0)


def main():
    lines, wrappers = [], {}
    for line in sys.stdin:
        line = translate(line)
        lines.append(line)
        found = DEFINE.match(line)
        if found and "<" in found.group(1) + found.group(3):
            result, name, params = found.groups()
            wrappers[name] = wrapper(result, name, list(split_types(params)))
    for line in lines:
        sys.stdout.write(re.sub(r"@_Z\w+", lambda m: m[0] + SUFFIX if m[0] in wrappers else m[0],
                                line))
    sys.stdout.writelines(wrappers.values())


main()
