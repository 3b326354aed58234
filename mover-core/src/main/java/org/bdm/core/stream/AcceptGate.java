package org.bdm.core.stream;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Counts accepted connections: all of them, and those that have not ended their greeting by who causes them: the address, and after TLS the
 * node. Who comes when its count is full takes the place of the oldest that is silent, else of the oldest: a stranger keeps nobody out
 * for long, and a site never another. Any thread.
 */
final class AcceptGate {
    /** Connections of one node between TLS and the end of the greeting; a session may open as many at once. */
    static final int GREETINGS_OF_ONE_NODE_MAX = 64;

    private static final int NETWORK_BYTES = 8; // of an IPv6 address: who has one of them has all of its network

    private final int connectionsMax;
    private final int strangersMax;
    private final int strangersPerAddressMax;
    private final Map<Object, Set<Admission>> byCause = new HashMap<>(); // guarded by this, as all below
    private final Set<Admission> strangers = new LinkedHashSet<>();
    private int connections;

    AcceptGate(int connectionsMax, int strangersPerAddressMax) {
        this.connectionsMax = connectionsMax;
        this.strangersMax = Math.max(1, connectionsMax / 2);
        this.strangersPerAddressMax = Math.min(strangersMax, strangersPerAddressMax);
    }

    synchronized int connections() {
        return connections;
    }

    /** A connection that is counted until it is closed, and against who causes it until it is authenticated. */
    final class Admission {
        private final Runnable evict;
        private @Nullable Object cause;
        private boolean isSilent = true;

        private Admission(Object cause, Runnable evict) {
            this.cause = cause;
            this.evict = evict;
        }

        /** Its first bytes came. */
        void spoke() {
            synchronized (AcceptGate.this) {
                isSilent = false;
            }
        }

        /** TLS proved its key: from now on it counts against the node. */
        void proven(NodeId node) {
            Admission victim = null;
            synchronized (AcceptGate.this) {
                if (cause == null) return;
                leave(this);
                if (of(node).size() >= GREETINGS_OF_ONE_NODE_MAX) victim = takeOut(of(node));
                enter(this, node);
            }
            if (victim != null) victim.evict.run();
        }

        void authenticated() {
            synchronized (AcceptGate.this) {
                if (cause == null) return;
                leave(this);
                cause = null;
            }
        }

        /** Call once. */
        void closed() {
            synchronized (AcceptGate.this) {
                authenticated();
                connections--;
            }
        }
    }

    /**
     * Counts one more; throws TOO_MANY_CONNECTIONS if there are too many in all.
     *
     * @param evict closes it when another takes its place; must not block
     */
    Admission admit(InetAddress address, Runnable evict) {
        Admission victim = null;
        Admission admitted;
        synchronized (this) {
            if (connections >= connectionsMax) {
                throw new MoverException(
                        ErrorCode.TOO_MANY_CONNECTIONS, "the data port has " + connectionsMax + " connections open");
            }
            Object cause = causeOf(address);
            if (of(cause).size() >= strangersPerAddressMax) victim = takeOut(of(cause));
            else if (strangers.size() >= strangersMax) victim = takeOut(strangers);
            connections++;
            admitted = new Admission(cause, evict);
            enter(admitted, cause);
        }
        if (victim != null) victim.evict.run();
        return admitted;
    }

    private static Object causeOf(InetAddress address) {
        if (!(address instanceof Inet6Address)) return address;
        return HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES);
    }

    /** Lock held. */
    private Collection<Admission> of(Object cause) {
        return byCause.getOrDefault(cause, Set.of());
    }

    /** Lock held; the oldest that is silent, else the oldest. */
    private Admission takeOut(Collection<Admission> full) {
        Admission victim = full.stream()
                .filter(admission -> admission.isSilent)
                .findFirst()
                .orElseGet(() -> full.iterator().next());
        leave(victim);
        victim.cause = null;
        return victim;
    }

    /** Lock held. */
    private void enter(Admission admission, Object cause) {
        admission.cause = cause;
        byCause.computeIfAbsent(cause, first -> new LinkedHashSet<>()).add(admission);
        strangers.add(admission);
    }

    /** Lock held. */
    private void leave(Admission admission) {
        strangers.remove(admission);
        Object cause = admission.cause;
        if (cause == null) return;
        byCause.computeIfPresent(cause, (key, all) -> {
            all.remove(admission);
            return all.isEmpty() ? null : all;
        });
    }
}
