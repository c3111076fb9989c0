# SPDX-License-Identifier: Apache-2.0
# How every source file of the project is compiled, and where its programs go.

option(FABRICMAP_WARNINGS_AS_ERRORS "Refuse code that draws a warning" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# -O3 takes a seventh more time to compile; what gains by it asks for it.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
                    -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
                    -Wzero-as-null-pointer-constant)
if(FABRICMAP_WARNINGS_AS_ERRORS)
    add_compile_options(-Werror)
endif()

# compile_for_speed(TARGET): for inner loops over all values of a run.
function(compile_for_speed target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O3>)
endfunction()

# compile_quickly(TARGET): for what reads options, writes reports or waits for others; a fifth less time to compile.
function(compile_quickly target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# Headers take nearly all of the time of a compiler, so that a library or program compiles far faster as one unit: the
# presets release and ci set CMAKE_UNITY_BUILD. Names in anonymous namespaces are therefore unique within their target.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 0)
if(CMAKE_UNITY_BUILD)
    # A file of a unit looks to the compiler like a header, in which such a type would have several meanings.
    add_compile_options(-Wno-subobject-linkage)
endif()
