# SPDX-License-Identifier: Apache-2.0
# The rooms, from the ground up. A room links the rooms that it names after USES, all of which stand above it, and no
# others: CMake builds and links by this table, and a test holds every #include against it. PACKAGES: what must be found,
# or the room is left out. TESTS_USE: rooms that its tests and benchmarks need beside those. LIBRARY: of a part of a room
# that others use without the rest.
room(base PACKAGES fmt Eigen3)
room(statistics USES base)
room(netcdf_schema/run USES base LIBRARY netcdf_run)
room(scenario USES base netcdf_schema/run PACKAGES nlohmann_json)
room(netcdf_schema USES base statistics netcdf_schema/run scenario PACKAGES netcdf-cxx4 hdf5)
room(command_line USES base netcdf_schema/run PACKAGES CLI11)
room(picture USES base netcdf_schema/run PACKAGES PNG)
room(clusterizer USES base statistics netcdf_schema command_line PACKAGES ZLIB TESTS_USE scenario)
room(measuring USES base statistics netcdf_schema PACKAGES MPI)
room(network_test USES base statistics netcdf_schema command_line clusterizer measuring PACKAGES nlohmann_json)
room(collective_test USES base statistics netcdf_schema command_line measuring)
room(lab USES base statistics scenario netcdf_schema command_line PACKAGES nlohmann_json)
room(converters USES base netcdf_schema command_line picture PACKAGES nlohmann_json)
room(diagnosis USES base statistics netcdf_schema command_line picture PACKAGES nlohmann_json mustache
     TESTS_USE scenario lab)
room(placement USES base statistics netcdf_schema command_line diagnosis PACKAGES nlohmann_json TESTS_USE scenario lab)
room(placement/replay USES base statistics netcdf_schema command_line measuring placement)
room(viewer USES base statistics netcdf_schema command_line picture diagnosis PACKAGES Qt6)
room(tracing/model USES base LIBRARY tracing_model)
room(tracing USES base netcdf_schema command_line tracing/model PACKAGES zstd libdw TESTS_USE lab)
room(tracing/recorder USES base measuring tracing PACKAGES zstd MPI)
room(rules/language USES base tracing/model PACKAGES pegtl LIBRARY rules_language)
room(rules/records USES base netcdf_schema/run command_line diagnosis tracing/model rules/language
     LIBRARY rules_records TESTS_USE netcdf_schema)
room(rules/evaluation USES base statistics netcdf_schema/run diagnosis tracing/model rules/language rules/records
     LIBRARY rules_evaluation TESTS_USE netcdf_schema)
room(rules USES base netcdf_schema command_line diagnosis tracing/model tracing rules/language rules/records
     rules/evaluation
     PACKAGES nlohmann_json TESTS_USE lab scenario)
