#!/bin/bash
# SPDX-License-Identifier: MIT
# Counts what a board's top takes without the card, which hw/fpga counts: DRAM controller, link,
# board block, what joins them. The hard block is a black box. With BRIDGE, which
# `make -C hw/fpga bridge` counts, and the LUT6 of CARD.tsv, which `make synth` writes, the sum is
# held to LIMIT. Cells are those of the 7 series: Yosys 0.23 fails at a LUT RAM of UltraScale+,
# whose LUTs are alike.
#
# usage: synth.sh BOARD OUT "OURS" "GENERATED" LIMIT BRIDGE CARD.tsv
set -eu
here=$(cd "$(dirname "$0")" && pwd)
board=$1 out=$2 ours=$3 generated=$4 limit=$5 bridge=$6 card=$7
top=$out/board_top_ports.sv
# board_top is a black box: its ports alone.
kept=
for file in $ours; do
	case $file in
	*/board_top.sv)
		{
			echo '(* blackbox *)'
			sed -n '/^module board_top/,/^);/p' "$file"
			echo endmodule
		} >"$top" ;;
	*/rtl/board/*|*/common/common_*|*/pcie/tlp_pkg.sv|*/top.sv|*_pkg.sv) kept="$kept $file" ;;
	esac
done
cd "$out/gateware"
yosys -q -p "read_verilog -sv -I$out -I$here $kept $top $here/$board/stubs.sv" \
	-p "read_verilog $generated" \
	-p 'synth_xilinx -family xc7 -top top -flatten -nowidelut -noiopad -noclkbuf' \
	-p "write_json $out/synth.json" >"$out/synth.log" 2>&1 ||
	{ tail -20 "$out/synth.log"; exit 1; }
# The board block stands in that black box, so it is counted by itself.
kib=$(grep -oP 'SpiKib *= .*d\K\d+' "$here/$board/top.sv" || echo 0)
yosys -q -p "read_verilog -sv -I$out $kept" -p "hierarchy -top board_block -chparam SPI_KIB $kib" \
	-p 'synth_xilinx -family xc7 -top board_block -flatten -nowidelut -noiopad -noclkbuf' \
	-p "write_json $out/block.json" >"$out/block.log" 2>&1 ||
	{ tail -20 "$out/block.log"; exit 1; }
read -r block block_ff _ < <(python3 "$here/../fpga/count.py" a200t "$out/block.json")
echo "# board_block: $block LUT6, $block_ff FF"
read -r lut ff ram dsp < <(python3 "$here/../fpga/count.py" a200t "$out/synth.json")
lut=$((lut + block)) ff=$((ff + block_ff))
echo "# $board without the card: $lut LUT6, $ff FF, $ram block RAMs, $dsp DSPs"
[ -f "$card" ] || { echo "# the card is not counted: make synth"; exit 0; }
whole=$((lut + bridge + $(awk -F'\t' '$1 == "sum" { print $3 }' "$card")))
printf 'board.%s_lut6\t%d\tLUT6\n' "$board" "$whole" | tee "$out/lut6.tsv"
if [ "$whole" -le "$limit" ]; then echo "ok boards.$board.fits"
else
	echo "not ok boards.$board.fits: more than $limit LUT6"
	exit 1
fi
