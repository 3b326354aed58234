package org.bdm.core.source.bdm;

import org.bdm.core.cache.Loan;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;

/** A way on which each block arrives twice. */
final class Twice extends Way {
    Twice(StreamListener to) {
        super(to);
    }

    @Override
    public void onPayload(Frame frame, Loan payload, int payloadLength) {
        to.onPayload(frame, payload.retain(), payloadLength);
        to.onPayload(frame, payload, payloadLength);
    }
}
