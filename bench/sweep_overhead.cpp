// SPDX-License-Identifier: Apache-2.0
// What a sweep costs altogether: lengths 0 to 9900 step 100, 100 samples each, of all pairs, with schedule,
// statistics and files; the time per sample against the round trip of a plain ping-pong between ranks 0
// and 1.
#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "bench/sweeping.hpp"

using namespace fabricmap;
using namespace fabricmap::network_test;

namespace {

/// Seconds per round trip over the same lengths; on rank 0.
double plain_ping_pong_s(int rank, const std::vector<std::int64_t>& lengths, int repeats) {
    std::vector<char> out(static_cast<std::size_t>(lengths.back()) + 1);
    std::vector<char> in(out.size());
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (const std::int64_t length : lengths) {
        const auto count = static_cast<int>(length);
        for (int repeat = 0; repeat < repeats && rank < 2; ++repeat) {
            if (rank == 0) MPI_Send(out.data(), count, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(in.data(), count, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 1) MPI_Send(out.data(), count, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
    }
    const double elapsed = MPI_Wtime() - start;
    // The others sleep meanwhile, as they do while the tester measures a pair.
    MPI_Request done = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &done);
    IdleWaiting(false).finish(done);
    return elapsed / (static_cast<double>(lengths.size()) * repeats);
}

}  // namespace

int main(int argument_count, char** arguments) {
    const Session session(argument_count, arguments);
    Options options;
    options.lengths = length_row(0, 10000, 100);
    options.sampling.fixed = true;
    const double plain_s = plain_ping_pong_s(session.rank(), options.lengths, 100);
    const bench::Swept swept = bench::sweep(session, options);
    if (session.is_first()) {
        const double samples = static_cast<double>(pair_count(session.size())) *
                               static_cast<double>(options.lengths.size()) *
                               static_cast<double>(options.sampling.most);
        const double sample_s = swept.elapsed_s / samples;
        fmt::print(
            "{} ranks: sweep {:.2f} µs a sample, plain ping-pong {:.2f} µs a round trip, ratio {:.2f}\n",
            session.size(), sample_s * 1e6, plain_s * 1e6, sample_s / plain_s);
    }
    return static_cast<int>(ExitCode::success);
}
