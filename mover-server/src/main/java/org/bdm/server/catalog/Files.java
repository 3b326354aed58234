package org.bdm.server.catalog;

import java.util.Optional;
import org.bdm.core.id.FileId;

/** Files of jobs, for those who look. */
public final class Files {

    /**
     * A page of files. WAITING and FAILED are found directly; for other states, and for a prefix, at most 50,000 files are looked at per
     * call, so a page may be short and still have a next cursor.
     *
     * @throws org.bdm.core.fault.MoverException INVALID_REQUEST for a cursor that is none
     */
    public Page<FileRow> page(FileQuery query) {
        throw new UnsupportedOperationException("to come");
    }

    /** One file; empty if there is none. */
    public Optional<FileRow> find(FileId file) {
        throw new UnsupportedOperationException("to come");
    }
}
