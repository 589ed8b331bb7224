# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The reports of KCSAN in a kernel log: those with a function of smgpu.ko in one of their stacks go
# to the file `own`, all others to `others`.
BEGIN { printf "" >own; printf "" >others }
# Before this line is what went to the console as it happened: the same again, and not all of it.
/^--- dmesg/ { whole = 1 }
!whole { next }
{ sub(/^\[ *[0-9.]+\] ?/, "") }
/BUG: KCSAN:/ { inside = 1; text = ""; mine = 0 }
inside && /^=+$/ { printf "%s\n", text >(mine ? own : others); inside = 0 }
inside { text = text $0 "\n"; if (/\[smgpu\]/) mine = 1 }
END { if (inside) printf "%s\n", text >(mine ? own : others) }
