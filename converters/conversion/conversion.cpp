// SPDX-License-Identifier: Apache-2.0
#include "converters/conversion/conversion.hpp"

namespace fabricmap::converters {

Diagonal diagonal_of(const Conversion& conversion) {
    const bool is_named = conversion.options.pair && conversion.options.diagonal == Diagonal::omit;
    const bool stays = is_named || measures_diagonal(conversion.run.description());
    return stays ? Diagonal::keep : conversion.options.diagonal;
}

}  // namespace fabricmap::converters
