// SPDX-License-Identifier: Apache-2.0
// A thousand threads that all live at once, then two thousand one after the other and a thousand tasks of
// std::async: each sends itself one message. Prints the most memory that was in use, in kilobytes.
#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <future>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace {

constexpr int alive_at_once = 1000;

void send_to_itself(int tag) {
    int out = tag;
    int in = 0;
    MPI_Sendrecv(&out, 1, MPI_INT, 0, tag, &in, 1, MPI_INT, 0, tag, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

}  // namespace

int main(int argument_count, char** arguments) {
    int provided = 0;
    MPI_Init_thread(&argument_count, &arguments, MPI_THREAD_MULTIPLE, &provided);
    if (provided != MPI_THREAD_MULTIPLE) return 1;
    std::atomic<int> calls{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < alive_at_once; ++thread) {
        threads.emplace_back([&calls, thread] {
            send_to_itself(thread);
            ++calls;
            while (calls < alive_at_once) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (int thread = 0; thread < 2000; ++thread) std::thread(send_to_itself, thread).join();
    for (int task = 0; task < 1000; ++task) std::async(std::launch::async, send_to_itself, task).get();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%ld\n", usage.ru_maxrss);
    MPI_Finalize();
    return 0;
}
