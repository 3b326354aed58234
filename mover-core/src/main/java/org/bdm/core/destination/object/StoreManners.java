package org.bdm.core.destination.object;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Manners of one store, as it has shown them.
 *
 * @param held those that it has; of all others nothing may be expected
 */
public record StoreManners(Set<Manner> held) {
    /** Of a store that does all that the protocol says. */
    public static final StoreManners ALL = new StoreManners(EnumSet.allOf(Manner.class));

    /** Copies the set. */
    public StoreManners {
        held = Set.copyOf(held);
    }

    boolean has(Manner manner) {
        return held.contains(manner);
    }

    /** True if the ETag that it tells of what it took is the MD5 of the very bytes that were sent. */
    boolean tellsMd5OfRightBytes() {
        return has(Manner.ETAG_IS_MD5) && has(Manner.REFUSES_WRONG_SHA256);
    }

    /** True if of two writers at once only one can place an object where nothing was, by either operation. */
    public boolean isAtomic() {
        return held.containsAll(List.of(
                Manner.PUT_TAKES_CONDITION,
                Manner.PUT_REFUSES_EXISTING,
                Manner.PUT_ONCE,
                Manner.COMPLETE_REFUSES_EXISTING,
                Manner.COMPLETE_ONCE));
    }

    /** True if a deletion can be bound to one object, so that none that comes meanwhile goes in its place. */
    public boolean deletesOnlyTheSame() {
        return held.contains(Manner.DELETE_REFUSES_OTHER);
    }

    /** The text that is kept: names of those it has, with commas; {@code -} for none. */
    public String text() {
        return held.isEmpty() ? "-" : held.stream().sorted().map(Enum::name).collect(Collectors.joining(","));
    }

    /** Reads what {@link #text} wrote; names of later versions are left out. */
    public static StoreManners parse(String text) {
        List<String> names = List.of(text.split(","));
        return new StoreManners(Arrays.stream(Manner.values())
                .filter(manner -> names.contains(manner.name()))
                .collect(Collectors.toSet()));
    }

    /** For people: what it lacks, or that it lacks nothing. */
    public String shown() {
        String lacks = Arrays.stream(Manner.values())
                .filter(manner -> !held.contains(manner))
                .map(Manner::shown)
                .collect(Collectors.joining(", "));
        return lacks.isEmpty() ? "all conditions hold" : "not: " + lacks;
    }
}
