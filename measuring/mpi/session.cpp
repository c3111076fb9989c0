// SPDX-License-Identifier: Apache-2.0
#include "measuring/mpi/session.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "measuring/mpi/waiting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace fabricmap {
namespace {

int own_rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

std::optional<Error> error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    } catch (const std::filesystem::filesystem_error& error) {
        return system_error(error.path1(), "use it", error.code().value());
    } catch (const std::bad_alloc&) {
        return Error(ExitCode::failure, "out of memory; start fewer ranks on each host, or ask for less");
    } catch (const std::exception& error) {
        return Error(ExitCode::failure, error.what());
    }
    return std::nullopt;
}

void broadcast_error(const std::optional<Error>& error, int from) {
    std::array<int, 2> code_and_size{-1, 0};
    if (own_rank() == from && error) {
        code_and_size = {static_cast<int>(error->code()),
                         static_cast<int>(std::string_view(error->what()).size())};
    }
    // The rank that acts may do so for minutes.
    IdleWaiting(is_simulated()).take_from(from, code_and_size.data(), 2, MPI_INT, MPI_COMM_WORLD);
    if (code_and_size[0] < 0) return;
    std::string text =
        own_rank() == from ? error->what() : std::string(static_cast<std::size_t>(code_and_size[1]), ' ');
    {
        const WaitScope waiting("waiting for an error report", Waiting::others, from);
        MPI_Bcast(text.data(), code_and_size[1], MPI_CHAR, from, MPI_COMM_WORLD);
    }
    throw Error(static_cast<ExitCode>(code_and_size[0]), text);
}

}  // namespace

Session::Session(int& argument_count, char**& arguments) {
    {
        const WaitScope waiting("starting", Waiting::start);
        MPI_Init(&argument_count, &arguments);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Session::~Session() {
    const WaitScope waiting("ending");
    MPI_Finalize();
}

Communicator::Communicator(MPI_Comm original) {
    const WaitScope waiting("making communicators");
    MPI_Comm_dup(original, &handle_);
}

Communicator::Communicator(MPI_Comm original, std::optional<int> group) {
    constexpr int in_their_order = 0;
    const WaitScope waiting("making communicators");
    MPI_Comm_split(original, group.value_or(MPI_UNDEFINED), in_their_order, &handle_);
}

Communicator::~Communicator() {
    if (handle_ == MPI_COMM_NULL) return;
    const WaitScope waiting("freeing communicators");
    MPI_Comm_free(&handle_);
}

std::string own_host() {
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    return {name.data(), static_cast<std::size_t>(length)};
}

std::string broadcast_text(std::string text) {
    std::vector<char> letters(text.begin(), text.end());
    take_from_first_rank(letters);
    return {letters.begin(), letters.end()};
}

std::vector<std::string> gather_texts(const std::string& text) {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const WaitScope waiting("gathering texts");
    const int own_length = static_cast<int>(text.size());
    std::vector<int> lengths(static_cast<std::size_t>(size));
    MPI_Allgather(&own_length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::vector<int> offsets(lengths.size() + 1, 0);
    for (std::size_t r = 0; r < lengths.size(); ++r) offsets[r + 1] = offsets[r] + lengths[r];
    std::string joined(static_cast<std::size_t>(offsets.back()), ' ');
    MPI_Allgatherv(text.data(), own_length, MPI_CHAR, joined.data(), lengths.data(), offsets.data(), MPI_CHAR,
                   MPI_COMM_WORLD);
    std::vector<std::string> texts;
    texts.reserve(lengths.size());
    for (std::size_t r = 0; r < lengths.size(); ++r) {
        texts.push_back(
            joined.substr(static_cast<std::size_t>(offsets[r]), static_cast<std::size_t>(lengths[r])));
    }
    return texts;
}

void on_first_rank(const std::function<void()>& action) {
    broadcast_error(own_rank() == 0 ? error_of(action) : std::nullopt, 0);
}

void on_every_rank(const std::function<void()>& action) {
    const auto error = error_of(action);
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int lowest = error ? own_rank() : size;
    // What the others do may take them long.
    IdleWaiting(is_simulated()).reduce_all(&lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (lowest < size) broadcast_error(error, lowest);
}

std::string mpi_library_text() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    MPI_Get_library_version(text.data(), &length);
    const std::string_view whole(text.data());
    return std::string(whole.substr(0, whole.find_first_of("\n,")));
}

bool is_simulated() {
    return mpi_library_text().find("SMPI") != std::string::npos;
}

std::string mpi_vendor_settings() {
    constexpr std::string_view open_mpi = "OMPI_MCA_";
    constexpr std::string_view ucx = "UCX_";
    // Set by mpirun for its own processes; not chosen by the user.
    constexpr std::array internal{"orte_", "ess", "pmix", "initial_wdir", "rmaps_ppr", "shmem_RUNTIME"};
    std::vector<std::string> settings;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        std::string_view text(*entry);
        if (text.starts_with(ucx)) settings.emplace_back(text);
        if (!text.starts_with(open_mpi)) continue;
        text.remove_prefix(open_mpi.size());
        const bool is_internal = std::any_of(internal.begin(), internal.end(),
                                             [&](const char* word) { return text.starts_with(word); });
        if (!is_internal) settings.emplace_back(text);
    }
    std::sort(settings.begin(), settings.end());
    return joined_by(settings, " ");
}

std::int64_t connections_of_a_pair() {
    const char* const links = std::getenv("OMPI_MCA_btl_tcp_links");
    return std::max<std::int64_t>(1, read_number<std::int64_t>(links == nullptr ? "" : links).value_or(1));
}

}  // namespace fabricmap
