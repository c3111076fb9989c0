// SPDX-License-Identifier: Apache-2.0
// What it takes to know every median to 2 % with 95 % certainty: sampling that stops when it does, against
// 100 samples of every pair, and against as many of every pair as the worst needed.
#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "bench/sweeping.hpp"

using namespace fabricmap;
using namespace fabricmap::network_test;

namespace {

struct Expense {
    double elapsed_s = 0;
    std::int64_t samples = 0;
    std::int64_t imprecise = 0;
    std::int64_t medians = 0;

    [[nodiscard]] double share_precise() const {
        return 100.0 * static_cast<double>(medians - imprecise) / static_cast<double>(medians);
    }
};

Expense expense_of(const Session& session, const SamplingRule& rule) {
    Options options;
    options.lengths = parse_lengths("0,1K,8K,64K");
    options.sampling = rule;
    options.schedule = ScheduleKind::serial;
    const bench::Swept swept = bench::sweep(session, options);
    Expense expense{swept.elapsed_s, 0, 0, 0};
    for (const PlaneDigest& plane : swept.planes) {
        expense.samples += plane.samples();
        expense.imprecise += plane.imprecise();
        expense.medians += plane.measured();
    }
    return expense;
}

void print(const char* what, const Expense& expense, const Expense& fixed) {
    fmt::print(
        "  {:<32} {:>8} samples, {:6.2f} s; {:5.1f} % of the medians within 2 %; {:.2f} of the samples, "
        "{:.2f} of the time\n",
        what, expense.samples, expense.elapsed_s, expense.share_precise(),
        static_cast<double>(expense.samples) / static_cast<double>(fixed.samples),
        expense.elapsed_s / fixed.elapsed_s);
}

}  // namespace

int main(int argument_count, char** arguments) {
    constexpr std::int64_t typical = 100;
    constexpr std::int64_t as_many_as_it_takes = 20'000;
    const Session session(argument_count, arguments);
    const Expense fixed = expense_of(session, {.most = typical, .fixed = true});
    const Expense typical_most = expense_of(session, {.most = typical});
    const Expense until_precise = expense_of(session, {.most = as_many_as_it_takes});
    if (session.is_first()) {
        fmt::print("{} ranks:\n", session.size());
        print("100 of every pair (--fixed)", fixed, fixed);
        print("until precise, at most 100", typical_most, fixed);
        print("until precise, at most 20000", until_precise, fixed);
    }
    return static_cast<int>(ExitCode::success);
}
