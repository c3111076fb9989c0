// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/reading/curves.hpp"
#include "viewer/reading/displayed.hpp"

#include <cstddef>
#include <cstdint>
#include <ostream>

namespace fabricmap::viewer {

/// The numbers behind a view as CSV (RFC 4180, lines end with "\n"): a header line with units in its names, a
/// line for each value, points in decimals, as many digits as it takes to read the same number again. What
/// was not or is never measured is empty. Whether all was written the stream tells. Throws FileError where
/// the values cannot be read.

/// A plane, row by row: "length_bytes,sender,receiver,sender_host,receiver_host,delay_s". Instead of delay_s
/// stands count, ratio or cluster where the view shows that. Senders and receivers are as on the axes.
void write_plane_csv(std::ostream& out, const Displayed& shown, std::size_t k);

/// The same columns: what a endpoint sends at all lengths, or what it receives.
void write_cut_csv(std::ostream& out, const Displayed& shown, std::int64_t endpoint, bool is_row);

/// Length by length: "pair,length_bytes,low_s,delay_s,high_s"; low and high are empty without a band.
void write_curves_csv(std::ostream& out, const CurveSet& curves);

}  // namespace fabricmap::viewer
