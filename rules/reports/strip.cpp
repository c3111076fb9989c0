// SPDX-License-Identifier: Apache-2.0
#include "rules/reports/strip.hpp"

#include "base/units.hpp"
#include "picture/output/svg.hpp"
#include "picture/ramp.hpp"
#include "picture/shapes/words.hpp"
#include "rules/reports/report.hpp"
#include "tracing/model/field_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace fabricmap::rules {
namespace {

using picture::Anchor;
using picture::Drawing;
using picture::Fill;
using picture::Ink;
using picture::Pen;
using picture::series_ink;
using picture::text_size;
using tracing::FieldIndex;
using tracing::RecordType;

constexpr double drawing_width = 680;
constexpr double label_width = 70;
constexpr double row_height = 26;
constexpr std::size_t max_drawn_processes = 16;
constexpr double top_margin = 28;      // of the matrix
constexpr std::size_t max_bars = 150;  // of calls of a kind
constexpr double bar_text = 11;
constexpr std::string_view completing = "wait or test";

/// A part of a call that one process makes.
struct CallFields {
    RecordType type;
    FieldIndex rank;
    FieldIndex start;
    FieldIndex finish;
    std::optional<FieldIndex> function{};  ///< nothing of calls that complete others
};

CallFields fields_of(RecordType type, std::string_view rank, std::string_view call) {
    const auto named = [&](std::string_view name) { return *tracing::find_field(type, name); };
    return {type, named(rank), named(std::string(call) + "start_time"),
            named(std::string(call) + "finish_time"),
            tracing::find_field(type, std::string(call) + "op_name")};
}

std::vector<CallFields> drawn_calls() {
    constexpr auto message = RecordType::point_to_point;
    return {fields_of(message, "send_process_rank", "send_"),
            fields_of(message, "receive_process_rank", "receive_"),
            fields_of(message, "send_process_rank", "send_wait_"),
            fields_of(message, "receive_process_rank", "receive_wait_"),
            fields_of(RecordType::collective, "process_rank", ""),
            fields_of(RecordType::signal, "process_rank", "")};
}

struct Window {
    double from = 0;
    double to = 0;

    [[nodiscard]] double x_of(double time) const {
        const double fraction = (std::clamp(time, from, to) - from) / (to - from);
        return label_width + fraction * (drawing_width - label_width - 10);
    }
};

class Strip {
  public:
    Strip(const PlaceGroup& place, const tracing::Trace& trace)
        : wait_(*place.worst), trace_(trace), window_(window_of(wait_)) {
        rows_.push_back(static_cast<std::int64_t>(wait_.process));
        waited_for_ = place.worst_for ? place.worst_for : last_to_enter();
        if (waited_for_) add_row(*waited_for_);
        for (const std::int64_t rank : place.other_ranks) add_row(rank);
        for (const std::int64_t rank : place.ranks) add_row(rank);
        if (place.other_ranks.empty()) add_ranks_of_collectives();
    }

    std::string draw() {
        const double rows_end = row_height * static_cast<double>(rows_.size());
        const double height = rows_end + 4 + 3 * line;
        Drawing drawing{drawing_width, height,
                        fmt::format("The longest wait: rank {} from {:.6f} s for {}", wait_.process,
                                    to_microseconds(wait_.from), format_delay(wait_.to - wait_.from))};
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            const double y = row_height * static_cast<double>(row);
            drawing.text({label_width - 8, y + 18}, fmt::format("rank {}", rows_[row]), text_size,
                         Anchor::end);
            drawing.line({label_width, y + row_height}, {drawing_width - 10, y + row_height}, {Ink::grid});
        }
        add_ticks(drawing, rows_end);
        for (const CallFields& call : drawn_calls()) add_calls(drawing, call);
        drawing.outline(
            {window_.x_of(wait_.from), 2, window_.x_of(wait_.to) - window_.x_of(wait_.from), row_height - 4},
            {Ink::mark, 2.5});
        if (waited_for_) add_end(drawing, rows_end + 2 * line);
        drawing.text({drawing_width - 10, rows_end + 2 * line},
                     fmt::format("0: {:.6f} s of the run", to_microseconds(wait_.from)), text_size,
                     Anchor::end, Ink::quiet);
        add_functions(drawing, rows_end + 3 * line);
        return picture::svg_element(drawing);
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

    /// Times since the wait began.
    void add_ticks(Drawing& drawing, double rows_end) const {
        const picture::GreyScale since({window_.from - wait_.from, window_.to - wait_.from});
        for (const picture::RampMark& mark : picture::ramp_marks(since, Quantity::delay)) {
            const double x = window_.x_of(wait_.from + mark.value);
            drawing.line({x, 0}, {x, rows_end + 4}, {Ink::grid});
            const bool is_last = x > drawing_width - 50;
            drawing.text({is_last ? drawing_width - 10 : x, rows_end + line}, mark.text, picture::small_size,
                         is_last ? Anchor::end : Anchor::middle, Ink::quiet);
        }
    }

    /// What the colours are.
    void add_functions(Drawing& drawing, double y) const {
        double x = label_width;
        for (const auto& [name, ink] : inks_) {
            if (name.empty()) continue;
            const double width = picture::text_width(name, text_size);
            if (x + width + 18 > drawing_width - 10) return;
            drawing.area({x, y - 10, 10, 10}, {ink});
            drawing.text({x + 14, y}, name, text_size);
            x += width + 30;
        }
    }

    /// One for each function, in their order of appearance.
    Ink ink_of(const std::string& function) {
        const auto found =
            std::find_if(inks_.begin(), inks_.end(), [&](const auto& one) { return one.first == function; });
        if (found != inks_.end()) return found->second;
        return inks_.emplace_back(function, series_ink(inks_.size())).second;
    }

    /// From the process that is waited for to that which waits, when the wait ends; and in words.
    void add_end(Drawing& drawing, double words_y) const {
        const double x = window_.x_of(wait_.to);
        constexpr double tip = row_height - 2;
        drawing.line({x, 1.8 * row_height}, {x, tip}, {Ink::mark, 2.5});
        drawing.shapes.emplace_back(
            picture::Path{{{x, tip}, {x - 5, tip + 9}, {x + 5, tip + 9}}, true, Pen{Ink::mark, 2.5}});
        drawing.text({label_width, words_y},
                     fmt::format("rank {} waits {} for rank {}", wait_.process,
                                 format_delay(wait_.to - wait_.from), *waited_for_),
                     text_size, Anchor::start, Ink::quiet);
    }

    /// Records of collectives do not name who came last: of those that are in one when the wait ends the last
    /// to enter it.
    [[nodiscard]] std::optional<std::int64_t> last_to_enter() const {
        const CallFields call = fields_of(RecordType::collective, "process_rank", "");
        const tracing::RecordTable& table = trace_[call.type];
        std::optional<std::size_t> last;
        for (std::size_t record = 0; record < table.size(); ++record) {
            const bool is_other =
                is_at_end(table, call, record) && table.number(call.rank, record) != wait_.process;
            const bool is_later =
                is_other && (!last || table.number(call.start, record) > table.number(call.start, *last));
            if (is_later) last = record;
        }
        // Who ends a wait enters when it ends. Others are in it, or in another one, while the wait is for an
        // exit.
        if (!last || table.number(call.start, *last) < wait_.to) return std::nullopt;
        return static_cast<std::int64_t>(table.number(call.rank, *last));
    }

    [[nodiscard]] bool is_at_end(const tracing::RecordTable& table, const CallFields& call,
                                 std::size_t record) const {
        return table.number(call.start, record) <= wait_.to && table.number(call.finish, record) >= wait_.to;
    }

    void add_ranks_of_collectives() {
        const CallFields call = fields_of(RecordType::collective, "process_rank", "");
        const tracing::RecordTable& table = trace_[call.type];
        for (std::size_t record = 0; record < table.size(); ++record) {
            if (is_at_end(table, call, record))
                add_row(static_cast<std::int64_t>(table.number(call.rank, record)));
        }
    }

    /// Those of the process that waits, and of the one that it waits for, before others: there may be many.
    void add_calls(Drawing& drawing, const CallFields& call) {
        std::size_t bars = 0;
        for (const bool is_of_both : {true, false}) {
            const tracing::RecordTable& table = trace_[call.type];
            for (std::size_t record = 0; record < table.size() && bars < max_bars; ++record) {
                const double start = table.number(call.start, record);
                const double finish = table.number(call.finish, record);
                if (!(start < window_.to && finish > window_.from)) continue;
                const auto rank = static_cast<std::int64_t>(table.number(call.rank, record));
                const auto row = std::find(rows_.begin(), rows_.end(), rank);
                if (row == rows_.end() || is_of_both != (row - rows_.begin() < 2)) continue;
                ++bars;
                const double y = row_height * static_cast<double>(row - rows_.begin());
                const double x = window_.x_of(start);
                add_bar(drawing, {x, y + 5, std::max(1.0, window_.x_of(finish) - x), row_height - 10},
                        call.function ? std::string(trace_.text(call.type, *call.function, record))
                                      : std::string(completing));
            }
        }
    }

    /// With the function's name where there is room.
    void add_bar(Drawing& drawing, const picture::Box& box, const std::string& function) {
        drawing.area(box, {ink_of(function)});
        if (picture::text_width(function, bar_text) + 6 > box.width) return;
        drawing.text({box.middle().x, box.middle().y + picture::cap_height(bar_text) / 2}, function, bar_text,
                     Anchor::middle, Ink::paper);
    }

    static constexpr double line = picture::line_height(text_size);

    const Wait& wait_;
    const tracing::Trace& trace_;
    Window window_;
    std::vector<std::int64_t> rows_;  ///< the process that waits first, then the one it waits for
    std::optional<std::int64_t> waited_for_;
    std::vector<std::pair<std::string, Ink>> inks_;
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
    Drawing drawing{
        std::max(drawing_width, side + 10), top_margin + cell * static_cast<double>(number) + 10,
        fmt::format("Rows: ranks that wait; columns: ranks that are waited for; the {} pairs with most time",
                    pairs.size())};
    for (const auto& [rank, place] : place_of) {
        const double at = cell * (static_cast<double>(place) + 0.5);
        if (cell < 14) continue;
        const std::string name = fmt::format("{}", rank);
        drawing.text({label_width - 6, top_margin + at + 5}, name, text_size, Anchor::end);
        drawing.text({label_width + at, top_margin - 6}, name, text_size, Anchor::middle);
    }
    for (const auto& [pair, time] : pairs) {
        const picture::Box box{label_width + cell * static_cast<double>(place_of[pair.second]),
                               top_margin + cell * static_cast<double>(place_of[pair.first]), cell - 1,
                               cell - 1};
        drawing.shapes.emplace_back(picture::Path{
            Drawing::corners(box), true, std::nullopt,
            Fill{series_ink(1), 0.15 + 0.85 * time / pairs.front().second},
            fmt::format("rank {} waits {} for rank {}", pair.first, format_delay(time), pair.second)});
    }
    const double whole = cell * static_cast<double>(number);
    drawing.outline({label_width, top_margin, whole, whole});
    return picture::svg_element(drawing);
}

}  // namespace fabricmap::rules
