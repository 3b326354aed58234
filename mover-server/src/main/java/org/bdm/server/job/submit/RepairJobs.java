package org.bdm.server.job.submit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.Idempotency;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.Reception;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that fetch damaged and missing files again from another replica: a batch whose items are the holdings, with the digests that these should
 * have. Of a large file only what is damaged is fetched, which is decided when it is begun. Blocks while the catalog is behind.
 */
public final class RepairJobs {
    /** The kind of the request; the job is a batch. */
    static final String KIND = "REPAIR";

    private static final int FILES_MAX = 100_000;
    private static final int NAMES_MAX = 1_000;
    private static final int NAME_LENGTH_MAX = 1_024;
    private static final List<HoldingState> STATES = List.of(HoldingState.DAMAGED, HoldingState.MISSING);

    private final Catalog catalog;
    private final LocalExports exports;
    private final OwnSite own;
    private final SubmissionRules rules;
    private final SiteTrees trees;

    RepairJobs(Catalog catalog, LocalExports exports, OwnSite own, SubmissionRules rules, SiteTrees trees) {
        this.catalog = catalog;
        this.exports = exports;
        this.own = own;
        this.rules = rules;
        this.trees = trees;
    }

    static boolean isRepair(SubmitJob job) {
        return KIND.equalsIgnoreCase(job.kind());
    }

    /**
     * Keeps a job that repairs what is damaged or missing below the destination, in the datasets, or everywhere.
     *
     * @throws MoverException INVALID_REQUEST; NOT_FOUND if nothing is; SOURCE_NOT_FOUND if no replica of any of it is known; TOO_LARGE
     */
    JobId submit(SubmitJob job, @Nullable String key, Checksum bodySha256, String owner) {
        if (!job.items().isEmpty() || job.query() != null || job.draft() != null) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "a REPAIR job takes datasets or a destination, and finds the files itself");
        }
        @Nullable Endpoint place = place(job.destination());
        List<Holding> damaged = damaged(job.datasets(), place);
        if (damaged.isEmpty()) throw new MoverException(ErrorCode.NOT_FOUND, nothing(job.datasets(), place));
        RepairSources sources = new RepairSources(catalog, own, place, from(job.options(), place));
        List<SubmittedItem> items = damaged.stream().map(sources::item).toList();
        boolean areNowhere = items.stream().allMatch(item -> item.source() instanceof ItemSource.Nowhere);
        if (areNowhere && items.get(0).source() instanceof ItemSource.Nowhere first)
            throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, first.why());
        Idempotency idempotency = key == null ? null : Submitting.idempotency(key, bodySha256);
        try (Reception reception = catalog.submissions().receive(request(job, owner, place))) {
            items.forEach(reception::add);
            return reception.finish(idempotency).job();
        }
    }

    /** Says what there is instead: changed files have to be read before anybody knows that they are wrong. */
    private String nothing(List<String> datasets, @Nullable Endpoint place) {
        List<Holding> changed = new ArrayList<>();
        if (datasets.isEmpty()) add(null, HoldingState.CHANGED, place, changed);
        for (String name : datasets) add(name, HoldingState.CHANGED, place, changed);
        String nothing = "no file that is held there is DAMAGED or MISSING";
        if (changed.isEmpty()) return nothing;
        String first = changed.get(0).export() + "/" + changed.get(0).path().shown();
        return nothing + ", but " + changed.size() + (changed.size() == 1 ? " is" : " are") + " CHANGED, for example "
                + first + ": read what changed with 'bdm-client verify bdm://" + own.name() + "/" + first + "' first";
    }

    private @Nullable Endpoint place(@Nullable String text) {
        if (text == null) return null;
        Endpoint place = Endpoint.parse(text);
        if (!place.site().equals(own.name())) {
            throw new MoverException(
                    ErrorCode.DESTINATION_NOT_LOCAL,
                    "'" + place + "' is at site '" + place.site() + "': a site repairs only what it holds itself");
        }
        exports.requireWritable(place.export());
        return place;
    }

    /** The trees that the request names; they have the layout of the destination. */
    private List<Endpoint> from(@Nullable JobOptions options, @Nullable Endpoint place) {
        if (options == null || options.sourcePolicy() == null) return List.of();
        List<Endpoint> given = trees.checked(options.sourcePolicy().alsoAt());
        if (!given.isEmpty() && place == null) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "destination is missing: sourcePolicy.alsoAt has its layout");
        }
        return given;
    }

    private JobRequest request(SubmitJob job, String owner, @Nullable Endpoint place) {
        JobOptions given = job.options() == null ? JobOptions.DEFAULTS : job.options();
        JobOptions options = given.but()
                .syncLevel("checksum")
                .onConflict("overwrite")
                .verify(given.verify() == null ? "readback" : given.verify())
                .digest(null)
                .symlinks(null)
                .preserve(null)
                .include(List.of())
                .exclude(List.of())
                .sourcePolicy(null)
                .delete(null)
                .hardLinks(null)
                .build();
        String label = job.label() == null ? "repair" : job.label();
        return rules.request(new SubmitJob(label, "BATCH", List.of(), options), owner, null)
                .shownAs(null, place == null ? null : place.toString());
    }

    private List<Holding> damaged(List<String> datasets, @Nullable Endpoint place) {
        if (datasets.size() > NAMES_MAX)
            throw new MoverException(ErrorCode.TOO_LARGE, "datasets: more than " + NAMES_MAX + " names");
        List<Holding> found = new ArrayList<>();
        for (HoldingState state : STATES) {
            if (datasets.isEmpty()) add(null, state, place, found);
            for (String name : datasets) {
                add(PlainText.checked("datasets", name, NAME_LENGTH_MAX), state, place, found);
            }
        }
        return found;
    }

    private void add(@Nullable String dataset, HoldingState state, @Nullable Endpoint place, List<Holding> found) {
        @Nullable String cursor = null;
        do {
            RowPage<Holding> page = catalog.holdings()
                    .page(new HoldingQuery(
                            dataset,
                            state,
                            place == null ? null : place.export(),
                            place == null ? StorePath.ROOT : place.path(),
                            cursor,
                            RowPage.ROWS_MAX));
            for (Holding holding : page.rows()) {
                if (!exports.isWritableAnywhere(holding.export())) continue; // nobody can repair it from here
                found.add(holding);
            }
            if (found.size() > FILES_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE, "more than " + FILES_MAX + " files: repair one directory after the other");
            }
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    /**
     * The digests that a file should have, one of each algorithm: those that were computed here and that somebody vouches for, before those of
     * lists, before those that were only read here, which may be of bytes that were wrong from the beginning.
     */
    static List<Checksum> expected(Holding holding) {
        List<Checksum> expected = new ArrayList<>();
        holding.digests().stream()
                .sorted(Comparator.comparing(
                                (HoldingDigest known) -> known.origin().isVouched())
                        .thenComparing(known -> !known.origin().isOwn())
                        .thenComparing(HoldingDigest::origin)
                        .reversed())
                .map(HoldingDigest::digest)
                .filter(digest -> expected.stream().noneMatch(had -> had.algorithm() == digest.algorithm()))
                .forEach(expected::add);
        return expected;
    }

    /** The place of a file in another tree that has the layout of {@code root}. */
    static Endpoint moved(StorePath file, StorePath root, Endpoint tree) {
        int above = root.names().size();
        StorePath relative =
                new StorePath(file.names().subList(above, file.names().size()));
        return tree.withPath(relative.below(tree.path()));
    }
}
