# What the scripts share: finding out what a build needs, installing what is missing, and telling whether a build is
# still that of the sources. To be sourced, under `set -euo pipefail`. All it says goes to standard error.
# shellcheck shell=bash

root=$(CDPATH='' cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root
readonly wanted_swift=6.0

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

fail() {
    say "$@"
    exit 1
}

# --- Swift -----------------------------------------------------------------------------------------------------------

# Ends the script unless a Swift that is new enough is on PATH and runs.
need_swift() {
    local swift said version
    swift=$(type -P swift) || fail "No Swift toolchain found on PATH." \
        "ZooScan needs Swift $wanted_swift or newer; see https://www.swift.org/install"
    said=$("$swift" --version 2>&1 </dev/null) ||
        fail "The Swift toolchain at $swift does not run. It says:"$'\n'"$said"
    [[ $said =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] ||
        fail "Cannot tell the version of the Swift toolchain at $swift. It says:"$'\n'"$said"
    version=${BASH_REMATCH[1]}.${BASH_REMATCH[2]}
    if ((BASH_REMATCH[1] < ${wanted_swift%.*})) ||
        ((BASH_REMATCH[1] == ${wanted_swift%.*} && BASH_REMATCH[2] < ${wanted_swift#*.})); then
        fail "Found Swift $version at $swift, but ZooScan needs Swift $wanted_swift or newer;" \
            "see https://www.swift.org/install"
    fi
}

# Runs a command of the toolchain. SwiftPM keeps caches in the home folder; where there is no usable one, it gets a
# folder of its own. Nothing may read the standard input, which belongs to the program that runs after the build.
run_swift() {
    local home=${HOME:-}
    if [[ ! -d $home || ! -w $home ]]; then
        home=$root/.build/home
        mkdir -p -- "$home"
    fi
    HOME=$home swift "$@" </dev/null
}

# --- The libraries ---------------------------------------------------------------------------------------------------

# One line a library: its Debian package, its name for people, what the linker calls it, and a header of it.
readonly libraries='libjpeg62-turbo-dev|libjpeg-turbo|jpeg|jpeglib.h
libpng-dev|libpng|png16|png.h
zlib1g-dev|zlib|z|zlib.h
libopenblas-pthread-dev|OpenBLAS|openblas|cblas.h
libssl-dev|OpenSSL (libcrypto)|crypto|openssl/evp.h
libsqlite3-dev|SQLite|sqlite3|sqlite3.h
libmicrohttpd-dev|GNU libmicrohttpd|microhttpd|microhttpd.h'

# The C compiler that will do the build: the toolchain's own, or the system's.
c_compiler() {
    local swift
    swift=$(type -P swift)
    if [[ -x ${swift%/*}/clang ]]; then
        printf '%s\n' "${swift%/*}/clang"
        return
    fi
    swift=$(readlink -f -- "$swift")
    if [[ -x ${swift%/*}/clang ]]; then
        printf '%s\n' "${swift%/*}/clang"
    else
        type -P clang || type -P cc
    fi
}

# Whether a program that includes the given header and links the given library builds.
# Whoever provides them will do: a package, another variant of it, or a hand-made /usr/local.
builds_with() {
    local header=$1 library=$2 folder status=0
    folder=$(mktemp -d)
    printf '#include <stddef.h>\n#include <stdio.h>\n#include <%s>\nint main(void) { return 0; }\n' "$header" \
        >"$folder/probe.c"
    "$(c_compiler)" "$folder/probe.c" -o "$folder/probe" ${library:+-l"$library"} >/dev/null 2>&1 || status=1
    rm -rf -- "$folder"
    return "$status"
}

# Installs the Debian packages that are missing, or says why it cannot.
need_libraries() {
    local package name library header
    local -a packages=() names=()
    builds_with stdio.h '' || {
        packages+=(g++)
        names+=('a C++ compiler with its headers and linker')
    }
    while IFS='|' read -r package name library header; do
        # Without a working linker nothing is known about the libraries: ask for all of them.
        if [[ ${packages[0]:-} == g++ ]] || ! builds_with "$header" "$library"; then
            [[ " ${packages[*]} " == *" $package "* ]] || packages+=("$package")
            names+=("$name")
        fi
    done <<<"$libraries"
    ((${#packages[@]} == 0)) || install_packages "${packages[@]}" -- "${names[@]}"
    while IFS='|' read -r package name library header; do
        ((${#packages[@]} == 0)) || builds_with "$header" "$library" ||
            fail "$name was installed, but the C compiler $(c_compiler) still cannot find <$header> or lib$library."
    done <<<"$libraries"
}

# install_packages PACKAGE… -- NAME…: the names say the same for people who have no apt.
install_packages() {
    local -a packages=() as_root=()
    while [[ $1 != -- ]]; do
        packages+=("$1")
        shift
    done
    shift
    local names
    names=$(printf ', %s' "$@")
    if [[ -z $(type -P apt-get) ]]; then
        fail "Missing, each with its headers: ${names:2}. There is no apt-get here to install them with;" \
            "please install them with this system's own package manager."
    fi
    local by_hand="apt-get install --no-install-recommends ${packages[*]}"
    if ((EUID != 0)); then
        [[ -n $(type -P sudo) ]] ||
            fail "Missing packages: ${packages[*]}. Installing them takes root, and there is no sudo here." \
                "As root, run: $by_hand"
        if sudo -n true 2>/dev/null; then
            as_root=(sudo -n)
        elif [[ -t 2 ]] && : 2>/dev/null </dev/tty; then
            as_root=(sudo)
        else
            fail "Missing packages: ${packages[*]}. Installing them takes root, and sudo wants a password, which" \
                "cannot be asked for without a terminal. Please run: sudo $by_hand"
        fi
    fi
    say "Installing the packages ${packages[*]}"
    # dpkg wants the administrator's folders on PATH; another package manager at work is waited for.
    as_root+=(env DEBIAN_FRONTEND=noninteractive "PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin" apt-get -q
        -o DPkg::Lock::Timeout=300)
    "${as_root[@]}" update </dev/null >&2 || say "The package lists could not all be brought up to date; going on."
    "${as_root[@]}" install -y --no-install-recommends "${packages[@]}" </dev/null >&2 ||
        fail "The packages could not be installed. Please run: $by_hand"
}

# --- The default model -----------------------------------------------------------------------------------------------

# Fetches the model that is compiled into the program. A clone has it; a copy without large files may not.
need_model() {
    local model=$root/Models/efficientnet-lite0/model.safetensors
    [[ -s $model ]] && return
    say "Fetching the default model"
    "$root/scripts/fetch-model" efficientnet-lite0 </dev/null >&2 ||
        fail "The default model is missing: $model"
}

# Installs, fetches and checks all that a build needs.
set_up() {
    need_swift
    need_libraries
    need_model
}

# --- Builds ----------------------------------------------------------------------------------------------------------

# The state of the files that are compiled into the program without the build system's knowledge.
asset_state() {
    find "$root/Models/efficientnet-lite0" "$root/Models/wordnet" "$root/Tests/Fixtures/Photos" \
        "$root/Sources/ZooWeb/Page" "$root/Sources/ZooWeb/API/openapi.json" -type f \
        -printf '%p %s %T@ %C@ %i\n' 2>/dev/null || true
}

# Makes a build folder and takes its lock, which is held until the script ends or closes the descriptor `lock`.
lock_build_folder() {
    local reason
    reason=$(mkdir -p -- "$1" 2>&1) || fail "Cannot build: ${reason#mkdir: }"
    [[ -w $1 && (! -e $1/zooscan.lock || -w $1/zooscan.lock) ]] || fail "Cannot build: $1 is not writable"
    exec {lock}>"$1/zooscan.lock"
    flock -n "$lock" || {
        say "Waiting for another build to end"
        flock "$lock"
    }
}

# Readies a build folder: one made under another path is of no use, and objects that embed files which have changed
# since (the build system only knows of the source that names them) are removed to be made again.
ready_build_folder() {
    local folder=$1 state
    if [[ $(cat -- "$folder/zooscan-place" 2>/dev/null) != "$root" ]]; then
        [[ ! -e $folder/zooscan-place ]] || find "$folder" -mindepth 1 -maxdepth 1 ! -name 'zooscan.lock' \
            -exec rm -rf -- {} +
        printf '%s\n' "$root" >"$folder/zooscan-place"
    fi
    state=$(asset_state)
    if [[ $(cat -- "$folder/zooscan-assets" 2>/dev/null) != "$state" ]]; then
        find "$folder" \( -path '*/CZooAssets.build/*.o' -o -path '*/CZooPage.build/*.o' \) -delete
        printf '%s\n' "$state" >"$folder/zooscan-assets"
    fi
}
