// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// From some length on the same time is added to messages, and to shorter ones nothing.
struct AddedStep {
    std::int64_t from_bytes = 0;
    double added_s = 0;
};

/// The step between two neighbouring lengths from 64 bytes to 64K that explains what is added, if one does.
/// `typical_s`: healthy delays at each length; `factors`: what they are multiplied by; of less than 1 +
/// `floor` nothing is known. It takes two lengths with it, one of them eight times the other.
[[nodiscard]] std::optional<AddedStep> added_step(const std::vector<std::int64_t>& lengths_bytes,
                                                  const std::vector<float>& typical_s,
                                                  const std::vector<double>& factors, double floor);

}  // namespace fabricmap::diagnosis
