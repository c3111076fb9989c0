// SPDX-License-Identifier: Apache-2.0
#include "monitored_messages.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace fabricmap::testing {

using namespace tracing;

std::vector<std::string> words_of_monitoring(const std::filesystem::path& prefix) {
    return {"--mca", "pml_monitoring_enable",        "2",
            "--mca", "pml_monitoring_enable_output", "3",
            "--mca", "pml_monitoring_filename",      prefix.string()};
}

/// Lines "E SENDER RECEIVER BYTES bytes MESSAGES msgs sent ...".
MessageCounts monitored(const std::filesystem::path& prefix, int ranks, std::string_view kind_wanted) {
    MessageCounts counts;
    for (int rank = 0; rank < ranks; ++rank) {
        std::ifstream file(fmt::format("{}.{}.prof", prefix.string(), rank));
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::string kind;
            std::string unit;
            int sender = 0;
            int receiver = 0;
            std::uint64_t bytes = 0;
            std::uint64_t messages = 0;
            if (words >> kind >> sender >> receiver >> bytes >> unit >> messages && kind == kind_wanted) {
                counts[{sender, receiver}] = {messages, bytes};
            }
        }
    }
    return counts;
}

MessageCounts messages_of(const Trace& trace) {
    constexpr auto type = RecordType::point_to_point;
    const RecordTable& table = trace[type];
    MessageCounts counts;
    for (std::size_t record = 0; record < table.size(); ++record) {
        const auto sender = static_cast<int>(table.number(field(type, "send_process_rank"), record));
        const auto receiver = static_cast<int>(table.number(field(type, "receive_process_rank"), record));
        auto& [messages, bytes] = counts[{sender, receiver}];
        ++messages;
        bytes += static_cast<std::uint64_t>(table.number(field(type, "bytes"), record));
    }
    return counts;
}

}  // namespace fabricmap::testing
