package org.bdm.core.source.bdm;

import org.bdm.core.cache.Loan;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;

/** A peer of an earlier version: of its features its welcome tells no others than these. */
final class PeerOfBefore extends Way {
    private final long features;

    PeerOfBefore(StreamListener to, long features) {
        super(to);
        this.features = features;
    }

    @Override
    public void onFrame(Frame frame) {
        if (!(frame instanceof Frame.Welcome welcome)) {
            to.onFrame(frame);
            return;
        }
        to.onFrame(new Frame.Welcome(
                welcome.version(),
                features,
                welcome.limits(),
                welcome.ticketExpiryEpochSecond(),
                welcome.serverTimeEpochSecond()));
    }

    @Override
    public void onPayload(Frame frame, Loan payload, int payloadLength) {
        to.onPayload(frame, payload, payloadLength);
    }
}
