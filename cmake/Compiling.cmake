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
                    -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
if(FABRICMAP_WARNINGS_AS_ERRORS)
    add_compile_options(-Werror)
endif()

# compile_for_speed(TARGET): for inner loops over all values of a run.
function(compile_for_speed target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O3>)
endfunction()

# Headers take nearly all of the time of a compiler, so that a folder compiles far faster as one unit: the presets
# release and ci set CMAKE_UNITY_BUILD. Names in anonymous namespaces are therefore unique within their folder.

if(CMAKE_UNITY_BUILD)
    # A file of a unit looks to the compiler like a header, in which such a type would have several meanings.
    add_compile_options(-Wno-subobject-linkage)
endif()

# unite_folders(DIRECTORY): has each target of the directory and of those below it compile each folder as one unit.
function(unite_folders directory)
    get_directory_property(subdirectories DIRECTORY ${directory} SUBDIRECTORIES)
    foreach(subdirectory IN LISTS subdirectories)
        unite_folders(${subdirectory})
    endforeach()
    get_directory_property(targets DIRECTORY ${directory} BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(sources ${target} SOURCES)
        foreach(source IN LISTS sources)
            cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${directory} NORMALIZE)
            cmake_path(GET source PARENT_PATH folder)
            cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
            string(MAKE_C_IDENTIFIER ${folder} group)
            set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${group}")
        endforeach()
        set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
    endforeach()
endfunction()
