// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/curve_chart.hpp"

#include "viewer/models/language.hpp"
#include "viewer/models/number_text.hpp"

#include <QCoreApplication>
#include <string>

namespace fabricmap::viewer {
namespace {

struct CurveText {
    Q_DECLARE_TR_FUNCTIONS(fabricmap::viewer::Curves)

  public:
    static QString value_axis(const CurveSet& set) {
        if (set.content == Content::bytes) return tr("bytes");
        if (set.content == Content::messages) return tr("messages");
        if (set.content == Content::expected) return tr("times what is expected");
        switch (set.quantity) {
            case Quantity::count:
                return tr("samples");
            case Quantity::ratio:
                return tr("ratio");
            case Quantity::rate:
                return tr("bandwidth");
            default:
                return tr("delay");
        }
    }
    static QString step_axis() { return tr("runs, the oldest first"); }
    static QString length_axis() { return tr("message length, bytes"); }
    static QString more(int curves) { return tr("and %n more", "", curves); }
};

}  // namespace

picture::Chart chart_of(const CurveSet& set, const std::optional<std::size_t>& current) {
    picture::Chart chart;
    chart.quantity = set.quantity;
    chart.value_name = CurveText::value_axis(set).toStdString();
    chart.length_name = (set.steps.empty() ? CurveText::length_axis() : CurveText::step_axis()).toStdString();
    chart.lengths = set.lengths;
    chart.steps = set.steps;
    for (const Curve& curve : set.curves)
        chart.lines.push_back({curve_text(curve).toStdString(), curve.middle, curve.low, curve.high});
    for (const ProtocolBreak& found : set.breaks)
        chart.breaks.push_back({found.before_bytes, found.after_bytes, break_text(found).toStdString()});
    chart.current = current;
    chart.number_words = [](const std::string& mark) { return mark_text(mark).toStdString(); };
    chart.more_words = [](int more) { return CurveText::more(more).toStdString(); };
    return chart;
}

}  // namespace fabricmap::viewer
