package org.bdm.server.job.limit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.bdm.core.id.JobId;
import org.bdm.core.rate.FlowMeter;
import org.bdm.server.catalog.site.LinkUse;
import org.jspecify.annotations.Nullable;

/** One session, or one place of a session, that takes bytes over a link. Made and ended by {@link LinkFlows}, whose lock guards it. */
public final class LinkFlow implements AutoCloseable {
    private static final double MUCH_MORE = 1.1;

    /**
     * The link that is used.
     *
     * @param job null for requests that are made for all jobs together
     * @param source name of a site or host of a data node; empty for a session that reads from many places
     * @param isWhole whether it is a whole session, which limits of jobs and of this site count
     */
    public record Use(@Nullable JobId job, String source, boolean isWhole) {}

    /**
     * The measures of a session. Any thread; neither blocks.
     *
     * @param bytes moved since it began
     * @param streams open now
     */
    public record Measures(LongSupplier bytes, IntSupplier streams) {}

    /** A part of a limit. */
    private record Part(long atNanos, long bytesPerSecond) {}

    private final LinkFlows flows;
    private final Use use;
    private final Measures measures;
    private final RateTaker taker;
    private final FlowMeter meter = new FlowMeter();
    private final Deque<Part> parts = new ArrayDeque<>();
    private Allowance allowed = Allowance.UNLIMITED;
    private boolean hasHeard;
    private long jobPart = Long.MAX_VALUE;
    private long counted; // guarded by the flows
    private volatile Optional<String> reached = Optional.empty();

    /** Its bytes count from {@code firstByte} on. */
    LinkFlow(LinkFlows flows, Use use, Measures measures, RateTaker taker, long firstByte) {
        this.counted = firstByte;
        this.flows = flows;
        this.use = use;
        this.measures = measures;
        this.taker = taker;
    }

    /** Returns the limit that a person set and that is reached now, as text for people; empty if it is something else that limits. Any thread. */
    public Optional<String> reachedLimit() {
        if (reached.isPresent() || !use.source().isEmpty()) return reached;
        return flows.reachedAtPlacesOf(use.job());
    }

    Use use() {
        return use;
    }

    /** Returns the bytes that it moved since it was asked last. */
    long takeMoved() {
        long before = counted;
        counted = Math.max(before, measures.bytes().getAsLong());
        return counted - before;
    }

    long counted() {
        return counted;
    }

    void measure(long nowNanos) {
        meter.note(measures.bytes().getAsLong(), allowed.bytesPerSecondMax(), nowNanos);
        noteReached();
    }

    private void noteReached() {
        reached = allowed.narrowest() != null && meter.isSeenTakingAll()
                ? Optional.of(allowed.narrowest().text(flows.destination(), allowed.bytesPerSecondMax()))
                : Optional.empty();
    }

    LinkUse told(long node, int weight) {
        return new LinkUse(
                node,
                use.job() == null ? 0 : use.job().number(),
                use.source(),
                use.isWhole(),
                1,
                weight,
                measures.streams().getAsInt(),
                meter.bytesPerSecond(),
                meter.takesAll() ? Long.MAX_VALUE : meter.demand(),
                jobPart);
    }

    /** Returns the least part of the last moments: other nodes hear late that this one takes more. */
    long leastPart(long bytesPerSecond, long sinceNanos, long nowNanos) {
        parts.add(new Part(nowNanos, bytesPerSecond));
        while (parts.getFirst().atNanos() - sinceNanos < 0) parts.removeFirst();
        return parts.stream().mapToLong(Part::bytesPerSecond).min().orElse(bytesPerSecond);
    }

    /** The limits have changed: earlier parts say nothing. */
    void forgetParts() {
        parts.clear();
    }

    void allow(Allowance next, long partOfJob) {
        jobPart = partOfJob;
        Allowance before = allowed;
        if (hasHeard && next.equals(before)) return;
        hasHeard = true;
        allowed = next;
        boolean isNoLimit = next.bytesPerSecondMax() == 0;
        if (isNoLimit || next.bytesPerSecondMax() > MUCH_MORE * before.bytesPerSecondMax()) meter.raised();
        noteReached();
        taker.mayTake(next.bytesPerSecondMax(), next.streamsMax());
    }

    /** The session has ended: its part goes to the others. */
    @Override
    public void close() {
        flows.ended(this);
    }
}
