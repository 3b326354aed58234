package org.bdm.core.receipt;

import java.util.Optional;
import java.util.OptionalLong;

/** One line of a receipt: a JSON object. */
public interface ReceiptLine {
    /** The text of this name; empty if there is none, or it is no text. */
    Optional<String> text(String name);

    /** The whole number of this name; empty if there is none, or it is no whole number. */
    OptionalLong number(String name);

    /** Takes lines apart. */
    interface Reader {
        /**
         * Reads one.
         *
         * @throws IllegalArgumentException if it is no JSON object
         */
        ReceiptLine read(byte[] line);
    }
}
