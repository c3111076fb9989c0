// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/part_picture.hpp"

#include "diagnosis/drawing/exported_picture.hpp"
#include "picture/shapes/words.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"
#include "tests/picture/shapes_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

using picture::Drawing;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::shapes_of;
using ::testing::SizeIs;
using testing::words_of;

std::vector<std::string> line_names(const picture::Chart& chart) {
    std::vector<std::string> names;
    for (const picture::ChartLine& line : chart.lines) names.push_back(line.name);
    return names;
}

PartCurves curves_of_part(const Diagnosis& diagnosis, Part part) {
    const std::vector<double> ratios(diagnosis.lengths.size(), 1);
    return {std::move(part), ratios, ratios, ratios, ratios, ratios, {}, {}};
}

TEST(PartChart, HasBothDirectionsThePeersAndTheBaseline) {
    const Diagnosis diagnosis = testing::faulty_machine();
    PartCurves host = curves_of_part(diagnosis, part::Host{"node17"});
    EXPECT_THAT(line_names(part_chart(diagnosis, host)),
                ElementsAre("sends", "receives", "others, with quartiles"));
    host.sent_before = host.received_before = host.sends;
    EXPECT_THAT(line_names(part_chart(diagnosis, host)), SizeIs(5));
    const PartCurves link = curves_of_part(diagnosis, part::Link{"node03", "node22"});
    EXPECT_THAT(line_names(part_chart(diagnosis, link)),
                ElementsAre("node03 → node22", "node22 → node03", HasSubstr("other pairs")));
}

TEST(ExportedPicture, HasTheSizeOfItsPresetTheRunAndTheFindings) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.part_curves.push_back(curves_of_part(diagnosis, part::Host{"node17"}));
    for (const picture::Preset& preset : picture::presets) {
        for (const Pictured what : {Pictured::matrix, Pictured::part}) {
            const Drawing drawing = exported_picture(diagnosis, {what, {}, &preset});
            EXPECT_EQ(drawing.width, preset.size.width) << preset.name;
            EXPECT_NEAR(drawing.height, preset.size.height, 1) << preset.name;
            EXPECT_THAT(drawing.title, HasSubstr("results/monday"));
            const bool has_more = preset.findings < 4;
            EXPECT_THAT(drawing.lines, SizeIs(1 + (has_more ? preset.findings + 1 : 4)));
            EXPECT_THAT(drawing.lines, Contains(HasSubstr("node40")));
            for (const picture::Text& text : shapes_of<picture::Text>(drawing)) {
                const double length = picture::text_width(text.words, text.size, text.is_bold);
                EXPECT_GE(text.at.x, 0) << text.words;
                EXPECT_LE(text.at.y, drawing.height) << text.words;
                const bool ends_there = text.anchor == picture::Anchor::start && !text.is_upwards;
                EXPECT_LE(text.at.x + (ends_there ? length : 0), drawing.width)
                    << preset.name << ": " << text.words;
            }
        }
    }
}

TEST(ExportedPicture, ShowsTheLengthOfTheLargestFault) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.findings.erase(diagnosis.findings.begin());  // a matter of no length
    Finding& first = diagnosis.findings.front();
    first.evidence.curve.assign(diagnosis.lengths.size(), 1.1);
    const auto place = std::find(diagnosis.lengths.begin(), diagnosis.lengths.end(), 2048);
    first.evidence.curve[static_cast<std::size_t>(place - diagnosis.lengths.begin())] = 5;
    EXPECT_THAT(exported_picture(diagnosis, {}).lines, Contains(HasSubstr("Messages of 2K against")));
    const Drawing chosen = exported_picture(diagnosis, {Pictured::matrix, 4 << 20, nullptr});
    EXPECT_THAT(chosen.lines, Contains(HasSubstr("Messages of 4M against")));
    diagnosis.findings.clear();
    EXPECT_THAT(exported_picture(diagnosis, {}).lines, Contains(HasSubstr("Messages of 4M against")))
        << "the longest where nothing is wrong";
}

TEST(ExportedPicture, OfTheMachineStandsBelowTheFindings) {
    const Diagnosis diagnosis = testing::faulty_machine();
    const Drawing drawing = exported_picture(diagnosis, {Pictured::machine, {}, nullptr});
    EXPECT_THAT(drawing.lines, Contains(HasSubstr("The machine")));
    EXPECT_THAT(words_of(drawing), Contains(HasSubstr("node17 receives 3.1 times slower")));
}

}  // namespace
}  // namespace fabricmap::diagnosis
