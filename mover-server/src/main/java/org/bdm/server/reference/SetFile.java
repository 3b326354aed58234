package org.bdm.server.reference;

import java.time.Instant;
import org.bdm.core.checksum.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * A file that a set refers to, as it was when the set was made.
 *
 * @param name for people and errors
 * @param address that readers use, escaped; in a set that is kept only the part below the root
 * @param digest that was computed here and holds for the file as it is; null if none is known
 */
public record SetFile(
        String name,
        String address,
        long bytes,
        Instant modified,
        @Nullable Checksum digest) {
    /** Returns the file with this root before its address. */
    SetFile below(String root) {
        return new SetFile(name, root + address, bytes, modified, digest);
    }
}
