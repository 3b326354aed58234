package org.bdm.core.source.http.node;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Connections to one data node that wait for the next request. Any thread. */
final class IdleConnections {
    private final Deque<HttpConnection> waiting = new ArrayDeque<>(); // guarded by this; the one used last in front
    private int removals; // of all; guarded by this

    /** Removes a usable connection to the origin, the one that was used last; null if there is none. */
    synchronized @Nullable HttpConnection take(HttpOrigin origin, Predicate<HttpConnection> which) {
        for (Iterator<HttpConnection> i = waiting.iterator(); i.hasNext(); ) {
            HttpConnection connection = i.next();
            if (!connection.origin().equals(origin) || !which.test(connection)) continue;
            i.remove();
            if (connection.isUsable()) return connection;
        }
        return null;
    }

    /**
     * Adds one; returns the one that has waited longest if there are more than {@code most}, else null. One that was in use when all were
     * removed is returned itself: it was made, and its node's certificate trusted, by rules that hold no more.
     */
    synchronized @Nullable HttpConnection keep(HttpConnection connection, int most) {
        if (connection.removalsBefore() != removals) return connection;
        waiting.push(connection);
        return waiting.size() > most ? waiting.pollLast() : null;
    }

    /** True if it was there: the caller closes it then. */
    synchronized boolean remove(HttpConnection connection) {
        return waiting.remove(connection);
    }

    /** The number of times that all were removed until now. */
    synchronized int removals() {
        return removals;
    }

    synchronized List<HttpConnection> removeAll() {
        removals++;
        List<HttpConnection> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    synchronized int count() {
        return waiting.size();
    }
}
