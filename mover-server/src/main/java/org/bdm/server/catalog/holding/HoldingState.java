package org.bdm.server.catalog.holding;

import java.util.Arrays;

/**
 * The state of a file that this site holds. The code is stable: the catalog stores it. {@link HoldingEvidence} and
 * org.bdm.server.holding.record.HoldingRules are the only places that compute it; docs/holdings.md has the whole table.
 *
 * <pre>
 *   new         --looked at, listed--&gt; UNVERIFIED        (nobody read it)
 *   new         --transferred-------&gt; VERIFIED, or READ if nobody vouches for the source's bytes
 *   UNVERIFIED  --read--------------&gt; VERIFIED if equal to a listed digest, DAMAGED if to none, READ if nothing is known
 *   READ        --listed------------&gt; VERIFIED if the list has the same digest, DAMAGED if another
 *   any of these, marked ones too:
 *     --looked at: other size or time--&gt; CHANGED         (all evidence stays)
 *     --gone---------------------------&gt; MISSING         (all evidence stays)
 *     --read: other bytes--------------&gt; DAMAGED         (all evidence stays), VERIFIED if a list has these bytes
 *     --listed: against a source-------&gt; DISPUTED
 *   CHANGED     --read: same bytes--&gt; VERIFIED or READ as before, with the new time
 *   CHANGED     --accepted----------&gt; UNVERIFIED         (by an operator, with a reason; the evidence goes to the history)
 *   MISSING     --looked at---------&gt; UNVERIFIED, or CHANGED if it has another size or time
 *   DAMAGED, CHANGED, MISSING, DISPUTED --transferred--&gt; VERIFIED or READ (the evidence goes to the history if the bytes are others)
 *   VERIFIED, READ, UNVERIFIED &lt;--mark, lifted--&gt; SUPERSEDED, RETRACTED
 *   VERIFIED, READ --its export has another directory--&gt; UNVERIFIED (all evidence stays)
 *   any         --unreadable--------&gt; as it was (the history has the error)
 *   any         --moved, forgotten--&gt; another place, nothing
 *   any         --quarantined-------&gt; out of sight with all evidence, until it is restored, as it was, or deleted
 * </pre>
 */
public enum HoldingState {
    /** Its digest was computed here, and somebody outside vouches for it: a source site, a list, or what was published. */
    VERIFIED(1),
    /** It is there with this size and time; its bytes were not looked at. */
    UNVERIFIED(2),
    /** Words of others about it contradict what was received from a source that vouches for it. */
    DISPUTED(3),
    /** Another version of its dataset has taken its place. */
    SUPERSEDED(4),
    /** Its dataset was withdrawn by who published it. */
    RETRACTED(5),
    /** Its bytes are not those that the evidence is of, or not those that a list says. */
    DAMAGED(6),
    /** It was looked for and is not on disk. */
    MISSING(7),
    /** Its digest was computed here, and nobody outside vouches for it. */
    READ(8),
    /** It has another size or time on disk than the bytes that the evidence is of; nobody read it since. */
    CHANGED(9);

    private final int code;

    HoldingState(int code) {
        this.code = code;
    }

    /** Stable number in the catalog. */
    public int code() {
        return code;
    }

    /** True if the file counts for what its dataset needs. */
    public boolean isUsable() {
        return isSound() || isMarked();
    }

    /** True if nothing is known against the file, and nothing is said against its dataset. */
    public boolean isSound() {
        return this == VERIFIED || this == READ || this == UNVERIFIED;
    }

    /** True if it is what a catalog says of the dataset that decides, and not the file. */
    public boolean isMarked() {
        return this == SUPERSEDED || this == RETRACTED;
    }

    /** True if few holdings have it, mostly: these are found by a table of their own. */
    boolean isExceptional() {
        return this != VERIFIED && this != UNVERIFIED;
    }

    public static HoldingState ofCode(int code) {
        return Arrays.stream(values())
                .filter(state -> state.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no state of a holding has the code " + code));
    }
}
