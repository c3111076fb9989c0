// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/roster.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/run/run.hpp"
#include "network_test/engine/round_visits.hpp"
#include "network_test/request/options.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// One measurement, between ranks of the job.
struct ConfirmTask {
    std::int64_t length_bytes = 0;
    RankPair pair;
    bool is_control = false;
};

/// What became of the values that were to be confirmed, for rank 0: puts them into the run, and reports how
/// they compare with what it held and with the controls.
class ConfirmAccount {
  public:
    /// `counts_slow_samples`: the controls are put into the run as well, for the diagnosis to count with.
    /// Throws FileError where the run cannot be written.
    ConfirmAccount(const Options& options, const RunDescription& run, const Roster& roster,
                   bool counts_slow_samples);

    /// `cells`: of the tasks, in their order.
    void add(const std::vector<ConfirmTask>& tasks, const std::vector<CellStatistics>& cells);
    void close() { writer_.close(); }
    [[nodiscard]] std::string text() const;

  private:
    /// Samples beyond five medians, among all.
    struct SlowSamples {
        std::int64_t slow = 0;
        std::int64_t all = 0;
        [[nodiscard]] double fraction() const {
            return all > 0 ? static_cast<double>(slow) / static_cast<double>(all) : 0;
        }
    };

    [[nodiscard]] static double stored(const DelayStack& stack, std::int64_t length, std::int64_t sender,
                                       std::int64_t receiver);
    [[nodiscard]] std::string counts_text() const;

    const Roster& roster_;
    RunWriter writer_;
    Run stored_;
    std::shared_ptr<const DelayStack> medians_;
    bool counts_slow_samples_;
    std::vector<double> values_;    ///< ratios to what the run held
    std::vector<double> controls_;  ///< the same
    std::int64_t unconfirmed_controls_ = 0;
    SlowSamples of_values_;
    SlowSamples of_controls_;
};

}  // namespace fabricmap::network_test
