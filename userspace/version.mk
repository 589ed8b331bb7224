# SPDX-License-Identifier: MIT
# Of all parts of smgpu, from the file VERSION.
VERSION := $(shell cat $(dir $(lastword $(MAKEFILE_LIST)))../VERSION)
