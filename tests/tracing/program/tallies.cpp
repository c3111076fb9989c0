// SPDX-License-Identifier: Apache-2.0
#include "tallies.hpp"

#include <fmt/format.h>

#include <fstream>

namespace fabricmap::testing {

Tallies tallies_noted(const std::filesystem::path& account, const std::string& source, int ranks) {
    Tallies tallies;
    for (int rank = 0; rank < ranks; ++rank) {
        std::ifstream file(account.string() + '.' + std::to_string(rank));
        std::string function;
        int line = 0;
        std::uint64_t bytes = 0;
        while (file >> function >> line >> bytes) {
            Tally& tally = tallies[fmt::format("{} {}:{}", function, source, line)];
            ++tally.calls;
            tally.bytes += bytes;
        }
    }
    return tallies;
}

Tallies tallies_of(const tracing::Profile& profile) {
    Tallies tallies;
    for (const tracing::ProfileLine& line : profile.places) {
        tallies[line.function + ' ' + line.place] = {line.calls, line.sent_bytes};
    }
    return tallies;
}

Tallies tallies_of(const tracing::Trace& trace) {
    constexpr auto type = tracing::RecordType::call_site;
    const tracing::RecordTable& table = trace[type];
    Tallies tallies;
    for (std::size_t record = 0; record < table.size(); ++record) {
        Tally& tally = tallies[fmt::format("{} {}", trace.text(type, tracing::field(type, "op_name"), record),
                                           trace.text(type, tracing::field(type, "source_code"), record))];
        tally.calls += static_cast<std::uint64_t>(table.number(tracing::field(type, "count"), record));
        tally.bytes += static_cast<std::uint64_t>(table.number(tracing::field(type, "bytes"), record));
    }
    return tallies;
}

}  // namespace fabricmap::testing
