// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/machine_picture.hpp"

#include "diagnosis/drawing/switch_blocks.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/reports/host_state.hpp"
#include "picture/layout/marks.hpp"
#include "picture/shapes/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

using picture::Anchor;
using picture::badge_radius;
using picture::Box;
using picture::Circle;
using picture::Drawing;
using picture::Fill;
using picture::Ink;
using picture::Path;
using picture::Pen;
using picture::Point;

constexpr double seen_square = 13;  ///< smaller ones are drawn together

class MachineDrawing {
  public:
    MachineDrawing(const Diagnosis& diagnosis, MachineLayout layout, std::size_t numbered)
        : diagnosis_(diagnosis),
          numbered_(numbered),
          layout_(std::move(layout)),
          indices_(host_indices(diagnosis)) {}

    MachinePicture draw() {
        drawing_.width = std::ceil(layout_.width);
        drawing_.height = std::ceil(layout_.height);
        drawing_.title = fmt::format("The machine: {} hosts", diagnosis_.hosts.size());
        if (layout_.is_grid) draw_cables();
        draw_group(layout_.root);
        if (layout_.is_grid || layout_.host_size.width >= seen_square) draw_hosts();
        for (std::size_t host = 0; host < layout_.hosts.size(); ++host)
            places_.push_back({layout_.hosts[host], {}, {static_cast<int>(host)}});
        // Names of hosts stand on the lines, and numbers of lines beside these.
        for (const bool is_of_paths : {true, false}) {
            for (std::size_t index = 0; index < diagnosis_.findings.size(); ++index) {
                if (ends_of(diagnosis_.findings[index].part).has_value() == is_of_paths) draw_finding(index);
            }
        }
        for (const PathBadge& badge : path_badges_) add_badge(free_place_on(badge), badge.number);
        return {std::move(drawing_), std::move(places_)};
    }

  private:
    struct PathBadge {
        std::size_t number = 0;
        Point from;
        Point to;
    };

    void draw_group(const MachineGroup& group) {
        if (!layout_.is_grid) {
            drawing_.outline(group.box.height > 0 ? inner_box(group) : group.box, {Ink::grid});
            if (group.bar.height > 0) {
                const bool is_root = &group == &layout_.root;
                if (!is_root) draw_uplink(group, Pen{Ink::rule, 2});
                drawing_.area(group.bar, {Ink::rule});
                places_.push_back(
                    {{group.bar.x, group.bar.y, group.bar.width, group.bar.height + group.name.height},
                     {},
                     group.hosts});
                draw_name_of(group);
            }
        }
        for (const MachineGroup& child : group.children) draw_group(child);
        const bool is_small = layout_.host_size.width < seen_square;
        if (group.children.empty() && is_small && !layout_.is_grid) draw_squares(group);
    }
    void draw_name_of(const MachineGroup& group) {
        if (group.name.height <= 0) return;
        drawing_.text(
            {group.name.middle().x, group.name.bottom() - 3},
            picture::fitted(host_list_of(diagnosis_, group.hosts), picture::small_size, group.name.width - 4),
            picture::small_size, Anchor::middle, Ink::quiet);
    }
    /// Below the switch.
    static Box inner_box(const MachineGroup& group) {
        const double top = group.bar.height > 0 ? group.bar.y : group.box.y;
        return {group.box.x, top, group.box.width, group.box.bottom() - top};
    }
    void draw_uplink(const MachineGroup& group, const Pen& pen) {
        const double x = group.bar.middle().x;
        drawing_.line({x, group.box.y}, {x, group.bar.y}, pen);
    }
    /// Hosts of a group as the pixels of one picture: they lie whole units apart.
    void draw_squares(const MachineGroup& group) {
        if (group.hosts.empty()) return;
        Box all = box_of(group.hosts.front());
        for (const int host : group.hosts) {
            const Box& box = box_of(host);
            all.width = std::max(all.width, box.right() - all.x);
            all.height = std::max(all.height, box.bottom() - all.y);
        }
        const long width = std::lround(all.width);
        const long height = std::lround(all.height);
        const auto side = static_cast<int>(layout_.host_size.width);
        constexpr std::uint8_t host_shade = 70;
        std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width * height), picture::Shades::missing);
        for (const int host : group.hosts) {
            const long left = std::lround(box_of(host).x - all.x);
            const long top = std::lround(box_of(host).y - all.y);
            for (long y = top; y < top + side; ++y)
                std::fill_n(pixels.begin() + y * width + left, side, host_shade);
        }
        drawing_.shapes.emplace_back(picture::Cells{
            all, std::make_shared<picture::ShadePicture>(picture::ShadePicture{
                     static_cast<int>(width), static_cast<int>(height), std::move(pixels), 0})});
    }

    [[nodiscard]] const Box& box_of(int host) const { return layout_.hosts[static_cast<std::size_t>(host)]; }

    void draw_hosts() {
        for (std::size_t host = 0; host < layout_.hosts.size(); ++host) {
            const Box& box = layout_.hosts[host];
            drawing_.shapes.emplace_back(
                Path{Drawing::corners(box), true, Pen{Ink::rule}, Fill{Ink::paper}, diagnosis_.hosts[host]});
            if (layout_.host_size.has_name) draw_name(host, Ink::text, false);
        }
    }
    void draw_name(std::size_t host, Ink ink, bool is_bold) {
        const Box& box = layout_.hosts[host];
        drawing_.text({box.middle().x, box.middle().y + picture::cap_height(picture::small_size) / 2},
                      picture::fitted(diagnosis_.hosts[host], picture::small_size, box.width - 8),
                      picture::small_size, Anchor::middle, ink, is_bold);
    }
    /// Between neighbours along each dimension; those that join the ends are left out, as they would cross
    /// all others.
    void draw_cables() {
        const Topology& topology = *diagnosis_.topology;
        std::map<std::vector<int>, std::size_t> host_at;
        for (std::size_t host = 0; host < layout_.hosts.size(); ++host)
            host_at.emplace(topology.coordinates[host], host);
        for (const auto& [at, host] : host_at) {
            for (std::size_t axis = 0; axis < std::min<std::size_t>(at.size(), 2); ++axis) {
                std::vector<int> next = at;
                ++next[axis];
                const auto found = host_at.find(next);
                if (found == host_at.end()) continue;
                drawing_.line(layout_.hosts[host].middle(), layout_.hosts[found->second].middle(),
                              {Ink::rule});
            }
        }
    }

    void draw_finding(std::size_t index) {
        const Finding& finding = diagnosis_.findings[index];
        if (!about(finding.kind).is_drawn) return;
        const std::size_t number = index + 1;
        if (const auto* const one = std::get_if<part::Switch>(&finding.part))
            return draw_switch(*one, number);
        if (const auto ends = ends_of(finding.part)) return draw_path(*ends, number);
        const bool is_one = std::holds_alternative<part::Host>(finding.part) ||
                            std::holds_alternative<part::Rank>(finding.part);
        if (!is_one) return;
        for (const std::string& host : hosts_of(finding.part)) draw_faulty_host(host, number);
    }

    /// The number of a finding, which one may point at.
    void add_badge(Point middle, std::size_t number) {
        if (number > numbered_) return;
        draw_badge(drawing_, middle, number);
        taken_.push_back(
            {middle.x - badge_radius, middle.y - badge_radius, 2 * badge_radius, 2 * badge_radius});
        add_place(taken_.back(), number);
    }
    void add_place(const Box& box, std::size_t number) {
        places_.push_back({box, number - 1, indices_of(hosts_of(diagnosis_.findings[number - 1].part))});
    }

    void draw_faulty_host(const std::string& name, std::size_t number) {
        const auto found = indices_.find(name);
        if (found == indices_.end()) return;
        const Box& box = layout_.hosts[found->second];
        drawing_.shapes.emplace_back(
            Path{Drawing::corners(box), true, Pen{Ink::mark, 1.5}, Fill{Ink::mark}, name});
        add_place(box, number);
        if (layout_.host_size.has_name) {
            draw_name(found->second, Ink::paper, true);
        } else {
            const MachineGroup* const leaf = group_of({static_cast<int>(found->second)});
            label_host(box, leaf == nullptr ? Box{0, 0, layout_.width, layout_.height} : inner_box(*leaf),
                       name);
        }
        add_badge({box.right() - 2, box.y}, number);
    }
    /// Its name on whichever side of it there is room: on another leaf it would be taken for a host of that.
    /// What is longer than its own leaf stands in the findings alone.
    void label_host(const Box& host, const Box& leaf, const std::string& name) {
        constexpr double height = 18;
        const double width = picture::text_width(name, picture::text_size, true) + 4;
        const double beside = badge_radius + 2;
        const double across =
            std::clamp(host.middle().x - width / 2, leaf.x, std::max(leaf.x, leaf.right() - width));
        const double middle = host.middle().y - height / 2;
        const std::array<Box, 4> places{{{host.right() + beside, middle, width, height},
                                         {host.x - beside - width, middle, width, height},
                                         {across, host.bottom() + 1, width, height},
                                         {across, host.y - beside - height, width, height}}};
        const auto* const free = std::find_if(places.begin(), places.end(), [&](const Box& place) {
            return place.x >= leaf.x && place.right() <= leaf.right() && place.y >= leaf.y &&
                   place.bottom() <= leaf.bottom();
        });
        if (free == places.end()) return;
        taken_.push_back(*free);
        drawing_.area(*free, {Ink::paper, 0.85});
        drawing_.text({free->x + 2, free->middle().y + picture::cap_height(picture::text_size) / 2}, name,
                      picture::text_size, Anchor::start, Ink::text, true);
    }

    [[nodiscard]] std::vector<int> indices_of(const std::vector<std::string>& names) const {
        std::vector<int> hosts;
        for (const std::string& name : names) {
            const auto found = indices_.find(name);
            if (found != indices_.end()) hosts.push_back(static_cast<int>(found->second));
        }
        std::sort(hosts.begin(), hosts.end());
        return hosts;
    }
    /// The smallest group that has all of them; null where only the machine has.
    [[nodiscard]] const MachineGroup* group_of(const std::vector<int>& hosts) const {
        const MachineGroup* found = nullptr;
        const std::vector<MachineGroup>* level = &layout_.root.children;
        while (true) {
            const auto child = std::find_if(level->begin(), level->end(), [&](const MachineGroup& group) {
                return std::includes(group.hosts.begin(), group.hosts.end(), hosts.begin(), hosts.end());
            });
            if (hosts.empty() || child == level->end()) return found;
            found = &*child;
            level = &child->children;
        }
    }

    void draw_switch(const part::Switch& one, std::size_t number) {
        const std::vector<int> hosts = indices_of(one.hosts);
        const MachineGroup* const group = group_of(hosts);
        if (group == nullptr || 2 * hosts.size() < group->hosts.size()) {
            for (const int host : hosts) drawing_.outline(box_of(host), {Ink::mark, 2});
            if (!hosts.empty()) add_badge(box_of(hosts.front()).middle(), number);
            return;
        }
        draw_uplink(*group, Pen{Ink::mark, 4});
        drawing_.area(group->bar, {Ink::mark});
        drawing_.outline(inner_box(*group), {Ink::mark, 2});
        add_place(group->bar, number);
        add_badge({group->bar.middle().x, group->bar.y - 2}, number);
    }
    /// A host's middle, or its switch's where there are several.
    [[nodiscard]] std::optional<Point> end_of(const std::vector<std::string>& names) const {
        const std::vector<int> hosts = indices_of(names);
        if (hosts.empty()) return std::nullopt;
        const MachineGroup* const group = hosts.size() > 1 ? group_of(hosts) : nullptr;
        if (group != nullptr) return group->bar.middle();
        return box_of(hosts.front()).middle();
    }
    void draw_path(const Ends& ends, std::size_t number) {
        const auto from = end_of(ends.senders);
        const auto to = end_of(ends.receivers);
        if (!from || !to) return;
        for (const Pen& pen : {Pen{Ink::paper, 6}, Pen{Ink::mark, 3}}) drawing_.line(*from, *to, pen);
        for (const Point& end : {*from, *to})
            drawing_.shapes.emplace_back(Circle{end, 4, std::nullopt, Fill{Ink::mark}});
        path_badges_.push_back({number, *from, *to});
    }
    /// As near to the middle of the line as no other number or name lies.
    [[nodiscard]] Point free_place_on(const PathBadge& badge) const {
        const auto place_at = [&](double part) {
            return Point{badge.from.x + part * (badge.to.x - badge.from.x),
                         badge.from.y + part * (badge.to.y - badge.from.y)};
        };
        for (const double part : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8}) {
            const Point place = place_at(part);
            const bool is_free = std::none_of(taken_.begin(), taken_.end(), [&](const Box& box) {
                return place.x > box.x - badge_radius && place.x < box.right() + badge_radius &&
                       place.y > box.y - badge_radius && place.y < box.bottom() + badge_radius;
            });
            if (is_free) return place;
        }
        return place_at(0.5);
    }

    const Diagnosis& diagnosis_;
    std::size_t numbered_;
    MachineLayout layout_;
    std::unordered_map<std::string, std::size_t> indices_;
    Drawing drawing_;
    std::vector<MachinePlace> places_;
    std::vector<Box> taken_;  ///< by numbers and names
    std::vector<PathBadge> path_badges_;
};

}  // namespace

MachinePicture machine_picture(const Diagnosis& diagnosis, MachineLayout layout, std::size_t numbered) {
    return MachineDrawing(diagnosis, std::move(layout), numbered).draw();
}

picture::Drawing fitted_machine(const Diagnosis& diagnosis, const picture::Extent& room,
                                std::size_t numbered) {
    constexpr double largest = 1.5;
    auto [layout, scale] = fitted_layout(diagnosis, room, largest);
    if (scale < 1) return machine_picture(diagnosis, machine_layout(diagnosis, room.width), numbered).drawing;
    Drawing drawing = machine_picture(diagnosis, std::move(layout), numbered).drawing;
    Drawing larger{scale * drawing.width, scale * drawing.height, drawing.title};
    larger.put(std::move(drawing), {}, scale);
    return larger;
}

}  // namespace fabricmap::diagnosis
