package org.bdm.core.source.http.question;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.BlockWait;
import org.bdm.core.cache.Loan;
import org.bdm.core.rate.ReceiveRate;
import org.bdm.core.source.http.node.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * Puts the bytes of one answer into loans, cut where blocks of the file end. While no loan is free, or the rate limit is used up, the
 * connection does not read; what was read by then waits here, at most one read of the socket. Belongs to the event loop of the connection.
 */
public final class BodyReceiver {
    private final Deque<ByteRange> parts = new ArrayDeque<>(); // that are wanted, ascending
    private final BlockLender lender;
    private final BlockWait free;
    private final EventLoop loop;
    private final LongSupplier nanoTime;
    private final Sink sink;
    private final ReceiveRate rate = new ReceiveRate();
    private final Deque<ByteBuf> waiting = new ArrayDeque<>();
    private final EnumSet<Pause> pauses = EnumSet.noneOf(Pause.class);
    private @Nullable HttpConnection connection;
    private @Nullable Loan loan;
    private volatile int filled; // written on the loop of the connection only
    private long position;
    private long answerStart;
    private long answerEnd;
    private boolean isEnded;
    private boolean isClosed;
    private volatile long received; // these are read by the owner of the request, too
    private volatile long lastByteAt;
    private volatile boolean isHeldUp;
    private volatile boolean isUnwanted;

    /** Receives blocks. */
    public interface Sink {
        /** Bytes of the file; the loan is the sink's. False ends the reception. */
        boolean onBlock(ByteRange range, Loan block);

        /** More came than was asked for. */
        void onTooMuch();

        /** All that came was given on, and the answer has ended. */
        void onAllGiven();
    }

    private enum Pause {
        NO_BLOCK,
        /** Nobody wants what comes next; somebody may later. */
        UNWANTED,
        RATE
    }

    public BodyReceiver(ByteRange wanted, BlockLender lender, EventLoop loop, LongSupplier nanoTime, Sink sink) {
        this.parts.add(wanted);
        this.lender = lender;
        this.free = new BlockWait(loop, this::take);
        this.loop = loop;
        this.nanoTime = nanoTime;
        this.sink = sink;
        this.position = wanted.offset();
        this.answerStart = wanted.offset();
        this.answerEnd = wanted.endExclusive();
        this.lastByteAt = nanoTime.getAsLong();
    }

    public long receivedBytes() {
        return received;
    }

    /** Bytes of a block that is not whole yet. Any thread. */
    public int bytesArriving() {
        return filled;
    }

    public long lastByteAt() {
        return lastByteAt;
    }

    /** True when this end is the one that does not read. */
    public boolean isHeldUp() {
        return isHeldUp;
    }

    /** The answer is other than what is wanted: what is not wanted of it is left out, and read no further than somebody wants. */
    public void answers(ByteRange answer) {
        position = answer.offset();
        answerStart = position;
        answerEnd = answer.endExclusive();
    }

    /** Takes this part of the answer, too; it begins behind all that were wanted before. */
    public void alsoWanted(ByteRange part) {
        parts.add(part);
        goOn(Pause.UNWANTED);
    }

    /** True when it does not read because nobody wants what comes next. */
    public boolean isUnwanted() {
        return isUnwanted;
    }

    public void begin(HttpConnection from) {
        connection = from;
        lastByteAt = nanoTime.getAsLong();
    }

    public void limitRate(long bytesPerSecondMax) {
        rate.limit(bytesPerSecondMax, nanoTime.getAsLong());
    }

    public long answerBytes() {
        return answerEnd - answerStart;
    }

    public boolean isComplete() {
        return position == answerEnd;
    }

    public void body(ByteBuf piece) {
        if (isClosed) return;
        lastByteAt = nanoTime.getAsLong();
        if (pauses.isEmpty()) take(piece);
        if (piece.isReadable() && !isClosed) waiting.add(piece.retain());
    }

    /** The answer has ended: {@link Sink#onAllGiven} follows when everything is given on. */
    public void end() {
        isEnded = true;
        connection = null;
        giveOnIfEnded();
    }

    private void take(ByteBuf piece) {
        int readable = piece.readableBytes();
        while (piece.isReadable() && !isClosed) {
            if (isComplete()) {
                sink.onTooMuch();
                break;
            }
            if (!isAtWanted(piece)) break;
            Loan block = loan == null ? newLoan() : loan;
            if (block == null) break;
            int length = (int) Math.min(piece.readableBytes(), blockEnd() - position);
            int before = filled;
            piece.readBytes(block.payload(before, length));
            filled = before + length;
            position += length;
            if (position == blockEnd(position - 1)) giveOn();
            if (position == parts.element().endExclusive()) parts.remove();
        }
        int taken = readable - piece.readableBytes();
        long sum = received + taken; // no other thread writes it
        received = sum;
        long wait = rate.spend(taken, nanoTime.getAsLong());
        if (wait > 0 && !isClosed) pauseForRate(wait);
    }

    /** Leaves out what nobody wants; false if nothing of the piece is wanted now. */
    private boolean isAtWanted(ByteBuf piece) {
        ByteRange next = parts.peek();
        if (next == null) {
            pause(Pause.UNWANTED);
            return false;
        }
        int unwanted = (int) Math.min(piece.readableBytes(), Math.max(0, next.offset() - position));
        piece.skipBytes(unwanted);
        position += unwanted;
        return piece.isReadable();
    }

    private long blockEnd() {
        return blockEnd(position);
    }

    private long blockEnd(long at) {
        long blockBytes = lender.blockBytes();
        return Math.min(parts.element().endExclusive(), (at / blockBytes + 1) * blockBytes);
    }

    private void giveOn() {
        Loan block = loan;
        loan = null;
        int length = filled;
        filled = 0;
        if (block == null) return;
        if (length == 0) {
            block.release();
            return;
        }
        if (!sink.onBlock(ByteRange.between(position - length, position), block)) close();
    }

    private void giveOnIfEnded() {
        if (!isEnded || isClosed || !waiting.isEmpty() || !pauses.isEmpty()) return;
        giveOn();
        if (isClosed) return;
        isClosed = true;
        sink.onAllGiven();
    }

    // ---- pauses ----

    private @Nullable Loan newLoan() {
        loan = lender.tryLend();
        if (loan == null) {
            pause(Pause.NO_BLOCK);
            free.forBlockOf(lender);
        }
        return loan;
    }

    private void take(Loan late) {
        loan = late;
        goOn(Pause.NO_BLOCK);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // looks for itself whether it is still wanted
    private void pauseForRate(long nanos) {
        if (pauses.contains(Pause.RATE)) return;
        pause(Pause.RATE);
        loop.schedule(() -> goOn(Pause.RATE), nanos, TimeUnit.NANOSECONDS);
    }

    private void pause(Pause reason) {
        pauses.add(reason);
        isHeldUp = true;
        isUnwanted = pauses.contains(Pause.UNWANTED);
        if (connection != null) connection.setReading(false);
    }

    private void goOn(Pause reason) {
        if (!pauses.remove(reason)) return;
        isUnwanted = pauses.contains(Pause.UNWANTED);
        while (!isClosed && pauses.isEmpty() && !waiting.isEmpty()) {
            ByteBuf piece = waiting.element();
            take(piece);
            if (isClosed || piece.isReadable()) break;
            waiting.remove();
            piece.release();
        }
        if (isClosed || !pauses.isEmpty()) return;
        lastByteAt = nanoTime.getAsLong();
        isHeldUp = false;
        if (connection != null) connection.setReading(true);
        giveOnIfEnded();
    }

    // ---- the end ----

    /** Gives on what is there of a block, then ends. */
    public void flush() {
        if (isClosed) return;
        giveOn();
        close();
    }

    /** Gives back what it holds. */
    public void close() {
        isClosed = true;
        free.close();
        connection = null;
        Loan block = loan;
        loan = null;
        filled = 0;
        if (block != null) block.release();
        waiting.forEach(ByteBuf::release);
        waiting.clear();
    }
}
