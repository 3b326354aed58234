package org.bdm.server.reference;

import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;

/**
 * A file of an export, or a directory whose files are one dataset.
 *
 * @param root address above the paths of the export, with a slash at its end
 */
public record ReferencePlace(ExportName export, StorePath path, String root) {
    /** Returns the address of a file below the root, escaped: all but the unreserved characters of RFC 3986 is written %xx. */
    static String address(StorePath file) {
        StringBuilder address = new StringBuilder();
        for (byte each : file.bytes()) {
            char letter = (char) (each & 0xFF);
            boolean isPlain = letter < 128 && (Character.isLetterOrDigit(letter) || "-._~/".indexOf(letter) >= 0);
            if (isPlain) address.append(letter);
            else address.append(String.format("%%%02X", each & 0xFF));
        }
        return address.toString();
    }
}
