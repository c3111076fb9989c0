# SPDX-License-Identifier: Apache-2.0
# The rooms, from the ground up, and the folders of each. CMake builds and links by this table, and a test holds every
# #include against it: what is not listed is not granted.
#
# room: a folder with a library. It links the rooms after USES, all of which stand above it; base is for all. PACKAGES: what
# must be found, or the room is left out. TESTS_USE: rooms that its tests and benchmarks need beside those. LIBRARY: of a
# part of a room that others use without the rest.
#
# folder: a floor of the room above it. Its files include those of the folders after USES, which stand above it too. A room
# without such lines is one folder; the folder that has the room's name holds what lies in none of the others.
# docs/pictures/rooms.svg is drawn from this table.
room(base PACKAGES fmt Eigen3 utf8cpp)
room(statistics)
room(slurm PACKAGES yaml-cpp)
room(netcdf_schema/run LIBRARY netcdf_run)
room(scenario USES netcdf_schema/run PACKAGES nlohmann_json)
room(netcdf_schema USES statistics netcdf_schema/run scenario PACKAGES netcdf-cxx4 hdf5)
    folder(netcdf_schema/file USES netcdf_schema/run)
    folder(netcdf_schema/layouts USES netcdf_schema/run netcdf_schema/file)
    folder(netcdf_schema/own USES netcdf_schema/run netcdf_schema/file netcdf_schema/layouts)
    folder(netcdf_schema/archive USES netcdf_schema/run netcdf_schema/file netcdf_schema/layouts)
    folder(netcdf_schema/parts USES netcdf_schema/run netcdf_schema/layouts netcdf_schema/own netcdf_schema/archive)
    folder(netcdf_schema/collectives USES statistics netcdf_schema/run netcdf_schema/file netcdf_schema/layouts
           netcdf_schema/own)
    folder(netcdf_schema/legacy USES statistics netcdf_schema/run netcdf_schema/file netcdf_schema/layouts)
    folder(netcdf_schema/other_tools USES netcdf_schema/file netcdf_schema/layouts)
    folder(netcdf_schema/synthetic USES statistics netcdf_schema/run scenario)
    folder(netcdf_schema/traffic USES netcdf_schema/run netcdf_schema/layouts netcdf_schema/own)
    folder(netcdf_schema USES netcdf_schema/run netcdf_schema/layouts netcdf_schema/parts netcdf_schema/collectives
           netcdf_schema/synthetic)
room(command_line USES netcdf_schema/run PACKAGES CLI11)
room(picture USES netcdf_schema/run PACKAGES PNG pangocairo)
    folder(picture USES netcdf_schema/run)
    folder(picture/shapes USES picture)
    folder(picture/layout USES netcdf_schema/run picture picture/shapes)
    folder(picture/output USES picture picture/shapes)
room(clusterizer USES statistics netcdf_schema command_line PACKAGES ZLIB TESTS_USE scenario)
    folder(clusterizer USES statistics netcdf_schema/run netcdf_schema/archive netcdf_schema/parts command_line)
    folder(clusterizer/program USES netcdf_schema/run netcdf_schema/own netcdf_schema/archive netcdf_schema/parts
           netcdf_schema command_line clusterizer)
room(measuring USES statistics netcdf_schema PACKAGES MPI)
    folder(measuring/watch)
    folder(measuring/mpi USES measuring/watch)
    folder(measuring/memory USES netcdf_schema/run)
    folder(measuring/adapters)
    folder(measuring/clock USES measuring/mpi)
    folder(measuring/probing USES statistics)
    folder(measuring/sampling USES statistics netcdf_schema/own measuring/clock)
    folder(measuring USES netcdf_schema/run netcdf_schema/own measuring/watch measuring/memory measuring/adapters
           measuring/mpi measuring/clock)
room(network_test USES statistics slurm netcdf_schema command_line clusterizer measuring PACKAGES nlohmann_json)
    folder(network_test/schedule USES slurm netcdf_schema/run)
    folder(network_test/modes USES statistics netcdf_schema/run measuring/watch measuring/mpi measuring/clock
           measuring/sampling measuring network_test/schedule)
    folder(network_test/request USES netcdf_schema/run netcdf_schema command_line measuring/mpi measuring/probing
           measuring/sampling measuring network_test/schedule network_test/modes)
    folder(network_test/engine USES statistics slurm netcdf_schema/run netcdf_schema/own netcdf_schema/archive netcdf_schema/parts
           clusterizer measuring/watch measuring/mpi measuring/clock measuring/sampling measuring network_test/schedule
           network_test/modes network_test/request)
    folder(network_test/probing USES netcdf_schema/run measuring/mpi measuring/probing network_test/schedule
           network_test/engine)
    folder(network_test/program USES statistics netcdf_schema/run netcdf_schema/own netcdf_schema command_line
           measuring/watch measuring/mpi measuring network_test/request network_test/engine network_test/probing)
room(collective_test USES statistics netcdf_schema command_line measuring)
    folder(collective_test/operations USES measuring/mpi measuring/clock measuring)
    folder(collective_test/algorithms USES measuring/mpi collective_test/operations)
    folder(collective_test/request USES netcdf_schema/collectives netcdf_schema command_line measuring/mpi measuring/clock
           measuring collective_test/operations)
    folder(collective_test/start USES netcdf_schema/collectives measuring/clock collective_test/operations)
    folder(collective_test/visits USES statistics netcdf_schema/run netcdf_schema/collectives measuring/watch measuring/mpi
           measuring/clock measuring collective_test/operations collective_test/algorithms collective_test/request
           collective_test/start)
    folder(collective_test/program USES netcdf_schema/collectives command_line measuring/watch measuring/mpi measuring
           collective_test/operations collective_test/algorithms collective_test/request collective_test/visits)
room(lab USES statistics scenario netcdf_schema command_line PACKAGES nlohmann_json)
    folder(lab/applications)
    folder(lab/kinds USES scenario netcdf_schema/own netcdf_schema/collectives netcdf_schema/synthetic)
    folder(lab/synthetic USES scenario netcdf_schema/own netcdf_schema/synthetic command_line lab/kinds)
    folder(lab/simulated USES statistics scenario lab/kinds)
    folder(lab/virtual USES statistics scenario lab/kinds)
    folder(lab/program USES scenario netcdf_schema command_line lab/kinds lab/simulated lab/virtual)
room(converters USES statistics netcdf_schema command_line picture PACKAGES nlohmann_json)
    folder(converters/conversion USES netcdf_schema/run netcdf_schema/legacy netcdf_schema command_line picture)
    folder(converters/formats USES statistics netcdf_schema/run netcdf_schema/own netcdf_schema/legacy picture picture/shapes
           picture/layout picture/output converters/conversion)
    folder(converters/merging USES statistics netcdf_schema/run netcdf_schema/own netcdf_schema)
    folder(converters/program USES netcdf_schema/own netcdf_schema/collectives netcdf_schema command_line
           converters/conversion converters/formats converters/merging)
room(diagnosis USES statistics slurm netcdf_schema command_line picture PACKAGES nlohmann_json mustache
     TESTS_USE scenario lab)
    folder(diagnosis/topology USES statistics slurm)
    folder(diagnosis/model USES statistics netcdf_schema/run netcdf_schema/collectives diagnosis/topology)
    folder(diagnosis/survey USES statistics netcdf_schema/run diagnosis/topology diagnosis/model)
    folder(diagnosis/residual USES statistics netcdf_schema/run diagnosis/topology diagnosis/model diagnosis/survey)
    folder(diagnosis/structure USES statistics slurm diagnosis/topology diagnosis/model diagnosis/survey diagnosis/residual)
    folder(diagnosis/detectors USES statistics diagnosis/topology diagnosis/residual)
    folder(diagnosis/thresholds USES statistics diagnosis/model diagnosis/survey diagnosis/residual)
    folder(diagnosis/explanation USES statistics netcdf_schema/run diagnosis/topology diagnosis/model diagnosis/survey
           diagnosis/residual)
    folder(diagnosis/load USES statistics netcdf_schema/run diagnosis/model diagnosis/survey)
    folder(diagnosis/comparison USES statistics netcdf_schema/run diagnosis/topology diagnosis/model diagnosis/survey
           diagnosis/residual diagnosis/explanation)
    folder(diagnosis/stages USES statistics netcdf_schema/run command_line diagnosis/topology diagnosis/model diagnosis/survey
           diagnosis/residual diagnosis/structure diagnosis/detectors diagnosis/explanation diagnosis/load
           diagnosis/comparison diagnosis/thresholds)
    folder(diagnosis/collectives USES statistics netcdf_schema/collectives diagnosis/model)
    folder(diagnosis/reports USES statistics slurm netcdf_schema/run netcdf_schema/collectives diagnosis/topology
           diagnosis/model)
    folder(diagnosis/drawing USES picture picture/shapes picture/layout diagnosis/topology diagnosis/model diagnosis/reports)
    folder(diagnosis/reports/page USES picture picture/shapes picture/layout picture/output diagnosis/topology diagnosis/model
           diagnosis/reports diagnosis/drawing)
    folder(diagnosis/program USES netcdf_schema/own netcdf_schema/collectives netcdf_schema command_line picture/layout
           picture/output diagnosis/topology diagnosis/model diagnosis/stages diagnosis/reports diagnosis/drawing
           diagnosis/collectives)
room(placement USES statistics netcdf_schema command_line picture diagnosis PACKAGES nlohmann_json TESTS_USE scenario lab)
    folder(placement/patterns USES netcdf_schema/traffic)
    folder(placement/machine USES statistics netcdf_schema/run command_line diagnosis/topology diagnosis/model
           diagnosis/survey diagnosis/stages)
    folder(placement/problem USES placement/patterns placement/machine)
    folder(placement/starts USES diagnosis/topology placement/patterns placement/machine placement/problem)
    folder(placement/search USES placement/problem placement/starts)
    folder(placement/valuing USES diagnosis/topology placement/patterns placement/machine placement/problem
           placement/starts)
    folder(placement/placing USES command_line diagnosis/topology placement/patterns placement/machine placement/problem
           placement/search placement/valuing)
    folder(placement/layouts USES diagnosis/topology placement/placing)
    folder(placement/reports USES picture/shapes picture/output diagnosis/topology diagnosis/reports placement/starts
           placement/valuing placement/placing)
    folder(placement/program USES netcdf_schema command_line diagnosis/topology diagnosis/model diagnosis/survey
           placement/patterns placement/machine placement/search placement/valuing placement/placing placement/layouts placement/reports)
room(placement/replay USES statistics netcdf_schema command_line measuring placement)
    folder(placement/replay USES statistics netcdf_schema command_line measuring/watch measuring/mpi measuring/clock
           measuring placement/patterns)
room(viewer USES statistics netcdf_schema command_line picture diagnosis PACKAGES Qt6)
    folder(viewer/reading USES statistics netcdf_schema/run netcdf_schema/file netcdf_schema/archive netcdf_schema picture
           diagnosis/topology diagnosis/model)
    folder(viewer/models USES statistics picture diagnosis/model diagnosis/stages diagnosis/reports viewer/reading)
    folder(viewer/painting USES command_line picture picture/shapes picture/layout picture/output diagnosis/model
           diagnosis/reports diagnosis/drawing viewer/reading viewer/models)
    folder(viewer/widgets USES netcdf_schema command_line picture picture/shapes picture/layout diagnosis/model diagnosis/drawing
           viewer/reading viewer/models viewer/painting)
    folder(viewer/program USES netcdf_schema/run netcdf_schema command_line picture picture/layout diagnosis/stages viewer/reading
           viewer/painting viewer/widgets)
room(tracing/model LIBRARY tracing_model)
room(tracing USES netcdf_schema command_line tracing/model PACKAGES zstd libdw protozero TESTS_USE lab)
    folder(tracing/annotation)
    folder(tracing/functions)
    folder(tracing/recording)
    folder(tracing/reading USES tracing/model tracing/functions tracing/recording)
    folder(tracing/views USES netcdf_schema/traffic tracing/model tracing/functions tracing/reading)
    folder(tracing/formats/otf2 USES tracing/model tracing/reading tracing/views)
    folder(tracing/formats USES command_line tracing/model tracing/reading tracing/views tracing/formats/otf2)
    folder(tracing/program USES netcdf_schema command_line tracing/functions tracing/recording tracing/views tracing/formats)
room(tracing/recorder USES measuring tracing PACKAGES zstd MPI)
    folder(tracing/recorder/preload)
    folder(tracing/recorder USES measuring/clock tracing/annotation tracing/functions tracing/recording
           tracing/recorder/preload)
room(rules/language USES tracing/model PACKAGES pegtl LIBRARY rules_language)
room(rules/records USES netcdf_schema/run command_line diagnosis tracing/model rules/language LIBRARY rules_records
     TESTS_USE netcdf_schema)
    folder(rules/records USES netcdf_schema/run diagnosis/topology diagnosis/model diagnosis/stages tracing/model
           rules/language)
room(rules/evaluation USES statistics netcdf_schema/run diagnosis tracing/model rules/language rules/records LIBRARY
     rules_evaluation TESTS_USE netcdf_schema)
    folder(rules/evaluation USES statistics tracing/model rules/language rules/records)
room(rules/causes USES netcdf_schema/run diagnosis tracing/model tracing rules/language rules/records LIBRARY rules_causes)
    folder(rules/causes USES tracing/model tracing/functions rules/language rules/records)
room(rules USES netcdf_schema command_line picture diagnosis tracing/model tracing rules/language rules/records rules/evaluation
     rules/causes PACKAGES nlohmann_json TESTS_USE lab scenario)
    folder(rules/collectives USES netcdf_schema/collectives tracing/model)
    folder(rules/reports USES picture picture/shapes picture/output diagnosis/model diagnosis/reports diagnosis/reports/page tracing/model rules/language
           rules/records rules/evaluation rules/causes rules/collectives)
    folder(rules/program USES netcdf_schema netcdf_schema/collectives command_line tracing/formats rules/language
           rules/records rules/evaluation rules/collectives rules/reports)
room(site USES slurm command_line diagnosis PACKAGES nlohmann_json TESTS_USE netcdf_schema)
    folder(site/launch USES command_line)
    folder(site/store)
    folder(site/reports USES site/store)
    folder(site/slurm USES slurm diagnosis/topology site/launch site/store)
    folder(site/check USES command_line site/launch site/store site/reports site/slurm)
    folder(site/tune USES command_line site/launch site/reports site/check)
    folder(site/commands USES command_line diagnosis/topology site/launch site/store site/reports site/slurm)
    folder(site/program USES command_line site/launch site/check site/tune site/commands)
