// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/delay_stack.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace fabricmap {

/// A run opened for reading: what it is, and a stack for each statistic that is there.
class Run {
  public:
    using Stacks = std::map<Statistic, std::shared_ptr<const DelayStack>>;

    /// `named` is the statistic whose file the user gave; nothing where a prefix was given.
    /// `label` says in messages where the run came from.
    Run(std::string label, RunDescription description, Stacks stacks, std::optional<Statistic> named);

    /// The same run described otherwise: all else that it holds stays.
    [[nodiscard]] Run described_as(RunDescription description) const;

    [[nodiscard]] const std::string& label() const noexcept { return label_; }
    [[nodiscard]] const RunDescription& description() const noexcept { return description_; }
    [[nodiscard]] bool has(Statistic statistic) const noexcept { return stacks_.contains(statistic); }
    [[nodiscard]] std::vector<Statistic> statistics() const;
    /// The statistic whose file the user gave; nothing where a prefix was given.
    [[nodiscard]] std::optional<Statistic> named() const noexcept { return named_; }
    /// The named file's own statistic, else the median, else the first there is.
    [[nodiscard]] Statistic preferred() const;
    /// Why preferred() is not the median although no file was named, as "r_median.nc is of another run";
    /// nothing where it is, or was chosen.
    [[nodiscard]] const std::optional<std::string>& reason_without_median() const noexcept {
        return reason_without_median_;
    }
    void set_reason_without_median(std::string reason) { reason_without_median_ = std::move(reason); }
    /// Throws FileError that names the missing statistic and those there are.
    [[nodiscard]] std::shared_ptr<const DelayStack> stack(Statistic statistic) const;

    /// Of those that were read so far: see DelayStack.
    [[nodiscard]] std::size_t implausible_values() const;

    /// Bits of Quality (see has_quality), by the lengths of the description; nothing where the run
    /// does not tell, as in archives and the older toolkit's files.
    [[nodiscard]] const std::shared_ptr<const DelayStack>& quality() const noexcept { return quality_; }
    void set_quality(std::shared_ptr<const DelayStack> quality) { quality_ = std::move(quality); }

    /// How many samples took longer than five medians (see CellStatistics), by the lengths of the
    /// description; NaN where it is unknown, nothing where the run does not tell, as in archives and in runs
    /// of earlier versions.
    [[nodiscard]] const std::shared_ptr<const DelayStack>& outliers() const noexcept { return outliers_; }
    void set_outliers(std::shared_ptr<const DelayStack> outliers) { outliers_ = std::move(outliers); }

    /// Of traffic: bytes of the messages that Statistic::count counts, of the same lengths and ranks; nothing
    /// of any other run.
    [[nodiscard]] const std::shared_ptr<const DelayStack>& bytes() const noexcept { return bytes_; }
    void set_bytes(std::shared_ptr<const DelayStack> bytes) { bytes_ = std::move(bytes); }

  private:
    std::string label_;
    RunDescription description_;
    Stacks stacks_;
    std::optional<Statistic> named_;
    std::optional<std::string> reason_without_median_;
    std::shared_ptr<const DelayStack> quality_;
    std::shared_ptr<const DelayStack> outliers_;
    std::shared_ptr<const DelayStack> bytes_;
};

/// "3 values are no delays (...) and count as not measured".
[[nodiscard]] std::string describe_implausible_values(std::size_t values);

}  // namespace fabricmap
