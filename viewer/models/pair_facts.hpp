// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "viewer/models/lane.hpp"
#include "viewer/reading/loaded_plane.hpp"
#include "viewer/reading/shared_stack.hpp"

#include <QString>
#include <cstdint>
#include <memory>
#include <optional>

namespace fabricmap::viewer {

/// Where a pair stands among those of its class: 1 is the slowest.
struct Standing {
    std::int64_t place = 0;
    std::int64_t pairs = 0;
};

/// What is known of a pair at one length, whatever the matrix shows.
struct PairFacts {
    QString sender;
    QString receiver;
    std::int64_t length_bytes = 0;
    std::optional<double> delay_s;
    std::optional<double> bytes_per_s;
    std::optional<double> times_expected;
    std::optional<double> age_s;  ///< when the runs that this one was merged from were, of the newest
    QString class_name;           ///< empty where it is not known
    std::optional<Standing>
        standing;  ///< by what the matrix shows, where that tells slow pairs from fast ones
};

/// A pair of the matrix, and what it is looked up in.
struct PointedPair {
    Opened run;
    std::shared_ptr<const LoadedPlane> plane;
    std::shared_ptr<const diagnosis::Diagnosis> diagnosis;  ///< of the run; may be null
    Cell cell;
};

/// Reads the files and goes through the whole plane: for a thread of its own. Throws FileError.
[[nodiscard]] PairFacts pair_facts(const PointedPair& pointed, const Stopped& stopped);

/// A line each: names, delay and GB/s, what is expected, the place in the class.
[[nodiscard]] QString text_of(const PairFacts& facts);

}  // namespace fabricmap::viewer
