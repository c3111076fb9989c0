// SPDX-License-Identifier: Apache-2.0
// Lists of pairs: host,host,value[,bytes].
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "netcdf_schema/other_tools/pair_values.hpp"
#include "netcdf_schema/other_tools/printed_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace fabricmap {
namespace {

constexpr std::size_t fields_without_bytes = 3;
constexpr std::size_t fields_with_bytes = 4;
/// What a bandwidth without a length is turned into the time of.
constexpr std::int64_t assumed_bytes = 1 << 20;

/// Of a line that is no comment: its fields; none where it has not as many as a list.
std::vector<std::string> fields_of_list(std::string_view line) {
    constexpr std::string_view separators = ",;\t";
    const std::size_t at = line.find_first_of(separators);
    if (at == std::string_view::npos) return {};
    std::vector<std::string> fields = split(line, line[at]);
    for (std::string& field : fields) {
        field = trimmed(field);
        if (field.size() > 1 && field.starts_with('"') && field.ends_with('"'))
            field = field.substr(1, field.size() - 2);
    }
    if (fields.size() < fields_without_bytes || fields.size() > fields_with_bytes) return {};
    return fields;
}

bool is_comment(std::string_view line) {
    return line.empty() || line.starts_with('#');
}

bool has_value(const std::vector<std::string>& fields) {
    return !fields.empty() && read_number<double>(fields[2]).has_value();
}

/// Whether the first line is of a list, or a heading above one.
bool is_pair_list(const Content& content) {
    if (content.netcdf) return false;
    std::string_view rest = content.beginning;
    for (int looked_at = 0; !rest.empty() && looked_at < 2;) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = trimmed(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (is_comment(line)) continue;
        const std::vector<std::string> fields = fields_of_list(line);
        if (fields.empty()) return false;
        if (has_value(fields)) return true;
        ++looked_at;
    }
    return false;
}

class PairListParser {
  public:
    explicit PairListParser(const Request& request) : printed_(request.file), unit_(request.unit) {}

    void parse() {
        bool is_first = true;
        while (printed_.next()) {
            const std::string_view line = trimmed(printed_.line());
            if (is_comment(line)) continue;
            const std::vector<std::string> fields = fields_of_list(line);
            if (fields.empty()) {
                printed_.refuse(
                    fmt::format("'{:.40}' is not host,host,value or host,host,value,bytes", line));
            }
            const bool is_heading = is_first && !has_value(fields);
            is_first = false;
            if (is_heading) {
                if (!unit_) unit_ = unit_in(fields[2]);
            } else {
                read_value(fields);
            }
        }
    }

    [[nodiscard]] const PairValues& values() const noexcept { return values_; }
    [[nodiscard]] RunDescription description() const;

  private:
    void read_value(const std::vector<std::string>& fields);
    [[nodiscard]] std::optional<std::int64_t> bytes_in(const std::vector<std::string>& fields) const;

    PrintedLines printed_;
    std::optional<PrintedUnit> unit_;
    std::optional<bool> has_bytes_;
    PairValues values_;
};

/// Of the fourth field.
std::optional<std::int64_t> PairListParser::bytes_in(const std::vector<std::string>& fields) const {
    if (fields.size() < fields_with_bytes || fields.back().empty()) return std::nullopt;
    try {
        return parse_size(fields.back(), "bytes");
    } catch (const UsageError&) {
        printed_.refuse(fmt::format(
            "'{:.40}' stands where the bytes of a message are expected, as 65536 or 64K", fields.back()));
    }
}

void PairListParser::read_value(const std::vector<std::string>& fields) {
    if (!unit_) {
        printed_.refuse(fmt::format(
            "the unit of '{:.40}' is unknown; put host,host,GB/s above the list or name it behind the "
            "file, {}:GB/s (known: {})",
            fields[2], printed_.path().filename().string(), known_units()));
    }
    if (fields[0].empty() || fields[1].empty()) printed_.refuse("a host has no name");
    const auto value = read_number<double>(fields[2]);
    // An empty field and nan are what tables have for a pair that was not measured.
    if (!value && !fields[2].empty()) printed_.refuse(fmt::format("'{:.40}' is not a number", fields[2]));
    const auto bytes = bytes_in(fields);
    if (has_bytes_.value_or(bytes.has_value()) != bytes.has_value())
        printed_.refuse("some lines name the bytes of a message and others do not; name them in all");
    has_bytes_ = bytes.has_value();
    const std::int64_t length = bytes.value_or(unit_->is_bandwidth() ? assumed_bytes : 0);
    if (unit_->is_bandwidth() && length == 0) printed_.refuse("a message of 0 bytes has no bandwidth");
    values_.add(fields[0], fields[1], length,
                unit_->seconds_of(value.value_or(0), static_cast<double>(length)));
}

RunDescription PairListParser::description() const {
    RunDescription description;
    description.source = "list of pairs";
    description.title = description.source;
    if (unit_ && unit_->is_bandwidth()) {
        description.title += ", times computed from bandwidths";
        description.comment =
            fmt::format("The delay of a message is {} divided by the bandwidth in the list ({})",
                        has_bytes_.value_or(false) ? "its length" : "1 MiB", unit_->name);
        if (!has_bytes_.value_or(false)) description.comment += "; the list names no lengths";
    } else if (unit_) {
        description.comment = fmt::format("The delays are those in the list ({})", unit_->name);
        if (!has_bytes_.value_or(false)) description.comment += ", which names no lengths";
    }
    if (!values_.has_both_directions())
        description.comment += "; no pair is listed in both directions, so its value counts for both";
    if (values_.of_one_host() > 0) {
        description.comment += fmt::format("; {} of a host with itself left out",
                                           counted(static_cast<std::int64_t>(values_.of_one_host()), "line"));
    }
    return description;
}

Run open_pair_list(const Request& request, const Content& /*content*/) {
    PairListParser parser(request);
    parser.parse();
    return run_of(request, parser.values().as_run(request.file, parser.description(),
                                                  parser.values().has_both_directions()));
}

}  // namespace

extern constinit const Reader pair_list{"list of pairs", is_pair_list, open_pair_list, false, true};

}  // namespace fabricmap
