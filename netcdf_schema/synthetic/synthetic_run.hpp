// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run.hpp"
#include "netcdf_schema/synthetic/cell_model.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap {

/// Why a model cannot show that scenario; nothing where it can.
[[nodiscard]] std::optional<std::string> synthetic_unsupported_scenario(const Scenario& scenario);

/// A whole run made by a model: any value of it at once, none of it in memory. The same scenario gives the
/// same values, whatever else is asked for. Safe to use from several threads.
class SyntheticRun {
  public:
    /// Throws UsageError where a model cannot show the scenario.
    explicit SyntheticRun(Scenario scenario);
    SyntheticRun(const SyntheticRun&) = delete;  // its models point into it
    SyntheticRun& operator=(const SyntheticRun&) = delete;
    ~SyntheticRun() = default;

    [[nodiscard]] const Scenario& scenario() const noexcept { return scenario_; }
    [[nodiscard]] std::int64_t rank_count() const noexcept { return scenario_.fabric.rank_count(); }

    [[nodiscard]] double value(Statistic statistic, std::size_t k, std::int64_t sender,
                               std::int64_t receiver) const;
    /// One cell per receiver, with the wanted statistics.
    void fill_row(std::size_t k, std::int64_t sender, std::span<const Statistic> wanted,
                  std::span<CellStatistics> cells) const;

    /// What files of this run tell of it; nothing about when it was made.
    [[nodiscard]] RunDescription describe() const;

  private:
    [[nodiscard]] std::uint64_t bits(std::size_t k, std::int64_t sender, std::int64_t receiver) const;

    Scenario scenario_;
    PairClasses classes_;
    std::vector<DelayModel> models_;  ///< one a length
    Straying straying_;
};

/// The run as any reader sees one: `label` says in messages where it came from.
[[nodiscard]] Run as_run(const std::shared_ptr<const SyntheticRun>& synthetic, const std::string& label);

}  // namespace fabricmap
