// SPDX-License-Identifier: Apache-2.0
// What it takes to know every median to 2 % with 95 % certainty: sampling that stops when it does, against
// 100 samples of every pair, and against as many of every pair as the worst needed.
#include "bench/sweeping.hpp"
#include "netcdf_schema/errors.hpp"
#include "netcdf_schema/message_lengths.hpp"

using namespace fabricmap;
using namespace fabricmap::network_test;

namespace {

struct Effort {
    double elapsed_s = 0;
    std::int64_t samples = 0;
    std::int64_t imprecise = 0;
    std::int64_t medians = 0;

    [[nodiscard]] double share_precise() const {
        return 100.0 * static_cast<double>(medians - imprecise) / static_cast<double>(medians);
    }
};

Effort effort_of(const Session& session, const SamplingRule& rule) {
    Options options;
    options.lengths = parse_lengths("0,1K,8K,64K");
    options.sampling = rule;
    options.schedule = ScheduleKind::serial;
    const bench::Swept swept = bench::sweep(session, options);
    Effort effort{swept.elapsed_s, 0, 0, 0};
    for (const PlaneDigest& plane : swept.planes) {
        effort.samples += plane.samples();
        effort.imprecise += plane.imprecise();
        effort.medians += plane.measured();
    }
    return effort;
}

void print(const char* what, const Effort& effort, const Effort& fixed) {
    fmt::print(
        "  {:<32} {:>8} samples, {:6.2f} s; {:5.1f} % of the medians within 2 %; {:.2f} of the samples, "
        "{:.2f} of the time\n",
        what, effort.samples, effort.elapsed_s, effort.share_precise(),
        static_cast<double>(effort.samples) / static_cast<double>(fixed.samples),
        effort.elapsed_s / fixed.elapsed_s);
}

}  // namespace

int main(int argument_count, char** arguments) {
    constexpr std::int64_t usual = 100;
    constexpr std::int64_t as_many_as_it_takes = 20'000;
    const Session session(argument_count, arguments);
    const Effort fixed = effort_of(session, {.most = usual, .fixed = true});
    const Effort usual_most = effort_of(session, {.most = usual});
    const Effort until_precise = effort_of(session, {.most = as_many_as_it_takes});
    if (session.is_first()) {
        fmt::print("{} ranks:\n", session.size());
        print("100 of every pair (--fixed)", fixed, fixed);
        print("until precise, at most 100", usual_most, fixed);
        print("until precise, at most 20000", until_precise, fixed);
    }
    return static_cast<int>(ExitCode::success);
}
