package org.bdm.core.source.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Lease;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.HttpConnection;
import org.bdm.core.source.http.node.HttpLine;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.question.Answer;
import org.bdm.core.source.http.question.AnswerCheck;
import org.bdm.core.source.http.question.BodyReceiver;
import org.bdm.core.source.http.question.CopyQuestion;
import org.bdm.core.source.http.question.HopListener;
import org.bdm.core.source.http.question.Hops;
import org.bdm.core.source.http.question.Validators;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One range of a file asked of one copy. What comes is told in tasks of their own, in order: the head, blocks, one end. The
 * owner decides what a head is worth before it sees the blocks that follow. What the owner calls is for the event loop of the source; what
 * the connection tells comes on the loop of that connection, which may be another: then a block costs one hand-over more, and the bytes of a
 * source arrive, and are decrypted and checked, on several processors at once.
 */
final class RangeFetch implements HopListener, BodyReceiver.Sink {
    private static final Logger LOG = LoggerFactory.getLogger(RangeFetch.class);

    private final FileId file;
    private final Epoch epoch;
    private final long fileBytes;
    private final HttpCopy copy;
    private final Optional<ByteRange> range; // empty for a file without bytes
    private final Told told;
    private final EventLoop owner;
    private final EventLoop connected; // the loop of the connection
    private final Hops hops;
    private final BodyReceiver receiver;
    private final long startedAt;
    private boolean isOver; // no more is told; on the loop of the connection
    private boolean isDone; // the source hears no more; on that of the owner
    private long rateMax; // bytes/s; 0 is no limit
    private long bytesInWindow;
    private long windowStartedAt;

    /** Receives the events of a fetch. */
    interface Told {
        void onHead(RangeFetch from, Validators validators);

        /** Takes the lease. */
        void onBlock(RangeFetch from, BlockTag tag, Lease lease);

        void onDone(RangeFetch from);

        void onTrouble(RangeFetch from, CopyTrouble trouble);
    }

    /**
     * The requested file and range.
     *
     * @param fileBytes size of the whole file, as it is expected
     * @param range empty for a file without bytes
     */
    record Wanted(FileId file, Epoch epoch, long fileBytes, Optional<ByteRange> range) {}

    /** Has a connection, or will make one: to be started, or cancelled, in any case. */
    RangeFetch(HttpNodes nodes, Wanted wanted, HttpCopy copy, BlockLender lender, Told told, EventLoop owner) {
        this.file = wanted.file();
        this.epoch = wanted.epoch();
        this.fileBytes = wanted.fileBytes();
        this.copy = copy;
        this.range = wanted.range();
        this.told = told;
        this.owner = owner;
        this.startedAt = nodes.nanoTime();
        this.windowStartedAt = startedAt;
        Optional<ByteRange> part = range.filter(asked -> asked.length() < fileBytes);
        CopyQuestion question = new CopyQuestion(copy.location(), false, part, copy.entityTag(), copy.mayBePlain());
        HttpLine line = nodes.line(question.location(), question.mayBePlain());
        this.connected = line.loop();
        ByteRange bytes = range.orElse(new ByteRange(0, 1));
        this.receiver = new BodyReceiver(bytes, lender, connected, nodes::nanoTime, this);
        this.hops = new Hops(nodes, question, line, this);
    }

    HttpCopy copy() {
        return copy;
    }

    FileId file() {
        return file;
    }

    Epoch epoch() {
        return epoch;
    }

    Optional<ByteRange> range() {
        return range;
    }

    long startedAt() {
        return startedAt;
    }

    long receivedBytes() {
        return receiver.receivedBytes();
    }

    BodyReceiver receiver() {
        return receiver;
    }

    /** True when the copy was published with TLS and arrives without it. */
    boolean isDowngraded() {
        return hops.isDowngraded();
    }

    /** Marks the end; false if it had ended before. */
    boolean end() {
        boolean was = isDone;
        isDone = true;
        return !was;
    }

    boolean isDone() {
        return isDone;
    }

    /** Bytes a second since the last full window; negative before a window is full. A full window begins a new one. */
    double rateOfWindow(long now, long windowNanos) {
        long elapsed = now - windowStartedAt;
        if (elapsed < windowNanos) return -1;
        double rate = (receivedBytes() - bytesInWindow) * 1e9 / elapsed;
        bytesInWindow = receivedBytes();
        windowStartedAt = now;
        return rate;
    }

    void start() {
        atConnection(hops::start);
    }

    /** The source's loop only. */
    void limitRate(long bytesPerSecondMax) {
        if (bytesPerSecondMax == rateMax) return;
        rateMax = bytesPerSecondMax;
        atConnection(() -> receiver.limitRate(bytesPerSecondMax));
    }

    /** Ends it for a reason of the source; bytes that have come are given on before. */
    void giveUp(CopyTrouble trouble) {
        atConnection(() -> {
            hops.abandon();
            receiver.flush();
            onTrouble(trouble);
        });
    }

    /** Ends it; nothing more is told, but what is on its way to the owner. */
    void cancel() {
        atConnection(() -> {
            hops.abandon();
            isOver = true;
            receiver.close();
        });
    }

    private void atConnection(Runnable task) {
        if (connected.inEventLoop()) {
            task.run();
            return;
        }
        try {
            connected.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
        }
    }

    // ---- what the connection tells ----

    @Override
    public void onAnswer(HttpConnection connection, Answer answer) {
        if (isOver) return;
        Optional<CopyTrouble> refused = AnswerCheck.judge(answer, copy.location(), range, fileBytes);
        if (answer.status() != 416 && !answer.isWebPage()) {
            tell(() -> told.onHead(this, answer.validators(fileBytes)));
        }
        if (refused.isPresent()) {
            hops.abandon();
            onTrouble(refused.get());
            return;
        }
        receiver.begin(connection);
    }

    @Override
    public void onBody(ByteBuf piece) {
        if (!isOver && range.isPresent()) receiver.body(piece);
        else if (!isOver) onTooMuch();
    }

    @Override
    public void onEnd() {
        if (!isOver) receiver.end();
    }

    @Override
    public void onBroken(MoverException reason) {
        if (isOver) return;
        receiver.flush();
        onTrouble(CopyTrouble.of(CopyTrouble.Kind.FILE, reason));
    }

    @Override
    public void onTrouble(CopyTrouble trouble) {
        if (isOver) return;
        isOver = true;
        receiver.close();
        tell(() -> told.onTrouble(this, trouble));
    }

    @Override
    public boolean onBlock(ByteRange bytes, Lease block) {
        int length = (int) bytes.length();
        if (isOver) {
            block.release();
            return false;
        }
        if (bytes.offset() == 0 && isNetcdf() && !isNetcdfStart(block.payload(0, Math.min(8, length)))) {
            block.release();
            hops.abandon();
            onTrouble(CopyTrouble.of(
                    CopyTrouble.Kind.COPY, ErrorCode.NOT_DATA, copy.location() + " does not begin like a netCDF file"));
            return false;
        }
        BlockTag tag = new BlockTag(file, epoch, bytes, RunningDigest.crc32c(block.payload(0, length)));
        try {
            owner.execute(() -> told.onBlock(this, tag, block));
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
            block.release();
        }
        return true;
    }

    @Override
    public void onTooMuch() {
        hops.abandon();
        onTrouble(CopyTrouble.ofSize(
                copy.location() + " sends more than the " + fileBytes + " bytes that the file has", -1));
    }

    @Override
    public void onAllGiven() {
        if (isOver) return;
        if (range.isPresent() && !receiver.isComplete()) {
            onTrouble(CopyTrouble.of(
                    CopyTrouble.Kind.FILE,
                    ErrorCode.CONNECTION_LOST,
                    copy.location() + " ended its answer after " + receivedBytes() + " of "
                            + range.get().length() + " bytes"));
            return;
        }
        isOver = true;
        tell(() -> told.onDone(this));
    }

    private void tell(Runnable task) {
        try {
            owner.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
        }
    }

    private boolean isNetcdf() {
        String path = copy.location().getPath();
        return path != null && path.toLowerCase(Locale.ROOT).endsWith(".nc");
    }

    /** Classic, 64-bit offset and 64-bit data formats begin with CDF and a version; netCDF-4 is HDF5. */
    private static boolean isNetcdfStart(ByteBuffer start) {
        if (start.remaining() >= 4 && start.get(0) == 'C' && start.get(1) == 'D' && start.get(2) == 'F') {
            return start.get(3) == 1 || start.get(3) == 2 || start.get(3) == 5;
        }
        return start.remaining() >= 4
                && start.get(0) == (byte) 0x89
                && start.get(1) == 'H'
                && start.get(2) == 'D'
                && start.get(3) == 'F';
    }
}
