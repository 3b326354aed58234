package org.bdm.core.fetch;

import java.util.concurrent.TimeUnit;
import org.bdm.core.writer.BlockWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the session once a second: grows the window, measures the stages, and reports when nothing moves. Owner only. */
final class Pulse {
    private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);
    private static final long BEAT_MILLIS = 1000;
    private static final long STILL_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

    private final FetchState state;
    private final SourceSet sources;
    private final BlockWriter writer;
    private final StageLoads loads;
    private final WorkerAdaptation adaptation;
    private long movementsSeen;
    private long lastMovementNanos;
    private long bytesPerSecondMax;

    Pulse(FetchState state, SourceSet sources, BlockWriter writer, StageLoads loads) {
        this.state = state;
        this.sources = sources;
        this.writer = writer;
        this.loads = loads;
        this.adaptation = new WorkerAdaptation(state, sources, writer, state.parts.hasher());
        this.lastMovementNanos = state.now();
    }

    void sessionBegins() {
        adaptation.sessionBegins();
        begin();
    }

    private void begin() {
        state.loop.postAfter(BEAT_MILLIS, this::beat);
    }

    void rateLimited(long bytesPerSecond) {
        bytesPerSecondMax = bytesPerSecond;
    }

    private void beat() {
        if (state.isStopping()) return;
        sources.adapt();
        loads.measure(bytesPerSecondMax);
        adaptation.beat(loads.limit().stage());
        state.underWay.look(state.files.values(), sources.streams());
        watch();
        begin();
    }

    private void watch() {
        long now = state.now();
        boolean hasWork = state.filesIn(FileStage.ACTIVE)
                        + state.filesIn(FileStage.COMPLETING)
                        + state.filesIn(FileStage.FINISHING)
                > 0;
        if (state.movements() != movementsSeen || !hasWork || !state.mayWant()) {
            movementsSeen = state.movements();
            lastMovementNanos = now;
        } else if (now - lastMovementNanos >= STILL_NANOS_MAX) {
            lastMovementNanos = now;
            LOG.warn(
                    "{}: no progress for 60 s; files: {}; source: {}; writer: {} bytes; hasher: {} bytes",
                    state.parts.job(),
                    stages(),
                    sources.backlog(),
                    writer.backlogBytes(),
                    state.parts.hasher().backlogBytes());
        }
    }

    private String stages() {
        StringBuilder all = new StringBuilder();
        for (FileStage stage : FileStage.values()) {
            if (state.filesIn(stage) > 0)
                all.append(stage).append('=').append(state.filesIn(stage)).append(' ');
        }
        return all.toString().trim();
    }
}
