// SPDX-License-Identifier: Apache-2.0
// Runs that change while they are looked at.
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/viewer/without_display.hpp"
#include "viewer/models/session.hpp"

#include <QTest>

namespace fabricmap::viewer {
namespace {

using testing::expect_one_line;
using ::testing::HasSubstr;
using testing::TemporaryFolder;
using testing::view_without_display;

constexpr int growing_patience_ms = 120000;
constexpr std::size_t growing_ranks = 4;

class GrowingRun : public ::testing::Test {
  protected:
    GrowingRun() {
        for (const Worker* const worker : session.workers()) {
            QObject::connect(worker, &Worker::failed, [this](const QString& words) { reported << words; });
        }
    }
    [[nodiscard]] bool is_read() const {
        return session.reader.plane() && session.reader.plane()->pyramid().is_complete();
    }

    TemporaryFolder folder;
    testing::SomeRun run = testing::telltale_run(growing_ranks, {0, 1024, 65536});
    RunWriter writer = RunWriter::create(folder / "run", run.description, RunWriter::Existing::refuse);
    QStringList reported;
    Session session;
};

TEST_F(GrowingRun, WithoutALengthYetIsRefusedInOneLine) {
    const auto outcome = view_without_display({folder / "run", "--export", folder / "x.png"});
    expect_one_line(outcome, 3, "no length is measured yet");
    EXPECT_THAT(outcome.err, HasSubstr("run"));
}

TEST_F(GrowingRun, WithoutALengthYetIsReportedInTheWindow) {
    session.document.open({QString::fromStdString(folder / "run")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !reported.isEmpty(); }, growing_patience_ms));
    EXPECT_THAT(reported.first().toStdString(), HasSubstr("no length is measured yet"));
}

TEST_F(GrowingRun, IsDrawnAsFarAsItIsMeasured) {
    testing::write_plane(writer, run, 0);
    testing::write_plane(writer, run, 1);
    const auto drawn = view_without_display({folder / "run", "--export", folder / "x.png", "--length", "1K"});
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    const auto unmeasured =
        view_without_display({folder / "run", "--export", folder / "y.png", "--length", "64K"});
    expect_one_line(unmeasured, 2, "64K");
}

TEST_F(GrowingRun, IsFollowedWhileItIsWatched) {
    testing::write_plane(writer, run, 0);
    session.document.open({QString::fromStdString(folder / "run")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return is_read(); }, growing_patience_ms));
    EXPECT_EQ(session.selection.lengths().size(), 1U);
    session.document.watch(true);
    testing::write_plane(writer, run, 1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.selection.lengths().size() == 2; }, growing_patience_ms))
        << reported.join('\n').toStdString();
}

TEST_F(GrowingRun, IsShownOnceItsFirstLengthIsMeasured) {
    session.document.open({QString::fromStdString(folder / "run")});
    session.document.watch(true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !reported.isEmpty(); }, growing_patience_ms));
    testing::write_plane(writer, run, 0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return is_read(); }, growing_patience_ms));
}

TEST_F(GrowingRun, ThatIsCutUnderTheWindowIsReportedAndTheWindowStays) {
    for (std::size_t plane = 0; plane < 3; ++plane) testing::write_plane(writer, run, plane);
    writer.finish("2024-05-16T11:00:00Z");
    session.document.open({QString::fromStdString(folder / "run_median.nc")});
    // Once it is diagnosed other cells are read.
    const auto shows_expected = [&] { return session.selection.displayed().content == Content::expected; };
    ASSERT_TRUE(QTest::qWaitFor([&] { return shows_expected() && is_read(); }, growing_patience_ms));
    for (const Statistic statistic : all_statistics) {
        const auto file = folder / ("run_" + std::string(name_of(statistic)) + ".nc");
        if (std::filesystem::exists(file)) std::filesystem::resize_file(file, 100);
    }
    session.document.open(session.document.sources());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !reported.isEmpty(); }, growing_patience_ms));
    EXPECT_THAT(reported.first().toStdString(), HasSubstr("run_median.nc"));
    EXPECT_TRUE(is_read());
}

}  // namespace
}  // namespace fabricmap::viewer
