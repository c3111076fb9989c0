// SPDX-License-Identifier: Apache-2.0
#include "converters/conversion/pair_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fabricmap::converters {
namespace {

/// Senders × receivers at one length, of each column.
struct Part {
    std::int64_t length_bytes = 0;
    std::int64_t first_sender = 0;
    std::int64_t first_receiver = 0;
    std::vector<Matrix> values;
};

double shown_value(const PairColumn& column, double stored, std::int64_t length_bytes, bool is_missing) {
    constexpr int bits_of_a_byte = 0xff;
    if (is_missing && column.is_of_delay()) return std::numeric_limits<double>::quiet_NaN();
    switch (column.shows) {
        case PairColumn::Shows::bits:
            return static_cast<int>(stored) & bits_of_a_byte;
        case PairColumn::Shows::rate:
            return static_cast<double>(length_bytes) / stored;
        case PairColumn::Shows::values:
        case PairColumn::Shows::age:
            break;
    }
    return stored;
}

double age_of(const PairColumn& column, std::size_t sender, std::size_t receiver) {
    return column.ages_s->at(sender * static_cast<std::size_t>(column.values->rank_count()) + receiver);
}

/// Nothing of a run that was not merged.
void add_ages(std::vector<PairColumn>& columns, const Run& run, Statistic statistic) {
    const auto& ages = run.description().pair_ages_s;
    if (ages) columns.push_back({"age_s", run.stack(statistic), PairColumn::Shows::age, ages});
}

/// Nothing where the values are not of streams, or do not say how long a message took.
void add_rate(std::vector<PairColumn>& columns, const Run& run, Statistic statistic) {
    const bool is_level = statistic != Statistic::deviation && statistic != Statistic::count;
    if (!is_level || !has_trait(run.description(), &ModeTraits::is_stream)) return;
    columns.push_back({"rate_bytes_per_s", run.stack(statistic), PairColumn::Shows::rate});
}

void use_part(std::span<const PairColumn> columns, const Part& part, Diagonal diagonal,
              const std::function<void(const PairRow&)>& use) {
    std::vector<double> values(columns.size());
    for (Eigen::Index row = 0; row < part.values.front().rows(); ++row) {
        for (Eigen::Index column = 0; column < part.values.front().cols(); ++column) {
            const auto sender = static_cast<std::size_t>(part.first_sender + row);
            const auto receiver = static_cast<std::size_t>(part.first_receiver + column);
            if (sender == receiver && diagonal == Diagonal::omit) continue;
            const bool is_missing = sender == receiver && diagonal == Diagonal::nan;
            for (std::size_t i = 0; i < columns.size(); ++i) {
                const double stored = columns[i].shows == PairColumn::Shows::age
                                          ? age_of(columns[i], sender, receiver)
                                          : part.values[i](row, column);
                values[i] = shown_value(columns[i], stored, part.length_bytes, is_missing);
            }
            use({part.length_bytes, sender, receiver, values});
        }
    }
}

void use_planes(const Conversion& conversion, std::span<const PairColumn> columns,
                const std::function<void(const Part&)>& use) {
    const std::int64_t ranks = conversion.stack.rank_count();
    const std::int64_t senders = conversion.stack.senders_of_a_slab();
    for (const std::size_t k : conversion.selection.planes) {
        for (std::int64_t first = 0; first < ranks; first += senders) {
            Part part{conversion.stack.message_lengths()[k], first, 0, {}};
            for (const PairColumn& column : columns)
                part.values.push_back(column.values->rows(k, first, std::min(senders, ranks - first)));
            use(part);
        }
        conversion.progress.step();
    }
}

void use_sender(const Conversion& conversion, std::span<const PairColumn> columns,
                const std::function<void(const Part&)>& use) {
    const auto& [planes, sender, receiver] = conversion.selection;
    std::vector<Matrix> by_length;
    for (const PairColumn& column : columns) {
        by_length.emplace_back(receiver ? Matrix(column.values->pair(*sender, *receiver))
                                        : column.values->row(*sender));
    }
    for (const std::size_t k : planes) {
        Part part{conversion.stack.message_lengths()[k], *sender, receiver.value_or(0), {}};
        for (const Matrix& values : by_length)
            part.values.emplace_back(values.row(static_cast<Eigen::Index>(k)));
        use(part);
        conversion.progress.step();
    }
}

}  // namespace

std::vector<PairColumn> columns_of(const Conversion& conversion) {
    const Run& run = conversion.run;
    if (run.bytes()) return {{"messages", run.stack(Statistic::count)}, {"bytes", run.bytes()}};
    std::vector<PairColumn> columns;
    if (!conversion.options.all_statistics) {
        const Statistic statistic = conversion.stack.statistic();
        columns.push_back({statistic == Statistic::count ? "count" : "delay_s", run.stack(statistic)});
        add_rate(columns, run, statistic);
        add_ages(columns, run, statistic);
        return columns;
    }
    for (const Statistic statistic : run.statistics()) {
        const char* const unit = statistic == Statistic::count ? "" : "_s";
        columns.push_back({fmt::format("{}{}", name_of(statistic), unit), run.stack(statistic)});
    }
    add_rate(columns, run, run.preferred());
    if (run.outliers()) columns.push_back({"outliers", run.outliers()});
    if (run.quality()) columns.push_back({"quality", run.quality(), PairColumn::Shows::bits});
    add_ages(columns, run, run.preferred());
    return columns;
}

void for_each_pair(const Conversion& conversion, std::span<const PairColumn> columns,
                   const std::function<void(const PairRow&)>& use) {
    const Diagonal diagonal = diagonal_of(conversion);
    const auto use_pairs = [&](const Part& part) { use_part(columns, part, diagonal, use); };
    if (conversion.selection.is_whole_planes()) return use_planes(conversion, columns, use_pairs);
    use_sender(conversion, columns, use_pairs);
}

}  // namespace fabricmap::converters
