package org.bdm.server.job.limit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.rate.FlowMeter;
import org.bdm.server.catalog.limit.LinkUse;
import org.jspecify.annotations.Nullable;

/** One session, or one place of a session, that takes bytes over a link. Made and ended by {@link LinkFlows}, whose lock guards it. */
public final class LinkFlow implements AutoCloseable {
    private static final double MUCH_MORE = 1.1;
    /** So many looks more than not, and the limit of files is said to be what limits. */
    private static final int HELD_LOOKS = 3;

    /**
     * The link that is used.
     *
     * @param job null for requests that are made for all jobs together
     * @param source name of a site or host of a data node; empty for a session that reads from many places
     * @param export of this site that it writes into; empty if that is not one
     * @param isWhole whether it is a whole session, which limits of jobs and of this site count
     */
    public record Use(@Nullable JobId job, String source, String export, boolean isWhole) {
        /** A session of a job that writes into an export. */
        public static Use session(JobId job, String source, ExportName into) {
            return new Use(job, source, into.value(), true);
        }

        /** One place of sessions that read from many; the export counts for the session. */
        public static Use place(@Nullable JobId job, String source) {
            return new Use(job, source, "", false);
        }
    }

    /**
     * The measures of a session. Any thread; neither blocks.
     *
     * @param bytes moved since it began
     * @param streams open now
     * @param heldByFiles whether it would take more, were more files allowed at once
     */
    public record Measures(LongSupplier bytes, IntSupplier streams, BooleanSupplier heldByFiles) {
        /** Of what has no limit of files. */
        public Measures(LongSupplier bytes, IntSupplier streams) {
            this(bytes, streams, () -> false);
        }
    }

    /**
     * The limits that a part is of; null without one.
     *
     * @param rate that gives the rate
     * @param files that gives the number of files
     */
    record LimitsOfPart(
            @Nullable SharedLimit rate, @Nullable SharedLimit files) {
        private static final LimitsOfPart NONE = new LimitsOfPart(null, null);
    }

    /** A part of a limit. */
    private record Part(long atNanos, long bytesPerSecond) {}

    private final LinkFlows flows;
    private final Use use;
    private final Measures measures;
    private final RateTaker taker;
    private final FlowMeter meter = new FlowMeter();
    private final Deque<Part> parts = new ArrayDeque<>();
    private Allowance allowed = Allowance.UNLIMITED;
    private LimitsOfPart limits = LimitsOfPart.NONE;
    private int heldLooks;
    private boolean hasHeard;
    private long jobPart = Long.MAX_VALUE;
    private long counted; // guarded by the flows
    private volatile Optional<String> rateLimit = Optional.empty();
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

    /** Returns the limit that a person set and that gives its rate, reached or not, as text for people; empty if none does. Any thread. */
    public Optional<String> rateLimit() {
        return rateLimit;
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
        boolean isHeld = allowed.filesMax() > 0 && measures.heldByFiles().getAsBoolean();
        heldLooks = Math.max(0, Math.min(2 * HELD_LOOKS, heldLooks + (isHeld ? 1 : -1)));
        noteReached();
    }

    private void noteReached() {
        SharedLimit files = limits.files();
        if (rateLimit.isPresent() && meter.isSeenTakingAll()) {
            reached = rateLimit;
        } else if (files != null && heldLooks >= HELD_LOOKS) {
            reached = Optional.of(files.filesText(flows.destination(), allowed.filesMax()));
        } else {
            reached = Optional.empty();
        }
    }

    LinkUse told(long node, int weight) {
        return new LinkUse(
                node,
                use.job() == null ? 0 : use.job().number(),
                use.source(),
                use.export(),
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

    void allow(Allowance next, LimitsOfPart of, long partOfJob) {
        jobPart = partOfJob;
        Allowance before = allowed;
        if (hasHeard && next.equals(before) && of.equals(limits)) return;
        boolean isNews = !hasHeard || !next.equals(before);
        hasHeard = true;
        allowed = next;
        limits = of;
        rateLimit =
                Optional.ofNullable(of.rate()).map(rate -> rate.text(flows.destination(), next.bytesPerSecondMax()));
        boolean isNoLimit = next.bytesPerSecondMax() == 0;
        if (isNoLimit || next.bytesPerSecondMax() > MUCH_MORE * before.bytesPerSecondMax()) meter.raised();
        noteReached();
        if (isNews) taker.mayTake(next);
    }

    /** The session has ended: its part goes to the others. */
    @Override
    public void close() {
        flows.ended(this);
    }
}
