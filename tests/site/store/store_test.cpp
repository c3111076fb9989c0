// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "site/store/host_states.hpp"
#include "site/store/store_writer.hpp"
#include "tests/expectations.hpp"
#include "tests/kills.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

namespace fabricmap::site {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

HostRecord host_with(const std::string& name, HostVerdict verdict) {
    HostRecord host{name, verdict, verdict == HostVerdict::faulty ? name + " sends slowly" : ""};
    host.sends = {1.5, not_known, 1e9, {1e-6, 2e-6}};
    host.receives = {1.0, 0.9, not_known, {1e-6, not_known}};
    return host;
}

CheckRecord some_check(const std::string& id, HostVerdict of_second = HostVerdict::healthy) {
    CheckRecord check;
    check.id = id;
    check.started = "2026-01-02T03:04:05Z";
    check.finished = "2026-01-02T03:09:05Z";
    check.note = "after \"maintenance\"";
    check.preset = "quick";
    check.measured = {"one_to_one", "one_way", "host", {0, 65536}, 1, "Open MPI"};
    check.commands = {"mpirun network_test"};
    check.runs = {"run1", "run2"};
    check.verdict = of_second == HostVerdict::faulty ? "faults" : "healthy";
    check.findings = {{"n2 sends slowly", "Look at it.", true, {"New."}}};
    check.hosts = {host_with("n1", HostVerdict::healthy), host_with("n2", of_second)};
    return check;
}

void add_check(const Store& store, const CheckRecord& check) {
    const StoreWriter writer(store, "check");
    testing::write_bytes(writer.begin(check.id) / "run1_median.nc", "values");
    writer.publish(check);
}

TEST(Store, GivesBackWhatWasKept) {
    const testing::TemporaryFolder folder;
    const Store store(folder / "store");
    const CheckRecord kept = some_check("2026-01-02T03-04-05Z_0001", HostVerdict::faulty);
    add_check(store, kept);
    ASSERT_THAT(store.checks(), ElementsAre(kept.id));
    EXPECT_EQ(check_json(store.record(kept.id)), check_json(kept));
    EXPECT_EQ(testing::bytes_of(store.folder_of(kept.id) / "run1_median.nc"), "values");
}

TEST(Store, KeepsOfEachHostWhatTheLastCheckSaid) {
    const testing::TemporaryFolder folder;
    const Store store(folder.path());
    add_check(store, some_check("2026-01-02T03-04-05Z_0001", HostVerdict::faulty));
    CheckRecord partial = some_check("2026-01-03T03-04-05Z_0002");
    partial.hosts.resize(1);
    add_check(store, partial);
    const StoredStates states = host_states_in(*json_in(folder / std::string(hosts_file)));
    EXPECT_EQ(states.at("n1").check, partial.id);
    EXPECT_EQ(states.at("n2").verdict, "faulty");
    EXPECT_EQ(states.at("n2").check, "2026-01-02T03-04-05Z_0001");
}

TEST(Store, FindsChecksByTheirBeginning) {
    const testing::TemporaryFolder folder;
    const Store store(folder.path());
    EXPECT_THAT(testing::error_of<UsageError>([&] { (void)store.find("last"); }),
                HasSubstr("there is no check yet"));
    add_check(store, some_check("2026-01-02T03-04-05Z_0001"));
    add_check(store, some_check("2026-02-02T03-04-05Z_0002"));
    EXPECT_EQ(store.find("last"), "2026-02-02T03-04-05Z_0002");
    EXPECT_EQ(store.find("2026-01"), "2026-01-02T03-04-05Z_0001");
    EXPECT_THAT(testing::error_of<UsageError>([&] { (void)store.find("2026"); }), HasSubstr("several"));
    EXPECT_THAT(testing::error_of<UsageError>([&] { (void)store.find("x"); }), HasSubstr("no such check"));
}

TEST(Store, OfANewerVersionIsLeftAlone) {
    const testing::TemporaryFolder folder;
    {
        const Store store(folder.path());
        add_check(store, some_check("2026-01-02T03-04-05Z_0001"));
    }
    testing::write_bytes(folder / "version", R"({"store_version": 99})");
    EXPECT_THAT(testing::error_of<FileError>([&] { const Store newer(folder.path()); }),
                HasSubstr("a newer fabricmap wrote it (store version 99, this one knows 1)"));
}

TEST(Store, SaysWhatIsDamaged) {
    const testing::TemporaryFolder folder;
    const Store store(folder.path());
    add_check(store, some_check("2026-01-02T03-04-05Z_0001"));
    const auto path = store.folder_of("2026-01-02T03-04-05Z_0001") / "check.json";
    const std::string whole = testing::bytes_of(path);
    for (const std::string& bytes : {whole.substr(0, whole.size() / 2), std::string("{}"), std::string()}) {
        testing::write_bytes(path, bytes);
        EXPECT_THAT(testing::error_of<FileError>([&] { (void)store.record("2026-01-02T03-04-05Z_0001"); }),
                    HasSubstr("check.json: it is damaged"));
    }
}

TEST(StoreWriter, IsTheOnlyOneAndItsNameIsGiven) {
    const testing::TemporaryFolder folder;
    const Store store(folder.path());
    {
        const StoreWriter writer(store, "check");
        EXPECT_THAT(testing::error_of<FileError>([&] { const StoreWriter other(store, "accept"); }),
                    HasSubstr(fmt::format("fabricmap check (process {} on ", getpid())));
    }
    const StoreWriter next(store, "accept");
    EXPECT_THAT(next.unfinished(), IsEmpty());
}

/// A check that is whole, and another that replaces what hosts.json and accepted say.
const CheckRecord first_check = some_check("2026-01-02T03-04-05Z_0001", HostVerdict::faulty);
const CheckRecord second_check = some_check("2026-01-03T03-04-05Z_0002");

void add_and_accept(const std::filesystem::path& folder) {
    const Store store(folder);
    add_check(store, second_check);
    const StoreWriter writer(store, "accept");
    Marks marks = store.marks();
    marks[second_check.id] = {true, "2026-01-03T04:00:00Z", ""};
    writer.write_marks(marks);
}

void begin_store(const std::filesystem::path& folder) {
    const Store store(folder);
    add_check(store, first_check);
    const StoreWriter writer(store, "accept");
    writer.write_marks({{first_check.id, {true, "2026-01-02T04:00:00Z", "good"}}});
}

/// Whatever happened to the second, the first is as it was, and what is there is whole.
void expect_whole(const std::filesystem::path& folder) {
    const Store store(folder);
    const auto ids = store.checks();
    ASSERT_GE(ids.size(), 1U);
    EXPECT_EQ(ids.front(), first_check.id);
    EXPECT_EQ(testing::bytes_of(store.folder_of(first_check.id) / "run1_median.nc"), "values");
    for (const std::string& id : ids) {
        const CheckRecord& written = id == first_check.id ? first_check : second_check;
        EXPECT_EQ(check_json(store.record(id)), check_json(written));
    }
    EXPECT_TRUE(is_accepted(store.marks(), first_check.id));
    (void)host_states_in(*json_in(folder / hosts_file));
}

TEST(StoreWriter, KilledWithinAnyChangeLeavesEarlierChecksWhole) {
    const testing::TemporaryFolder counted;
    begin_store(counted.path());
    const int changes = testing::changes_of([&](const testing::Report&) { add_and_accept(counted.path()); });
    ASSERT_GT(changes, 10);
    int unfinished = 0;
    for (int change = 1; change <= changes; ++change) {
        SCOPED_TRACE(fmt::format("change {} of {}", change, changes));
        const testing::TemporaryFolder folder;
        begin_store(folder.path());
        testing::kill_within(change, [&](const testing::Report&) { add_and_accept(folder.path()); });
        expect_whole(folder.path());
        const Store store(folder.path());
        const bool had_second = store.checks().size() > 1;
        const StoreWriter next(store, "check");
        if (!next.unfinished().empty()) {
            ++unfinished;
            EXPECT_THAT(next.unfinished(), ElementsAre(second_check.id));
            EXPECT_FALSE(had_second);
        }
        for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
            EXPECT_THAT(entry.path().filename().string(), ::testing::Not(::testing::StartsWith(".")));
    }
    EXPECT_GT(unfinished, 3) << "most kills should come while the check is made";
}

TEST(StoreWriter, OnAFullDiskFailsWithTheFileAndLosesNothing) {
    const testing::TemporaryFolder counted;
    begin_store(counted.path());
    const int changes = testing::changes_of([&](const testing::Report&) { add_and_accept(counted.path()); });
    int failed = 0;
    for (int change = 1; change <= changes; ++change) {
        SCOPED_TRACE(fmt::format("change {} of {}", change, changes));
        const testing::TemporaryFolder folder;
        begin_store(folder.path());
        const int code = testing::code_where_a_change_fails(
            change, [&](const testing::Report&) { add_and_accept(folder.path()); }, ENOSPC);
        if (code < 0) GTEST_SKIP() << "this machine lets no change fail";
        failed += code == static_cast<int>(ExitCode::file) ? 1 : 0;
        expect_whole(folder.path());
    }
    EXPECT_GT(failed, changes / 3);
}

}  // namespace
}  // namespace fabricmap::site
