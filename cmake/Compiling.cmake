# SPDX-License-Identifier: Apache-2.0
# How every source file of the project is compiled, and where its programs go.

option(FABRICMAP_WARNINGS_AS_ERRORS "Refuse code that draws a warning" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_FLAGS_RELEASE "-DNDEBUG")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
                    -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
                    -Wzero-as-null-pointer-constant)
if(FABRICMAP_WARNINGS_AS_ERRORS)
    add_compile_options(-Werror)
endif()

# Headers take nearly all of the time of a compiler, so that a library or program compiles far faster as one unit: the
# presets set CMAKE_UNITY_BUILD. Names in anonymous namespaces are therefore unique within their target.
if(NOT CMAKE_UNITY_BUILD_BATCH_SIZE)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 0)
endif()
if(CMAKE_UNITY_BUILD)
    # A file of a unit looks to the compiler like a header, in which such a type would have several meanings.
    add_compile_options(-Wno-subobject-linkage)
    # What shares a precompiled header is compiled alike, as Qt asks for it.
    add_compile_options(-fPIC)
endif()

# How much the compiler optimises a target of the type Release: `usual` where programs compute, and `little`, which takes
# two thirds of the time, for what only reads options, writes reports or waits for others.
set(efforts usual)
if(CMAKE_BUILD_TYPE STREQUAL Release)
    list(APPEND efforts little)
endif()
set(effort_of_usual -O2)
set(effort_of_little -O1)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # What of -O2 makes these programs faster than -O1; the rest of it takes a fifth of the time of compiling, and shows
    # in none of their times.
    set(effort_of_usual -O1 -finline-functions -finline-small-functions -findirect-inlining -fstrict-aliasing
                        -foptimize-sibling-calls -fpeephole2 -freorder-blocks-algorithm=stc -fstore-merging
                        -ftree-loop-vectorize -ftree-slp-vectorize -fvect-cost-model=very-cheap -fgcse -ftree-vrp
                        -fexpensive-optimizations -fschedule-insns2 -fcaller-saves -fthread-jumps)
    set(effort_of_little -Og)
endif()

function(compile_quickly target)
    set_target_properties(${target} PROPERTIES EFFORT little)
endfunction()

# compile_apart(TARGET): without the headers that others share, as it is compiled with other options.
function(compile_apart target)
    set_target_properties(${target} PROPERTIES IS_APART TRUE)
endfunction()

# The headers that most units include, compiled once for each effort: a precompiled header brings its optimisation along.
set(shared_headers <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <fstream> <functional> <limits> <map>
                   <memory> <numeric> <optional> <random> <set> <span> <string> <string_view> <thread> <tuple>
                   <unordered_map> <utility> <variant> <vector> <fmt/format.h> <Eigen/Core>)

function(compile_shared_headers)
    get_property(no_room GLOBAL PROPERTY base_is_left_out)
    if(NOT CMAKE_UNITY_BUILD OR no_room)
        return()
    endif()
    file(CONFIGURE OUTPUT shared_headers.cpp CONTENT "")
    foreach(effort IN LISTS efforts)
        add_library(headers_for_${effort} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/shared_headers.cpp)
        target_link_libraries(headers_for_${effort} PRIVATE fmt::fmt Eigen3::Eigen Threads::Threads)
        target_compile_options(headers_for_${effort} PRIVATE $<$<CONFIG:Release>:${effort_of_${effort}}>)
        target_precompile_headers(headers_for_${effort} PRIVATE ${shared_headers})
    endforeach()
endfunction()

# compile_folder(FOLDER): gives all targets of a folder and of those below it their effort and the shared headers.
function(compile_folder folder)
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        if(type STREQUAL UTILITY)
            continue()
        endif()
        get_target_property(effort ${target} EFFORT)
        if(NOT effort IN_LIST efforts)
            set(effort usual)
        endif()
        target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${effort_of_${effort}}>)
        get_target_property(is_apart ${target} IS_APART)
        if(CMAKE_UNITY_BUILD AND NOT is_apart)
            target_precompile_headers(${target} REUSE_FROM headers_for_${effort})
        endif()
    endforeach()
    get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
    foreach(below IN LISTS folders)
        compile_folder(${below})
    endforeach()
endfunction()
