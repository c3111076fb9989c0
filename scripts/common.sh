# SPDX-License-Identifier: Apache-2.0
# What scripts/quickstart and scripts/check share. Sourced from the top of the repository.

package_list=packaging/debian-packages.txt

# Open MPI refuses root and more ranks than cores unless it is told that both are meant.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
# One mpirun of Open MPI 4 in some thousands takes a rank that ended well for one that never finalized (its issue
# 7833), and fails.
export OMPI_MCA_orte_allowed_exit_without_sync=1
# No rank needs to know the PCI devices, and to look at them takes half of the time of a short job; nor what the
# processor says of itself beside what Linux says of it: to ask, a process binds itself to each core in turn, and waits
# until those who are there let it run.
export HWLOC_COMPONENTS=-pci,-linuxio,-x86

# stage WORDS...: begins a stage and ends the one before; print_stage_times says how long each took.
stage_name=
stage_began=0
stage_times=
stage() {
    end_stage
    stage_name=$*
    stage_began=$SECONDS
    printf '\n== %s\n' "$*"
}

end_stage() {
    [ -z "$stage_name" ] || stage_times+=$(printf '%7s  %s' "$(minutes $((SECONDS - stage_began)))" "$stage_name")$'\n'
    stage_name=
}

minutes() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

print_stage_times() {
    end_stage
    printf '\n== Time taken (min:s)\n%s%7s  in all\n' "$stage_times" "$(minutes $SECONDS)"
}

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# listed_packages SECTION...: those of these sections of the list, or all.
listed_packages() {
    awk -v wanted=" $* " '/^#|^$/ { next }
        /^\[.*\]$/ { is_wanted = wanted ~ /^ *$/ || index(wanted, " " substr($0, 2, length - 2) " "); next }
        is_wanted' "$package_list"
}

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

# install_missing_packages SECTION...
install_missing_packages() {
    command -v apt-get >/dev/null || die "this is no Debian: install what $package_list names, then use the CMake presets"
    local package
    local missing=()
    for package in $(listed_packages "$@"); do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    stage "Installing ${#missing[@]} packages: ${missing[*]}"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "${missing[@]}"
}

# GCC looks for memory to free again and again from 128 MiB on, which takes a seventh of the time of a large unit.
export CXXFLAGS="${CXXFLAGS-} --param ggc-min-heapsize=1048576"

# build PRESET [TARGET...]: what is printed stays in build/PRESET.log as well.
build() {
    local preset=$1
    local log=build/$preset.log
    shift
    stage "Building ($preset)"
    mkdir -p build
    cmake --preset "$preset" "${build_options[@]}" --log-level=WARNING 2>&1 | tee "$log" ||
        die "configuring build/$preset failed: $log says why; after a change of compilers or packages remove build/$preset"
    [ -f "build/$preset/.ninja_log" ] ||
        echo "A first build will take about $(minutes "$(seconds_of_a_first_build "$preset")") min on $(nproc) cores as busy as now."
    NINJA_STATUS='[%f/%t after %e s] ' cmake --build --preset "$preset" ${1:+--target "$@"} 2>&1 | tee -a "$log" ||
        die "$(why_build_failed "$preset" "$log")"
}

# What a preset is configured with beside its own settings.
build_options=()

# A first build in units: how often a core could compile scripts/reference_unit.cpp meanwhile.
declare -A units_of_a_first_build=([release]=70 [bench]=87 [ci]=130 [dev]=45)

# seconds_of_a_first_build PRESET: all cores compile that file at once, so that other load counts as well.
seconds_of_a_first_build() {
    local folder began ended core
    folder=$(mktemp -d)
    began=$(date +%s%N)
    for core in $(seq "$(nproc)"); do
        "${CXX:-g++}" -std=c++20 -O2 -c scripts/reference_unit.cpp -o "$folder/$core.o" &
    done
    wait
    ended=$(date +%s%N)
    rm -rf "$folder"
    echo $((units_of_a_first_build[$1] * (ended - began) / 1000000000 / $(nproc)))
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
