#!/bin/bash
# SPDX-License-Identifier: MIT
# End to end on one backend (SMGPU_CARD=model|rtl|board|acorn|zcu106): Debian's kernel in QEMU,
# smgpu.ko, libsmgpu. First the examples and tools as ordinary users, two at once; then the
# driver's own cases (kernel/tests/vm). On the RTL the cases that only concern the kernel are left
# to the model: they never reach an SM.
set -u
cd "$(dirname "$0")/.."
card=${SMGPU_CARD:-model}
case $card in
board|acorn|zcu106) kind=rtl ;;	# a board has the RTL in it
*) kind=$card ;;
esac
case $card in
acorn|zcu106) preset=a200t ;;
*) preset=${SMGPU_PRESET:-default} ;;
esac
# has UNIT: the card has it
has() { ! grep -q "^preset_$preset :=.* $1=0 " hw/rtl/card/presets.mk; }
units=
has TEX && units="textures"
has ATTR_KIB && units="$units attributes"
examples='sum tasks saxpy sgemm mandelbrot hashtable triangle'
tools='smgpu-info smgpu-run smgpu-top smgpu-dump'
status=0
add=()
for e in $examples mesh animate; do
	add+=(--add "build/userspace/examples/$e")
	[ ! -f "build/userspace/examples/$e.elf" ] ||
		add+=(--add "build/userspace/examples/$e.elf:/usr/local/bin/$e.elf")
done
for t in $tools; do
	add+=(--add "build/userspace/bin/$t")
done
for t in library oncard dump; do
	add+=(--add "build/userspace/tests/$t")
done
for f in kernels cl oncard oracle dump; do
	add+=(--add "build/userspace/tests/$f.elf:/data/$f.elf")
done
add+=(--add build/userspace/tests/gfx --add build/userspace/tests/gfx.elf:/data/gfx.elf)
build/userspace/cc/smcc -g -o build/userspace/tests/profile.elf \
	userspace/examples/mandelbrot.kernel.c
add+=(--add build/userspace/tests/profile.elf:/data/profile.elf)
build/userspace/cc/smcc -DSMGPU_TEX -o build/userspace/tests/textures.elf userspace/tests/textures.c
build/userspace/cc/smcc -DSMGPU_ATTRIBUTES -o build/userspace/tests/attributes.elf \
	userspace/tests/attributes.c
for t in textures attributes; do
	add+=(--add build/userspace/tests/$t.elf:/data/$t.elf)
done
# OpenCL as it is installed. Its programs were compiled by the host tests.
opencl_cache=build/userspace/tests/opencl-cache
. scripts/opencl-vm.sh
add+=(--add $u/tests/opencl_api --add /usr/bin/clinfo "${opencl_vm[@]}")
[ "$kind" = rtl ] && groups=transfers ||
	groups='objects transfers events faults pixels samplers images three scope svm record'
[ "$kind" = rtl ] || groups="$groups errors"
[ "$kind" = rtl ] && limit=900 rounds=1 mesh='48 36 24' || limit=600 rounds=5 mesh=
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

make -s -C userspace opencl-cache ||
	{ echo "not ok $card-opencl-cache: the OpenCL tests' programs could not be compiled"
	status=1; }

# A machine has one processor, so on the model two of them run side by side. On the RTL it
# is the card that takes the time.
cases=build/check/kernel-$card.log
if [ "$kind" != rtl ]; then
	mkdir -p build/check
	kernel/tests/vm/run.sh >$cases 2>&1 & driver=$!
fi

hw/sim/vm/run.sh --module build/kernel/smgpu.ko --firmware build/firmware/smgpu_fw_v1.bin \
	--wait /dev/dri/renderD128 \
	"${add[@]}" --timeout $limit --out "$out" --klog "build/check/kernel-e2e-$card.log" -- "
	cd /tmp
	status=0
	try() {
		n=\$1; shift
		if \"\$@\" >/tmp/o 2>&1; then echo \"ok $card-\$n # \$(tail -n 1 /tmp/o)\"
		else echo \"not ok $card-\$n: exit \$? \$(tail -n 1 /tmp/o)\"; status=1; fi
	}
	for e in $examples; do try \$e as alice \$e; done
	try mesh as alice mesh $mesh
	[ $kind = rtl ] || try animate as alice animate 64 48 10
	try info as alice smgpu-info
	try kept-out sh -c '! as mallory saxpy'
	cat >/tmp/two <<-'END'
	as alice mandelbrot 64 48 60 /tmp/a.png & a=\$!
	as bob sgemm 64 & b=\$!
	wait \$a && wait \$b
	END
	try two-users sh /tmp/two
	cat >/tmp/watch <<-'END'
	mandelbrot 256 256 2000 /tmp/b.png & m=\$!
	while kill -0 \$m; do smgpu-top 1 0; done >/tmp/top
	wait \$m && grep '^task .* state resident' /tmp/top &&
		grep ' [1-9][0-9.]* of [1-9][0-9]* warps taken' /tmp/top
	END
	[ $kind = rtl ] || try top sh /tmp/watch
	saxpy='/usr/local/bin/saxpy.elf --kernel saxpy --grid 2 --cta 64'
	try run as alice smgpu-run \$saxpy f:2.0 buf:1k:init=fiota \
		buf:1k:init=fill=0x3f800000:out=/tmp/run.bin i:256
	out=\$(od -An -tx4 -N12 /tmp/run.bin | tr -s ' ')
	if [ \"\$out\" = ' 3f800000 40400000 40a00000' ]; then
		echo 'ok $card-run-output'
	else echo 'not ok $card-run-output: wrong data'; status=1; fi
	# units NAME LAST-ARGUMENT BUFFERS: words 0 to 31 of the output are 0 where the unit and
	# software agree, the others are results
	units() {
		n=\$1 last=\$2; shift 2
		try \$n as alice smgpu-run /data/\$n.elf --kernel \$n --cta 32 \
			buf:256:init=fill=0xdeadbeef:out=/tmp/\$n.bin \"\$@\" i:\$last
		if [ -s /tmp/\$n.bin ] &&
			[ \"\$(od -An -v -tx4 -N128 /tmp/\$n.bin | tr -d ' 0\\n')\" = '' ] &&
			! od -An -v -tx4 -j128 /tmp/\$n.bin | grep -q deadbeef; then
			echo \"ok $card-\$n-right\"
		else echo \"not ok $card-\$n-right: unit and software differ\"; status=1; fi
	}
	for unit in $units; do case \$unit in
		textures) units textures 3 buf:128 buf:512:init=iota ;;
		attributes) units attributes 3 buf:1k:init=fiota ;;
	esac; done
	cat >/tmp/profile <<-'END'
	smgpu-run /data/profile.elf --kernel mandelbrot --grid 8 --cta 64 --profile=/tmp/flame.svg \
		buf:64k i:128 i:128 i:60 f:-2 f:-1.25 f:0.02
	END
	[ $kind = rtl ] || try profile sh -c 'sh /tmp/profile >/tmp/text &&
		grep "[1-9].*mandelbrot.kernel.c:[1-9]" /tmp/text &&
		grep -q "title.mandelbrot.kernel.c:" /tmp/flame.svg'
	try fault-sentence sh -c \"as alice smgpu-run \$saxpy f:2.0 x:40 buf:1k i:256 2>&1 |
		grep -qi 'not bound'\"
	try after-a-fault as alice saxpy 1003
	# a user sees what the warps of a kernel that failed did: three wait at the barrier, the
	# last one stores behind its buffer
	mkdir -m 777 /tmp/dumps /tmp/dumps/run /tmp/dumps/library
	try dump-written sh -c 'as alice env SMGPU_DUMP=/tmp/dumps/run smgpu-run /data/dump.elf \
		--kernel outside --cta 128 buf:4k i:932 f:0 2>&1 |
		grep \"smgpu-dump /tmp/dumps/run/smgpu-\"'
	as alice sh -c 'smgpu-dump --warps /tmp/dumps/run/smgpu-*.dump' >/tmp/text 2>&1
	shows() {
		if grep -Eq \"\$2\" /tmp/text; then echo \"ok $card-dump-\$1\"
		else echo \"not ok $card-dump-\$1: no \$2\"; status=1; fi
	}
	shows address '^address .*, write: 16 bytes behind buffer .*argument out'
	shows line '^at +put.. .*dump.kernel.c:6, in outside.. .*dump.kernel.c:15'
	shows trapped '^ +1 warp, trapped, at put.. .*dump.kernel.c:6'
	shows barrier '^ +[1-9] warps?, barrier, at .* in outside.. .*dump.kernel.c:16'
	as alice env SMGPU_DUMP=/tmp/dumps/library dump /data/dump.elf >/tmp/o 2>/dev/null ||
		status=1
	sed 's/ok /ok $card-/' /tmp/o
	as alice env SMGPU_KERNEL_DIR=/data library /data/kernels.elf $rounds >/tmp/o 2>&1 ||
		status=1
	sed 's/ok /ok $card-library-/' /tmp/o
	SMGPU_KERNEL_DIR=/data library /data/kernels.elf 0 throttle >/tmp/o 2>&1 || status=1
	sed 's/ok /ok $card-library-/' /tmp/o
	as alice oncard /data/oncard.elf /data/oracle.elf $rounds >/tmp/o 2>&1 || status=1
	sed 's/ok /ok $card-oncard-/' /tmp/o
	if [ $kind != rtl ]; then
		as alice gfx /data/gfx.elf 1 short >/tmp/o 2>&1 || status=1
		sed 's/ok /ok $card-/' /tmp/o
	fi
	$opencl_guest
	try opencl-clinfo sh -c 'as alice clinfo | grep \"Device Name.*smgpu\"'
	cat >/tmp/group <<-'END'
	w=\$(smgpu-info | grep -o 'each [0-9]* warps' | tr -dc 0-9)
	as alice clinfo | grep \"Max work group size *\$((w * 32))\$\"
	END
	try opencl-group-size sh /tmp/group
	mkdir -m 777 /tmp/dumps/opencl
	as alice env SMGPU_DUMP=/tmp/dumps/opencl opencl_api $groups >/tmp/o 2>&1 || status=1
	sed 's/ok /ok $card-opencl-/' /tmp/o
	for d in /tmp/dumps/opencl/*.dump; do smgpu-dump \$d; done >/tmp/text 2>&1
	[ $kind = rtl ] || shows opencl '^ +[1-9][0-9]* warps?, trapped, at wild'
	[ $kind = rtl ] || try opencl-compile sh -c 'SMGPU_CACHE=0 as alice opencl_api short &&
		echo compiled in the machine'
	cp /tmp/*.png /out/
	exit \$status" || { [ $? -eq 1 ] ||
	echo "not ok $card-vm: the machine did not come to an end, see" \
		"build/check/kernel-e2e-$card.log"; status=1; }
[ -s "$out/mandelbrot.png" ] && head -c 4 "$out/mandelbrot.png" | grep -q PNG &&
	echo "ok $card-picture-arrived" ||
	{ echo "not ok $card-picture-arrived: no mandelbrot.png on the host"; status=1; }

# The command of the guide to the virtual machine, as it stands there
if [ "$kind" != rtl ]; then
	awk '/^[^ ]/ { here = /code-block:: sh/ } here && /^   [^:]/' \
		Documentation/user/install.rst >"$out/guide.sh"
	said=$(bash -e "$out/guide.sh" 2>&1) && [[ $said == *verified* ]] &&
		echo "ok $card-guide # ${said##*$'\n'}" ||
		{ echo "not ok $card-guide: ${said##*$'\n'}"; status=1; }
fi

if [ "$kind" = rtl ]; then
	kernel/tests/vm/run.sh users || status=1
else
	wait $driver || status=1
	cat $cases
fi
exit $status
