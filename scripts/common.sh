# SPDX-License-Identifier: Apache-2.0
# What scripts/quickstart and scripts/check share. Sourced from the top of the repository.

package_list=packaging/debian-packages.txt

# Open MPI refuses root and more ranks than cores unless it is told that both are meant.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1

say() { printf '\n== %s\n' "$*"; }

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

listed_packages() { grep -vE '^(#|$)' "$package_list"; }

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "packages are missing and need root to be installed: run as root or install sudo"
    fi
}

install_missing_packages() {
    command -v apt-get >/dev/null || die "this is no Debian: install what $package_list names, then use the CMake presets"
    local package
    local missing=()
    for package in $(listed_packages); do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "Installing ${missing[*]}"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "${missing[@]}"
}

# build PRESET: what is printed stays in build/PRESET.log as well.
build() {
    say "Building ($1)"
    local log=build/$1.log
    mkdir -p build
    cmake --preset "$1" --log-level=WARNING 2>&1 | tee "$log" ||
        die "configuring build/$1 failed: $log says why; after a change of compilers or packages remove build/$1"
    cmake --build --preset "$1" 2>&1 | tee -a "$log" || die "$(why_build_failed "$1" "$log")"
}

why_build_failed() {
    local target
    target=$(sed -n '/^FAILED: /{s///;s/ .*//p;q}' "$2")
    if grep -qE 'Killed signal|out of memory|std::bad_alloc' "$2"; then
        echo "memory ran out while building ${target:-build/$1}: give CMAKE_BUILD_PARALLEL_LEVEL=1 before $0"
    elif grep -q 'No space left on device' "$2"; then
        echo "the disk is full: free some space, and start $0 again, which goes on from there"
    else
        echo "building ${target:-build/$1} failed first: $2 says why, behind FAILED"
    fi
}
