// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/machine_picture.hpp"

#include "diagnosis/drawing/machine_layout.hpp"
#include "picture/layout/marks.hpp"
#include "picture/shapes/words.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"
#include "tests/picture/shapes_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

using picture::Box;
using picture::Drawing;
using picture::Ink;
using ::testing::Contains;
using ::testing::Not;
using testing::shapes_of;
using ::testing::SizeIs;
using testing::words_of;

/// Hosts in leaves of eight, and those in pods of four leaves.
Diagnosis fat_tree(int hosts) {
    Diagnosis diagnosis = testing::healthy_machine(hosts);
    Topology topology;
    topology.shape = Shape::hierarchy;
    for (const int size : {8, 32}) {
        TopologyLevel level;
        for (int first = 0; first < hosts; first += size) {
            std::vector<int>& group = level.groups.emplace_back();
            for (int host = first; host < std::min(hosts, first + size); ++host) group.push_back(host);
        }
        topology.levels.push_back(level);
    }
    diagnosis.topology = topology;
    return diagnosis;
}

Finding fault(FindingKind kind, Part part) {
    Finding finding;
    finding.kind = kind;
    finding.part = std::move(part);
    return finding;
}

bool holds(const Box& outer, const Box& inner) {
    return inner.x >= outer.x && inner.y >= outer.y && inner.right() <= outer.right() + 1e-9 &&
           inner.bottom() <= outer.bottom() + 1e-9;
}

bool overlap(const Box& one, const Box& other) {
    return one.x < other.right() && other.x < one.right() && one.y < other.bottom() && other.y < one.bottom();
}

/// What is filled with the colour of faults, numbers aside.
std::vector<Box> faulty_areas(const Drawing& drawing) {
    std::vector<Box> areas;
    for (const picture::Path& path : shapes_of<picture::Path>(drawing)) {
        if (!path.fill || path.fill->ink != Ink::mark) continue;
        const auto [left, top] = path.points.at(0);
        const auto [right, bottom] = path.points.at(2);
        areas.push_back({left, top, right - left, bottom - top});
    }
    return areas;
}

void expect_nested(const MachineGroup& group, const MachineLayout& layout) {
    for (std::size_t child = 0; child < group.children.size(); ++child) {
        EXPECT_TRUE(holds(group.box, group.children[child].box));
        for (std::size_t other = 0; other < child; ++other)
            EXPECT_FALSE(overlap(group.children[child].box, group.children[other].box));
        expect_nested(group.children[child], layout);
    }
    for (const int host : group.hosts)
        EXPECT_TRUE(holds(group.box, layout.hosts[static_cast<std::size_t>(host)]));
}

TEST(MachineLayout, PutsEachHostIntoItsLeafAndPod) {
    for (const int hosts : {16, 64, 200, 1000, 5000}) {
        const MachineLayout layout = machine_layout(fat_tree(hosts));
        expect_nested(layout.root, layout);
        EXPECT_LE(layout.width, 960) << hosts;
        if (hosts > 1000) continue;
        for (std::size_t host = 0; host < layout.hosts.size(); ++host) {
            for (std::size_t other = 0; other < host; ++other)
                ASSERT_FALSE(overlap(layout.hosts[host], layout.hosts[other])) << host << ' ' << other;
        }
    }
}

TEST(MachineLayout, OfAGridHasNeighboursBesideEachOther) {
    Diagnosis diagnosis = testing::healthy_machine(24);
    Topology topology;
    topology.shape = Shape::grid;
    topology.dimensions = {4, 3, 2};
    for (int host = 0; host < 24; ++host) topology.coordinates.push_back({host % 4, host / 4 % 3, host / 12});
    diagnosis.topology = topology;
    const MachineLayout layout = machine_layout(diagnosis);
    ASSERT_TRUE(layout.is_grid);
    EXPECT_EQ(layout.hosts[0].y, layout.hosts[1].y);
    EXPECT_LT(layout.hosts[0].x, layout.hosts[1].x);
    EXPECT_EQ(layout.hosts[0].x, layout.hosts[4].x);
    EXPECT_LT(layout.hosts[0].y, layout.hosts[4].y);
    for (std::size_t host = 0; host < 24; ++host) {
        for (std::size_t other = 0; other < host; ++other)
            EXPECT_FALSE(overlap(layout.hosts[host], layout.hosts[other]));
    }
}

TEST(MachinePicture, ColoursTheFaultyHostAlone) {
    Diagnosis diagnosis = fat_tree(64);
    EXPECT_THAT(faulty_areas(machine_picture(diagnosis, machine_layout(diagnosis)).drawing), SizeIs(0));
    diagnosis.findings = {fault(FindingKind::slow_node, part::Host{diagnosis.hosts[20]})};
    const Drawing drawing = machine_picture(diagnosis, machine_layout(diagnosis)).drawing;
    const MachineLayout layout = machine_layout(diagnosis);
    EXPECT_THAT(faulty_areas(drawing), ::testing::ElementsAre(layout.hosts[20]));
    EXPECT_THAT(words_of(drawing), Contains("1"));
    EXPECT_THAT(words_of(drawing), Contains(diagnosis.hosts[20]));
}

TEST(MachinePicture, NamesAHostWithinItsOwnLeaf) {
    for (const int hosts : {64, 200, 600, 2000}) {
        Diagnosis diagnosis = fat_tree(hosts);
        const MachineLayout layout = machine_layout(diagnosis);
        int named = 0;
        for (int host = 0; host < 64; ++host) {
            const std::string& name = diagnosis.hosts[static_cast<std::size_t>(host)];
            diagnosis.findings = {fault(FindingKind::slow_node, part::Host{name})};
            const MachineGroup& pod = layout.root.children[static_cast<std::size_t>(host / 32)];
            const Box& leaf = pod.children[static_cast<std::size_t>(host % 32 / 8)].box;
            for (const picture::Text& text :
                 shapes_of<picture::Text>(machine_picture(diagnosis, machine_layout(diagnosis)).drawing)) {
                if (text.words != name) continue;
                ++named;
                const double width = picture::text_width(name, text.size, text.is_bold);
                EXPECT_TRUE(holds(leaf, {text.at.x, text.at.y - 9, width, 9})) << name << " of " << hosts;
            }
        }
        EXPECT_EQ(named, hosts == 2000 ? 0 : 64)
            << "in leaves that are too narrow the findings alone name it";
    }
}

TEST(MachinePicture, NumbersTheFindingsThatStandInWords) {
    Diagnosis diagnosis = fat_tree(64);
    for (const int host : {3, 20, 41})
        diagnosis.findings.push_back(
            fault(FindingKind::slow_node, part::Host{diagnosis.hosts[static_cast<std::size_t>(host)]}));
    const Drawing drawing = machine_picture(diagnosis, machine_layout(diagnosis), 2).drawing;
    EXPECT_THAT(faulty_areas(drawing), SizeIs(3));
    EXPECT_THAT(words_of(drawing), Contains("2"));
    EXPECT_THAT(words_of(drawing), Not(Contains("3")));
}

TEST(MachinePicture, ColoursTheSwitchAboveItsHosts) {
    Diagnosis diagnosis = fat_tree(64);
    diagnosis.findings = {fault(FindingKind::slow_switch,
                                part::Switch{{diagnosis.hosts.begin() + 16, diagnosis.hosts.begin() + 24}})};
    const Drawing drawing = machine_picture(diagnosis, machine_layout(diagnosis)).drawing;
    const MachineLayout layout = machine_layout(diagnosis);
    EXPECT_THAT(faulty_areas(drawing), ::testing::ElementsAre(layout.root.children[0].children[2].bar));
}

TEST(MachinePicture, DrawsALinkBetweenItsHosts) {
    Diagnosis diagnosis = fat_tree(2000);
    diagnosis.findings = {
        fault(FindingKind::slow_link, part::Link{diagnosis.hosts[3], diagnosis.hosts[1500]})};
    const Drawing drawing = machine_picture(diagnosis, machine_layout(diagnosis)).drawing;
    const MachineLayout layout = machine_layout(diagnosis);
    const auto paths = shapes_of<picture::Path>(drawing);
    const auto is_it = [&](const picture::Path& path) {
        return path.pen && path.pen->ink == Ink::mark && path.points.size() == 2 &&
               path.points[0] == layout.hosts[3].middle() && path.points[1] == layout.hosts[1500].middle();
    };
    EXPECT_EQ(std::count_if(paths.begin(), paths.end(), is_it), 1);
    EXPECT_LT(drawing.shapes.size(), 1500U) << "hosts of a leaf are one shape where there are many";
}

TEST(MachinePicture, HasPlacesOfHostsSwitchesAndFindings) {
    Diagnosis diagnosis = fat_tree(64);
    diagnosis.findings = {fault(FindingKind::slow_link, part::Link{diagnosis.hosts[3], diagnosis.hosts[50]}),
                          fault(FindingKind::slow_node, part::Host{diagnosis.hosts[20]})};
    const MachinePicture picture = machine_picture(diagnosis, machine_layout(diagnosis));
    const MachineLayout layout = machine_layout(diagnosis);
    /// What one points at there.
    const auto at = [&](const picture::Point& point) {
        const auto place = std::find_if(picture.places.rbegin(), picture.places.rend(), [&](const auto& one) {
            return holds(one.box, {point.x, point.y, 0, 0});
        });
        return place == picture.places.rend() ? MachinePlace{} : *place;
    };
    EXPECT_THAT(at(layout.hosts[7].middle()).hosts, ::testing::ElementsAre(7));
    EXPECT_FALSE(at(layout.hosts[7].middle()).finding);
    EXPECT_EQ(at(layout.hosts[20].middle()).finding, 1U);
    EXPECT_EQ(at(layout.root.children[0].children[2].bar.middle()).hosts.front(), 16);
    const picture::Point one = layout.hosts[3].middle();
    const picture::Point other = layout.hosts[50].middle();
    const MachinePlace link = at({(one.x + other.x) / 2, (one.y + other.y) / 2});
    EXPECT_EQ(link.finding, 0U);
    EXPECT_THAT(link.hosts, ::testing::ElementsAre(3, 50));
}

TEST(MachinePicture, LaysNoNumberOverANameOrAnotherNumber) {
    Diagnosis diagnosis = fat_tree(64);
    const MachineLayout layout = machine_layout(diagnosis);
    for (int host = 24; host < 32; ++host) {
        const std::string& name = diagnosis.hosts[static_cast<std::size_t>(host)];
        diagnosis.findings = {
            fault(FindingKind::slow_link, part::Link{diagnosis.hosts[3], diagnosis.hosts[50]}),
            fault(FindingKind::slow_node, part::Host{name})};
        const Drawing drawing = machine_picture(diagnosis, machine_layout(diagnosis)).drawing;
        std::vector<picture::Point> badges;
        for (const picture::Circle& circle : shapes_of<picture::Circle>(drawing)) {
            if (circle.radius == picture::badge_radius) badges.push_back(circle.centre);
        }
        ASSERT_THAT(badges, SizeIs(2));
        EXPECT_GE(std::hypot(badges[0].x - badges[1].x, badges[0].y - badges[1].y),
                  picture::badge_radius * 2);
        for (const picture::Text& text : shapes_of<picture::Text>(drawing)) {
            if (text.words != name) continue;
            const double width = picture::text_width(name, text.size, text.is_bold);
            for (const picture::Point& badge : badges) {
                const double x = std::clamp(badge.x, text.at.x, text.at.x + width);
                const double y = std::clamp(badge.y, text.at.y - 9, text.at.y);
                EXPECT_GE(std::hypot(badge.x - x, badge.y - y), picture::badge_radius - 1) << name;
            }
        }
    }
}

TEST(MachinePicture, GetsLowerTheWiderItMayBe) {
    const Diagnosis diagnosis = fat_tree(512);
    const Drawing narrow = machine_picture(diagnosis, machine_layout(diagnosis, 500)).drawing;
    const Drawing wide = machine_picture(diagnosis, machine_layout(diagnosis, 1500)).drawing;
    EXPECT_LE(narrow.width, 560);
    EXPECT_LE(wide.width, 1540);
    EXPECT_LT(wide.height, narrow.height);
}

TEST(MachinePicture, IsDrawnOfHostsOfWhichNothingIsKnown) {
    Diagnosis diagnosis = testing::healthy_machine(3);
    diagnosis.topology.reset();
    EXPECT_THAT(words_of(machine_picture(diagnosis, machine_layout(diagnosis)).drawing),
                Contains(diagnosis.hosts[2]));
    diagnosis.findings = {fault(FindingKind::slow_node, part::Host{"elsewhere"})};
    EXPECT_THAT(words_of(machine_picture(diagnosis, machine_layout(diagnosis)).drawing), Not(Contains("1")));
}

}  // namespace
}  // namespace fabricmap::diagnosis
