// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/views/timeline.hpp"

#include <cstdint>
#include <map>
#include <otf2/otf2.h>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricmap::tracing {

/// The numbers of what the events of an archive refer to, and the definitions that are written of them.
class Otf2Definitions {
  public:
    Otf2Definitions(const Trace& trace, const Timeline& timeline);

    [[nodiscard]] std::uint32_t string(std::string_view text);
    [[nodiscard]] std::uint32_t region(std::string_view function, std::string_view place);
    [[nodiscard]] std::uint32_t phase(std::string_view name);
    /// The communicator of messages.
    [[nodiscard]] std::uint32_t communicator(std::string_view name) const;
    /// Of the processes that take part in a collective operation.
    [[nodiscard]] std::uint32_t communicator_of(std::uint64_t instance) const;
    /// A process in a communicator.
    [[nodiscard]] std::uint32_t rank_in(std::uint32_t communicator, int rank) const;
    [[nodiscard]] std::uint32_t window(std::string_view name);
    /// A group of processes, of one.
    [[nodiscard]] std::uint32_t group_of(int rank);
    [[nodiscard]] std::uint64_t location(int rank, int lane) const;

    /// All of them, in the order that readers want. `events`: how many each location has.
    void write(OTF2_GlobalDefWriter* writer, const std::map<std::uint64_t, std::uint64_t>& events,
               std::uint64_t last_tick);

  private:
    using Members = std::vector<std::uint64_t>;
    std::uint32_t add_communicator(const std::string& name, const std::set<int>& ranks);
    void find_communicators();
    void write_places(OTF2_GlobalDefWriter* writer, const std::map<std::uint64_t, std::uint64_t>& events);
    void write_regions(OTF2_GlobalDefWriter* writer);
    void write_groups(OTF2_GlobalDefWriter* writer);

    struct Communicator {
        std::string name;
        Members members;
    };

    const Trace& trace_;
    const Timeline& timeline_;
    std::map<std::string, std::uint32_t, std::less<>> strings_;
    std::vector<std::string> texts_;
    std::map<std::pair<std::string, std::string>, std::uint32_t> regions_;
    std::map<std::string, std::uint32_t, std::less<>> phases_;
    std::map<std::string, std::uint32_t, std::less<>> named_;
    std::map<std::uint64_t, std::uint32_t> of_instances_;
    std::vector<Communicator> communicators_;
    std::map<std::string, std::uint32_t, std::less<>> windows_;
    std::map<int, std::uint32_t> single_groups_;
    std::vector<std::uint64_t> first_lane_;  ///< location of a rank's second lane
    std::uint32_t next_region_ = 0;
};

}  // namespace fabricmap::tracing
