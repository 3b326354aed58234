package org.bdm.server.catalog.holding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The listed extent of a dataset version, to be compared with what indexes announce.
 *
 * @param files listed in the chosen variant
 * @param bytes sum of the sizes that are known
 * @param areSizesKnown whether that is the size of all its files
 */
public record ClaimedExtent(int files, long bytes, boolean areSizesKnown) {
    private static final int SHOWN_MAX = 5;

    /**
     * The extent that one index announces at one data node.
     *
     * @param isOfOtherBytes whether the node holds another variant: its bytes are others, and only the number of its files tells something
     */
    public record Announced(
            String index, String node, OptionalLong files, OptionalLong bytes, boolean isOfOtherBytes) {}

    /** A sentence that tells who announces another extent than is listed; empty if nobody does. The same claims give the same sentence. */
    public Optional<String> contradiction(List<Announced> announcements) {
        List<String> others = new ArrayList<>();
        announcements.stream()
                .sorted(Comparator.comparing(Announced::index).thenComparing(Announced::node))
                .forEach(one -> other(one).ifPresent(others::add));
        if (others.isEmpty()) return Optional.empty();
        String shown = String.join("; ", others.subList(0, Math.min(SHOWN_MAX, others.size())));
        String more = others.size() > SHOWN_MAX ? "; and " + (others.size() - SHOWN_MAX) + " more" : "";
        return Optional.of("index " + shown + more);
    }

    private Optional<String> other(Announced one) {
        String who = one.index() + " announces ";
        if (one.files().isPresent() && one.files().getAsLong() != files) {
            return Optional.of(who + one.files().getAsLong() + " files at " + one.node() + ", listed are " + files);
        }
        if (one.bytes().isEmpty() || one.isOfOtherBytes()) return Optional.empty();
        long announced = one.bytes().getAsLong();
        boolean isOther = announced < bytes || (announced > bytes && areSizesKnown);
        return isOther
                ? Optional.of(who + announced + " bytes at " + one.node() + ", the listed files have " + bytes)
                : Optional.empty();
    }
}
