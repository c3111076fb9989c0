// SPDX-License-Identifier: Apache-2.0
#include "network_test/request/option_words.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "command_line/readers.hpp"
#include "command_line/sweep_options.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::network_test {

std::int64_t read_active_per_node(std::string_view word) {
    if (word == "all") return Schedule::all_of_a_node;
    return std::min(read_count(word, "--active-per-node", 1, "ranks, or say all"), Schedule::all_of_a_node);
}

PairSample read_pair_sample(std::string_view word) {
    constexpr std::string_view rounds = "rounds=";
    PairSample sample;
    if (word.starts_with(rounds)) {
        const auto count = read_number<std::int64_t>(word.substr(rounds.size()));
        if (!count || *count < 1) {
            throw UsageError(fmt::format(
                "--sample-pairs {}: give a whole number of rounds, at least 1, as in rounds=12", word));
        }
        sample.rounds = *count;
        return sample;
    }
    const auto share = read_share(word);
    if (!share || *share <= 0 || *share > 1) {
        throw UsageError(
            fmt::format("--sample-pairs {}: give a percentage of the pairs such as 5%, or rounds=12", word));
    }
    sample.fraction = *share;
    return sample;
}

RmaSync read_rma_sync(const std::string& word, Mode mode) {
    const auto sync = rma_sync_named(word);
    if (!sync) throw UsageError(fmt::format("--rma-sync {}: give lock or fence", word));
    const auto has_window = [](const ModeTraits& traits) {
        return mode_entry(traits.mode).window != WindowOver::nothing;
    };
    if (!has_window(traits_of(mode))) {
        throw UsageError(fmt::format("--rma-sync {}: it is for {}, not {}", word,
                                     mode_names_where(has_window), name_of(mode)));
    }
    return *sync;
}

StreamWindow read_window(const std::string& word, Mode mode) {
    const auto streams = [](const ModeTraits& traits) { return traits.is_stream; };
    if (!streams(traits_of(mode))) {
        throw UsageError(fmt::format("--window {}: {} has no windows; use -t {}", word, name_of(mode),
                                     mode_names_where(streams, "or")));
    }
    constexpr std::int64_t most = 65536;
    const std::int64_t messages = read_count(word, "--window", 1, "messages");
    if (messages > most) throw UsageError(fmt::format("--window {}: give {} or fewer", word, most));
    return StreamWindow::of_messages(messages);
}

/// What the option is for.
void require_leaves(std::string_view option, std::string_view word, Mode mode) {
    const auto between_leaves = [](const ModeTraits& traits) { return traits.between_leaves; };
    if (between_leaves(traits_of(mode))) return;
    throw UsageError(fmt::format("{} {}: {} knows no leaves; use -t {}", option, word, name_of(mode),
                                 mode_names_where(between_leaves, "or")));
}

MessageMemory read_memory_for(std::string_view word, Mode mode) {
    const MessageMemory memory = read_memory(word);
    const auto takes_devices = [](const ModeTraits& traits) {
        return mode_entry(traits.mode).takes_device_memory;
    };
    if (!memory.has_device() || takes_devices(traits_of(mode))) return memory;
    throw UsageError(fmt::format("--memory {}: {} has its messages in host memory; use -t {}", word,
                                 name_of(mode), mode_names_where(takes_devices, "or")));
}

/// Where the word asks for noise, which not every mode has.
void refuse_noise(std::string_view option, std::string_view word, Mode mode, bool asks) {
    const auto noisy = [](const ModeTraits& traits) { return traits.has_noise; };
    if (!asks || noisy(traits_of(mode))) return;
    throw UsageError(fmt::format("{} {}: {} has no noisy ranks; use -t {}", option, word, name_of(mode),
                                 mode_names_where(noisy, "or")));
}

ScheduleKind read_schedule(std::string_view word) {
    const auto kind = schedule_kind_named(word);
    if (!kind || *kind == ScheduleKind::synthetic)
        throw UsageError(fmt::format("--schedule {}: give serial, rounds or auto", word));
    return *kind;
}

OutputKind read_output(std::string_view word) {
    if (word == "plain") return OutputKind::plain;
    if (word == "archive") return OutputKind::archive;
    throw UsageError(fmt::format("--output {}: give plain or archive", word));
}

}  // namespace fabricmap::network_test
