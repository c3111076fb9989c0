// SPDX-License-Identifier: Apache-2.0
#include "tracing/formats/otf2/archive_events.hpp"

namespace fabricmap::tracing {
namespace {

using Location = OTF2_LocationRef;
using Tick = OTF2_TimeStamp;
using Attributes = OTF2_AttributeList;
constexpr OTF2_CallbackCode went_on = OTF2_CALLBACK_SUCCESS;

}  // namespace

void ArchiveEvents::set_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks) {
    OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(
        callbacks,
        [](Location location, Tick tick, void* data, Attributes* attributes, OTF2_RegionRef region) {
            self(data).enter(self(data).moment(location, tick, attributes), region);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(
        callbacks,
        [](Location location, Tick tick, void* data, Attributes* attributes, OTF2_RegionRef region) {
            self(data).leave(self(data).moment(location, tick, attributes), region);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetProgramBeginCallback(
        callbacks, [](Location location, Tick tick, void* data, Attributes* attributes,
                      OTF2_StringRef /*name*/, std::uint32_t /*count*/, const OTF2_StringRef* /*arguments*/) {
            const Moment moment = self(data).moment(location, tick, attributes);
            self(data).spans_[moment.location.rank].first = moment.time;
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetProgramEndCallback(
        callbacks,
        [](Location location, Tick tick, void* data, Attributes* attributes, std::int64_t /*status*/) {
            const Moment moment = self(data).moment(location, tick, attributes);
            self(data).spans_[moment.location.rank].last = moment.time;
            self(data).spans_[moment.location.rank].is_known = true;
            return went_on;
        });
    set_message_callbacks(callbacks);
    set_collective_callbacks(callbacks);
    set_window_callbacks(callbacks);
}

void ArchiveEvents::set_message_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks) {
    OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(
        callbacks, [](Location location, Tick tick, void* data, Attributes* attributes, std::uint32_t peer,
                      OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes) {
            const Moment moment = self(data).moment(location, tick, attributes);
            if (const auto side = self(data).side(moment, peer, communicator, tag, bytes))
                self(data).send(moment, *side, std::nullopt);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCallback(
        callbacks,
        [](Location location, Tick tick, void* data, Attributes* attributes, std::uint32_t peer,
           OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes, std::uint64_t request) {
            const Moment moment = self(data).moment(location, tick, attributes);
            if (const auto side = self(data).side(moment, peer, communicator, tag, bytes))
                self(data).send(moment, *side, request);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCompleteCallback(
        callbacks,
        [](Location location, Tick tick, void* data, Attributes* attributes, std::uint64_t request) {
            self(data).complete_send(self(data).moment(location, tick, attributes), request);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvRequestCallback(
        callbacks,
        [](Location location, Tick tick, void* data, Attributes* attributes, std::uint64_t request) {
            self(data).request_receive(self(data).moment(location, tick, attributes), request);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(
        callbacks, [](Location location, Tick tick, void* data, Attributes* attributes, std::uint32_t peer,
                      OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes) {
            const Moment moment = self(data).moment(location, tick, attributes);
            if (const auto side = self(data).side(moment, peer, communicator, tag, bytes))
                self(data).receive(moment, *side);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvCallback(
        callbacks,
        [](Location location, Tick tick, void* data, Attributes* attributes, std::uint32_t peer,
           OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes, std::uint64_t request) {
            const Moment moment = self(data).moment(location, tick, attributes);
            if (const auto side = self(data).side(moment, peer, communicator, tag, bytes))
                self(data).complete_receive(moment, *side, request);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetMpiRequestCancelledCallback(
        callbacks,
        [](Location location, Tick tick, void* data, Attributes* attributes, std::uint64_t request) {
            self(data).cancel(self(data).moment(location, tick, attributes), request);
            return went_on;
        });
}

void ArchiveEvents::set_collective_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks) {
    OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveEndCallback(
        callbacks,
        [](Location location, Tick tick, void* data, Attributes* attributes, OTF2_CollectiveOp /*op*/,
           OTF2_CommRef communicator, std::uint32_t root, std::uint64_t sent, std::uint64_t /*received*/) {
            self(data).collective(self(data).moment(location, tick, attributes), communicator, root, sent);
            return went_on;
        });
}

void ArchiveEvents::set_window_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks) {
    // Puts and gets differ in nothing but their functions' names.
    const auto access = [](Location location, Tick tick, void* data, Attributes* attributes,
                           OTF2_RmaWinRef window, std::uint32_t target, std::uint64_t bytes,
                           std::uint64_t matching_id) {
        const Moment moment = self(data).moment(location, tick, attributes);
        self(data).accesses_[{moment.location.rank, matching_id}] = self(data).events_.accesses.size();
        self(data).access(moment, window, target, bytes);
        return went_on;
    };
    OTF2_GlobalEvtReaderCallbacks_SetRmaPutCallback(callbacks, access);
    OTF2_GlobalEvtReaderCallbacks_SetRmaGetCallback(callbacks, access);
    OTF2_GlobalEvtReaderCallbacks_SetRmaAtomicCallback(
        callbacks, [](Location location, Tick tick, void* data, Attributes* attributes, OTF2_RmaWinRef window,
                      std::uint32_t target, OTF2_RmaAtomicType /*type*/, std::uint64_t sent,
                      std::uint64_t /*received*/, std::uint64_t matching_id) {
            const Moment moment = self(data).moment(location, tick, attributes);
            self(data).accesses_[{moment.location.rank, matching_id}] = self(data).events_.accesses.size();
            self(data).access(moment, window, target, sent);
            return went_on;
        });
    const auto complete = [](Location location, Tick tick, void* data, Attributes* attributes,
                             OTF2_RmaWinRef /*window*/, std::uint64_t matching_id) {
        self(data).complete_access(self(data).moment(location, tick, attributes), matching_id);
        return went_on;
    };
    OTF2_GlobalEvtReaderCallbacks_SetRmaOpCompleteBlockingCallback(callbacks, complete);
    OTF2_GlobalEvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(callbacks, complete);
    OTF2_GlobalEvtReaderCallbacks_SetRmaAcquireLockCallback(
        callbacks, [](Location location, Tick tick, void* data, Attributes* attributes, OTF2_RmaWinRef window,
                      std::uint32_t target, std::uint64_t lock, OTF2_LockType type) {
            self(data).acquire(self(data).moment(location, tick, attributes), window, target, lock, type);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetRmaReleaseLockCallback(
        callbacks, [](Location location, Tick tick, void* data, Attributes* attributes,
                      OTF2_RmaWinRef /*window*/, std::uint32_t /*target*/, std::uint64_t lock) {
            self(data).release(self(data).moment(location, tick, attributes), lock);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetRmaGroupSyncCallback(
        callbacks, [](Location location, Tick tick, void* data, Attributes* attributes,
                      OTF2_RmaSyncLevel /*level*/, OTF2_RmaWinRef window, OTF2_GroupRef group) {
            self(data).synchronise(self(data).moment(location, tick, attributes), window, group);
            return went_on;
        });
    OTF2_GlobalEvtReaderCallbacks_SetRmaWaitChangeCallback(
        callbacks,
        [](Location location, Tick tick, void* data, Attributes* attributes, OTF2_RmaWinRef /*window*/) {
            self(data).signal(self(data).moment(location, tick, attributes));
            return went_on;
        });
}

}  // namespace fabricmap::tracing
