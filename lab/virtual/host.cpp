// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/host.hpp"

#include "lab/virtual/system_error.hpp"
#include "lab/virtual/tap.hpp"

#include <fcntl.h>
#include <fstream>
#include <sched.h>
#include <sys/mount.h>

namespace fabricmap::lab {
namespace {

void write_file(const std::filesystem::path& path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    file.close();
    if (!file) throw RunError(fmt::format("virtual cluster: {} cannot be written", path.string()));
}

void bind_mount(const std::string& from, const std::string& to) {
    require(mount(from.c_str(), to.c_str(), nullptr, MS_BIND, nullptr), fmt::format("mounting {}", to));
}

}  // namespace

void mount_private_folders(const ClusterPlan& plan) {
    const std::string own(private_folder);
    require(mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "making the mounts private");
    require(mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr), "mounting /proc");
    require(mount("tmpfs", own.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777"), "mounting " + own);
    write_file(host_file(), host_file_text(plan));
    write_file(address_file(), address_file_text(plan));
    if (plan.stays) write_file(environment_file(), plan.environment);
    bind_mount(address_file(), "/etc/hosts");
    std::filesystem::create_directory(network_folder());
}

std::vector<FileDescriptor> create_hosts(const ClusterPlan& plan) {
    std::vector<FileDescriptor> taps;
    const auto count = static_cast<int>(plan.host_names.size());
    // A large frame is lost as a whole, and a share of lost packets is meant.
    const bool joins_segments = !plan.network.loses_frames();
    for (int host = 0; host < count; ++host) {
        require(unshare(CLONE_NEWNET), "making a network namespace");
        const std::string place = network_folder() / plan.host_names[static_cast<std::size_t>(host)];
        write_file(place, "");
        bind_mount("/proc/self/ns/net", place);
        taps.push_back(open_tap(joins_segments));
        configure_network(host, count);
    }
    return taps;
}

void enter_host(const std::string& name) {
    const FileDescriptor network(
        require(open((network_folder() / name).c_str(), O_RDONLY | O_CLOEXEC), "finding the host " + name));
    require(setns(network.get(), CLONE_NEWNET), "entering the host " + name);
    require(unshare(CLONE_NEWUTS), "giving a host its name");
    require(sethostname(name.c_str(), name.size()), "giving a host its name");
}

}  // namespace fabricmap::lab
