package org.bdm.core.fetch;

import org.bdm.core.checksum.Checksum;
import org.bdm.core.store.IncomingFile;
import org.jspecify.annotations.Nullable;

/** A file whose bytes are all written: its temporary file, until somebody else gets that, and its digests as they become known. Owner only. */
final class Completion {
    private @Nullable IncomingFile temporary;
    private @Nullable Checksum digest;
    private @Nullable Checksum also;

    /** Takes ownership of the temporary file. */
    Completion(IncomingFile temporary) {
        this.temporary = temporary;
    }

    /** Handles the digests of the temporary file; {@code second} is null if only one digest was wanted. */
    void hashed(Checksum first, @Nullable Checksum second) {
        digest = first;
        also = second;
    }

    @Nullable Checksum digest() {
        return digest;
    }

    @Nullable Checksum also() {
        return also;
    }

    /** Passes the temporary file on; null if it has been already. */
    @Nullable IncomingFile takeTemporary() {
        IncomingFile ours = temporary;
        temporary = null;
        return ours;
    }
}
