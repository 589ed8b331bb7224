#!/bin/sh
# SPDX-License-Identifier: MIT
# clang and lld that are kept between runs: the same results as without, no process left behind, and
# the way around them. usage: keep.sh SMCC DIRECTORY
smcc=$1 dir=$2/keep bad=0

suite=keep
. "$(dirname "$0")/../../tests/verdict.sh"
rm -rf "$dir" && mkdir -p "$dir" || exit 1

cat >"$dir/a.c" <<'END'
#include "smgpu_kernel.h"
#include "b.h"
SMGPU_KERNEL void f(int *x) { *x += B; }
END
echo '#define B 7' >"$dir/b.h"
cat >"$dir/a.cl" <<'END'
__kernel void f(__global float *x, float y) { int i = get_global_id(0); x[i] = sin(x[i]) / y; }
END
echo '__kernel void f(__global int *x) { *x = missing; }' >"$dir/bad.cl"
echo 'void g(void); __kernel void f(void) { g(); }' >"$dir/undefined.cl"

# every run of smcc, with and without: status, messages and result
try() {
	name=$1 wants=$2 same=0
	shift 2
	for keep in 0 1; do
		rm -f "$dir/result"
		SMCC_KEEP=$keep "$@" >"$dir/out.$keep" 2>"$dir/err.$keep" </dev/null
		[ $? = "$wants" ] || same=1
		cp "$dir/result" "$dir/result.$keep" 2>/dev/null || : >"$dir/result.$keep"
	done
	for f in out err result; do
		cmp -s "$dir/$f.0" "$dir/$f.1" || same=1
	done
	verdict "$name" $same "$(head -n 1 "$dir/err.1")"
}
try c 0 "$smcc" -o "$dir/result" "$dir/a.c"
try opencl 0 "$smcc" -o "$dir/result" "$dir/a.cl"
try directory 0 sh -c "cd $dir && '$(realpath "$smcc")' -o result a.c"
try environment 0 env CPATH="$dir" sh -c "cat $dir/a.c | '$smcc' -x c -o $dir/result -"
try preprocess 0 "$smcc" -E "$dir/a.c"
try wrong-source 1 "$smcc" -o "$dir/result" "$dir/bad.cl"
try wrong-link 1 "$smcc" -o "$dir/result" "$dir/undefined.cl"

# Is it true that they are kept? With a clang that counts how often it is loaded, it can't be.
cat >"$dir/count.c" <<'END'
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
static void __attribute__((constructor)) loaded(void)
{
	int fd = open(getenv("COUNT"), O_WRONLY | O_APPEND | O_CREAT, 0600);
	char exe[256] = "";

	if (readlink("/proc/self/exe", exe, sizeof(exe) - 2) > 0 &&
	    (__builtin_strstr(exe, "clang") || __builtin_strstr(exe, "lld")))
		write(fd, "x", 1);
	close(fd);
}
END
cc -w -shared -fPIC -o "$dir/count.so" "$dir/count.c" || exit 1
loads() {
	rm -f "$dir/count"
	env COUNT="$dir/count" LD_PRELOAD="$dir/count.so" "$@" "$smcc" -o "$dir/result" \
		"$dir/a.cl" || echo failed
	wc -c <"$dir/count"
}
with=$(loads env SMCC_KEEP=1)
without=$(loads env SMCC_KEEP=0)
[ "$with" = 2 ] && [ "$without" -gt 4 ]
verdict loaded-once $? "$with times, $without without"

# a script in clang's place may add arguments: each run goes through it
printf '#!/bin/sh\necho x >>%s/script\nexec clang-19 "$@"\n' "$dir" >"$dir/clang"
chmod +x "$dir/clang"
SMCC_CLANG=$dir/clang "$smcc" -o "$dir/result" "$dir/a.cl" && [ "$(wc -l <"$dir/script")" -ge 4 ]
verdict script $? "$(wc -l <"$dir/script") runs"

# a request counts only if it comes from the user who started the program
cat >"$dir/user.py" <<'END'
import array, os, socket, subprocess, sys

def answer(ours):
    """what the program says to a request for --version"""
    text = os.memfd_create("text")
    words = b"clang-19\0--version\0"
    os.write(text, b"".join(n.to_bytes(4, "little") for n in (2, 0, len(words))) + words)
    null, here = os.open("/dev/null", os.O_RDWR), os.open("/", os.O_RDONLY)
    reply, end = os.pipe()
    fds = array.array("i", [text, null, null, null, here, end])
    ours.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])
    os.close(end)
    return os.read(reply, 1)

ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
theirs.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
os.dup2(theirs.fileno(), 9)
program = subprocess.Popen(["clang-19", "--version"], pass_fds=[9], stdout=subprocess.DEVNULL,
                           env=dict(os.environ, LD_PRELOAD=sys.argv[1], SMCC_KEEP_SOCKET="1"))
os.close(9)
theirs.close()
first = answer(ours)
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
    second = answer(ours)
else:
    second = b""
print(first, second)
sys.exit(first != b"s" or second != b"")
END
python3 "$dir/user.py" "$(realpath "$(dirname "$smcc")")/smcc-data/keep.so" >"$dir/user.txt" 2>&1
verdict user $? "$(tail -n 1 "$dir/user.txt")"

# nothing of it is there when smcc has ended
mark=keep-test-$$
SMCC_TEST_MARK=$mark "$smcc" -o "$dir/result" "$dir/a.cl"
for i in 1 2 3 4 5 6 7 8 9 10; do
	left=$(grep -l "SMCC_TEST_MARK=$mark" /proc/[0-9]*/environ 2>/dev/null | wc -l)
	[ "$left" != 0 ] || break
	sleep 0.5
done
[ "$left" = 0 ]
verdict nothing-left $? "$left processes"
exit $bad
