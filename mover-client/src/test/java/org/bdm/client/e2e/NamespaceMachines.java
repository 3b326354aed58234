package org.bdm.client.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.bdm.client.demo.ReadyLine;
import org.jspecify.annotations.Nullable;

/**
 * Machines as network namespaces. Each has two cables: one to a switch on which the database and the test are, one to a switch on which all
 * machines of all sites are. A cable is cut by taking it out of the switch: packets vanish in both directions, and nobody is told. Needs root.
 */
final class NamespaceMachines implements Machines {
    private static final int DATA_PORT = 8471;
    private static final int MACHINES_MAX = 40;

    private final String name = "bdm" + ThreadLocalRandom.current().nextInt(0x1000, 0x10000);
    private final String network;
    private final Certificate certificate;
    private final List<Machine> machines = new ArrayList<>();

    /** Makes the two switches. */
    NamespaceMachines(Path directory) throws IOException {
        this.network = freeNetwork();
        List<String> addresses = new ArrayList<>(List.of("127.0.0.1"));
        for (int i = 1; i < MACHINES_MAX; i++) addresses.add(inside(i));
        this.certificate = Certificate.of(directory, addresses);
        boolean isMade = false;
        try {
            Shell.run(
                    "ip link add \"$1i\" type bridge && ip link set \"$1i\" up && ip address add \"$2\" dev \"$1i\""
                            + " && ip link add \"$1o\" type bridge && ip link set \"$1o\" up",
                    name,
                    inside(1) + "/24");
            isMade = true;
        } finally {
            if (!isMade) close();
        }
    }

    /** Says what is missing to make namespaces; null if they can be made. */
    static @Nullable String missing() {
        if (!System.getProperty("user.name").equals("root")) return "only root makes them";
        String probe = "bdm-probe-" + ProcessHandle.current().pid();
        try {
            Shell.run(
                    "command -v ip >/dev/null && ip netns add \"$1\" && ip link add \"$2\" type bridge && ip link del \"$2\";"
                            + " ip netns del \"$1\"",
                    probe,
                    "bdmp" + ProcessHandle.current().pid() % 100_000);
            return null;
        } catch (IOException | AssertionError e) {
            return "'ip' of iproute2 is missing, or may not make them here";
        }
    }

    private static String freeNetwork() throws IOException {
        String taken = Shell.run("ip -4 address");
        for (int i = 0; i < 100; i++) {
            String candidate = "10." + ThreadLocalRandom.current().nextInt(64, 250) + ".";
            if (!taken.contains(candidate)) return candidate;
        }
        throw new IOException("no network 10.x is free");
    }

    /** On the switch of the database. */
    private String inside(int machine) {
        return network + "1." + machine;
    }

    private String outside(int machine) {
        return network + "2." + machine;
    }

    @Override
    public List<String> databaseAddresses() {
        return List.of("127.0.0.1", inside(1));
    }

    @Override
    public Certificate certificate() {
        return certificate;
    }

    @Override
    public Machine add(int databasePort) throws IOException {
        int number = machines.size() + 2;
        if (number >= MACHINES_MAX) throw new IllegalStateException("too many machines");
        Machine machine = new InNamespace(number, databasePort);
        machines.add(machine);
        String cable =
                "set -- \"$1\" \"$2\" \"$3\" \"$4\" \"$5\"; ip link add \"$1$3\" type veth peer name \"$4\" netns \"$2\""
                        + " && ip link set \"$1$3\" master \"$1$4\" up"
                        + " && ip -n \"$2\" address add \"$5\" dev \"$4\" && ip -n \"$2\" link set \"$4\" up";
        String namespace = name + "n" + number;
        Shell.run("ip netns add \"$1\" && ip -n \"$1\" link set lo up", namespace);
        Shell.run(cable, name, namespace, "i" + number, "i", inside(number) + "/24");
        Shell.run(cable, name, namespace, "o" + number, "o", outside(number) + "/24");
        return machine;
    }

    @Override
    public void close() {
        machines.forEach(Machine::close);
        try {
            Shell.run("ip link del \"$1i\"; ip link del \"$1o\" || true", name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class InNamespace implements Machine {
        private final int number;
        private final int databasePort;

        InNamespace(int number, int databasePort) {
            this.number = number;
            this.databasePort = databasePort;
        }

        @Override
        public List<String> wrapper() {
            return List.of("ip", "netns", "exec", name + "n" + number);
        }

        @Override
        public List<String> options(boolean hasData) {
            List<String> options = new ArrayList<>(List.of("--bind", "0.0.0.0"));
            options.addAll(List.of("--tls-cert", certificate.chain().toString()));
            options.addAll(List.of("--tls-key", certificate.key().toString()));
            options.addAll(List.of("--data-port", Integer.toString(DATA_PORT)));
            if (hasData) options.addAll(List.of("--advertise", outside(number) + ":" + DATA_PORT));
            return options;
        }

        @Override
        public String databaseUrl(String database) {
            return Postgres.url(inside(1), databasePort, database);
        }

        @Override
        public URI rest(ReadyLine ready) {
            return URI.create("https://" + inside(number) + ":" + ready.port());
        }

        @Override
        public void cutDatabase() throws IOException {
            Shell.run("ip link set \"$1i$2\" nomaster", name, number);
        }

        @Override
        public boolean cutPeers() throws IOException {
            Shell.run("ip link set \"$1o$2\" nomaster", name, number);
            return true;
        }

        @Override
        public void mend() throws IOException {
            Shell.run("ip link set \"$1i$2\" master \"$1i\"; ip link set \"$1o$2\" master \"$1o\"", name, number);
        }

        @Override
        public void close() {
            try {
                Shell.run("ip netns del \"$1n$2\" || true", name, number);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
