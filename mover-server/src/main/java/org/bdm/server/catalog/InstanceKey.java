package org.bdm.server.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The columns {@code instance_key}: names of dataset versions, whose case says nothing. */
final class InstanceKey {
    private InstanceKey() {}

    /** The key of a name, or of the beginning of names. */
    static byte[] of(String instanceId) {
        return instanceId.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    }
}
