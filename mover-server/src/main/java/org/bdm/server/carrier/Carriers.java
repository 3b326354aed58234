package org.bdm.server.carrier;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The carriers in the settings of the server, by name. Immutable. */
public final class Carriers {
    private final Map<String, Carrier> byName;

    Carriers(Map<String, Carrier> byName) {
        this.byName = new LinkedHashMap<>(byName);
    }

    /** Returns the carrier of this name. */
    Optional<Carrier> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * Returns the carrier of this name.
     *
     * @throws MoverException NOT_FOUND with the names that there are
     */
    Carrier existing(String name) {
        return find(name).orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, unknown(name)));
    }

    /** Says in a sentence that there is no carrier of this name. */
    String unknown(String name) {
        List<String> names = new ArrayList<>(byName.keySet());
        return "there is no carrier '" + name + "'; "
                + (names.isEmpty()
                        ? "start the server with --carrier " + name + "=KIND,.."
                        : "the carriers of the server are " + String.join(", ", names));
    }

    /** Returns the names, in the order of the settings. */
    Collection<String> names() {
        return List.copyOf(byName.keySet());
    }
}
