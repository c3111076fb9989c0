# SPDX-License-Identifier: Apache-2.0
include(GoogleTest)

# add_room_tests(ROOM SOURCES file... LIBRARIES target...): one test program for the room, one ctest entry a test.
function(add_room_tests room)
    cmake_parse_arguments(PARSE_ARGV 1 tests "" "" "SOURCES;LIBRARIES")
    add_executable(${room}_tests ${tests_SOURCES})
    compile_together(${room}_tests)
    target_link_libraries(${room}_tests PRIVATE ${tests_LIBRARIES} rapidcheck rapidcheck_gtest GTest::gmock
                                                GTest::gtest_main)
    target_compile_definitions(${room}_tests PRIVATE SAMPLES_DIRECTORY="${CMAKE_SOURCE_DIR}/tests/samples")
    gtest_discover_tests(${room}_tests TEST_PREFIX ${room}. NO_PRETTY_VALUES PROPERTIES TIMEOUT 120 DISCOVERY_TIMEOUT 60)
endfunction()

# add_mpi_test(NAME RANKS n... SOURCES file... LIBRARIES target...): one test program whose tests all ranks of an
# MPI job run together, one ctest entry a number of ranks.
function(add_mpi_test name)
    cmake_parse_arguments(PARSE_ARGV 1 test "" "" "RANKS;SOURCES;LIBRARIES")
    add_executable(${name} ${test_SOURCES} ${PROJECT_SOURCE_DIR}/tests/network_test/mpi_main.cpp)
    target_link_libraries(${name} PRIVATE ${test_LIBRARIES} MPI::MPI_CXX GTest::gmock GTest::gtest)
    foreach(ranks IN LISTS test_RANKS)
        add_test(NAME network_test.${name}.${ranks}_ranks
                 COMMAND ${MPIEXEC_EXECUTABLE} --oversubscribe ${MPIEXEC_NUMPROC_FLAG} ${ranks} $<TARGET_FILE:${name}>)
        set_tests_properties(network_test.${name}.${ranks}_ranks PROPERTIES TIMEOUT 120 PROCESSORS ${ranks}
            ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
    endforeach()
endfunction()
