// SPDX-License-Identifier: Apache-2.0
// Under Russian nothing is left in English but names: every text of the viewer is translated, and everything
// that the diagnosis says of findings and pair classes.
#include "base/quantities.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/reports/words.hpp"

#include <gtest/gtest.h>

#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace fabricmap::viewer {
namespace {

using diagnosis::Finding;
using diagnosis::FindingKind;
using diagnosis::Side;
namespace part = diagnosis::part;

using Translations = std::map<std::string, std::string>;

/// Of the viewer's texts, or of those of one context.
Translations russian(const std::string& context_wanted = {}) {
    QFile file(QStringLiteral(SOURCE_FOLDER "/viewer/translations/network_viewer_ru.ts"));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    Translations all;
    std::string context;
    std::string source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const auto text = [&] {
            return xml.readElementText(QXmlStreamReader::IncludeChildElements).toStdString();
        };
        if (xml.name() == QLatin1String("name")) context = text();
        if (xml.name() == QLatin1String("source")) source = text();
        if (xml.name() == QLatin1String("translation") &&
            (context_wanted.empty() || context == context_wanted))
            all[source] = text();
    }
    return all;
}

/// What is left of English in a text: words of three letters and more that are no names.
std::set<std::string> english_in(const std::string& text) {
    static const QRegularExpression names(QStringLiteral(
        R"(network_\w+|--[\w-]+|\w+_\w+|<[^>]*>|&\w+;|%\w+|\{\w*\}|node\d*|\bCtrl\b|\bShift\b|\bAlt\b|\bHome\b|)"
        R"(\bEnd\b|\bPage (Up|Down)\b|\bEnter\b|\bF\d+\b|\*?\.\w+|\w+\.(png|svg|csv)|\b(Qt|PNG|SVG|CSV|MPI)\b|)"
        R"(synchronized|regression|improvement|Fabricmap|fabricmap \w+)"));
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{3,}"));
    std::set<std::string> found;
    auto words = word.globalMatch(QString::fromStdString(text).replace(names, QStringLiteral(" ")));
    while (words.hasNext()) found.insert(words.next().captured().toStdString());
    return found;
}

TEST(Russian, LeavesNoTextOfTheViewerInEnglish) {
    // Names of colour scales.
    const std::set<std::string> names{"viridis", "cividis", "Viridis", "Cividis",   "Left",
                                      "Right",   "Space",   "Down",    "deviation", "median"};
    const Translations all = russian();
    EXPECT_GT(all.size(), 200U);
    for (const auto& [source, translation] : all) {
        EXPECT_FALSE(translation.empty()) << source;
        for (const std::string& word : english_in(translation))
            EXPECT_TRUE(names.contains(word)) << word << " in the translation of: " << source;
    }
}

/// Russian; what has no translation fails the test.
class InRussian {
  public:
    std::string operator()(std::string_view phrase) const {
        const auto found = phrases_.find(std::string(phrase));
        if (found != phrases_.end()) return found->second;
        ADD_FAILURE() << "viewer/models/language.cpp lacks: " << phrase;
        return std::string(phrase);
    }

  private:
    Translations phrases_ = russian("Findings");
};

std::vector<diagnosis::Part> parts_of_all_types() {
    return {part::Host{"node17"},
            part::Rank{3, "node01"},
            part::Link{"node01", "node02"},
            part::Cable{"node01", "node02", 7},
            part::Switch{{"node01", "node02"}},
            part::Path{{"node01"}, {"node02", "node03"}},
            part::Kind{{"node01", "node02"}},
            part::Machine{{"node01", "node02"}}};
}

Finding full_finding(FindingKind kind, diagnosis::Part where, Side side, std::int64_t from_length_bytes) {
    Finding finding;
    finding.kind = kind;
    finding.part = std::move(where);
    finding.side = side;
    finding.effect = diagnosis::Effect{2.5, {2, 3}};
    finding.confidence = 0.99999;
    finding.from_length_bytes = from_length_bytes;
    finding.to_length_bytes = 1 << 20;
    finding.severity = 0.1;
    finding.ranks = {1, 2};
    finding.evidence.z = 9;
    finding.evidence.cells = from_length_bytes > 0 ? 120 : 1;
    finding.evidence.curve = {1, 2.5};
    finding.evidence.extra_s = 1e-6;
    finding.evidence.numbers["fraction_of_pairs"] = 0.25;
    return finding;
}

TEST(Russian, SaysEveryKindOfFindingOfEveryPart) {
    const InRussian in;
    for (const diagnosis::KindOfFinding& row : diagnosis::all_kinds_of_findings()) {
        const FindingKind kind = row.kind;
        for (const auto& where : parts_of_all_types()) {
            for (const Side side : {Side::sender, Side::receiver, Side::both}) {
                for (const std::int64_t from : {0, 64 * 1024}) {
                    const Finding finding = full_finding(kind, where, side, from);
                    std::string text = diagnosis::sentence_of(finding, in);
                    for (const diagnosis::Fact& fact : diagnosis::facts_of(finding, in))
                        text += '\n' + fact.name + ": " + fact.text;
                    EXPECT_EQ(english_in(text), std::set<std::string>()) << text;
                }
            }
        }
    }
    EXPECT_EQ(diagnosis::factor_text({}, in), "неизвестно");
}

/// The literals behind `begin` in all sources of the diagnosis, those that follow each other joined.
std::set<std::string> literals_behind(const QString& begin) {
    std::set<std::string> found;
    const QRegularExpression literal(begin + QStringLiteral(R"re(((?:\s*"(?:[^"\\]|\\.)*")+))re"));
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SOURCE_FOLDER "/diagnosis")) {
        if (entry.path().extension() != ".cpp") continue;
        std::stringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        auto matches = literal.globalMatch(QString::fromStdString(text.str()));
        while (matches.hasNext()) {
            QString joined = matches.next().captured(1);
            joined.replace(QRegularExpression(QStringLiteral("\"\\s*\"")), QString());
            found.insert(joined.trimmed().mid(1).chopped(1).toStdString());
        }
    }
    return found;
}

TEST(Russian, SaysEveryNoteOfADetector) {
    const InRussian in;
    std::set<std::string> notes = literals_behind(QStringLiteral(R"(notes\.(?:push|emplace)_back\(\s*\{?)"));
    notes.merge(literals_behind(QStringLiteral(R"(\bNote\()")));
    notes.merge(literals_behind(QStringLiteral(R"(\bpredicate = \{\s*(?:is_slower \?)?)")));
    EXPECT_GT(notes.size(), 10U);
    for (const std::string& note : notes) EXPECT_EQ(english_in(in(note)), std::set<std::string>()) << note;
}

}  // namespace
}  // namespace fabricmap::viewer
