// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/continuation.hpp"

#include "base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(Continuation, NamesTheOptionWhereTheHostsCannotBeStored) {
    Continuation continuation({}, {"-f", "run"});
    KeepingSink sink;
    sink.has_full_disk = true;
    const auto guarded = continuation.guard(sink, run_on({"a", "b", "c"}));
    EXPECT_THAT(continuation.leave_out({"c"}), HasSubstr("network_test -f run --resume --exclude-hosts c"));
    EXPECT_THAT(Continuation({}, {}).leave_out({"c"}), HasSubstr("add --exclude-hosts c")) << "no run yet";
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
