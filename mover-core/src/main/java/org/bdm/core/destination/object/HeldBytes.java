package org.bdm.core.destination.object;

import java.nio.ByteBuffer;

/** Bytes that are held in memory until a store has taken them. Read by any thread, freed by their owner. */
interface HeldBytes {
    /** Returns a view of them, with a position of its own. */
    ByteBuffer content();

    /** Gives the memory back; the second time nothing happens. */
    void free();
}
