#!/bin/sh
# Checks that Foyer's own Node starts: it needs libatomic, which minimal Debian and Ubuntu don't have. npm puts this Node first on PATH.
message=$(node --version 2>&1) && exit 0
case $message in
*libatomic*)
	echo 'Foyer’s Node needs the library libatomic. Install it and repeat the command: apt-get install libatomic1 (Debian, Ubuntu), dnf install libatomic (Fedora, RHEL).' >&2
	;;
*) echo "Foyer’s Node doesn’t start: $message" >&2 ;;
esac
exit 1
