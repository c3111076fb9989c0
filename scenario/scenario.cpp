// SPDX-License-Identifier: Apache-2.0
#include "scenario/scenario.hpp"

#include "base/errors.hpp"
#include "base/installed.hpp"
#include "base/message_lengths.hpp"
#include "base/nearest.hpp"
#include "base/quantities.hpp"
#include "base/utf8.hpp"
#include "scenario/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <sstream>

namespace fabricmap {
namespace {

using Words = std::vector<std::string>;

void read_latency(Statement& statement, Scenario& scenario) {
    Latencies& latencies = scenario.latencies;
    latencies.socket = statement.take_seconds("socket").value_or(latencies.socket);
    latencies.host = statement.take_seconds("host").value_or(latencies.host);
    latencies.base = statement.take_seconds("base").value_or(latencies.base);
    latencies.hop = statement.take_seconds("hop").value_or(latencies.hop);
    latencies.global = statement.take_seconds("global").value_or(latencies.global);
    const auto* tree = std::get_if<FatTree>(&scenario.fabric.shape);
    const auto levels = tree == nullptr ? 0 : static_cast<int>(tree->children.size()) + 1;
    for (int level = 1; level <= levels; ++level) {
        if (const auto latency = statement.take_seconds(fmt::format("level{}", level)))
            latencies.by_level[level] = *latency;
    }
}

void read_bandwidth(Statement& statement, Scenario& scenario) {
    Bandwidths& bandwidths = scenario.bandwidths;
    bandwidths.socket = statement.take_rate("socket").value_or(bandwidths.socket);
    bandwidths.host = statement.take_rate("host").value_or(bandwidths.host);
    bandwidths.link = statement.take_rate("link").value_or(bandwidths.link);
    bandwidths.port = statement.take_rate("port").value_or(bandwidths.port);
    if (bandwidths.port != 0 && bandwidths.port < bandwidths.link) {
        statement.refuse(
            "port=: a host's port is no narrower than a link; give that with link=, or a fault slow-port");
    }
}

void read_break(Statement& statement, Scenario& scenario) {
    const auto at = statement.take_size("at");
    const auto jump = statement.take_seconds("jump");
    if (!at || !jump) statement.refuse("give both at= (a length) and jump= (a span of time)");
    const std::string where = statement.take("where").value_or("everywhere");
    if (where != "everywhere" && where != "between-hosts" && where != "within-hosts") {
        statement.refuse(fmt::format("where={}: give everywhere, between-hosts or within-hosts", where));
    }
    scenario.breaks.push_back({*at, *jump, where != "within-hosts", where != "between-hosts"});
    std::sort(scenario.breaks.begin(), scenario.breaks.end(),
              [](const Break& a, const Break& b) { return a.at_bytes < b.at_bytes; });
}

void read_noise(Statement& statement, Scenario& scenario) {
    const std::string word = statement.take_word().value_or("");
    const auto deviation = read_share(word);
    if (!deviation || *deviation < 0 || *deviation > 0.5) {
        statement.refuse(fmt::format("'{}': give a percentage from 0 to 50%, such as noise 2%", word));
    }
    const std::string tails = statement.take("tails").value_or("normal");
    if (tails != "normal" && tails != "heavy") {
        statement.refuse(fmt::format("tails={}: give normal or heavy", tails));
    }
    scenario.noise = {*deviation, tails == "heavy"};
}

void read_jitter(Statement& statement, Scenario& scenario) {
    const std::string word = statement.take_word().value_or("");
    const auto jitter = read_seconds(word);
    if (!jitter || *jitter < 0 || *jitter > 1) {
        statement.refuse(fmt::format("'{}': give a span of time, such as jitter 5us", word));
    }
    scenario.jitter_s = *jitter;
}

void read_sweep(Statement& statement, Scenario& scenario) {
    SweepDefaults& sweep = scenario.sweep;
    if (const auto word = statement.take("type")) {
        const auto mode = mode_named(*word);
        if (!mode)
            statement.refuse(fmt::format("type={}: there is no such mode; see network_test --help", *word));
        sweep.mode = *mode;
        sweep.timing.reset();
    }
    if (const auto word = statement.take("timing")) {
        const auto timing = timing_named(*word);
        if (!timing) {
            statement.refuse(
                fmt::format("timing={}: give one_way, round_trip, receiver or synchronized", *word));
        }
        if (!can_be_timed(sweep.mode, *timing)) {
            statement.refuse(
                fmt::format("timing={}: {} has a timing of its own", *word, name_of(sweep.mode)));
        }
        sweep.timing = *timing;
    }
    if (const auto word = statement.take("lengths")) {
        try {
            sweep.lengths = parse_lengths(*word);
        } catch (const UsageError& error) {
            statement.refuse(error.what());
        }
    }
    if (const auto word = statement.take("seed")) {
        const auto seed = read_number<std::uint64_t>(*word);
        if (!seed) statement.refuse(fmt::format("seed={}: give a whole number", *word));
        sweep.seed = *seed;
    }
    constexpr int max_repeats = 1'000'000;
    if (const auto repeats = statement.take_count("repeats", 1, max_repeats)) sweep.repeats = *repeats;
}

void read_fault(Statement& statement, Scenario& scenario) {
    scenario.faults.push_back(take_fault(statement, scenario.fabric));
}

void read_collectives(Statement& statement, Scenario& scenario) {
    scenario.collectives = take_collectives(statement);
}

struct StatementWord {
    std::string_view name;
    void (*read)(Statement& statement, Scenario& scenario);
};
constexpr std::array statement_words{
    StatementWord{"latency", read_latency}, StatementWord{"bandwidth", read_bandwidth},
    StatementWord{"break", read_break},     StatementWord{"noise", read_noise},
    StatementWord{"jitter", read_jitter},   StatementWord{"sweep", read_sweep},
    StatementWord{"fault", read_fault},     StatementWord{"collectives", read_collectives}};

/// What is true of the run is written as JSON, which knows no other.
void require_utf8(const std::string& where, std::string_view word) {
    const std::size_t good = utf8_bytes_of(word);
    if (good == word.size()) return;
    throw FileError(fmt::format("{}: the byte 0x{:02x} is not UTF-8; save the scenario as UTF-8", where,
                                static_cast<unsigned char>(word[good])));
}

/// Puts statements together into a scenario, in their order.
class Builder {
  public:
    Builder(std::string name, std::string label) : label_(std::move(label)) {
        scenario_.name = std::move(name);
        scenario_.sweep.lengths = parse_lengths("0,pow2:1:4M");
    }

    void add(const std::string& where, const Words& words) {
        for (const std::string& word : words) require_utf8(where, word);
        Statement statement(where, words);
        scenario_.text += fmt::format("{}\n", joined_by(words, " "));
        if (statement.name() == "title") {
            scenario_.title = joined_by(std::span(words.begin() + 1, words.end()), " ");
        } else if (statement.name() == "fabric") {
            if (has_fabric_) statement.refuse("there is one already; a scenario has one fabric");
            scenario_.fabric = take_fabric(statement);
            has_fabric_ = true;
        } else {
            read_other(statement);
        }
    }

    Scenario finish() {
        if (!has_fabric_) {
            throw FileError(
                fmt::format("{}: no fabric: begin with a line such as 'fabric torus size=4x4x4'", label_));
        }
        return std::move(scenario_);
    }

  private:
    void read_other(Statement& statement) {
        const auto* const entry =
            std::find_if(statement_words.begin(), statement_words.end(),
                         [&](const StatementWord& known) { return known.name == statement.name(); });
        if (entry == statement_words.end()) {
            std::string names;
            for (const StatementWord& known : statement_words) names += fmt::format(" {}", known.name);
            statement.refuse("there is no such statement; the statements are: title fabric" + names);
        }
        if (!has_fabric_) statement.refuse("the fabric must come first");
        entry->read(statement, scenario_);
        statement.refuse_rest();
    }

    std::string label_;
    Scenario scenario_;
    bool has_fabric_ = false;
};

Words words_of(const std::string& line) {
    Words words;
    std::istringstream stream(line.substr(0, line.find('#')));
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

/// A comma ends a word, but a piece without "=" goes on with the value before it: "lengths=0,64K".
Words inline_words(const std::string& statement) {
    Words words;
    for (const std::string& piece : split(statement, ',')) {
        const bool continues = !words.empty() && words.back().find('=') != std::string::npos &&
                               piece.find('=') == std::string::npos;
        if (continues) {
            words.back() += "," + piece;
        } else {
            words.push_back(piece);
        }
    }
    return words;
}

void add_file(Builder& builder, const std::filesystem::path& path) {
    std::ifstream file(path);
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        const Words words = words_of(line);
        if (!words.empty()) builder.add(fmt::format("{}:{}", path.string(), number), words);
    }
    if (file.bad() || number == 0) {
        throw FileError(fmt::format("{}: the scenario cannot be read, or is empty", path.string()));
    }
}

bool is_file(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

/// "; did you mean 'two_racks'?", where the name is near one of those that come with the toolkit.
std::string suggested_scenario(const std::string& name) {
    std::vector<std::string> shipped;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(scenario_folder(), missing)) {
        if (entry.path().extension() == ".lab") shipped.push_back(entry.path().stem());
    }
    const std::string_view nearest = nearest_of(name, {shipped.begin(), shipped.end()});
    return nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
}

/// Begins a scenario with what the first piece names.
Builder begin(const std::string& piece) {
    if (const auto file = scenario_file(piece)) {
        Builder builder(file->stem().string(), file->string());
        add_file(builder, *file);
        return builder;
    }
    Words words = inline_words(piece);
    const bool is_fabric = words.size() > 1 || words.front() == "host";
    if (!is_fabric) {
        throw FileError(
            fmt::format("{}: there is no such file, and no scenario has this name{}: see network_lab "
                        "list, or give a fabric such as torus,size=4x4x4",
                        piece, suggested_scenario(piece)));
    }
    words.insert(words.begin(), "fabric");
    Builder builder("synthetic", piece);
    builder.add(piece, words);
    return builder;
}

}  // namespace

Scenario read_scenario(const std::filesystem::path& path) {
    if (!is_file(path)) {
        throw FileError(fmt::format("{}: there is no such scenario; give a file that exists", path.string()));
    }
    Builder builder(path.stem().string(), path.string());
    add_file(builder, path);
    return builder.finish();
}

std::optional<std::filesystem::path> scenario_file(const std::string& name) {
    if (is_file(name)) return name;
    const auto shipped = scenario_folder() / (name + ".lab");
    if (name.find('/') == std::string::npos && is_file(shipped)) return shipped;
    return std::nullopt;
}

std::string located(const std::string& text) {
    const std::size_t first = is_file(text) ? text.size() : std::min(text.find(';'), text.size());
    const auto file = scenario_file(text.substr(0, first));
    return file ? std::filesystem::absolute(*file).string() + text.substr(first) : text;
}

Scenario find_scenario(std::string_view text) {
    if (is_file(std::filesystem::path(text))) return read_scenario(text);
    const auto pieces = split(text, ';');
    Builder builder = begin(pieces.front());
    for (auto piece = pieces.begin() + 1; piece != pieces.end(); ++piece) {
        if (!piece->empty()) builder.add(*piece, inline_words(*piece));
    }
    return builder.finish();
}

}  // namespace fabricmap
