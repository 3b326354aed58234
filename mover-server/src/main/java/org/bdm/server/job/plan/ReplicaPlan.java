package org.bdm.server.job.plan;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.control.IndexWarningView;
import org.bdm.core.control.Problem;
import org.bdm.core.control.ProblemEntry;
import org.bdm.core.control.plan.PlanNodeView;
import org.bdm.core.control.plan.PlanSiteView;
import org.bdm.core.control.plan.PlanView;
import org.bdm.core.control.plan.ReplicaPlanView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.dataset.replica.DatasetResolver.Keeping;
import org.bdm.server.dataset.replica.Resolved;
import org.bdm.server.holding.record.HeldFiles;
import org.bdm.server.job.submit.ReplicaJobs;
import org.bdm.server.job.submit.ReplicaRefusals;
import org.bdm.server.job.submit.SiteTrees;
import org.bdm.server.look.Trees;
import org.bdm.server.message.Answers;
import org.bdm.server.message.IndexWarningViews;
import org.bdm.server.message.ProblemText;
import org.bdm.server.message.RefusedEntries;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/** Says what a job of replica sets would do: asks the indexes, stores nothing, then compares with what is there. Runs on one thread. */
public final class ReplicaPlan implements Plan {
    private static final int ITEMS_MAX = 1_000_000;
    private static final int SHOWN_MAX = 100;
    private static final int ITEMS_AT_ONCE = 1_000;

    private final ReplicaJobs jobs;
    private final ReplicaJobs.Checked job;
    private final Trees trees;
    private final LocalExports exports;
    private final JobSettings settings;
    private final PlannedWork work;
    private final Clock clock;
    private volatile boolean isStopped;

    private @Nullable DryRun comparison; // guarded by this, as is all below
    private @Nullable ReplicaPlanView replicas;
    private @Nullable Problem problem;
    private @Nullable Problem refusal;
    private boolean isEmpty;
    private List<SiteTrees.Seen> seen = List.of();
    private long filesAtSites;
    private long bytesAtSites;
    private long filesWithoutReplica;
    private long bytesWithoutReplica;
    private long filesToReuse;
    private long bytesToReuse;
    private long bytesLinked;
    private final List<ProblemEntry> errors = new ArrayList<>();
    private final List<String> empty = new ArrayList<>(); // of the thread that runs it, as are the next ones
    private Amount listed = Amount.NONE;
    private final List<IndexWarningView> contested = new ArrayList<>();

    public ReplicaPlan(
            ReplicaJobs jobs,
            ReplicaJobs.Checked job,
            Trees trees,
            LocalExports exports,
            PlannedWork work,
            Clock clock) {
        this.jobs = jobs;
        this.job = job;
        this.trees = trees;
        this.exports = exports;
        this.settings = job.request().settings();
        this.work = work;
        this.clock = clock;
    }

    @Override
    public void stop() {
        isStopped = true;
        DryRun run = comparison();
        if (run != null) run.stop();
    }

    private synchronized @Nullable DryRun comparison() {
        return comparison;
    }

    @Override
    public void run() {
        try {
            List<SubmittedItem> items = new ArrayList<>();
            sites(jobs.sites(job));
            NodeSplit split = new NodeSplit();
            MissingItems missing =
                    new MissingItems(jobs.missingCopies(), clock, item -> obtainable(item, items, split));
            Resolved resolved =
                    jobs.items(job, Keeping.FORGOTTEN, item -> take(item, missing, items, split), this::note);
            missingEverywhere(missing.end(), items);
            found(resolved, split);
            ReplicaRefusals.of(job, resolved, listed, empty).ifPresent(this::refused);
            if (items.isEmpty()) {
                nothingToCompare();
                return;
            }
            lookForHeld(items);
            DryRun run = new DryRun(trees, exports, items, settings, jobs.inDoubt(), work, clock);
            compareWith(run);
            run.run();
        } catch (MoverException e) {
            failed(ProblemText.of(e));
        } catch (RuntimeException | Error e) {
            failed(ProblemText.of(Answers.moverException(e)));
            throw e;
        }
    }

    private void take(SubmittedItem item, MissingItems missing, List<SubmittedItem> items, NodeSplit split) {
        refuseIfStopped();
        listed = listed.plus(new Amount(1, Math.max(0, item.size())));
        if (item.source() instanceof ItemSource.Nowhere nowhere) withoutReplica(item, nowhere.why());
        else if (mayBeAtSites(item)) obtainable(item, items, split);
        else missing.add(item);
    }

    /** The first tree that can be read and may have the file; null if there is none. */
    private @Nullable Endpoint siteRead(SubmittedItem item) {
        if (!mayBeAtSites(item)) return null;
        return seen.stream()
                .filter(tree -> tree.trouble() == null)
                .map(SiteTrees.Seen::tree)
                .findFirst()
                .orElse(null);
    }

    private void refuseIfStopped() {
        if (isStopped) throw new MoverException(ErrorCode.CANCELLED, "the plan was stopped");
    }

    private boolean mayBeAtSites(SubmittedItem item) {
        return !job.policy().alsoAt().isEmpty() && !item.digests().isEmpty();
    }

    private void obtainable(SubmittedItem item, List<SubmittedItem> items, NodeSplit split) {
        split.add(item);
        if (mayBeAtSites(item)) countAtSites(item);
        compared(item, items);
    }

    private void compared(SubmittedItem item, List<SubmittedItem> items) {
        if (items.size() == ITEMS_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "a plan looks at no more than " + ITEMS_MAX + " files");
        }
        items.add(item.withCopies(work.expected(item, siteRead(item))));
    }

    /** No copy of a file that is at its place, or is held, has to be asked. */
    private void missingEverywhere(List<MissingItems.Missing> missing, List<SubmittedItem> items) {
        Store store = exports.find(job.destination().export()).store();
        Set<SubmittedItem> held = new HashSet<>();
        held(missing.stream().map(MissingItems.Missing::item).toList(), (item, found) -> held.add(item));
        for (MissingItems.Missing each : missing) {
            refuseIfStopped();
            if (held.contains(each.item()) || !isNothingThere(store, destination(each.item())))
                compared(each.item(), items);
            else withoutReplica(each.item(), each.why());
        }
    }

    /** Counts what would be taken from files that are held: only what is not at its place. */
    private void lookForHeld(List<SubmittedItem> items) {
        Store store = exports.find(job.destination().export()).store();
        held(items, (item, found) -> {
            if (isNothingThere(store, destination(item))) {
                work.isHere(item);
                reused(found);
            }
        });
    }

    private void held(List<SubmittedItem> items, BiConsumer<SubmittedItem, HeldFiles.Found> each) {
        if (settings.reuse() == JobSettings.Reuse.OFF) return;
        for (int from = 0; from < items.size(); from += ITEMS_AT_ONCE) {
            refuseIfStopped();
            List<HeldFiles.Wanted<SubmittedItem>> wanted =
                    items.subList(from, Math.min(items.size(), from + ITEMS_AT_ONCE)).stream()
                            .map(item -> new HeldFiles.Wanted<>(item, destination(item), item.size(), item.digests()))
                            .toList();
            jobs.held().find(job.destination().export(), wanted).forEach(each);
        }
    }

    private static StorePath destination(SubmittedItem item) {
        return Endpoint.parse(item.destination()).path();
    }

    /** True if nothing is at the destination; a place that cannot be read is left to the comparison. */
    private static boolean isNothingThere(Store store, StorePath destination) {
        try {
            return store.status(destination).isEmpty();
        } catch (MoverException e) {
            return e.code() == ErrorCode.SOURCE_NOT_FOUND;
        }
    }

    private synchronized void reused(HeldFiles.Found found) {
        filesToReuse++;
        bytesToReuse = ByteTotal.plus(bytesToReuse, found.size());
        boolean isLinked =
                settings.reuse() == JobSettings.Reuse.LINK && found.linkable().isPresent();
        if (isLinked) bytesLinked = ByteTotal.plus(bytesLinked, found.size());
    }

    private synchronized void sites(List<SiteTrees.Seen> told) {
        seen = List.copyOf(told);
    }

    /** True if it is there is not asked: that is known when it is fetched. */
    private synchronized void countAtSites(SubmittedItem item) {
        filesAtSites++;
        bytesAtSites = ByteTotal.plus(bytesAtSites, Math.max(0, item.size()));
    }

    private List<PlanSiteView> siteViews() {
        return seen.stream()
                .map(tree -> new PlanSiteView(
                        tree.tree().toString(),
                        filesAtSites,
                        bytesAtSites,
                        tree.trouble() == null ? null : ProblemText.shown(tree.trouble())))
                .toList();
    }

    private synchronized void withoutReplica(SubmittedItem item, String why) {
        filesWithoutReplica++;
        bytesWithoutReplica = ByteTotal.plus(bytesWithoutReplica, Math.max(0, item.size()));
        if (errors.size() == SHOWN_MAX) return;
        errors.add(new ProblemEntry(item.destination(), ErrorCode.SOURCE_NOT_FOUND.name(), ProblemText.shown(why)));
    }

    private void note(ReplicaSet set) {
        ReplicaJobs.noteEmpty(set, empty);
        if (set.variants().isEmpty() || contested.size() == SHOWN_MAX) return;
        String indexes = set.claims().stream()
                .map(ReplicaClaim::index)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        set.contradiction()
                .ifPresent(text -> contested.add(new IndexWarningView(
                        indexes,
                        "EXTENT_CONTESTED",
                        ProblemText.shown(set.instanceId() + ": the list may lack files: " + text),
                        false,
                        clock.instant())));
    }

    private List<IndexWarningView> warnings(Resolved resolved) {
        List<IndexWarningView> warnings = new ArrayList<>(IndexWarningViews.of(resolved.warnings()));
        warnings.addAll(contested);
        return warnings;
    }

    private synchronized void found(Resolved resolved, NodeSplit split) {
        replicas = new ReplicaPlanView(
                resolved.datasets(),
                resolved.unknown().stream()
                        .limit(SHOWN_MAX)
                        .map(ProblemText::shown)
                        .toList(),
                resolved.leftOut().stream()
                        .limit(SHOWN_MAX)
                        .map(ProblemText::shown)
                        .toList(),
                split.views(),
                warnings(resolved),
                0,
                0,
                siteViews());
    }

    /** Ends the plan with this reason; what was found so far is still shown. */
    private synchronized void refused(RuntimeException reason) {
        refusal = reason instanceof RefusedEntries entries
                ? ProblemText.of(entries)
                : ProblemText.of(Answers.moverException(reason));
    }

    private synchronized void nothingToCompare() {
        isEmpty = true;
    }

    private synchronized void compareWith(DryRun run) {
        comparison = run;
    }

    private synchronized void failed(Problem reason) {
        problem = reason;
    }

    @Override
    public synchronized PlanView view(String id) {
        DryRun run = comparison;
        PlanView compared = run == null ? nothing(id) : run.view(id);
        List<ProblemEntry> all = new ArrayList<>(errors);
        all.addAll(compared.errors());
        return new PlanView(
                id,
                problem != null ? "FAILED" : compared.state(),
                problem != null ? problem : compared.problem() != null ? compared.problem() : refusal,
                compared.files() + filesWithoutReplica,
                compared.bytes() + bytesWithoutReplica,
                Math.max(0, compared.filesToMove() - filesToReuse),
                Math.max(0, compared.bytesToMove() - bytesToReuse),
                compared.filesSame(),
                compared.filesInConflict(),
                filesWithoutReplica,
                compared.freeBytesNow(),
                peak(compared),
                compared.estimate(),
                all.stream().limit(SHOWN_MAX).toList(),
                withReuse(),
                compared.bytesOfOtherJobs(),
                compared.routes(),
                compared.sizes(),
                compared.freeInodesNow(),
                compared.filesOfOtherJobs(),
                compared.hardLinks(),
                compared.destinationNote());
    }

    private @Nullable Long peak(PlanView compared) {
        Long peak = compared.peakBytes();
        return peak == null ? null : Math.max(0, peak - bytesLinked);
    }

    private @Nullable ReplicaPlanView withReuse() {
        ReplicaPlanView known = replicas;
        if (known == null) return null;
        return new ReplicaPlanView(
                known.datasets(),
                known.unknown(),
                known.leftOut(),
                known.nodes(),
                known.warnings(),
                filesToReuse,
                bytesToReuse,
                known.sites());
    }

    private PlanView nothing(String id) {
        String state = isEmpty ? "DONE" : "RUNNING";
        return new PlanView(
                id, state, null, 0, 0, 0, 0, 0, 0, 0, null, null, null, List.of(), replicas, null, List.of(), List.of(),
                null, null, null, null);
    }

    /** The files and bytes that each node offers. */
    private static final class NodeSplit {
        private final Map<String, long[]> nodes = new TreeMap<>();

        void add(SubmittedItem item) {
            Set<String> offering = new HashSet<>();
            for (ItemCopy copy : item.copies()) offering.add(new Copy(Copy.location(copy.location()), 0).node());
            for (String node : offering) {
                long[] counts = nodes.computeIfAbsent(node, name -> new long[2]);
                counts[0]++;
                counts[1] += Math.max(0, item.size());
            }
        }

        List<PlanNodeView> views() {
            List<PlanNodeView> views = new ArrayList<>();
            nodes.forEach((node, counts) -> views.add(new PlanNodeView(node, counts[0], counts[1])));
            return views;
        }
    }
}
