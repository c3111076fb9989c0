// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap {

/// MPI between its initialisation and its end. One for a process.
class Session {
  public:
    Session(int& argument_count, char**& arguments);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] int rank() const noexcept { return rank_; }
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] bool is_first() const noexcept { return rank_ == 0; }

  private:
    int rank_ = 0;
    int size_ = 1;
};

/// A communicator of our own with the members of another; messages in it meet none of the other's.
class Communicator {
  public:
    explicit Communicator(MPI_Comm original);
    /// With those of its members that name the same group, in their order; MPI_COMM_NULL on those that name
    /// none.
    Communicator(MPI_Comm original, std::optional<int> group);
    ~Communicator();
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;

    [[nodiscard]] MPI_Comm get() const noexcept { return handle_; }

  private:
    MPI_Comm handle_ = MPI_COMM_NULL;
};

/// The name of the host that this rank is on, as MPI has it.
[[nodiscard]] std::string own_host();

/// The text that rank 0 passes, on every rank.
[[nodiscard]] std::string broadcast_text(std::string text);

/// Every rank's text, on every rank, by rank.
[[nodiscard]] std::vector<std::string> gather_texts(const std::string& text);

/// Runs `action` on rank 0 alone. An Error that it throws there is thrown on every rank, with the same code
/// and text.
void on_first_rank(const std::function<void()>& action);

/// Runs `action` on every rank. When it throws an Error anywhere, the lowest such rank's Error is thrown on
/// every rank.
void on_every_rank(const std::function<void()>& action);

/// The first line of what the MPI library says of itself, such as "Open MPI v4.1.4, ...".
[[nodiscard]] std::string mpi_library_text();

/// Whether the MPI library is SimGrid's: time is simulated, threads may not exist, and waiting costs nothing.
[[nodiscard]] bool is_simulated();

/// The settings of the MPI library that this job was started with ("btl=tcp,self osc=pt2pt"), from the
/// environment.
[[nodiscard]] std::string mpi_vendor_settings();

/// How many connections the MPI library makes between two ranks on different hosts, as far as the settings
/// tell: those of Open MPI over TCP (btl_tcp_links), else 1.
[[nodiscard]] std::int64_t connections_of_a_pair();

}  // namespace fabricmap
