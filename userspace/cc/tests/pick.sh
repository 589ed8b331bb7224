#!/bin/sh
# SPDX-License-Identifier: MIT
# What a program gets of the OpenCL library. usage: pick.sh SMCC DIRECTORY
smcc=$1 dir=$2/pick bad=0

suite=pick
. "$(dirname "$0")/../../tests/verdict.sh"
rm -rf "$dir" && mkdir -p "$dir" || exit 1

cat >"$dir/a.cl" <<'END'
__kernel void f(__global float *x, __global const uchar *y)
{
	int i = get_global_id(0);

	x[i] = lgamma(x[i]) + convert_float(convert_char_sat(x[i]));
}
END

# part OPTION ...: the text that was picked
part() {
	rm -rf "$dir/tmp" && mkdir "$dir/tmp"
	TMPDIR=$dir/tmp "$smcc" --save-temps "$@" -o "$dir/a.elf" "$dir/a.cl" &&
		cat "$dir"/tmp/smcc.*/0.library.ll
}
part >"$dir/plain.ll" && part --offsets >"$dir/offsets.ll"
verdict builds $? "the program does not build"
n=$(grep -c '^define ' "$dir/plain.ll")
[ "$n" -ge 3 ] && [ "$n" -le 200 ]
verdict few $? "$n functions"
# the offset of a launch comes from the constant bank, whose address is CSR 0xccc
grep -q '@__smgpu_csr_ccc' "$dir/offsets.ll" && ! grep -q '@__smgpu_csr_ccc' "$dir/plain.ll"
verdict offsets $? "get_global_id() is not that of the option"
! grep -q '\.offsets' "$dir/offsets.ll"
verdict names $? "$(grep -m 1 -o '[^ ]*\.offsets' "$dir/offsets.ll")"

data=$(realpath "$(dirname "$smcc")")/smcc-data
mkdir -p "$dir/data/cl" && ln -s "$data"/* "$dir/data/" 2>/dev/null
ln -s "$data"/cl/* "$dir/data/cl/"
rm "$dir/data/cl/library.text" && head -c 1000000 "$data/cl/library.text" \
	>"$dir/data/cl/library.text"
SMCC_DATA=$dir/data "$smcc" -o "$dir/b.elf" "$dir/a.cl" 2>"$dir/damaged.txt"
[ $? = 1 ] && grep -q 'the OpenCL library is damaged' "$dir/damaged.txt"
verdict damaged $? "$(head -n 1 "$dir/damaged.txt")"
exit $bad
