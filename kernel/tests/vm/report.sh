# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In the guest, sourced by scripts of cases as /data/report.sh: a line for each case. Such a script
# exits with $status, and may set before:
#   suite  what the names of its cases begin with
#   said   a file for what commands say; of that, lines with # are shown if a command succeeds, and
#          its last line if it fails
#   began  a time in seconds: a case that succeeds says how long after it that was
status=0
report() { # name, command that must succeed
	name=${suite-}$1
	shift
	if [ -n "${said-}" ]; then "$@" >"$said" 2>&1; else "$@"; fi
	if [ $? -ne 0 ]; then
		if [ -n "${said-}" ]; then set -- "$(tail -n 1 "$said")"; fi
		echo "not ok $name: $*"
		status=1
		return
	fi
	echo "ok $name${began:+ # at $(($(date +%s) - began)) s}"
	[ -z "${said-}" ] || sed -n 's/^#/    #/p' "$said"
}
