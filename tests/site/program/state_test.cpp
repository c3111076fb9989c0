// SPDX-License-Identifier: Apache-2.0
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <sys/stat.h>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_program;

constexpr const char* hosts_json =
    R"({"store_version": 1, "hosts": {
        "node05": {"verdict": "faulty", "text": "node05 receives 9 times slower", "check": "c1", "when": ""},
        "node06": {"verdict": "involved", "text": "", "check": "c1", "when": ""}}})";

Outcome state(const testing::TemporaryFolder& store, const std::vector<std::string>& words) {
    std::vector<std::string> all{"state", "--store", store.path().string()};
    all.insert(all.end(), words.begin(), words.end());
    return run_program("fabricmap", all);
}

TEST(State, IsFourForAFaultInTheHostAlone) {
    const testing::TemporaryFolder store;
    testing::write_bytes(store / "hosts.json", hosts_json);
    const Outcome faulty = state(store, {"node05"});
    EXPECT_EQ(faulty.exit_code, 4);
    EXPECT_EQ(faulty.out, "node05: faulty: node05 receives 9 times slower (check c1)\n");
    EXPECT_EQ(state(store, {"node05.cluster"}).exit_code, 4) << "a domain makes no other host";
    EXPECT_EQ(state(store, {"node06"}).exit_code, 0);
    EXPECT_EQ(state(store, {"node07"}).out, "node07: unknown\n");
}

TEST(State, OfThisHostIsAskedByItsNameInSlurm) {
    const testing::TemporaryFolder store;
    testing::write_bytes(store / "hosts.json", hosts_json);
    setenv("SLURMD_NODENAME", "node05", 1);
    const Outcome outcome = state(store, {});
    unsetenv("SLURMD_NODENAME");
    EXPECT_EQ(outcome.exit_code, 4);
}

// What asks this drains hosts: it must not do so without an answer.
TEST(State, IsUnknownWhereTheStoreCannotBeRead) {
    const testing::TemporaryFolder store;
    EXPECT_EQ(state(store, {"node05"}).exit_code, 0);
    for (const char* const bytes : {"", "{", "[]", R"({"hosts": {"node05": 7}})"}) {
        testing::write_bytes(store / "hosts.json", bytes);
        const Outcome outcome = state(store, {"node05"});
        EXPECT_EQ(outcome.exit_code, 0) << bytes;
        EXPECT_EQ(outcome.out, "node05: unknown\n") << bytes;
    }
}

// A pipe that nobody writes to keeps its readers waiting, as a server that is gone does.
TEST(State, IsUnknownWhereTheStoreDoesNotAnswer) {
    const testing::TemporaryFolder store;
    ASSERT_EQ(mkfifo((store / "hosts.json").c_str(), 0600), 0);
    const Outcome outcome = state(store, {"node05"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, "node05: unknown\n");
    EXPECT_FALSE(outcome.timed_out);
}

}  // namespace
}  // namespace fabricmap
