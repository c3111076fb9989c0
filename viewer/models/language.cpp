// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/language.hpp"

#include "base/message_lengths.hpp"
#include "base/units.hpp"
#include "viewer/models/cell_text.hpp"
#include "viewer/models/number_text.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <array>
#include <cmath>

namespace fabricmap::viewer {
namespace {

// What the diagnosis says, for the translators; a test holds that all of it is here.
[[maybe_unused]] constexpr std::array phrases{
    QT_TRANSLATE_NOOP("Findings", "{} from {} on"),
    QT_TRANSLATE_NOOP("Findings", "{} at {}"),
    QT_TRANSLATE_NOOP("Findings", "link {} -> {}"),
    QT_TRANSLATE_NOOP("Findings", "link {} <-> {}"),
    QT_TRANSLATE_NOOP("Findings", "rank {} on {}"),
    QT_TRANSLATE_NOOP("Findings", "switch of {}"),
    QT_TRANSLATE_NOOP("Findings", "the machine as a whole"),
    QT_TRANSLATE_NOOP("Findings", "sends"),
    QT_TRANSLATE_NOOP("Findings", "receives"),
    QT_TRANSLATE_NOOP("Findings", "sends and receives"),
    QT_TRANSLATE_NOOP("Findings", "is"),
    QT_TRANSLATE_NOOP("Findings", "are"),
    QT_TRANSLATE_NOOP("Findings", " and "),
    QT_TRANSLATE_NOOP("Findings", "{} times slower"),
    QT_TRANSLATE_NOOP("Findings", "{} times faster"),
    QT_TRANSLATE_NOOP("Findings", "in both directions"),
    QT_TRANSLATE_NOOP("Findings", "in this direction only"),
    QT_TRANSLATE_NOOP("Findings", "{does}{slower}"),
    QT_TRANSLATE_NOOP("Findings", "{slower} {ways}"),
    QT_TRANSLATE_NOOP("Findings", "{slower} when both sides send"),
    QT_TRANSLATE_NOOP("Findings", "{slower} than the reverse direction"),
    QT_TRANSLATE_NOOP("Findings", "delays spread {factor} times more than elsewhere"),
    QT_TRANSLATE_NOOP("Findings", "nothing was measured"),
    QT_TRANSLATE_NOOP("Findings", "answered nobody when the run hung"),
    QT_TRANSLATE_NOOP("Findings", "{is} {slower} than in the baseline"),
    QT_TRANSLATE_NOOP("Findings", "{is} {faster} than in the baseline"),
    QT_TRANSLATE_NOOP("Findings", "is not on its declared switch"),
    QT_TRANSLATE_NOOP("Findings", "{are} of a kind whose messages take {factor} times as long"),
    QT_TRANSLATE_NOOP("Findings",
                      "has slots on its hosts between which messages take {factor} times as long"),
    QT_TRANSLATE_NOOP("Findings", "has {share} of its pairs on routes {slower}"),
    QT_TRANSLATE_NOOP("Findings", "{extra} farther away"),
    QT_TRANSLATE_NOOP("Findings", "lacks {share} of its pairs, scattered"),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Check {host}'s adapter and cable for errors, and its load, power settings and interrupts."),
    QT_TRANSLATE_NOOP("Findings",
                      "Only long messages are slow: check the rate and width at which {host}'s adapter, "
                      "cable and slot run."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Check what else runs on its core, and whether its memory and adapter are near the core."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Both hosts are healthy otherwise: check the route between {ends} for a bad cable or port."),
    QT_TRANSLATE_NOOP("Findings", "Check the cable between {ends} and its error counters."),
    QT_TRANSLATE_NOOP("Findings",
                      "Check the switch of these hosts and its uplinks: one may be down or slow."),
    QT_TRANSLATE_NOOP("Findings",
                      "Check the cables between the switches of these hosts, and the routes over them."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Check whether a port negotiated half duplex, or whether both directions share one lane."),
    QT_TRANSLATE_NOOP("Findings",
                      "Check {host} for other load, daemons, frequency changes and retransmissions."),
    QT_TRANSLATE_NOOP("Findings", "Check whether the host is up and its network interface in use."),
    QT_TRANSLATE_NOOP("Findings", "Check firewall and routes between the two hosts."),
    QT_TRANSLATE_NOOP("Findings", "Check what was changed there since the baseline was measured."),
    QT_TRANSLATE_NOOP("Findings", "Nothing to do; make a new baseline if this is permanent."),
    QT_TRANSLATE_NOOP("Findings", "Check where its cable is plugged in, or correct the declared topology."),
    QT_TRANSLATE_NOOP("Findings",
                      "If their hardware differs, nothing is wrong; otherwise check what they have in "
                      "common: adapter, firmware, power settings."),
    QT_TRANSLATE_NOOP("Findings",
                      "Check which adapter, socket or rail serves these slots, and bind ranks accordingly."),
    QT_TRANSLATE_NOOP("Findings",
                      "Check how routes are chosen, and the switches that only some of them pass."),
    QT_TRANSLATE_NOOP("Findings", "Nothing to do where its cables are that much longer: 5 ns a metre."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "To judge those that are missing, continue the run (--resume), or repeat the check with a larger "
        "--time."),
    QT_TRANSLATE_NOOP("Findings", "unknown"),
    QT_TRANSLATE_NOOP("Findings", ", from 1 value"),
    QT_TRANSLATE_NOOP("Findings", ", from {} values"),
    QT_TRANSLATE_NOOP("Findings", "{} ({} to {} at 95 %)"),
    QT_TRANSLATE_NOOP("Findings", "over 99.99 %"),
    QT_TRANSLATE_NOOP("Findings", "{} to {}"),
    QT_TRANSLATE_NOOP("Findings", "kind"),
    QT_TRANSLATE_NOOP("Findings", "{}, both directions"),
    QT_TRANSLATE_NOOP("Findings", "{}, side {}"),
    QT_TRANSLATE_NOOP("Findings", "sender"),
    QT_TRANSLATE_NOOP("Findings", "receiver"),
    QT_TRANSLATE_NOOP("Findings", "both"),
    QT_TRANSLATE_NOOP("Findings", "factor"),
    QT_TRANSLATE_NOOP("Findings", "confidence"),
    QT_TRANSLATE_NOOP("Findings", "lengths"),
    QT_TRANSLATE_NOOP("Findings", "adds"),
    QT_TRANSLATE_NOOP("Findings", "rate"),
    QT_TRANSLATE_NOOP("Findings", "{}, latency normal"),
    QT_TRANSLATE_NOOP("Findings", "{} ({})"),
    QT_TRANSLATE_NOOP("Findings", "up to {} to a message"),
    QT_TRANSLATE_NOOP("Findings", "severity"),
    QT_TRANSLATE_NOOP("Findings", "adds {} to the sum of all delays"),
    QT_TRANSLATE_NOOP("Findings", "ranks"),
    QT_TRANSLATE_NOOP("Findings", "numbers"),
    QT_TRANSLATE_NOOP("Findings", "fraction of pairs"),
    QT_TRANSLATE_NOOP("Findings", "pairs"),
    QT_TRANSLATE_NOOP("Findings", "hosts of this kind"),
    QT_TRANSLATE_NOOP("Findings", "runs"),
    QT_TRANSLATE_NOOP("Findings", "baseline runs"),
    QT_TRANSLATE_NOOP("Findings", "pairs of hosts behind"),
    QT_TRANSLATE_NOOP("Findings", "note"),
    QT_TRANSLATE_NOOP("Findings", "advice"),
    QT_TRANSLATE_NOOP("Findings", "New: it was healthy in the baseline."),
    QT_TRANSLATE_NOOP("Findings", "Recovered: it was slow in the baseline."),
    QT_TRANSLATE_NOOP("Findings", "It was slow in the baseline already."),
    QT_TRANSLATE_NOOP("Findings", "Against the baseline {} of its parts have changed."),
    QT_TRANSLATE_NOOP("Findings", "And {} more."),
    QT_TRANSLATE_NOOP("Findings", "Of its ranks these alone: {}."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Of the {} tables of ranks by roots in which its least time stands out this is the clearest."),
    QT_TRANSLATE_NOOP("Findings", "The other ranks start in time: look for what else runs on its core."),
    QT_TRANSLATE_NOOP("Findings", "{}."),
    QT_TRANSLATE_NOOP("Findings", "{}: {} ({}{})."),
    QT_TRANSLATE_NOOP("Findings", "{}: {} with all hosts ({}), {} without it ({}): {} times."),
    QT_TRANSLATE_NOOP("Findings", "makes {} slow: {} takes {} with all hosts and {} without this one"),
    QT_TRANSLATE_NOOP("Findings",
                      "is late in {} with every root: by {} with {} of {}, {} times what the others take"),
    QT_TRANSLATE_NOOP("Findings", "starts late in {} of the measurements, by {}"),
    QT_TRANSLATE_NOOP("Findings", "is slower than in the baseline in {} of {}: {} is {}"),
    QT_TRANSLATE_NOOP("Findings", "is faster than in the baseline in {} of {}: {} is {}"),
    QT_TRANSLATE_NOOP("Findings",
                      "All paths to and from these hosts are affected, and none between them: their uplink."),
    QT_TRANSLATE_NOOP("Findings", "All paths to and from this host are affected: its own port."),
    QT_TRANSLATE_NOOP("Findings", "Declared on {}, measured near none of the declared switches."),
    QT_TRANSLATE_NOOP("Findings", "Declared on {}, measured near the hosts of {}."),
    QT_TRANSLATE_NOOP("Findings",
                      "{} slow pairs of hosts are all routed over the cable between these neighbours."),
    QT_TRANSLATE_NOOP(
        "Findings", "{} paths to and from other groups of hosts are slower as well: those over this cable."),
    QT_TRANSLATE_NOOP("Findings",
                      "Half a round trip does not show which direction is slow; a single one would be {} "
                      "times slower. Measure with network_test --timing synchronized."),
    QT_TRANSLATE_NOOP("Findings",
                      "Three hosts cannot show which part makes this pair differ from the two others: "
                      "measure with a fourth."),
    QT_TRANSLATE_NOOP("Findings",
                      "The two kinds have {} and {} hosts: delays cannot show which of them is the healthy "
                      "one, or whether they are far from each other."),
    QT_TRANSLATE_NOOP("Findings", "{} of {} paths between hosts, about as many of each host."),
    QT_TRANSLATE_NOOP("Findings", "Slower between hosts from one slot to another: {}."),
    QT_TRANSLATE_NOOP("Findings", "1 suspect rests"),
    QT_TRANSLATE_NOOP("Findings", "{} suspects rest"),
    QT_TRANSLATE_NOOP("Findings",
                      "on unconfirmed measurements: what --suspects FILE writes, network_test --resume "
                      "--confirm FILE measures again; then diagnose again."),
    QT_TRANSLATE_NOOP("Findings",
                      "on unconfirmed measurements of the run in which both sides send: diagnose that run "
                      "alone with --suspects FILE, measure again with network_test --resume --confirm FILE; "
                      "then diagnose both again."),
    QT_TRANSLATE_NOOP("Findings", "on ranks that shared cores: measure again with a core for each rank."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "on values whose uncertainty exceeds the effect: measure again with a larger -n, or on a "
        "less loaded machine."),
    QT_TRANSLATE_NOOP("Findings",
                      "on few slow samples: of what --suspects FILE writes, network_test --resume --confirm "
                      "FILE counts enough; then diagnose again."),
    QT_TRANSLATE_NOOP("Findings",
                      "{} of {} ranks shared cores with others: delays include waiting for a core."),
    QT_TRANSLATE_NOOP("Findings", "Measure with a core for each rank."),
    QT_TRANSLATE_NOOP("Findings", "The run did not end: continue it with {} --resume, or measure again."),
    QT_TRANSLATE_NOOP("Findings",
                      "{} of the values of pairs that were measured at other lengths are missing: "
                      "measure again."),
    QT_TRANSLATE_NOOP("Findings",
                      "on unconfirmed measurements: repeat fabricmap check with a larger --time, or while "
                      "the machine is idle."),
    QT_TRANSLATE_NOOP("Findings",
                      "on values whose uncertainty exceeds the effect: repeat fabricmap check with a larger "
                      "--time, or on a less loaded machine."),
    QT_TRANSLATE_NOOP("Findings",
                      "on few slow samples: repeat fabricmap check with a larger --time, which counts more."),
    QT_TRANSLATE_NOOP("Findings",
                      "A run of the check did not end: repeat fabricmap check with a larger --time."),
    QT_TRANSLATE_NOOP("Findings",
                      "Fewer than four hosts cannot be compared: check more, or accept an earlier check of "
                      "them when they were healthy (fabricmap accept)."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Measured with too few other hosts to be judged: {}. Repeat fabricmap check with a larger --time."),
    QT_TRANSLATE_NOOP("Findings",
                      "{} of the values are less precise than the check asked for: repeat fabricmap check "
                      "with a larger --time, or on a less loaded machine."),
    QT_TRANSLATE_NOOP("Findings",
                      "No message above {} was measured, and a slow rate shows in long ones: repeat "
                      "fabricmap check with a larger --time."),
    QT_TRANSLATE_NOOP("Findings",
                      "A host that is {} slower would not stand out from the noise of this check: repeat "
                      "fabricmap check with a larger --time, or on a less loaded machine."),
    QT_TRANSLATE_NOOP("Findings", "All ranks are on one host: start them on four hosts or more."),
    QT_TRANSLATE_NOOP("Findings",
                      "Fewer than four hosts cannot be compared: measure more, or give --baseline."),
    QT_TRANSLATE_NOOP("Findings",
                      "Measured with too few other hosts to be judged: {}. Measure more pairs "
                      "(network_test: --sample-pairs)."),
    QT_TRANSLATE_NOOP("Findings",
                      "Of {} pairs measured some take up to {} times as long as the quickest: {}. Which of "
                      "their hosts is slow, or what lies between them, so few pairs cannot show."),
    QT_TRANSLATE_NOOP("Findings",
                      "{} of the values are less precise than the run asked for: measure again with a larger "
                      "-n, or on a less loaded machine."),
    QT_TRANSLATE_NOOP("Findings",
                      "No message above {} was measured, and a slow rate shows in long ones: measure up to "
                      "1M, as with --lengths 0,1K,64K,1M."),
    QT_TRANSLATE_NOOP("Findings",
                      "Of {} of the values the starts err by more than what is measured: measure with a core "
                      "for each rank."),
    QT_TRANSLATE_NOOP("Findings",
                      "In the operations measured all hosts are late where one is: measure with --find-slow, "
                      "or gather or scatter with --roots all."),
    QT_TRANSLATE_NOOP("Findings",
                      "A host that is {} slower would not stand out from the noise of this run: measure "
                      "again with a larger -n, or on a less loaded machine."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "A host that makes operations {} slower would not stand out from the noise of this run: "
        "measure with a core for each rank, or on a less loaded machine."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "{} of the samples take more than 5 times their median, between most hosts: packets are "
        "lost on what they share, or the machine is busy. Check the counters of the switches, and "
        "measure again while it is idle."),
    QT_TRANSLATE_NOOP("Findings",
                      "{} of {} hosts have more slow samples than the others, with which these were counted: "
                      "look for what they share."),
    QT_TRANSLATE_NOOP("Findings",
                      "About {} of its samples take more than 5 times the median, the longest {}: as where "
                      "packets are lost or a link flaps."),
    QT_TRANSLATE_NOOP("Findings", "fraction of slow samples"),
    QT_TRANSLATE_NOOP("Findings", "longest sample s"),
    QT_TRANSLATE_NOOP("Findings", "has samples that take far longer than the others"),
    QT_TRANSLATE_NOOP("Findings", "has {} of its samples slow, the longest {}"),
    QT_TRANSLATE_NOOP("Findings",
                      "{} of {} samples take more than 5 times their median, elsewhere {}: as where packets "
                      "are lost or a link flaps."),
    QT_TRANSLATE_NOOP("Findings",
                      "Check the error and drop counters of {host}'s adapter, cable and switch port, its "
                      "changes of link state and its retransmissions."),
    QT_TRANSLATE_NOOP("Findings", "slow samples"),
    QT_TRANSLATE_NOOP("Findings", "samples"),
    QT_TRANSLATE_NOOP("Findings", "fraction elsewhere"),
    QT_TRANSLATE_NOOP("Findings", "samples to settle"),
    QT_TRANSLATE_NOOP("Findings", "is {factor} times slower in a part of its values"),
    QT_TRANSLATE_NOOP(
        "Findings",
        "From {} on each message takes the same {} longer: compare the MTU there with that of the "
        "switch and of other hosts."),
    QT_TRANSLATE_NOOP("Findings", "has two slots exchanged"),
    QT_TRANSLATE_NOOP("Findings", "has slots {} and {} exchanged"),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Messages of each take as long as those of the other do on other hosts: {} of the difference."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Check which adapters their cables are plugged into, and to which core, socket or rail the ranks of "
        "these slots are bound."),
    QT_TRANSLATE_NOOP("Findings", "{does}{slower} over one of its adapters"),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Check the adapter that serves these ranks, its cable and slot: error counters, rate and "
        "width, and its place near their cores."),
    QT_TRANSLATE_NOOP("Findings", "Messages of its ranks {} are slow, those of its others are not."),
    QT_TRANSLATE_NOOP("Findings", "passes messages between its own ranks {slower}"),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Check {host}'s memory modules and channels, its power settings, to which cores its ranks "
        "are bound, and what its MPI library uses within a host."),
    QT_TRANSLATE_NOOP("Findings", "sends from several ranks by one adapter"),
    QT_TRANSLATE_NOOP("Findings", "sends from ranks {} by one adapter, {}"),
    QT_TRANSLATE_NOOP("Findings",
                      "Check how these ranks choose their adapters (UCX_NET_DEVICES, btl_tcp_if_include, "
                      "cores they are bound to), and whether another adapter of {host} is down."),
    QT_TRANSLATE_NOOP("Findings", "The same ranks of {} of {} other hosts use several."),
    QT_TRANSLATE_NOOP("Findings", "has an adapter that is not as on other hosts"),
    QT_TRANSLATE_NOOP("Findings", "has its adapter {} down"),
    QT_TRANSLATE_NOOP("Findings", "has its adapter {} at {}"),
    QT_TRANSLATE_NOOP("Findings", "On most hosts it is at {}."),
    QT_TRANSLATE_NOOP("Findings", "Check the adapter's cable, its port at the switch and its slot."),
    QT_TRANSLATE_NOOP("Findings", "sends from ranks {} at once {} times slower than alone"),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Its ranks {} are {} times slower at once than alone, compared with those of other hosts."),
    QT_TRANSLATE_NOOP("Findings", "carries "),
    QT_TRANSLATE_NOOP("Findings", "{} ({} to {})"),
    QT_TRANSLATE_NOOP("Findings", "{carries}{kept} of what {others} do: {lost}"),
    QT_TRANSLATE_NOOP("Findings", "the other {} leaves"),
    QT_TRANSLATE_NOOP("Findings", "the other paths of these leaves"),
    QT_TRANSLATE_NOOP("Findings", "a cable between them is missing or idle"),
    QT_TRANSLATE_NOOP("Findings", "as with 1 of {} uplinks missing or idle"),
    QT_TRANSLATE_NOOP("Findings", "less than 1 of {} uplinks; one may run at a lower rate"),
    QT_TRANSLATE_NOOP("Findings", "1 of {} uplinks is missing or idle"),
    QT_TRANSLATE_NOOP("Findings", "{} of {} uplinks are missing or idle"),
    QT_TRANSLATE_NOOP("Findings",
                      "Check the state, rate and error counters of the switch's uplinks, and whether the "
                      "routes use all of them."),
    QT_TRANSLATE_NOOP("Findings",
                      "So few flows a host ({}) leave it to chance which cables are used, and hide a missing "
                      "one: this run shows nothing about uplinks. Measure with --flows 16, on more hosts a "
                      "leaf, or with more ranks a host."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "{} leaves are too few to tell which of them carries less: measure between four or more."),
    QT_TRANSLATE_NOOP("Findings",
                      "A leaf would stand out from {} less on, and a missing uplink may cost less: measure "
                      "with more flows (--flows), more leaves or a larger -n."),
    QT_TRANSLATE_NOOP("Findings", "other leaves"),
    QT_TRANSLATE_NOOP("Findings", "uplinks"),
    QT_TRANSLATE_NOOP("Findings", "missing uplinks"),
    QT_TRANSLATE_NOOP("Findings", "uplinks if one is missing"),
    QT_TRANSLATE_NOOP("Findings", "breaks a rule of the site"),
    QT_TRANSLATE_NOOP("Findings", "Read what the rule says."),
    QT_TRANSLATE_NOOP("Findings", "is {} times slower in {} of its values"),
    QT_TRANSLATE_NOOP("Findings", "is {} times slower for {} of its pairs"),
    QT_TRANSLATE_NOOP("Findings", "{} would explain it nearly as well."),
    QT_TRANSLATE_NOOP("Findings", "{} of its pairs changed."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Check the counters of {host}'s links for errors and changes of state, and each of its cables."),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Always with the same {} of its partners: as where one of several cables or routes is bad."),
    QT_TRANSLATE_NOOP(
        "Findings", "Scattered over {} partners and all lengths: as where a link flaps or packets are lost."),
    QT_TRANSLATE_NOOP("Findings", "fraction of values"),
    QT_TRANSLATE_NOOP("Findings",
                      "The run has no host names: each rank is treated as a host. Measure with network_test, "
                      "which records them."),
    QT_TRANSLATE_NOOP("Findings",
                      "Hosts look like a ring, as where each posts its messages to one after another, which "
                      "hides slow hosts: measure with one_to_one."),
    QT_TRANSLATE_NOOP("Findings",
                      "Each kind of --kinds is below one switch, so that a slow switch passes for its kind: "
                      "leave racks and rows out of the features."),
    QT_TRANSLATE_NOOP("Findings",
                      "{} declares none of the run's hosts: it has {}, the run {}. Give the --topology of "
                      "this machine, or --names where its nodes have other names."),
    QT_TRANSLATE_NOOP("Findings", "Long messages are as fast as over a link of {} Gbit/s."),
    QT_TRANSLATE_NOOP("Findings", "{} at {} to {}"),
    QT_TRANSLATE_NOOP(
        "Findings",
        "Only messages of a middle length are slow: its MPI library may change its protocol elsewhere; "
        "compare {host}'s versions, eager limits and environment with another host's."),
    QT_TRANSLATE_NOOP("Findings",
                      "Each message takes a little longer, long ones hardly: check {host}'s power saving, "
                      "interrupt moderation and the adapter's place near the core."),
    QT_TRANSLATE_NOOP("Findings", "single"),
    QT_TRANSLATE_NOOP("Findings", "hierarchy"),
    QT_TRANSLATE_NOOP("Findings", "grid"),
    QT_TRANSLATE_NOOP("Findings", "groups"),
    QT_TRANSLATE_NOOP("Findings", "within hosts"),
    QT_TRANSLATE_NOOP("Findings", "between hosts"),
    QT_TRANSLATE_NOOP("Findings", "level {}"),
    QT_TRANSLATE_NOOP("Findings", "{} hop"),
    QT_TRANSLATE_NOOP("Findings", "{} hops"),
    QT_TRANSLATE_NOOP("Findings", "across the spine"),
    QT_TRANSLATE_NOOP("Findings", "same leaf"),
    QT_TRANSLATE_NOOP("Findings", "same pod"),
    QT_TRANSLATE_NOOP("Findings", "same level-{} group"),
    QT_TRANSLATE_NOOP("Findings", "to slower kind"),
    QT_TRANSLATE_NOOP("Findings", "from slower kind"),
    QT_TRANSLATE_NOOP("Findings", "within slower kind"),
    QT_TRANSLATE_NOOP("Findings", "slower route"),
    QT_TRANSLATE_NOOP("Findings", "slower route both ways"),
    QT_TRANSLATE_NOOP("Findings", "slower places"),
};

struct BreakText {
    Q_DECLARE_TR_FUNCTIONS(BreakText)
};

}  // namespace

std::string in_language(std::string_view phrase) {
    return QCoreApplication::translate("Findings", std::string(phrase).c_str()).toStdString();
}

QString class_text(const std::string& class_name) {
    static const QRegularExpression number(QStringLiteral("\\d+"));
    QStringList pieces = QString::fromStdString(class_name).split(QStringLiteral(", "));
    for (QString& piece : pieces) {
        const QRegularExpressionMatch found = number.match(piece);
        const QString phrase = QString(piece).replace(number, QStringLiteral("{}"));
        const QString translated = QString::fromStdString(in_language(phrase.toStdString()));
        // Other names are those of a configuration.
        if (translated != phrase) piece = QString(translated).replace(QStringLiteral("{}"), found.captured());
    }
    return pieces.join(QStringLiteral(", "));
}

QString curve_text(const Curve& curve) {
    if (curve.sender.tick.empty()) return QString::fromStdString(curve.name);
    return QStringLiteral("%1 → %2").arg(text_of(curve.sender), text_of(curve.receiver));
}

QString break_text(const ProtocolBreak& found) {
    const QString length = QString::fromStdString(format_size(found.after_bytes));
    const QString name = class_text(found.class_name);
    if (found.jump_s == 0) return BreakText::tr("%1: bends from %2 on").arg(name, length);
    const QString jump = (found.jump_s < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
                         value_text(std::abs(found.jump_s), Quantity::delay);
    return BreakText::tr("%1: %2 from %3 on").arg(name, jump, length);
}

}  // namespace fabricmap::viewer
