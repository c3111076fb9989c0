// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/layouts/attributes.hpp"

#include "base/quantities.hpp"
#include "base/tool_version.hpp"
#include "netcdf_schema/layouts/attribute_table.hpp"
#include "netcdf_schema/layouts/facts_of_version_1.hpp"
#include "netcdf_schema/layouts/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fabricmap {
namespace {

// Attributes that change after the first plane must never grow: growing moves every byte of a plain file.
constexpr std::size_t room_for_time = 32;
constexpr std::size_t room_for_schedule = 128;
constexpr std::size_t room_for_schedule_kind = 16;
constexpr std::size_t room_for_further_history = 4096;

using RunAttribute = Attribute<RunDescription>;

constexpr std::array texts{
    RunAttribute{"comment", &RunDescription::comment},
    RunAttribute{"tool_version", &RunDescription::tool_version},
    RunAttribute{"mpi_library", &RunDescription::mpi_library},
    RunAttribute{"mpi_vendor_settings", &RunDescription::mpi_vendor_settings},
    RunAttribute{"command_line", &RunDescription::command_line},
    RunAttribute{"sampling", &RunDescription::sampling},
    RunAttribute{"started", &RunDescription::started},
};

/// Known, or better known, when lengths have been measured.
constexpr std::array measured{
    RunAttribute{"noise_share", &RunDescription::noise_fraction},
    RunAttribute{"empty_epoch_s", &RunDescription::empty_epoch_s},
    RunAttribute{"clock_error_bound_s", &RunDescription::clock_error_bound_s},
    RunAttribute{"clock_resolution_s", &RunDescription::clock_resolution_s},
    RunAttribute{"interference_same_host", &RunDescription::interference_same_host},
    RunAttribute{"interference_between_hosts", &RunDescription::interference_between_hosts},
    RunAttribute{"pairs_at_once", &RunDescription::pairs_at_once},
};

void put_schedule_numbers(const NetcdfFile& file, const Schedule& schedule) {
    const bool sampled = schedule.sample.has_value();
    const bool by_rounds = sampled && schedule.sample->rounds < PairSample::all;
    file.put_attribute("active_per_node", schedule.active_per_node);
    file.put_attribute("sampled_fraction",
                       sampled ? schedule.sample->fraction : std::numeric_limits<double>::quiet_NaN());
    file.put_attribute("sampled_rounds", by_rounds ? schedule.sample->rounds : -1);
    file.put_attribute("shuffled", schedule.shuffled ? static_cast<int>(*schedule.shuffled) : -1);
    file.put_attribute("together", schedule.together ? 1 : 0);
}

std::string kind_word(const std::optional<Schedule>& schedule) {
    return schedule ? std::string(name_of(schedule->kind)) : std::string();
}

std::optional<PairSample> read_sample(const NetcdfFile& file) {
    const double fraction = file.number_attribute("sampled_fraction");
    const std::int64_t rounds = file.integer_attribute("sampled_rounds").value_or(-1);
    if (!(fraction > 0)) return std::nullopt;
    return PairSample{std::min(fraction, 1.0), rounds > 0 ? rounds : PairSample::all};
}

std::optional<Schedule> read_schedule(const NetcdfFile& file) {
    const auto kind = schedule_kind_named(file.text_attribute("schedule_kind").value_or(""));
    if (!kind) return std::nullopt;
    Schedule schedule{*kind, file.integer_attribute("active_per_node").value_or(-1), read_sample(file)};
    const std::int64_t shuffled = file.integer_attribute("shuffled").value_or(-1);
    if (shuffled >= 0) schedule.shuffled = shuffled > 0;
    schedule.together = file.integer_attribute("together") == 1;
    return schedule;
}

void put_window(const NetcdfFile& file, const StreamWindow& window) {
    file.put_attribute("window_bytes", window.bytes);
    file.put_attribute("window_min", window.min);
    file.put_attribute("window_max", window.max);
}

std::optional<StreamWindow> read_window(const NetcdfFile& file) {
    const auto number = [&](const char* name) { return file.integer_attribute(name).value_or(0); };
    const StreamWindow window{number("window_bytes"), number("window_min"), number("window_max")};
    const bool is_one = window.bytes > 0 && window.min > 0 && window.min <= window.max;
    return is_one ? std::optional(window) : std::nullopt;
}

constexpr char between_leaves = '\t';

void put_leaf_streams(const NetcdfFile& file, const LeafStreams& streams) {
    file.put_attribute("leaves", joined_by(streams.leaves, std::string_view(&between_leaves, 1)));
    file.put_attribute("leaf_of_rank", std::span(streams.leaf_of_rank));
    file.put_attribute("partners_per_rank", streams.partners_per_rank);
    file.put_attribute("connections_per_pair", streams.connections_per_pair);
    file.put_attribute("flows_per_host", streams.flows_per_host);
}

/// Nothing where they do not fit the run's ranks.
std::optional<LeafStreams> read_leaf_streams(const NetcdfFile& file, std::size_t ranks) {
    const auto number = [&](const char* name) { return file.integer_attribute(name).value_or(0); };
    const LeafStreams streams{split(file.text_attribute("leaves").value_or(""), between_leaves),
                              file.integers_attribute("leaf_of_rank"), number("partners_per_rank"),
                              number("connections_per_pair"), number("flows_per_host")};
    const auto is_leaf = [&](std::int64_t leaf) { return leaf >= -1 && leaf < std::ssize(streams.leaves); };
    const bool fits = streams.leaf_of_rank.size() == ranks && streams.flows_per_host > 0 &&
                      std::all_of(streams.leaf_of_rank.begin(), streams.leaf_of_rank.end(), is_leaf);
    return fits ? std::optional(streams) : std::nullopt;
}

}  // namespace

std::string title_of(const RunDescription& description) {
    if (!description.title.empty()) return description.title;
    return fmt::format("Message delays, {}", description.mode ? name_of(*description.mode) : "unknown mode");
}

void define_attributes(const NetcdfFile& file, const RunDescription& description) {
    // The first with integers of 64 bits.
    file.put_attribute("Conventions", "CF-1.9");
    file.put_attribute("title", title_of(description));
    file.put_attribute("source", description.source.empty() ? fmt::format("fabricmap {}", tool_version())
                                                            : description.source);
    file.put_attribute("history", description.history);
    file.put_attribute("fabricmap_schema", schema_version);
    file.put_attribute("run_id", description.run_id);
    if (description.timing) file.put_attribute("timing_method", name_of(*description.timing));
    if (description.schedule) {
        file.put_attribute("schedule", description.schedule->text());
        file.put_attribute("schedule_kind", name_of(description.schedule->kind));
    }
    put_schedule_numbers(file, description.schedule.value_or(Schedule{}));
    if (description.seed) file.put_attribute("seed", *description.seed);
    if (description.rma_sync) file.put_attribute("rma_sync", name_of(*description.rma_sync));
    if (description.window) put_window(file, *description.window);
    if (description.leaf_streams) put_leaf_streams(file, *description.leaf_streams);
    if (description.memory) file.put_attribute("memory", name_of(*description.memory));
    put_fields(file, texts, description);
    put_fields(file, measured, description);
    file.put_attribute("finished", description.finished);
    file.put_attribute("complete", description.complete ? 1 : 0);
}

void keep_room_for_growth(const NetcdfFile& file, const RunDescription& description) {
    file.put_attribute("history", description.history, description.history.size() + room_for_further_history);
    file.put_attribute("finished", description.finished, room_for_time);
    file.put_attribute("schedule", text_of(description.schedule), room_for_schedule);
    file.put_attribute("schedule_kind", kind_word(description.schedule), room_for_schedule_kind);
    const std::vector<std::int64_t>& lengths = description.message_lengths;
    if (!lengths.empty() && arithmetic_row(lengths) == ArithmeticRow{})
        file.put_attribute("planned_message_length", std::span(lengths));
}

void read_attributes(const NetcdfFile& file, RunDescription& description) {
    const auto text = [&](const char* name) { return file.text_attribute(name).value_or(""); };
    description.title = text("title");
    description.source = text("source");
    description.history = text("history");
    description.run_id = text("run_id");
    description.timing = timing_named(text("timing_method"));
    description.rma_sync = rma_sync_named(text("rma_sync"));
    description.window = read_window(file);
    description.leaf_streams = read_leaf_streams(file, description.ranks.size());
    description.memory = message_memory_named(text("memory"));
    description.seed = file.unsigned_attribute("seed");
    read_fields(file, texts, description);
    read_fields(file, measured, description);
    description.finished = text("finished");
    description.complete = file.integer_attribute("complete") == 1;
    if (file.integer_attribute("fabricmap_schema") == 1) {
        description.schedule = schedule_of_version_1(text("schedule"));
        description.excluded_hosts =
            excluded_hosts_of_version_1(description.command_line, description.history);
    } else {
        description.schedule = read_schedule(file);
    }
}

void update_history(const NetcdfFile& file, const std::string& history) {
    file.replace_text("history", fitting_history(history, file.text_room("history")));
}

void update_finished(const NetcdfFile& file, const std::string& finished, bool complete) {
    file.replace_text("finished", finished);
    file.put_attribute("complete", complete ? 1 : 0);
}

void update_measured(const NetcdfFile& file, const RunDescription& run) {
    put_fields(file, measured, run);
    file.replace_text("schedule", text_of(run.schedule));
    // Files of schema version 1 have the sentence alone.
    if (file.text_room("schedule_kind") > 0) {
        file.replace_text("schedule_kind", kind_word(run.schedule));
        put_schedule_numbers(file, run.schedule.value_or(Schedule{}));
    }
    update_history(file, run.history);
}

}  // namespace fabricmap
