#!/bin/bash
# SPDX-License-Identifier: MIT
# Compares products mapped by mul.ys, the cell as in cells.sv, with `*` in simulation: shapes of the
# card's multipliers and those around the sizes of the cell, signed and unsigned, at corners of both
# operands and at random.
#
# usage: check.sh OUT_DIR [YOSYS]
set -eu
here=$(dirname "$(readlink -f "$0")")
mkdir -p "$1"
out=$(readlink -f "$1") yosys=${2:-yosys}
cd "$out"
rm -rf gw5ast obj
cp -r "$here" gw5ast
# SIGNED A B Y: bits of the operands and of the product
shapes='u 24 17 41  u 24 7 31  s 33 33 64  u 11 21 31  u 7 17 24  u 3 16 16  u 10 10 20
	s 27 36 63  s 36 27 63  s 28 36 64  s 27 37 64  s 37 28 65  u 26 35 61  u 35 26 61
	u 27 35 62  u 26 36 62  u 27 36 63  u 32 32 64  u 32 32 32  s 32 32 32  s 53 53 106
	u 64 64 128  s 64 64 64  s 11 5 16  u 11 5 16  u 12 4 16  u 36 1 37  s 36 2 38'
bits=0 body=
while read -r sign a b y; do
	[ "$sign" = s ] && as='$signed' || as='$unsigned'
	body="$body
  assign y[$bits+:$y] = $as(a[$((a - 1)):0]) * $as(b[$((b - 1)):0]);"
	bits=$((bits + y)) names="${names:-}\"$sign $a x $b = $y\", " widths="${widths:-}$y, "
done < <(tr -s ' \t\n' ' ' <<<"$shapes" | grep -oE '[su]( [0-9]+){3}')
module() { # NAME: the products
	echo "module $1 (input [63:0] a, input [63:0] b, output [$((bits - 1)):0] y);$body
endmodule"
}
module products >products.v
module mapped >mapped.v
$yosys -q -p "read_verilog -sv mapped.v; hierarchy -top mapped; proc; opt; wreduce; \
	script gw5ast/mul.ys; opt -fast; tee -q -o mapped.stat stat; \
	write_verilog -noattr mapped_net.v" \
	>mapped.log 2>&1 || { tail -5 mapped.log; echo "not ok gw5ast.products: Yosys"; exit 1; }
count() { # CELL: how many, whichever column has its name
	awk -v cell="$1" '$1 == cell { n = $2 } $2 == cell { n = $1 }
		END { print n + 0 }' mapped.stat
}
cells=$(count MULT27X36)
verilator --cc --exe --build -O2 -Wno-lint -Wno-fatal --top-module both --Mdir obj -o compare \
	products.v mapped_net.v gw5ast/{cells,both}.sv "$out/gw5ast/compare.cpp" \
	-GBITS=$bits -CFLAGS "-DBITS=$bits -DNAMES='$names' -DWIDTHS='$widths'" \
	>verilator.log 2>&1 ||
	{ tail -5 verilator.log; echo "not ok gw5ast.products: Verilator"; exit 1; }
[ "$cells" -gt 0 ] && [ "$(count '$__soft_mul')" = 0 ] ||
	{ echo "not ok gw5ast.products: $cells MULT27X36"; exit 1; }
./obj/compare || { echo "not ok gw5ast.products"; exit 1; }
echo "ok gw5ast.products: $cells MULT27X36"
