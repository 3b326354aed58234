package org.bdm.core.fetch;

import java.time.Duration;
import java.util.List;
import org.bdm.core.hasher.FileHasher;
import org.bdm.core.rate.RateMeter;
import org.bdm.core.writer.BlockWriter;

/** Measures the stages of a session and says which one limits. Owner only. */
final class StageLoads {
    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final long WRITER_BACKLOG_BYTES = 8L << 20;
    private static final long HASHER_BACKLOG_BYTES = 64L << 20;

    private final FetchState state;
    private final SourceSet sources;
    private final BlockWriter writer;
    private final FileHasher hasher;
    private final RateMeter written;
    private final RateMeter hashed;
    private final RateMeter placed;
    private final RateCap cap = new RateCap();
    private long hashedBefore;
    private List<StageLoad> last = List.of();
    private String limitedBy = "nothing";

    StageLoads(FetchState state, SourceSet sources, BlockWriter writer) {
        this.state = state;
        this.sources = sources;
        this.writer = writer;
        this.hasher = state.parts.stages().hasher();
        this.written = new RateMeter(WINDOW, state.now());
        this.hashed = new RateMeter(WINDOW, state.now());
        this.placed = new RateMeter(WINDOW, state.now());
    }

    String limitedBy() {
        return limitedBy;
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
        limitedBy = judge(now, bytesPerSecondMax);
        last = isIdle() ? List.of() : loads(now);
    }

    private int finishing() {
        return state.filesIn(FileStage.COMPLETING) + state.filesIn(FileStage.FINISHING);
    }

    private boolean isIdle() {
        return state.filesIn(FileStage.ACTIVE) == 0 && finishing() == 0;
    }

    private String judge(long now, long bytesPerSecondMax) {
        if (isIdle()) {
            cap.idle();
            return "nothing";
        }
        if (cap.isReached(state.rate.total(), bytesPerSecondMax, sources.blockBytes(), now)) return "rate";
        if (hasher.backlogBytes() > HASHER_BACKLOG_BYTES) return "hash";
        if (writer.backlogBytes() > WRITER_BACKLOG_BYTES) return "disk";
        if (finishing() > state.filesIn(FileStage.ACTIVE)) return "place";
        if (state.rate.perSecond(now) <= 0) return "source";
        return sources.isFull() ? "network" : "source";
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
                        writer.threads(),
                        Math.round(written.perSecond(now)),
                        blocks(writer.backlogBytes(), block),
                        share(writer.backlogBytes(), WRITER_BACKLOG_BYTES)),
                new StageLoad(
                        "hash",
                        hasher.threads(),
                        Math.round(hashed.perSecond(now)),
                        blocks(hasher.backlogBytes(), block),
                        share(hasher.backlogBytes(), HASHER_BACKLOG_BYTES)),
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
