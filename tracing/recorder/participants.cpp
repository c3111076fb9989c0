// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/participants.hpp"

#include "tracing/recording/layout.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <optional>
#include <random>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace fabricmap::tracing {
namespace {

using Clock = std::chrono::steady_clock;

/// Rank 0 writes down what it has seen; the others do where it does not, as it is not recorded.
constexpr auto max_silence_of_first = std::chrono::milliseconds(1500);
constexpr auto max_silence = std::chrono::milliseconds(2000);
constexpr auto max_wait_for_decision = std::chrono::seconds(6);

/// A file that this host makes shows it what others have made: NFS keeps what it knew of a folder for up to a
/// minute.
void look_anew(const std::string& folder, int rank) {
    const std::string path = folder + "/.look" + std::to_string(rank);
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0) close(file);
    (void)unlink(path.c_str());
}

std::vector<int> ranks_with_files(const std::string& folder) {
    std::vector<int> ranks;
    DIR* const entries = opendir(folder.c_str());
    if (entries == nullptr) return ranks;
    while (const dirent* const entry = readdir(entries)) {
        int rank = 0;
        if (std::sscanf(entry->d_name, "rank%d.trace", &rank) == 1) ranks.push_back(rank);
    }
    closedir(entries);
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

std::optional<Participants> read_decision(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return std::nullopt;
    std::string text;
    std::array<char, 65536> part{};
    for (ssize_t length = 0; (length = read(file, part.data(), part.size())) > 0;) {
        text.append(part.data(), static_cast<std::size_t>(length));
    }
    close(file);
    Participants read;
    const char* next = text.data();
    const char* const end = text.data() + text.size();
    const auto take = [&](auto& number) {
        while (next != end && (*next == ' ' || *next == '\n')) ++next;
        const auto [after, error] = std::from_chars(next, end, number);
        next = after;
        return error == std::errc();
    };
    if (!take(read.run_id)) return std::nullopt;
    for (int rank = 0; take(rank);) read.ranks.push_back(rank);
    return read;
}

/// Appears whole, and once: whoever comes second finds it there.
void write_decision(const std::string& path, int rank, const std::vector<int>& ranks) {
    std::random_device random;
    std::string text = std::to_string(std::uint64_t{random()} << 32U | random()) + '\n';
    for (const int one : ranks) text += std::to_string(one) + '\n';
    const std::string own = path + '.' + std::to_string(rank);
    const int file = open(own.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return;
    const bool is_whole = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(file);
    if (is_whole) (void)!link(own.c_str(), path.c_str());
    (void)unlink(own.c_str());
}

}  // namespace

Participants find_participants(const std::string& folder, int rank, int rank_count) {
    const std::string path = folder + '/' + recorded_ranks_file;
    const auto longest = rank == 0 ? max_silence_of_first : max_silence;
    const auto began = Clock::now();
    auto changed = began;
    auto next_look = rank == 0 ? began : began + std::chrono::milliseconds(250);
    std::size_t seen = 0;
    auto wait = std::chrono::microseconds(50);
    for (;;) {
        if (auto decision = read_decision(path)) return *std::move(decision);
        const auto now = Clock::now();
        if (now >= next_look) {
            if (now - began > std::chrono::milliseconds(200)) look_anew(folder, rank);
            const std::vector<int> ranks = ranks_with_files(folder);
            if (ranks.size() != seen && seen != 0) changed = now;
            seen = ranks.size();
            const bool are_all = static_cast<int>(seen) == rank_count;
            if ((rank == 0 && are_all) || now - changed > longest) write_decision(path, rank, ranks);
            next_look = rank == 0 && now - began < std::chrono::milliseconds(200)
                            ? now
                            : now + std::chrono::milliseconds(250);
        }
        // It cannot be written, as on a disk that is full. Whoever still can must not count on this rank.
        if (now - changed > max_wait_for_decision) {
            (void)unlink((folder + '/' + rank_file_name(rank)).c_str());
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            return read_decision(path).value_or(Participants{});
        }
        std::this_thread::sleep_for(wait);
        wait = std::min(2 * wait, std::chrono::microseconds(5000));
    }
}

}  // namespace fabricmap::tracing
