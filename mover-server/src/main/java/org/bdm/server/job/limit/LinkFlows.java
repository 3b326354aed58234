package org.bdm.server.job.limit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.site.LinkLimit;
import org.bdm.server.catalog.site.LinkUse;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of this node, and how much of each limit they may take beside those of other nodes. Any thread; nothing blocks. Each limit is
 * divided by itself; a session has the least of its parts.
 */
public final class LinkFlows {
    /** Until then other nodes have told that they use a limit too, and know that this one does. */
    private static final long TOLD_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** So long other nodes may still take what this one gives to a session that wants more. */
    private static final long HEARD_AFTER_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final SiteName destination;
    private final long node;
    private final IntSupplier dataNodes;
    private final LongSupplier nanoTime;

    private final Map<LinkFlow.Use, Integer> requests = new ConcurrentHashMap<>(); // to data nodes, under way
    private volatile List<LinkLimit> limits = List.of(); // written under the lock

    // All below guarded by this.
    private final Set<LinkFlow> own = new LinkedHashSet<>();
    private final MovedCounts moved = new MovedCounts();
    private final Map<JobId, JobTerms> jobs = new HashMap<>();
    private final Map<RateLimit.Subject, Long> firstUsed = new HashMap<>();
    private List<LinkUse> others = List.of();

    /**
     * Without limits and other nodes yet.
     *
     * @param node number of this node
     * @param dataNodes those that are up and could use a link, this one included
     * @param nanoTime monotonic clock
     */
    public LinkFlows(SiteName destination, long node, IntSupplier dataNodes, LongSupplier nanoTime) {
        this.destination = destination;
        this.node = node;
        this.dataNodes = dataNodes;
        this.nanoTime = nanoTime;
    }

    String destination() {
        return destination.value();
    }

    /** A session of a job begins, as below, on the terms of its job. */
    public synchronized LinkFlow begin(JobTerms terms, LinkFlow.Use use, LinkFlow.Measures measures, RateTaker taker) {
        steer(Objects.requireNonNull(use.job(), "a session without a job"), terms);
        return begin(use, measures, taker);
    }

    /** A session begins; it hears at once, and with each change, how much it may take. */
    public synchronized LinkFlow begin(LinkFlow.Use use, LinkFlow.Measures measures, RateTaker taker) {
        LinkFlow flow = new LinkFlow(this, use, measures, taker, moved.first(use));
        own.add(flow);
        divide();
        return flow;
    }

    synchronized void ended(LinkFlow flow) {
        if (!own.remove(flow)) return;
        moved.ended(flow);
        JobId job = flow.use().job();
        if (job != null && own.stream().noneMatch(left -> job.equals(left.use().job()))) jobs.remove(job);
        divide();
    }

    /**
     * Files of a job are finished, or a try of them failed.
     *
     * @param source the site or data node that most of their bytes came from; empty if it is not known
     */
    public synchronized void finished(JobId job, String source, long files, long failures) {
        moved.finished(job, source, files, failures);
    }

    /** Returns what was moved on this node since this was asked last. */
    public synchronized List<Moved> takeMoved() {
        return moved.take(own);
    }

    /** A job has one request more at a data node, or one less with -1. Takes no lock. */
    public void requests(JobId job, String node, int more) {
        requests.merge(new LinkFlow.Use(job, node, false), more, (before, change) -> {
            int now = before + change;
            return now == 0 ? null : now;
        });
    }

    /** Of a job that reads from many places: a limit that is reached at one of them. */
    synchronized Optional<String> reachedAtPlacesOf(@Nullable JobId job) {
        return own.stream()
                .filter(flow -> !flow.use().isWhole())
                .filter(flow ->
                        requests.containsKey(new LinkFlow.Use(job, flow.use().source(), false))
                                || (job != null && job.equals(flow.use().job())))
                .flatMap(flow -> flow.reachedLimit().stream())
                .findFirst();
    }

    /** The terms of a job, of which sessions run here or begin. */
    public synchronized void steer(JobId job, JobTerms terms) {
        if (terms.equals(jobs.put(job, terms))) return;
        own.forEach(LinkFlow::forgetParts);
        divide();
    }

    /** Replaces the limits of links and of this site. */
    public synchronized void limit(List<LinkLimit> changed) {
        if (limits.equals(changed)) return;
        limits = List.copyOf(changed);
        own.forEach(LinkFlow::forgetParts);
        divide();
    }

    /** Measures the sessions of this node and divides anew; about once a second, or twice. */
    public synchronized void measure() {
        long now = nanoTime.getAsLong();
        own.forEach(flow -> flow.measure(now));
        divide();
    }

    /** Replaces what other nodes use. */
    synchronized void others(List<LinkUse> told) {
        others = List.copyOf(told);
        divide();
    }

    /** Returns what this node uses; one for each job, source and kind. */
    synchronized List<LinkUse> own() {
        Map<LinkFlow.Use, LinkUse> sums = new HashMap<>();
        for (LinkFlow flow : own) sums.merge(flow.use(), flow.told(node, weight(flow)), LinkFlows::sum);
        return List.copyOf(sums.values());
    }

    /** Returns what all nodes use, as far as they told. */
    public synchronized List<LinkUse> all() {
        List<LinkUse> all = new ArrayList<>(own());
        all.addAll(others);
        return all;
    }

    /** Returns the weight of one session, or of one place of a session. */
    private int weight(LinkFlow flow) {
        JobTerms terms = flow.use().job() == null ? null : jobs.get(flow.use().job());
        return JobTerms.weight(terms == null ? JobTerms.USUAL_PRIORITY : terms.priority());
    }

    private static LinkUse sum(LinkUse one, LinkUse other) {
        return new LinkUse(
                one.node(),
                one.job(),
                one.source(),
                one.isWhole(),
                one.sessions() + other.sessions(),
                one.weight() + other.weight(),
                one.streams() + other.streams(),
                one.bytesPerSecond() + other.bytesPerSecond(),
                sum(one.demand(), other.demand()),
                sum(one.jobPart(), other.jobPart()));
    }

    private static long sum(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    /**
     * Tells what may be taken from a data node of which nothing is taken now: the part of this node if all of them begin together. Takes no
     * lock.
     */
    public void tellUnused(String source, RateTaker taker) {
        int sharing = Math.max(1, dataNodes.getAsInt());
        long rate = 0;
        int streams = 0;
        for (LinkLimit limit : limits) {
            if (!limit.covers(source, false)) continue;
            if (limit.bytesPerSecondMax() > 0) rate = Math.max(1, limit.bytesPerSecondMax() / sharing);
            if (limit.streamsMax() > 0) streams = Math.max(1, limit.streamsMax() / sharing);
        }
        taker.mayTake(rate, streams);
    }

    /** Returns how many streams a session that begins to read from a source may open; 0 is no limit. */
    public synchronized int streamsOfNext(String source) {
        return streams(source, true, 1);
    }

    // ---- division; the lock is held ----

    private void divide() {
        long now = nanoTime.getAsLong();
        List<LinkFlow> flows = List.copyOf(own);
        List<LinkUse> uses = new ArrayList<>();
        for (LinkFlow flow : flows) uses.add(flow.told(node, weight(flow)));
        firstUsed.keySet().removeIf(subject -> uses.stream().noneMatch(subject::covers));
        List<LinkUse> all = new ArrayList<>(uses);
        all.addAll(others);
        List<RateLimit> rates = rates(all);
        List<LimitDivision.Share> shares = LimitDivision.divide(rates, all, limit -> unheard(limit, uses, now));
        for (int i = 0; i < flows.size(); i++) allow(flows.get(i), uses.get(i), shares.get(i), now);
    }

    private void allow(LinkFlow flow, LinkUse use, LimitDivision.Share share, long now) {
        RateLimit limit = share.limit();
        long rate = share.bytesPerSecondMax();
        if (limit != null && others.stream().anyMatch(limit.subject()::covers)) {
            rate = flow.leastPart(rate, now - HEARD_AFTER_NANOS, now);
        }
        flow.allow(new Allowance(rate, streams(use.source(), use.isWhole(), 0), limit), share.ofJob());
    }

    private List<RateLimit> rates(List<LinkUse> uses) {
        List<RateLimit> rates = new ArrayList<>();
        jobs.forEach((job, terms) -> {
            if (terms.bytesPerSecondMax() > 0) rates.add(RateLimit.ofJob(job, terms.bytesPerSecondMax()));
        });
        limits.stream()
                .filter(limit -> limit.bytesPerSecondMax() > 0)
                .map(RateLimit::of)
                .forEach(rates::add);
        rates.removeIf(rate -> uses.stream().noneMatch(rate.subject()::covers));
        return rates;
    }

    /** Other nodes that may have begun to use the limit in the same moment, and not told yet: all that could, for the first seconds. */
    private int unheard(RateLimit limit, List<LinkUse> ownUses, long now) {
        if (ownUses.stream().noneMatch(limit.subject()::covers)) return 0;
        long since = firstUsed.computeIfAbsent(limit.subject(), unused -> now);
        if (now - since >= TOLD_AFTER_NANOS) return 0;
        int heard = (int) others.stream()
                .filter(limit.subject()::covers)
                .mapToLong(LinkUse::node)
                .distinct()
                .count();
        return Math.max(0, dataNodes.getAsInt() - 1 - heard);
    }

    private int streams(String source, boolean isWhole, int beginning) {
        int least = 0;
        for (LinkLimit limit : limits) {
            if (limit.streamsMax() == 0 || !limit.covers(source, isWhole)) continue;
            int sessions = beginning;
            for (LinkFlow flow : own)
                if (limit.covers(flow.use().source(), flow.use().isWhole())) sessions++;
            for (LinkUse other : others)
                if (limit.covers(other.source(), other.isWhole())) sessions += other.sessions();
            int part = Math.max(1, limit.streamsMax() / Math.max(1, sessions));
            least = least == 0 ? part : Math.min(least, part);
        }
        return least;
    }
}
