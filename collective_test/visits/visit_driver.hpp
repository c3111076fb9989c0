// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/request/options.hpp"
#include "collective_test/visits/ordered_visits.hpp"
#include "collective_test/visits/visit_log.hpp"
#include "measuring/progress.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace fabricmap::collective_test {

/// On rank 0: has visits made one after another, keeps what they found, and sees to it that they end in time.
class VisitDriver {
  public:
    struct Terms {
        const Options& options;
        const CollectiveRun& run;
        OrderedVisits& visits;
        VisitLog& log;
        SweepProgress& progress;
        std::function<double()> elapsed_s;                   ///< since the program began
        std::atomic<std::int64_t>* visits_stored = nullptr;  ///< to be kept up to date, where there is one
    };

    explicit VisitDriver(Terms terms) : terms_(std::move(terms)) {}

    [[nodiscard]] const Options& options() const noexcept { return terms_.options; }
    [[nodiscard]] const CollectiveRun& run() const noexcept { return terms_.run; }
    [[nodiscard]] VisitLog& log() noexcept { return terms_.log; }
    [[nodiscard]] double elapsed_s() const { return terms_.elapsed_s(); }
    [[nodiscard]] SweepProgress& progress() noexcept { return terms_.progress; }

    /// Visits end before that moment, in seconds since the program began; negative: whenever they do.
    void end_before(double moment_s) noexcept { end_s_ = moment_s; }

    /// Makes the visit and logs it. Where the order has no slot it gets the cell's. False, and nothing was
    /// done, where it would not end in time.
    [[nodiscard]] bool visit(VisitOrder order, std::span<const int> group_of_rank = {});
    /// The same; returns the visits, one for each group, or none where the time is up.
    [[nodiscard]] std::vector<CollectiveVisit> visit_groups(VisitOrder order,
                                                            std::span<const int> group_of_rank);

    /// An order for the sweep's cell, in the run's terms.
    [[nodiscard]] VisitOrder order_of(const CollectiveCell& cell, VisitPurpose purpose, int pass) const;
    /// What a visit of the cell took, all in all; s. 0 where there was none.
    [[nodiscard]] double visit_s(const CollectiveCell& cell) const;

    /// Shows what is being done; `text` is asked for now and then.
    void show(const std::function<std::string()>& text);

  private:
    /// Says once that others take the cores, where they do.
    void warn_if_busy();

    using SteadyTime = std::chrono::steady_clock;

    Terms terms_;
    double end_s_ = -1;
    std::map<CollectiveCell, double> visit_s_;
    SteadyTime::time_point shown_;
    bool warned_ = false;
};

}  // namespace fabricmap::collective_test
