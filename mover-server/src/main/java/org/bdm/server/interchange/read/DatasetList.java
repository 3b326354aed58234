package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsProject;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.RefusedLine;

/** Ids of datasets, one a line: {@code ID}, {@code ID.vVERSION} or {@code ID#VERSION}, each also with {@code |DATA_NODE}. */
final class DatasetList implements ListFormat, LineParser {
    private static final int PARTS_MIN = 4;
    /** Names of hosts and of classes have fewer. */
    private static final int PARTS_OF_UNKNOWN_MIN = 7;

    @Override
    public String name() {
        return "dataset-list";
    }

    @Override
    public int likeness(FileStart start) {
        return start.count(DatasetList::fits);
    }

    /** A name with fewer parts, or without a version and of no known project, may be that of a host, a file or a class. */
    private static boolean fits(String line) {
        try {
            return isLikely(DatasetWish.parse(line).dataset());
        } catch (RefusedLine e) {
            return false;
        }
    }

    /** True if a name can hardly be anything else than that of a dataset. */
    static boolean isLikely(DatasetName dataset) {
        String[] parts = dataset.masterId().split("\\.", -1);
        if (parts.length < PARTS_MIN) return false;
        boolean isAddress = parts.length == PARTS_MIN && dataset.masterId().matches("[0-9.]+");
        boolean isKnown = dataset.hasVersion() || DrsProject.of(parts[0]) != null;
        return !isAddress && (isKnown || parts.length >= PARTS_OF_UNKNOWN_MIN);
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        parseAll(in, receiver);
    }

    @Override
    public void parse(LineReader.Line line, EntryReceiver receiver) throws RefusedLine {
        receiver.entry(line.number(), DatasetWish.parse(line.text()));
    }
}
