// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/legend.hpp"

#include "viewer/models/number_text.hpp"

#include <QCoreApplication>
#include <string>
#include <utility>

namespace fabricmap::viewer {
namespace {

struct LegendText {
    Q_DECLARE_TR_FUNCTIONS(fabricmap::viewer::Legend)

  public:
    /// Above and below the column.
    static std::pair<QString, QString> ends(const Displayed& displayed) {
        switch (displayed.content) {
            case Content::rate:
                return {tr("faster"), tr("slower")};
            case Content::spread:
                return {tr("more scattered"), tr("steadier")};
            case Content::comparison:
                return {tr("slower than before"), tr("faster than before")};
            case Content::expected:
                return {tr("times as long\nas expected"), tr("faster")};
            default:
                return displayed.quantity == Quantity::count ? std::pair(tr("more"), tr("fewer"))
                                                             : std::pair(tr("slower"), tr("faster"));
        }
    }
    static QString clusters() {
        return tr("Pairs of one shade\nare in one cluster:\nthey take the\nsame time.");
    }
    static QString missing() { return tr("not measured"); }
    static QString never() { return tr("with itself"); }
};

}  // namespace

picture::Legend legend_of(const Selection& selection, const std::optional<picture::GreyScale>& scale) {
    const Displayed& displayed = selection.displayed();
    picture::Legend legend{scale.value_or(picture::GreyScale({})), selection.palette(), displayed.quantity};
    legend.missing = LegendText::missing().toStdString();
    if (displayed.never.diagonal) legend.never = LegendText::never().toStdString();
    legend.number_words = [](const std::string& mark) { return mark_text(mark).toStdString(); };
    if (displayed.content == Content::clusters) {
        for (const QString& line : LegendText::clusters().split(QLatin1Char('\n')))
            legend.words.push_back(line.toStdString());
    } else {
        const auto [high_end, low_end] = LegendText::ends(displayed);
        legend.high_end = high_end.toStdString();
        legend.low_end = low_end.toStdString();
    }
    return legend;
}

}  // namespace fabricmap::viewer
