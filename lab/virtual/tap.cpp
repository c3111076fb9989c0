// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/tap.hpp"

#include "lab/virtual/system_error.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <linux/if_tun.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace fabricmap::lab {
namespace {

// Locally administered, so no card anywhere has it.
constexpr EthernetAddress first_address{0x02, 0xfa, 0xb0, 0, 0, 0};

sockaddr socket_address(const std::string& text) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    inet_pton(AF_INET, text.c_str(), &address.sin_addr);
    sockaddr general{};
    std::memcpy(&general, &address, sizeof general);
    return general;
}

ifreq request_for(std::string_view device) {
    ifreq request{};
    std::copy(device.begin(), device.end(), static_cast<char*>(request.ifr_name));
    return request;
}

void start(int socket, std::string_view device) {
    ifreq request = request_for(device);
    require(ioctl(socket, SIOCGIFFLAGS, &request), "reading the state of a device");
    request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP);
    require(ioctl(socket, SIOCSIFFLAGS, &request), "starting a device");
}

void set_addresses(int socket, int host) {
    ifreq request = request_for(interface_name);
    const EthernetAddress own = ethernet_address(host);
    request.ifr_hwaddr.sa_family = ARPHRD_ETHER;
    std::memcpy(static_cast<char*>(request.ifr_hwaddr.sa_data), own.data(), own.size());
    require(ioctl(socket, SIOCSIFHWADDR, &request), "giving eth0 its Ethernet address");
    request.ifr_addr = socket_address(network_address(host));
    require(ioctl(socket, SIOCSIFADDR, &request), "giving eth0 its address");
    request.ifr_netmask = socket_address("255.255.255.0");
    require(ioctl(socket, SIOCSIFNETMASK, &request), "giving eth0 its netmask");
}

/// Nobody has to ask for an address, so no question can be lost or be waited for.
void introduce(int socket, int other) {
    arpreq request{};
    request.arp_pa = socket_address(network_address(other));
    request.arp_ha.sa_family = ARPHRD_ETHER;
    const EthernetAddress address = ethernet_address(other);
    std::memcpy(static_cast<char*>(request.arp_ha.sa_data), address.data(), address.size());
    request.arp_flags = ATF_PERM | ATF_COM;
    std::copy(interface_name.begin(), interface_name.end(), static_cast<char*>(request.arp_dev));
    require(ioctl(socket, SIOCSARP, &request), "telling a host the address of another");
}

/// A setting of the network namespace of the calling thread; kernels without it do without.
void set(const char* setting, const char* value) {
    std::ofstream(std::string("/proc/sys/net/") + setting) << value;
}

}  // namespace

EthernetAddress ethernet_address(int host) {
    EthernetAddress address = first_address;
    address.back() = static_cast<std::uint8_t>(host + 1);
    return address;
}

int host_of_address(const std::uint8_t* address) {
    if (!std::equal(first_address.begin(), first_address.end() - 1, address)) return -1;
    return address[first_address.size() - 1] - 1;
}

std::string network_address(int host) {
    return fmt::format("10.83.0.{}", host + 1);
}

FileDescriptor open_tap(bool joins_segments) {
    FileDescriptor tap(
        require(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC), "opening /dev/net/tun"));
    ifreq request = request_for(interface_name);
    request.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
    require(ioctl(tap.get(), TUNSETIFF, &request), "making the device eth0 of a host");
    int header_bytes = static_cast<int>(frame_header_bytes);
    require(ioctl(tap.get(), TUNSETVNETHDRSZ, &header_bytes), "choosing the header of frames");
    const unsigned long segments = joins_segments ? TUN_F_TSO4 | TUN_F_TSO6 : 0;
    require(ioctl(tap.get(), TUNSETOFFLOAD, TUN_F_CSUM | segments), "letting TCP send large frames");
    return tap;
}

void configure_network(int host, int host_count) {
    // Without IPv6 there is no chatter of routers and neighbours.
    set("ipv6/conf/all/disable_ipv6", "1");
    set("ipv6/conf/default/disable_ipv6", "1");
    // A pair that paused would start slowly, and the pause would be measured instead of the way.
    set("ipv4/tcp_slow_start_after_idle", "0");
    const FileDescriptor socket_of_host(
        require(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "opening a socket of a host"));
    set_addresses(socket_of_host.get(), host);
    start(socket_of_host.get(), "lo");
    start(socket_of_host.get(), interface_name);
    for (int other = 0; other < host_count; ++other) {
        if (other != host) introduce(socket_of_host.get(), other);
    }
}

}  // namespace fabricmap::lab
