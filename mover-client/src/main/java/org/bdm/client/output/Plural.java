package org.bdm.client.output;

import java.util.ArrayList;
import java.util.List;

/** A number and what it counts: {@code 1 file}, {@code 2 files}, {@code 3 entries}. */
public final class Plural {
    private Plural() {}

    /** The number with the word, which is given for one thing. */
    public static String of(long number, String one) {
        if (number == 1) return "1 " + one;
        boolean isIes = one.endsWith("y") && !one.endsWith("ay");
        return number + " " + (isIes ? one.substring(0, one.length() - 1) + "ies" : one + "s");
    }

    /** A list of numbers with their names that leaves out zeros. */
    public static final class Listed {
        private final List<String> parts = new ArrayList<>();

        /** For example {@code 3 failed}; nothing for zero. */
        public Listed with(long number, String name) {
            if (number != 0) parts.add(number + " " + name);
            return this;
        }

        /** For example {@code 1.5 GiB moved}; nothing for zero. */
        public Listed withBytes(long bytes, String name) {
            if (bytes != 0) parts.add(ByteSize.text(bytes) + " " + name);
            return this;
        }

        /** All of them with commas, after a text that stands alone if there are none. */
        public String after(String text) {
            return parts.isEmpty() ? text : text + ": " + String.join(", ", parts);
        }
    }
}
