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
import java.util.function.ToIntFunction;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LinkUse;
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
    private volatile List<SharedLimit> limits = List.of(); // written under the lock
    private final Map<JobId, JobTerms> jobs = new ConcurrentHashMap<>(); // written under the lock

    // All below guarded by this.
    private final Set<LinkFlow> own = new LinkedHashSet<>();
    private final MovedCounts moved = new MovedCounts();
    private final Map<SharedLimit.Subject, Long> firstUsed = new HashMap<>();
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
        requests.merge(LinkFlow.Use.place(job, node), more, (before, change) -> {
            int now = before + change;
            return now == 0 ? null : now;
        });
    }

    /** Of a job that reads from many places: a limit that is reached at one of them. */
    synchronized Optional<String> reachedAtPlacesOf(@Nullable JobId job) {
        return own.stream()
                .filter(flow -> !flow.use().isWhole())
                .filter(flow ->
                        requests.containsKey(LinkFlow.Use.place(job, flow.use().source()))
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

    /** Replaces the limits of links and of this site, and of its exports and nodes. */
    public synchronized void limit(List<Limit> of) {
        List<SharedLimit> changed = of.stream().map(SharedLimit::of).toList();
        if (limits.equals(changed)) return;
        limits = changed;
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
        JobId job = flow.use().job();
        return job == null ? JobTerms.weight(JobTerms.USUAL_PRIORITY) : weightOf(job);
    }

    /** Returns the weight of one session of a job that runs here, or of another one of the usual priority. Takes no lock. */
    public int weightOf(JobId job) {
        JobTerms terms = jobs.get(job);
        return JobTerms.weight(terms == null ? JobTerms.USUAL_PRIORITY : terms.priority());
    }

    private static LinkUse sum(LinkUse one, LinkUse other) {
        return new LinkUse(
                one.node(),
                one.job(),
                one.source(),
                one.export(),
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
        SharedLimit.Subject link = new SharedLimit.Subject(SharedLimit.Kind.LINK, source);
        int sharing = Math.max(1, dataNodes.getAsInt());
        long rate = 0;
        int streams = 0;
        for (SharedLimit limit : limits) {
            if (!limit.subject().equals(link)) continue;
            if (limit.bytesPerSecondMax() > 0) rate = Math.max(1, limit.bytesPerSecondMax() / sharing);
            if (limit.streamsMax() > 0) streams = Math.max(1, limit.streamsMax() / sharing);
        }
        taker.mayTake(new Allowance(rate, streams, 0));
    }

    /** Returns how many streams a session that begins to read from a source may open; 0 is no limit. */
    public synchronized int streamsOfNext(String source) {
        LinkUse next = new LinkUse(node, 0, source, "", true, 1, 1, 0, 0, 0, 0);
        List<LinkUse> all = all();
        all.add(next);
        return part(next, all, SharedLimit::streamsMax).number();
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
        List<SharedLimit> rates = rates(all);
        List<LimitDivision.Share> shares = LimitDivision.divide(rates, all, limit -> unheard(limit, uses, now));
        for (int i = 0; i < flows.size(); i++) {
            long rate = rate(flows.get(i), shares.get(i), now);
            Part files = part(uses.get(i), all, SharedLimit::filesMax);
            int streams = part(uses.get(i), all, SharedLimit::streamsMax).number();
            LinkFlow.LimitsOfPart of = new LinkFlow.LimitsOfPart(shares.get(i).limit(), files.limit());
            flows.get(i)
                    .allow(
                            new Allowance(rate, streams, files.number()),
                            of,
                            shares.get(i).ofJob());
        }
    }

    private long rate(LinkFlow flow, LimitDivision.Share share, long now) {
        SharedLimit limit = share.limit();
        long rate = share.bytesPerSecondMax();
        if (limit != null && others.stream().anyMatch(limit.subject()::covers)) {
            rate = flow.leastPart(rate, now - HEARD_AFTER_NANOS, now);
        }
        return rate;
    }

    private List<SharedLimit> rates(List<LinkUse> uses) {
        List<SharedLimit> rates = new ArrayList<>();
        jobs.forEach((job, terms) -> {
            if (terms.bytesPerSecondMax() > 0) rates.add(SharedLimit.ofJob(job, terms.bytesPerSecondMax()));
        });
        limits.stream().filter(limit -> limit.bytesPerSecondMax() > 0).forEach(rates::add);
        rates.removeIf(rate -> uses.stream().noneMatch(rate.subject()::covers));
        return rates;
    }

    /** Other nodes that may have begun to use the limit in the same moment, and not told yet: all that could, for the first seconds. */
    private int unheard(SharedLimit limit, List<LinkUse> ownUses, long now) {
        if (limit.subject().kind() == SharedLimit.Kind.NODE) return 0; // nobody else uses this one
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

    /**
     * The least equal part of one session.
     *
     * @param number 0 is no limit
     * @param limit that gives it; null without one
     */
    private record Part(int number, @Nullable SharedLimit limit) {}

    private Part part(LinkUse session, List<LinkUse> all, ToIntFunction<SharedLimit> max) {
        Part least = new Part(0, null);
        for (SharedLimit limit : limits) {
            if (max.applyAsInt(limit) == 0 || !limit.subject().covers(session)) continue;
            int sessions = 0;
            for (LinkUse use : all) if (limit.subject().covers(use)) sessions += use.sessions();
            int part = Math.max(1, max.applyAsInt(limit) / Math.max(1, sessions));
            if (least.limit() == null || part < least.number()) least = new Part(part, limit);
        }
        return least;
    }
}
