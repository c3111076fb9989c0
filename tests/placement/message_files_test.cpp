// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "placement/patterns/open_pattern.hpp"
#include "tests/launched_text.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace fabricmap::placement {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const fs::path samples = fs::path(SAMPLES_DIRECTORY) / "monitoring";

struct Sum {
    double messages = 0;
    double bytes = 0;
    friend bool operator==(const Sum&, const Sum&) = default;
};

std::map<std::pair<int, int>, Sum> sums_of(const Pattern& pattern) {
    std::map<std::pair<int, int>, Sum> sums;
    for (const Flow& flow : pattern.flows) {
        Sum& sum = sums[{flow.sender, flow.receiver}];
        sum.messages += flow.messages;
        sum.bytes += flow.messages * flow.length_bytes;
    }
    return sums;
}

void expect_sum(const Pattern& pattern, int sender, int receiver, const Sum& expected) {
    const Sum sum = sums_of(pattern)[{sender, receiver}];
    EXPECT_EQ(sum.messages, expected.messages) << sender << " -> " << receiver;
    EXPECT_NEAR(sum.bytes, expected.bytes, 1e-6 * expected.bytes) << sender << " -> " << receiver;
}

class MessageFiles : public ::testing::Test {
  protected:
    fs::path write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }
    void expect_refused(const fs::path& path, const std::string& part) {
        try {
            static_cast<void>(open_messages(path));
            ADD_FAILURE() << path << " was read";
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), HasSubstr(part));
            EXPECT_THAT(error.what(), HasSubstr(path.filename().stem().stem().string()));
        }
    }
    fabricmap::testing::TemporaryFolder folder_;
};

/// Each rank sent to the next: one empty message, two of 1000 bytes, three of 70000; then came an
/// MPI_Allreduce of 8 bytes and an MPI_Bcast of 5000 from rank 0.
TEST_F(MessageFiles, OfOpenMpiSayWhatTheRingSent) {
    const Pattern pattern = open_messages(samples / "level2");
    EXPECT_EQ(pattern.ranks, 4);
    expect_sum(pattern, 1, 2, {6, 212000});
    // From rank 0 to 1 the broadcast's 5000 bytes and 8 of the reduction are added.
    expect_sum(pattern, 0, 1, {8, 217008});
    expect_sum(pattern, 0, 2, {2, 5008});
}

TEST_F(MessageFiles, OfBothLevelsAgree) {
    EXPECT_EQ(sums_of(open_messages(samples / "level1.2.prof")), sums_of(open_messages(samples / "level2")));
}

TEST_F(MessageFiles, OfOpenMpiKeepLengthsWithinTheirBins) {
    const Pattern pattern = open_messages(samples / "level1");
    std::map<double, double> messages;
    for (const Flow& flow : pattern.flows) {
        if (flow.sender == 1 && flow.receiver == 2) messages[flow.length_bytes] = flow.messages;
    }
    ASSERT_EQ(messages.size(), 3U);
    EXPECT_EQ(messages[0], 1);
    const auto thousand = std::next(messages.begin());
    EXPECT_TRUE(thousand->first >= 512 && thousand->first <= 1023 && thousand->second == 2);
    const auto longest = std::prev(messages.end());
    EXPECT_TRUE(longest->first >= 65536 && longest->first <= 131071 && longest->second == 3);
}

/// What hpcc sends, read a second time as plain words: bytes and messages of lines E and I, and no others.
TEST_F(MessageFiles, OfHpccHaveWhatTheirLinesSay) {
    const Pattern pattern = open_messages(samples / "hpcc");
    std::map<std::pair<int, int>, Sum> expected;
    for (int rank = 0; rank < 4; ++rank) {
        std::ifstream file(samples / ("hpcc." + std::to_string(rank) + ".prof"));
        for (std::string line; std::getline(file, line);) {
            if (line.rfind("E\t", 0) != 0 && line.rfind("I\t", 0) != 0) continue;
            std::istringstream words(line);
            std::string kind;
            std::string unit;
            int sender = 0;
            int receiver = 0;
            double bytes = 0;
            double messages = 0;
            words >> kind >> sender >> receiver >> bytes >> unit >> messages;
            if (sender == receiver || messages == 0) continue;
            expected[{sender, receiver}].bytes += bytes;
            expected[{sender, receiver}].messages += messages;
        }
    }
    ASSERT_EQ(expected.size(), 12U);
    ASSERT_EQ(sums_of(pattern).size(), expected.size());
    for (const auto& [arc, sum] : expected) expect_sum(pattern, arc.first, arc.second, sum);
}

TEST_F(MessageFiles, OfOpenMpiThatMissARankAreRefused) {
    for (const int rank : {0, 1, 3})
        fs::copy_file(samples / ("level1." + std::to_string(rank) + ".prof"),
                      folder_ / ("app." + std::to_string(rank) + ".prof"));
    expect_refused(folder_ / "app", "the file of rank 2 is missing");
    fs::rename(folder_ / "app.3.prof", folder_ / "app.2.prof");
    expect_refused(folder_ / "app", "is missing");
}

TEST_F(MessageFiles, OfOpenMpiThatAreCutOffAreRefused) {
    for (int rank = 0; rank < 4; ++rank)
        fs::copy_file(samples / ("level1." + std::to_string(rank) + ".prof"),
                      folder_ / ("app." + std::to_string(rank) + ".prof"));
    const fs::path last = folder_ / "app.3.prof";
    for (const std::uintmax_t size : {10U, 30U, 60U, 200U}) {
        fs::resize_file(last, size);
        expect_refused(folder_ / "app", "of a job that ended normally");
        fs::copy_file(samples / "level1.3.prof", last, fs::copy_options::overwrite_existing);
    }
}

TEST_F(MessageFiles, AsCsvAreReadWithAndWithoutAHeader) {
    const Pattern pattern =
        open_messages(write("a.csv", "sender,receiver,messages,bytes\n0,1,4,4000\n1,0,2,0\n3,3,9,9\n"));
    EXPECT_EQ(pattern.ranks, 4);
    expect_sum(pattern, 0, 1, {4, 4000});
    expect_sum(pattern, 1, 0, {2, 0});
    EXPECT_EQ(pattern.flows.size(), 2U);
    EXPECT_EQ(sums_of(open_messages(write("b.csv", "0,1,4,4000\n1,0,2,0\n3,3,9,9\n"))), sums_of(pattern));
}

TEST_F(MessageFiles, AsCsvUnderALauncherAndOfTwoRunsAreThoseOfTheOneThatIsNamed) {
    const std::string head = "sender,receiver,messages,bytes\n";
    for (std::size_t form = 0; form < fabricmap::testing::line_forms.size(); ++form) {
        SCOPED_TRACE(form);
        std::string lines;
        for (std::size_t rank = 0; rank <= form + 1; ++rank)
            lines += fmt::format("{},{},4,4000\n", rank, rank + 1);
        const std::string first =
            fabricmap::testing::as_launched(head + lines, fabricmap::testing::line_forms[form]);
        EXPECT_EQ(open_messages(write("one.csv", first)).ranks, static_cast<int>(form) + 3);
        EXPECT_EQ(open_messages(write("bare.csv", fabricmap::testing::as_launched(
                                                      lines, fabricmap::testing::line_forms[form])))
                      .ranks,
                  static_cast<int>(form) + 3);
        const fs::path both = write(
            "both.csv",
            first + fabricmap::testing::as_launched(head + "1,0,2,64\n", fabricmap::testing::line_forms[0]));
        expect_refused(both, "both.csv: the file holds 2 runs, from lines");
        EXPECT_EQ(open_messages(both.string() + ":1").ranks, static_cast<int>(form) + 3);
        const Pattern second = open_messages(both.string() + ":2");
        EXPECT_EQ(second.flows.size(), 1U);
        expect_sum(second, 1, 0, {2, 64});
    }
    expect_refused(write("mixed.csv", "0,1,1,8\n" + head + "0,1,1,8\n"),
                   "mixed.csv:2: a second table begins");
}

TEST_F(MessageFiles, AsCsvNameTheLineThatIsWrong) {
    const std::string head = "sender,receiver,messages,bytes\n0,1,1,8\n";
    expect_refused(write("letters.csv", head + "0,x,1,8\n"), "letters.csv:3: receiver 'x'");
    expect_refused(write("negative.csv", head + "0,-1,1,8\n"), "receiver '-1'");
    expect_refused(write("minus.csv", head + "0,1,1,-8\n"), "bytes '-8'");
    expect_refused(write("huge.csv", head + "0,1,1e30,8\n"), "messages '1e30'");
    expect_refused(write("large.csv", head + "99999999999,1,1,8\n"), "sender '99999999999'");
    expect_refused(write("short.csv", head + "0,1,1\n"), "3 fields");
    expect_refused(write("none.csv", head + "0,1,0,8\n"), "in 0 messages");
}

/// One matrix of four ranks in every form of it.
TEST_F(MessageFiles, AsSquareMatricesAreReadInEachForm) {
    const std::string matrix_market =
        "%%MatrixMarket matrix coordinate real general\n% bytes\n4 4 5\n1 2 4000\n2 1 10\n2 3 1.5e3\n4 1 "
        "7\n3 3 9\n";
    const std::vector<std::pair<std::string, std::string>> files{
        {"blanks.mat", "0 4000 0 0\n10 0 1500 0\n0 0 9 0\n7 0 0 0\n"},
        {"tabs.txt", "0\t4000\t0\t0\n10\t0\t1500\t0\n0\t0\t9\t0\n7\t0\t0\t0\n"},
        {"commas.csv", "0,4000,0,0\n10,0,1500,0\n0,0,0,0\n7,0,0,0\n"},
        {"semicolons.csv", "0;4000,0;0;0\r\n10;0;1500;0\r\n0;0;0;0\r\n7;0;0;0\r\n"},
        {"names.csv",
         ";rank 0;rank 1;rank 2;rank 3\nrank 0;0;4000;;\nrank 1;10;0;1500;\nrank 2;;;9;\nrank 3;7;;;0\n"},
        {"numbers.txt", "rank 0 1 2 3\n0 0 4000 0 0\n1 10 0 1500 0\n2 0 0 9 0\n3 7 0 0 0\n"},
        {"size.dat", "4\n0 4000 0 0\n10 0 1500 0\n0 0 9 0\n7 0 0 0\n"},
        {"sparse.mtx", matrix_market},
        {"dense.mtx",
         "%%MatrixMarket matrix array integer general\n4 "
         "4\n0\n10\n0\n7\n4000\n0\n0\n0\n0\n1500\n9\n0\n0\n0\n0\n0\n"},
        {"list.csv", "bytes;to;from\n4000;1;0\n10;0;1\n1500;2;1\n7;0;3\n"}};
    for (const auto& [name, text] : files) {
        SCOPED_TRACE(name);
        Pattern pattern = open_messages(write(name, text));
        EXPECT_EQ(pattern.ranks, 4);
        EXPECT_TRUE(pattern.lengths_are_unknown);
        EXPECT_EQ(pattern.flows.size(), 4U);
        expect_sum(pattern, 0, 1, {1, 4000});
        expect_sum(pattern, 1, 0, {1, 10});
        expect_sum(pattern, 1, 2, {1, 1500});
        expect_sum(pattern, 3, 0, {1, 7});
        cut_into_messages(pattern, 1000);
        expect_sum(pattern, 0, 1, {4, 4000});
        expect_sum(pattern, 1, 2, {1.5, 1500});
        expect_sum(pattern, 3, 0, {1, 7});
    }
}

/// Open MPI's profile2mat made the matrix of the same files, lines E alone: half of both directions each,
/// whole bytes.
TEST_F(MessageFiles, AsAMatrixOfProfile2matHaveWhatTheirProfilesSay) {
    const Pattern pattern = open_messages(samples / "hpcc_size_external.mat");
    EXPECT_EQ(pattern.ranks, 4);
    EXPECT_EQ(pattern.flows.size(), 12U);
    std::map<std::pair<int, int>, double> bytes;
    for (int rank = 0; rank < 4; ++rank) {
        std::ifstream file(samples / ("hpcc." + std::to_string(rank) + ".prof"));
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::string kind;
            int sender = 0;
            int receiver = 0;
            double sum = 0;
            if (words >> kind >> sender >> receiver >> sum && kind == "E") bytes[{sender, receiver}] += sum;
        }
    }
    for (const Flow& flow : pattern.flows) {
        const double both = bytes[{flow.sender, flow.receiver}] + bytes[{flow.receiver, flow.sender}];
        EXPECT_NEAR(flow.length_bytes, both / 2, 1) << +flow.sender << " -> " << +flow.receiver;
    }
}

TEST_F(MessageFiles, AsSymmetricMatrixMarketAreSentBothWays) {
    const Pattern pattern = open_messages(
        write("a.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 8\n3 1 5\n"));
    EXPECT_EQ(pattern.flows.size(), 4U);
    expect_sum(pattern, 0, 1, {1, 8});
    expect_sum(pattern, 2, 0, {1, 5});
}

TEST_F(MessageFiles, AsCsvAreReadInAnyOrderOfTheColumns) {
    for (const char* const text : {"bytes,messages,receiver,sender\n4000,4,1,0\n",
                                   "\"Dst\";\"Src\";\"Time\";\"Bytes\";\"Count\"\n1;0;0,5;4000;4\n",
                                   "from\tto\tmsgs\tvolume\n0\t1\t4\t4000\n"}) {
        const Pattern pattern = open_messages(write("a.csv", text));
        EXPECT_FALSE(pattern.lengths_are_unknown);
        expect_sum(pattern, 0, 1, {4, 4000});
    }
}

/// As its form says: the size, distances of a grid of 2x2, flows; and the two exchanged.
TEST_F(MessageFiles, OfQaplibHaveTheFlowsAsBytes) {
    const std::string distances = "0 1 1 2\n1 0 2 1\n1 2 0 1\n2 1 1 0\n";
    const std::string flows = "0 5 0 0\n5 0 0 3\n0 0 0 0\n0 3 0 0\n";
    for (const std::string& text : {distances + "\n" + flows, flows + "\n" + distances}) {
        const Pattern pattern = open_messages(write("nug4.dat", " 4\n\n" + text));
        EXPECT_EQ(pattern.flows.size(), 4U);
        expect_sum(pattern, 0, 1, {1, 5});
        expect_sum(pattern, 3, 1, {1, 3});
        ASSERT_EQ(pattern.notes.size(), 1U);
    }
}

/// What IPM 2 prints for each task: calls that receive are there, too, and count nothing again.
TEST_F(MessageFiles, OfIpmHaveWhatItsTasksHaveSent) {
    std::string text = "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<ipm_job_profile>\n";
    for (int rank = 0; rank < 3; ++rank) {
        const int next = (rank + 1) % 3;
        text += fmt::format(
            "<task ipm_version=\"2.0.6\" cookie=\"1\" mpi_rank=\"{}\" mpi_size=\"3\" >\n<hash nlog=\"3\" "
            "nkey=\"3\" >\n"
            "<hent key=\"0\" call=\"MPI_Isend\" bytes=\"1000\" orank=\"{}\" region=\"1\" callsite=\"0\" "
            "count=\"6\" "
            "tid=\"0\" >1.0e-05 1.0e-06 2.0e-06</hent>\n"
            "<hent key=\"0\" call=\"MPI_Irecv\" bytes=\"1000\" orank=\"{}\" region=\"1\" callsite=\"0\" "
            "count=\"6\" "
            "tid=\"0\" >1.0e-05 1.0e-06 2.0e-06</hent>\n"
            "<hent key=\"0\" call=\"MPI_Allreduce\" bytes=\"8\" orank=\"0\" region=\"1\" callsite=\"0\" "
            "count=\"9\" "
            "tid=\"0\" >1.0e-05 1.0e-06 2.0e-06</hent>\n</hash>\n</task>\n",
            rank, next, (rank + 2) % 3);
    }
    const Pattern pattern = open_messages(write("profile.xml", text + "</ipm_job_profile>\n"));
    EXPECT_EQ(pattern.ranks, 3);
    EXPECT_EQ(pattern.flows.size(), 3U);
    expect_sum(pattern, 2, 0, {6, 6000});
    expect_refused(write("cut.xml", text.substr(0, text.rfind("<task"))), "it has 2 of 3 tasks");
}

TEST_F(MessageFiles, AsMatricesNameTheLineThatIsWrong) {
    expect_refused(write("short.mat", "0 1 2\n1 0\n2 1 0\n"),
                   "short.mat:2: it has 2 fields, and the matrix has 3 rows");
    expect_refused(write("minus.mat", "0 1\n-1 0\n"), "minus.mat:2: '-1'");
    expect_refused(write("size.dat", "3\n0 1 1\n1 0 1\n"), "size.dat:3: it has 6 numbers behind its size");
    expect_refused(write("end.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 5\n"),
                   "end.mtx:3: it ends before all its entries");
    expect_refused(write("wide.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 2 5\n"),
                   "square");
    expect_refused(write("range.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 5\n"),
                   "rows and columns are 1 to 2");
    expect_refused(write("profile.cubex", "anchor.xml\n"),
                   "profiles of Score-P do not say who sends to whom");
}

TEST_F(MessageFiles, AsMatricesThatLackALineAreNotRead) {
    expect_refused(write("cut.mat", "0 5 5 5\n5 0 5 5\n5 5 0 5\n"), "it must be square");
    expect_refused(write("comment.mat", "# 1 2 3"), "unrecognised format");
}

TEST_F(MessageFiles, OfIpmWhoseRanksCannotBeAreRefused) {
    const auto task = [](int rank) {
        return fmt::format(
            "<task ipm_version=\"2.0.6\" mpi_rank=\"{}\" mpi_size=\"2\" >\n"
            "<hent call=\"MPI_Send\" bytes=\"8\" orank=\"0\" count=\"1\" ></hent>\n</task>\n",
            rank);
    };
    expect_refused(write("far.xml", task(0) + task(100)), "rank 100 is none of the job's 2");
    expect_refused(write("twice.xml", task(0) + task(0)), "it has 1 of 2 tasks");
}

TEST_F(MessageFiles, OfOtherKindsAreRefusedWithWhatIsKnown) {
    expect_refused(write("words.txt", "hello\n"), "unrecognised format; supported");
    expect_refused(write("mpip.txt", "@ mpiP\n@ Command : ./a\n"), "mpiP");
    expect_refused(folder_ / "missing", "there is no such file");
    expect_refused(write("empty.csv", "sender,receiver,messages,bytes\n"), "no messages");
}

}  // namespace
}  // namespace fabricmap::placement
