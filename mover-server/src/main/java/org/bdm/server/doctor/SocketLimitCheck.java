package org.bdm.server.doctor;

import java.io.IOException;

/**
 * Compares the limit for buffers that programs set themselves with the one of the kernel's own choice. The mover sets none; tools with which
 * people measure a path do, and would measure too little.
 */
record SocketLimitCheck(HostTree tree, DataNetwork network, boolean isReceiving) implements HostCheck {
    private static final long ENOUGH = 64L << 20;

    @Override
    public String id() {
        return isReceiving ? "socket-receive-limit" : "socket-send-limit";
    }

    @Override
    public HostFinding look() throws IOException {
        String name = isReceiving ? "net.core.rmem_max" : "net.core.wmem_max";
        long most = number(name);
        String found = Units.bytes(most) + " (" + name + "); transfers do not depend on it, iperf3 -w and GridFTP do";
        if (most >= ENOUGH || network.isLoopback()) return HostFinding.ok(found);
        return HostFinding.advice(
                found,
                "sudo sysctl -w " + name + "=" + ENOUGH
                        + ", and the same line in /etc/sysctl.d/90-bdm.conf to keep it.");
    }

    private long number(String name) throws IOException {
        String text = tree.setting(name);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException(name + " is '" + text + "', not a size", e);
        }
    }
}
