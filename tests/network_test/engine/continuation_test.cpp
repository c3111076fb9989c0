// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/continuation.hpp"

#include "base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>

namespace fabricmap::network_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Keeps what it is to store.
class KeepingSink final : public RunSink {
  public:
    std::vector<std::string> stored;
    bool has_full_disk = false;

    [[nodiscard]] const std::vector<std::int64_t>& complete_lengths() const noexcept override {
        return lengths_;
    }
    [[nodiscard]] std::vector<std::filesystem::path> paths() const override { return {}; }
    void begin_plane(std::int64_t /*length_bytes*/) override {}
    void write_row(std::int64_t /*sender*/, std::span<const CellStatistics> /*cells*/) override {}
    void commit_plane() override {}
    void store_measured(const RunDescription& /*run*/) override {}
    void store_left_out(const RunDescription& run) override {
        if (has_full_disk) throw FileError("no space");
        stored = run.unresponsive_hosts;
    }
    void finish(const std::string& /*finished*/) override {}
    void close() override {}

  private:
    std::vector<std::int64_t> lengths_;
};

RunDescription run_on(const std::vector<std::string>& hosts) {
    RunDescription run;
    run.ranks = rank_locations_of(hosts);
    return run;
}

TEST(Continuation, StoresTheHostsAndPrintsTheCommand) {
    Continuation continuation({}, {"-f", "my run", "--overwrite", "-n", "5"});
    KeepingSink sink;
    const auto guarded = continuation.guard(sink, run_on({"a", "b", "c"}));
    EXPECT_THAT(continuation.leave_out({"c"}), HasSubstr("network_test -f 'my run' -n 5 --resume"));
    EXPECT_THAT(sink.stored, ElementsAre("c"));
}

TEST(Continuation, NamesNoCommandOfItsOwnInACheckWhichGoesOnByItself) {
    Options options;
    options.file = "/var/lib/fabricmap/.unfinished-2026_ab/run1";
    Continuation continuation(options, {"-f", options.file.string()});
    KeepingSink sink;
    const auto guarded = continuation.guard(sink, run_on({"a", "b", "c"}));
    EXPECT_EQ(continuation.leave_out({"c"}), "fabricmap check goes on without c, if two hosts are left");
    EXPECT_THAT(sink.stored, ElementsAre("c"));
}

TEST(Continuation, NamesTheOptionWhereTheHostsCannotBeStored) {
    Continuation continuation({}, {"-f", "run"});
    KeepingSink sink;
    sink.has_full_disk = true;
    const auto guarded = continuation.guard(sink, run_on({"a", "b", "c"}));
    EXPECT_THAT(continuation.leave_out({"c"}), HasSubstr("network_test -f run --exclude-hosts c --resume"));
    EXPECT_THAT(Continuation({}, {}).leave_out({"c"}), HasSubstr("give --exclude-hosts c")) << "no run yet";
}

/// What the command that was printed asks for.
Options asked_by(const std::string& text) {
    const std::string name = "network_test ";
    std::istringstream words(text.substr(text.find(name) + name.size()));
    return parse_command_line({std::istream_iterator<std::string>(words), {}}).options;
}

TEST(Continuation, PrintsACommandThatLeavesTheHostOutWhateverWasExcludedBefore) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"--exclude-hosts", "a", "-f", "run"},
                                               {"-f", "run", "--exclude-hosts=a"},
                                               {"-f", "run", "--exclude-hosts", "none"}}) {
        const Options options = parse_command_line(words).options;
        for (const bool has_full_disk : {false, true}) {
            Continuation continuation(options, words);
            KeepingSink sink;
            sink.has_full_disk = has_full_disk;
            const auto guarded = continuation.guard(sink, run_on({"a", "b", "c", "d"}));
            RunDescription stored = run_on({"a", "b", "c", "d"});
            const Options again = asked_by(continuation.leave_out({"c"}));
            stored.unresponsive_hosts = sink.stored;
            EXPECT_TRUE(again.resume);
            EXPECT_EQ(again.file, "run");
            EXPECT_EQ(hosts_to_exclude(again, stored), hosts_of(options.excluded_hosts, {"c"}));
        }
    }
    EXPECT_THAT(Continuation(asked_by("network_test --exclude-hosts a"), {}).leave_out({"c"}),
                HasSubstr("give --exclude-hosts a,c"));
}

TEST(Continuation, StoresNothingWithoutWhichNoTwoRanksAreLeft) {
    Continuation continuation({}, {"-f", "run"});
    KeepingSink sink;
    const auto guarded = continuation.guard(sink, run_on({"a", "c", "c"}));
    EXPECT_THAT(continuation.leave_out({"c"}), HasSubstr("fewer than two ranks"));
    EXPECT_THAT(sink.stored, IsEmpty());
}

TEST(Continuation, ExcludesWhoAnsweredNobodyUnlessTheyAreTakenBack) {
    RunDescription earlier = run_on({"a", "b", "c", "d"});
    earlier.unresponsive_hosts = {"c"};
    Options options;
    options.excluded_hosts = {"b"};
    EXPECT_THAT(hosts_to_exclude(options, earlier), ElementsAre("b", "c"));
    EXPECT_THAT(hosts_to_exclude(parse_command_line({"--exclude-hosts", "none"}).options, earlier),
                IsEmpty());
}

}  // namespace
}  // namespace fabricmap::network_test
