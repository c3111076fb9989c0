// SPDX-License-Identifier: Apache-2.0
// Prints how many bytes the longest message has that the MPI library sends from rank 0 to rank 1 at once
// (eagerly), up to the number that is given: the longest one whose MPI_Isend completes before it is received.
// Two ranks.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int message_tag = 1;
constexpr int word_tag = 2;
constexpr int end = -1;

/// A message passes no other that was sent before it, so once the peer has answered some words, it has the
/// message as well, if it is one that can arrive before it is received.
constexpr int words = 50;

int exchange_word(int word, int peer, bool begins) {
    if (begins) MPI_Send(&word, 1, MPI_INT, peer, word_tag, MPI_COMM_WORLD);
    MPI_Recv(&word, 1, MPI_INT, peer, word_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!begins) MPI_Send(&word, 1, MPI_INT, peer, word_tag, MPI_COMM_WORLD);
    return word;
}

bool is_eager(const std::vector<char>& buffer, int length) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(buffer.data(), length, MPI_CHAR, 1, message_tag, MPI_COMM_WORLD, &request);
    for (int word = 0; word < words; ++word) exchange_word(length, 1, true);
    int complete = 0;
    MPI_Request_get_status(request, &complete, MPI_STATUS_IGNORE);
    MPI_Send(&length, 1, MPI_INT, 1, word_tag, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return complete != 0;
}

int longest_eager(const std::vector<char>& buffer) {
    int eager = 0;
    int longer = static_cast<int>(buffer.size()) + 1;
    while (longer - eager > 1) {
        const int middle = eager + (longer - eager) / 2;
        (is_eager(buffer, middle) ? eager : longer) = middle;
    }
    MPI_Send(&end, 1, MPI_INT, 1, word_tag, MPI_COMM_WORLD);
    return eager;
}

void receive_until_end(std::vector<char>& buffer) {
    while (true) {
        int length = 0;
        MPI_Recv(&length, 1, MPI_INT, 0, word_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (length == end) return;
        MPI_Send(&length, 1, MPI_INT, 0, word_tag, MPI_COMM_WORLD);
        for (int word = 1; word < words; ++word) exchange_word(length, 0, false);
        MPI_Recv(&length, 1, MPI_INT, 0, word_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(buffer.data(), length, MPI_CHAR, 0, message_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const auto largest = std::strtoul(arguments[1], nullptr, 10);
    std::vector<char> buffer(largest);
    if (rank == 0) {
        std::printf("%d\n", longest_eager(buffer));
    } else {
        receive_until_end(buffer);
    }
    MPI_Finalize();
    return 0;
}
