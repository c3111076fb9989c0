// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/continuation.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "base/unfinished_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace fabricmap::network_test {
namespace {

/// A thread that writes to the disk is done soon; one that hangs there is not waited for.
constexpr std::chrono::seconds max_wait_for_writer{2};

std::string quoted_for_shell(const std::string& word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string quoted = "'";
    for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + "'";
}

/// Ranks on other hosts than these and those that are left out already.
std::ptrdiff_t ranks_left(const RunDescription& run, const std::vector<std::string>& hosts) {
    const std::vector<std::string> out =
        hosts_of(hosts, hosts_of(run.excluded_hosts, run.unresponsive_hosts));
    return std::count_if(run.ranks.begin(), run.ranks.end(), [&](const RankLocation& rank) {
        return std::find(out.begin(), out.end(), rank.host) == out.end();
    });
}

}  // namespace

/// Keeps the two threads from using the sink at once.
class Continuation::GuardedSink final : public RunSink {
  public:
    GuardedSink(Continuation& owner, RunSink& sink) : owner_(owner), sink_(sink) {
        const std::scoped_lock lock(owner_.mutex_);
        owner_.sink_ = &sink_;
    }
    ~GuardedSink() override {
        const std::scoped_lock lock(owner_.mutex_);
        owner_.sink_ = nullptr;
    }
    GuardedSink(const GuardedSink&) = delete;
    GuardedSink& operator=(const GuardedSink&) = delete;

    [[nodiscard]] const std::vector<std::int64_t>& complete_lengths() const noexcept override {
        return sink_.complete_lengths();
    }
    [[nodiscard]] std::vector<std::filesystem::path> paths() const override { return sink_.paths(); }
    void begin_plane(std::int64_t length_bytes) override {
        const std::scoped_lock lock(owner_.mutex_);
        sink_.begin_plane(length_bytes);
    }
    void write_row(std::int64_t sender, std::span<const CellStatistics> cells) override {
        const std::scoped_lock lock(owner_.mutex_);
        sink_.write_row(sender, cells);
    }
    void commit_plane() override {
        const std::scoped_lock lock(owner_.mutex_);
        sink_.commit_plane();
    }
    void store_measured(const RunDescription& run) override {
        const std::scoped_lock lock(owner_.mutex_);
        sink_.store_measured(run);
    }
    void store_left_out(const RunDescription& run) override {
        const std::scoped_lock lock(owner_.mutex_);
        sink_.store_left_out(run);
    }
    void finish(const std::string& finished) override {
        const std::scoped_lock lock(owner_.mutex_);
        owner_.sink_ = nullptr;
        sink_.finish(finished);
    }
    void close() override {
        const std::scoped_lock lock(owner_.mutex_);
        owner_.sink_ = nullptr;
        sink_.close();
    }

  private:
    Continuation& owner_;
    RunSink& sink_;
};

Continuation::Continuation(const Options& options, std::vector<std::string> arguments)
    : options_(options), arguments_(std::move(arguments)) {}

Continuation::~Continuation() = default;

std::unique_ptr<RunSink> Continuation::guard(RunSink& sink, const RunDescription& run) {
    {
        const std::scoped_lock lock(mutex_);
        run_ = run;
    }
    return std::make_unique<GuardedSink>(*this, sink);
}

bool Continuation::is_stored(const std::vector<std::string>& hosts) {
    if (sink_ == nullptr) return false;
    try {
        run_.unresponsive_hosts = hosts_of(hosts, run_.unresponsive_hosts);
        sink_->store_left_out(run_);
        return true;
    } catch (const Error&) {
        return false;
    }
}

std::string Continuation::leave_out(const std::vector<std::string>& hosts) {
    std::string advice = store_and_advise(hosts);
    if (!names_run_of_check(options_.file.string())) return advice;
    return fmt::format("fabricmap check goes on without {}, if two hosts are left", joined_by(hosts, ","));
}

std::string Continuation::store_and_advise(const std::vector<std::string>& hosts) {
    const std::string names = joined_by(hosts, ",");
    const std::string command = command_to_resume(arguments_, options_.excluded_hosts);
    const std::vector<std::string> all = hosts_of(options_.excluded_hosts, hosts);
    const std::string how =
        options_.measures_pairs() ? "start the job again" : "start the job again without it";
    std::string with_option = fmt::format("to go on, {}: {}", how, command_to_resume(arguments_, all));
    const std::unique_lock lock(mutex_, max_wait_for_writer);
    if (!lock) return with_option;
    if (run_.ranks.empty())
        return fmt::format("to begin without {}, give --exclude-hosts {}", names, joined_by(all, ","));
    if (ranks_left(run_, hosts) < 2) {
        return fmt::format("fewer than two ranks would be left without {}; when it answers again: {}", names,
                           command);
    }
    if (options_.sample_pairs && !options_.sample_pairs->is_whole()) {
        return fmt::format(
            "a sample of the pairs cannot be continued without {}: start again with --overwrite "
            "--exclude-hosts {}",
            names, joined_by(all, ","));
    }
    return is_stored(hosts) ? fmt::format("{} will be left out; to go on, {}: {}", names, how, command)
                            : with_option;
}

std::vector<std::string> hosts_to_exclude(const Options& options, const RunDescription& earlier) {
    return options.includes_unresponsive ? options.excluded_hosts
                                         : hosts_of(options.excluded_hosts, earlier.unresponsive_hosts);
}

std::string command_to_resume(const std::vector<std::string>& arguments,
                              const std::vector<std::string>& excluded_hosts) {
    constexpr std::string_view exclude = "--exclude-hosts";
    std::string command = "network_test";
    for (auto word = arguments.begin(); word != arguments.end(); ++word) {
        // Its value stands behind it, or behind "=".
        if (*word == exclude && word + 1 != arguments.end()) {
            ++word;
        } else if (*word != "--overwrite" && *word != "--resume" &&
                   !word->starts_with(fmt::format("{}=", exclude))) {
            command += " " + quoted_for_shell(*word);
        }
    }
    if (!excluded_hosts.empty())
        command += fmt::format(" {} {}", exclude, quoted_for_shell(joined_by(excluded_hosts, ",")));
    return command + " --resume";
}

}  // namespace fabricmap::network_test
