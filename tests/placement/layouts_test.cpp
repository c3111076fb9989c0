// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "placement/layouts/layout.hpp"
#include "placement/patterns/read_layout.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace fabricmap::placement {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Five ranks on hosts a, b and c of two slots: 0 and 3 on b, 1 and 2 on a, 4 on c.
Placement five_ranks() {
    Placement placement;
    placement.delays.hosts = {"a", "b", "c"};
    placement.delays.cores_on = {2, 2, -1};
    const HostIndex a{0};
    const HostIndex b{1};
    const HostIndex c{2};
    placement.slots = {{a, b, c}, {2, 2, 2}};
    placement.pattern.ranks = 5;
    placement.found = assignment_of({b, a, a, b, c}, 3);
    placement.before = assignment_of({a, a, b, b, c}, 3);
    placement.is_gain = true;
    return placement;
}

TEST(Layouts, AreAsTheLaunchersReadThem) {
    const Placement placement = five_ranks();
    const auto text = [&](const char* name) { return layout_named(name).text(placement); };
    EXPECT_EQ(text("seq"), "b\na\na\nb\nc\n");
    EXPECT_EQ(text("slurm"), "b\na\na\nb\nc\n");
    EXPECT_EQ(text("rankfile"),
              "rank 0=b slot=0\nrank 1=a slot=0\nrank 2=a slot=1\nrank 3=b slot=1\nrank 4=c slot=0\n");
    EXPECT_EQ(text("hydra"), "b:1\na:2\nb:1\nc:1\n");
    // Slots in the order of hosts hold ranks 1, 2 (a), 0, 3 (b), 4 (c).
    EXPECT_EQ(text("cray"), "1,2,0,3,4\n");
    EXPECT_EQ(text("permutation"), "1\n2\n0\n3\n4\n");
    EXPECT_EQ(text("csv"), "rank,host,slot\n0,b,0\n1,a,0\n2,a,1\n3,b,1\n4,c,0\n");
}

TEST(Layouts, ForSlurmNameNodesWithoutTheirDomain) {
    Placement placement = five_ranks();
    placement.delays.hosts = {"a.site", "b.site", "c.site"};
    EXPECT_EQ(layout_named("slurm").text(placement), "b\na\na\nb\nc\n");
    EXPECT_EQ(layout_named("seq").text(placement), "b.site\na.site\na.site\nb.site\nc.site\n");
    const auto by_name = placement.delays.hosts_by_name();
    EXPECT_EQ(by_name.at("b"), HostIndex(1));
    EXPECT_EQ(by_name.at("b.site"), HostIndex(1));
}

TEST(Layouts, AreBySlotWhereNothingIsGained) {
    Placement placement = five_ranks();
    placement.is_gain = false;
    EXPECT_EQ(layout_named("seq").text(placement), "a\na\nb\nb\nc\n");
    EXPECT_EQ(layout_named("cray").text(placement), "0,1,2,3,4\n");
}

TEST(Layouts, AreReadBackWhateverTheirForm) {
    const fabricmap::testing::TemporaryFolder folder;
    const Placement placement = five_ranks();
    for (const Layout* const one : all_layouts()) {
        const Layout& layout = *one;
        const auto path = folder / "placement";
        std::ofstream(path) << layout.text(placement);
        const ReadPlacement read = read_layout(path);
        if (layout.name == "cray" || layout.name == "permutation") {
            EXPECT_THAT(read.rank_on_slot, ElementsAre(1, 2, 0, 3, 4)) << layout.name;
        } else {
            EXPECT_THAT(read.host_of, ElementsAre("b", "a", "a", "b", "c")) << layout.name;
        }
    }
}

TEST(Layouts, ThatAreNoneAreRefusedWithTheirLine) {
    const fabricmap::testing::TemporaryFolder folder;
    const auto path = folder / "placement";
    for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{
             {"", "it is empty"},
             {"a b c\n", "placement:1"},
             {"a\nb:x\n", "HOST:COUNT"},
             {"rank 0=a slot=0\nrank 2=b slot=0\n", "rank 1 is missing"},
             {"rank 0=a slot=0\nrank 0=b slot=0\n", "twice"},
             {"0,1,1\n", "once"},
             {"rank,host,slot\n0,a\n", "placement:2"},
             {"{\"ranks\": 3}\n", "must list"},
             {"{\"ranks\": [{\"host\": \"a\"}]}\n", "must list a \"rank\""},
             {"{\"ranks\": [\n", "no JSON"}}) {
        std::ofstream(path, std::ios::trunc) << text;
        try {
            static_cast<void>(read_layout(path));
            ADD_FAILURE() << text << " was read";
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), HasSubstr(part)) << text;
        }
    }
}

TEST(Layouts, OfARankfileNeedACoreForEachRank) {
    Placement placement = five_ranks();
    EXPECT_FALSE(layout_named("rankfile").unsupported_reason(placement));
    placement.delays.cores_on = {2, 1, -1};
    EXPECT_THAT(layout_named("rankfile").unsupported_reason(placement).value_or(""),
                HasSubstr("b has 2 ranks on 1 cores"));
}

}  // namespace
}  // namespace fabricmap::placement
