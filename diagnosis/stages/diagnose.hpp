// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command_line/progress.hpp"
#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/structure/declared_kinds.hpp"
#include "diagnosis/topology/slurm_topology.hpp"
#include "netcdf_schema/run/run.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// What of a diagnosis is wanted.
enum class Aspect : std::uint8_t { anomalies, thresholds, topology, comparison };

struct Request {
    std::vector<Run> runs;      ///< modes of one machine, or the same mode several times
    std::vector<Run> baseline;  ///< the same machine at another time; may be empty
    std::optional<DeclaredTopology> declared;
    std::optional<Aspect> only;  ///< nothing: everything
    std::optional<DeclaredKinds> kinds;
    double min_effect = 0.05;                    ///< ratios below 1 + this are no faults
    std::int64_t uplinks = 0;                    ///< of a leaf, for streams between leaves; 0 where unknown
    double min_time_s = 0;                       ///< nor is what adds less than that to every message
    bool for_pictures = false;                   ///< planes and curves that pictures alone need are read, too
    std::optional<std::string> drawn_part{};     ///< a host, or two with a comma between, for a picture
    std::optional<std::int64_t> drawn_length{};  ///< bytes, for a picture

    [[nodiscard]] bool wants(Aspect aspect) const noexcept { return !only || *only == aspect; }
};

/// The run whose parts are judged: the first of messages one way, where there are such, else the first.
[[nodiscard]] const Run& judged_run(const std::vector<Run>& runs);

/// Reads the runs and says what is wrong. Throws UsageError where they do not belong together or the part
/// that is wanted cannot be had, FileError where nothing was measured. Of a run that ended before its first
/// length was complete it says which hosts answered nobody, and leaves all else open.
[[nodiscard]] Diagnosis diagnose(const Request& request, Progress& progress);

}  // namespace fabricmap::diagnosis
