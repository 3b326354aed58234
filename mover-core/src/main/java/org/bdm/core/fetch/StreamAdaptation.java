package org.bdm.core.fetch;

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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the number of streams of a session: as a person wished, or by a controller that looks every {@value #BEATS} beats at what the session
 * has counted anyway. Streams are busy in a beat in which the network or the disk of the source limits, and blocked in one in which the disk
 * of the destination, hashing or a CPU does; with any other limit nothing follows for streams. Owner only.
 */
final class StreamAdaptation {
    private static final Logger LOG = LoggerFactory.getLogger(StreamAdaptation.class);
    private static final int BEATS = 3;
    private static final int BEATS_KNOWN_MIN = 2; // one that says nothing does not end a trial

    private final FetchState state;
    private final SourceSet sources;
    private boolean hasBegun;
    private @Nullable ParallelismController controller;
    private long intervalSince;
    private long bytesBefore;
    private int beats;
    private int beatsBusy;
    private int beatsBlocked;
    private boolean isCapped;

    StreamAdaptation(FetchState state, SourceSet sources) {
        this.state = state;
        this.sources = sources;
    }

    /** To be called when the session begins: a number that a person set is dialled from the first stream on. */
    void sessionBegins() {
        int pinned = state.parts.options().streams();
        if (pinned > 0) state.parts.source().useStreams(pinned);
    }

    /** To be called about once a second, with the stage that limits now. */
    void beat(String limitedBy) {
        if (!sources.isOpen()) return;
        if (!hasBegun) begin();
        ParallelismController deciding = controller;
        if (deciding == null) return;
        beats++;
        switch (limitedBy) {
            case "network", "source disk" -> beatsBusy++; // each stream has a reader of its own
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
        BlockSource source = state.parts.source();
        StreamRange range = source.streamRange();
        if (state.parts.options().streams() > 0 || range.isFixed()) return;
        source.useStreams(range.first()); // a session before this one may have left another number
        ParallelismBounds bounds = new ParallelismBounds(
                Parallelism.ofEach(1).with(WorkStage.NETWORK, range.least()),
                Parallelism.ofEach(1).with(WorkStage.NETWORK, range.most()));
        Parallelism first = Parallelism.ofEach(1).with(WorkStage.NETWORK, range.first());
        controller = new ParallelismController(bounds, first);
        beginInterval();
    }

    private void beginInterval() {
        intervalSince = state.now();
        bytesBefore = state.bytesWritten();
        beats = 0;
        beatsBusy = 0;
        beatsBlocked = 0;
        isCapped = false;
    }

    private void decide(ParallelismController deciding) {
        AdaptDecision decision = deciding.decide(interval(deciding.counts().streams()));
        LOG.debug("{}: {} streams: {}", state.parts.job(), decision.counts().streams(), decision.sentence());
        if (!decision.isChange()) return;
        state.parts.source().useStreams(decision.counts().streams());
        state.listener.onAdapted(decision);
    }

    private IntervalWork interval(int streams) {
        long nanos = Math.max(1, state.now() - intervalSince);
        long bytes = state.bytesWritten() - bytesBefore;
        long ofStreams = streams * nanos;
        int beatsKnown = Math.max(1, beatsBusy + beatsBlocked);
        StageWork network =
                new StageWork(bytes, ofStreams * beatsBusy / beatsKnown, ofStreams * beatsBlocked / beatsKnown);
        boolean isEmpty = isCapped || beatsBusy + beatsBlocked < BEATS_KNOWN_MIN;
        return new IntervalWork(
                nanos, bytes, Map.of(WorkStage.NETWORK, network), 0, isEmpty, bytes == 0 && beatsBlocked > 0);
    }
}
