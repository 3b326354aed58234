package org.bdm.core.stream;

import java.util.HashMap;
import java.util.Map;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;

/** Counts, at the end that asks, what is wanted and has not arrived. Stands between a stream and its listener. */
public final class CreditWatch implements StreamListener {
    private final StreamListener to;
    private final Map<RequestId, Integer> itemsOpen = new HashMap<>();
    private OfferedLimits limits;
    private long bytes;
    private String violation = "";

    public CreditWatch(StreamListener to) {
        this.to = to;
    }

    /** What was over a limit; empty if nothing was. */
    public synchronized String violation() {
        return violation;
    }

    /** To be called for every frame that is sent. */
    public synchronized void onSend(Frame frame) {
        if (!(frame instanceof Frame.Want want)) return;
        for (Frame.WantItem item : want.items()) {
            if (item.ranges().isEmpty()) bytes += item.expected().size();
            else item.ranges().forEach(range -> bytes += range.length());
        }
        itemsOpen.put(want.request(), want.items().size());
        if (bytes > limits.outstandingBytesMax()) violation = bytes + " bytes wanted, over " + limits;
        if (itemsOpen.size() > limits.outstandingRequestsMax())
            violation = itemsOpen.size() + " requests, over " + limits;
        if (want.items().size() > limits.itemsPerWantMax())
            violation = want.items().size() + " items, over " + limits;
    }

    @Override
    public void onFrame(Frame frame) {
        synchronized (this) {
            if (frame instanceof Frame.Welcome welcome) limits = welcome.limits();
            if (frame instanceof Frame.Zero zero) bytes -= zero.range().length();
            if (frame instanceof Frame.FileEnd end) ended(end.request(), 1);
        }
        to.onFrame(frame);
    }

    @Override
    public void onPayload(Frame frame, Loan payload, int payloadLength) {
        synchronized (this) {
            if (frame instanceof Frame.Block block) bytes -= block.tag().range().length();
            if (frame instanceof Frame.Pack pack) {
                pack.pieces().forEach(piece -> bytes -= piece.length());
                ended(pack.request(), pack.pieces().size());
            }
        }
        to.onPayload(frame, payload, payloadLength);
    }

    private void ended(RequestId request, int items) {
        itemsOpen.computeIfPresent(request, (id, open) -> open == items ? null : Integer.valueOf(open - items));
    }

    @Override
    public void onWritable() {
        to.onWritable();
    }

    @Override
    public void onClosed(MoverException reason) {
        to.onClosed(reason);
    }
}
