package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.RefusedLine;

/** Reads one line of a format in which every line stands for itself. */
interface LineParser {
    /** Tells the receiver what the line holds. Comments do not come here. */
    void parse(LineReader.Line line, EntryReceiver receiver) throws RefusedLine;

    /** Reads all lines; {@code #} begins a comment. */
    default void parseAll(InputStream in, EntryReceiver receiver) throws IOException {
        LineReader lines = new LineReader(in, receiver);
        for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
            if (line.isComment()) continue;
            try {
                parse(line, receiver);
            } catch (RefusedLine e) {
                receiver.refused(line.number(), e.reason());
            }
        }
    }
}
