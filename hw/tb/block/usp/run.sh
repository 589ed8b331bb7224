#!/bin/bash
# SPDX-License-Identifier: MIT
# run.sh BUILD SEED: runs the tests once, and prints a line for each. VENV: cocotb; TESTS: some
# alone, with commas; LINK: generation of the link.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$1 seed=$2
results=$build/results.$LINK.$seed.xml
log=$build/log.$LINK.$seed
rm -f "$results"
export MODULE=test_usp,test_errors TOPLEVEL=usp_top TOPLEVEL_LANG=verilog RANDOM_SEED=$seed
export COCOTB_RESOLVE_X=ZEROS
export COCOTB_RESULTS_FILE=$results COCOTB_LOG_LEVEL=${COCOTB_LOG_LEVEL:-ERROR} COCOTB_ANSI_OUTPUT=0
[ -z "${TESTS:-}" ] || export TESTCASE=$TESTS
PYTHONPATH=$here:$(echo "$VENV"/lib/python3*/site-packages) PYTHONDONTWRITEBYTECODE=1
LIBPYTHON_LOC=$("$VENV/bin/python" -m find_libpython)
PYGPI_PYTHON_BIN=$VENV/bin/python
export PYTHONPATH PYTHONDONTWRITEBYTECODE LIBPYTHON_LOC PYGPI_PYTHON_BIN
[ -n "$LIBPYTHON_LOC" ] || { echo "not ok usp: no libpython (Debian: libpython3.11)"; exit 1; }
vvp -M "$("$VENV/bin/cocotb-config" --lib-dir)" -m libcocotbvpi_icarus "$build/usp.vvp" \
	>"$log" 2>&1 </dev/null
"$VENV/bin/python" "$here/verdict.py" "$results" "$log" "gen$LINK.seed$seed"
