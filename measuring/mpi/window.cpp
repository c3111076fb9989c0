// SPDX-License-Identifier: Apache-2.0
#include "measuring/mpi/window.hpp"

#include "base/errors.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/watch/watchdog.hpp"

namespace fabricmap {

Window::Window(MPI_Comm comm, std::byte* memory, std::int64_t bytes, bool lock_all) : locked_(lock_all) {
    on_every_rank([&] {
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        const WaitScope waiting("making windows");
        const int answer = MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, comm, &handle_);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
        if (answer != MPI_SUCCESS) {
            throw RunError(
                "the MPI library has no one-sided transport for this network: with Open MPI over TCP give "
                "mpirun --mca osc pt2pt");
        }
    });
    const WaitScope waiting("making windows");
    if (locked_) MPI_Win_lock_all(0, handle_);
}

Window::~Window() {
    const WaitScope waiting("freeing windows");
    if (locked_) MPI_Win_unlock_all(handle_);
    MPI_Win_free(&handle_);
}

}  // namespace fabricmap
