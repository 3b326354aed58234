package org.bdm.server.catalog.db;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The columns {@code instance_key}: names of dataset versions, whose case says nothing. */
public final class InstanceKey {
    private InstanceKey() {}

    /** The key of a name, or of the beginning of names. */
    public static byte[] of(String instanceId) {
        return instanceId.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    }
}
