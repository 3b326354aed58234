package org.bdm.core.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.finish.FinishTimes;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.transfer.TransferChunk;
import org.bdm.core.writer.BlockWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session that asks one source and writes through the stages it was given. Methods post to the loop; what they do is done by the
 * collaborators that this class puts together and nothing else.
 *
 * <p>The collaborators form circles: writer, hasher and finisher tell those who give them work, and a step that failed is taken again by whoever
 * took it. No order of construction avoids that. Such calls come on the loop, never before a session has begun, and go through the final fields
 * of this class: only here are the circles closed.
 */
public final class RunningFetch implements FetchSession {
    private static final Logger LOG = LoggerFactory.getLogger(RunningFetch.class);

    private final SerialLoop loop;
    private final FetchState state;
    private final SourceSet sources;
    private final FileSteps steps;
    private final Failures failures;
    private final Outcomes outcomes;
    private final Beginnings beginnings;
    private final Arrivals arrivals;
    private final StageLoads loads;
    private final Pulse pulse;
    private final Shutdown shutdown;
    private final FileFinisher finisher;
    private final List<TransferChunk> addedBeforeOpen = new ArrayList<>();
    private volatile FetchProgress progress = FetchProgress.NONE;

    private RunningFetch(FetchParts parts, FetchListener listener) {
        FetchRuntime runtime = parts.runtime();
        loop = new SerialLoop(runtime.loop(), this::afterTurn, this::onDefect);
        state = new FetchState(parts, listener, loop);
        sources = new SourceSet(state);
        outcomes = new Outcomes(state);
        DiskEvents diskEvents = new DiskEvents(state, this::steps, this::failures);
        BlockWriter writer = parts.destination().writer(diskEvents);
        FinishQueue finishes = new FinishQueue(state, parts.destination()::finisher, this::finished);
        finisher = finishes.finisher();
        Attempts attempts = new Attempts(state, sources, writer);
        RetryPolicy policy = new RetryPolicy(runtime.clock(), runtime.random());
        failures = new Failures(state, sources, attempts, outcomes, policy, new Again());
        steps = new FileSteps(state, sources, writer, finishes, failures, attempts, diskEvents);
        arrivals = new Arrivals(state, sources, steps, failures, writer);
        beginnings = new Beginnings(state, sources, steps, failures, outcomes, finishes);
        loads = new StageLoads(state, sources, writer);
        pulse = new Pulse(state, sources, writer, loads);
        shutdown = new Shutdown(state, writer, finisher, finishes, beginnings::stopComparing);
        runtime.filesAtOnce().begin();
        var unused = shutdown.stopped()
                .whenComplete((stopped, failure) -> runtime.filesAtOnce().end());
    }

    private FileSteps steps() {
        return steps;
    }

    private Failures failures() {
        return failures;
    }

    private void finished(FinishResult result) {
        beginnings.finished(result);
    }

    private final class Again implements Failures.TriesAgain {
        @Override
        public void lookAgain(FileProgress file) {
            beginnings.lookAgain(file);
        }

        @Override
        public void confirmAgain(FileProgress file) {
            steps.confirmAgain(file);
        }

        @Override
        public void resumeAgain(FileProgress file) {
            steps.resumeAgain(file);
        }
    }

    /** Begins a session: opens the source and soon says, by {@link FetchListener#onWantsMore}, that chunks may come; they may come before. */
    public static RunningFetch begin(FetchParts parts, FetchListener listener) {
        RunningFetch fetch = new RunningFetch(parts, listener);
        fetch.loop.post(fetch::onBegin);
        return fetch;
    }

    private void onBegin() {
        pulse.sessionBegins();
        long limit = state.parts.options().bytesPerSecondMax();
        if (limit > 0) onLimitRate(limit);
        var unused =
                state.parts.source().open(arrivals).whenComplete((done, failure) -> loop.post(() -> onOpen(failure)));
    }

    private void onOpen(@Nullable Throwable failure) {
        if (state.isStopping()) return;
        if (failure != null) {
            state.sourceLost(Failures.asMoverException(failure));
            return;
        }
        sources.opened();
        addedBeforeOpen.forEach(beginnings::add);
        addedBeforeOpen.clear();
    }

    @Override
    public void refuse(MoverException reason) {
        loop.post(() -> {
            if (state.isStopping() || state.refusal() != null) return;
            state.refused(reason);
            state.openFiles().forEach(beginnings::refuse);
            addedBeforeOpen.forEach(beginnings::add);
            addedBeforeOpen.clear();
        });
    }

    @Override
    public void add(TransferChunk chunk) {
        loop.post(() -> {
            sources.added();
            if (sources.isOpen() || state.refusal() != null) beginnings.add(chunk);
            else addedBeforeOpen.add(chunk);
        });
    }

    @Override
    public void forget(int chunk) {
        loop.post(() -> outcomes.forget(chunk));
    }

    @Override
    public void limitRate(long bytesPerSecondMax) {
        loop.post(() -> onLimitRate(bytesPerSecondMax));
    }

    @Override
    public void limitFiles(int filesMax) {
        loop.post(() -> sources.limitFiles(filesMax));
    }

    private void onLimitRate(long bytesPerSecondMax) {
        pulse.rateLimited(bytesPerSecondMax);
        state.parts.source().limitRate(bytesPerSecondMax);
    }

    @Override
    public FetchProgress progress() {
        return progress;
    }

    @Override
    public CompletionStage<Void> stop() {
        loop.post(shutdown::stop);
        return shutdown.stopped().minimalCompletionStage();
    }

    @Override
    public CompletionStage<Void> discard() {
        loop.post(shutdown::discard);
        return shutdown.discarded().minimalCompletionStage();
    }

    private void afterTurn() {
        sources.pump(steps::mayOpen, steps::open);
        boolean isTelling = outcomes.isDue();
        if (isTelling) state.underWay.told();
        publish(); // before outcomes are told: what has ended must not be counted twice by who looks here and there
        if (isTelling) outcomes.tell();
        sources.maybeWantMore(beginnings.chunksBeingOpened());
    }

    private void publish() {
        FinishTimes worked = finisher.times();
        progress = new FetchProgress(
                state.bytesMoved(),
                state.bytesResent(),
                sources.bytesArriving(),
                state.underWay.arriving(state.filesIn(FileStage.ACTIVE), sources.streams()),
                state.filesIn(FileStage.COMPLETING) + state.filesIn(FileStage.FINISHING),
                sources.isHeldByFiles(),
                sources.streams(),
                sources.isEncrypted(),
                worked.verifyingMillis(),
                worked.placingMillis(),
                loads.limit(),
                loads.all(),
                state.underWay.bytes(),
                state.underWay.files());
    }

    private void onDefect(Throwable defect) {
        LOG.error("{}: a step of the session failed", state.parts.job(), defect);
        state.block(new MoverException(ErrorCode.INTERNAL, "a step of the session failed: " + defect, defect));
    }
}
