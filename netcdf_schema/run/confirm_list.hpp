// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap {

/// One value of a run: an ordered pair of ranks of its matrices at one length.
struct PairAtLength {
    std::int64_t sender = 0;
    std::int64_t receiver = 0;
    std::int64_t length_bytes = 0;

    friend auto operator<=>(const PairAtLength&, const PairAtLength&) = default;
};

/// Values of a run that are to be measured again, alone: network_diagnose --suspects writes them,
/// network_test --confirm reads them.
struct ConfirmList {
    std::string run_id;
    std::vector<PairAtLength> values;
    /// So many of each value, and of each control, where slow samples are to be counted.
    std::optional<std::int64_t> samples{};
};

/// A line for the run, one for the samples where the list has them, one for the names of the columns, and one
/// for each value: "sender,receiver,length_bytes".
[[nodiscard]] std::string confirm_list_text(const ConfirmList& list);

/// Throws FileError that names the file and the line.
[[nodiscard]] ConfirmList read_confirm_list(const std::filesystem::path& path);

}  // namespace fabricmap
