// SPDX-License-Identifier: Apache-2.0
#include "placement/patterns/open_pattern.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/printed_text.hpp"
#include "placement/patterns/sources.hpp"
#include "placement/patterns/standard.hpp"

#include <fmt/format.h>

#include <array>

namespace fabricmap::placement {
namespace {

constexpr std::array message_sources{
    MessageSource{"Open MPI's monitoring files", is_monitoring, read_monitoring},
    MessageSource{"PREFIX_traffic.nc of network_trace", is_traffic, read_traffic},
    MessageSource{"IPM's XML", is_ipm, read_ipm},
    MessageSource{"Matrix Market", is_matrix_market, read_matrix_market},
    MessageSource{"CSV with sender,receiver,messages,bytes", is_message_csv, read_message_csv},
    MessageSource{"square matrices of bytes, as TreeMatch and QAPLIB have them", is_byte_matrix,
                  read_byte_matrix},
};

/// Empty where there is no such file.
std::string beginning_of(const std::filesystem::path& path) {
    std::error_code missing;
    if (!std::filesystem::exists(path, missing)) return {};
    constexpr std::size_t enough = 4096;
    std::ifstream file = open_regular_file(path);
    std::string beginning(enough, '\0');
    file.read(beginning.data(), static_cast<std::streamsize>(enough));
    beginning.resize(static_cast<std::size_t>(file.gcount()));
    return without_labels(beginning);
}

/// Profiles that sum over partners.
void refuse_profile(const std::filesystem::path& path, const std::string& beginning) {
    const auto has = [&](std::string_view part) { return beginning.find(part) != std::string::npos; };
    const std::string tool = has("mpiP") ? "reports of mpiP" : has("anchor.xml") ? "profiles of Score-P" : "";
    if (tool.empty()) return;
    throw FileError(fmt::format(
        "{}: {} do not say who sends to whom; take network_trace traffic, Open MPI's monitoring (--mca "
        "pml_monitoring_enable 1), or a matrix of bytes that another tool has made of a trace",
        path.string(), tool));
}

}  // namespace

Pattern open_messages(const std::filesystem::path& path) {
    const std::filesystem::path file = run_in_file(path).file;
    const std::string beginning = beginning_of(file);
    for (const MessageSource& source : message_sources) {
        if (!source.is_it(path, beginning)) continue;
        Pattern pattern = source.read(path);
        pattern.name = path.string();
        tidy(pattern);
        if (pattern.flows.empty())
            throw FileError(fmt::format("{}: it has no messages between different ranks", path.string()));
        return pattern;
    }
    std::error_code missing;
    if (!std::filesystem::exists(file, missing)) {
        throw FileError(
            fmt::format("{}: there is no such file, and no {}.0.prof", path.string(), path.string()));
    }
    refuse_profile(path, beginning);
    std::string forms;
    for (const MessageSource& source : message_sources)
        forms += fmt::format("{}{}", forms.empty() ? "" : "; ", source.name);
    throw FileError(fmt::format("{}: unrecognised format; supported: {}", path.string(), forms));
}

void require_one_source(const std::string& spec, const std::filesystem::path& messages) {
    if (spec.empty() && messages.empty()) {
        throw UsageError(
            "no messages are given: give --pattern SPEC or --messages FILE; of a traced program, fabricmap "
            "place RUN --app TRACE");
    }
    if (!spec.empty() && !messages.empty())
        throw UsageError("--pattern and --messages are both given: give only one of them");
}

Pattern pattern_of(const std::string& spec, const std::filesystem::path& messages, std::optional<int> ranks) {
    require_one_source(spec, messages);
    return spec.empty() ? open_messages(messages) : standard_pattern(spec, ranks);
}

}  // namespace fabricmap::placement
