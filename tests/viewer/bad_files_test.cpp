// SPDX-License-Identifier: Apache-2.0
// A hundred damaged files, and some that are no runs at all: a picture or a line that names the file.
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/viewer/damage.hpp"
#include "tests/viewer/without_display.hpp"
#include "viewer/models/session.hpp"

#include <fmt/format.h>

#include <QTest>
#include <unistd.h>

namespace fabricmap::viewer {
namespace {

namespace fs = std::filesystem;
using testing::bytes_of;
using testing::Damaged;
using testing::expect_one_line;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using testing::Outcome;
using ::testing::StartsWith;
using testing::TemporaryFolder;
using testing::view_without_display;

constexpr int patience_ms = 120000;
constexpr std::size_t damaged_ranks = 6;
const std::vector<std::int64_t> lengths{0, 1024, 65536};

/// A kind of file, and where a whole one comes from.
struct Kind {
    std::string name;
    std::string sample;  ///< below tests/samples; empty: made here
    std::string ending = ".nc";
};

const std::vector<Kind> kinds{{"run", ""},
                              {"archive", ""},
                              {"old_run", "legacy/np4/one_to_one/network_median.nc"},
                              {"old_archive", "legacy/clustered/np4_one_to_one_network_median_arc.nc"},
                              {"old_text", "legacy/text/sample.txt", ".txt"}};

std::string whole_file(const Kind& kind, const TemporaryFolder& folder) {
    if (!kind.sample.empty()) return bytes_of(fs::path(SAMPLES_DIRECTORY) / kind.sample);
    testing::write_run(folder / "whole", testing::telltale_run(damaged_ranks, lengths));
    if (kind.name == "run") return bytes_of(folder / "whole_median.nc");
    const Outcome outcome = testing::run_program("network_clusterizer", {folder / "whole_median.nc"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return bytes_of(folder / "whole_median_arc.nc");
}

class BadFiles : public ::testing::TestWithParam<Kind> {
  protected:
    BadFiles() {
        fs::create_directory(folder / "damaged");
        for (const Damaged& damaged : testing::twenty_damaged(whole_file(GetParam(), folder))) {
            files.push_back(folder / "damaged" / (damaged.what + GetParam().ending));
            testing::write_bytes(files.back(), damaged.bytes);
        }
    }

    TemporaryFolder folder;
    std::vector<fs::path> files;
};

TEST_P(BadFiles, AreDrawnOrRefusedInOneLineThatNamesThem) {
    int refused = 0;
    for (const fs::path& file : files) {
        SCOPED_TRACE(file.filename());
        const fs::path picture = folder / (file.stem().string() + ".png");
        const Outcome outcome = view_without_display({file, "--export", picture});
        EXPECT_FALSE(outcome.timed_out);
        if (outcome.exit_code == 0) {
            EXPECT_THAT(bytes_of(picture), StartsWith("\x89PNG"));
        } else {
            ++refused;
            expect_one_line(outcome, 3, file.filename());
            EXPECT_FALSE(fs::exists(picture));
        }
    }
    // Of a file that was cut to less than a header nothing can be drawn.
    EXPECT_GE(refused, 4);
}

TEST_P(BadFiles, LeaveTheWindowWithWhatItShowedAndTheTerminalInPeace) {
    ::testing::internal::CaptureStderr();
    Session session;
    QStringList reported;
    for (const Worker* const worker : session.workers()) {
        QObject::connect(worker, &Worker::failed, [&](const QString& words) { reported << words; });
    }
    const auto is_read = [&] {
        return session.reader.plane() && session.reader.plane()->pyramid().is_complete();
    };
    session.document.open({"synthetic:torus,size=2x2"});
    ASSERT_TRUE(QTest::qWaitFor(is_read, patience_ms));
    for (const fs::path& file : files) {
        SCOPED_TRACE(file.filename());
        const auto is_settled = [&] {
            return !session.diagnosis.is_busy() && (is_read() || !reported.isEmpty());
        };
        ASSERT_TRUE(QTest::qWaitFor(is_settled, patience_ms));
        reported.clear();
        const auto plane = session.reader.plane();
        const QStringList sources = session.document.sources();
        session.document.open({QString::fromStdString(file)});
        // A file whose header is whole may be opened, and fail only where its values are read.
        const auto is_done = [&] {
            return !reported.isEmpty() || (session.reader.plane() != plane && is_read());
        };
        ASSERT_TRUE(QTest::qWaitFor(is_done, patience_ms));
        if (reported.isEmpty()) continue;
        EXPECT_THAT(reported.first().toStdString(), HasSubstr(file.filename().string()));
        if (session.document.sources() == sources) {
            EXPECT_EQ(session.reader.plane(), plane);
        }
    }
    // A changed byte may make a value that is no delay, which is reported.
    EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                MatchesRegex("(network_viewer: warning: [^\n]* not (a )?valid delays? [^\n]*\n)*"));
}

INSTANTIATE_TEST_SUITE_P(OfAllKinds, BadFiles, ::testing::ValuesIn(kinds),
                         [](const auto& one) { return one.param.name; });

/// Expects nothing to be drawn of it.
void expect_refused(const fs::path& file, const std::string& part) {
    SCOPED_TRACE(file);
    const TemporaryFolder folder;
    expect_one_line(view_without_display({file, "--export", folder / "x.png"}), 3, part);
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(ForeignFiles, AreRefusedInOneLineThatNamesThem) {
    const TemporaryFolder folder;
    testing::write_bytes(folder / "empty.nc", "");
    testing::write_bytes(folder / "picture.nc", "\x89PNG\r\n\x1a\n and so on");
    testing::write_bytes(folder / "words.txt", "neither a run nor an archive\n");
    fs::create_directory(folder / "folder.nc");
    fs::create_symlink(folder / "loop.nc", folder / "loop.nc");
    ASSERT_EQ(mkfifo((folder / "pipe.nc").c_str(), 0600), 0);
    for (const auto& entry : fs::directory_iterator(folder.path())) {
        expect_refused(entry.path(), entry.path().filename());
    }
    expect_refused(folder / "missing.nc", "missing.nc");
    expect_refused("/dev/zero", "/dev/zero");
}

TEST(ForeignFiles, ThatMayNotBeReadAreRefused) {
    if (geteuid() == 0) GTEST_SKIP() << "root may read all";
    const TemporaryFolder folder;
    testing::write_run(folder / "run", testing::telltale_run(damaged_ranks, lengths));
    fs::permissions(folder / "run_median.nc", fs::perms::none);
    expect_refused(folder / "run_median.nc", "run_median.nc");
}

}  // namespace
}  // namespace fabricmap::viewer
