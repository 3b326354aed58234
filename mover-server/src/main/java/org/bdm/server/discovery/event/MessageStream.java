package org.bdm.server.discovery.event;

/** A stream that is read on a thread of its own, from its start until it is closed. While the broker does not answer it tries again. */
public interface MessageStream extends AutoCloseable {
    /** Begins to read. Once. */
    void start();

    /** Ends the reading after the message that is being taken; what was not taken is given to the next reader. Waits a few seconds. */
    @Override
    void close();
}
