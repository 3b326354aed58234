package org.bdm.core.fetch;

import java.time.Duration;
import java.util.List;
import org.bdm.core.bottleneck.Bottleneck;
import org.bdm.core.bottleneck.BottleneckJudge;
import org.bdm.core.bottleneck.Pressure;
import org.bdm.core.bottleneck.SteadyLimit;
import org.bdm.core.hasher.SessionHasher;
import org.bdm.core.rate.RateMeter;
import org.bdm.core.writer.BlockWriter;

/** Measures the stages of a session and says which one limits. Owner only. */
final class StageLoads {
    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final double NEWEST = 0.4;

    private final FetchState state;
    private final SourceSet sources;
    private final BlockWriter writer;
    private final SessionHasher hasher;
    private final RateMeter written;
    private final RateMeter hashed;
    private final RateMeter placed;
    private final RateCap cap = new RateCap();
    private long hashedBefore;
    private List<StageLoad> last = List.of();
    private final SteadyLimit steady = new SteadyLimit();
    private long hashNanosBefore;
    private long hashNanosOfNodeBefore;
    private long diskNanosBefore;
    private double hashBusy;
    private double hashBusyOfNode;
    private double diskBusy;
    private long measuredAt;

    StageLoads(FetchState state, SourceSet sources, BlockWriter writer) {
        this.state = state;
        this.sources = sources;
        this.writer = writer;
        this.hasher = state.parts.hasher();
        this.written = new RateMeter(WINDOW, state.now());
        this.hashed = new RateMeter(WINDOW, state.now());
        this.placed = new RateMeter(WINDOW, state.now());
        this.measuredAt = state.now();
        this.hashNanosBefore = hasher.busyNanos();
        this.hashNanosOfNodeBefore = hasher.busyNanosOfNode();
    }

    /** The stage that limits, as it was told last. */
    Bottleneck limit() {
        return steady.limit();
    }

    List<StageLoad> all() {
        return last;
    }

    /** To be called about once a second. */
    void measure(long bytesPerSecondMax) {
        long now = state.now();
        written.add(state.bytesWritten() - written.total(), now);
        placed.add(state.bytesPlaced() - placed.total(), now);
        // The hasher is the whole node's: with other sessions at work its backlog is theirs, too.
        long hashedNow = Math.max(hashedBefore, state.bytesWritten() - hasher.backlogBytes());
        hashed.add(hashedNow - hashedBefore, now);
        hashedBefore = hashedNow;
        measureThreads(now);
        if (isIdle()) {
            cap.idle();
            steady.clear();
        } else {
            steady.add(BottleneckJudge.judge(pressure(now, bytesPerSecondMax)));
        }
        last = isIdle() ? List.of() : loads(now);
    }

    private int finishing() {
        return state.filesIn(FileStage.COMPLETING) + state.filesIn(FileStage.FINISHING);
    }

    private boolean isIdle() {
        return state.filesIn(FileStage.ACTIVE) == 0 && finishing() == 0;
    }

    private void measureThreads(long now) {
        double span = Math.max(1, now - measuredAt);
        // Work is counted when a piece of it ends: one second alone may have too much or nothing.
        hashBusy += NEWEST * ((hasher.busyNanos() - hashNanosBefore) / span - hashBusy);
        hashBusyOfNode += NEWEST * ((hasher.busyNanosOfNode() - hashNanosOfNodeBefore) / span - hashBusyOfNode);
        diskBusy += NEWEST * ((writer.busyNanos() - diskNanosBefore) / span - diskBusy);
        hashNanosBefore = hasher.busyNanos();
        hashNanosOfNodeBefore = hasher.busyNanosOfNode();
        diskNanosBefore = writer.busyNanos();
        measuredAt = now;
    }

    private Pressure pressure(long now, long bytesPerSecondMax) {
        boolean isCapped = cap.isReached(state.rate.total(), bytesPerSecondMax, sources.blockBytes(), now);
        return new Pressure(
                isCapped ? bytesPerSecondMax : 0,
                hasher.backlogBytes(),
                isHashingOfOthers() ? hashBusyOfNode : hashBusy,
                hashThreads(isHashingOfOthers() ? hasher.threads() : hasher.workers()),
                writer.backlogBytes(),
                diskBusy,
                state.parts.runtime().processors().used(),
                state.parts.runtime().processors().needed(),
                state.parts.runtime().processors().usedByOthers(),
                Runtime.getRuntime().availableProcessors(),
                state.filesIn(FileStage.ACTIVE),
                finishing(),
                Math.round(state.rate.perSecond(now)),
                sources.streams(),
                sources.isFull(),
                state.parts.source().load());
    }

    /** True if the node's hash threads are busier than the part of them that this session may use: others keep it waiting. */
    private boolean isHashingOfOthers() {
        return hashBusyOfNode / hashThreads(hasher.threads()) > hashBusy / hashThreads(hasher.workers());
    }

    /** Those that can hash at once: one for each file. */
    private int hashThreads(int most) {
        return Math.max(1, Math.min(most, state.filesIn(FileStage.ACTIVE) + finishing()));
    }

    private List<StageLoad> loads(long now) {
        int active = state.filesIn(FileStage.ACTIVE);
        long arriving = Math.round(state.rate.perSecond(now));
        long block = sources.blockBytes();
        return List.of(
                new StageLoad("source", active, arriving, sources.requests(), sources.fullnessOfRequests()),
                new StageLoad(
                        "network",
                        sources.streams(),
                        arriving,
                        blocks(sources.bytesOutstanding(), block),
                        sources.fullnessOfWindow()),
                new StageLoad(
                        "disk",
                        writer.workers(),
                        Math.round(written.perSecond(now)),
                        blocks(writer.backlogBytes(), block),
                        share(writer.backlogBytes(), BottleneckJudge.DISK_BACKLOG_BYTES)),
                new StageLoad(
                        "hash",
                        hasher.workers(),
                        Math.round(hashed.perSecond(now)),
                        blocks(hasher.backlogBytes(), block),
                        share(hasher.backlogBytes(), BottleneckJudge.HASH_BACKLOG_BYTES)),
                new StageLoad(
                        "place",
                        finishing(),
                        Math.round(placed.perSecond(now)),
                        finishing(),
                        share(finishing(), finishing() + active)));
    }

    private static long blocks(long bytes, long blockBytes) {
        return blockBytes <= 0 ? 0 : (bytes + blockBytes - 1) / blockBytes;
    }

    private static double share(long part, long whole) {
        return whole <= 0 ? 0 : Math.min(1, (double) part / whole);
    }
}
