// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "picture/output/svg.hpp"
#include "picture/shapes/words.hpp"
#include "placement/reports/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::placement {
namespace {

using picture::Anchor;
using picture::Drawing;
using picture::fitted;
using picture::Ink;
using picture::Path;
using picture::Pen;
using picture::Point;
using picture::small_size;

constexpr double box_width = 92;
constexpr double box_height = 34;
constexpr double gap = 14;
constexpr double margin = 30;
constexpr double head = 116;
constexpr double thickest = 12;
constexpr double thinnest = 0.7;
/// Lighter lines are left out beyond that.
constexpr std::size_t max_lines = 4000;

constexpr picture::Ink near_ink = picture::series_ink(2);
constexpr picture::Ink far_ink = picture::series_ink(1);

/// "0-3,8", cut short where it would not fit into a box.
std::string rank_ranges(const std::vector<int>& ranks) {
    std::string text;
    for (std::size_t first = 0; first < ranks.size();) {
        std::size_t last = first;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
        text += fmt::format("{}{}", text.empty() ? "" : ",", ranks[first]);
        if (last > first) text += fmt::format("-{}", ranks[last]);
        first = last + 1;
    }
    constexpr std::size_t most = 15;
    return text.size() <= most ? text : text.substr(0, most - 1) + "…";
}

/// The hosts around a circle, those of a leaf side by side.
class Circle {
  public:
    Circle(const Placement& placement, const PerRank<HostIndex>& host_of)
        : placement_(&placement), group_of_(groups()), hops_(diagnosis::hops_of(placement.delays.topology)) {
        std::set<HostIndex> used(host_of.begin(), host_of.end());
        std::vector<HostIndex> hosts;
        for (const int host : placement.delays.topology.order) {
            if (used.erase(HostIndex(host)) > 0) hosts.push_back(HostIndex(host));
        }
        hosts.insert(hosts.end(), used.begin(), used.end());
        std::stable_sort(hosts.begin(), hosts.end(),
                         [&](HostIndex one, HostIndex other) { return group_of_[one] < group_of_[other]; });
        int breaks = 0;
        for (std::size_t place = 1; place < hosts.size(); ++place)
            breaks += are_apart(hosts[place - 1], hosts[place]) ? 1 : 0;
        const double steps = static_cast<double>(hosts.size()) + (breaks > 0 ? breaks + 1 : 0);
        radius_ = std::max(1.2 * box_width, steps * (box_width + gap) / (2 * std::numbers::pi * flattening));
        double at = 0;
        for (std::size_t place = 0; place < hosts.size(); ++place) {
            if (place > 0) at += 1 + (are_apart(hosts[place - 1], hosts[place]) ? 1 : 0);
            angle_of_[hosts[place]] = 2 * std::numbers::pi * at / steps - std::numbers::pi / 2;
        }
    }

    [[nodiscard]] double width() const { return 2 * radius_ * flattening + box_width + 2 * margin; }
    [[nodiscard]] double height() const { return 2 * radius_ + box_height + 2 * margin; }
    [[nodiscard]] bool are_apart(HostIndex one, HostIndex other) const {
        return group_of_[one] != group_of_[other];
    }
    /// More than a cable apart on a grid, else in different groups.
    [[nodiscard]] bool are_far(HostIndex one, HostIndex other) const {
        return hops_.size() > 0 ? hops_(one, other) > 1 : are_apart(one, other);
    }
    [[nodiscard]] const std::map<HostIndex, double>& hosts() const { return angle_of_; }
    /// The middle of its box, within a panel.
    [[nodiscard]] Point place_of(HostIndex host) const {
        const double angle = angle_of_.at(host);
        return {width() / 2 + flattening * radius_ * std::cos(angle),
                height() / 2 + radius_ * std::sin(angle)};
    }

  private:
    /// Boxes are wider than high, so that they lie on an ellipse.
    static constexpr double flattening = 1.35;

    [[nodiscard]] PerHost<int> groups() const {
        PerHost<int> group_of(placement_->delays.host_count(), 0);
        const auto& levels = placement_->delays.topology.levels;
        if (levels.empty()) return group_of;
        int number = 0;
        for (const std::vector<int>& group : levels.front().groups) {
            for (const int host : group) group_of[HostIndex(host)] = number;
            ++number;
        }
        return group_of;
    }

    const Placement* placement_;
    PerHost<int> group_of_;
    Eigen::MatrixXi hops_;  ///< of a grid; else empty
    double radius_ = 0;
    std::map<HostIndex, double> angle_of_;
};

using HostPair = std::pair<HostIndex, HostIndex>;

/// Of both directions.
std::map<HostPair, double> bytes_between(const Pattern& pattern, const PerRank<HostIndex>& host_of) {
    std::map<HostPair, double> bytes;
    for (const Flow& flow : pattern.flows) {
        const auto [low, high] = std::minmax(host_of[flow.sender], host_of[flow.receiver]);
        if (low != high) bytes[{low, high}] += flow.messages * flow.length_bytes;
    }
    return bytes;
}

double largest_of(const std::map<HostPair, double>& bytes) {
    double most = 0;
    for (const auto& [pair, sum] : bytes) most = std::max(most, sum);
    return most;
}

class PanelDrawing {
  public:
    PanelDrawing(const Placement& placement, const Circle& circle, double most, Drawing& drawing)
        : placement_(&placement), circle_(&circle), most_(most), drawing_(&drawing) {}

    void draw(double left, const std::string& title, const PerRank<HostIndex>& host_of,
              const Value& value) const {
        const double middle = left + circle_->width() / 2;
        drawing_->text({middle, head - 36}, title, 15, Anchor::middle, Ink::text, true);
        drawing_->text({middle, head - 16}, levels_text(value), small_size, Anchor::middle, Ink::quiet);
        draw_lines(left, host_of);
        draw_hosts(left, host_of);
    }

  private:
    static std::string levels_text(const Value& value) {
        std::string text;
        for (const LevelBytes& level : value.levels) {
            if (level.bytes == 0) continue;
            text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", level.name, format_bytes(level.bytes));
        }
        return text;
    }

    void draw_lines(double left, const PerRank<HostIndex>& host_of) const {
        const std::map<HostPair, double> all = bytes_between(placement_->pattern, host_of);
        std::vector<std::pair<double, HostPair>> lines;
        lines.reserve(all.size());
        for (const auto& [pair, bytes] : all) lines.emplace_back(bytes, pair);
        std::sort(lines.begin(), lines.end());
        const std::size_t first = lines.size() > max_lines ? lines.size() - max_lines : 0;
        const Point middle{left + circle_->width() / 2, head + circle_->height() / 2};
        for (std::size_t place = first; place < lines.size(); ++place) {
            const auto& [bytes, pair] = lines[place];
            const auto place_of = [&](HostIndex host) {
                const Point at = circle_->place_of(host);
                return Point{left + at.x, head + at.y};
            };
            const Pen pen{circle_->are_far(pair.first, pair.second) ? far_ink : near_ink,
                          std::max(thinnest, thickest * bytes / most_),
                          {},
                          0.6};
            drawing_->shapes.emplace_back(
                Path{bent(place_of(pair.first), place_of(pair.second), middle), false, pen, std::nullopt,
                     fmt::format("{} - {}: {}", placement_->delays.hosts[pair.first],
                                 placement_->delays.hosts[pair.second], format_bytes(bytes))});
        }
    }

    /// A curve that is drawn half way to the middle of the circle.
    static std::vector<Point> bent(Point from, Point to, Point middle) {
        constexpr int pieces = 12;
        const Point towards{(from.x + to.x) / 4 + middle.x / 2, (from.y + to.y) / 4 + middle.y / 2};
        std::vector<Point> points;
        for (int piece = 0; piece <= pieces; ++piece) {
            const double t = static_cast<double>(piece) / pieces;
            const double a = (1 - t) * (1 - t);
            const double b = 2 * t * (1 - t);
            const double c = t * t;
            points.push_back({a * from.x + b * towards.x + c * to.x, a * from.y + b * towards.y + c * to.y});
        }
        return points;
    }

    void draw_hosts(double left, const PerRank<HostIndex>& host_of) const {
        std::map<HostIndex, std::vector<int>> ranks_on;
        for (const RankIndex rank : host_of.indices()) ranks_on[host_of[rank]].push_back(rank);
        for (const auto& [host, angle] : circle_->hosts()) {
            const Point at = circle_->place_of(host);
            const double x = left + at.x;
            const double y = head + at.y;
            const picture::Box box{x - box_width / 2, y - box_height / 2, box_width, box_height};
            drawing_->shapes.emplace_back(
                Path{Drawing::corners(box), true, Pen{Ink::rule}, picture::Fill{Ink::paper}});
            const std::string& name = placement_->delays.hosts[host];
            drawing_->text({x, y - 3}, fitted(name, small_size, box_width - 6), small_size, Anchor::middle);
            drawing_->text({x, y + 12}, rank_ranges(ranks_on[host]), 11, Anchor::middle, Ink::quiet);
        }
    }

    const Placement* placement_;
    const Circle* circle_;
    double most_;
    Drawing* drawing_;
};

std::string_view meaning_of_orange(const diagnosis::Topology& topology) {
    if (topology.shape == diagnosis::Shape::grid) return "; orange over more than one cable";
    return topology.levels.empty() ? "" : "; orange between groups of hosts";
}

}  // namespace

std::string svg_picture(const Placement& placement) {
    const Circle before(placement, placement.before.host_of);
    const Circle after(placement, placement.found.host_of);
    const double most = std::max(largest_of(bytes_between(placement.pattern, placement.before.host_of)),
                                 largest_of(bytes_between(placement.pattern, placement.found.host_of)));
    const double width = before.width() + after.width();
    const double height = head + std::max(before.height(), after.height());
    const std::string title = fmt::format("{}: {} on {}", placement.pattern.name,
                                          counted(placement.pattern.ranks, "rank"), placement.delays.label);
    Drawing drawing{width, height, title};
    drawing.text({margin, 28}, fitted(title, picture::title_size, width - 2 * margin), picture::title_size,
                 Anchor::start, Ink::text, true);
    drawing.text({margin, 50},
                 fmt::format("width of a line: bytes in both directions, at most {}{}", format_bytes(most),
                             meaning_of_orange(placement.delays.topology)),
                 small_size, Anchor::start, Ink::quiet);
    PanelDrawing(placement, before, most > 0 ? most : 1, drawing)
        .draw(0, "By slot", placement.before.host_of, placement.value_before);
    PanelDrawing(placement, after, most > 0 ? most : 1, drawing)
        .draw(before.width(), placement.is_gain ? "Placed" : "Best found (no gain: by slot is written)",
              placement.found.host_of, placement.value);
    return picture::svg_file(drawing);
}

}  // namespace fabricmap::placement
