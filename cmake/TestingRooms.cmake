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

set(ahead_of_others ${PROJECT_SOURCE_DIR}/tests/ahead_of_others)

# add_room_tests(NAME [SHARDS n] [ALONE] [AHEAD] [AHEAD_OF_TESTS] [BEGINS_EARLY] [LOCK name] [PROCESSORS n] [LONG pattern...]
# SOURCES file... LIBRARIES target...): the test program NAME_tests. LONG: patterns of gtest for what only
# `scripts/check --whole` has the time for; everything else has the label `quick` (docs/testing.md).
# Tests that need neither MPI nor files in common places share a process: one ctest entry, or SHARDS of them. Of the
# others each is an entry of its own. ALONE: they measure this machine, so that nothing runs beside them. AHEAD: they start
# MPI jobs, for which no other process may keep the cores. AHEAD_OF_TESTS: nor may jobs of other tests, as they measure;
# for those whose ranks sleep as they wait. LOCK: they use something of which there is one, so that no
# other test with that lock runs beside them. PROCESSORS: how many processes a test keeps busy, for those that start
# several. BEGINS_EARLY: some take half a minute.
function(add_room_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 tests "ALONE;AHEAD;AHEAD_OF_TESTS;BEGINS_EARLY" "LOCK;PROCESSORS;SHARDS" "LONG;SOURCES;LIBRARIES")
    add_executable(${name}_tests ${tests_SOURCES})
    target_link_libraries(${name}_tests PRIVATE ${tests_LIBRARIES} testing_support rapidcheck rapidcheck_gtest
                                                GTest::gmock GTest::gtest_main ${quick_linker})
    link_as_in_programs(${name}_tests ${tests_LIBRARIES})
    if(CMAKE_UNITY_BUILD)
        target_precompile_headers(${name}_tests REUSE_FROM testing_support)
    endif()
    target_compile_definitions(${name}_tests PRIVATE SAMPLES_DIRECTORY="${CMAKE_SOURCE_DIR}/tests/samples")
    set(properties TIMEOUT 600)
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
    list(JOIN tests_LONG ":" long)
    if(tests_AHEAD_OF_TESTS)
        set_target_properties(${name}_tests PROPERTIES CROSSCOMPILING_EMULATOR "${ahead_of_others};--of-tests")
    elseif(tests_AHEAD)
        set_target_properties(${name}_tests PROPERTIES CROSSCOMPILING_EMULATOR ${ahead_of_others})
    endif()
    if(tests_AHEAD OR tests_AHEAD_OF_TESTS OR tests_ALONE OR tests_LOCK)
        add_entry_of_each_test(${name} "${long}" ${properties})
    else()
        add_entries_of_shards(${name} "${tests_SHARDS}" "${long}" ${properties})
    endif()
endfunction()

# add_entry_of_each_test(NAME LONG property...)
function(add_entry_of_each_test name long)
    if(tests_ALONE)
        # Nothing beside them wants the core of a rank that waits (tests/patient_ranks.cpp), whose sleep they would measure.
        set(environment ENVIRONMENT LD_PRELOAD=)
    else()
        # Open MPI knows nothing of the jobs beside: ranks that wait leave the core to them.
        set(environment ENVIRONMENT OMPI_MCA_mpi_yield_when_idle=1)
    endif()
    set(discovery TEST_PREFIX ${name}. NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60)
    if(long)
        gtest_discover_tests(${name}_tests TEST_FILTER "${long}" TEST_LIST long_${name} ${discovery}
                             PROPERTIES ${ARGN} ${environment} LABELS long)
        set(quick TEST_FILTER "-${long}")
    endif()
    gtest_discover_tests(${name}_tests ${quick} ${discovery} PROPERTIES ${ARGN} ${environment} LABELS quick)
endfunction()

# add_entries_of_shards(NAME SHARDS LONG property...): gtest deals the tests out, and prints what it has begun.
function(add_entries_of_shards name shards long)
    if(NOT shards)
        set(shards 1)
    endif()
    foreach(shard RANGE 1 ${shards})
        math(EXPR index "${shard} - 1")
        set(entry ${name}.${shard}_of_${shards})
        add_test(NAME ${entry} COMMAND ${name}_tests --gtest_filter=-${long})
        set_tests_properties(${entry} PROPERTIES ${ARGN} LABELS quick
            ENVIRONMENT "OMPI_MCA_mpi_yield_when_idle=1;GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
    endforeach()
    if(long)
        add_test(NAME ${name}.long COMMAND ${name}_tests --gtest_filter=${long})
        set_tests_properties(${name}.long PROPERTIES ${ARGN} LABELS long ENVIRONMENT OMPI_MCA_mpi_yield_when_idle=1)
    endif()
endfunction()

# add_mpi_test(NAME RANKS n... [LONG_RANKS n...] SOURCES file... LIBRARIES target...): one test program whose tests all
# ranks of an MPI job run together, one ctest entry a number of ranks.
function(add_mpi_test name)
    cmake_parse_arguments(PARSE_ARGV 1 test "" "" "RANKS;LONG_RANKS;SOURCES;LIBRARIES")
    add_executable(${name} ${test_SOURCES} ${PROJECT_SOURCE_DIR}/tests/mpi_main.cpp)
    target_link_libraries(${name} PRIVATE ${test_LIBRARIES} testing_support MPI::MPI_CXX GTest::gmock GTest::gtest
                                          ${quick_linker})
    link_as_in_programs(${name} ${test_LIBRARIES})
    if(CMAKE_UNITY_BUILD)
        target_precompile_headers(${name} REUSE_FROM testing_support)
    endif()
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME room)
    foreach(ranks IN LISTS test_RANKS test_LONG_RANKS)
        set(label quick)
        if(ranks IN_LIST test_LONG_RANKS)
            set(label long)
        endif()
        add_test(NAME ${room}.${name}.${ranks}_ranks
                 COMMAND ${ahead_of_others} ${MPIEXEC_EXECUTABLE} --oversubscribe ${MPIEXEC_NUMPROC_FLAG} ${ranks}
                         $<TARGET_FILE:${name}>)
        set_tests_properties(${room}.${name}.${ranks}_ranks PROPERTIES TIMEOUT 120 PROCESSORS ${ranks} LABELS ${label}
            ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_pml=ob1;OMPI_MCA_mpi_yield_when_idle=1")
    endforeach()
endfunction()
