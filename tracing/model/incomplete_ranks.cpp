// SPDX-License-Identifier: Apache-2.0
#include "tracing/model/incomplete_ranks.hpp"

#include "base/number_ranges.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <array>

namespace fabricmap::tracing {
namespace {

/// How each part is named, and what is said of one rank and of several.
struct PartText {
    MissingPart part;
    std::string_view name;
    std::string_view of_one;
    std::string_view of_several;
};
constexpr std::array part_texts{
    PartText{MissingPart::file, "file", "the file of rank {} is missing or empty",
             "the files of ranks {} are missing or empty"},
    PartText{MissingPart::recording, "recording", "rank {} was not recorded", "ranks {} were not recorded"},
    PartText{MissingPart::calls, "calls", "the MPI calls of rank {} are not seen",
             "the MPI calls of ranks {} are not seen"},
    PartText{MissingPart::rest, "rest", "the file of rank {} is cut off or damaged",
             "the files of ranks {} are cut off or damaged"},
    PartText{MissingPart::some_calls, "some_calls", "calls of rank {} did not get to the disk",
             "calls of ranks {} did not get to the disk"},
    PartText{MissingPart::end, "end", "rank {} was killed: its last second may be missing",
             "ranks {} were killed: their last second may be missing"},
};

}  // namespace

std::vector<int> ranks_hiding_partners(const std::vector<IncompleteRank>& ranks) {
    std::vector<int> hiding;
    for (const IncompleteRank& one : ranks) {
        if (one.hides_partners()) hiding.push_back(one.rank);
    }
    return hiding;
}

std::string describe_incomplete(const std::vector<IncompleteRank>& ranks) {
    std::vector<std::string> sentences;
    for (const PartText& text : part_texts) {
        std::vector<int> with_it;
        for (const IncompleteRank& one : ranks) {
            if (one.missing == text.part) with_it.push_back(one.rank);
        }
        if (with_it.empty()) continue;
        sentences.push_back(fmt::format(fmt::runtime(with_it.size() == 1 ? text.of_one : text.of_several),
                                        format_ranges(with_it)));
    }
    return joined_by(sentences, "; ");
}

std::string_view name_of(MissingPart part) noexcept {
    return part_texts.at(static_cast<std::size_t>(part)).name;
}

}  // namespace fabricmap::tracing
