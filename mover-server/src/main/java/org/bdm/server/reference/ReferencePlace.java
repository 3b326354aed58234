package org.bdm.server.reference;

import org.bdm.core.id.ExportName;
import org.bdm.core.store.AddressPath;
import org.bdm.core.store.StorePath;

/**
 * A file of an export, or a directory whose files are one dataset.
 *
 * @param root address above the paths of the export, with a slash at its end
 */
public record ReferencePlace(ExportName export, StorePath path, String root) {
    /** Returns the address of a file below the root, escaped: all but the unreserved characters of RFC 3986 is written %xx. */
    static String address(StorePath file) {
        return AddressPath.encoded(file.bytes());
    }
}
