// SPDX-License-Identifier: Apache-2.0
#include "base/csv_field.hpp"
#include "placement/layouts/layout.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fabricmap::placement {

std::string csv_text(const Placement& placement) {
    std::string text = "rank,host,slot\n";
    for (int rank = 0; rank < placement.pattern.ranks; ++rank) {
        text += fmt::format("{},{},{}\n", rank, csv_field(host_name_of(placement, rank)),
                            placement.chosen().slot_of[static_cast<std::size_t>(rank)]);
    }
    return text;
}

std::string json_text(const Placement& placement) {
    nlohmann::ordered_json ranks = nlohmann::ordered_json::array();
    for (int rank = 0; rank < placement.pattern.ranks; ++rank) {
        ranks.push_back({{"rank", rank},
                         {"host", host_name_of(placement, rank)},
                         {"slot", placement.chosen().slot_of[static_cast<std::size_t>(rank)]}});
    }
    return nlohmann::ordered_json{{"ranks", ranks}}.dump(1) + "\n";
}

}  // namespace fabricmap::placement
