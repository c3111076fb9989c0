// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/formats/otf2/attributes.hpp"
#include "tracing/formats/otf2/definitions.hpp"

#include <memory>
#include <otf2/otf2.h>
#include <span>

namespace fabricmap::tracing {

/// Times of an archive: ticks since its origin, a moment in seconds.
class Otf2Ticks {
  public:
    explicit Otf2Ticks(double origin) : origin_(origin) {}

    [[nodiscard]] double origin() const noexcept { return origin_; }
    /// The tick of a moment, which is none before the origin.
    [[nodiscard]] std::uint64_t at(double time) noexcept;
    /// The latest of those asked for.
    [[nodiscard]] std::uint64_t last() const noexcept { return last_; }

  private:
    double origin_;
    std::uint64_t last_ = 0;
};

/// Writes what a call did, one event a mark: messages, collectives, accesses to windows, locks, exposures and
/// signals.
class MarkWriter {
  public:
    /// All of them outlive it.
    MarkWriter(const Trace& trace, Otf2Definitions& definitions, Otf2Ticks& ticks);

    /// At a tick, into a location's events.
    void write(const Mark& mark, std::uint64_t time, OTF2_EvtWriter* writer);
    /// The begin of a call.
    void write_enter(const TimelineCall& call, std::uint32_t region, std::uint64_t time,
                     OTF2_EvtWriter* writer);

  private:
    struct DeleteAttributes {
        void operator()(OTF2_AttributeList* list) const noexcept { OTF2_AttributeList_Delete(list); }
    };

    struct WaitFields {
        FieldIndex start;
        FieldIndex finish;
        FieldIndex place;
    };

    void write_message(const Mark& mark, std::uint64_t time);
    void write_collective(const Mark& mark, std::uint64_t time);
    void write_access(const Mark& mark, std::uint64_t time);
    void write_lock(const Mark& mark, std::uint64_t time);
    void write_exposure(const Mark& mark, std::uint64_t time);
    void write_signal(const Mark& mark, std::uint64_t time);

    void add_number(Otf2Attribute attribute, double value);
    void add_moment(Otf2Attribute attribute, double time);
    /// The call that a record's operation waits in, as far as it is known.
    void add_waiting(RecordType type, const WaitFields& fields, std::size_t record);
    void add_details(RecordType type, std::size_t record, std::span<const Otf2Detail> details);
    void add_text(Otf2Attribute attribute, RecordType type, FieldIndex field, std::size_t record);

    const Trace& trace_;
    Otf2Definitions& definitions_;
    Otf2Ticks& ticks_;
    std::unique_ptr<OTF2_AttributeList, DeleteAttributes> attributes_;  ///< of the next event; empty between
    OTF2_EvtWriter* writer_ = nullptr;
};

}  // namespace fabricmap::tracing
