package org.bdm.server.job.plan;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.control.job.DurationEstimate;
import org.bdm.core.control.plan.PlanRouteView;
import org.bdm.core.control.plan.PlanSizeView;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.dataset.NodeHistories;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.history.SizedWork;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.job.bucket.BucketLimits;
import org.bdm.server.job.estimate.Forecast;
import org.bdm.server.job.estimate.Forecaster;
import org.bdm.server.job.estimate.KnownHistory;
import org.bdm.server.job.estimate.LinkWork;
import org.bdm.server.job.estimate.SourceName;
import org.jspecify.annotations.Nullable;

/** The files of one plan by the link that they come over, and how long they take. The plan's thread adds; any thread looks. */
public final class PlannedWork {
    private static final int LINKS_MAX = 1_000;
    private static final int ROUTES_SHOWN = 100;
    private static final String ELSEWHERE = "other sources";

    private final KnownHistory history;
    private final OtherJobs others;
    private final NodeHistories nodes;
    private final Options options;
    private @Nullable Map<String, Long> rates; // of the plan's thread
    private final Map<String, Sum> links = new HashMap<>(); // guarded by this, as all below
    private final Set<String> held = new HashSet<>();
    private final SizeHistogram sizes = new SizeHistogram();
    private Sum next = new Sum();
    private boolean isNextHeld;
    private @Nullable Amount ofOtherJobs;
    private @Nullable Forecast forecast;
    private Map<String, String> basis = Map.of();

    /**
     * The part of a job's options that its time depends on.
     *
     * @param bytesPerSecondMax 0 for no limit
     */
    record Options(boolean readsBack, long bytesPerSecondMax) {}

    PlannedWork(KnownHistory history, OtherJobs others, NodeHistories nodes, Options options) {
        this.history = history;
        this.others = others;
        this.nodes = nodes;
        this.options = options;
    }

    private static final class Sum {
        private final SizedWork.Sum moved = new SizedWork.Sum();
        private long filesListed;
        private long bytesChecked;
    }

    /** The free space of this export is looked at. */
    void begin(ExportName export) {
        Amount open = others.open(export);
        synchronized (this) {
            ofOtherJobs = open;
        }
    }

    /** Returns what the job would say of this destination; null of a directory. */
    @Nullable String note(ExportName export, ReceivingStore store) {
        if (!(store instanceof ObjectStore bucket)) return null;
        return others.catalog()
                .storeManners()
                .of(bucket.bucket().shown())
                .map(manners -> BucketLimits.note(export, manners))
                .orElseGet(() -> BucketLimits.note(export));
    }

    /**
     * The copy that is expected to be read, alone: at a site if one may have the file, else at the data node that was the fastest lately,
     * else the first.
     */
    List<ItemCopy> expected(SubmittedItem item, @Nullable Endpoint site) {
        if (site != null) return List.of(new ItemCopy(site.toString(), 0));
        Map<String, Long> known = rates();
        Comparator<ItemCopy> fastest = Comparator.comparingLong(copy -> rate(known, copy));
        return item.copies().stream()
                .sorted(Comparator.comparingInt(ItemCopy::preference))
                .max(fastest)
                .map(List::of)
                .orElse(List.of());
    }

    private static long rate(Map<String, Long> known, ItemCopy copy) {
        String node = SourceName.of(copy.location());
        return node == null ? 0 : known.getOrDefault(node, 0L);
    }

    private Map<String, Long> rates() {
        Map<String, Long> known = rates;
        if (known != null) return known;
        Map<String, Long> read = new HashMap<>();
        nodes.all().forEach(node -> node.rate().ifPresent(rate -> read.put(node.node(), rate.bytesPerSecond())));
        rates = read;
        return read;
    }

    /** The source of an item that has copies. */
    String sourceOf(SubmittedItem item) {
        String location = item.copies().isEmpty()
                ? item.source().shown()
                : item.copies().get(0).location();
        String source = SourceName.of(location);
        return source == null ? ELSEWHERE : source;
    }

    /** This site has the bytes of the file: no link carries them. */
    synchronized void isHere(SubmittedItem item) {
        held.add(item.destination());
    }

    synchronized boolean isHeld(SubmittedItem item) {
        return held.contains(item.destination());
    }

    /** The files that are counted from now on come from here. */
    synchronized void next(String source, boolean isHeldHere) {
        boolean isOneTooMany = links.size() >= LINKS_MAX && !links.containsKey(source);
        next = links.computeIfAbsent(isOneTooMany ? ELSEWHERE : source, first -> new Sum());
        isNextHeld = isHeldHere;
    }

    /** A file that is not transferred. */
    synchronized void listed() {
        next.filesListed++;
    }

    /**
     * A file that is transferred.
     *
     * @param isCompared whether digests are compared first, since a file of the same size is there
     */
    synchronized void toMove(long bytes, boolean isCompared) {
        next.filesListed++;
        if (isNextHeld) return;
        next.moved.add(bytes);
        sizes.add(bytes);
        if (isCompared || options.readsBack()) next.bytesChecked = ByteTotal.plus(next.bytesChecked, bytes);
    }

    /** All files are counted: says how long they take. Reads the history. */
    void conclude() {
        Map<String, LinkWork> work = work();
        if (work.isEmpty()) return;
        Forecaster forecaster = history.now(work.keySet());
        Forecast all = forecaster.of(work, options.bytesPerSecondMax());
        Map<String, String> byLink = new HashMap<>();
        work.keySet().forEach(source -> byLink.put(source, forecaster.basis(source)));
        synchronized (this) {
            forecast = all;
            basis = byLink;
        }
    }

    private synchronized Map<String, LinkWork> work() {
        Map<String, LinkWork> work = new HashMap<>();
        links.forEach(
                (source, sum) -> work.put(source, new LinkWork(sum.moved.get(), sum.filesListed, sum.bytesChecked)));
        return work;
    }

    synchronized @Nullable Amount ofOtherJobs() {
        return ofOtherJobs;
    }

    synchronized @Nullable DurationEstimate estimate() {
        Forecast known = forecast;
        if (known == null) return null;
        return new DurationEstimate(
                known.p10Seconds(), known.p50Seconds(), known.p90Seconds(), known.basis(), known.dominant());
    }

    synchronized List<PlanRouteView> routes() {
        return work().entrySet().stream()
                .map(link -> route(link.getKey(), link.getValue().moved()))
                .sorted(Comparator.comparingLong(PlanRouteView::bytes)
                        .reversed()
                        .thenComparing(PlanRouteView::source))
                .limit(ROUTES_SHOWN)
                .toList();
    }

    synchronized List<PlanSizeView> sizes() {
        return sizes.views();
    }

    private PlanRouteView route(String source, SizedWork moved) {
        return new PlanRouteView(
                source,
                moved.total().files(),
                moved.total().bytes(),
                moved.small().files(),
                basis.getOrDefault(source, ""));
    }
}
