// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/placing/place.hpp"

#include <string>
#include <vector>

namespace fabricmap::placement {

/// A file that was written, and how to start the application with it.
struct WrittenLayout {
    std::string name;  ///< "seq"
    std::string file;
    std::string command;
};

/// For people: the verdict first, "RESULT: ..." last.
[[nodiscard]] std::string terminal_report(const Placement& placement,
                                          const std::vector<WrittenLayout>& files);

/// "RESULT: gain=0.31 low=0.29 high=0.33 slowest=1 crossing=0.58 bound=0.4\n": the shares of by slot's delay
/// that are gained, with the 95 % interval; slowest and crossing as ratios to by slot; the gain that nothing
/// exceeds. All of what is to be written: 0 and 1 where by slot is.
[[nodiscard]] std::string result_line(const Placement& placement);

/// Every number of the report, in SI units.
[[nodiscard]] std::string json_report(const Placement& placement, const std::vector<WrittenLayout>& files);

/// Hosts as boxes around a circle, those of a leaf side by side, and what they send as lines whose width is
/// bytes: by slot, and placed.
[[nodiscard]] std::string svg_picture(const Placement& placement);

/// What a value is of that by slot; 1 where by slot has none.
[[nodiscard]] double ratio_to_before(const Placement& placement, const Value& value, Goal goal);

}  // namespace fabricmap::placement
