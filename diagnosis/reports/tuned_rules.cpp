// SPDX-License-Identifier: Apache-2.0
// The rules by which Open MPI's component coll/tuned chooses algorithms, of what was found to be faster
// (ompi/mca/coll/tuned/coll_tuned_dynamic_file.c of Open MPI 4).
#include "diagnosis/reports/collective_reports.hpp"
#include "diagnosis/reports/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// An operation in the component's numbering; the length that its rules look at is that of all blocks.
struct TunedOperation {
    std::string_view name;
    int number;
    bool has_blocks;
};

/// Those whose rules look at the whole length; of gather and scatter they look at one element.
constexpr std::array tuned_operations{
    TunedOperation{"allgather", 0, true}, TunedOperation{"allreduce", 2, false},
    TunedOperation{"alltoall", 3, true},  TunedOperation{"bcast", 7, false},
    TunedOperation{"reduce", 11, false},
};

/// By length the number of the algorithm and its fan-out; number 0 is the library's own choice.
using RulesOfLengths = std::map<std::int64_t, std::string>;
constexpr const char* library_choice = "0 0";

/// A rule replaces the parameters with which the algorithm was forced: only chains have one that matters, and
/// Open MPI's default of coll_tuned_*_algorithm_chain_fanout is 4.
std::string rule_of(const std::string& algorithm) {
    const auto slash = algorithm.find('/');
    const bool is_chain = slash != std::string::npos && algorithm.substr(slash + 1) == "chain";
    return fmt::format("{} {}", algorithm.substr(0, slash), is_chain ? 4 : 0);
}

std::map<int, RulesOfLengths> rules_by_ranks(const CollectiveResults& results, const TunedOperation& tuned) {
    std::map<int, RulesOfLengths> rules;
    for (const AlgorithmChoice& choice : results.algorithms) {
        if (choice.operation != tuned.name || choice.root > 0) continue;
        const std::int64_t length = choice.length_bytes * (tuned.has_blocks ? choice.ranks : 1);
        RulesOfLengths& of_ranks = rules[choice.ranks];
        of_ranks[length] = choice.is_bad ? rule_of(choice.best) : library_choice;
        of_ranks.try_emplace(0, library_choice);
    }
    std::erase_if(rules, [](const auto& of_ranks) {
        return std::all_of(of_ranks.second.begin(), of_ranks.second.end(),
                           [](const auto& rule) { return rule.second == library_choice; });
    });
    // Nothing was measured beyond: other ranks and longer messages are left to the library.
    std::vector<int> counts;
    for (auto& [ranks, of_ranks] : rules) {
        of_ranks.try_emplace(of_ranks.rbegin()->first + 1, library_choice);
        counts.push_back(ranks);
    }
    for (const int ranks : counts) rules.try_emplace(ranks + 1, RulesOfLengths{{0, library_choice}});
    // Of fewer ranks than the first rule is for, the library takes the first rule.
    if (!rules.empty()) rules.try_emplace(1, RulesOfLengths{{0, library_choice}});
    return rules;
}

std::string text_of(const std::map<int, RulesOfLengths>& rules) {
    std::string text = fmt::format("{} # numbers of ranks\n", rules.size());
    for (const auto& [ranks, of_ranks] : rules) {
        text += fmt::format("{} # ranks\n{} # lengths\n", ranks, of_ranks.size());
        for (const auto& [length, algorithm] : of_ranks)
            text += fmt::format("{} {} 0 # from this length on, algorithm\n", length, algorithm);
    }
    return text;
}

}  // namespace

std::string tuned_rules_report(const Diagnosis& diagnosis) {
    std::size_t count = 0;
    std::string operations;
    for (const TunedOperation& tuned : tuned_operations) {
        const auto rules = rules_by_ranks(*diagnosis.collectives, tuned);
        if (rules.empty()) continue;
        ++count;
        operations += fmt::format("{} # {}\n", tuned.number, tuned.name) + text_of(rules);
    }
    return fmt::format("{} # operations\n", count) + operations;
}

}  // namespace fabricmap::diagnosis
