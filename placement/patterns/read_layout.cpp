// SPDX-License-Identifier: Apache-2.0
#include "placement/patterns/read_layout.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

namespace fabricmap::placement {
namespace {

using HostsByRank = std::map<int, std::string>;

struct NumberedLine {
    std::size_t number = 0;
    std::string text;
};

std::vector<NumberedLine> lines_of(const std::string& content) {
    std::vector<NumberedLine> lines;
    std::istringstream stream(content);
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        line = line.substr(0, line.find('#'));
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin == std::string::npos) continue;
        lines.push_back({number, line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1)});
    }
    return lines;
}

class LayoutReader {
  public:
    LayoutReader(std::filesystem::path path, std::string content)
        : path_(std::move(path)), content_(std::move(content)), lines_(lines_of(content_)) {}

    ReadPlacement read() const {
        if (lines_.empty()) refuse(1, "it is empty");
        const std::string& first = lines_.front().text;
        if (first.starts_with('{')) return {in_order(of_json()), {}};
        if (first == "rank,host,slot") return {in_order(of_csv()), {}};
        if (first.starts_with("rank ")) return {in_order(of_rankfile()), {}};
        if (first.find_first_not_of("0123456789,- ") == std::string::npos) return {{}, of_order()};
        return {of_hosts(), {}};
    }

  private:
    [[noreturn]] void refuse(std::size_t line, const std::string& what) const {
        throw FileError(fmt::format("{}:{}: {}", path_.string(), line, what));
    }

    [[nodiscard]] PerRank<std::string> in_order(const HostsByRank& hosts) const {
        PerRank<std::string> ordered;
        for (const auto& [rank, host] : hosts) {
            if (rank != std::ssize(ordered))
                refuse(lines_.back().number, fmt::format("rank {} is missing", ordered.size()));
            ordered.push_back(host);
        }
        return ordered;
    }

    void add(HostsByRank& hosts, std::size_t line, std::optional<int> rank, const std::string& host) const {
        if (!rank || *rank < 0) refuse(line, "its rank is not a number");
        if (host.empty()) refuse(line, "its host is empty");
        if (!hosts.emplace(*rank, host).second)
            refuse(line, fmt::format("rank {} stands there twice", *rank));
    }

    [[nodiscard]] HostsByRank of_json() const {
        HostsByRank hosts;
        try {
            const auto json = nlohmann::json::parse(content_);
            for (const auto& one : json.at("ranks"))
                add(hosts, 1, one.at("rank").get<int>(), one.at("host").get<std::string>());
        } catch (const nlohmann::json::exception& error) {
            const bool is_json = dynamic_cast<const nlohmann::json::parse_error*>(&error) == nullptr;
            refuse(1, is_json ? "no placement: \"ranks\" must list a \"rank\" and a \"host\" each, as in "
                                "what --json writes"
                              : "no JSON");
        }
        return hosts;
    }

    [[nodiscard]] HostsByRank of_csv() const {
        HostsByRank hosts;
        for (std::size_t place = 1; place < lines_.size(); ++place) {
            const auto fields = split(lines_[place].text, ',');
            if (fields.size() != 3) refuse(lines_[place].number, "give rank,host,slot");
            add(hosts, lines_[place].number, read_number<int>(fields[0]), fields[1]);
        }
        return hosts;
    }

    /// "rank 0=node01 slot=3".
    [[nodiscard]] HostsByRank of_rankfile() const {
        HostsByRank hosts;
        for (const auto& [number, text] : lines_) {
            const std::size_t equals = text.find('=');
            const std::size_t blank = text.find(' ', equals);
            if (!text.starts_with("rank ") || equals == std::string::npos)
                refuse(number, "give rank N=HOST slot=M");
            add(hosts, number, read_number<int>(std::string_view(text).substr(5, equals - 5)),
                text.substr(equals + 1, blank - equals - 1));
        }
        return hosts;
    }

    /// No job has more ranks than that.
    void require_possible(std::ptrdiff_t ranks, std::size_t line) const {
        constexpr std::ptrdiff_t most = 1 << 20;
        if (ranks > most) refuse(line, fmt::format("it places more than {} ranks", most));
    }

    /// A host a line, or "host:count".
    [[nodiscard]] PerRank<std::string> of_hosts() const {
        PerRank<std::string> hosts;
        for (const auto& [number, text] : lines_) {
            if (text.find_first_of(" \t=,") != std::string::npos) {
                refuse(number,
                       fmt::format("'{}': no placement; give one that network_place --to writes", text));
            }
            const std::size_t colon = text.find(':');
            int count = 1;
            if (colon != std::string::npos) {
                constexpr int most = 1 << 20;
                const auto given = read_number<int>(std::string_view(text).substr(colon + 1));
                if (!given || *given < 1 || *given > most) refuse(number, "give HOST:COUNT");
                count = *given;
            }
            require_possible(std::ssize(hosts) + count, number);
            for (int rank = 0; rank < count; ++rank) hosts.push_back(text.substr(0, colon));
        }
        return hosts;
    }

    /// Ranks and ranges of them in the order of slots: a permutation.
    [[nodiscard]] PerSlot<RankIndex> of_order() const {
        PerSlot<RankIndex> ranks;
        for (const auto& [number, text] : lines_) {
            for (const std::string& word : split(text, ',')) {
                if (word.empty()) continue;
                const std::size_t dash = word.find('-');
                const auto first = read_number<int>(word.substr(0, dash));
                const auto last = dash == std::string::npos ? first : read_number<int>(word.substr(dash + 1));
                if (!first || !last || *last < *first)
                    refuse(number, fmt::format("'{}' is not a rank", word));
                require_possible(std::ssize(ranks) + (*last - *first), number);
                for (int rank = *first; rank <= *last; ++rank) ranks.push_back(RankIndex{rank});
            }
        }
        PerRank<RankIndex> sorted(ranks);
        std::sort(sorted.begin(), sorted.end());
        if (sorted != sorted.indices().list())
            refuse(lines_.back().number, "each rank from 0 on must stand there once");
        return ranks;
    }

    std::filesystem::path path_;
    std::string content_;
    std::vector<NumberedLine> lines_;
};

}  // namespace

ReadPlacement read_layout(const std::filesystem::path& path) {
    std::ifstream file = open_regular_file(path);
    std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return LayoutReader(path, std::move(content)).read();
}

}  // namespace fabricmap::placement
