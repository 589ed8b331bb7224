#!/bin/sh
# SPDX-License-Identifier: MIT
# --regs N: no instruction of the program, with its runtime, names a register past N, and the
# metadata say so.
# usage: registers.sh SMCC DIRECTORY SOURCE...
smcc=$1 dir=$2 bad=0 isa=+m,+a,+zba,+zbb,+zicond,+zfinx,+experimental-zacas
shift 2

verdict() {
	if [ -z "$2" ]; then
		echo "ok registers/$1"
	else
		echo "not ok registers/$1: $2"
		bad=1
	fi
}

for n in 16 24; do
	past=$(seq -f 'x%g' -s '|' "$n" 31)
	for level in "-O0 -mno-constants" "-O2 -mno-constants" "-Os -mno-constants" \
		"-O0 -mconstants" "-O2 -mconstants"; do
		if ! "$smcc" $level --regs "$n" -o "$dir/registers.elf" "$@"; then
			verdict "$n $level" "does not compile"
			continue
		fi
		llvm-objdump-19 -d --mattr=$isa -M numeric --no-show-raw-insn \
			"$dir/registers.elf" >"$dir/registers.txt"
		# words that are not RISC-V's are smgpu's: those of control flow have no registers,
		# the others are looked at below
		verdict "$n $level" "$(grep -E "[ \
			,(]($past)([,)]|\$)" "$dir/registers.txt" | head -n 1)"
		# xsm: opcodes 0x2b, 0x5b and 0x7b; rd in bits 7 to 11, rs1 in 15 to 19
		llvm-objdump-19 -d --mattr=$isa "$dir/registers.elf" |
			awk 'length($2) == 8 && $2 ~ /^[0-9a-f]+$/ { print $2 }' |
			sort -u >"$dir/registers.hex"
		wide=
		found=0
		while read -r w; do
			w=$((0x$w))
			case $((w & 127)) in 43 | 91 | 123) ;; *) continue ;; esac
			found=1
			if [ $((w >> 7 & 31)) -ge "$n" ] ||
				[ $((w >> 15 & 31)) -ge "$n" ]; then wide=$w; fi
		done <"$dir/registers.hex"
		none="the program has no such instruction, or the disassembler does not show it"
		[ $found -eq 1 ] || wide="not found: $none"
		verdict "$n $level-xsm" "${wide:+word $wide}"
		llvm-objcopy-19 -O binary --only-section=.smgpu.kernels --set-section-flags \
			.smgpu.kernels=alloc "$dir/registers.elf" "$dir/registers.meta"
		# header of four words {magic, version, count, bytes of an entry}; registers are
		# word 3 of an entry
		most=$(od -An -v -t u4 -w4 "$dir/registers.meta" |
			awk 'NR == 3 { n = $1 } NR == 4 { e = $1 / 4 }
			NR > 4 && NR <= 4 + n * e && (NR - 5) % e == 3 &&
				$1 > m { m = $1 } END { print m }')
		if [ "${most:-99}" -le "$n" ]; then verdict "$n $level-metadata"; else verdict \
			"$n $level-metadata" "$most registers"; fi
	done
done
exit $bad
