package org.bdm.server.catalog.holding;

import java.util.Arrays;
import java.util.Locale;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The treatment of the files of a dataset whose mark is in force. Nothing is ever removed by it. The code is stable: the catalog stores it. */
public enum HoldingPolicy {
    /** They stay where they are. */
    KEEP(1),
    /** They are moved into the quarantine of their export, and back when the mark is lifted. */
    QUARANTINE(2),
    /** They are proposed for removal, in a plan that a person looks at. */
    LIST(3);

    private final int code;

    HoldingPolicy(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The name that users write. */
    public String shown() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the name that users write; INVALID_REQUEST, naming what it was said of. */
    public static HoldingPolicy ofName(String what, String name) {
        return Arrays.stream(values())
                .filter(policy -> policy.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() ->
                        new MoverException(ErrorCode.INVALID_REQUEST, what + " is none of keep, quarantine, list"));
    }
}
