// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/exported_picture.hpp"

#include "diagnosis/model/finding_kinds.hpp"
#include "picture/layout/marks.hpp"
#include "picture/shapes/words.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"
#include "tests/picture/shapes_of.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricmap::diagnosis {
namespace {

using picture::Drawing;
using picture::Text;
using testing::shapes_of;

std::vector<PictureRequest> all_requests() {
    std::vector<PictureRequest> requests;
    for (const Pictured what : {Pictured::matrix, Pictured::machine}) {
        requests.push_back({what});
        for (const picture::Preset& preset : picture::presets) requests.push_back({what, {}, &preset});
    }
    return requests;
}

/// The numbers that stand on circles.
std::set<std::string> badges_of(const Drawing& drawing) {
    std::set<std::string> numbers;
    for (const Text& text : shapes_of<Text>(drawing)) {
        if (text.ink == picture::Ink::paper && text.anchor == picture::Anchor::middle &&
            text.words.find_first_not_of("0123456789") == std::string::npos)
            numbers.insert(text.words);
    }
    return numbers;
}

std::string all_words(const Drawing& drawing) {
    std::string all;
    for (const Text& text : shapes_of<Text>(drawing)) all += text.words + ' ';
    return all;
}

TEST(ExportedPicture, HasInWordsWhatItNumbersAndSaysHowManyMoreThereAre) {
    const Diagnosis diagnosis = testing::faulty_machine();
    const auto faults = static_cast<std::size_t>(diagnosis.fault_count());
    ASSERT_GE(faults, 4U);
    for (const PictureRequest& request : all_requests()) {
        const std::size_t in_words =
            request.preset != nullptr ? request.preset->findings : picture::default_findings;
        const Drawing drawing = exported_picture(diagnosis, request);
        const std::string words = all_words(drawing);
        for (const std::string& number : badges_of(drawing)) {
            const Finding& finding = diagnosis.findings.at(std::stoul(number) - 1);
            // Its beginning: the rest may go on in the next line.
            EXPECT_THAT(words, ::testing::HasSubstr(sentence_of(finding).substr(0, 9))) << number;
            EXPECT_LE(std::stoul(number), in_words);
        }
        EXPECT_FALSE(badges_of(drawing).empty());
        const std::size_t more = faults - std::min(faults, in_words);
        EXPECT_EQ(words.find(fmt::format("and {} more fault", more)) != std::string::npos, more > 0);
    }
}

TEST(ExportedPicture, CutsNoWordsOfAPreset) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.runs.front().description.title = "network_test of all 64 hosts on Monday, the 30th of November";
    for (const PictureRequest& request : all_requests()) {
        const Drawing drawing = exported_picture(diagnosis, request);
        for (const Text& text : shapes_of<Text>(drawing)) {
            if (text.anchor != picture::Anchor::start || text.is_upwards) continue;
            EXPECT_LE(text.at.x + picture::text_width(text.words, text.size, text.is_bold), drawing.width)
                << text.words;
            EXPECT_LE(text.at.y, drawing.height) << text.words;
        }
        EXPECT_THAT(all_words(drawing), ::testing::HasSubstr("30th of November"));
        const std::string header = all_words(drawing).substr(0, 300);
        EXPECT_EQ(header.find("…"), std::string::npos) << header;
    }
}

TEST(ExportedPicture, OfASlideReachesItsRightEdge) {
    const Diagnosis diagnosis = testing::faulty_machine();
    const picture::Preset& slide = picture::presets[1];
    for (const Pictured what : {Pictured::matrix, Pictured::machine}) {
        const Drawing drawing = exported_picture(diagnosis, {what, {}, &slide});
        double right = 0;
        for (const Text& text : shapes_of<Text>(drawing)) {
            if (text.anchor != picture::Anchor::start || text.at.y < 100 || text.is_upwards) continue;
            right = std::max(right, text.at.x + picture::text_width(text.words, text.size, text.is_bold));
        }
        EXPECT_GT(right, 0.85 * drawing.width);
        EXPECT_EQ(drawing.scale, 2);
    }
}

TEST(ExportedPicture, OfTheMachineFillsItsSheet) {
    const Diagnosis diagnosis = testing::faulty_machine();
    for (const picture::Preset& preset : picture::presets) {
        const Drawing drawing = exported_picture(diagnosis, {Pictured::machine, {}, &preset});
        double bottom = 0;
        for (const picture::Path& path : shapes_of<picture::Path>(drawing)) {
            for (const picture::Point& point : path.points) bottom = std::max(bottom, point.y);
        }
        EXPECT_LE(bottom, drawing.height) << preset.name;
        EXPECT_GT(bottom, 0.8 * drawing.height) << preset.name;
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
