// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/expected_stack.hpp"

#include "tests/not_measured.hpp"
#include "tests/viewer/reading/cuts.hpp"
#include "tests/viewer/reading/held_runs.hpp"

#include <memory>

namespace fabricmap::viewer {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::not_measured;
using testing::same_numbers;

/// Ranks 0 and 1 are on a, 2 and 3 on b. Rank 3 is behind a longer way, a class of its own.
Opened near_and_far() {
    return testing::held(
        "run", {"a", "a", "b", "b"}, {1, 64},
        {{Statistic::median,
          {cells({{0, 2, 10, 40}, {2, 0, 30, 20}, {10, 10, 0, 2}, {20, 20, not_measured, 0}}),
           cells({{0, 3, 50, 90}, {3, 0, 50, 90}, {50, 25, 0, 3}, {90, 90, 3, 0}})}}});
}

/// As one would write it down: within hosts 2 and 3, near ones 10 and 50, far ones 20 and nobody knows.
std::shared_ptr<diagnosis::Diagnosis> written_down() {
    auto diagnosis = std::make_shared<diagnosis::Diagnosis>();
    diagnosis->runs.push_back({"run", near_and_far().description(), Statistic::median});
    diagnosis->lengths = {1, 64};
    diagnosis->classes = {{"within hosts", false, 4, {2, 3}},
                          {"near", true, 4, {10, 50}},
                          {"far", true, 4, {20, not_measured}}};
    diagnosis::ClassNumbers numbers(4, 4);
    const int none = diagnosis::no_class;
    numbers << none, 0, 1, 2, 0, none, 1, 2, 1, 1, none, 0, 2, 2, 0, none;
    diagnosis->class_of = std::make_shared<const diagnosis::ClassNumbers>(std::move(numbers));
    return diagnosis;
}

Displayed expected_of(Endpoints endpoints,
                      std::shared_ptr<const diagnosis::Diagnosis> diagnosis = written_down()) {
    return display(near_and_far(), nullptr, Content::expected, endpoints, Statistic::median,
                   std::move(diagnosis));
}

TEST(Expected, DividesEachCellByWhatItsClassTakesAtThatLength) {
    const Displayed ranks = expected_of(Endpoints::ranks);
    EXPECT_EQ(ranks.quantity, Quantity::ratio);
    EXPECT_TRUE(ranks.never.diagonal);
    const double none = not_measured;
    EXPECT_TRUE(same_numbers(ranks.stack->plane(0),
                             cells({{none, 1, 1, 2}, {1, none, 3, 1}, {1, 1, none, 1}, {1, 1, none, none}})));
    EXPECT_TRUE(same_numbers(
        ranks.stack->plane(1),
        cells({{none, 1, 1, none}, {1, none, 1, none}, {1, 0.5, none, 1}, {none, none, 1, none}})));
    testing::expect_cuts_of_planes(*ranks.stack);
}

TEST(Expected, OfHostsIsFoldedAfterTheDivision) {
    // From a to b: 1, 2, 3 and 1 times as long. The slowest delay, of 40, is only twice as long.
    EXPECT_EQ(expected_of(Endpoints::hosts_worst).stack->plane(0)(0, 1), 3);
    EXPECT_EQ(expected_of(Endpoints::hosts_median).stack->plane(0)(0, 1), 1.5);
    testing::expect_cuts_of_planes(*expected_of(Endpoints::hosts_worst).stack);
}

TEST(Expected, IsUnknownWithoutADiagnosisOfSuchPairs) {
    EXPECT_THAT(error_of<UsageError>([] { expected_of(Endpoints::ranks, nullptr); }), HasSubstr("faults"));
    auto of_others = written_down();
    of_others->class_of = std::make_shared<const diagnosis::ClassNumbers>(3, 3);
    EXPECT_THAT(error_of<UsageError>([&] { expected_of(Endpoints::ranks, of_others); }), HasSubstr("run"));
}

}  // namespace
}  // namespace fabricmap::viewer
