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

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_lines = 40;
constexpr std::size_t max_letters = 80;  // of a list of hosts

std::string hosts_in_short(const Names& names) {
    std::string list = format_host_list(names);
    if (list.size() <= max_letters) return list;
    const std::size_t comma = list.rfind(',', max_letters);
    return list.substr(0, comma == std::string::npos ? max_letters : comma) + ",...";
}

std::string hosts_counted(std::size_t count) {
    return fmt::format("{} host{}", count, count == 1 ? "" : "s");
}

/// The lines of a tree from the top down; of many groups the first ones.
class Tree {
  public:
    Tree(const Topology& topology, const Names& hosts) : topology_(&topology), hosts_(&hosts) {
        // One level fewer for as long as there are too many lines.
        for (lowest_ = 0; lowest_ + 1 < topology.levels.size(); ++lowest_) {
            std::size_t lines = 1;
            for (std::size_t level = lowest_; level < topology.levels.size(); ++level) {
                lines += topology.levels[level].groups.size();
            }
            if (lines <= max_lines) break;
        }
    }

    [[nodiscard]] std::string text() {
        std::vector<int> all(hosts_->size());
        for (std::size_t host = 0; host < all.size(); ++host) all[host] = static_cast<int>(host);
        text_ = fmt::format("{} ({})\n", name_of_top(*topology_), hosts_counted(all.size()));
        add_groups(topology_->levels.size(), all, 1);
        if (left_out_ > 0) text_ += fmt::format("  ... and {} more groups\n", left_out_);
        return std::move(text_);
    }

  private:
    /// Those of the level below that are in the group.
    void add_groups(std::size_t above, const std::vector<int>& group, std::size_t depth) {
        if (above == lowest_) return;
        const std::size_t level = above - 1;
        const TopologyLevel& below = topology_->levels[level];
        for (std::size_t g = 0; g < below.groups.size(); ++g) {
            if (!std::binary_search(group.begin(), group.end(), below.groups[g].front())) continue;
            if (lines_ >= max_lines) {
                ++left_out_;
                continue;
            }
            ++lines_;
            add_line(level, g, depth);
            add_groups(level, below.groups[g], depth + 1);
        }
    }

    void add_line(std::size_t level, std::size_t g, std::size_t depth) {
        const TopologyLevel& of_level = topology_->levels[level];
        const auto& group = of_level.groups[g];
        const bool has_delay = group.size() > 1 && std::isfinite(of_level.delay_s);
        const std::string delay = has_delay ? format_delay(of_level.delay_s) : "";
        text_ += fmt::format("{:{}}{} {}", "", 2 * depth, kind_of_group(*topology_, level), g + 1);
        if (level == lowest_) {
            text_ += fmt::format(": {}{}{}", hosts_in_short(names_of(group, *hosts_)), has_delay ? "  " : "",
                                 delay);
        } else {
            text_ += fmt::format(" ({}{}{})", hosts_counted(group.size()), has_delay ? ", " : "", delay);
        }
        text_ += '\n';
    }

    const Topology* topology_;
    const Names* hosts_;
    std::size_t lowest_ = 0;
    std::size_t lines_ = 1;
    std::size_t left_out_ = 0;
    std::string text_;
};

/// Rows of the grid along its largest dimension, each with the place that it begins at.
std::string text_of_grid(const Topology& topology, const Names& hosts) {
    std::string text = fmt::format("{} of {} ({})\n", topology.ends_joined ? "torus" : "mesh",
                                   joined_by(topology.dimensions, " x "), hosts_counted(hosts.size()));
    std::vector<std::size_t> order;
    for (std::size_t host = 0; host < hosts.size(); ++host) {
        if (host < topology.coordinates.size() && !topology.coordinates[host].empty()) order.push_back(host);
    }
    const auto reversed = [&](std::size_t host) {
        return std::vector<int>(topology.coordinates[host].rbegin(), topology.coordinates[host].rend());
    };
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return reversed(a) < reversed(b); });
    const auto row = static_cast<std::size_t>(topology.dimensions.empty() ? 1 : topology.dimensions.front());
    for (std::size_t begin = 0; begin < order.size(); begin += row) {
        if (begin / row + 1 >= max_lines) {
            return text + fmt::format("  ... and {} more rows\n", (order.size() - begin) / row);
        }
        Names names;
        for (std::size_t i = begin; i < std::min(begin + row, order.size()); ++i) {
            names.push_back(hosts[order[i]]);
        }
        const std::string line = joined_by(names, " ");
        text += fmt::format("  ({}): {}{}\n", joined_by(topology.coordinates[order[begin]], ","),
                            line.substr(0, max_letters), line.size() > max_letters ? "..." : "");
    }
    return text;
}

}  // namespace

std::string text_tree_of(const Topology& topology, const Names& hosts) {
    if (topology.shape == Shape::grid) return text_of_grid(topology, hosts);
    if (!topology.levels.empty()) return Tree(topology, hosts).text();
    return fmt::format("{} ({}): {}\n",
                       topology.shape == Shape::single ? "all equally near" : "near and far, but no groups",
                       hosts_counted(hosts.size()), hosts_in_short(hosts));
}

}  // namespace fabricmap::diagnosis
