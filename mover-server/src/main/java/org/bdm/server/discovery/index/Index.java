package org.bdm.server.discovery.index;

import org.bdm.server.discovery.index.Federation.Depth;

/** One index, in its own language. Any thread. */
public interface Index {
    /**
     * Asks until everything that fits was passed on.
     *
     * @throws IndexFailure if it cannot go on; what was passed on by then stays
     */
    void search(Selection selection, Depth depth, Findings findings) throws IndexFailure;
}
