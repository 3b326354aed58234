package org.bdm.server.discovery.http;

import java.time.Duration;

/** Waits before a request is repeated; a parameter, so that tests need not. */
public interface Pause {
    /** Blocks for that long. */
    void await(Duration time) throws InterruptedException;
}
