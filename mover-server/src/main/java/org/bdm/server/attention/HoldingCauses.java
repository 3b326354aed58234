package org.bdm.server.attention;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.ScrubWeek;
import org.bdm.server.catalog.holding.Scrubs.Exceptional;
import org.bdm.server.message.ProblemText;

/** Turns held files that are damaged, missing or unreadable into items, one for each of these. Any thread that may block. */
final class HoldingCauses {
    private static final String ADVICE =
            "See all of them with 'bdm-client holdings --state %s'; 'bdm-client repair' fetches"
                    + " them again. A good copy takes the place of a file only when it is verified.";

    private final Catalog catalog;

    HoldingCauses(Catalog catalog) {
        this.catalog = catalog;
    }

    List<AttentionItem> all() {
        List<AttentionItem> all = new ArrayList<>();
        of(HoldingState.DAMAGED, "damaged").ifPresent(all::add);
        of(HoldingState.MISSING, "missing").ifPresent(all::add);
        ofScrub(catalog.scrubs().week()).ifPresent(all::add);
        return all;
    }

    private Optional<AttentionItem> of(HoldingState state, String word) {
        Optional<Exceptional> found = catalog.scrubs().exceptional(state);
        return found.map(files -> item(state, word, files));
    }

    private static AttentionItem item(HoldingState state, String word, Exceptional found) {
        Holding newest = found.newest();
        String text = (found.files() == 1 ? "1 held file is " : found.files() + " held files are ") + word + ": "
                + newest.export() + "/" + newest.path().shown() + (found.files() == 1 ? "" : " and others");
        Cause cause = new Cause(
                state.name(),
                ProblemText.shown(text),
                String.format(Locale.ROOT, ADVICE, state),
                newest.since(),
                newest.since(),
                1);
        Remedy remedy = new Remedy("bdm-client repair", "POST", "/api/v1/jobs", Map.of("kind", "REPAIR"));
        return new AttentionItem(AttentionKind.HOLDINGS, word, cause, found.files(), null, null, remedy);
    }

    /** The item of files that the scrub could not read in this week. */
    private static Optional<AttentionItem> ofScrub(ScrubWeek week) {
        if (week.unreadable() == 0) return Optional.empty();
        Instant at = Objects.requireNonNullElse(week.troubleAt(), Instant.EPOCH);
        String text = (week.unreadable() == 1 ? "1 held file" : week.unreadable() + " held files")
                + " could not be read this week: " + week.trouble();
        Cause cause = new Cause(
                "UNREADABLE",
                ProblemText.shown(text),
                "Look at the disk and at the permissions; events with the code HOLDING_UNREADABLE name each file.",
                at,
                at,
                1);
        Remedy remedy = new Remedy("bdm-client scrub status", "GET", "/api/v1/scrub", null);
        return Optional.of(
                new AttentionItem(AttentionKind.HOLDINGS, "unreadable", cause, week.unreadable(), null, null, remedy));
    }
}
