package org.bdm.core.serve;

import java.util.Set;
import org.bdm.core.id.SiteName;

/**
 * The use of a served stream.
 *
 * @param to the site that asks
 * @param exports names of those that it may read; mostly one
 */
record Sending(SiteName to, Set<String> exports) {
    /** Copies the set. */
    Sending {
        exports = Set.copyOf(exports);
    }
}
