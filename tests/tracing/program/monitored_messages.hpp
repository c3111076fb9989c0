// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/trace.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::testing {

/// Messages and bytes by sender and receiver.
using MessageCounts = std::map<std::pair<int, int>, std::pair<std::uint64_t, std::uint64_t>>;

/// Options of mpirun with which Open MPI counts the messages of all pairs, into files that begin so.
[[nodiscard]] std::vector<std::string> words_of_monitoring(const std::filesystem::path& prefix);

/// What it has counted of the program itself, and of what is loaded into it.
[[nodiscard]] MessageCounts monitored(const std::filesystem::path& prefix, int ranks,
                                      std::string_view kind_wanted = "E");

/// What the program's calls sent, without the collective operations.
[[nodiscard]] MessageCounts messages_of(const tracing::Trace& trace);

}  // namespace fabricmap::testing
