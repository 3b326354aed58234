package org.bdm.server.interchange;

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
    /**
     * Reads an id in any of its spellings.
     *
     * @throws MoverException INVALID_REQUEST for anything else
     */
    public static DatasetWish of(String text) {
        try {
            return DatasetList.wish(text);
        } catch (RefusedLine e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, e.reason(), e);
        }
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
