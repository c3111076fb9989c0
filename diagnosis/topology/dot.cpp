// SPDX-License-Identifier: Apache-2.0
#include "base/host_list.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/topology/drawings.hpp"
#include "diagnosis/topology/group_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

// A drawing of more hosts takes minutes and cannot be read: leaves stand for their hosts then.
constexpr std::size_t max_drawn_hosts = 600;
constexpr std::size_t wrapped_letters = 24;
constexpr std::size_t max_routed_hosts = 128;  // cables led around hosts take long, too

// In points.
constexpr int host_width = 120;
constexpr int host_height = 80;
constexpr int plane_x = 35;
constexpr int plane_y = 75;

/// As a quoted string of DOT, with something behind it that is taken as it is.
std::string dot_string(std::string_view text, std::string_view behind = "") {
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') result += '\\';
        result += letter;
    }
    return result + std::string(behind) + '"';
}

class Drawing {
  public:
    Drawing(const Topology& topology, const Names& hosts, const std::vector<int>& faulty)
        : topology_(&topology), hosts_(&hosts), is_faulty_(hosts.size(), false) {
        for (const int host : faulty) is_faulty_.at(static_cast<std::size_t>(host)) = true;
    }

    [[nodiscard]] std::string text() {
        const bool is_grid = topology_->shape == Shape::grid;
        text_ = "graph fabric {\n";
        text_ += is_grid ? fmt::format("  layout=nop; outputorder=edgesfirst; splines={};\n",
                                       hosts_->size() <= max_routed_hosts ? "true" : "line")
                         : std::string("  rankdir=LR; ranksep=1;\n");
        text_ += "  node [fontname=\"sans-serif\", style=filled, fillcolor=white, shape=box];\n";
        text_ += "  edge [color=gray40];\n";
        if (is_grid) {
            add_grid();
        } else {
            add_tree();
        }
        return text_ + "}\n";
    }

  private:
    void add(std::string_view line) { text_ += fmt::format("  {}\n", line); }

    [[nodiscard]] std::string name_of(std::size_t host) const { return fmt::format("host{}", host); }

    void add_host(std::size_t host) {
        if (!is_faulty_[host])
            return add(fmt::format("{} [label={}];", name_of(host), dot_string((*hosts_)[host])));
        add(fmt::format("{} [label={}, shape=octagon, penwidth=3, color=\"#b00020\", fillcolor=\"#ffd6d6\"];",
                        name_of(host), dot_string((*hosts_)[host], "\\nFAULTY")));
    }

    void add_switch(std::string_view name, std::string_view title, std::size_t hosts, double delay_s) {
        const std::string delay = std::isfinite(delay_s) && delay_s > 0 ? ", " + format_delay(delay_s) : "";
        add(fmt::format("{} [label=\"{}\\n{} host{}{}\", shape=ellipse, fillcolor=\"#e3ecf7\"];", name, title,
                        hosts, hosts == 1 ? "" : "s", delay));
    }

    void add_tree() {
        const auto& levels = topology_->levels;
        add_switch("top", name_of_top(*topology_), hosts_->size(), 0);
        for (std::size_t level = levels.size(); level-- > 0;) {
            for (std::size_t g = 0; g < levels[level].groups.size(); ++g) {
                const auto& group = levels[level].groups[g];
                const std::string name = fmt::format("switch{}_{}", level, g);
                add_switch(name, fmt::format("{} {}", kind_of_group(*topology_, level), g + 1), group.size(),
                           group.size() > 1 ? levels[level].delay_s : 0);
                add(fmt::format("{} -- {};", parent_of(level + 1, group.front()), name));
            }
        }
        if (levels.empty()) {
            std::vector<int> all(hosts_->size());
            std::iota(all.begin(), all.end(), 0);
            return add_hosts("top", all);
        }
        for (std::size_t g = 0; g < levels[0].groups.size(); ++g) {
            add_hosts(fmt::format("switch0_{}", g), levels[0].groups[g]);
        }
    }

    [[nodiscard]] std::string parent_of(std::size_t level, int host) const {
        if (level >= topology_->levels.size()) return "top";
        const auto& groups = topology_->levels[level].groups;
        const auto parent = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
            return std::binary_search(group.begin(), group.end(), host);
        });
        return fmt::format("switch{}_{}", level, parent - groups.begin());
    }

    /// Each host of its own; of a large machine the faulty ones alone, and the others as a list.
    void add_hosts(const std::string& parent, const std::vector<int>& hosts) {
        Names others;
        for (const int number : hosts) {
            const auto host = static_cast<std::size_t>(number);
            if (hosts_->size() > max_drawn_hosts && !is_faulty_[host]) {
                others.push_back((*hosts_)[host]);
                continue;
            }
            add_host(host);
            add(fmt::format("{} -- {};", parent, name_of(host)));
        }
        if (others.empty()) return;
        std::string list = format_host_list(others);
        if (list.size() > 2 * wrapped_letters) {
            list = fmt::format("{} ... {}", others.front(), others.back());
        }
        add(fmt::format("{}_hosts [label={}];", parent, dot_string(list)));
        add(fmt::format("{} -- {}_hosts;", parent, parent));
    }

    /// Hosts where their coordinates put them.
    void add_grid() {
        const auto& dimensions = topology_->dimensions;
        add(fmt::format("label=\"{} of {}\";", topology_->ends_joined ? "torus" : "mesh",
                        joined_by(dimensions, " x ")));
        std::map<std::vector<int>, std::size_t> host_at;
        int apart = 0;
        for (std::size_t host = 0; host < hosts_->size(); ++host) {
            if (host < topology_->coordinates.size() && !topology_->coordinates[host].empty()) {
                host_at[topology_->coordinates[host]] = host;
                continue;
            }
            add_host(host);  // its place is not known: below the others
            add(fmt::format("{} [pos=\"{},{}\"];", name_of(host), host_width * apart++, -3 * host_height));
        }
        for (const auto& [place, host] : host_at) {
            add_host(host);
            const auto [x, y] = position_of(place);
            add(fmt::format("{} [pos=\"{},{}\"];", name_of(host), x, y));
            add_cables(host_at, place, host);
        }
    }

    /// Planes one behind the other; what has more than three dimensions as several such blocks side by side.
    [[nodiscard]] std::pair<int, int> position_of(const std::vector<int>& place) const {
        const auto size = [&](std::size_t a) { return a < place.size() ? topology_->dimensions[a] : 1; };
        const auto at = [&](std::size_t a) { return a < place.size() ? place[a] : 0; };
        const int step_x = host_width + plane_x * size(2);
        const int step_y = host_height + plane_y * size(2);
        int block = 0;
        for (std::size_t a = 3; a < place.size(); ++a) block = block * size(a) + at(a);
        const int block_x = block * (step_x * size(0) + host_width);
        return {block_x + step_x * at(0) + plane_x * at(2), step_y * at(1) + plane_y * at(2)};
    }

    /// To the next host in each dimension; around the end where it is joined.
    void add_cables(const std::map<std::vector<int>, std::size_t>& host_at, const std::vector<int>& place,
                    std::size_t host) {
        for (std::size_t a = 0; a < place.size(); ++a) {
            const int size = topology_->dimensions[a];
            const bool is_last = place[a] + 1 == size;
            if (is_last && (!topology_->ends_joined || size <= 2)) continue;
            std::vector<int> next = place;
            next[a] = (place[a] + 1) % size;
            const auto neighbour = host_at.find(next);
            if (neighbour == host_at.end()) continue;
            add(fmt::format("{} -- {}{};", name_of(host), name_of(neighbour->second),
                            is_last ? " [style=dashed]" : ""));
        }
    }

    const Topology* topology_;
    const Names* hosts_;
    std::vector<bool> is_faulty_;
    std::string text_;
};

}  // namespace

std::string dot_of(const Topology& topology, const Names& hosts, const std::vector<int>& faulty) {
    return Drawing(topology, hosts, faulty).text();
}

}  // namespace fabricmap::diagnosis
