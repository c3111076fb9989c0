// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/delay_stack.hpp"
#include "netcdf_schema/run_description.hpp"

#include <filesystem>
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
    [[nodiscard]] const std::optional<std::string>& lack_of_median() const noexcept {
        return lack_of_median_;
    }
    void set_lack_of_median(std::string reason) { lack_of_median_ = std::move(reason); }
    /// Throws FileError that names the missing statistic and those there are.
    [[nodiscard]] std::shared_ptr<const DelayStack> stack(Statistic statistic) const;

    /// Of those that were read so far: see DelayStack.
    [[nodiscard]] std::size_t implausible_values() const;

    /// Bits of Quality (see has_quality), by the lengths of the description; nothing where the run
    /// does not tell, as in archives and the older toolkit's files.
    [[nodiscard]] const std::shared_ptr<const DelayStack>& quality() const noexcept { return quality_; }
    void set_quality(std::shared_ptr<const DelayStack> quality) { quality_ = std::move(quality); }

  private:
    std::string label_;
    RunDescription description_;
    Stacks stacks_;
    std::optional<Statistic> named_;
    std::optional<std::string> lack_of_median_;
    std::shared_ptr<const DelayStack> quality_;
};

/// "3 values are no delays (...) and count as not measured".
[[nodiscard]] std::string describe_implausible_values(std::size_t values);

/// Opens whatever holds delays: the prefix of a set of files or one file of it, ours or the older toolkit's
/// (plain, archive, 2024 variant, text), the output of mpiGraph, or the prefix of a run that lies in parts.
/// The content decides, not the name. Planes that an interrupted run left half written are not shown. Throws
/// FileError with the path and the reason when it is none of these, damaged or unreadable.
[[nodiscard]] Run open_run(const std::filesystem::path& path);

/// The files that such a run is read from; none where the path names no file and no prefix.
[[nodiscard]] std::vector<std::filesystem::path> files_of_run(const std::filesystem::path& path);

}  // namespace fabricmap
