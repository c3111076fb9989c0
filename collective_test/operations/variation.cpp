// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/variation.hpp"

#include "base/quantities.hpp"

#include <algorithm>

namespace fabricmap::collective_test {
namespace {

constexpr std::string_view in_place_word = "in_place";
constexpr std::string_view graph_word = "graph";
constexpr std::string_view persistent_word = "persistent";

template <typename Values>
std::optional<typename Values::value_type> value_of_word(const Values& values, std::string_view word) {
    const auto found =
        std::find_if(values.begin(), values.end(), [&](auto value) { return name_of(value) == word; });
    return found == values.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::string_view name_of(ElementType type) noexcept {
    constexpr std::array<std::string_view, all_element_types.size()> names{"double", "float", "int64",
                                                                           "int32"};
    return names[static_cast<std::size_t>(type)];
}

std::string_view name_of(Reduction reduction) noexcept {
    constexpr std::array<std::string_view, all_reductions.size()> names{"sum", "max", "min"};
    return names[static_cast<std::size_t>(reduction)];
}

std::int64_t bytes_of(ElementType type) noexcept {
    return type == ElementType::float64 || type == ElementType::int64 ? 8 : 4;
}

MPI_Datatype mpi_type_of(ElementType type) noexcept {
    switch (type) {
        case ElementType::float32:
            return MPI_FLOAT;
        case ElementType::int64:
            return MPI_INT64_T;
        case ElementType::int32:
            return MPI_INT32_T;
        case ElementType::float64:
            break;
    }
    return MPI_DOUBLE;
}

MPI_Op mpi_op_of(Reduction reduction) noexcept {
    if (reduction == Reduction::sum) return MPI_SUM;
    return reduction == Reduction::max ? MPI_MAX : MPI_MIN;
}

std::string suffix_of(const Variation& variation) {
    std::string suffix;
    const Variation plain;
    if (variation.type != plain.type) suffix += ':' + std::string(name_of(variation.type));
    if (variation.reduction != plain.reduction) suffix += ':' + std::string(name_of(variation.reduction));
    if (variation.in_place) suffix += ':' + std::string(in_place_word);
    if (variation.persistent) suffix += ':' + std::string(persistent_word);
    if (variation.graph) suffix += ':' + std::string(graph_word);
    return suffix;
}

std::optional<Variation> read_variation(std::string_view suffix) {
    Variation variation;
    for (const std::string& word : split(suffix, ':')) {
        if (const auto type = value_of_word(all_element_types, word)) {
            variation.type = *type;
        } else if (const auto reduction = value_of_word(all_reductions, word)) {
            variation.reduction = *reduction;
        } else if (word == in_place_word) {
            variation.in_place = true;
        } else if (word == graph_word) {
            variation.graph = true;
        } else if (word == persistent_word) {
            variation.persistent = true;
        } else {
            return std::nullopt;
        }
    }
    return variation;
}

}  // namespace fabricmap::collective_test
