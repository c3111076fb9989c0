// SPDX-License-Identifier: Apache-2.0
#include "base/json_values.hpp"
#include "converters/conversion/output.hpp"
#include "converters/conversion/pair_table.hpp"
#include "converters/formats/table.hpp"
#include "netcdf_schema/run/quality.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <vector>

namespace fabricmap::converters {
namespace {

void add_number(Json& json, const char* key, double value) {
    if (std::isfinite(value)) json[key] = value;
}

void add_interference(Json& json, const char* name, const Interference& interference) {
    if (!std::isfinite(interference.inflation)) return;
    json[name] = {
        {"inflation", interference.inflation}, {"low", interference.low}, {"high", interference.high}};
}

Json ranks_of(const RunDescription& run) {
    Json ranks = Json::array();
    for (std::size_t rank = 0; rank < run.ranks.size(); ++rank) {
        const RankLocation& location = run.ranks[rank];
        Json entry{{"rank", rank}};
        add_text(entry, "host", location.host);
        if (location.node >= 0) entry["node"] = location.node;
        if (location.core >= 0) entry["core"] = location.core;
        if (location.numa >= 0) entry["numa"] = location.numa;
        if (location.usable_cores >= 0) entry["usable_cores"] = location.usable_cores;
        ranks.push_back(std::move(entry));
    }
    return ranks;
}

void add_window(Json& json, const StreamWindow& window) {
    json["window"] = {{"bytes", window.bytes}, {"min", window.min}, {"max", window.max}};
}

void add_leaf_streams(Json& json, const LeafStreams& streams) {
    json["leaf_streams"] = {{"leaves", streams.leaves},
                            {"leaf_of_rank", streams.leaf_of_rank},
                            {"partners_per_rank", streams.partners_per_rank},
                            {"connections_per_pair", streams.connections_per_pair},
                            {"flows_per_host", streams.flows_per_host}};
}

void add_schedule(Json& json, const Schedule& schedule) {
    json["schedule"] = schedule.text();
    json["schedule_kind"] = name_of(schedule.kind);
    if (schedule.active_per_node > 0) json["active_per_node"] = schedule.active_per_node;
    if (schedule.sample) {
        json["sampled_fraction"] = schedule.sample->fraction;
        if (schedule.sample->rounds < PairSample::all) json["sampled_rounds"] = schedule.sample->rounds;
    }
    if (schedule.shuffled) json["shuffled"] = *schedule.shuffled;
    if (schedule.together) json["together"] = true;
}

/// What is known of the run; unknown things have no key.
Json description_of(const RunDescription& run) {
    Json json;
    if (run.mode) json["mode"] = name_of(*run.mode);
    if (run.timing) json["timing"] = name_of(*run.timing);
    if (run.schedule) add_schedule(json, *run.schedule);
    if (!run.excluded_hosts.empty()) json["excluded_hosts"] = run.excluded_hosts;
    if (!run.unresponsive_hosts.empty()) json["unresponsive_hosts"] = run.unresponsive_hosts;
    add_text(json, "sampling", run.sampling);
    if (run.repeats >= 0) json["repeats"] = run.repeats;
    if (run.noise) {
        json["noise"] = {{"message_length_bytes", run.noise->message_length},
                         {"messages", run.noise->messages},
                         {"processes", run.noise->processes}};
    }
    if (run.seed) json["seed"] = *run.seed;
    if (run.rma_sync) json["rma_sync"] = name_of(*run.rma_sync);
    if (run.window) add_window(json, *run.window);
    if (run.leaf_streams) add_leaf_streams(json, *run.leaf_streams);
    if (run.memory) json["memory"] = name_of(*run.memory);
    add_text(json, "run_id", run.run_id);
    add_text(json, "title", run.title);
    add_text(json, "source", run.source);
    add_text(json, "history", run.history);
    add_text(json, "comment", run.comment);
    add_text(json, "tool_version", run.tool_version);
    add_text(json, "mpi_library", run.mpi_library);
    add_text(json, "mpi_vendor_settings", run.mpi_vendor_settings);
    add_text(json, "command_line", run.command_line);
    add_number(json, "clock_error_bound_s", run.clock_error_bound_s);
    add_number(json, "clock_resolution_s", run.clock_resolution_s);
    add_number(json, "noise_share", run.noise_fraction);
    add_number(json, "empty_epoch_s", run.empty_epoch_s);
    add_interference(json, "interference_same_host", run.interference_same_host);
    add_interference(json, "interference_between_hosts", run.interference_between_hosts);
    if (run.pairs_at_once > 0) json["pairs_at_once"] = run.pairs_at_once;
    add_text(json, "started", run.started);
    add_text(json, "finished", run.finished);
    json["complete"] = run.complete;
    json["ranks"] = ranks_of(run);
    return json;
}

void append_number(fmt::memory_buffer& text, double value) {
    if (std::isnan(value)) {
        fmt::format_to(std::back_inserter(text), "null");
    } else {
        fmt::format_to(std::back_inserter(text), "{}", value);
    }
}

void write_matrix(Output& output, const Block& block, bool without_diagonal) {
    const Matrix& values = block.values;
    fmt::memory_buffer text;
    for (Eigen::Index row = 0; row < values.rows(); ++row) {
        text.clear();
        fmt::format_to(std::back_inserter(text), "{}", row == 0 ? "[" : ",\n      [");
        for (Eigen::Index column = 0; column < values.cols(); ++column) {
            if (column > 0) text.push_back(',');
            const bool is_diagonal = block.first_sender + row == block.first_receiver + column;
            append_number(text, is_diagonal && without_diagonal ? std::numeric_limits<double>::quiet_NaN()
                                                                : values(row, column));
        }
        text.push_back(']');
        output.write({text.data(), text.size()});
    }
}

/// Of a merged run, as the matrices that follow lie: rows are senders. Null of pairs that were not measured.
void add_ages(Json& head, const Conversion& conversion) {
    const auto& ages = conversion.run.description().pair_ages_s;
    if (!ages || conversion.options.all_statistics) return;
    const auto ranks = static_cast<std::size_t>(conversion.stack.rank_count());
    const auto chosen = [&](const auto& one) {
        std::vector<std::size_t> places{one ? static_cast<std::size_t>(*one) : 0};
        if (one) return places;
        places.resize(ranks);
        std::iota(places.begin(), places.end(), std::size_t{0});
        return places;
    };
    const std::vector<std::size_t> receivers = chosen(conversion.selection.receiver);
    head["age_s"] = json_list(chosen(conversion.selection.sender), [&](std::size_t sender) {
        return json_list(receivers, [&](std::size_t receiver) {
            return json_number(ages->at(sender * ranks + receiver));
        });
    });
}

/// What every document begins with; whatever follows lies inside the same object.
Json head_of(const Conversion& conversion) {
    Json head;
    head["schema_version"] = schema_version;
    head["run"] = description_of(conversion.run.description());
    if (conversion.options.all_statistics) {
        head["statistic"] = "all";
        if (conversion.run.quality()) {
            for (const QualityName& entry : quality_names)
                head["quality_bits"][entry.name] = static_cast<int>(entry.bit);
        }
    } else {
        const Statistic statistic = conversion.stack.statistic();
        head["statistic"] = name_of(statistic);
        head["units"] = statistic == Statistic::count ? "1" : "s";
        head["rows"] = "sender";
        head["columns"] = "receiver";
    }
    add_ages(head, conversion);
    if (conversion.selection.sender) head["sender"] = *conversion.selection.sender;
    if (conversion.selection.receiver) head["receiver"] = *conversion.selection.receiver;
    return head;
}

void write_planes(Output& output, const Conversion& conversion) {
    output.write("  \"planes\": [");
    const bool without_diagonal =
        diagonal_of(conversion) == Diagonal::nan && conversion.stack.statistic() != Statistic::count;
    bool first = true;
    for_each_block(conversion.stack, conversion.selection, [&](const Block& block) {
        output.write(fmt::format("{}\n    {{\"length_bytes\": {}, \"data\": [\n      ", first ? "" : ",",
                                 block.length_bytes));
        first = false;
        write_matrix(output, block, without_diagonal);
        output.write("]}");
        conversion.progress.step();
    });
}

void write_pairs(Output& output, const Conversion& conversion) {
    output.write("  \"pairs\": [");
    const std::vector<PairColumn> columns = columns_of(conversion);
    fmt::memory_buffer text;
    bool first = true;
    for_each_pair(conversion, columns, [&](const PairRow& row) {
        text.clear();
        fmt::format_to(std::back_inserter(text),
                       "{}\n    {{\"length_bytes\": {}, \"sender\": {}, \"receiver\": {}", first ? "" : ",",
                       row.length_bytes, row.sender, row.receiver);
        first = false;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            fmt::format_to(std::back_inserter(text), ", \"{}\": ", columns[i].name);
            append_number(text, row.values[i]);
        }
        text.push_back('}');
        output.write({text.data(), text.size()});
    });
}

void convert_to_json(const Conversion& conversion) {
    Output output(conversion.options);
    const std::string text = json_document(head_of(conversion));
    // The numbers follow inside the same object, a part at a time: they may be larger than the memory.
    output.write(text.substr(0, text.size() - 3));
    output.write(",\n");
    if (conversion.options.all_statistics) {
        write_pairs(output, conversion);
    } else {
        write_planes(output, conversion);
    }
    output.write("\n  ]\n}\n");
    output.finish();
}

}  // namespace

extern constinit const Format json_format{
    .name = "json",
    .suffix = ".json",
    .what = "the description and the matrices",
    .target = Target::stream,
    .content = Content::matrices_or_nan,
    .holds_all_statistics = true,
    .convert = convert_to_json,
};

}  // namespace fabricmap::converters
