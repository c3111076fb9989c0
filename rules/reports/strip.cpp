// SPDX-License-Identifier: Apache-2.0
#include "rules/reports/strip.hpp"

#include "base/units.hpp"
#include "diagnosis/reports/page/svg.hpp"
#include "tracing/model/field_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace fabricmap::rules {
namespace {

using diagnosis::Svg;
using tracing::FieldIndex;
using tracing::RecordType;

constexpr double drawing_width = 680;
constexpr double label_width = 70;
constexpr double row_height = 26;
constexpr std::size_t max_drawn_processes = 16;
constexpr std::size_t max_bars = 150;  // of calls of a kind

/// A part of a call that one process makes.
struct CallFields {
    RecordType type;
    FieldIndex rank;
    FieldIndex start;
    FieldIndex finish;
};

CallFields fields_of(RecordType type, std::string_view prefix) {
    const auto named = [&](std::string_view name) {
        return *tracing::find_field(type, std::string(prefix) + std::string(name));
    };
    return {type, named("process_rank"), named("start_time"), named("finish_time")};
}

struct Window {
    double from = 0;
    double to = 0;

    [[nodiscard]] double x_of(double time) const {
        const double share = (std::clamp(time, from, to) - from) / (to - from);
        return label_width + share * (drawing_width - label_width - 10);
    }
};

class Strip {
  public:
    Strip(const PlaceGroup& place, const tracing::Trace& trace)
        : wait_(*place.worst), trace_(trace), window_(window_of(wait_)) {
        rows_.push_back(static_cast<std::int64_t>(wait_.process));
        for (const std::int64_t rank : place.other_ranks) add_row(rank);
        for (const std::int64_t rank : place.ranks) add_row(rank);
        if (place.other_ranks.empty()) add_ranks_of_collectives();
    }

    std::string draw() {
        const double height = row_height * static_cast<double>(rows_.size()) + 34;
        Svg svg(drawing_width, height,
                fmt::format("The longest wait: rank {} from {:.6f} s for {}", wait_.process, wait_.from,
                            format_delay(wait_.to - wait_.from)));
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            const double y = row_height * static_cast<double>(row);
            svg.text({label_width - 8, y + 18}, fmt::format("rank {}", rows_[row]), "end");
            svg.line({label_width, y + row_height}, {drawing_width - 10, y + row_height}, "grid");
        }
        for (const CallFields& call :
             {fields_of(RecordType::point_to_point, "send_"),
              fields_of(RecordType::point_to_point, "receive_"), fields_of(RecordType::collective, "")}) {
            add_calls(svg, call);
        }
        svg.box(
            {window_.x_of(wait_.from), 2, window_.x_of(wait_.to) - window_.x_of(wait_.from), row_height - 4},
            "mark");
        const double y = height - 12;
        svg.text({label_width, y}, fmt::format("{:.6f} s", window_.from + 0.0), "start", "quiet");
        svg.text({drawing_width - 10, y}, fmt::format("{:.6f} s", window_.to), "end", "quiet");
        return std::move(svg).finish();
    }

  private:
    static Window window_of(const Wait& wait) {
        const double margin = (wait.to - wait.from) / 2;
        return {wait.from - margin, wait.to + margin};
    }

    void add_row(std::int64_t rank) {
        const bool is_new = std::find(rows_.begin(), rows_.end(), rank) == rows_.end();
        if (is_new && rows_.size() < max_drawn_processes) rows_.push_back(rank);
    }

    /// Records of collectives do not name who came last: those that are in one when the wait ends.
    void add_ranks_of_collectives() {
        const CallFields call = fields_of(RecordType::collective, "");
        const tracing::RecordTable& table = trace_[call.type];
        for (std::size_t record = 0; record < table.size(); ++record) {
            const bool is_at_end =
                table.number(call.start, record) <= wait_.to && table.number(call.finish, record) >= wait_.to;
            if (is_at_end) add_row(static_cast<std::int64_t>(table.number(call.rank, record)));
        }
    }

    void add_calls(Svg& svg, const CallFields& call) {
        const tracing::RecordTable& table = trace_[call.type];
        std::size_t bars = 0;
        for (std::size_t record = 0; record < table.size() && bars < max_bars; ++record) {
            const double start = table.number(call.start, record);
            const double finish = table.number(call.finish, record);
            if (!(start < window_.to && finish > window_.from)) continue;
            const auto rank = static_cast<std::int64_t>(table.number(call.rank, record));
            const auto row = std::find(rows_.begin(), rows_.end(), rank);
            if (row == rows_.end()) continue;
            ++bars;
            const double y = row_height * static_cast<double>(row - rows_.begin());
            const double x = window_.x_of(start);
            svg.box({x, y + 5, std::max(1.0, window_.x_of(finish) - x), row_height - 10}, "point line0");
        }
    }

    const Wait& wait_;
    const tracing::Trace& trace_;
    Window window_;
    std::vector<std::int64_t> rows_;
};

using PairsWithTime = std::vector<std::pair<RankPair, double>>;

/// The pairs of a rule with most time first, as many as can be looked at.
PairsWithTime longest_waits(const RuleReport& rule) {
    constexpr std::size_t max_pairs = 400;
    constexpr std::size_t max_ranks = 64;
    std::map<RankPair, double> seconds;
    for (const PlaceGroup& place : rule.places) {
        for (const auto& [pair, time] : place.between) seconds[pair] += time;
    }
    PairsWithTime pairs(seconds.begin(), seconds.end());
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::set<std::int64_t> ranks;
    std::size_t shown = 0;
    for (; shown < std::min(pairs.size(), max_pairs); ++shown) {
        ranks.insert({pairs[shown].first.first, pairs[shown].first.second});
        if (ranks.size() > max_ranks) break;
    }
    pairs.resize(shown);
    return pairs;
}

}  // namespace

std::string draw_strip(const PlaceGroup& place, const tracing::Trace& trace) {
    return place.worst ? Strip(place, trace).draw() : std::string();
}

std::string draw_who_waits(const RuleReport& rule) {
    const PairsWithTime pairs = longest_waits(rule);
    if (pairs.empty()) return {};
    std::map<std::int64_t, std::size_t> place_of;
    for (const auto& [pair, time] : pairs) place_of[pair.first] = place_of[pair.second] = 0;
    std::size_t number = 0;
    for (auto& [rank, place] : place_of) place = number++;
    const double cell = std::clamp(400.0 / static_cast<double>(number), 6.0, 28.0);
    const double side = label_width + cell * static_cast<double>(number);
    Svg svg(
        std::max(drawing_width, side + 10), side + 10,
        fmt::format("Rows: ranks that wait; columns: ranks that are waited for; the {} pairs with most time",
                    pairs.size()));
    for (const auto& [rank, place] : place_of) {
        const double at = label_width + cell * (static_cast<double>(place) + 0.5);
        if (cell < 14) continue;
        svg.text({label_width - 6, at + 5}, fmt::format("{}", rank), "end");
        svg.text({at, label_width - 6}, fmt::format("{}", rank), "middle");
    }
    for (const auto& [pair, time] : pairs) {
        svg.raw(fmt::format("<g opacity=\"{:.2f}\"><title>rank {} waits {} for rank {}</title>",
                            0.15 + 0.85 * time / pairs.front().second, pair.first, format_delay(time),
                            pair.second));
        svg.box({label_width + cell * static_cast<double>(place_of[pair.second]),
                 label_width + cell * static_cast<double>(place_of[pair.first]), cell - 1, cell - 1},
                "point line1");
        svg.raw("</g>");
    }
    svg.box(
        {label_width, label_width, cell * static_cast<double>(number), cell * static_cast<double>(number)},
        "frame");
    return std::move(svg).finish();
}

}  // namespace fabricmap::rules
