# SPDX-License-Identifier: MIT
# What the benches' mutants.sh share. Plants one defect at a time in a copy of the RTL; the bench
# must go red. mutants.sh [NAME]: all, or only that one; takes minutes. mutants.sh -n: only whether
# each defect applies to the RTL as it is; takes a second. The script that sources this has set
# `here`, and `tree`: what its bench's build reads beside hw/rtl and hw/tb/fields. It defines
#	build ARG...	builds the bench in $work/t, objects go to $work/b
#	red ARG...	runs it: true if it found the defect. What it prints is a note on how
export OBJCACHE="${OBJCACHE-ccache}"
root=$(cd "$here/../../../.." && pwd)
folder=${here#"$root/"}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
dry=
only=
case ${1:-} in
-n) dry=1 ;;
*) only=${1:-} ;;
esac

# limited SECONDS COMMAND: seconds of CPU, so that other work on the machine makes no bench hang
limited() (
	ulimit -t "$1"
	shift
	exec "$@"
)

# name, file in hw/rtl, sed expression, arguments of build and red
try() {
	name=$1
	file=hw/rtl/$2
	[ -z "$only" ] || [ "$only" = "$name" ] || return 0
	sed "$3" "$root/$file" >"$work/planted"
	shift 3
	if cmp -s "$work/planted" "$root/$file"; then
		echo "not ok mutant_$name: the defect does not apply"
		bad=1
		return
	fi
	if [ -n "$dry" ]; then
		echo "ok mutant_$name # applies"
		return
	fi
	rm -rf "$work/t"
	for part in hw/rtl hw/tb/fields "$folder" $tree; do
		mkdir -p "$(dirname "$work/t/$part")"
		cp -r "$root/$part" "$work/t/$part"
	done
	cp "$work/planted" "$work/t/$file"
	# what a defect leaves unused
	sed -i 's/ -Wall / -Wall -Wno-UNUSEDSIGNAL /' "$work/t/$folder/Makefile"
	if ! build "$@" >"$work/log" 2>&1; then
		cat "$work/log"
		echo "not ok mutant_$name: it does not build"
		bad=1
	elif note=$(red "$@"); then
		echo "ok mutant_$name${note:+ # $note}"
	else
		echo "not ok mutant_$name: not found"
		bad=1
	fi
}
