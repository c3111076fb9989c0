// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/cell_text.hpp"

#include "viewer/models/language.hpp"
#include "viewer/models/number_text.hpp"
#include "viewer/reading/curve_reading.hpp"

#include <QCoreApplication>
#include <cmath>

namespace fabricmap::viewer {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(CellText)
};

QString times(double ratio) {
    return localized(QString::fromStdString(format_factor(ratio)));
}

QString measured_text(const CellFacts& facts) {
    switch (facts.content) {
        case Content::delay:
        case Content::rate:
            break;
        case Content::spread:
            return Words::tr("deviation %1 times the median").arg(times(facts.value));
        case Content::comparison:
            if (facts.value == 1) return Words::tr("as much as in the baseline");
            return Words::tr("%1 times as much as in the baseline").arg(times(facts.value));
        case Content::expected:
            return Words::tr("%1 times as long as expected").arg(times(facts.value));
        case Content::clusters:
            return Words::tr("cluster %1").arg(value_text(facts.value, Quantity::count));
        case Content::bytes:
        case Content::bytes_total:
            return Words::tr("bytes: %1").arg(value_text(facts.value, Quantity::count));
        case Content::messages:
        case Content::messages_total:
            return Words::tr("messages: %1").arg(value_text(facts.value, Quantity::count));
    }
    const QString value = value_text(facts.value, facts.quantity);
    return facts.quantity == Quantity::count ? Words::tr("samples: %1").arg(value) : value;
}

QString state_text(const CellFacts& facts) {
    switch (facts.state) {
        case CellState::measured:
            break;
        case CellState::not_measured:
            return Words::tr("not measured");
        case CellState::never_measured:
            return Words::tr("never measured");
        case CellState::not_read:
            return Words::tr("not read yet");
    }
    return measured_text(facts);
}

QString class_suffix(const CellFacts& facts) {
    if (!facts.class_median_s) return {};
    const QString median = value_text(*facts.class_median_s, Quantity::delay);
    return facts.class_name.isEmpty() ? Words::tr(", class median %1").arg(median)
                                      : Words::tr(", class median %1 (%2)").arg(median, facts.class_name);
}

CellState state_in(const picture::Pyramid& pyramid, std::int64_t row, std::int64_t column) {
    if (pyramid.never().holds(row, column)) return CellState::never_measured;
    if (row >= pyramid.rows_ready()) return CellState::not_read;
    return std::isfinite(pyramid.cell(row, column)) ? CellState::measured : CellState::not_measured;
}

/// A class has a median of the statistic that was judged, and of no other.
void add_class(CellFacts& facts, const Displayed& shown, const diagnosis::Diagnosis& diagnosis,
               std::int64_t sender, std::int64_t receiver) {
    const diagnosis::ClassCurve* const found = class_of_endpoints(diagnosis, shown, sender, receiver);
    if (found == nullptr) return;
    facts.class_name = class_text(found->name);
    const bool is_judged =
        shown.content == Content::delay && shown.stack->statistic() == diagnosis.runs.at(0).statistic;
    const auto place = std::find(diagnosis.lengths.begin(), diagnosis.lengths.end(), facts.length_bytes);
    if (!is_judged || place == diagnosis.lengths.end()) return;
    const double median_s = found->median_s[static_cast<std::size_t>(place - diagnosis.lengths.begin())];
    if (std::isfinite(median_s)) facts.class_median_s = median_s;
}

struct Place {
    std::int64_t sender = 0;
    std::int64_t receiver = 0;
    std::int64_t length_bytes = 0;
};

CellFacts facts_at(const Place& place, const Displayed& shown, const diagnosis::Diagnosis* diagnosis,
                   const picture::Pyramid& pyramid, std::int64_t row, std::int64_t column) {
    CellFacts facts;
    facts.sender = text_of(shown.names.at(static_cast<std::size_t>(place.sender)));
    facts.receiver = text_of(shown.names.at(static_cast<std::size_t>(place.receiver)));
    facts.length_bytes = place.length_bytes;
    facts.state = state_in(pyramid, row, column);
    if (facts.state == CellState::measured) facts.value = static_cast<double>(pyramid.cell(row, column));
    facts.quantity = shown.quantity;
    facts.content = shown.content;
    if (diagnosis != nullptr) add_class(facts, shown, *diagnosis, place.sender, place.receiver);
    return facts;
}

}  // namespace

QString text_of(const Endpoint& endpoint) {
    QString tick = QString::fromStdString(endpoint.tick);
    if (endpoint.host.empty()) return Words::tr("rank %1").arg(tick);
    if (endpoint.host == endpoint.name) return tick;
    return Words::tr("rank %1 on %2").arg(tick, QString::fromStdString(endpoint.host));
}

QString length_text(std::int64_t length_bytes) {
    // Qt's plural forms hold an int, and messages may be longer.
    return length_bytes == 1 ? Words::tr("1 byte") : Words::tr("%1 bytes").arg(length_bytes);
}

QString length_text(std::int64_t length_bytes, Content content) {
    if (is_over_all_lengths(content)) return Words::tr("all lengths");
    const std::int64_t last = last_of_class(length_bytes, content);
    if (last == length_bytes) return length_text(length_bytes);
    return Words::tr("%1 to %2 bytes").arg(length_bytes).arg(last);
}

QString text_of(const CellFacts& facts) {
    return Words::tr("%1 → %2, %3: %4%5")
        .arg(facts.sender, facts.receiver, length_text(facts.length_bytes, facts.content), state_text(facts),
             class_suffix(facts));
}

QString value_of(const CellFacts& facts) {
    switch (facts.state) {
        case CellState::measured:
            break;
        case CellState::not_measured:
            return QStringLiteral("–");
        case CellState::never_measured:
            return {};
        case CellState::not_read:
            return QStringLiteral("…");
    }
    return value_text(facts.value, facts.quantity);
}

CellFacts facts_of(const LoadedPlane& plane, const diagnosis::Diagnosis* diagnosis, std::int64_t row,
                   std::int64_t column) {
    const Displayed& shown = plane.request().displayed;
    const Place place{plane.endpoint_at(row), plane.endpoint_at(column),
                      shown.stack->message_lengths().at(plane.request().k)};
    return facts_at(place, shown, diagnosis, plane.pyramid(), row, column);
}

CellFacts facts_of(const LoadedCut& cut, const PlaneRequest& request, const diagnosis::Diagnosis* diagnosis,
                   std::int64_t row, std::int64_t column) {
    const std::int64_t other =
        request.order.empty() ? column : request.order.at(static_cast<std::size_t>(column));
    const Place place{cut.is_row ? cut.endpoint : other, cut.is_row ? other : cut.endpoint,
                      cut.message_lengths.at(static_cast<std::size_t>(row))};
    return facts_at(place, request.displayed, diagnosis, *cut.pyramid, row, column);
}

}  // namespace fabricmap::viewer
