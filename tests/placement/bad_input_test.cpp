// SPDX-License-Identifier: Apache-2.0
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>

namespace fabricmap {
namespace {

using fabricmap::testing::expect_refused;
using fabricmap::testing::Refused;

const std::string machine = "synthetic:host,hosts=8;sweep,lengths=0,1K,64K";

class NetworkPlaceRefuses : public ::testing::Test {
  protected:
    std::string write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }
    fabricmap::testing::TemporaryFolder folder_;
};

TEST_F(NetworkPlaceRefuses, OptionsThatAreWrongWithOneLine) {
    for (const Refused& wrong : std::vector<Refused>{
             {{machine}, 2, "give --pattern SPEC or --messages FILE"},
             {{machine, "--pattern", "ring", "--messages", "x"},
              2,
              "--pattern and --messages are both given"},
             {{machine, "--pattern", "ring:9"}, 2, "9 ranks, and 8 hosts have 8 slots"},
             {{machine, "--pattern", "ring:8", "--ranks", "4"}, 2, "ring:8 has 8 ranks"},
             {{machine, "--pattern", "ring", "--hosts", "node9"}, 2, "--hosts: node9 is not a host"},
             {{machine, "--pattern", "ring", "--avoid", "node9"}, 2, "--avoid: node9 is not a host"},
             {{machine, "--pattern", "ring:2", "--avoid", "node[0-7]"}, 2, "no host is left"},
             {{machine, "--pattern", "ring", "--avoid", "node[0-"}, 2, "node[0-"},
             {{machine, "--pattern", "ring", "--goal", "speed"}, 2, "--goal speed"},
             {{machine, "--pattern", "ring", "--effort", "all"}, 2, "--effort all"},
             {{machine, "--pattern", "ring", "--ranks", "-3"}, 2, "--ranks -3"},
             {{machine, "--pattern", "ring", "--slots", "0"}, 2, "--slots 0"},
             {{machine, "--pattern", "ring", "--seed", "x"}, 2, "--seed x"},
             {{machine, "--pattern", "ring", "--to", "seq"}, 2, "-o PREFIX"},
             {{machine, "--pattern", "ring", "-o", folder_ / "p", "--to", "hostfile"}, 2, "--to hostfile"},
             {{"synthetic:host,hosts=8;sweep,lengths=64", "--pattern", "ring"}, 2, "it has one length, 64"},
             {{machine, "--pattern", "ring", "--judge", "synthetic:host,hosts=4"}, 2, "--judge"},
             {{folder_ / "none", "--pattern", "ring"}, 3, "none"},
             {{folder_ / "none"}, 3, "no such file, and no run has this prefix"},
             {{machine, "--pattern", "ring", "-o", folder_ / "no/such", "--to", "seq"}, 3, "no/such"},
         }) {
        expect_refused("network_place", wrong);
    }
}

TEST_F(NetworkPlaceRefuses, FilesThatAreWrongWithOneLine) {
    std::string many = "sender,receiver,messages,bytes\n";
    for (int rank = 0; rank < 70; ++rank) many += "0," + std::to_string(rank + 1) + ",1,8\n";
    const std::string beyond = write("beyond.csv", many);
    const std::string letters = write("letters.csv", "sender,receiver,messages,bytes\n0,one,1,8\n");
    const std::string other = write("other.seq", "node0\nnode1\n");
    const std::string unknown =
        write("unknown.seq", "node0\nnode1\nnode2\nnode3\nnode4\nnode5\nnode6\nrack\n");
    for (const Refused& wrong : std::vector<Refused>{
             {{machine, "--messages", beyond}, 2, "71 ranks, and 8 hosts have 8 slots"},
             {{machine, "--messages", beyond, "--ranks", "64"}, 2, "messages of rank 70"},
             {{machine, "--messages", letters}, 3, "letters.csv:2"},
             {{machine, "--messages", folder_ / "missing"}, 3, "there is no such file"},
             {{machine, "--pattern", "ring", "--value", other},
              2,
              "it places 2 ranks, and the pattern has 8"},
             {{machine, "--pattern", "ring", "--value", unknown}, 2, "rack is not a host"},
             {{machine, "--pattern", "ring", "--value", folder_ / "gone"}, 3, "gone"},
         }) {
        expect_refused("network_place", wrong);
    }
}

}  // namespace
}  // namespace fabricmap
