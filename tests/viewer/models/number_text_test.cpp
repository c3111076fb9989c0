// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/number_text.hpp"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>
#include <map>

namespace fabricmap::viewer {
namespace {

/// What a translation to Russian says of numbers.
class RussianNumbers : public QTranslator {
  public:
    RussianNumbers() { QCoreApplication::installTranslator(this); }
    ~RussianNumbers() override { QCoreApplication::removeTranslator(this); }
    QString translate(const char* context, const char* word, const char* /*about*/,
                      int /*number*/) const override {
        static const std::map<std::string, QString> words{
            {".", ","}, {"µs", "мкс"}, {"s", "с"}, {"GB/s", "ГБ/с"}, {"median", "медиана"}};
        const auto found = words.find(word);
        const bool is_there = std::string(context) == "fabricmap::viewer::Numbers" && found != words.end();
        return is_there ? found->second : QString();
    }
    bool isEmpty() const override { return false; }
};

TEST(Numbers, HaveAPointAndUnitsAsTheyAreInEnglish) {
    EXPECT_EQ(value_text(12.4e-6, Quantity::delay), "12.4 µs");
    EXPECT_EQ(value_text(2, Quantity::ratio), "2 ×");
    EXPECT_EQ(mark_text("0.5 times"), "0.5 ×");
    EXPECT_EQ(localized("node1.5 sends 1.5 times slower"), "node1.5 sends 1.5 times slower");
}

TEST(Numbers, HaveACommaAndUnitsOfTheirOwnInRussian) {
    const RussianNumbers translator;
    EXPECT_EQ(value_text(12.4e-6, Quantity::delay), "12,4 мкс");
    EXPECT_EQ(value_text(3.25e9, Quantity::rate), "3,25 ГБ/с");
    EXPECT_EQ(statistic_text(Statistic::median), "медиана");
    EXPECT_EQ(localized("в 1.5 раза, от 1.2 до 5 s."), "в 1,5 раза, от 1,2 до 5 с.");
}

TEST(Numbers, LeaveNamesAndAddressesAlone) {
    const RussianNumbers translator;
    for (const char* const name : {"node1.5", "10.0.0.1", "r1-2.3", "2.5a", "v1.2.3", "n.1.5"})
        EXPECT_EQ(localized(name), name);
}

}  // namespace
}  // namespace fabricmap::viewer
