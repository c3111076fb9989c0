// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/run_figures.hpp"

#include "base/message_lengths.hpp"
#include "picture/run_sheet.hpp"
#include "viewer/reading/display.hpp"

#include <QCoreApplication>
#include <utility>

namespace fabricmap::viewer {
namespace {

struct FigureWords {
    Q_DECLARE_TR_FUNCTIONS(fabricmap::viewer::Figure)
};

QString text(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

/// What the cells say: "median delay".
QString words_of(const Exhibit& exhibit) {
    const QString statistic = text(name_of(exhibit.displayed.stack->statistic()));
    switch (exhibit.displayed.content) {
        case Content::spread:
            return FigureWords::tr("spread (deviation / median)");
        case Content::comparison:
            return FigureWords::tr("%1 delay, ratio of two runs").arg(statistic);
        case Content::clusters:
            return FigureWords::tr("clusters of pairs");
        case Content::delay:
            break;
    }
    return exhibit.displayed.quantity == Quantity::count ? FigureWords::tr("samples a pair")
                                                         : FigureWords::tr("%1 delay").arg(statistic);
}

Figure with_words(const Exhibit& exhibit, const QString& part, decltype(Figure::content) content) {
    const QString mode =
        exhibit.run.mode ? text(name_of(*exhibit.run.mode)) : FigureWords::tr("unknown mode");
    Figure figure{{}, {}, std::move(content)};
    figure.title = FigureWords::tr("%1: %2, %3").arg(mode, words_of(exhibit), part);
    for (const std::string& line : picture::run_lines(exhibit.run)) figure.lines.push_back(text(line));
    if (!exhibit.compared_with.empty()) {
        figure.lines.push_back(FigureWords::tr("compared with %1").arg(text(exhibit.compared_with)));
    }
    if (exhibit.displayed.parties != Parties::ranks) {
        figure.lines.push_back(exhibit.displayed.parties == Parties::hosts_worst
                                   ? FigureWords::tr("of each pair of hosts the slowest pair of ranks")
                                   : FigureWords::tr("of each pair of hosts the median of their ranks"));
    }
    return figure;
}

Legend legend_of(const Exhibit& exhibit) {
    return {exhibit.scale, exhibit.palette, exhibit.displayed.quantity, exhibit.displayed.content, true,
            false};
}

}  // namespace

Figure figure_of(const Exhibit& exhibit, const std::shared_ptr<const LoadedPlane>& plane,
                 const std::optional<CellRegion>& region, std::vector<FindingArea> areas) {
    const std::int64_t bytes = exhibit.displayed.stack->message_lengths()[plane->request().k];
    const std::vector<Party> parties = in_places(exhibit.displayed, exhibit.order);
    return with_words(exhibit, FigureWords::tr("messages of %1 bytes").arg(text(format_size(bytes))),
                      MatrixFigure{{plane, &plane->pyramid()},
                                   region,
                                   axis_of_senders(parties),
                                   axis_of_receivers(parties),
                                   legend_of(exhibit),
                                   exhibit.fold,
                                   true,
                                   std::move(areas)});
}

Figure figure_of(const Exhibit& exhibit, const LoadedCut& cut) {
    const QString party = text(exhibit.displayed.names[static_cast<std::size_t>(cut.party)].name);
    const std::vector<Party> parties = in_places(exhibit.displayed, exhibit.order);
    return with_words(exhibit,
                      cut.is_row ? FigureWords::tr("what %1 sends").arg(party)
                                 : FigureWords::tr("what %1 receives").arg(party),
                      MatrixFigure{cut.pyramid,
                                   std::nullopt,
                                   axis_of_lengths(cut.message_lengths),
                                   cut.is_row ? axis_of_receivers(parties) : axis_of_senders(parties),
                                   legend_of(exhibit),
                                   exhibit.fold,
                                   false,
                                   {}});
}

Figure figure_of(const Exhibit& exhibit, const CurveSet& curves, std::optional<std::size_t> k) {
    const bool is_one = curves.curves.size() == 1;
    return with_words(exhibit, is_one ? text(curves.curves.front().name) : FigureWords::tr("pairs"),
                      CurveFigure{curves, k});
}

}  // namespace fabricmap::viewer
