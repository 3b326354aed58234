package org.bdm.core.journal;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of journals in a work area: {@code chunk-N.LEASE.journal}, or {@code chunk-N.journal} where there are no leases (0). */
final class JournalName {
    private static final Pattern SHAPE =
            Pattern.compile("chunk-(0|[1-9][0-9]{0,8})(?:\\.([1-9][0-9]{0,8}))?\\.journal");

    private JournalName() {}

    static String of(int chunk, int lease) {
        return "chunk-" + chunk + (lease == 0 ? "" : "." + lease) + ".journal";
    }

    /** A journal that is being copied and does not count yet. */
    static String unfinished(int chunk, int lease) {
        return "chunk-" + chunk + "." + lease + ".unfinished";
    }

    /** The lease in the name of a journal of this chunk; empty if it is another file. */
    static OptionalInt lease(String name, int chunk) {
        Matcher shape = SHAPE.matcher(name);
        if (!shape.matches() || Integer.parseInt(shape.group(1)) != chunk) return OptionalInt.empty();
        return OptionalInt.of(shape.group(2) == null ? 0 : Integer.parseInt(shape.group(2)));
    }
}
