// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/run.hpp"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fabricmap::rules {

/// A rank by its position in the machine: the slot is its number among the ranks of its host, from 0. Ranks
/// of a trace and of a map are the same where these are.
struct RankPosition {
    std::string host;
    std::int64_t slot = 0;
};

/// Hosts and ranks of a run, found by position.
class MeasuredRanks {
  public:
    explicit MeasuredRanks(const RunDescription& description);

    /// Nothing where the run has no such host, or fewer ranks there.
    [[nodiscard]] std::optional<RankIndex> find(const RankPosition& position) const;
    [[nodiscard]] RankPosition position_of(RankIndex rank) const;
    [[nodiscard]] const diagnosis::Machine& machine() const noexcept { return machine_; }

  private:
    diagnosis::Machine machine_;
    std::unordered_map<std::string, HostIndex> hosts_;
    std::vector<std::int64_t> slots_;  ///< of each rank
};

/// Runs of one machine that are looked at together, in several modes or several times. The first one that
/// measures messages one way is the one that is judged, as network_diagnose does.
class MeasuredMap {
  public:
    explicit MeasuredMap(std::vector<Run> runs);

    [[nodiscard]] const std::vector<Run>& runs() const noexcept { return runs_; }
    [[nodiscard]] const MeasuredRanks& ranks(std::size_t run) const { return ranks_[run]; }
    [[nodiscard]] std::size_t judged() const noexcept { return judged_; }

    /// Worked out when it is asked for first, which reads all values. Throws UsageError where the runs do not
    /// belong together, FileError where nothing was measured.
    [[nodiscard]] const diagnosis::Diagnosis& diagnosis() const;

    /// The class of a pair by position: that of the judged run's ranks, or where it has fewer ranks on a host
    /// that of its hosts. None where a host is unknown, or no such pair was measured.
    [[nodiscard]] const diagnosis::ClassCurve* class_between(const RankPosition& from,
                                                             const RankPosition& to) const;

  private:
    std::vector<Run> runs_;
    std::vector<MeasuredRanks> ranks_;
    std::size_t judged_ = 0;
    mutable std::shared_ptr<const diagnosis::Diagnosis> diagnosis_;
};

/// A mode's name; that of the operation where the run is of a collective one; empty where it is not known.
[[nodiscard]] std::string_view mode_name(const RunDescription& run);

}  // namespace fabricmap::rules
