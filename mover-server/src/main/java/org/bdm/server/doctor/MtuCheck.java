package org.bdm.server.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Looks at the largest packet of the interfaces that hold the data address. */
record MtuCheck(HostTree tree, DataNetwork network) implements HostCheck {
    private static final long ETHERNET = 1_500;
    private static final long JUMBO = 8_900; // 9,000, less what a tunnel takes
    private static final long FAST_MEGABITS = 10_000;

    @Override
    public String id() {
        return "mtu";
    }

    @Override
    public HostFinding look() throws IOException {
        List<String> shown = new ArrayList<>();
        String small = null;
        String plain = null;
        for (String name : network.names()) {
            OptionalLong mtu = tree.knownNumber("class/net/" + name + "/mtu");
            if (mtu.isEmpty()) continue;
            OptionalLong megabits = network.megabits(name);
            shown.add(name + " " + Units.count(mtu.getAsLong()) + " bytes"
                    + (megabits.isPresent() ? ", " + Units.bitRate(megabits.getAsLong() * 1_000_000) : ""));
            if (mtu.getAsLong() < ETHERNET) small = name;
            else if (mtu.getAsLong() < JUMBO && megabits.orElse(0) >= FAST_MEGABITS) plain = name;
        }
        if (shown.isEmpty()) return HostFinding.unknown("this system does not show the MTU of its interfaces");
        String found = String.join("; ", shown);
        if (small != null) {
            return HostFinding.advice(
                    found, "If no tunnel needs less than 1,500 bytes: sudo ip link set dev " + small + " mtu 1500.");
        }
        if (plain == null) return HostFinding.ok(found);
        return HostFinding.advice(
                found,
                "If every switch and router of the path takes 9,000 bytes: sudo ip link set dev " + plain
                        + " mtu 9000; ask the network group first.");
    }
}
