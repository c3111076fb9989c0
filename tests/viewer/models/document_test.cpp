// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/document.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>

namespace fabricmap::viewer {
namespace {

constexpr int document_patience_ms = 120000;

class DocumentTest : public ::testing::Test {
  protected:
    DocumentTest() {
        QObject::connect(&document, &Document::read,
                         [this](const std::vector<Opened>& read, const std::optional<Look>& read_look) {
                             runs = read;
                             look = read_look;
                         });
    }
    void open(const QStringList& sources, const std::optional<Look>& wanted = {}) {
        QSignalSpy read(&document, &Document::read);
        document.open(sources, wanted);
        ASSERT_TRUE(read.wait(document_patience_ms));
    }

    Document document;
    std::vector<Opened> runs;
    std::optional<Look> look;
};

TEST_F(DocumentTest, ReadsSeveralSourcesWithTheLookTheyAreToHave) {
    Look wanted;
    wanted.length_bytes = 42;
    open({"synthetic:two_racks", "synthetic:fat_tree"}, wanted);
    EXPECT_EQ(sources_of(runs), (QStringList{"synthetic:two_racks", "synthetic:fat_tree"}));
    EXPECT_EQ(look->length_bytes, 42);
}

TEST_F(DocumentTest, HasRunsOpenOnceTheyCanBeShown) {
    const QSignalSpy opened(&document, &Document::opened);
    open({"synthetic:two_racks"});
    EXPECT_FALSE(document.is_open());
    document.set_runs(runs);
    EXPECT_EQ(document.sources(), QStringList{"synthetic:two_racks"});
    document.set_runs(runs);
    EXPECT_EQ(opened.size(), 1);
}

TEST_F(DocumentTest, ReportsWhichSourceCannotBeReadAndKeepsItsRuns) {
    open({"synthetic:two_racks"});
    document.set_runs(runs);
    QSignalSpy failed(&document, &Document::failed);
    document.open({"synthetic:fat_tree", "/nowhere/run.nc"});
    ASSERT_TRUE(failed.wait(document_patience_ms));
    EXPECT_TRUE(failed.first().first().toString().contains("/nowhere/run.nc"));
    EXPECT_EQ(document.sources(), QStringList{"synthetic:two_racks"});
}

TEST_F(DocumentTest, ReadsTheNewestOfSeveralThatAreOpenedAtOnce) {
    document.open({"synthetic:two_racks"});
    open({"synthetic:fat_tree"});
    EXPECT_EQ(sources_of(runs), QStringList{"synthetic:fat_tree"});
}

}  // namespace
}  // namespace fabricmap::viewer
