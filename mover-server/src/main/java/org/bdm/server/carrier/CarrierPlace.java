package org.bdm.server.carrier;

import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;

/**
 * A directory of this site as a carrier sees it.
 *
 * @param directory in the export, which is the same directory as {@code prefix}
 * @param prefix how the carrier names it; without a slash at the end
 */
record CarrierPlace(ExportName export, StorePath directory, String prefix) {
    CarrierPlace {
        while (prefix.endsWith("/")) prefix = prefix.substring(0, prefix.length() - 1);
    }

    /** Returns true if files below this path of the export can be written by the carrier. */
    boolean holds(ExportName other, StorePath path) {
        return export.equals(other) && path.startsWith(directory);
    }

    /**
     * Returns how the carrier names a file.
     *
     * @throws MoverException INVALID_REQUEST if the carrier does not reach it
     */
    String pathOf(StorePath path) {
        if (!holds(export, path)) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    path + " is not below '" + directory.shown() + "' of export '" + export
                            + "', which is what the carrier writes to");
        }
        StorePath below = new StorePath(
                path.names().subList(directory.names().size(), path.names().size()));
        return prefix + "/" + new String(below.bytes(), StandardCharsets.UTF_8);
    }
}
