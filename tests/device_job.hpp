// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/mpi_job.hpp"

#include <fmt/format.h>

#include <utility>

namespace fabricmap::testing {

/// The job beside devices that do not exist (tests/measuring/memory/stub_devices.cpp), with an MPI library
/// that does not know them and crashes at their memory.
inline Job with_devices(Job job) {
    job.environment["FABRICMAP_GPU_LIBRARY"] = fmt::format("{}/libstub_devices.so", INTERPOSERS);
    return job;
}

/// The same with an MPI library that knows them.
inline Job with_known_devices(Job job) {
    job = with_devices(std::move(job));
    job.preload += " stub_devices";
    // Memory that another process reads is not touched within a call.
    job.environment["OMPI_MCA_btl_vader_single_copy_mechanism"] = "none";
    return job;
}

}  // namespace fabricmap::testing
