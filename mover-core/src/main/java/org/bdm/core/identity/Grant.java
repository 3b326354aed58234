package org.bdm.core.identity;

import java.util.Arrays;
import java.util.Optional;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;

/**
 * A right to a part of an export.
 *
 * @param export which export
 * @param prefix everything at and below this path, name by name: {@code a/b} does not cover {@code a/bc}
 * @param verb what may be done there
 */
public record Grant(ExportName export, StorePath prefix, Verb verb) {
    /** Actions that a grant allows. The code is stable: tickets and the catalog use it. */
    public enum Verb {
        READ(1),
        /** Bytes that no file has are sent, to measure the path; the export is only a name then. */
        BENCH(2);

        private final int code;

        Verb(int code) {
            this.code = code;
        }

        /** The verb with this number, if this version knows it. */
        static Optional<Verb> ofCode(int code) {
            return Arrays.stream(values()).filter(verb -> verb.code == code).findFirst();
        }

        /** Stable number in tickets and in the catalog. */
        public int code() {
            return code;
        }
    }

    /** True when {@code path} in {@code export} may be read. */
    public boolean allowsRead(ExportName export, StorePath path) {
        return verb == Verb.READ && this.export.equals(export) && path.startsWith(prefix);
    }

    /** True when everything that {@code other} allows is allowed by this. */
    public boolean covers(Grant other) {
        return verb == other.verb && export.equals(other.export) && other.prefix.startsWith(prefix);
    }
}
