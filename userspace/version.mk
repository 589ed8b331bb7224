# SPDX-License-Identifier: MIT
# Of the library, the tools and smcc.
VERSION := 0.1.0
