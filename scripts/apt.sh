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

# An apt of its own in a folder, for packages of a newer suite that nothing installs: that suite's
# index, no installed package, and of the host's configuration only how to reach a server. Use it
# with APT_CONFIG=DIRECTORY/apt.conf; the packages come to DIRECTORY/archives.
apt_private() { # DIRECTORY MIRROR SUITE...: the last suite goes before the others
	local apt=$1 mirror=$2 suite keys=/usr/share/keyrings/debian-archive-keyring.gpg

	shift 2
	[ -r $keys ] ||
		{ echo "apt: $keys is missing: install debian-archive-keyring" >&2; return 1; }
	mkdir -p "$apt"/{lists/partial,archives/partial}
	: >"$apt/status"
	for suite; do
		echo "deb [arch=amd64 signed-by=$keys] $mirror $suite main"
	done >"$apt/sources.list"
	{
		apt-config dump | grep '^Acquire::' |
			grep -vE '^Acquire::(IndexTargets|Languages|GzipIndexes)' || true
		cat <<-END
			Acquire::Languages "none";
			Acquire::Retries "2";
			Acquire::http::Timeout "20";
			Acquire::https::Timeout "20";
			APT::Architecture "amd64";
			APT::Architectures { "amd64"; };
			APT::Default-Release "$suite";
			APT::Install-Recommends "false";
			APT::Sandbox::User "";
			Dir::State "$apt";
			Dir::State::status "$apt/status";
			Dir::Cache "$apt";
			Dir::Etc::sourcelist "$apt/sources.list";
			Dir::Etc::sourceparts "/dev/null";
			Dir::Etc::parts "/dev/null";
			Dir::Etc::main "/dev/null";
			Dir::Etc::preferencesparts "/dev/null";
		END
	} >"$apt/apt.conf"
}

# Of an apt of its own: downloads packages with all they need. URIS will name what belongs together;
# BOUND is what limits a command that uses the network, such as "timeout 900".
apt_fetch() { # URIS BOUND PACKAGE...
	local uris=$1 bound=$2

	shift 2
	$bound apt-get -q -o APT::Update::Error-Mode=any update &&
		$bound apt-get -q -y -d -o Dpkg::Use-Pty=0 install "$@" &&
		apt-get -q -y --print-uris -o Dir::Cache::archives=/nonexistent install "$@" \
			>"$uris"
}

apt_named() { # URIS: the packages that `apt-get --print-uris install` named in that file
	sed -n "s/^'[^']*' \([^ ]*\.deb\) .*/\1/p" "$1"
}

# Programs below a tree that was unpacked run with its loader and libraries: patchelf writes both
# into them.
apt_place() { # PLACE FOLDER...: PLACE is where the tree will be
	local place=$1 f

	shift
	find "$@" -type f -perm /111 -print0 | while IFS= read -r -d '' f; do
		patchelf --print-interpreter "$f" >/dev/null 2>&1 || continue # no program
		patchelf --set-interpreter "$place/usr/lib64/ld-linux-x86-64.so.2" \
			--force-rpath --set-rpath "$place/usr/lib/x86_64-linux-gnu" "$f" || return 1
	done
}
