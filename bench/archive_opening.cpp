// SPDX-License-Identifier: Apache-2.0
// What it costs that no damaged archive crashes a program: comparing the checksum, against opening the
// archive with that; and without a checksum the trial in a process of its own, against opening and reading
// all values.
#include "bench/measuring.hpp"
#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/file/structure_checksum.hpp"
#include "netcdf_schema/file/trial_read.hpp"

#include <algorithm>
#include <unistd.h>

using namespace fabricmap;

namespace {

template <typename Work>
double min_seconds_of(const Work& work) {
    double min_s = bench::seconds_of(work);
    for (int i = 0; i < 9; ++i) min_s = std::min(min_s, bench::seconds_of(work));
    return min_s;
}

void compare(const std::filesystem::path& path, int ranks) {
    const double checksum_s = min_seconds_of([&] { static_cast<void>(check_structure(path)); });
    const double opening_s = min_seconds_of([&] { static_cast<void>(Archive(path)); });
    const double trial_s = min_seconds_of([&] { require_survivable(path); });
    const double reading_s =
        min_seconds_of([&] { static_cast<void>(bench::sum_of(*open_run(path).stack(Statistic::median))); });
    fmt::print(
        "{:>5} ranks, {:>9} bytes: checksum {:7.3f} ms of {:7.3f} ms of opening, ratio {:.2f}; "
        "trial {:7.1f} ms, reading {:7.1f} ms, ratio {:.2f}\n",
        ranks, std::filesystem::file_size(path), checksum_s * 1e3, opening_s * 1e3, checksum_s / opening_s,
        trial_s * 1e3, reading_s * 1e3, trial_s / reading_s);
}

}  // namespace

int main() {
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("fabricmap_bench_{}", getpid());
    std::filesystem::create_directory(folder);
    Progress progress(true);
    for (const int ranks_per_host : {1, 4, 16, 32}) {
        bench::synthesize(folder / "run", ranks_per_host, 25, progress);
        bench::archive(folder / "run", folder / "archive.nc", progress);
        compare(folder / "archive.nc", 64 * ranks_per_host);
    }
    std::filesystem::remove_all(folder);
}
