# SPDX-License-Identifier: Apache-2.0
# What has a file of its own is listed once, by its name in CMake, and nowhere in C++.

# add_part_list(TARGET HEADER header TYPE type FUNCTION function [NAMESPACE namespace] PARTS part...): a unit of the target
# that defines `std::span<const type* const> function() noexcept`, which the header declares: the parts in that order. The
# file of a part begins its definition with `extern constinit const type part`.
function(add_part_list target)
    cmake_parse_arguments(PARSE_ARGV 1 list "" "HEADER;TYPE;FUNCTION;NAMESPACE" "PARTS")
    if(NOT list_NAMESPACE)
        set(list_NAMESPACE fabricmap)
    endif()
    list(JOIN list_PARTS ", " names)
    list(TRANSFORM list_PARTS PREPEND "&" OUTPUT_VARIABLE addresses)
    list(JOIN addresses ", " addresses)
    file(CONFIGURE OUTPUT ${list_FUNCTION}.cpp @ONLY CONTENT [[
// SPDX-License-Identifier: Apache-2.0
#include "@list_HEADER@"

#include <array>

namespace @list_NAMESPACE@ {

extern const @list_TYPE@ @names@;

std::span<const @list_TYPE@* const> @list_FUNCTION@() noexcept {
    static constexpr std::array parts{@addresses@};
    return parts;
}

}  // namespace @list_NAMESPACE@
]])
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${list_FUNCTION}.cpp)
endfunction()
