// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/reading/curves.hpp"

#include <QString>
#include <string>
#include <string_view>

namespace fabricmap::viewer {

/// A phrase of the diagnosis in the viewer's language (diagnosis/model/phrases.hpp).
[[nodiscard]] std::string in_language(std::string_view phrase);

/// The name of a pair class in the viewer's language: "between hosts, 3 hops". What a configuration file
/// calls kinds of hosts stays as it is.
[[nodiscard]] QString class_text(const std::string& class_name);

/// "rank 3 on node01 → rank 7 on node02".
[[nodiscard]] QString curve_text(const Curve& curve);

/// "between hosts: +12 µs from 16K on".
[[nodiscard]] QString break_text(const ProtocolBreak& found);

}  // namespace fabricmap::viewer
