#!/bin/bash
# SPDX-License-Identifier: MIT
# A hook of git: the lint of make check-quick before each commit.
# ln -s ../../scripts/pre-commit.sh .git/hooks/pre-commit
set -eu
cd "$(git rev-parse --show-toplevel)"
# git gives its own index and folder to hooks; the scripts ask git about the tree by themselves.
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE
exec scripts/check.sh --quick generated lint-changed
