// SPDX-License-Identifier: Apache-2.0
#include "converters/formats/pair_chart.hpp"

#include "base/errors.hpp"
#include "base/mixing.hpp"
#include "picture/layout/chart.hpp"
#include "picture/layout/run_words.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::converters {
namespace {

/// Pairs that lie within a host, or between two, as that one does.
std::vector<Cell> like_pairs(const RunDescription& run, const Cell& pair) {
    constexpr std::size_t wanted = 64;
    constexpr int max_draws = 4000;
    const auto ranks = static_cast<std::uint64_t>(run.rank_count());
    const auto host_of = [&](std::int32_t rank) { return run.ranks[static_cast<std::size_t>(rank)].host; };
    const bool is_within = host_of(pair.sender) == host_of(pair.receiver);
    std::vector<Cell> pairs;
    std::uint64_t state = ranks;
    for (int draw = 0; draw < max_draws && pairs.size() < wanted; ++draw) {
        const Cell other{static_cast<std::int32_t>(draw_below(state, ranks)),
                         static_cast<std::int32_t>(draw_below(state, ranks))};
        const bool is_itself = other.sender == pair.sender && other.receiver == pair.receiver;
        if (other.sender == other.receiver || is_itself) continue;
        if ((host_of(other.sender) == host_of(other.receiver)) == is_within) pairs.push_back(other);
    }
    return pairs;
}

/// A line's values stand at the lengths of the chart, which may have those of other runs as well.
class PairLines {
  public:
    PairLines(picture::Chart& chart, const Cell& pair) : chart_(chart), pair_(pair) {}

    void add(const Run& run, const DelayStack& stack) {
        if (std::max(pair_.sender, pair_.receiver) >= stack.rank_count()) {
            throw UsageError(
                fmt::format("--beside {}: the run has ranks 0 to {}", run.label(), stack.rank_count() - 1));
        }
        const RunDescription& description = run.description();
        const std::vector<Cell> others = like_pairs(description, pair_);
        picture::ChartLine own{fmt::format("{}: {}", run.label(), ends_of(description)), unknown()};
        picture::ChartLine like{fmt::format("{}: like pairs, with quartiles", run.label()), unknown(),
                                unknown(), unknown()};
        const Vector values = stack.pair(pair_.sender, pair_.receiver);
        for (std::size_t k = 0; k < stack.message_lengths().size(); ++k) {
            const std::size_t place = place_of(stack.message_lengths()[k]);
            own.values[place] = values(static_cast<Eigen::Index>(k));
            std::vector<double> of_others = stack.cells(k, others);
            std::erase_if(of_others, [](double value) { return !std::isfinite(value); });
            if (of_others.empty()) continue;
            like.low[place] = quantile_of(of_others, 0.25);
            like.values[place] = quantile_of(of_others, 0.5);
            like.high[place] = quantile_of(of_others, 0.75);
        }
        chart_.lines.push_back(std::move(own));
        if (!others.empty()) chart_.lines.push_back(std::move(like));
    }

  private:
    [[nodiscard]] std::vector<double> unknown() const {
        return std::vector<double>(chart_.lengths.size(), std::nan(""));
    }
    [[nodiscard]] std::size_t place_of(std::int64_t length) const {
        const auto found = std::lower_bound(chart_.lengths.begin(), chart_.lengths.end(), length);
        return static_cast<std::size_t>(found - chart_.lengths.begin());
    }
    [[nodiscard]] std::string ends_of(const RunDescription& run) const {
        const auto end = [&](std::int32_t rank) {
            const std::string& host = run.ranks[static_cast<std::size_t>(rank)].host;
            return host.empty() ? fmt::format("{}", rank) : fmt::format("{} ({})", rank, host);
        };
        return fmt::format("{} to {}", end(pair_.sender), end(pair_.receiver));
    }

    picture::Chart& chart_;
    Cell pair_;
};

}  // namespace

picture::Drawing pair_drawing(const Conversion& conversion) {
    const Cell pair{static_cast<std::int32_t>(*conversion.selection.sender),
                    static_cast<std::int32_t>(*conversion.selection.receiver)};
    const Statistic statistic = conversion.stack.statistic();
    std::vector<std::shared_ptr<const DelayStack>> stacks;
    std::set<std::int64_t> lengths(conversion.stack.message_lengths().begin(),
                                   conversion.stack.message_lengths().end());
    for (const Run& run : conversion.beside) {
        stacks.push_back(run.stack(run.has(statistic) ? statistic : run.preferred()));
        lengths.insert(stacks.back()->message_lengths().begin(), stacks.back()->message_lengths().end());
    }
    picture::Chart chart;
    chart.title = fmt::format("Delays from rank {} to rank {} by message length", pair.sender, pair.receiver);
    chart.quantity = quantity_of(statistic);
    chart.value_name = fmt::format("{} delay", name_of(statistic));
    chart.lengths.assign(lengths.begin(), lengths.end());
    PairLines lines(chart, pair);
    lines.add(conversion.run, conversion.stack);
    for (std::size_t other = 0; other < stacks.size(); ++other)
        lines.add(conversion.beside[other], *stacks[other]);
    auto drawing = picture::drawing_of(chart);
    if (!drawing) {
        throw FileError(fmt::format("{}: nothing was measured from rank {} to rank {}",
                                    conversion.run.label(), pair.sender, pair.receiver));
    }
    drawing->lines = picture::run_lines(conversion.run.description());
    drawing->lines.push_back(conversion.run.label());
    return std::move(*drawing);
}

}  // namespace fabricmap::converters
