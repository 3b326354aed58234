package org.bdm.core.fetch;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.adapt.AdaptDecision;
import org.bdm.core.adapt.IntervalWork;
import org.bdm.core.adapt.Parallelism;
import org.bdm.core.adapt.ParallelismBounds;
import org.bdm.core.adapt.ParallelismController;
import org.bdm.core.adapt.StageWork;
import org.bdm.core.adapt.WorkStage;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.StreamRange;
import org.bdm.core.transfer.PinnedWorkers;
import org.bdm.core.worker.AdjustableWorkers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the numbers of streams, readers, writers and hashers of a session: as a person wished, or by a controller that looks every {@value #BEATS}
 * beats at what the session has counted anyway. Streams are busy in a beat in which the network or the disk of the source limits, and blocked in
 * one in which the disk of the destination, hashing or a CPU does; with any other limit nothing follows. Each stream begins with one reader;
 * writers and hashers begin with all threads of their stage. The time that these three work is measured, that of the readers by the source. Owner
 * only.
 */
final class WorkerAdaptation {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerAdaptation.class);
    private static final int BEATS = 3;
    private static final int BEATS_KNOWN_MIN = 2; // one that says nothing does not end a trial
    private static final int WRITERS_LEAST = 2; // one may wait for the disk while another one's file needs no wait

    private final FetchState state;
    private final SourceSet sources;
    private final SourceReaders readers;
    private final AdaptedStage reading;
    private final List<AdaptedStage> measured; // all but the streams
    private boolean hasBegun;
    private boolean areStreamsAdapted;
    private @Nullable ParallelismController controller;
    private long intervalSince;
    private long bytesBefore;
    private int beats;
    private int beatsBusy;
    private int beatsBlocked;
    private boolean isCapped;

    WorkerAdaptation(FetchState state, SourceSet sources, AdjustableWorkers writers, AdjustableWorkers hashers) {
        this.state = state;
        this.sources = sources;
        PinnedWorkers pinned = state.parts.options().pinned();
        this.readers = new SourceReaders(state.parts.source(), state.now());
        this.reading = new AdaptedStage(WorkStage.READ, readers, pinned.readers(), 1);
        this.measured = List.of(
                reading,
                new AdaptedStage(WorkStage.WRITE, writers, pinned.writers(), WRITERS_LEAST),
                new AdaptedStage(WorkStage.HASH, hashers, pinned.hashers(), 1));
    }

    /** To be called when the session begins: numbers that a person set hold from the first byte on. */
    void sessionBegins() {
        int streams = state.parts.options().pinned().streams();
        if (streams > 0) state.parts.source().useStreams(streams);
        readers.useWorkers(1); // a session before this one may have left another number
        measured.forEach(AdaptedStage::usePinned);
        measured.stream().filter(each -> each != reading).forEach(this::tellIfBounded);
    }

    private void tellIfBounded(AdaptedStage stage) {
        if (!stage.isPinBounded()) return;
        state.listener.onAdapted(AdaptDecision.bounded(stage.stage(), stage.pinned(), stage.threads()));
    }

    /** To be called about once a second, with the stage that limits now. */
    void beat(String limitedBy) {
        if (!sources.isOpen()) return;
        if (!hasBegun) begin();
        ParallelismController deciding = controller;
        if (deciding == null) return;
        beats++;
        readers.beat(state.now());
        switch (limitedBy) {
            case "network", "source disk" -> beatsBusy++; // each stream has readers of its own
            case "disk", "hash", "cpu", "source cpu" -> beatsBlocked++;
            case "rate" -> isCapped = true;
            default -> {}
        }
        if (beats < BEATS) return;
        decide(deciding);
        beginInterval();
    }

    private void begin() {
        hasBegun = true;
        tellIfBounded(reading); // the source has told by now how many it has
        BlockSource source = state.parts.source();
        StreamRange range = source.streamRange();
        areStreamsAdapted = state.parts.options().pinned().streams() == 0 && !range.isFixed();
        Parallelism least = Parallelism.ofEach(1);
        Parallelism most = least;
        Parallelism first = least;
        if (areStreamsAdapted) {
            source.useStreams(range.first()); // a session before this one may have left another number
            least = least.with(WorkStage.NETWORK, range.least());
            most = most.with(WorkStage.NETWORK, range.most());
            first = first.with(WorkStage.NETWORK, range.first());
        }
        for (AdaptedStage each : measured) {
            least = least.with(each.stage(), each.least());
            most = most.with(each.stage(), each.most());
            first = first.with(each.stage(), each.now());
        }
        ParallelismBounds bounds = new ParallelismBounds(least, most);
        if (bounds.isPinned()) return;
        controller = new ParallelismController(bounds, first);
        beginInterval();
    }

    private void beginInterval() {
        intervalSince = state.now();
        bytesBefore = state.bytesWritten();
        measured.forEach(AdaptedStage::beginInterval);
        beats = 0;
        beatsBusy = 0;
        beatsBlocked = 0;
        isCapped = false;
    }

    private void decide(ParallelismController deciding) {
        AdaptDecision decision = deciding.decide(interval(deciding.counts().streams()));
        LOG.debug("{}: {}: {}", state.parts.job(), decision.counts(), decision.sentence());
        if (!decision.isChange()) return;
        if (areStreamsAdapted) state.parts.source().useStreams(decision.counts().streams());
        for (AdaptedStage each : measured) each.use(decision.counts().of(each.stage()));
        state.listener.onAdapted(decision);
    }

    private IntervalWork interval(int streams) {
        long nanos = Math.max(1, state.now() - intervalSince);
        long bytes = state.bytesWritten() - bytesBefore;
        Map<WorkStage, StageWork> stages = new EnumMap<>(WorkStage.class); // of others the number is not changed
        if (areStreamsAdapted) stages.put(WorkStage.NETWORK, ofStreams(streams * nanos, bytes));
        for (AdaptedStage each : measured) {
            if (!each.isFixed()) stages.put(each.stage(), each.work(nanos, bytes));
        }
        boolean isEmpty = isCapped || beatsBusy + beatsBlocked < BEATS_KNOWN_MIN;
        return new IntervalWork(nanos, bytes, stages, 0, isEmpty, bytes == 0 && beatsBlocked > 0);
    }

    private StageWork ofStreams(long nanosOfAll, long bytes) {
        int beatsKnown = Math.max(1, beatsBusy + beatsBlocked);
        return new StageWork(bytes, nanosOfAll * beatsBusy / beatsKnown, nanosOfAll * beatsBlocked / beatsKnown);
    }
}
