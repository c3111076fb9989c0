// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "netcdf_schema/open_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string tree_of_curves =
    "synthetic:fat-tree,hosts=24,leaf=6,ranks-per-host=2;noise,2%;sweep,timing=synchronized,"
    "lengths=0,1K,64K,"
    "1M";

Diagnosis pictured_diagnosis(const std::string& faults, const std::string& part,
                             const std::string& before = "") {
    Request request;
    request.runs.push_back(open_run(tree_of_curves + faults));
    if (!before.empty()) request.baseline.push_back(open_run(before));
    request.for_pictures = true;
    if (!part.empty()) request.drawn_part = part;
    Progress progress(false);
    return diagnose(request, progress);
}

/// Near those, by a tenth.
auto near_by_a_tenth(const std::vector<double>& values) {
    std::vector<::testing::Matcher<double>> matchers;
    for (const double value : values) matchers.push_back(::testing::DoubleNear(value, 0.1 * value));
    return ::testing::ElementsAreArray(matchers);
}

TEST(PartCurves, OfAHostShowTheSideAndTheLengthsOfItsFault) {
    const Diagnosis diagnosis =
        pictured_diagnosis(";fault,slow-receiver,host=5,factor=3,from=64K", "", tree_of_curves);
    ASSERT_THAT(diagnosis.part_curves, SizeIs(1));
    const PartCurves& curves = diagnosis.part_curves.front();
    EXPECT_EQ(curves.part, Part(part::Host{diagnosis.hosts[5]}));
    EXPECT_THAT(curves.receives, near_by_a_tenth({1, 1, 3, 3}));
    EXPECT_THAT(curves.sends, near_by_a_tenth({1, 1, 1, 1}));
    EXPECT_THAT(curves.peers, near_by_a_tenth({1, 1, 1, 1}));
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_LE(curves.peers_low[k], curves.peers[k]);
        EXPECT_LE(curves.peers[k], curves.peers_high[k]);
    }
    EXPECT_THAT(curves.received_before, near_by_a_tenth({1, 1, 1, 1})) << "it was well";
    EXPECT_THAT(curves.sent_before, near_by_a_tenth({1, 1, 1, 1}));
}

TEST(PartCurves, OfAPathShowTheDirectionThatIsSlow) {
    const Diagnosis diagnosis =
        pictured_diagnosis(";fault,slow-link,sender=2,receiver=15,factor=2", "node02,node15");
    const PartCurves& curves = diagnosis.part_curves.back();
    EXPECT_EQ(curves.part, Part(part::Link{"node02", "node15"}));
    EXPECT_THAT(curves.sends, near_by_a_tenth({2, 2, 2, 2}));
    EXPECT_THAT(curves.receives, near_by_a_tenth({1, 1, 1, 1}));
    EXPECT_THAT(curves.peers, near_by_a_tenth({1, 1, 1, 1}));
    EXPECT_THAT(curves.sent_before, IsEmpty());
}

TEST(PartCurves, OfARankAreItsOwn) {
    const Diagnosis diagnosis = pictured_diagnosis(";fault,slow-rank,rank=11,side=receiver,factor=2", "");
    ASSERT_THAT(diagnosis.part_curves, SizeIs(1));
    const PartCurves& curves = diagnosis.part_curves.front();
    EXPECT_EQ(curves.part, Part((part::Rank{11, "node05"})));
    EXPECT_THAT(curves.receives, near_by_a_tenth({2, 2, 2, 2}));
    EXPECT_THAT(curves.sends, near_by_a_tenth({1, 1, 1, 1}));
    EXPECT_THAT(curves.peers, near_by_a_tenth({1, 1, 1, 1}));
}

TEST(PartCurves, AreReadForPicturesAlone) {
    Request request;
    request.runs.push_back(open_run(tree_of_curves + ";fault,slow-receiver,host=5,factor=3"));
    Progress progress(false);
    const Diagnosis diagnosis = diagnose(request, progress);
    EXPECT_THAT(diagnosis.part_curves, IsEmpty());
    EXPECT_THAT(diagnosis.further_planes, IsEmpty());
}

TEST(PartCurves, RefuseAPartThatTheRunHasNot) {
    for (const std::string part : {"node99", "node01,node99", "node01,node01", "node01,node02,node03"})
        EXPECT_THROW(static_cast<void>(pictured_diagnosis("", part)), UsageError) << part;
}

TEST(FurtherPlanes, HaveTheLengthThatIsAskedFor) {
    Request request;
    request.runs.push_back(
        open_run("synthetic:fat-tree,hosts=144,leaf=12;noise,2%;sweep,timing=synchronized,lengths="
                 "0,1K,16K,64K,1M"));
    request.for_pictures = true;
    request.drawn_length = 65536;
    Progress progress(false);
    const Diagnosis diagnosis = diagnose(request, progress);
    ASSERT_THAT(diagnosis.further_planes, SizeIs(1));
    EXPECT_EQ(diagnosis.further_planes.front().length_bytes, 65536);
}

}  // namespace
}  // namespace fabricmap::diagnosis
