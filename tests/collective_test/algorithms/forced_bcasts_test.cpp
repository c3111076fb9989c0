// SPDX-License-Identifier: Apache-2.0
// Whether Open MPI does what it is told, seen in the messages that its own monitoring counts.
#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace fabricmap::testing {
namespace {

using Settings = std::vector<std::string>;

Outcome run_bcasts(int ranks, const Settings& settings, const std::vector<std::string>& words) {
    std::vector<std::string> command{"/usr/bin/env",
                                     "OMPI_ALLOW_RUN_AS_ROOT=1",
                                     "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                     MPIEXEC,
                                     "--oversubscribe",
                                     "-n",
                                     std::to_string(ranks)};
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        command.insert(command.end(), {"--mca", setting.substr(0, equals), setting.substr(equals + 1)});
    }
    command.emplace_back(FORCED_BCASTS);
    command.insert(command.end(), words.begin(), words.end());
    return run(command);
}

/// To how many peers rank 0 sent messages of 2^log2_length bytes, by the library's file about it: a line
/// each, "E 0 PEER N bytes N msgs sent COUNT,COUNT,...", with a count for 0 bytes, then one for each power of
/// two.
int peers_reached(const std::filesystem::path& file, std::size_t log2_length) {
    std::ifstream stream(file);
    int peers = 0;
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with("E\t0\t")) continue;
        std::istringstream counts(line.substr(line.rfind('\t') + 1));
        std::string count;
        for (std::size_t at = 0; at <= log2_length + 1; ++at) std::getline(counts, count, ',');
        if (std::stol(count) > 0) ++peers;
    }
    return peers;
}

TEST(ForcedAlgorithms, OfOneJobReachAsManyPeersAsTheyShould) {
    const TemporaryFolder folder;
    const Outcome outcome = run_bcasts(8,
                                       {"pml_monitoring_enable=1", "pml_monitoring_enable_output=3",
                                        "pml_monitoring_filename=" + (folder.path() / "messages").string()},
                                       {"1:1024", "2:4096", "6:16384"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::filesystem::path file = folder.path() / "messages.0.prof";
    EXPECT_EQ(peers_reached(file, 10), 7) << "linear: the root sends to everyone";
    EXPECT_EQ(peers_reached(file, 12), 4) << "chain: to the heads of four chains";
    EXPECT_EQ(peers_reached(file, 14), 3) << "binomial: to ranks 1, 2 and 4";
}

TEST(ForcedAlgorithms, AreRefusedWithoutDynamicRules) {
    const Outcome outcome = run_bcasts(2, {"coll_tuned_use_dynamic_rules=0"}, {"1:8"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, ::testing::HasSubstr("set OMPI_MCA_coll_tuned_use_dynamic_rules=1"));
}

TEST(ForcedAlgorithms, AreRefusedWithoutTheComponentThatHasThem) {
    const Outcome outcome = run_bcasts(2, {"coll=^tuned"}, {"1:8"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, ::testing::HasSubstr("coll/tuned"));
}

TEST(ForcedAlgorithms, AreRefusedWhereAnotherComponentMakesTheCalls) {
    const Outcome outcome = run_bcasts(2, {"coll_han_priority=40"}, {"1:8"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, ::testing::HasSubstr("--mca coll ^han"));
}

}  // namespace
}  // namespace fabricmap::testing
