// SPDX-License-Identifier: Apache-2.0
// Rank 0 gets 67 messages of each other rank on each of five communicators, in all ways that take what comes.
// Each message of a sender has a length of its own, so that its length says which it is.
#include <mpi.h>

#include <array>
#include <random>
#include <vector>

namespace {

constexpr int messages = 67;
constexpr int max_tags = 3;

using Buffer = std::vector<char>;

/// All messages of a sender on a communicator have lengths of their own.
int length_of(int number, int rank, int block) {
    return ((number * 5 + block) * 16 + rank) * 3 + 1;
}

void send_all(MPI_Comm comm, int world_rank, int block, int root) {
    std::mt19937 random(static_cast<unsigned>(world_rank * 100 + block));
    Buffer bytes(100'000);
    for (int number = 0; number < messages; ++number) {
        const int tag = static_cast<int>(random() % max_tags);
        const int length = length_of(number, world_rank, block);
        if (random() % 2 == 0) {
            MPI_Send(bytes.data(), length, MPI_CHAR, root, tag, comm);
        } else {
            MPI_Request request = MPI_REQUEST_NULL;
            MPI_Isend(bytes.data(), length, MPI_CHAR, root, tag, comm, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
    }
}

int receive_posted(MPI_Comm comm, int count) {
    std::vector<Buffer> buffers(static_cast<std::size_t>(count), Buffer(100'000));
    std::vector<MPI_Request> requests(buffers.size());
    for (std::size_t index = 0; index < buffers.size(); ++index) {
        const int tag = index % 3 == 0 ? MPI_ANY_TAG : static_cast<int>(index % max_tags);
        MPI_Irecv(buffers[index].data(), 100'000, MPI_CHAR, MPI_ANY_SOURCE, tag, comm, &requests[index]);
    }
    int received = 0;
    for (bool goes_on = true; goes_on && received < count;) {
        int index = 0;
        int done = 0;
        for (int poll = 0; poll < 100'000 && done == 0; ++poll) {
            MPI_Testany(count, requests.data(), &index, &done, MPI_STATUS_IGNORE);
        }
        goes_on = done != 0;
        received += done;
    }
    // One may be left for whose tag no message comes: it is cancelled, unless one has just come.
    for (MPI_Request& request : requests) {
        if (request == MPI_REQUEST_NULL) continue;
        MPI_Status status;
        int is_cancelled = 0;
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &is_cancelled);
        if (is_cancelled == 0) ++received;
    }
    return received;
}

void receive_persistent(MPI_Comm comm, Buffer& bytes) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Recv_init(bytes.data(), 100'000, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

/// Takes one message, in one of several ways.
void receive_one(MPI_Comm comm, unsigned way, Buffer& bytes) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    int found = 0;
    switch (way % 4) {
        case 0:
            MPI_Recv(bytes.data(), 100'000, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
            break;
        case 1:
            MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &message, MPI_STATUS_IGNORE);
            MPI_Mrecv(bytes.data(), 100'000, MPI_CHAR, &message, MPI_STATUS_IGNORE);
            break;
        case 2:
            while (found == 0) {
                MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &found, &message, MPI_STATUS_IGNORE);
            }
            MPI_Imrecv(bytes.data(), 100'000, MPI_CHAR, &message, &request);
            MPI_Waitany(1, &request, &found, MPI_STATUS_IGNORE);
            break;
        default:
            receive_persistent(comm, bytes);
    }
}

void receive_all(MPI_Comm comm, int count, int block) {
    std::mt19937 random(static_cast<unsigned>(block));
    Buffer bytes(100'000);
    int left = count;
    for (; left > count / 2; --left) receive_one(comm, static_cast<unsigned>(random()), bytes);
    left -= receive_posted(comm, 10);
    for (; left > 0; --left) receive_one(comm, static_cast<unsigned>(random()), bytes);
}

}  // namespace

int main(int argument_count, char** arguments) {
    MPI_Init(&argument_count, &arguments);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::array<MPI_Comm, 5> comms{MPI_COMM_WORLD};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_idup(MPI_COMM_WORLD, &comms[1], &request);
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[2]);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    // Ranks the other way round.
    MPI_Comm_split(comms[2], 0, size - rank, &comms[3]);
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm_group(comms[3], &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &comms[4]);
    for (int block = 0; block < 5; ++block) {
        MPI_Comm const comm = comms.at(static_cast<std::size_t>(block));
        const int root = block < 3 ? 0 : size - 1;
        if (rank == 0) receive_all(comm, messages * (size - 1), block);
        if (rank != 0) send_all(comm, rank, block, root);
    }
    MPI_Finalize();
    return 0;
}
