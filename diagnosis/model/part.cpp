// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/part.hpp"

#include "base/host_list.hpp"

#include <fmt/format.h>

#include <array>

namespace fabricmap::diagnosis {
namespace {

using Names = std::vector<std::string>;

struct HostsOf {
    Names operator()(const part::Host& host) const { return {host.name}; }
    Names operator()(const part::Rank& rank) const { return {rank.host}; }
    Names operator()(const part::Path& path) const {
        Names hosts = path.senders;
        hosts.insert(hosts.end(), path.receivers.begin(), path.receivers.end());
        return hosts;
    }
    template <typename Several>
    requires requires(const Several& several) { several.hosts; }
    Names operator()(const Several& several) const { return several.hosts; }
    template <typename Joint>
    requires requires(const Joint& joint) { joint.sender; }
    Names operator()(const Joint& joint) const { return {joint.sender, joint.receiver}; }
};

struct EndsOf {
    std::optional<Ends> operator()(const part::Path& path) const {
        return Ends{path.senders, path.receivers};
    }
    template <typename Other>
    std::optional<Ends> operator()(const Other& other) const {
        if constexpr (requires { other.sender; }) {
            return Ends{{other.sender}, {other.receiver}};
        } else {
            return std::nullopt;
        }
    }
};

struct TextOf {
    bool is_directed;
    const Language& in;

    std::string operator()(const part::Host& host) const { return format_host_list({host.name}); }
    std::string operator()(const part::Rank& rank) const {
        return filled_phrase(in, "rank {} on {}", {std::to_string(rank.number), rank.host});
    }
    std::string operator()(const part::Link& link) const { return between(link.sender, link.receiver); }
    std::string operator()(const part::Cable& cable) const { return between(cable.sender, cable.receiver); }
    std::string operator()(const part::Switch& below) const {
        if (!below.name.empty()) return below.name;
        return filled_phrase(in, "switch of {}", {format_host_list(below.hosts)});
    }
    std::string operator()(const part::Path& path) const {
        const bool is_named = !path.from.empty();
        return fmt::format("{} {} {}", is_named ? path.from : format_host_list(path.senders),
                           is_directed ? "->" : "<->", is_named ? path.to : format_host_list(path.receivers));
    }
    std::string operator()(const part::Kind& kind) const { return format_host_list(kind.hosts); }
    std::string operator()(const part::Machine&) const { return in("the machine as a whole"); }

    [[nodiscard]] std::string between(const std::string& sender, const std::string& receiver) const {
        return filled_phrase(in, is_directed ? "link {} -> {}" : "link {} <-> {}", {sender, receiver});
    }
};

}  // namespace

std::string_view type_name_of(const Part& part) noexcept {
    constexpr std::array<std::string_view, std::variant_size_v<Part>> names{
        "host", "rank", "link", "cable", "switch", "path", "kind", "machine"};
    return names.at(part.index());
}

std::vector<std::string> hosts_of(const Part& part) {
    return std::visit(HostsOf{}, part);
}

std::optional<Ends> ends_of(const Part& part) {
    return std::visit(EndsOf{}, part);
}

std::string text_of(const Part& part, bool is_directed, const Language& in) {
    return std::visit(TextOf{is_directed, in}, part);
}

}  // namespace fabricmap::diagnosis
