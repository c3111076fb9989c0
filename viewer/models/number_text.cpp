// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/number_text.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <array>

namespace fabricmap::viewer {
namespace {

struct NumberText {
    Q_DECLARE_TR_FUNCTIONS(fabricmap::viewer::Numbers)

  public:
    /// What stands between the whole and the rest of a number.
    static QString point() { return tr("."); }
};

/// Texts that the translators see; in the order of Statistic they are looked up by name.
constexpr std::array number_words{QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "TB/s"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "GB/s"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "MB/s"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "kB/s"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "ms"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "µs"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "ns"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "s"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "min"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "average"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "median"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "max"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "deviation"),
                                  QT_TRANSLATE_NOOP("fabricmap::viewer::Numbers", "count")};
constexpr std::size_t units = 8;

QString word_of(const char* word) {
    return QCoreApplication::translate("fabricmap::viewer::Numbers", word);
}

}  // namespace

QString localized(const QString& text) {
    // Addresses and names of hosts and versions have more than digits and one point.
    static const QRegularExpression decimal(QStringLiteral(R"((?<![\w.\-])(\d+)\.(\d+)(?![\w\-])(?!\.\d))"));
    QString result = text;
    if (NumberText::point() != QLatin1String("."))
        result.replace(decimal, "\\1" + NumberText::point() + "\\2");
    for (std::size_t unit = 0; unit < units; ++unit) {
        const QString name = QString::fromUtf8(number_words[unit]);
        const QString translated = word_of(number_words[unit]);
        if (translated == name || !result.contains(name)) continue;
        result.replace(QRegularExpression(QStringLiteral(R"((?<=\d )%1(?![\w/]))").arg(name)), translated);
    }
    return result;
}

QString value_text(double value, Quantity quantity) {
    if (quantity == Quantity::ratio)
        return localized(QString::fromStdString(format_factor(value)) + QStringLiteral(" ×"));
    return localized(QString::fromStdString(format_value(value, quantity)));
}

QString mark_text(const std::string& mark) {
    QString text = QString::fromStdString(mark);
    if (text.endsWith(QLatin1String(" times"))) text = text.chopped(5) + QStringLiteral("×");
    return localized(text);
}

QString statistic_text(Statistic statistic) {
    return word_of(std::string(name_of(statistic)).c_str());
}

}  // namespace fabricmap::viewer
