package org.bdm.server.job.plan;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.MissingCopy;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.file.MissingCopies;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.SubmittedItem;
import org.jspecify.annotations.Nullable;

/**
 * Tells files that can be fetched from those whose copies are all permanently missing, with one question to the catalog for many files.
 * Belongs to one thread.
 */
final class MissingItems {
    private static final int ITEMS_AT_ONCE = 1_000;

    private final MissingCopies copies;
    private final Clock clock;
    private final Consumer<SubmittedItem> there;
    private final List<SubmittedItem> group = new ArrayList<>();
    private final List<Missing> missing = new ArrayList<>();

    /**
     * For the items of one job.
     *
     * @param there takes each item with a copy that may be asked
     */
    MissingItems(MissingCopies copies, Clock clock, Consumer<SubmittedItem> there) {
        this.copies = copies;
        this.clock = clock;
        this.there = there;
    }

    /**
     * A file without a copy that may be asked.
     *
     * @param why sentence for a person
     */
    record Missing(SubmittedItem item, String why) {}

    void add(SubmittedItem item) {
        group.add(item);
        if (group.size() == ITEMS_AT_ONCE) flush();
    }

    /** All have been added. Returns those that are missing. */
    List<Missing> end() {
        flush();
        return List.copyOf(missing);
    }

    private void flush() {
        Map<String, MissingCopy> known = copies.of(
                group.stream().flatMap(item -> addresses(item).stream()).toList());
        Instant now = clock.instant();
        for (SubmittedItem item : group) {
            List<String> addresses = addresses(item);
            List<String> whys = addresses.stream()
                    .flatMap(address -> why(address, known.get(address), now).stream())
                    .toList();
            boolean isMissing = !whys.isEmpty() && whys.size() == addresses.size();
            if (isMissing) missing.add(new Missing(item, String.join("; ", whys)));
            else there.accept(item);
        }
        group.clear();
    }

    private static List<String> addresses(SubmittedItem item) {
        if (item.copies().isEmpty())
            return item.source() instanceof ItemSource.AtDataNode at ? List.of(at.url()) : List.of();
        return item.copies().stream().map(ItemCopy::location).toList();
    }

    private static Optional<String> why(String address, @Nullable MissingCopy missing, Instant now) {
        if (missing == null) return Optional.empty();
        return new Copy(Copy.location(address), 0)
                .withMissing(Optional.of(missing))
                .whyLeftAlone(now);
    }
}
