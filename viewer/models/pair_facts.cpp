// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/pair_facts.hpp"

#include "base/errors.hpp"
#include "viewer/models/cell_text.hpp"
#include "viewer/models/language.hpp"
#include "viewer/reading/curve_reading.hpp"
#include "viewer/reading/display.hpp"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::viewer {
namespace {

struct CardText {
    Q_DECLARE_TR_FUNCTIONS(fabricmap::viewer::PairCard)
};

struct Ends {
    std::int64_t sender = 0;
    std::int64_t receiver = 0;
};

/// Of the pair at that length; nothing where the content has no such length, or the run not the content.
std::optional<double> value_in(const PointedPair& pointed, Content content, const Ends& ends) {
    const Displayed& seen = pointed.plane->request().displayed;
    const std::int64_t length = seen.stack->message_lengths()[pointed.plane->request().k];
    try {
        const Displayed shown = display(pointed.run, nullptr, content, seen.endpoints,
                                        pointed.run.run->preferred(), pointed.diagnosis);
        const auto& lengths = shown.stack->message_lengths();
        const auto place = std::lower_bound(lengths.begin(), lengths.end(), length);
        if (place == lengths.end() || *place != length) return std::nullopt;
        const double value = shown.stack->pair(ends.sender, ends.receiver)(place - lengths.begin());
        return std::isfinite(value) ? std::optional(value) : std::nullopt;
    } catch (const UsageError&) {
        return std::nullopt;
    }
}

/// Of the newest value between both; nothing of a run that is none of several.
std::optional<double> age_of(const PointedPair& pointed, const Ends& ends) {
    const RunDescription& run = pointed.run.run->description();
    if (!run.pair_ages_s) return std::nullopt;
    const Displayed& shown = pointed.plane->request().displayed;
    const auto stands_for = [&](std::int64_t endpoint, std::size_t rank) {
        if (shown.endpoints == Endpoints::ranks) return endpoint == static_cast<std::int64_t>(rank);
        return shown.names.at(static_cast<std::size_t>(endpoint)).host == run.ranks[rank].host;
    };
    double age_s = NAN;
    for (std::size_t from = 0; from < run.ranks.size(); ++from) {
        if (!stands_for(ends.sender, from)) continue;
        for (std::size_t to = 0; to < run.ranks.size(); ++to) {
            if (stands_for(ends.receiver, to))
                age_s = std::fmin(age_s, run.pair_ages_s->at(from * run.ranks.size() + to));
        }
    }
    return std::isfinite(age_s) ? std::optional(age_s) : std::nullopt;
}

std::optional<Standing> standing_of(const PointedPair& pointed, const diagnosis::ClassCurve& own,
                                    const Stopped& stopped) {
    const Displayed& shown = pointed.plane->request().displayed;
    const picture::Pyramid& cells = pointed.plane->pyramid();
    const bool has_slow_pairs = shown.content == Content::expected || shown.content == Content::rate ||
                                (shown.content == Content::delay && shown.quantity == Quantity::delay);
    const float value = cells.is_complete() ? cells.cell(pointed.cell.row, pointed.cell.column) : NAN;
    if (!has_slow_pairs || std::isnan(value)) return std::nullopt;
    Standing standing{1, 0};
    for (std::int64_t row = 0; row < cells.rows() && !stopped; ++row) {
        const float* const values = cells.row(0, row, picture::Fold::maximum);
        const std::int64_t sender = pointed.plane->endpoint_at(row);
        for (std::int64_t column = 0; column < cells.columns(); ++column) {
            if (std::isnan(values[column])) continue;
            const auto* const other =
                class_of_endpoints(*pointed.diagnosis, shown, sender, pointed.plane->endpoint_at(column));
            if (other != &own) continue;
            ++standing.pairs;
            const bool is_slower =
                shown.content == Content::rate ? values[column] < value : values[column] > value;
            if (is_slower) ++standing.place;
        }
    }
    return standing;
}

}  // namespace

PairFacts pair_facts(const PointedPair& pointed, const Stopped& stopped) {
    const Displayed& shown = pointed.plane->request().displayed;
    const Ends ends{pointed.plane->endpoint_at(pointed.cell.row),
                    pointed.plane->endpoint_at(pointed.cell.column)};
    PairFacts facts;
    facts.sender = text_of(shown.names.at(static_cast<std::size_t>(ends.sender)));
    facts.receiver = text_of(shown.names.at(static_cast<std::size_t>(ends.receiver)));
    facts.length_bytes = shown.stack->message_lengths()[pointed.plane->request().k];
    facts.delay_s = value_in(pointed, Content::delay, ends);
    facts.bytes_per_s = value_in(pointed, Content::rate, ends);
    facts.age_s = age_of(pointed, ends);
    if (!pointed.diagnosis) return facts;
    facts.times_expected = value_in(pointed, Content::expected, ends);
    const auto* const own = class_of_endpoints(*pointed.diagnosis, shown, ends.sender, ends.receiver);
    if (own == nullptr) return facts;
    facts.class_name = class_text(own->name);
    facts.standing = standing_of(pointed, *own, stopped);
    return facts;
}

QString text_of(const PairFacts& facts) {
    QStringList lines{QStringLiteral("%1 → %2").arg(facts.sender, facts.receiver),
                      length_text(facts.length_bytes)};
    if (facts.delay_s) lines << value_text(*facts.delay_s, Quantity::delay);
    if (facts.bytes_per_s) lines << value_text(*facts.bytes_per_s, Quantity::rate);
    if (facts.times_expected) {
        lines
            << CardText::tr("%1 as long as expected").arg(value_text(*facts.times_expected, Quantity::ratio));
    }
    if (facts.age_s) {
        constexpr double day_s = 86400;
        lines << CardText::tr("measured %1 days before the runs were merged")
                     .arg(QLocale().toString(*facts.age_s / day_s, 'f', 1));
    }
    if (facts.standing) {
        lines << CardText::tr("place %1 of %2, the slowest first: %3")
                     .arg(facts.standing->place)
                     .arg(facts.standing->pairs)
                     .arg(facts.class_name);
    } else if (!facts.class_name.isEmpty()) {
        lines << facts.class_name;
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace fabricmap::viewer
