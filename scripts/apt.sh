# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# To be sourced: what the scripts want of apt. A host's index may be empty or older than the mirror,
# so each of these brings it up to date when the packages are not to be had with the one that is
# there. Only apt-get update and install run as root.

apt_root() {
	local sudo=

	if [ "$(id -u)" -ne 0 ]; then
		command -v sudo >/dev/null ||
			{ echo "apt: neither root nor sudo, so no apt-get $1" >&2; return 1; }
		sudo=sudo
	fi
	$sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@"
}

apt_missing() { # PACKAGE...: prints those that are not installed
	local p

	for p in "$@"; do
		dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' ||
			printf ' %s' "$p"
	done
}

apt_known() { # PACKAGE...: whether the index has them all
	local p

	for p in "$@"; do
		apt-cache show "$p" >/dev/null 2>&1 || return
	done
}

apt_know() { # PACKAGE...: apt_known, if need be after an update
	apt_known "$@" && return
	echo "apt: the index has no $*: updating it" >&2
	apt_root update -qq && apt_known "$@"
}

apt_install() { # PACKAGE...: without what they only recommend
	apt_root update -qq && apt_root install -y -qq --no-install-recommends "$@"
}

apt_download() { # DIRECTORY PACKAGE...: their .deb files
	local d=$1

	shift
	apt_know "$@" || return
	# apt drops its privileges to a user that may not write there; the download works all the
	# same
	(cd "$d" && apt-get -qq download "$@" 2>/dev/null) && return
	apt_root update -qq && (cd "$d" && apt-get -qq download "$@")
}
