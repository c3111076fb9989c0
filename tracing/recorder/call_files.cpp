// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/call.hpp"
#include "tracing/recorder/session.hpp"

#include <string>
#include <string_view>

namespace fabricmap::tracing {

void Call::opens_file(MPI_Comm comm, const char* name, MPI_File opened) {
    on(comm);
    session().files().add(opened, name);
    on_file(opened);
}

void Call::closes_file(MPI_File file) {
    on_file(file);
    session().files().forget(file);
}

void Call::on_file(MPI_File file) {
    constexpr std::size_t max_letters = 1000;
    const std::string name = session().files().name_of(file);
    auto& letters = recorder_.scratch.list;
    letters.clear();
    for (const char letter : std::string_view(name).substr(0, max_letters))
        letters.push_back(static_cast<unsigned char>(letter));
    if (!letters.empty()) context_.list = static_cast<std::int32_t>(recorder_.number_of(letters));
}

void Call::reads_file(MPI_File file, std::int64_t bytes) {
    on_file(file);
    context_.receive_bytes = bytes;
}

void Call::writes_file(MPI_File file, std::int64_t bytes) {
    on_file(file);
    context_.send_bytes = bytes;
}

}  // namespace fabricmap::tracing
