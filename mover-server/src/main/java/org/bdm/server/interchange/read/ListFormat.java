package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import org.bdm.server.interchange.entry.EntryReceiver;

/** One of the formats. Without state: one object reads any number of lists. */
interface ListFormat {
    /** The {@link #likeness} of a list with a mark that no other format has. */
    int CERTAIN = Integer.MAX_VALUE;

    /** Stable: scripts compare it. */
    String name();

    /** Returns the number of lines that fit this format; 0 for none. */
    int likeness(FileStart start);

    /**
     * Reads all of it. Whatever is wrong with the content is told to the receiver.
     *
     * @throws IOException only if the stream broke
     */
    void read(InputStream in, EntryReceiver receiver) throws IOException;
}
