# SPDX-License-Identifier: Apache-2.0
# How every source file of the project is compiled, and where its programs go.

option(FABRICMAP_WARNINGS_AS_ERRORS "Refuse code that draws a warning" OFF)

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

option(FABRICMAP_TOGETHER "Compile several files of tests, and of the tester's copy for the simulator, as one" OFF)

# compile_together(TARGET): where that was asked for, several of its files are compiled as one, which reads their
# headers once and takes a third of the time.
function(compile_together target)
    if(NOT FABRICMAP_TOGETHER)
        return()
    endif()
    find_program(PYTHON3 python3 REQUIRED)
    set(grouping ${PROJECT_SOURCE_DIR}/scripts/together.py)
    get_target_property(sources ${target} SOURCES)
    set(files)
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source NORMALIZE)
        list(APPEND files ${source})
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files} ${grouping})
    execute_process(COMMAND ${PYTHON3} ${grouping} 16 ${files}
                    OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" groups "${groups}")
    foreach(line IN LISTS groups)
        string(REGEX MATCH "^([0-9]+) (.+)$" ignored "${line}")
        set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP group_${CMAKE_MATCH_1})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # What is a constant of one file may be a local name in another.
    target_compile_options(${target} PRIVATE -Wno-shadow)
endfunction()
