#!/bin/sh
# SPDX-License-Identifier: MIT
# Stands before timeout while benches look for mutants (run.py): their limits are seconds of CPU
# there, so that other work on the machine kills no mutant. timeout SECONDS COMMAND...
# What a bench says comes line by line, and it stays in the group of processes of its make: run.py
# ends it at its first "not ok".
seconds=$1
shift
ulimit -t "$seconds"
exec stdbuf -oL "$MUTANT_TIMEOUT" --foreground $((seconds * 30)) "$@"
