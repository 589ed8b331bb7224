#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the book of Documentation/ as HTML in build/docs. A warning of Sphinx is an error.
set -eu
cd "$(dirname "$0")/.."
exec sphinx-build -q -n -E -W --keep-going -b html Documentation build/docs
