// SPDX-License-Identifier: Apache-2.0
#include "rules/records/map_tables.hpp"

#include "rules/records/diagnosis_columns.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace fabricmap::rules {
namespace {

using tracing::StringId;

std::optional<Statistic> statistic_of(std::string_view field) {
    if (field == "min") return Statistic::minimum;
    if (field == "max") return Statistic::maximum;
    return statistic_named(field);
}

/// The host of each rank, as the number of its name; or its slot.
std::vector<StringId> host_numbers(const MeasuredRanks& ranks, TextNumbers& texts) {
    std::vector<StringId> numbers;
    for (const RankIndex rank : IndexRange<RankIndex>(ranks.machine().rank_count())) {
        numbers.push_back(texts.number_of(ranks.position_of(rank).host));
    }
    return numbers;
}

std::vector<double> slots_of(const MeasuredRanks& ranks) {
    std::vector<double> slots;
    for (const RankIndex rank : IndexRange<RankIndex>(ranks.machine().rank_count())) {
        slots.push_back(static_cast<double>(ranks.position_of(rank).slot));
    }
    return slots;
}

}  // namespace

std::size_t MapTables::size(TypeIndex type) {
    if (record_schema()[type].name != "sample") return diagnosis_records(map_, type);
    find_samples();
    return cells_.size();
}

ColumnView MapTables::column(TypeIndex type, std::size_t field) {
    const auto [place, is_new] = columns_.try_emplace({type, field});
    if (is_new) place->second = make_column(type, field);
    return place->second.view();
}

/// Pairs of a rank with itself are none.
void MapTables::find_samples() {
    if (has_samples_) return;
    has_samples_ = true;
    for (std::size_t number = 0; number < map_.runs().size(); ++number) {
        const Run& run = map_.runs()[number];
        const auto stack = run.stack(run.preferred());
        for (std::size_t length = 0; length < stack->message_lengths().size(); ++length) {
            const std::size_t first = cells_.size();
            const Matrix plane = stack->plane(length);
            for (std::int32_t sender = 0; sender < plane.rows(); ++sender) {
                for (std::int32_t receiver = 0; receiver < plane.cols(); ++receiver) {
                    if (sender != receiver && !std::isnan(plane(sender, receiver)))
                        cells_.push_back({sender, receiver});
                }
            }
            planes_.push_back({number, length, first, cells_.size()});
        }
    }
}

Column MapTables::make_column(TypeIndex type, std::size_t field) {
    if (record_schema()[type].name != "sample") return diagnosis_column(map_, type, field, texts_);
    find_samples();
    return sample_column(record_schema()[type].fields[field].name);
}

Column MapTables::sample_column(std::string_view field) {
    if (const auto statistic = statistic_of(field)) return statistic_column(*statistic);
    if (field == "class") return class_of_samples();
    Column column;
    for (const SamplePlane& plane : planes_) {
        const Run& run = map_.runs()[plane.run];
        const MeasuredRanks& ranks = map_.ranks(plane.run);
        const auto add_numbers = [&](const auto& value_of) {
            for (std::size_t at = plane.first; at < plane.end; ++at)
                column.numbers.push_back(value_of(cells_[at]));
        };
        const auto add_hosts = [&](std::int32_t Cell::*end) {
            const std::vector<StringId> hosts = host_numbers(ranks, texts_);
            for (std::size_t at = plane.first; at < plane.end; ++at)
                column.texts.push_back(hosts[static_cast<std::size_t>(cells_[at].*end)]);
        };
        const auto add_slots = [&](std::int32_t Cell::*end) {
            const std::vector<double> slots = slots_of(ranks);
            add_numbers([&](const Cell& cell) { return slots[static_cast<std::size_t>(cell.*end)]; });
        };
        if (field == "mode") {
            const std::string_view mode = mode_name(run.description());
            column.texts.resize(plane.end, mode.empty() ? tracing::no_string : texts_.number_of(mode));
        } else if (field == "source" || field == "target") {
            const auto end = field == "source" ? &Cell::sender : &Cell::receiver;
            add_numbers([&](const Cell& cell) { return static_cast<double>(cell.*end); });
        } else if (field == "source_host" || field == "target_host") {
            add_hosts(field == "source_host" ? &Cell::sender : &Cell::receiver);
        } else if (field == "source_slot" || field == "target_slot") {
            add_slots(field == "source_slot" ? &Cell::sender : &Cell::receiver);
        } else if (field == "same_host") {
            const auto& host_of = ranks.machine().host_of;
            add_numbers([&](const Cell& cell) {
                return host_of[RankIndex(cell.sender)] == host_of[RankIndex(cell.receiver)] ? 1.0 : 0.0;
            });
        } else {
            const auto& lengths = run.stack(run.preferred())->message_lengths();
            column.numbers.resize(plane.end, static_cast<double>(lengths[plane.length]));
        }
    }
    return column;
}

Column MapTables::statistic_column(Statistic statistic) {
    Column column;
    for (const SamplePlane& plane : planes_) {
        const Run& run = map_.runs()[plane.run];
        if (!run.has(statistic)) {
            column.numbers.resize(plane.end, unknown);
            continue;
        }
        const std::span<const Cell> cells(cells_.data() + plane.first, plane.end - plane.first);
        const std::vector<double> values = run.stack(statistic)->cells(plane.length, cells);
        column.numbers.insert(column.numbers.end(), values.begin(), values.end());
    }
    return column;
}

/// Those of the judged run; ranks of others are found there by position.
Column MapTables::class_of_samples() {
    std::map<const diagnosis::ClassCurve*, StringId> names{{nullptr, tracing::no_string}};
    for (const diagnosis::ClassCurve& curve : map_.diagnosis().classes)
        names.emplace(&curve, texts_.number_of(curve.name));
    Column column;
    column.texts.reserve(cells_.size());
    for (const SamplePlane& plane : planes_) {
        const MeasuredRanks& ranks = map_.ranks(plane.run);
        std::vector<std::optional<RankIndex>> judged;
        for (const RankIndex rank : IndexRange<RankIndex>(ranks.machine().rank_count()))
            judged.push_back(map_.ranks(map_.judged()).find(ranks.position_of(rank)));
        for (std::size_t at = plane.first; at < plane.end; ++at) {
            const auto sender = judged[static_cast<std::size_t>(cells_[at].sender)];
            const auto receiver = judged[static_cast<std::size_t>(cells_[at].receiver)];
            const bool is_known = sender && receiver;
            column.texts.push_back(names.at(
                is_known ? diagnosis::class_between(map_.diagnosis(), *sender, *receiver) : nullptr));
        }
    }
    return column;
}

}  // namespace fabricmap::rules
