package org.bdm.server.job.submit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.control.job.SourcePolicy;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.file.MissingCopies;
import org.bdm.server.catalog.job.Idempotency;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.Reception;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.request.Draft;
import org.bdm.server.dataset.draft.DraftEntries;
import org.bdm.server.dataset.draft.DraftWishes;
import org.bdm.server.dataset.replica.CopyPolicy;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.DatasetResolver.Keeping;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.dataset.replica.ReplicaItems;
import org.bdm.server.dataset.replica.Resolved;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.holding.record.HeldFiles;
import org.bdm.server.holding.record.HoldingsInDoubt;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.message.ProblemText;
import org.bdm.server.message.Selections;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of replica sets: the datasets are looked up now, their sets stored, and each file becomes an item. The job is there with all of it,
 * or not at all.
 */
public final class ReplicaJobs {
    private static final int RESOLVED_AT_ONCE = 4;
    private static final int NAMES_MAX = 100_000;
    private static final int NAMES_SHOWN_MAX = 100;
    private static final int NODES_MAX = 100;
    private static final int NAME_LENGTH_MAX = 1_024;

    private final Catalog catalog;
    private final LocalExports exports;
    private final OwnSite own;
    private final SubmissionRules rules;
    private final DatasetResolver resolver;
    private final HeldFiles held;
    private final SiteTrees trees;
    private final Semaphore slots = new Semaphore(RESOLVED_AT_ONCE);

    public ReplicaJobs(
            Catalog catalog,
            LocalExports exports,
            OwnSite own,
            SubmissionRules rules,
            DatasetResolver resolver,
            HeldFiles held,
            SiteTrees trees) {
        this.catalog = catalog;
        this.exports = exports;
        this.own = own;
        this.rules = rules;
        this.resolver = resolver;
        this.held = held;
        this.trees = trees;
    }

    /** Returns the copies that are known to be missing and are not asked for. */
    public MissingCopies missingCopies() {
        return catalog.missingCopies();
    }

    /** Files of this site that are not the same by their size and time. For one thread. */
    public HoldingsInDoubt inDoubt() {
        return new HoldingsInDoubt(catalog);
    }

    /** Returns the files that are held and need not be fetched. */
    public HeldFiles held() {
        return held;
    }

    /**
     * A checked request.
     *
     * @param request what the catalog keeps of the job
     * @param draft what holds the wishes instead; null if they were given
     * @param confirmation consent to the size of a query
     * @param isOffline whether only what is stored is taken
     * @param tolerance what is no obstacle
     */
    public record Checked(
            JobRequest request,
            DatasetWishes wishes,
            @Nullable DraftEntries draft,
            Endpoint destination,
            CopyPolicy policy,
            SizeConfirmation confirmation,
            boolean isOffline,
            Tolerance tolerance) {}

    /**
     * The obstacles that are none.
     *
     * @param incomplete trouble at an index
     * @param unknown names that no index knows
     */
    public record Tolerance(boolean incomplete, boolean unknown) {}

    /** Checks the message; asks nobody. */
    public Checked check(SubmitJob job, Submitter by) {
        if (!job.items().isEmpty()) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "items: a REPLICA_SET job names datasets and finds the files itself");
        }
        DatasetWishes wishes = wishes(job);
        if (job.draft() == null) return checked(job, by.owner(), wishes, null);
        long draft = Numbers.draft(job.draft());
        checkDraft(by, draft);
        return checked(job, by.owner(), wishes, DraftEntries.of(catalog, draft));
    }

    /** Refuses a draft of somebody else to who sees only the own ones; NOT_FOUND. */
    private void checkDraft(Submitter by, long number) {
        if (!by.isLimited()) return;
        String owner = catalog.drafts().find(number).map(Draft::owner).orElse("");
        if (owner.equals(by.owner())) return;
        throw new MoverException(ErrorCode.NOT_FOUND, "there is no draft-" + number);
    }

    private Checked checked(SubmitJob job, String owner, DatasetWishes wishes, @Nullable DraftEntries draft) {
        boolean isOffline = job.offline() != null && job.offline();
        Tolerance tolerance = new Tolerance(
                job.acceptIncomplete() != null && job.acceptIncomplete(),
                job.skipUnknown() != null && job.skipUnknown());
        Endpoint destination = destination(job.destination());
        JobRequest request = rules.request(job, owner, null);
        String source = wishes.names().size() == 1 && wishes.queries().isEmpty()
                ? wishes.names().get(0)
                : null;
        return new Checked(
                request.shownAs(source, destination.toString()),
                wishes,
                draft,
                destination,
                policy(job.options() == null ? null : job.options().sourcePolicy()),
                rules.confirmation(job),
                isOffline,
                tolerance);
    }

    private DatasetWishes wishes(SubmitJob job) {
        int ways = (job.datasets().isEmpty() ? 0 : 1) + (job.query() == null ? 0 : 1) + (job.draft() == null ? 0 : 1);
        if (ways != 1) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "a REPLICA_SET job has one of datasets, query, draft");
        }
        if (job.datasets().size() > NAMES_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "datasets: more than " + NAMES_MAX + " names");
        }
        for (String name : job.datasets()) {
            if (PlainText.checked("datasets", name, NAME_LENGTH_MAX).isBlank()) {
                throw new MoverException(ErrorCode.INVALID_REQUEST, "datasets: a name is empty");
            }
        }
        return new DatasetWishes(
                job.datasets(), job.query() == null ? List.of() : List.of(Selections.of(job.query())), rules.asOf(job));
    }

    private Endpoint destination(@Nullable String text) {
        if (text == null) throw new MoverException(ErrorCode.INVALID_REQUEST, "destination is missing");
        Endpoint destination = Endpoint.parse(text);
        if (!destination.site().equals(own.name())) {
            throw new MoverException(
                    ErrorCode.DESTINATION_NOT_LOCAL,
                    "the destination is site '" + destination.site() + "', but this is site '" + own.name() + "'");
        }
        exports.requireWritable(destination.export());
        new LinkedDestinations(exports).refuse(destination, true);
        return destination;
    }

    private CopyPolicy policy(@Nullable SourcePolicy given) {
        if (given == null) return CopyPolicy.ANY;
        if (given.preferNodes().size() > NODES_MAX || given.avoidNodes().size() > NODES_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "sourcePolicy: more than " + NODES_MAX + " nodes");
        }
        return new CopyPolicy(
                given.preferNodes(),
                given.avoidNodes(),
                Optional.ofNullable(given.variantNode()),
                trees.checked(given.alsoAt()));
    }

    /** Looks the datasets up and keeps the job. */
    public JobId submit(SubmitJob job, @Nullable String key, Checksum bodySha256, Submitter by) {
        Checked checked = check(job, by);
        Idempotency idempotency = key == null ? null : Submitting.idempotency(key, bodySha256);
        return submit(checked, reception -> reception.finish(idempotency).job());
    }

    /**
     * Keeps a job of the entries of a draft.
     *
     * @param how where to, and with which options; says nothing of what
     * @param finish keeps the job; what it keeps besides is there together with the job, or neither is
     */
    public JobId submit(SubmitJob how, DraftEntries wanted, String owner, Function<Reception, JobId> finish) {
        return submit(checked(how, owner, new DatasetWishes(List.of(), List.of()), wanted), finish);
    }

    private JobId submit(Checked checked, Function<Reception, JobId> finish) {
        return resolving(() -> {
            List<SiteTrees.Seen> seen = sites(checked);
            try (Reception reception = catalog.submissions().receive(checked.request())) {
                List<String> empty = new ArrayList<>();
                List<String> contested = new ArrayList<>();
                AtomicLong added = new AtomicLong();
                AtomicLong bytes = new AtomicLong();
                ItemsLeftToCarriers adding = new ItemsLeftToCarriers(catalog.handovers(), item -> {
                    reception.add(item);
                    added.incrementAndGet();
                    bytes.addAndGet(Math.max(0, item.size()));
                });
                Resolved resolved = items(checked, Keeping.STORED, adding, set -> {
                    noteEmpty(set, empty);
                    noteContested(set, contested);
                });
                adding.refuseIfAll();
                Optional<RuntimeException> refusal =
                        ReplicaRefusals.of(checked, resolved, new Amount(added.get(), bytes.get()), empty);
                if (refusal.isPresent()) throw refusal.get();
                noteWarnings(reception, checked, resolved, empty);
                adding.note().ifPresent(text -> note(reception, "LEFT_TO_CARRIERS", text));
                contested.forEach(text -> note(reception, "EXTENT_CONTESTED", text));
                for (SiteTrees.Seen tree : seen)
                    if (tree.trouble() != null) note(reception, "SITE_WARNING", tree.trouble());
                return finish.apply(reception);
            }
        });
    }

    /** Asks the paired sites about the trees that a job names; refuses the job if one can never be read. */
    public List<SiteTrees.Seen> sites(Checked checked) {
        return trees.look(checked.policy().alsoAt(), checked.request().owner());
    }

    /** Nobody lists a file of it. */
    public static void noteEmpty(ReplicaSet set, List<String> empty) {
        if (set.variants().isEmpty()) empty.add(set.instanceId());
    }

    /** Adds a set whose list may lack files, up to {@link #NAMES_SHOWN_MAX} sets. */
    static void noteContested(ReplicaSet set, List<String> contested) {
        if (set.variants().isEmpty() || contested.size() == NAMES_SHOWN_MAX) return;
        set.contradiction().ifPresent(text -> contested.add(set.instanceId() + ": the list may lack files: " + text));
    }

    /**
     * Passes on the item of each file.
     *
     * @param each takes each set before its files
     */
    public Resolved items(
            Checked checked, Keeping keeping, Consumer<SubmittedItem> receiver, Consumer<ReplicaSet> each) {
        ReplicaItems items = new ReplicaItems(checked.destination(), checked.policy());
        Consumer<ReplicaSet> taken = set -> {
            each.accept(set);
            items.of(set, receiver);
        };
        DraftEntries draft = checked.draft();
        DatasetWishes wishes =
                draft == null ? checked.wishes() : new DraftWishes(draft, checked.destination()).read(receiver);
        List<String> impossible = checked.tolerance().unknown() ? wishes.impossible() : List.of();
        DatasetWishes asked = wishes.without(impossible);
        if (asked.names().isEmpty() && asked.queries().isEmpty()) {
            return new Resolved(0, List.of(), impossible, List.of());
        }
        Resolved resolved =
                checked.isOffline() ? resolver.stored(asked, taken) : resolver.resolve(asked, keeping, taken);
        return resolved.withUnknown(impossible);
    }

    /** Records what the job was made in spite of; it is there with the job. */
    private static void noteWarnings(Reception reception, Checked checked, Resolved resolved, List<String> empty) {
        for (IndexWarning warning :
                resolved.warnings().stream().limit(NAMES_SHOWN_MAX).toList()) {
            note(reception, "INDEX_WARNING", warning.index() + ": " + warning.code() + ": " + warning.text());
        }
        for (String name : empty.stream().limit(NAMES_SHOWN_MAX).toList()) {
            note(reception, "DATASET_EMPTY", "no index lists a file of " + name);
        }
        new SkippedNames(resolved, checked.isOffline()).note(reception);
        for (String leftOut : resolved.leftOut().stream().limit(NAMES_SHOWN_MAX).toList()) {
            note(reception, "DATASET_LEFT_OUT", leftOut);
        }
    }

    private static void note(Reception reception, String code, String text) {
        reception.note(code, ProblemText.shown(text));
    }

    private interface Resolving<T> {
        T run();
    }

    private <T> T resolving(Resolving<T> resolving) {
        if (!slots.tryAcquire()) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, RESOLVED_AT_ONCE + " lists of datasets are being looked up already");
        }
        try {
            return resolving.run();
        } finally {
            slots.release();
        }
    }
}
