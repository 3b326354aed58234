package org.bdm.server.catalog.node;

import java.util.Arrays;

/**
 * The state of a node. The code is stable: the catalog stores it.
 *
 * <pre>
 *   STOPPED --> UP <--> DRAINING
 *      ^         |         |       LOST: not seen for 30 s; UP again, or DRAINING again, when it comes back
 *      +---------+---------+       REMOVED: by a person, from every state; refused from then on
 * </pre>
 */
public enum NodeState {
    /** It ended, and said so. */
    STOPPED(0),
    /** It works. */
    UP(1),
    /** It finishes what is open and takes nothing new. */
    DRAINING(2),
    /** It was not seen for 30 s: its work is free for others. */
    LOST(3),
    /** A person removed it: its process ends, and is refused at its next start. */
    REMOVED(4);

    private final int code;

    NodeState(int code) {
        this.code = code;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }

    /** The state with this stable number. */
    public static NodeState ofCode(int code) {
        return Arrays.stream(values())
                .filter(state -> state.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no state of a node has the code " + code));
    }
}
