package org.bdm.core.stream;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.wire.Frame;

/** Remembers what a stream told, in order; checks the sum of payloads and gives their loans back. */
class RecordingListener implements StreamListener {
    final List<Frame> frames = new CopyOnWriteArrayList<>();
    final List<Integer> payloadSums = new CopyOnWriteArrayList<>();
    final AtomicInteger writableCalls = new AtomicInteger();
    final CompletableFuture<MoverException> closed = new CompletableFuture<>();

    @Override
    public void onFrame(Frame frame) {
        frames.add(frame);
    }

    @Override
    public void onPayload(Frame frame, Loan payload, int payloadLength) {
        payloadSums.add(RunningDigest.crc32c(payload.payload(0, payloadLength)));
        payload.release();
        frames.add(frame);
    }

    @Override
    public void onWritable() {
        writableCalls.incrementAndGet();
    }

    @Override
    public void onClosed(MoverException reason) {
        if (!closed.complete(reason)) throw new AssertionError("the end was told twice");
    }
}
