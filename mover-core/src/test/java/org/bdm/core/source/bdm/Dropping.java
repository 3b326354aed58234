package org.bdm.core.source.bdm;

import java.util.function.Predicate;
import org.bdm.core.cache.Loan;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;

/** A source that does not send some of its frames. */
final class Dropping extends Way {
    private final Predicate<Frame> dropped;

    Dropping(StreamListener to, Predicate<Frame> dropped) {
        super(to);
        this.dropped = dropped;
    }

    @Override
    public void onFrame(Frame frame) {
        if (!dropped.test(frame)) to.onFrame(frame);
    }

    @Override
    public void onPayload(Frame frame, Loan payload, int payloadLength) {
        if (dropped.test(frame)) payload.release();
        else to.onPayload(frame, payload, payloadLength);
    }
}
