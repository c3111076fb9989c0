// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/vocabulary.hpp"
#include "network_test/modes/exchange.hpp"

#include <memory>

namespace fabricmap::network_test {

/// What a mode's exchange can be asked for.
struct ExchangeSettings {
    Timing timing = Timing::one_way;
    RmaSync rma_sync = RmaSync::lock;
    std::uint64_t seed = 0;
};

/// The buffer that other ranks may reach into.
enum class WindowOver : std::uint8_t { nothing, in, out };

/// A line of the table of modes. Exactly one of the two makers serves the settings given; the other returns
/// nothing.
struct ModeEntry {
    Mode mode;
    const char* what;  ///< for --help
    std::unique_ptr<PairExchange> (*make_pair)(const ExchangeSettings&);
    std::unique_ptr<GroupExchange> (*make_group)(const ExchangeSettings&);
    WindowOver window;
};

/// The entry of a mode; every mode has one.
[[nodiscard]] const ModeEntry& mode_entry(Mode mode) noexcept;

// The makers, each in the file of its mode.
[[nodiscard]] std::unique_ptr<PairExchange> make_one_to_one(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<PairExchange> make_async_one_to_one(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<PairExchange> make_send_recv_and_recv_send(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<PairExchange> make_put_one_to_one(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<PairExchange> make_get_one_to_one(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<GroupExchange> make_put_with_fence(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<GroupExchange> make_get_with_fence(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<GroupExchange> make_all_to_all(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<GroupExchange> make_bcast(const ExchangeSettings& settings);

}  // namespace fabricmap::network_test
