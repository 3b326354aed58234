package org.bdm.core.store;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * Files that are kept until a person decides, in {@code EXPORT/.bdm/quarantine}, forced and with the attributes that they are to have. Any
 * thread that may block. NOT_FOUND for a name that is not there.
 */
public interface Quarantine {
    /** Names of all files that are kept. */
    List<String> names();

    /** Reads a whole file, in order, in pieces that are valid only during the call of {@code sink}. */
    void read(String name, Consumer<ByteBuffer> sink);

    /**
     * Gives a file its final name, as {@link WorkArea#place} does; the directory of the destination must be there and still has to be forced.
     */
    void place(String name, StorePath destination, PlaceMode mode);

    /** Deletes a file; nothing happens if it is not there. */
    void delete(String name);
}
