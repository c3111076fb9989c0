// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/csv.hpp"

#include "base/csv_field.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string_view>

namespace fabricmap::viewer {
namespace {

std::string_view column_of(Quantity quantity) noexcept {
    switch (quantity) {
        case Quantity::delay:
            break;
        case Quantity::count:
            return "count";
        case Quantity::ratio:
            return "ratio";
        case Quantity::rate:
            return "bytes_per_s";
    }
    return "delay_s";
}

std::string_view column_of(Content content, Quantity quantity) noexcept {
    if (content == Content::clusters) return "cluster";
    if (content == Content::bytes || content == Content::bytes_total) return "bytes";
    return is_of_traffic(content) ? "messages" : column_of(quantity);
}

void put_header(std::ostream& out, const Displayed& shown) {
    out << fmt::format("length_bytes,sender,receiver,sender_host,receiver_host,{}\n",
                       column_of(shown.content, shown.quantity));
}

/// Nothing for NaN.
std::string number(double value) {
    return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

/// A line for each value that a endpoint sends or receives at one length.
template <typename Values>
void put_lines(std::ostream& out, const Displayed& shown, std::int64_t length_bytes, std::int64_t endpoint,
               bool is_row, const Values& values) {
    fmt::memory_buffer lines;
    const Endpoint& one = shown.names.at(static_cast<std::size_t>(endpoint));
    for (std::int64_t other = 0; other < values.size(); ++other) {
        const Endpoint& partner = shown.names.at(static_cast<std::size_t>(other));
        const Endpoint& sender = is_row ? one : partner;
        const Endpoint& receiver = is_row ? partner : one;
        const bool is_never =
            is_row ? shown.never.holds(endpoint, other) : shown.never.holds(other, endpoint);
        fmt::format_to(std::back_inserter(lines), "{},{},{},{},{},{}\n", length_bytes, csv_field(sender.tick),
                       csv_field(receiver.tick), csv_field(sender.host), csv_field(receiver.host),
                       is_never ? std::string() : number(values(other)));
    }
    out.write(lines.data(), static_cast<std::streamsize>(lines.size()));
}

std::string value_at(const std::vector<double>& values, std::size_t k) {
    return values.empty() ? std::string() : number(values.at(k));
}

}  // namespace

void write_plane_csv(std::ostream& out, const Displayed& shown, std::size_t k) {
    put_header(out, shown);
    const std::int64_t length_bytes = shown.stack->message_lengths().at(k);
    for (std::int64_t sender = 0; sender < shown.stack->rank_count() && out; ++sender) {
        const Matrix row = shown.stack->rows(k, sender, 1);
        put_lines(out, shown, length_bytes, sender, true, row.row(0));
    }
}

void write_cut_csv(std::ostream& out, const Displayed& shown, std::int64_t endpoint, bool is_row) {
    put_header(out, shown);
    const Matrix cut = is_row ? shown.stack->row(endpoint) : shown.stack->column(endpoint);
    const std::vector<std::int64_t>& lengths = shown.stack->message_lengths();
    for (std::size_t k = 0; k < lengths.size() && out; ++k) {
        put_lines(out, shown, lengths[k], endpoint, is_row, cut.row(static_cast<Eigen::Index>(k)));
    }
}

void write_curves_csv(std::ostream& out, const CurveSet& curves) {
    const std::string_view unit = curves.quantity == Quantity::delay ? "_s" : "";
    out << fmt::format("pair,length_bytes,low{},{},high{}\n", unit,
                       column_of(curves.content, curves.quantity), unit);
    for (const Curve& curve : curves.curves) {
        const std::string name = csv_field(curve.name);
        for (std::size_t k = 0; k < curves.lengths.size(); ++k) {
            out << fmt::format("{},{},{},{},{}\n", name, curves.lengths[k], value_at(curve.low, k),
                               value_at(curve.middle, k), value_at(curve.high, k));
        }
    }
}

}  // namespace fabricmap::viewer
