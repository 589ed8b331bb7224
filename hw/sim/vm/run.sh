#!/bin/bash
# SPDX-License-Identifier: MIT
# Boots Debian's kernel in stock QEMU (no KVM, no root) with the simulated card in it, runs a
# command there and brings back what it said, its exit status and its files.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)

usage() {
	cat <<'END'
usage: run.sh [options] -- COMMAND...          COMMAND is given to the guest's shell
       run.sh [options] --script FILE
  --module KO[:ARGS]    load this module last (more than one: in this order); Debian's modules
                        it needs go first
  --modprobe NAME       load this module of Debian's kernel
  --firmware FILE[:NAME]  as /lib/firmware/NAME (default smgpu/<basename>)
  --add PATH[:DEST]     bring a program (with its libraries), file or directory along;
                        programs to /usr/local/bin, others to /data
  --share DIR           the guest can mount this directory of the host, read-only:
                        mount -t 9p -o trans=virtio,ro share /mnt
  --wait NODE           wait for this device node before the command starts (for example
                        /dev/dri/renderD128)
  --card PROGRAM|none   card process (default build/hw/smgpu-card-$SMGPU_CARD, SMGPU_CARD
                        default model)
  --machine TYPE        QEMU's machine (default pc)
  --device DEVICE       one more device, in QEMU's words
  --port                the card behind a root port, which reports errors (machine q35, qemu-proxy)
  --user NAME           run the command as alice, bob (group render) or mallory (not in it)
                        instead of root
  --out DIR             what the guest leaves in /out arrives here
  --klog FILE           kernel log (default build/vm/kernel.log)
  --timeout SECONDS     for everything (default 120)
  --memory MIB          guest memory (default 512)
  --cpus N              processors of the guest (default 1)
  --iommu               the card behind an Intel IOMMU that translates (machine q35)
  --transport NAME      how QEMU reaches the card: qemu-proxy (default; the host's QEMU, one
                        processor, no IOMMU, since it loses an access that one processor makes
                        while another's is in flight) or vfio-user (QEMU of fetch-trixie.sh;
                        implied by --iommu, and by --cpus above 1 with a card)
  --ignore REGEX        a complaint of the kernel that matches is no failure
  --allow-warnings      a warning in the kernel log is no failure
  --stats               the card process says what it did
Another kernel than Debian's: SMGPU_KERNEL_TREE (boot/vmlinuz-VERSION, lib/modules/VERSION,
.version), SMGPU_KERNEL_ARGS.
Two users at once: the command may be `as alice PROGRAM & as bob PROGRAM; wait`.
Exit status: the command's; 125 the guest did not come up; 124 time ran out; 123 the kernel log has
a panic, oops, BUG, WARNING or hung task.
END
}

machine= ignore='^$' transport= iommu= shares=() devices=() memory=512 cpus=1 timeout=120 card= \
	user= outdir= script= stats= allow=
mkdir -p "$root/build/vm"
klog=$root/build/vm/kernel.log
initargs=()
while [ $# -gt 0 ]; do
	case $1 in
	--module) initargs+=(-m "$2"); shift ;;
	--share) shares=(-virtfs \
		"local,path=$2,mount_tag=share,security_model=none,readonly=on"); initargs+=(-k \
		9p -k 9pnet_virtio); shift ;;
	--modprobe) initargs+=(-k "$2"); shift ;;
	--firmware) initargs+=(-f "$2"); shift ;;
	--add) initargs+=(-a "$2"); shift ;;
	--wait) initargs+=(-n "$2"); shift ;;
	--card) card=$2; shift ;;
	--user) user=$2; shift ;;
	--out) outdir=$2; shift ;;
	--klog) klog=$2; shift ;;
	--timeout) timeout=$2; shift ;;
	--memory) memory=$2; shift ;;
	--cpus) cpus=$2; shift ;;
	--iommu) iommu=1 ;;
	--transport) transport=$2; shift ;;
	--machine) machine=$2; shift ;;
	--device) devices+=(-device "$2"); shift ;;
	--port) # above 2.5 GT/s Linux waits for a link that QEMU never shows as up
		machine=q35 devices+=(-device \
			"pcie-root-port,id=above,hotplug=off,x-speed=2_5,x-width=4")
		export SMGPU_BUS=above ;;
	--script) script=$2; shift ;;
	--stats) stats=--stats ;;
	--ignore) ignore=$2; shift ;;
	--allow-warnings) allow=1 ;;
	--help|-h) usage; exit 0 ;;
	--) shift; break ;;
	*) echo "run.sh: unknown option $1 (see --help)" >&2; exit 2 ;;
	esac
	shift
done
[ $# -gt 0 ] || [ -n "$script" ] || { usage >&2; exit 2; }
card=${card:-$root/build/hw/smgpu-card-${SMGPU_CARD:-model}}
kernelargs=${SMGPU_KERNEL_ARGS-}
if [ -n "$iommu" ]; then
	machine=${machine:-q35} devices=(-device intel-iommu,caching-mode=on \
		${devices+"${devices[@]}"})
	kernelargs="intel_iommu=on iommu.passthrough=0 iommu.strict=1 $kernelargs"
fi
[ -n "$transport" ] || { transport=qemu-proxy; [ "$cpus" -gt 1 ] || [ -n "$iommu" ] &&
	[ "$card" != none ] && transport=vfio-user; }
case $transport in
qemu-proxy)
	qemu=${QEMU:-qemu-system-x86_64}
	if [ "$card" != none ] && { [ "$cpus" -ne 1 ] || [ -n "$iommu" ]; }; then
		echo "run.sh: QEMU's proxy carries the card to one processor without an IOMMU:" \
			"use --transport vfio-user" >&2
		exit 2
	fi
	if [ "$card" != none ] && ! "$qemu" -device x-pci-proxy-dev,help 2>/dev/null </dev/null |
		grep -q 'fd='; then
		echo "This QEMU ($qemu) has no x-pci-proxy-dev device, which carries the" \
			"simulated card: use Debian 12's QEMU 7.2, for example" \
			"\`docker run --rm -it -v $root:$root -w $root debian:12 make demo\`." >&2
		exit 125
	fi ;;
vfio-user)
	qemu=${QEMU:-$root/build/trixie/bin/qemu-system-x86_64}
	[ -n "${QEMU-}" ] || "$here/fetch-trixie.sh" >&2 || exit 125 ;;
*) echo "run.sh: no transport $transport (see --help)" >&2; exit 2 ;;
esac
version=$("$here/fetch-kernel.sh" --print) || { "$here/fetch-kernel.sh" ||
	exit 125; version=$("$here/fetch-kernel.sh" --print); }

d=$(mktemp -d "$root/build/vm/run.XXXXXX")
trap 'rm -rf "$d"' EXIT
if [ -n "$script" ]; then cp "$script" "$d/inner"; else printf '%s\n' "$*" >"$d/inner"; fi
if [ -n "$user" ]; then echo "exec as $user /bin/sh /job.user" >"$d/job"; initargs+=(-a \
	"$d/inner:/job.user"); else cp "$d/inner" "$d/job"; fi
"$here/mkinitramfs.sh" -o "$d/initrd" -j "$d/job" ${initargs+"${initargs[@]}"} || exit 125

: >"$d/exit"; : >"$d/files"; : >"$d/klog"; : >"$d/serial"
# no_timer_check: the kernel tests its timer against the host's clock, and panics at boot if a busy
# host was slow to give one. tsc_early_khz: for the same reason it would take a wrong rate of its
# clock.
gcc -O2 -o "$d/tsc" "$here/tsc.c" && khz=$("$d/tsc") && [ -n "$khz" ] &&
	kernelargs="tsc_early_khz=$khz $kernelargs"
command=()
arguments="console=ttyS0 loglevel=5 panic=-1 oops=panic nokaslr mitigations=off tsc=reliable"
[ "$card" = none ] || command=("$card" $stats --transport "$transport" --)
command+=("$qemu" -accel tcg -machine "${machine:-pc},memory-backend=mem" -object \
	"memory-backend-memfd,id=mem,size=${memory}M,share=on"
	-m "$memory" -smp "$cpus" -nodefaults -display none -no-reboot
	-kernel "${SMGPU_KERNEL_TREE:-$root/build/kernel-deb}/boot/vmlinuz-$version" -initrd \
		"$d/initrd"
	-append "$arguments no_timer_check $kernelargs"
	-chardev "file,id=serial,path=$d/serial" -serial chardev:serial
	${shares+"${shares[@]}"} ${devices+"${devices[@]}"} -device virtio-serial-pci,max_ports=8)
mkfifo "$d/stdout"
for p in stdout files klog exit; do
	command+=(-chardev "file,id=$p,path=$d/$p" -device "virtserialport,chardev=$p,name=$p")
done

cat "$d/stdout" & reader=$!
# QEMU opens the pipe for writing; this keeps it open until QEMU has ended, and no longer
exec 9>"$d/stdout"
began=$SECONDS
timeout -k 5 "$timeout" "${command[@]}" </dev/null 9>&-
ended=$?
exec 9>&-
wait $reader

mkdir -p "$(dirname "$klog")"
{ cat "$d/serial"; [ ! -s "$d/klog" ] || { echo '--- dmesg'; cat "$d/klog"; }; } |
	tr -d '\r' >"$klog"
if [ -n "$outdir" ] && [ -s "$d/files" ]; then
	mkdir -p "$outdir"
	tar -C "$outdir" -xf "$d/files" || echo "run.sh: the guest's files did not arrive whole" >&2
fi

status=$(cat "$d/exit")
complaints='WARNING:|BUG:|Oops|general protection fault|Kernel panic|KASAN|UBSAN'
complaints="$complaints|INFO: task .* blocked|rcu.*detected.*stall"
complaints="$complaints|possible (circular|recursive) locking|refcount_t:"
complaints="$complaints|detected (use-after-free|leak)|kmemleak: [0-9]+ new suspected"
bad=$(grep -nE "$complaints" "$klog" | grep -vE "$ignore" | head -5)
if [ $ended -eq 124 ] || { [ $ended -eq 137 ] && [ $((SECONDS - began)) -ge "$timeout" ]; }; then
	echo "run.sh: time ran out after $timeout s; the kernel log is in $klog" >&2
	tail -5 "$klog" >&2
	exit 124
fi
if [ -n "$bad" ] && [ -z "$allow" ]; then
	echo "run.sh: the guest's kernel complained (log: $klog):" >&2
	echo "$bad" >&2
	exit 123
fi
if [ -z "$status" ]; then
	echo "run.sh: the guest ended without a result (QEMU or card exit status $ended); the" \
		"kernel log is in $klog" >&2
	tail -5 "$klog" >&2
	exit 125
fi
exit "$status"
