# SPDX-License-Identifier: Apache-2.0
# How every source file of the project is compiled, and where its programs go.

option(FABRICMAP_WARNINGS_AS_ERRORS "Refuse code that draws a warning" OFF)
option(FABRICMAP_TIDY "Run clang-tidy on every file of the rooms that is compiled" OFF)
option(FABRICMAP_TIDY_TESTS "Run it on the tests as well" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
                    -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
if(FABRICMAP_WARNINGS_AS_ERRORS)
    add_compile_options(-Werror)
endif()

if(FABRICMAP_TIDY)
    find_program(CLANG_TIDY clang-tidy REQUIRED)
    set(CMAKE_CXX_CLANG_TIDY ${CLANG_TIDY} --quiet)
    # What Qt's compilers generate lies in the build folder; one check has to stay.
    file(WRITE ${CMAKE_BINARY_DIR}/.clang-tidy "Checks: '-*,misc-unused-alias-decls'\n")
endif()
