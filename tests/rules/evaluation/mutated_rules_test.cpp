// SPDX-License-Identifier: Apache-2.0
// Rules that somebody has mistyped: each is refused with the place, or looked for like any other.
#include "base/mixing.hpp"
#include "rules/evaluation/evaluate.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"
#include "tracing/model/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::rules {
namespace {

constexpr std::uint64_t mutations = 100;
constexpr std::uint64_t few_tests = 100'000;

std::string sample_text(const std::string& name) {
    return fabricmap::testing::bytes_of(std::string(SAMPLES_DIRECTORY) + "/" + name);
}

/// Where words begin.
std::vector<std::size_t> words_in(const std::string& text) {
    std::vector<std::size_t> places;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (std::isspace(static_cast<unsigned char>(text[at])) == 0 &&
            std::isspace(static_cast<unsigned char>(text[at - 1])) != 0)
            places.push_back(at);
    }
    return places;
}

std::string word_at(const std::string& text, std::size_t place) {
    return text.substr(place, std::min(text.find_first_of(" \n", place), text.size()) - place);
}

/// A letter or two changed, removed or put in; or a word in the place of another, which mostly is a rule
/// still.
std::string mutated_rules(std::string text, std::uint64_t seed) {
    std::uint64_t state = mix(seed);
    constexpr std::string_view letters = "<>=+-*/().,;\"0129aesx\n\xff";
    for (std::uint64_t change = 0; change <= seed % 2; ++change) {
        const std::vector<std::size_t> words = words_in(text);
        const std::size_t at = words[draw_below(state, words.size())];
        switch (draw_below(state, 6)) {
            case 0:
                text[at] = letters[draw_below(state, letters.size())];
                break;
            case 1:
                text.erase(at, 1 + draw_below(state, 10));
                break;
            case 2:
                text.insert(at, 1, letters[draw_below(state, letters.size())]);
                break;
            default: {
                const std::string other = word_at(text, words[draw_below(state, words.size())]);
                text.replace(at, word_at(text, at).size(), other);
            }
        }
    }
    return text;
}

/// How the mutations of a file went.
struct MutationTally {
    int refused = 0;
    int evaluated = 0;
};

void look_for(const std::vector<Rule>& rules, Records& records) {
    for (const Rule& rule : rules) {
        try {
            static_cast<void>(describe_plan(rule, records, false));
            static_cast<void>(evaluate(rule, records, {false, few_tests}));
        } catch (const RefusedPlan&) {
            // It would take too many tests.
        }
    }
}

void mutate(const std::string& file, Records& records, MutationTally& tally) {
    const std::string sound = sample_text(file);
    for (std::uint64_t seed = 0; seed < mutations; ++seed) {
        SCOPED_TRACE(seed);
        std::vector<Rule> rules;
        try {
            rules = read_rules(mutated_rules(sound, seed), "some.mpr");
        } catch (const FileError& error) {
            std::istringstream lines(error.what());
            for (std::string line; std::getline(lines, line);)
                EXPECT_THAT(line, ::testing::MatchesRegex("some.mpr:[0-9]+:[0-9]+: .+"));
            ++tally.refused;
            continue;
        }
        look_for(rules, records);
        ++tally.evaluated;
    }
}

TEST(MutatedRules, AreRefusedWithTheirPlacesOrEvaluated) {
    const tracing::Trace trace = tracing::read_text(sample_text("traces/waits.trace"), "waits.trace");
    Records records(trace);
    MutationTally tally;
    for (const char* const file :
         {"rules/patterns.mpr", "rules/trace.mpr", "rules/map.mpr", "rules/paper.mpr"})
        mutate(file, records, tally);
    EXPECT_GT(tally.refused, 100);
    EXPECT_GT(tally.evaluated, 40);
}

}  // namespace
}  // namespace fabricmap::rules
