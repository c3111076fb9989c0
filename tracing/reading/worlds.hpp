// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/call_sequence.hpp"
#include "tracing/reading/recording.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace fabricmap::tracing {

/// Processes that were not started together know each other by the communicator that they met on alone. Here
/// the two sides of each are put together: a spawn and its processes by the token that these were given, an
/// accept and a connect by the name of their port where all else fits no other way.
class Worlds {
  public:
    explicit Worlds(const Recording& recording);

    /// With ranks of the recording as members, -1 of processes that are not known, and an identity that is
    /// the same for all members, and no other communicator's. `sequence` has the communicator.
    [[nodiscard]] CommunicatorInfo resolved(const RankRecording& rank, const CallSequence& sequence,
                                            const CommunicatorInfo& communicator) const;
    /// Sides whose other one is not here, or not known.
    [[nodiscard]] std::size_t unmet_links() const noexcept;

  private:
    using SideKey = std::pair<std::uint32_t, std::uint64_t>;  ///< world, identity
    /// What the processes of one side have.
    struct Side {
        const RankRecording* rank = nullptr;  ///< a process of it
        const Link* link = nullptr;           ///< as that one has it
        std::uint64_t token = 0;
        double start = 0;  ///< of the root's call
        double end = 0;
        std::size_t number = 0;
        const Side* other = nullptr;
    };

    void add_sides(const Recording& recording);
    void join_spawns();
    void join_ports();
    static void join(Side& one, Side& other);
    /// Whether the other side is who met this one, as far as that is known.
    [[nodiscard]] bool knows(const Side& one, const Side& other) const;
    [[nodiscard]] bool fit_at_port(const Side& one, const Side& other) const;
    [[nodiscard]] Side* only_fit(const Side& one);
    [[nodiscard]] const Side* side_of(const RankRecording& rank, const Link& link) const;
    [[nodiscard]] int rank_of(const RankRecording& rank, int member, int depth) const;
    [[nodiscard]] std::uint64_t identity_of(const RankRecording& rank, const CallSequence& sequence,
                                            const CommunicatorInfo& communicator, int depth) const;
    [[nodiscard]] std::vector<int> ranks_of(const RankRecording& rank, const std::vector<int>& members) const;

    std::map<SideKey, Side> sides_;
};

}  // namespace fabricmap::tracing
