# SPDX-License-Identifier: Apache-2.0
include(GoogleTest)

# add_room_tests(ROOM SOURCES file... LIBRARIES target...): one test program for the room, one ctest entry a test.
function(add_room_tests room)
    cmake_parse_arguments(PARSE_ARGV 1 tests "" "" "SOURCES;LIBRARIES")
    add_executable(${room}_tests ${tests_SOURCES})
    target_link_libraries(${room}_tests PRIVATE ${tests_LIBRARIES} rapidcheck rapidcheck_gtest GTest::gmock
                                                GTest::gtest_main)
    target_compile_definitions(${room}_tests PRIVATE SAMPLES_DIRECTORY="${CMAKE_SOURCE_DIR}/tests/samples")
    gtest_discover_tests(${room}_tests TEST_PREFIX ${room}. PROPERTIES TIMEOUT 120 DISCOVERY_TIMEOUT 60)
endfunction()
