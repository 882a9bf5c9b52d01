# What the scripts of this folder share. Sourced, never run; bash with `set -euo pipefail`.
# shellcheck disable=SC2034 # the names set here are used where this is sourced

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit

# One statically linked (Swift side) binary: it starts fastest and can be copied anywhere.
release_flags=(-c release --static-swift-stdlib)
hookline=$root/.build/release/hookline
python=$root/.venv/bin/python

say() { printf '%s\n' "$*" >&2; }

die() {
    say "$*"
    exit 1
}

# Prints the comment at the head of the calling script when it is asked for help.
help_if_asked() {
    local argument
    for argument in "$@"; do
        case $argument in
        --) return 0 ;;
        -h | --help)
            awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
            exit 0
            ;;
        esac
    done
}

# quietly WHAT COMMAND...: says what is being done, and shows the command's output only when it fails.
quietly() {
    local what=$1 log status=0
    shift
    log=$(mktemp)
    say "$what …"
    "$@" >"$log" 2>&1 || status=$?
    if ((status)); then
        cat "$log" >&2
        say "failed: $what"
    fi
    rm -f "$log"
    return "$status"
}

build_release() {
    quietly "building hookline (release)" swift build "${release_flags[@]}" --product hookline
}

# unit_tests FLAGS...: runs the tests that were built with these flags; shows the failures and the closing line of their
# report.
unit_tests() {
    local log=$root/.build/unit.log status=0
    # Else all begin at once, and on a slow machine each waits for all others again and again.
    local width=--experimental-maximum-parallelization-width at_once=()
    [[ $(swift test --help-hidden 2>/dev/null) != *"$width"* ]] || at_once=("$width" 4)
    mkdir -p "$root/.build"
    timeout --foreground -k 10 600 swift test --skip-build --disable-xctest "${at_once[@]}" "$@" >"$log" 2>&1 ||
        status=$?
    "$python" scripts/lib/unit_report.py "$log" || status=1
    if ((status)); then
        tail -n 3 "$log"
        say "all of it: ${log#"$root"/}"
    fi
    return "$status"
}
