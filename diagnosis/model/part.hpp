// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/phrases.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fabricmap::diagnosis {

/// What a machine consists of, as far as delays can show. Hosts go by their names.
namespace part {

struct Host {
    std::string name;
    friend bool operator==(const Host&, const Host&) = default;
};

struct Rank {
    std::int64_t number = 0;
    std::string host;
    friend bool operator==(const Rank&, const Rank&) = default;
};

/// The route between two hosts.
struct Link {
    std::string sender;
    std::string receiver;
    friend bool operator==(const Link&, const Link&) = default;
};

/// What joins two neighbouring hosts of a grid, and carries messages of others.
struct Cable {
    std::string sender;
    std::string receiver;
    std::int64_t host_pairs = 0;  ///< affected ones that are routed over it, the two ends among them
    friend bool operator==(const Cable&, const Cable&) = default;
};

/// A switch, by the hosts below it, and its name where that is declared.
struct Switch {
    std::vector<std::string> hosts;
    std::string name{};
    friend bool operator==(const Switch&, const Switch&) = default;
};

/// The routes between two groups of hosts, and the names of their switches where these are declared.
struct Path {
    std::vector<std::string> senders;
    std::vector<std::string> receivers;
    std::string from{};
    std::string to{};
    friend bool operator==(const Path&, const Path&) = default;
};

/// Hosts that are alike, and unlike the others.
struct Kind {
    std::vector<std::string> hosts;
    friend bool operator==(const Kind&, const Kind&) = default;
};

/// Everything that was measured.
struct Machine {
    std::vector<std::string> hosts;
    friend bool operator==(const Machine&, const Machine&) = default;
};

}  // namespace part

using Part = std::variant<part::Host, part::Rank, part::Link, part::Cable, part::Switch, part::Path,
                          part::Kind, part::Machine>;

/// The word for the sort of part in JSON: "host", "link".
[[nodiscard]] std::string_view type_name_of(const Part& part) noexcept;

/// The hosts that the part is named by, those of its first end first.
[[nodiscard]] std::vector<std::string> hosts_of(const Part& part);

/// Hosts between which messages pass a part.
struct Ends {
    std::vector<std::string> senders;
    std::vector<std::string> receivers;
};

/// The two ends of a link, a cable or a path; nothing for other parts, which all messages of their hosts
/// pass.
[[nodiscard]] std::optional<Ends> ends_of(const Part& part);

/// "node17", "link node03 -> node22", "switch of node[16-23]". `is_directed`: one way through it alone is
/// meant.
[[nodiscard]] std::string text_of(const Part& part, bool is_directed, const Language& in = english);

}  // namespace fabricmap::diagnosis
