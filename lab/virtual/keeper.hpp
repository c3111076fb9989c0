// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/virtual/cluster_plan.hpp"
#include "lab/virtual/file_descriptor.hpp"

namespace fabricmap::lab {

/// What the keeper of a virtual cluster is called in the list of processes.
constexpr std::string_view keeper_name = "fabricmap-lab";

/// What a keeper tells, once and at the end: a letter with a text behind it.
constexpr char error_report = 'E';  ///< the one line of what is wrong
constexpr char end_report = 'S';    ///< the command's exit code, 128 + its signal's number where one ended it
/// What it is told.
constexpr char asks_for_end = 'I';  ///< end the command, which closes its files then
constexpr char ends_at_once = 'K';

/// The work of the first process of a cluster, in process, mount and IPC namespaces that are new: makes the
/// cluster, starts its switch and its command, and waits for the command's end. Ends it in an orderly way
/// where it is told to, or the process that wants the cluster is gone. With the keeper end all processes of
/// the cluster, and with them its namespaces, devices and files: the kernel sees to it.
[[noreturn]] void keep(const ClusterPlan& plan, FileDescriptor control);

}  // namespace fabricmap::lab
