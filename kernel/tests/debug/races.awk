# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The reports of KCSAN in a kernel log: those with a function of smgpu.ko in one of their stacks go
# to the file `own`, all others to `others`.
BEGIN { printf "" >own; printf "" >others }
# Before this line is what went to the console as it happened: the same again, and not all of it.
/^--- dmesg/ { whole = 1 }
!whole { next }
{ sub(/^\[ *[0-9.]+\] ?/, "") }
/BUG: KCSAN:/ { inside = 1; text = ""; mine = 0; library = 0 }
# The scheduler peeks at the head of an entity's queue without a mark, and SUBMIT pushes with one:
# both are its own. Of those who push there is one at a time, for which submit_lock is.
/in drm_sched_entity_(is_ready|pop_job) \/ drm_sched_entity_push_job$/ { library = 1 }
inside && /^=+$/ { printf "%s\n", text >(mine ? own : others); inside = 0 }
# Each call of a user comes through smgpu_ioctl(), those that are DRM's own as well.
inside { text = text $0 "\n"; if (/\[smgpu\]/ && !/ smgpu_ioctl\+/ && !library) mine = 1 }
END { if (inside) printf "%s\n", text >(mine ? own : others) }
