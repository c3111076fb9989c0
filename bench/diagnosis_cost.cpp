// SPDX-License-Identifier: Apache-2.0
// What a diagnosis costs, against reading the same values once: 100 lengths of 256, 512 and 1024 ranks, from
// a plain file and from an archive that lie in the page cache; and its memory, against one plane in float64,
// for 25 and for 100 lengths.
#include "bench/measuring.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "netcdf_schema/open_run.hpp"

#include <algorithm>
#include <unistd.h>

using namespace fabricmap;

namespace {

void compare(const std::filesystem::path& path, std::string_view kind) {
    const auto stack = open_run(path).stack(Statistic::median);
    double reading_s =
        bench::seconds_of([&] { bench::sum_of(*stack); });  // brings the file into the page cache
    reading_s = std::min(reading_s, bench::seconds_of([&] { bench::sum_of(*stack); }));
    Progress progress(false);
    const auto diagnose = [&] {
        diagnosis::Request request;
        request.runs.push_back(open_run(path));
        static_cast<void>(diagnosis::diagnose(request, progress));
    };
    const double diagnosis_s = std::min(bench::seconds_of(diagnose), bench::seconds_of(diagnose));
    const auto ranks = static_cast<double>(stack->rank_count());
    fmt::print(
        "{:>5} ranks, {:>3} lengths, {:<10} reading {:5.2f} s, diagnosis {:5.2f} s, ratio {:.2f}; peak "
        "memory {:.0f} MiB, "
        "{:.1f} planes\n",
        ranks, stack->message_lengths().size(), kind, reading_s, diagnosis_s, diagnosis_s / reading_s,
        bench::peak_mib(), bench::peak_mib() * (1 << 20) / (ranks * ranks * sizeof(double)));
}

}  // namespace

int main() {
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("fabricmap_bench_{}", getpid());
    std::filesystem::create_directory(folder);
    Progress progress(true);
    for (const auto& [ranks_per_host, lengths] : {std::pair{4, 100}, {8, 100}, {16, 25}, {16, 100}}) {
        bench::synthesize(folder / "run", ranks_per_host, lengths, progress);
        compare(folder / "run_median.nc", "plain");
        bench::archive(folder / "run", folder / "archive.nc", progress);
        compare(folder / "archive.nc", "archive");
    }
    std::filesystem::remove_all(folder);
}
