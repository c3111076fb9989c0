// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/run_figures.hpp"

#include "base/message_lengths.hpp"
#include "picture/layout/run_words.hpp"
#include "viewer/models/cell_text.hpp"
#include "viewer/models/finding_model.hpp"
#include "viewer/models/language.hpp"
#include "viewer/models/number_text.hpp"
#include "viewer/painting/axis_names.hpp"
#include "viewer/painting/curve_chart.hpp"
#include "viewer/painting/legend.hpp"
#include "viewer/reading/csv.hpp"

#include <QCoreApplication>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::viewer {
namespace {

struct FigureText {
    Q_DECLARE_TR_FUNCTIONS(fabricmap::viewer::Figure)
};

QString text(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

/// What the cells say: "median delay".
QString text_of(const Selection& selection) {
    const QString statistic = statistic_text(selection.displayed().stack->statistic());
    switch (selection.displayed().content) {
        case Content::rate:
            return FigureText::tr("bandwidth");
        case Content::spread:
            return FigureText::tr("spread (deviation / median)");
        case Content::comparison:
            return FigureText::tr("%1 delay, ratio of two runs").arg(statistic);
        case Content::expected:
            return FigureText::tr("%1 delay / what pairs of its kind take").arg(statistic);
        case Content::clusters:
            return FigureText::tr("clusters of pairs");
        case Content::bytes:
        case Content::bytes_total:
            return FigureText::tr("bytes");
        case Content::messages:
        case Content::messages_total:
            return FigureText::tr("messages");
        case Content::delay:
            break;
    }
    if (cells_of(selection.run().description()) == CellsOf::roots)
        return FigureText::tr("%1 time from the start").arg(statistic);
    return selection.displayed().quantity == Quantity::count ? FigureText::tr("samples a pair")
                                                             : FigureText::tr("%1 delay").arg(statistic);
}

QString about_ranks(const RunDescription& run) {
    const std::set<std::string> hosts = picture::named_hosts(run);
    if (hosts.empty()) return FigureText::tr("%1 ranks").arg(run.rank_count());
    if (hosts.size() == 1)
        return FigureText::tr("%1 ranks on host %2").arg(run.rank_count()).arg(text(*hosts.begin()));
    return FigureText::tr("%1 ranks on %2 hosts").arg(run.rank_count()).arg(hosts.size());
}

/// What picture::run_lines says, in the user's language. The titles of runs speak of delays: where rates are
/// drawn the file's name stands in their place.
std::vector<QString> lines_of(const Selection& selection) {
    const RunDescription& run = selection.run().description();
    std::vector<QString> lines;
    if (selection.displayed().content == Content::rate) {
        lines.push_back(text(std::filesystem::path(selection.run().source).filename().string()));
    } else if (!run.title.empty()) {
        lines.push_back(text(run.title));
    }
    QString ranks = about_ranks(run);
    if (run.timing) ranks = FigureText::tr("%1, timing %2").arg(ranks, text(name_of(*run.timing)));
    if (memory_of(run).has_device())
        ranks = FigureText::tr("%1, memory %2").arg(ranks, text(name_of(memory_of(run))));
    if (!run.started.empty()) ranks = FigureText::tr("%1, measured %2").arg(ranks, text(run.started));
    lines.push_back(ranks);
    return lines;
}

/// "messages of 4K bytes"; of traffic "4 to 7 bytes", "all lengths".
QString about_length(const Selection& selection, std::size_t k) {
    const std::int64_t bytes = selection.lengths()[k];
    const Content content = selection.displayed().content;
    return is_of_traffic(content) ? length_text(bytes, content)
                                  : FigureText::tr("messages of %1 bytes").arg(text(format_size(bytes)));
}

Figure with_text(const Selection& selection, const QString& part, decltype(Figure::content) content,
                 decltype(Figure::write_numbers) write_numbers) {
    const RunDescription& run = selection.run().description();
    const QString mode = !run.operation.empty()         ? text(run.operation)
                         : run.mode                     ? text(name_of(*run.mode))
                         : selection.run().run->bytes() ? FigureText::tr("traffic")
                                                        : FigureText::tr("unknown mode");
    std::vector<QString> lines = lines_of(selection);
    if (!selection.compared_with().empty())
        lines.push_back(FigureText::tr("compared with %1").arg(text(selection.compared_with())));
    if (selection.displayed().endpoints != Endpoints::ranks) {
        lines.push_back(selection.displayed().endpoints == Endpoints::hosts_worst
                            ? FigureText::tr("of each pair of hosts the slowest pair of ranks")
                            : FigureText::tr("of each pair of hosts the median of their ranks"));
    }
    picture::Sheet sheet{FigureText::tr("%1: %2, %3").arg(mode, text_of(selection), part).toStdString()};
    for (const QString& line : lines) sheet.lines.push_back(line.toStdString());
    sheet.size = default_figure_size;
    return {std::move(sheet), std::move(content), std::move(write_numbers)};
}

}  // namespace

Figure figure_of(const Selection& selection, const std::optional<picture::GreyScale>& scale,
                 const std::shared_ptr<const LoadedPlane>& plane, const std::optional<CellRegion>& region,
                 const std::vector<FindingArea>& areas) {
    auto [senders, receivers] = axes_of(selection);
    picture::MatrixPicture matrix{std::move(senders),         std::move(receivers),
                                  {plane, &plane->pyramid()}, legend_of(selection, scale),
                                  selection.drawn_fold(),     marks_of(areas)};
    matrix.region = region;
    return with_text(selection, about_length(selection, plane->request().k), std::move(matrix),
                     [displayed = selection.displayed(), k = plane->request().k](std::ostream& out) {
                         write_plane_csv(out, displayed, k);
                     });
}

void add_findings(Figure& figure, const std::shared_ptr<const diagnosis::Diagnosis>& diagnosis) {
    auto* const matrix = std::get_if<picture::MatrixPicture>(&figure.content);
    if (matrix == nullptr || !diagnosis) return;
    FindingModel model;
    model.set_diagnosis(diagnosis);
    std::vector<picture::Note> findings;
    for (const picture::Mark& mark : matrix->marks) {
        if (mark.number == 0) continue;
        const QModelIndex finding = model.index(static_cast<int>(mark.number) - 1);
        findings.push_back({mark.number, finding.data(FindingModel::sentence_role).toString().toStdString()});
    }
    figure.sheet.add_notes(
        findings, [](std::size_t more) { return FigureText::tr("and %1 more").arg(more).toStdString(); });
    for (picture::Mark& mark : matrix->marks) {
        if (mark.number > figure.sheet.last_number()) mark.number = 0;
    }
}

Figure figure_of(const Selection& selection, const std::optional<picture::GreyScale>& scale,
                 const LoadedCut& cut) {
    const QString endpoint = selection.name_of_endpoint(cut.endpoint);
    auto [senders, receivers] = axes_of(selection);
    picture::MatrixPicture matrix{axis_of_lengths(cut.message_lengths), cut.is_row ? receivers : senders,
                                  cut.pyramid, legend_of(selection, scale), selection.drawn_fold()};
    matrix.has_square_cells = false;
    return with_text(selection,
                     cut.is_row ? FigureText::tr("what %1 sends").arg(endpoint)
                                : FigureText::tr("what %1 receives").arg(endpoint),
                     std::move(matrix),
                     [displayed = selection.displayed(), endpoint = cut.endpoint, is_row = cut.is_row](
                         std::ostream& out) { write_cut_csv(out, displayed, endpoint, is_row); });
}

Figure figure_of(const Selection& selection, const CurveSet& curves) {
    const bool is_one = curves.curves.size() == 1;
    return with_text(selection, is_one ? curve_text(curves.curves.front()) : FigureText::tr("pairs"),
                     chart_of(curves, selection.length()),
                     [curves](std::ostream& out) { write_curves_csv(out, curves); });
}

}  // namespace fabricmap::viewer
