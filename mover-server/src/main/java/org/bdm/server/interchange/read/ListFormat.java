package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import org.bdm.server.interchange.entry.EntryReceiver;

/** One of the formats. Without state: one object reads any number of lists. */
interface ListFormat {
    /** What {@link #likeness} answers when a mark of the format is there that no other format has. */
    int CERTAIN = Integer.MAX_VALUE;

    /** Stable: scripts compare it. */
    String name();

    /** How much the list looks like this format: the number of lines that fit, 0 for none. */
    int likeness(FileStart start);

    /**
     * Reads all of it. Whatever is wrong with the content is told to the receiver.
     *
     * @throws IOException only if the stream broke
     */
    void read(InputStream in, EntryReceiver receiver) throws IOException;
}
