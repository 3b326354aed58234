package org.bdm.server.doctor;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Looks whether the kernel lets this process have the congestion control that it asks for.
 *
 * @param wish as {@code --congestion} has it: {@code auto}, {@code system} or a name
 */
record CongestionCheck(HostTree tree, DataNetwork network, String wish) implements HostCheck {
    private static final String ALLOWED = "net.ipv4.tcp_allowed_congestion_control";

    @Override
    public String id() {
        return "congestion-control";
    }

    @Override
    public HostFinding look() throws IOException {
        String current = tree.setting("net.ipv4.tcp_congestion_control");
        List<String> available = words("net.ipv4.tcp_available_congestion_control");
        List<String> allowed = words(ALLOWED);
        String found = "current " + current + ", available " + String.join(" ", available) + ", allowed for programs "
                + String.join(" ", allowed);
        if (wish.equals("system") || network.isLoopback()) return HostFinding.ok(found);
        boolean isAuto = wish.equals("auto");
        String needed = isAuto ? "bbr" : wish;
        if (allowed.contains(needed) || current.equals(needed)) return HostFinding.ok(found);
        String without =
                found + (isAuto ? "; from 5 ms round-trip time on bbr is wanted" : "; --congestion asks for " + needed);
        String change = available.contains(needed)
                ? "sudo sysctl -w " + ALLOWED + "='" + String.join(" ", allowed) + " " + needed
                        + "', and the same line in /etc/sysctl.d/90-bdm.conf to keep it."
                : "sudo modprobe tcp_" + needed + ", and a line tcp_" + needed
                        + " in /etc/modules-load.d/bdm.conf to keep it.";
        return isAuto ? HostFinding.advice(without, change) : HostFinding.problem(without, change);
    }

    private List<String> words(String setting) throws IOException {
        return Arrays.asList(tree.setting(setting).split("\\s+", -1));
    }
}
