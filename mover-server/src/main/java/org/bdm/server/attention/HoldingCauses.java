package org.bdm.server.attention;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bdm.core.id.ExportName;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.ScrubWeek;
import org.bdm.server.catalog.holding.Scrubs.Exceptional;
import org.bdm.server.catalog.survey.UnconfiguredExports.Unconfigured;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** Turns held files that need a person into items, one for each state that says so. Any thread that may block. */
final class HoldingCauses {
    private static final String ALL = "See all of them with 'bdm-client holdings --state %s'; ";
    private static final String REPAIR =
            "'bdm-client repair' fetches them again. A good copy takes the place of a file only"
                    + " when it is verified.";
    private static final String VERIFY =
            "'bdm-client verify PLACE' reads them and compares them with their evidence, which is kept."
                    + " Bytes that are right though nobody vouches for them become holdings with 'bdm-client hold --scan PLACE"
                    + " --accept-changed --reason TEXT'.";
    private static final String DISPUTE =
            "a list contradicts what a source vouched for. 'bdm-client dispute list' shows those in"
                    + " quarantine; of the others compare the digests that 'bdm-client --json holdings' shows, and fetch the right"
                    + " file with 'bdm-client replicate --on-conflict overwrite'.";

    private final Catalog catalog;

    private final @Nullable Supplier<Set<ExportName>> exports;

    HoldingCauses(Catalog catalog, @Nullable Supplier<Set<ExportName>> exports) {
        this.catalog = catalog;
        this.exports = exports;
    }

    List<AttentionItem> all() {
        List<AttentionItem> all = new ArrayList<>();
        of(HoldingState.DAMAGED, "damaged", REPAIR).ifPresent(all::add);
        of(HoldingState.MISSING, "missing", REPAIR + " 'bdm-client holdings forget' lets go of them.")
                .ifPresent(all::add);
        of(HoldingState.CHANGED, "changed on disk", VERIFY).ifPresent(all::add);
        of(HoldingState.DISPUTED, "in dispute", DISPUTE).ifPresent(all::add);
        ofScrub(catalog.scrubs().week())
                .or(() -> catalog.scrubs().unreadable().map(HoldingCauses::unreadable))
                .ifPresent(all::add);
        if (exports != null) {
            catalog.unconfiguredExports().find(exports.get()).forEach(found -> all.add(atNoExport(found)));
        }
        return all;
    }

    private static AttentionItem atNoExport(Unconfigured found) {
        ExportName export = found.export();
        String text = (found.files() == 1 ? "1 held file is " : found.files() + " held files are ") + "at the export '"
                + export + "', which no node of this site has any more";
        String command = "bdm-client holdings --export " + export;
        Cause cause = new Cause(
                "EXPORT_NOT_CONFIGURED",
                ProblemText.shown(text),
                "Bring it back by starting the server with --export " + export
                        + "=DIRECTORY, or let go of them with 'bdm-client holdings forget bdm://SITE/" + export
                        + " --reason TEXT'.",
                found.since(),
                found.since(),
                1);
        Remedy remedy = new Remedy(command, "GET", "/api/v1/holdings?export=" + export, null);
        return new AttentionItem(AttentionKind.HOLDINGS, "export-" + export, cause, found.files(), null, null, remedy);
    }

    private Optional<AttentionItem> of(HoldingState state, String word, String advice) {
        Optional<Exceptional> found = catalog.scrubs().exceptional(state);
        return found.map(files -> item(state, word, advice, files));
    }

    private static AttentionItem item(HoldingState state, String word, String advice, Exceptional found) {
        Holding newest = found.newest();
        String place = newest.export() + "/" + newest.path().shown();
        String text = (found.files() == 1 ? "1 held file is " : found.files() + " held files are ") + word + ": "
                + place + (found.files() == 1 ? "" : " and others");
        Cause cause = new Cause(
                state.name(),
                ProblemText.shown(text),
                String.format(Locale.ROOT, ALL, state) + advice,
                newest.since(),
                newest.since(),
                1);
        return new AttentionItem(
                AttentionKind.HOLDINGS,
                state.name().toLowerCase(Locale.ROOT),
                cause,
                found.files(),
                null,
                null,
                remedy(state, newest));
    }

    /** The verb that comes next; where it needs a place that only the person knows, the one that shows the files. */
    private static Remedy remedy(HoldingState state, Holding newest) {
        String dataset = newest.dataset();
        return switch (state) {
            case CHANGED ->
                dataset == null
                        ? shown(state)
                        : new Remedy(
                                "bdm-client verify " + dataset,
                                "POST",
                                "/api/v1/verifications",
                                Map.of("subject", dataset));
            case DISPUTED -> shown(state);
            default ->
                new Remedy("bdm-client repair", "POST", "/api/v1/jobs", Map.of("kind", "REPAIR"))
                        .after("See the files", "bdm-client holdings --state " + state, "/holdings?state=" + state);
        };
    }

    private static Remedy shown(HoldingState state) {
        return new Remedy("bdm-client holdings --state " + state, "GET", "/api/v1/holdings?state=" + state, null);
    }

    private static AttentionItem unreadable(Exceptional found) {
        Holding newest = found.newest();
        String place = newest.export() + "/" + newest.path().shown();
        String text = (found.files() == 1 ? "1 held file is" : found.files() + " held files are")
                + " on disk and could not be read, twice or more: " + place
                + (found.files() == 1 ? "" : " and others");
        Cause cause = new Cause(
                "UNREADABLE",
                ProblemText.shown(text),
                "Give the user of the server the right to read, or look at the disk; 'bdm-client holdings --history PLACE' has"
                        + " each error. Then 'bdm-client verify PLACE', or 'bdm-client repair' if the bytes are lost.",
                newest.since(),
                newest.since(),
                1);
        return new AttentionItem(
                AttentionKind.HOLDINGS, "unreadable", cause, found.files(), null, null, history(newest));
    }

    private static Remedy history(Holding of) {
        String path = URLEncoder.encode(of.path().toString().substring(1), StandardCharsets.UTF_8);
        return new Remedy(
                "bdm-client holdings --history bdm://SITE/" + of.export() + of.path(),
                "GET",
                "/api/v1/holdings/history?export=" + of.export() + "&path=" + path,
                null);
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
