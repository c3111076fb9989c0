// SPDX-License-Identifier: Apache-2.0
// Broadcasts from rank 0, each with an algorithm forced in a communicator of its own, and of a length of its
// own: `forced_bcasts NUMBER:LENGTH...`. All communicators are made first.
#include "base/errors.hpp"
#include "collective_test/algorithms/algorithms.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace fabricmap;
using namespace fabricmap::collective_test;

struct ForcedBcast {
    std::unique_ptr<Communicator> comm;
    std::vector<std::byte> buffer;
};

void broadcast_all(const std::vector<std::string>& words) {
    const Algorithms algorithms;
    const Operation& bcast = *find_operation("bcast");
    std::vector<ForcedBcast> all;
    for (const std::string& word : words) {
        const std::size_t colon = word.find(':');
        all.push_back({algorithms.communicator_with(bcast, std::stoi(word), MPI_COMM_WORLD),
                       std::vector<std::byte>(std::stoul(word.substr(colon + 1)))});
    }
    for (ForcedBcast& each : all) {
        const auto length = static_cast<std::int64_t>(each.buffer.size());
        bcast.make({.comm = each.comm->get(), .message_length = length})->run({each.buffer.data(), nullptr});
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    const std::vector<std::string> words(arguments + 1, arguments + argument_count);
    allow_forced_algorithms();
    const Session session(argument_count, arguments);
    try {
        broadcast_all(words);
    } catch (const Error& error) {
        if (session.is_first()) std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(error.code());
    }
    return 0;
}
