// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// A value of a run that is to be confirmed: ranks are those of its matrices.
struct ValueToConfirm {
    std::int64_t sender = 0;
    std::int64_t receiver = 0;
    std::int64_t length_bytes = 0;
};

/// What network_diagnose --suspects writes.
struct ConfirmList {
    std::string run_id;
    std::vector<ValueToConfirm> values;
};

/// Throws FileError that names the file and the line.
[[nodiscard]] ConfirmList read_confirm_list(const std::filesystem::path& path);

}  // namespace fabricmap::network_test
