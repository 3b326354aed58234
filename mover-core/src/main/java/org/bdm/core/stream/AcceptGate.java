package org.bdm.core.stream;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Counts accepted connections: all of them, and for each address those that have not ended their greeting. Any thread. */
final class AcceptGate {
    private final int connectionsMax;
    private final int unauthenticatedPerAddressMax;
    private final AtomicInteger connections = new AtomicInteger();
    private final ConcurrentMap<InetAddress, Integer> unauthenticated = new ConcurrentHashMap<>();

    AcceptGate(int connectionsMax, int unauthenticatedPerAddressMax) {
        this.connectionsMax = connectionsMax;
        this.unauthenticatedPerAddressMax = unauthenticatedPerAddressMax;
    }

    int connections() {
        return connections.get();
    }

    /** A connection that is counted until it is closed, and against its address until it is authenticated. */
    final class Admission {
        private final InetAddress address;
        private final AtomicBoolean countsForAddress = new AtomicBoolean(true);

        private Admission(InetAddress address) {
            this.address = address;
        }

        void authenticated() {
            if (countsForAddress.compareAndSet(true, false)) leaveAddress(address);
        }

        /** Call once. */
        void closed() {
            authenticated();
            connections.decrementAndGet();
        }
    }

    /** Throws TOO_MANY_CONNECTIONS if this one is too many. */
    Admission admit(InetAddress address) {
        if (connections.incrementAndGet() > connectionsMax) {
            connections.decrementAndGet();
            throw new MoverException(
                    ErrorCode.TOO_MANY_CONNECTIONS, "the data port has " + connectionsMax + " connections open");
        }
        int ofAddress = unauthenticated.merge(address, 1, Integer::sum);
        if (ofAddress > unauthenticatedPerAddressMax) {
            leaveAddress(address);
            connections.decrementAndGet();
            throw new MoverException(
                    ErrorCode.TOO_MANY_CONNECTIONS,
                    address.getHostAddress() + " has " + unauthenticatedPerAddressMax
                            + " connections open that have not greeted");
        }
        return new Admission(address);
    }

    private void leaveAddress(InetAddress address) {
        unauthenticated.compute(address, (key, count) -> count == null || count <= 1 ? null : count - 1);
    }
}
