package org.bdm.server.interchange.entry;

import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;

/**
 * A whole dataset, by its name.
 *
 * @param dataNode where the list says that it is; null if it does not
 */
public record DatasetWish(DatasetName dataset, @Nullable String dataNode) implements ImportedEntry {
    private static final Pattern DATA_NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,252}");

    /**
     * Reads an id in any of its spellings.
     *
     * @throws MoverException INVALID_REQUEST for anything else
     */
    public static DatasetWish of(String text) {
        try {
            return parse(text);
        } catch (RefusedLine e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, e.reason(), e);
        }
    }

    /** Reads an id in any of its spellings from a line of a list. */
    public static DatasetWish parse(String line) throws RefusedLine {
        int bar = line.indexOf('|');
        if (bar < 0) return new DatasetWish(ListedDataset.parse(line), null);
        String node = line.substring(bar + 1);
        if (!DATA_NODE.matcher(node).matches()) throw new RefusedLine(QuotedText.of(node) + " is not a data node");
        return new DatasetWish(ListedDataset.parse(line.substring(0, bar)), node);
    }

    @Override
    public int files() {
        return 0;
    }

    @Override
    public @Nullable Long sizeBytes() {
        return null;
    }
}
