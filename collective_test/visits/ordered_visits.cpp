// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/ordered_visits.hpp"

namespace fabricmap::collective_test {
namespace {

constexpr Nanoseconds between_clock_checks = 1'000'000'000;

}  // namespace

void OrderedVisits::pass_on(VisitOrder& order, std::vector<int>& group_of_rank) {
    const IdleWaiting& idle = visitor_.idle();
    idle.take_from(0, &order, sizeof order, MPI_BYTE, visitor_.control());
    if (!order.is_split) return;
    group_of_rank.resize(ranks_);
    idle.take_from(0, group_of_rank.data(), static_cast<int>(ranks_), MPI_INT, visitor_.control());
}

std::vector<CollectiveVisit> OrderedVisits::make(const VisitOrder& order,
                                                 std::span<const int> group_of_rank) {
    VisitOrder passed = order;
    const Nanoseconds now = visitor_.clock().now();
    passed.checks_clocks = now - clocks_checked_ > between_clock_checks;
    if (passed.checks_clocks) clocks_checked_ = now;
    passed.is_split = !group_of_rank.empty();
    std::vector<int> groups(group_of_rank.begin(), group_of_rank.end());
    pass_on(passed, groups);
    return visitor_.visit(passed, groups);
}

void OrderedVisits::end() {
    VisitOrder order;
    order.is_end = true;
    std::vector<int> none;
    pass_on(order, none);
}

void OrderedVisits::follow() {
    std::vector<int> group_of_rank;
    while (true) {
        VisitOrder order;
        pass_on(order, group_of_rank);
        if (order.is_end) return;
        (void)visitor_.visit(order, group_of_rank);
    }
}

double OrderedVisits::elapsed_s() const {
    return static_cast<double>(visitor_.clock().now() - begun_) / nanoseconds_per_second;
}

}  // namespace fabricmap::collective_test
