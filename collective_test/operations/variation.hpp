// SPDX-License-Identifier: Apache-2.0
// What an operation may be called with otherwise: other elements, another reduction, in place, with other
// neighbours.
#pragma once

#include <mpi.h>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fabricmap::collective_test {

/// What a reduction combines.
enum class ElementType : std::uint8_t { float64, float32, int64, int32 };
enum class Reduction : std::uint8_t { sum, max, min };

inline constexpr std::array all_element_types{ElementType::float64, ElementType::float32, ElementType::int64,
                                              ElementType::int32};
inline constexpr std::array all_reductions{Reduction::sum, Reduction::max, Reduction::min};

/// As calls are made where nothing else is asked for: sums of doubles, with two buffers.
struct Variation {
    ElementType type = ElementType::float64;
    Reduction reduction = Reduction::sum;
    bool in_place = false;    ///< MPI_IN_PLACE where the operation allows it
    bool persistent = false;  ///< of a non-blocking operation: initialised once, and started
    bool graph = false;       ///< neighbours of a graph instead of a grid

    // NOLINTNEXTLINE(modernize-use-nullptr): of the comparison that the compiler writes.
    friend auto operator<=>(const Variation&, const Variation&) = default;
};

/// "double", "float", "int64", "int32"; "sum", "max", "min".
[[nodiscard]] std::string_view name_of(ElementType type) noexcept;
[[nodiscard]] std::string_view name_of(Reduction reduction) noexcept;

[[nodiscard]] std::int64_t bytes_of(ElementType type) noexcept;
[[nodiscard]] MPI_Datatype mpi_type_of(ElementType type) noexcept;
[[nodiscard]] MPI_Op mpi_op_of(Reduction reduction) noexcept;

/// What is put behind an operation's name: ":float:max:in_place", ":graph"; empty for the usual one.
[[nodiscard]] std::string suffix_of(const Variation& variation);
/// The inverse, without the first colon; nothing for what is none.
[[nodiscard]] std::optional<Variation> read_variation(std::string_view suffix);

}  // namespace fabricmap::collective_test
