#!/bin/sh
# SPDX-License-Identifier: MIT
# Stands before timeout while benches look for mutants (run.py): their limits are seconds of CPU there, so that other work on
# the machine kills no mutant. timeout SECONDS COMMAND...
seconds=$1
shift
ulimit -t "$seconds"
exec "$MUTANT_TIMEOUT" $((seconds * 30)) "$@"
