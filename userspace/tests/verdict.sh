# SPDX-License-Identifier: MIT
# For scripts that source it: verdict NAME STATUS WHY prints the verdict of a case of $suite, and
# sets bad=1 if STATUS is not 0.
verdict() {
	if [ "$2" -eq 0 ]; then
		echo "ok $suite/$1"
	else
		echo "not ok $suite/$1: $3"
		bad=1
	fi
}
