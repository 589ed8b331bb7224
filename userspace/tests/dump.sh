#!/bin/sh
# SPDX-License-Identifier: MIT
# Dumps of failed queues ($SMGPU_DUMP), and what smgpu-dump makes of them. usage: dump.sh BUILD
# SANITIZED "PREFIX"
build=$1 sanitized=$2 prefix=$3 bad=0 suite=dump
here=$(dirname "$0")
dir=$build/tests/dumps
. "$here/verdict.sh"
rm -rf "$dir"
mkdir -p "$dir/c" "$dir/one" "$dir/late" "$dir/bare" "$dir/none" "$dir/cl" "$dir/old" "$dir/hang" \
	"$dir/many" "$dir/fuzz"
source=$here/dump.kernel.c
line_of() { grep -n "$1" "$source" | cut -d : -f 1; }
"$build/cc/smcc" -g -o "$dir/lines.elf" "$source" && "$build/cc/smcc" -o "$dir/bare.elf" "$source"
verdict compile $? "smcc failed"

# run DIRECTORY FILE KERNEL ARGUMENTS...: 128 threads; what is said in DIRECTORY.txt
run() {
	to=$1 file=$2 kernel=$3
	shift 3
	env FAKE_LEAKS_OK=1 SMGPU_DUMP="$dir/$to" $prefix "$build/smgpu-run" "$dir/$file.elf" \
		--kernel "$kernel" --cta 128 "$@" >"$dir/$to.txt" 2>&1
}

# show DIRECTORY OPTIONS...: of the one dump that must be there
show() {
	to=$1
	shift
	[ "$(ls -A "$dir/$to" | wc -l)" = 1 ] &&
		"$build/smgpu-dump" "$@" "$dir/$to"/smgpu-*-1.dump >"$dir/$to.shown" 2>&1
}

expect() {	# NAME DIRECTORY PATTERN
	grep -Eq "$3" "$dir/$2.shown"
	verdict "$1" $? "no $3 in $dir/$2.shown"
}

# the library's part, with several queues
env SMGPU_DUMP="$dir/c" $prefix "$build/tests/dump" "$dir/lines.elf" 2>"$dir/c.txt"
verdict library $? "$(tail -n 1 "$dir/c.txt")"
named='smgpu: A queue has failed; smgpu-dump .*/smgpu-[0-9]*-[0-9]*\.dump shows'
[ "$(grep -c "$named" "$dir/c.txt")" = 3 ] &&
	[ "$(grep -c 'there is no dump' "$dir/c.txt")" = 1 ] && [ "$(ls -A "$dir/c" | wc -l)" = 3 ]
verdict several-queues $? \
	"not three files, three lines that name them, and one of the file that found no room"

env SMGPU_DUMP="$dir/many" $prefix "$build/tests/dump" "$dir/lines.elf" many 2>"$dir/many.txt"
verdict limit $? "more or fewer files than there may be"
[ "$(grep -c 'there are no more dumps' "$dir/many.txt")" = 1 ]
verdict limit-said $? "not said once"

# a store 16 bytes behind its buffer, as everything about it is shown
run one lines outside buf:4k i:932 f:1.5
[ $? -eq 1 ] && grep -q 'smgpu-run: outside: Launch failed: .*not bound' "$dir/one.txt" &&
	grep -q "smgpu-dump $dir/one/smgpu-[0-9]*-1.dump" "$dir/one.txt"
verdict said $? "$(tail -n 1 "$dir/one.txt")"
show one --warps
verdict shown $? "smgpu-dump failed"
expect program one '^program +smgpu-run, process [1-9][0-9]*, 20[0-9-]+ [0-9:]+$'
expect error one '^error .*not bound'
expect address one \
	'^address +0x[0-9a-f]+.*: 16 bytes behind buffer 0x[0-9a-f]+\+0x1000 \(argument out\)$'
expect line one \
	"^at +put\\(\\) .*dump\\.kernel\\.c:$(line_of 'line 6'), in outside\\(\\) .*dump\\.kernel\\.c:$(line_of 'line 15')\$"
expect instruction one '^pc +0x[0-9a-f]+: [0-9a-f]{8} sw a'
expect failed-thread one '^thread +0 of warp 3 of SM 1$'
expect kernel one '^kernel +outside, entry 0x'
expect grid one '^grid +1 x 1 x 1 CTAs of 128 x 1 x 1 threads$'
expect argument-address one '^argument +out: 0x[0-9a-f]{8}, buffer 0x[0-9a-f]+\+0x1000$'
expect argument-integer one '^argument +n: 0x000003a4$'
expect argument-float one '^argument +unused: 0x3fc00000$'
expect warps one '^warps +4$'
expect at-barrier one \
	"^ +3 warps, barrier, at smgpu_barrier\\(\\) .*smgpu_kernel\\.h:[1-9][0-9]*, in outside\\(\\) .*dump\\.kernel\\.c:$(line_of 'line 16')\$"
expect trapped one \
	"^ +1 warp, trapped, at put\\(\\) .*dump\\.kernel\\.c:$(line_of 'line 6'), in outside\\(\\) .*dump\\.kernel\\.c:$(line_of 'line 15')\$"
[ "$(grep -c '^sm 1 warp' "$dir/one.shown")" = 4 ]
verdict all-warps $? "not four lines of warps"
pc=$(sed -n 's/^pc *0x0*\([0-9a-f]*\):.*/\1/p' "$dir/one.shown")
"$build/smgpu-dis" "$dir/lines.elf" | grep -q "^ *$pc: .*sw"
verdict pc $? "no store at $pc"
expect each-warp one \
	"^sm 1 warp 3 trapped pc 0x0*$pc active 0xffffffff dtoks [0-9]+ kernel outside at put\\(\\)"

# the first of several threads: those before it hit the buffer
run late lines outside buf:4k i:923 f:1.5
show late
grep -q 'smgpu-run: outside: Launch failed: .* thread 5 of warp 3 of SM 1,' "$dir/late.txt"
verdict said-thread $? "$(tail -n 1 "$dir/late.txt")"
expect late-thread late '^thread +5 of warp 3 of SM 1$'

# without debug information, and without llvm-objdump
run bare bare outside buf:4k i:932 f:1.5
SMGPU_OBJDUMP=/nonexistent show bare
expect function bare '^at +outside\(\)\+0x[0-9a-f]+$'
expect word bare '^pc +0x[0-9a-f]+: [0-9a-f]{8}$'
! grep -q 'nonexistent' "$dir/bare.shown"
verdict quiet $? "objdump's absence is said"

run none lines inside buf:4k && [ "$(ls -A "$dir/none" | wc -l)" = 0 ]
verdict no-failure $? "a dump, or no success"

# a kernel that hangs: an error without a pc
(FAKE_LIMIT=20000 && export FAKE_LIMIT && run hang lines hang buf:4k)
show hang
expect hang-error hang '^error +A task or a wait took longer'
expect hang-line hang "^ +4 warps, running, at hang\\(\\) .*dump\\.kernel\\.c:$(line_of '!= 7')\$"
! grep -q '^pc ' "$dir/hang.shown"
verdict hang-no-pc $? "a pc of the watchdog"

# a driver that does not tell of warps
(SMGPU_FAKE_NO_DUMPS=1 && export SMGPU_FAKE_NO_DUMPS && run old lines outside buf:4k i:932 f:1.5)
show old
expect old-driver old '^warps +the driver does not tell: Invalid argument$'
expect old-driver-line old "^at +put\\(\\) .*dump\\.kernel\\.c:$(line_of 'line 6')"

# where nothing can be written, the program's own failure is as it was
touch "$dir/file"
env FAKE_LEAKS_OK=1 SMGPU_DUMP="$dir/file" $prefix "$build/smgpu-run" "$dir/lines.elf" --kernel \
	outside --cta 128 buf:4k i:932 f:1.5 >"$dir/file.txt" 2>&1
[ $? -eq 1 ] && grep -q \
	"smgpu: A queue has failed; there is no dump in $dir/file: Not a directory" \
	"$dir/file.txt" && grep -q 'outside: Launch failed: .*not bound' "$dir/file.txt"
verdict unwritable $? "$(tail -n 1 "$dir/file.txt")"

# OpenCL
OCL_ICD_VENDORS=$build/opencl/vendors SMGPU_DUMP=$dir/cl XDG_CACHE_HOME=$build/tests/opencl-cache \
	env $prefix "$build/tests/opencl_api" faults >"$dir/cl.txt" 2>&1
verdict opencl-run $? "$(grep 'not ok' "$dir/cl.txt" | head -n 1)"
# the first failure's
find "$dir/cl" -name '*.dump' ! -name '*-1.dump' -delete
show cl
expect opencl-kernel cl '^kernel +wild, entry'
expect opencl-address cl '^address +0x70000000'
expect opencl-place cl '^at +.*wild\(\)'
expect opencl-warps cl '^ +1 warp, trapped, at .*wild\(\)'

# refused NAME STATUS WHAT-IT-SAYS ARGUMENTS...
refused() {
	name=$1 status=$2 says=$3
	shift 3
	"$build/smgpu-dump" "$@" >"$dir/refused.txt" 2>&1
	[ $? -eq "$status" ] && grep -q "$says" "$dir/refused.txt"
	verdict "$name" $? "$(tail -n 1 "$dir/refused.txt")"
}
dump=$(ls "$dir"/one/*.dump)
head -c 3000 "$dump" >"$dir/cut.dump"
refused cut 1 'not a dump\|damaged' "$dir/cut.dump"
# offset SECTION: where it is in the dump
offset() {
	echo $((0x$(readelf -SW "$dump" |
		sed -n "s/.* $1 *PROGBITS *[0-9a-f]* \([0-9a-f]*\) .*/\1/p")))
}
# patch OFFSET: what comes goes over the copy
patch() { dd of="$dir/made.dump" bs=1 seek="$1" conv=notrunc 2>/dev/null; }
# texts without an end, and code far outside of the module's file
for table in failure:40 args:0 tasks:264; do
	cp "$dump" "$dir/made.dump"
	head -c 64 /dev/zero | tr '\0' A | patch $(($(offset "\.smgpu\.${table%:*}") + ${table#*:}))
	refused "endless-${table%:*}" 1 'The dump is damaged' "$dir/made.dump"
done
cp "$dump" "$dir/made.dump"
elf=$(offset '\.smgpu\.module\.0')
for i in $(seq 0 $(($(od -An -tu2 -j $((elf + 44)) -N 2 "$dump") - 1))); do
	printf '\377\377\377\177' | patch $((elf + 52 + 32 * i + 4))
done
refused code-outside 0 '^pc *0x[0-9a-f]*$' "$dir/made.dump"
refused no-elf 1 'not a dump' "$source"
refused another-elf 1 'not a dump' "$dir/lines.elf"
refused no-file 1 'No such file' "$dir/nothing"
refused directory 1 'not a dump' "$dir"
refused no-argument 2 'usage: smgpu-dump'
refused option 2 'there is no such option' --nonsense "$dump"
refused help 0 'usage: smgpu-dump' --help
echo 'leak:libdw.so' >"$dir/leaks"	# it loses memory if a line table is damaged
LSAN_OPTIONS=suppressions=$dir/leaks:print_suppressions=0 ASAN_OPTIONS=detect_leaks=1:exitcode=23 \
	UBSAN_OPTIONS=halt_on_error=1:exitcode=23 timeout 600 "$sanitized/dump_fuzz" "$dump" \
	"$dir/fuzz" 1500 "${CHECK_SEED:-1}" || bad=1
exit $bad
