package org.bdm.server.discovery.index;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The answers of one index to one question: claims go on at once, warnings are collected. The same warning is counted, not repeated. Used
 * by one thread.
 */
public final class Findings {
    private static final int WARNINGS_MAX = 100;
    private static final long FILES_MAX = 1_000_000;
    private static final long FILES_AT_HAND_MAX = 100_000;
    private static final int FACETS_MAX = 1_000;

    private final String index;
    private final Clock clock;
    private final Consumer<Claim> receiver;
    private final List<IndexWarning> warnings = new ArrayList<>();
    private final Set<String> facets = new HashSet<>();
    private long unreadable;
    private long files;
    private boolean isAnyFound;
    private String firstUnreadable = "";

    /**
     * Nothing found yet.
     *
     * @param receiver throws {@code SearchEnded} if nothing more is wanted
     */
    public Findings(String index, Clock clock, Consumer<Claim> receiver) {
        this.index = index;
        this.clock = clock;
        this.receiver = receiver;
    }

    /** Passes it on; {@link TooManyClaims} for more files than one question can mean. */
    public void claim(Claim claim) {
        if (claim instanceof ClaimedFile && ++files > FILES_MAX) throw new TooManyClaims(FILES_MAX);
        isAnyFound = true;
        if (claim instanceof ClaimedDataset dataset && facets.size() < FACETS_MAX)
            facets.addAll(dataset.facets().keySet());
        receiver.accept(claim);
    }

    /** True if so many files that nobody asked for may be passed on too. */
    public boolean hasRoomFor(int filesAtHand) {
        return files + filesAtHand <= FILES_AT_HAND_MAX;
    }

    /** True if a dataset that was passed on has this facet. */
    public boolean hasFacet(String facet) {
        return facets.contains(facet);
    }

    /** True if a claim was passed on. */
    public boolean isAnyFound() {
        return isAnyFound;
    }

    /** A record that is left out. */
    public void unreadable(String what, String reason) {
        if (unreadable++ == 0) firstUnreadable = shown(what) + ": " + reason;
    }

    public void warn(IndexFailure failure) {
        warn(failure.code(), failure.text(), true);
    }

    public void warn(String code, String text, boolean affectsCompleteness) {
        String sentence = index + ": " + text;
        boolean isKnown = warnings.stream()
                .anyMatch(known -> known.code().equals(code) && known.text().equals(sentence));
        if (isKnown || warnings.size() >= WARNINGS_MAX) return;
        warnings.add(new IndexWarning(index, code, sentence, affectsCompleteness, clock.instant()));
    }

    public List<IndexWarning> warnings() {
        if (unreadable > 0) {
            warn("RECORD_UNREADABLE", unreadable + " records could not be read; the first is " + firstUnreadable, true);
            unreadable = 0;
        }
        return List.copyOf(warnings);
    }

    /** Printable, and not longer than a line. */
    public static String shown(String text) {
        String plain = text.replaceAll("[^\\x20-\\x7e]", "?");
        return plain.length() <= 200 ? plain : plain.substring(0, 200) + "..";
    }
}
