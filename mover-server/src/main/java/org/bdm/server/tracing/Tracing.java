package org.bdm.server.tracing;

import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;
import org.bdm.server.job.schedule.Worker;

/** Makes spans of this process. Any thread. */
public interface Tracing extends AutoCloseable {
    /** Makes none. */
    Tracing OFF = new Tracing() {};

    /** The registry that the web server tells of its requests; empty if nothing is traced. */
    default Optional<ObservationRegistry> observations() {
        return Optional.empty();
    }

    /**
     * The same worker, each piece of whose work is a span.
     *
     * @param work what it does, the name of the span
     */
    default Worker traced(String work, Worker worker) {
        return worker;
    }

    /** Sends what was not sent yet, for a moment at most. */
    @Override
    default void close() {}
}
