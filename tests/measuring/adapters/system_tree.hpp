// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace fabricmap::testing {

/// A tree like /sys, of a machine that is not there.
class SystemTree {
  public:
    SystemTree() {
        for (const char* folder : {"class/infiniband", "class/net", "bus/pci/devices"})
            std::filesystem::create_directories(root() / folder);
        interface("lo", {}, "unknown", "772");
    }

    [[nodiscard]] std::filesystem::path root() const { return folder_.path(); }

    /// A device on the bus: "pci0000:40/0000:40:01.0/0000:41:00.0".
    std::filesystem::path device(const std::string& place, int numa, int lanes = 16,
                                 int max_lanes = 16) const {
        const std::filesystem::path path = root() / "devices" / place;
        write(path / "numa_node", std::to_string(numa));
        write(path / "current_link_width", std::to_string(lanes));
        write(path / "max_link_width", std::to_string(max_lanes));
        write(path / "current_link_speed", "16.0 GT/s PCIe");
        write(path / "max_link_speed", "16.0 GT/s PCIe");
        return path;
    }

    void verbs(const std::string& name, const std::filesystem::path& device, const std::string& state,
               const std::string& rate, int port = 1) const {
        const std::filesystem::path adapter = root() / "class/infiniband" / name;
        std::filesystem::create_directories(adapter);
        if (!std::filesystem::exists(adapter / "device"))
            std::filesystem::create_directory_symlink(device, adapter / "device");
        const std::filesystem::path folder = adapter / "ports" / std::to_string(port);
        write(folder / "state", state);
        write(folder / "rate", rate);
        write(folder / "counters/port_xmit_data", "1000");
    }

    void interface(const std::string& name, const std::filesystem::path& device, const std::string& state,
                   const std::string& type = "1", int mbit = 1000) const {
        const std::filesystem::path folder = root() / "class/net" / name;
        write(folder / "type", type);
        write(folder / "operstate", state);
        write(folder / "speed", std::to_string(mbit));
        write(folder / "statistics/tx_bytes", "500");
        if (!device.empty()) std::filesystem::create_directory_symlink(device, folder / "device");
    }

    /// What the loopback of this machine counts is the interface's count.
    void count_by_loopback(const std::string& name) const {
        const std::filesystem::path count = root() / "class/net" / name / "statistics/tx_bytes";
        std::filesystem::remove(count);
        std::filesystem::create_symlink("/sys/class/net/lo/statistics/tx_bytes", count);
    }

    void bond(const std::string& name, const std::string& members) const {
        interface(name, {}, "up", "1", 2000);
        write(root() / "class/net" / name / "bonding/slaves", members);
    }
    void join(const std::string& member, const std::string& bond) const {
        std::filesystem::create_directory_symlink(root() / "class/net" / bond,
                                                  root() / "class/net" / member / "master");
    }

    std::filesystem::path gpu(const std::string& place, int numa) const {
        const std::filesystem::path path = device(place, numa);
        write(path / "vendor", "0x10de");
        write(path / "class", "0x030200");
        std::filesystem::create_directory_symlink(path, root() / "bus/pci/devices" / path.filename());
        return path;
    }

    static void write(const std::filesystem::path& file, const std::string& line) {
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << line << '\n';
    }

  private:
    TemporaryFolder folder_;
};

}  // namespace fabricmap::testing
