# SPDX-License-Identifier: Apache-2.0
include(CheckLinkerFlag)
include(GoogleTest)

# It links a test program in a third of the usual linker's time.
check_linker_flag(CXX -fuse-ld=gold has_quick_linker)
if(has_quick_linker)
    set(quick_linker -fuse-ld=gold)
endif()

# own_libraries(RESULT TARGET...): the project's own static libraries among these targets and behind them.
function(own_libraries result)
    set(libraries)
    set(open ${ARGN})
    while(open)
        list(POP_FRONT open target)
        string(REGEX REPLACE "^\\$<LINK_ONLY:(.+)>$" "\\1" target "${target}")
        if(NOT TARGET ${target})
            continue()
        endif()
        get_target_property(aliased ${target} ALIASED_TARGET)
        if(aliased)
            set(target ${aliased})
        endif()
        get_target_property(type ${target} TYPE)
        get_target_property(is_imported ${target} IMPORTED)
        if(type STREQUAL STATIC_LIBRARY AND NOT is_imported AND NOT target IN_LIST libraries)
            list(APPEND libraries ${target})
            get_target_property(behind ${target} INTERFACE_LINK_LIBRARIES)
            list(APPEND open ${behind})
        endif()
    endwhile()
    set(${result} ${libraries} PARENT_SCOPE)
endfunction()

# link_as_in_programs(TEST_PROGRAM LIBRARY...): a function of a template that a library and its tests have both is linked
# as the linker finds it first. So the libraries stand before the tests, whose own code is not optimised.
function(link_as_in_programs program)
    own_libraries(libraries ${ARGN})
    if(libraries)
        list(TRANSFORM libraries REPLACE ".+" "$<TARGET_FILE:\\0>")
        list(JOIN libraries "," files)
        target_link_options(${program} PRIVATE LINKER:--whole-archive,${files},--no-whole-archive)
    endif()
endfunction()

# label_in_room(RESULT TARGET [STARTED_TARGET...]): `room` where tests start nothing of another room; the target is then built
# for them.
function(label_in_room result target)
    set(${result} quick PARENT_SCOPE)
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/tests OUTPUT_VARIABLE room)
    string(REGEX REPLACE "/.*" "" room ${room})
    if(NOT TARGET tests_of_room_${room})
        return()
    endif()
    foreach(started IN LISTS ARGN)
        get_target_property(folder ${started} SOURCE_DIR)
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        if(NOT folder MATCHES "^(tests/)?${room}(/|$)")
            return()
        endif()
    endforeach()
    add_dependencies(tests_of_room_${room} ${target})
    set(${result} room PARENT_SCOPE)
endfunction()

set(ahead_of_others ${PROJECT_SOURCE_DIR}/tests/ahead_of_others)

# add_room_tests(NAME [SHARDS n] [ALONE] [AHEAD] [AHEAD_OF_TESTS] [BEGINS_EARLY] [LOCK name] [PROCESSORS n]
# [LONG pattern...] [SLOW pattern...] [STARTS target...] SOURCES file... LIBRARIES target...): the test program NAME_tests.
# A label says where tests are run (docs/testing.md): `long` those that a pattern of gtest after LONG takes; of the others
# `quick` those after SLOW, those that run ALONE or with a LOCK, and a row that STARTS programs of other rooms; `room` the
# rest. What a row STARTS is built with it; PROGRAMS is the folder of the programs.
# Tests that need neither MPI nor files in common places share a process: one ctest entry, or SHARDS of them. Of the
# others each is an entry of its own. ALONE: they measure this machine, so that nothing runs beside them. AHEAD: they start
# MPI jobs, for which no other process may keep the cores. AHEAD_OF_TESTS: nor may jobs of other tests, as they measure;
# for those whose ranks sleep as they wait. LOCK: they use something of which there is one, so that no
# other test with that lock runs beside them. PROCESSORS: how many processes a test keeps busy, for those that start
# several. BEGINS_EARLY: some take half a minute.
function(add_room_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 tests "ALONE;AHEAD;AHEAD_OF_TESTS;BEGINS_EARLY" "LOCK;PROCESSORS;SHARDS"
                          "LONG;SLOW;STARTS;SOURCES;LIBRARIES")
    add_executable(${name}_tests ${tests_SOURCES})
    target_link_libraries(${name}_tests PRIVATE ${tests_LIBRARIES} testing_support rapidcheck rapidcheck_gtest
                                                GTest::gmock GTest::gtest_main ${quick_linker})
    link_as_in_programs(${name}_tests ${tests_LIBRARIES})
    if(CMAKE_UNITY_BUILD)
        target_precompile_headers(${name}_tests REUSE_FROM testing_support)
    endif()
    target_compile_definitions(${name}_tests PRIVATE SAMPLES_DIRECTORY="${CMAKE_SOURCE_DIR}/tests/samples")
    if(tests_STARTS)
        add_dependencies(${name}_tests ${tests_STARTS})
        target_compile_definitions(${name}_tests PRIVATE PROGRAMS="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
    endif()
    if(tests_AHEAD_OF_TESTS)
        set_target_properties(${name}_tests PROPERTIES CROSSCOMPILING_EMULATOR "${ahead_of_others};--of-tests")
    elseif(tests_AHEAD)
        set_target_properties(${name}_tests PROPERTIES CROSSCOMPILING_EMULATOR ${ahead_of_others})
    endif()
    # Those that no class puts ahead get what real-time tests leave of the cores: on slow machines little for minutes.
    set(properties TIMEOUT 1800)
    if(tests_ALONE)
        list(APPEND properties RUN_SERIAL TRUE)
    endif()
    if(tests_LOCK)
        # They wait for each other, so they begin first.
        list(APPEND properties RESOURCE_LOCK ${tests_LOCK} COST 1000)
    elseif(tests_BEGINS_EARLY)
        list(APPEND properties COST 100)
    endif()
    if(tests_PROCESSORS)
        list(APPEND properties PROCESSORS ${tests_PROCESSORS})
    endif()
    set(label quick)
    if(NOT tests_ALONE AND NOT tests_LOCK)
        label_in_room(label ${name}_tests ${tests_STARTS})
    endif()
    list(JOIN tests_LONG ":" long)
    list(JOIN tests_SLOW ":" slow)
    if(slow AND label STREQUAL "room")
        add_entries(${name} .slow "${slow}-${long}" quick ${properties})
        add_entries(${name} "" "-${long}:${slow}" room ${properties})
    else()
        add_entries(${name} "" "-${long}" ${label} ${properties})
    endif()
    if(long)
        set(tests_SHARDS 1)
        add_entries(${name} .long "${long}" long ${properties})
    endif()
endfunction()

# add_entries(NAME PART FILTER LABEL property...): those of the tests of a row that the filter of gtest takes.
function(add_entries name part filter label)
    # Open MPI knows nothing of the jobs beside: ranks that wait leave the core to them.
    set(variables OMPI_MCA_mpi_yield_when_idle=1)
    if(tests_ALONE)
        # Nothing beside them wants the core of a rank that waits (tests/patient_ranks.cpp), whose sleep they would measure.
        set(variables LD_PRELOAD=)
    endif()
    if(tests_AHEAD OR tests_AHEAD_OF_TESTS OR tests_ALONE OR tests_LOCK)
        gtest_discover_tests(${name}_tests TEST_FILTER "${filter}" TEST_LIST ${name}${part} TEST_PREFIX ${name}.
                             NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60
                             PROPERTIES ${ARGN} ENVIRONMENT ${variables} LABELS ${label})
        return()
    endif()
    # gtest deals the tests out, and prints what it has begun.
    if(NOT tests_SHARDS)
        set(tests_SHARDS 1)
    endif()
    foreach(shard RANGE 1 ${tests_SHARDS})
        math(EXPR index "${shard} - 1")
        set(entry ${name}${part}.${shard}_of_${tests_SHARDS})
        add_test(NAME ${entry} COMMAND ${name}_tests --gtest_filter=${filter})
        set_tests_properties(${entry} PROPERTIES ${ARGN} LABELS ${label}
            ENVIRONMENT "${variables};GTEST_TOTAL_SHARDS=${tests_SHARDS};GTEST_SHARD_INDEX=${index}")
    endforeach()
endfunction()

# add_mpi_program(NAME SOURCES file... LIBRARIES target...): the test program NAME, whose tests all ranks of an MPI job run
# together.
function(add_mpi_program name)
    cmake_parse_arguments(PARSE_ARGV 1 program "" "" "SOURCES;LIBRARIES")
    add_executable(${name} ${program_SOURCES} ${PROJECT_SOURCE_DIR}/tests/mpi_main.cpp)
    target_link_libraries(${name} PRIVATE ${program_LIBRARIES} testing_support MPI::MPI_CXX GTest::gmock GTest::gtest
                                          ${quick_linker})
    link_as_in_programs(${name} ${program_LIBRARIES})
    if(CMAKE_UNITY_BUILD)
        target_precompile_headers(${name} REUSE_FROM testing_support)
    endif()
endfunction()

# add_mpi_tests(NAME PROGRAM program TESTS pattern... RANKS n... [LONG_RANKS n...] [ALONE] [ENVIRONMENT variable=value...]):
# those tests of a program that a pattern of gtest takes, one ctest entry a number of ranks. Up to three ranks have the label
# `room`.
function(add_mpi_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 tests "ALONE" "PROGRAM" "TESTS;RANKS;LONG_RANKS;ENVIRONMENT")
    set(properties TIMEOUT 120)
    set(variables OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_pml=ob1 ${tests_ENVIRONMENT})
    set(label_of_few quick)
    if(tests_ALONE)
        list(APPEND properties RUN_SERIAL TRUE)
        list(APPEND variables LD_PRELOAD=)
    else()
        list(APPEND variables OMPI_MCA_mpi_yield_when_idle=1)
        label_in_room(label_of_few ${tests_PROGRAM})
    endif()
    list(JOIN tests_TESTS ":" patterns)
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME room)
    foreach(ranks IN LISTS tests_RANKS tests_LONG_RANKS)
        if(ranks IN_LIST tests_LONG_RANKS)
            set(label long)
        elseif(ranks LESS_EQUAL 3)
            set(label ${label_of_few})
        else()
            set(label quick)
        endif()
        set(entry ${room}.${name}.${ranks}_ranks)
        add_test(NAME ${entry}
                 COMMAND ${ahead_of_others} ${MPIEXEC_EXECUTABLE} --oversubscribe ${MPIEXEC_NUMPROC_FLAG} ${ranks}
                         $<TARGET_FILE:${tests_PROGRAM}> --gtest_filter=${patterns})
        set_tests_properties(${entry} PROPERTIES ${properties} PROCESSORS ${ranks} LABELS ${label} ENVIRONMENT "${variables}")
    endforeach()
endfunction()
