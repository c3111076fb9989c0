// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/virtual/cluster_plan.hpp"
#include "lab/virtual/file_descriptor.hpp"
#include "lab/virtual/signal_watch.hpp"

#include <sys/types.h>

namespace fabricmap::lab {

/// Hosts that run a command. They end with this object, or by themselves within seconds where the process is
/// killed: nothing is ever left behind.
class Cluster {
  public:
    struct End {
        int exit_code = 0;  ///< of the command; 128 + its signal's number where one ended it
        bool interrupted = false;
    };

    /// Starts the hosts and the command; from here on SIGINT, SIGTERM and SIGHUP are for wait(). To be called
    /// where the process has a single thread. Throws RunError.
    explicit Cluster(const ClusterPlan& plan);
    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;
    ~Cluster();

    /// Waits for the command's end. A signal ends it in an orderly way, another one at once. Throws RunError
    /// with what is wrong where the cluster cannot be made.
    [[nodiscard]] End wait();

    /// Of a plan that stays: waits until the hosts can be used, and leaves them. Returns the process of the
    /// command on the first host. Throws RunError with what is wrong, or where a signal came.
    [[nodiscard]] pid_t leave_ready();

  private:
    void order(char what) const;

    SignalWatch signals_;
    FileDescriptor control_;
    pid_t keeper_ = -1;
};

}  // namespace fabricmap::lab
