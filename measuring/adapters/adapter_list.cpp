// SPDX-License-Identifier: Apache-2.0
#include "measuring/adapters/adapter_list.hpp"

#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <functional>
#include <sstream>
#include <string_view>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;

std::string line_of(const fs::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

/// What a line begins with: "16" of "16.0 GT/s PCIe"; 0 where it is not a number.
double number_of(const fs::path& file) {
    const std::string line = line_of(file);
    double number = 0;
    std::from_chars(line.data(), line.data() + line.size(), number);
    return std::max(number, 0.0);
}

/// Ascending by name; empty where there is no such folder.
std::vector<fs::path> entries_of(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) entries.push_back(entry.path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

int numa_of(const fs::path& device) {
    return read_number<int>(line_of(device / "numa_node")).value_or(-1);
}

/// Where its slot has fewer lanes, or slower ones, than the device can use.
std::string lanes_of(const fs::path& device) {
    const auto width = static_cast<int>(number_of(device / "current_link_width"));
    const auto max_width = static_cast<int>(number_of(device / "max_link_width"));
    if (width > 0 && width < max_width) return fmt::format("PCIe x{} of x{}", width, max_width);
    const double speed = number_of(device / "current_link_speed");
    const double max_speed = number_of(device / "max_link_speed");
    if (speed > 0 && speed < max_speed) return fmt::format("PCIe {:g} of {:g} GT/s", speed, max_speed);
    return {};
}

void attach(Adapter& adapter, const fs::path& link) {
    std::error_code error;
    adapter.device = fs::canonical(link, error);
    if (error) return;
    adapter.bus_address = adapter.device.filename();
    adapter.numa = numa_of(adapter.device);
    adapter.lanes = lanes_of(adapter.device);
}

std::vector<Adapter> verbs_adapters(const fs::path& system) {
    // Ports count in units of four bytes (InfiniBand specification, PortXmitData).
    constexpr std::int64_t unit_of_ports = 4;
    std::vector<Adapter> adapters;
    for (const fs::path& folder : entries_of(system / "class/infiniband")) {
        const std::vector<fs::path> ports = entries_of(folder / "ports");
        for (const fs::path& port : ports) {
            Adapter adapter;
            adapter.name = folder.filename();
            if (port != ports.front()) adapter.name += ":" + port.filename().string();
            attach(adapter, folder / "device");
            adapter.is_up = line_of(port / "state").find("ACTIVE") != std::string::npos;
            adapter.gbit_per_s = number_of(port / "rate");
            adapter.sent.push_back({port / "counters/port_xmit_data", unit_of_ports});
            adapters.push_back(std::move(adapter));
        }
    }
    return adapters;
}

Adapter interface_at(const fs::path& folder) {
    constexpr double mbit_per_gbit = 1000;
    Adapter adapter;
    adapter.name = folder.filename();
    attach(adapter, folder / "device");
    adapter.is_up = line_of(folder / "operstate") == "up";
    adapter.gbit_per_s = number_of(folder / "speed") / mbit_per_gbit;
    adapter.sent.push_back({folder / "statistics/tx_bytes"});
    return adapter;
}

/// The interface of its members, which do not stand for themselves any more.
void count_members(Adapter& bond, const fs::path& folder) {
    bond.members = bond.members_up = 0;
    std::istringstream names(line_of(folder / "bonding/slaves"));
    for (std::string name; names >> name;) {
        const fs::path member = folder.parent_path() / name;
        ++bond.members;
        if (line_of(member / "operstate") == "up") ++bond.members_up;
        if (bond.device.empty()) attach(bond, member / "device");
    }
}

/// An Ethernet interface that messages may leave the host by.
bool is_outward(const fs::path& folder) {
    constexpr std::string_view ethernet = "1";
    constexpr std::string_view infiniband = "32";
    const std::string type = line_of(folder / "type");
    return (type == ethernet || type == infiniband) && !fs::exists(folder / "bridge") &&
           !fs::exists(folder / "master/bonding");
}

std::vector<Adapter> interfaces_of(const fs::path& system) {
    std::vector<Adapter> adapters;
    for (const fs::path& folder : entries_of(system / "class/net")) {
        if (!fs::is_directory(folder) || !is_outward(folder)) continue;
        adapters.push_back(interface_at(folder));
        if (fs::exists(folder / "bonding/slaves")) count_members(adapters.back(), folder);
    }
    const auto is_hardware = [](const Adapter& adapter) { return !adapter.device.empty(); };
    if (std::any_of(adapters.begin(), adapters.end(), is_hardware)) {
        adapters.erase(std::remove_if(adapters.begin(), adapters.end(), std::not_fn(is_hardware)),
                       adapters.end());
    }
    return adapters;
}

}  // namespace

std::string Adapter::text() const {
    std::string words = name;
    if (!is_up) return words + " down";
    if (members > 1 && members_up < members) words += fmt::format(" {} of {} up", members_up, members);
    if (gbit_per_s > 0) words += fmt::format(" {:g} Gbit/s", gbit_per_s);
    if (!lanes.empty()) words += " " + lanes;
    return words;
}

std::vector<Adapter> adapters_of(const fs::path& system) {
    std::vector<Adapter> adapters = verbs_adapters(system);
    const std::size_t with_verbs = adapters.size();
    for (Adapter& interface : interfaces_of(system)) {
        // What has verbs sends other traffic by an interface of its own.
        const auto end = adapters.begin() + static_cast<std::ptrdiff_t>(with_verbs);
        const auto same = std::find_if(adapters.begin(), end, [&](const Adapter& adapter) {
            return !adapter.device.empty() && adapter.device == interface.device;
        });
        if (same != end) {
            same->sent.push_back(interface.sent.front());
        } else {
            adapters.push_back(std::move(interface));
        }
    }
    return adapters;
}

std::optional<std::int64_t> bytes_sent(const Adapter& adapter) {
    std::optional<std::int64_t> bytes;
    for (const Adapter::Counter& counter : adapter.sent) {
        const auto count = read_number<std::int64_t>(line_of(counter.file));
        if (count) bytes = bytes.value_or(0) + *count * counter.bytes;
    }
    return bytes;
}

std::vector<Gpu> gpus_of(const fs::path& system) {
    constexpr std::array makers{"0x10de", "0x1002", "0x8086"};   // NVIDIA, AMD, Intel
    constexpr std::array classes{"0x0302", "0x0380", "0x1200"};  // without a screen
    const auto is_one_of = [](const auto& words, const std::string& text) {
        return std::any_of(words.begin(), words.end(),
                           [&](const char* word) { return text.starts_with(word); });
    };
    std::vector<Gpu> gpus;
    for (const fs::path& folder : entries_of(system / "bus/pci/devices")) {
        if (!is_one_of(makers, line_of(folder / "vendor")) || !is_one_of(classes, line_of(folder / "class")))
            continue;
        std::error_code error;
        const fs::path device = fs::canonical(folder, error);
        if (!error) gpus.push_back({folder.filename(), device, numa_of(device)});
    }
    return gpus;
}

}  // namespace fabricmap
