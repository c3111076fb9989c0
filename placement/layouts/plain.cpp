// SPDX-License-Identifier: Apache-2.0
#include "base/csv_field.hpp"
#include "placement/layouts/layout.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fabricmap::placement {
namespace {

std::string csv_text(const Placement& placement) {
    std::string text = "rank,host,slot\n";
    for (const RankIndex rank : placement.chosen().slot_of.indices()) {
        text += fmt::format("{},{},{}\n", +rank, csv_field(host_name_of(placement, rank)),
                            placement.chosen().slot_of[rank]);
    }
    return text;
}

std::string json_text(const Placement& placement) {
    nlohmann::ordered_json ranks = nlohmann::ordered_json::array();
    for (const RankIndex rank : placement.chosen().slot_of.indices()) {
        ranks.push_back({{"rank", rank},
                         {"host", host_name_of(placement, rank)},
                         {"slot", placement.chosen().slot_of[rank]}});
    }
    return nlohmann::ordered_json{{"ranks", ranks}}.dump(1) + "\n";
}

}  // namespace

extern constinit const Layout csv_layout{
    .name = "csv",
    .suffix = "csv",
    .what = "rank,host,slot",
    .text = csv_text,
    .command = command_for_programs,
};

extern constinit const Layout json_layout{
    .name = "json",
    .suffix = "json",
    .what = "the same as JSON",
    .text = json_text,
    .command = command_for_programs,
};

}  // namespace fabricmap::placement
