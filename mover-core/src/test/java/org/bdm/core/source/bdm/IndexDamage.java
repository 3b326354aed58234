package org.bdm.core.source.bdm;

import java.util.List;
import org.bdm.core.cache.Loan;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;

/** A way on which the index of the first pack is damaged, as the stream tells it then. */
final class IndexDamage extends Way {
    private final boolean[] isFirst;

    IndexDamage(StreamListener to, boolean[] isFirst) {
        super(to);
        this.isFirst = isFirst;
    }

    @Override
    public void onPayload(Frame frame, Loan payload, int payloadLength) {
        boolean damages = isFirst[0] && frame instanceof Frame.Pack;
        if (damages) isFirst[0] = false;
        to.onPayload(
                damages && frame instanceof Frame.Pack pack
                        ? new Frame.Pack(pack.request(), List.of(), 0, pack.payloadCrc32c())
                        : frame,
                payload,
                payloadLength);
    }
}
