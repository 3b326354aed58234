package org.bdm.server.interchange.write;

import java.io.IOException;
import org.bdm.core.fault.MoverException;

/** Writes one manifest: files that are held, in the format of whoever publishes, fetches or audits them. Belongs to one thread. */
public interface ManifestWriter {
    /**
     * Writes one file. What was written before stays; after an error the manifest is not to be used.
     *
     * @throws MoverException EVIDENCE_MISSING if the file has no digest that the format needs, INVALID_PATH if the format cannot
     *     name it, INVALID_REQUEST if it does not belong here
     */
    void add(ManifestFile file) throws IOException;

    /** Writes what ends the manifest, and flushes. The stream stays open. */
    void end() throws IOException;
}
