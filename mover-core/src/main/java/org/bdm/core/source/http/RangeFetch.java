package org.bdm.core.source.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;
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
import org.bdm.core.source.http.question.FirstBytes;
import org.bdm.core.source.http.question.HopListener;
import org.bdm.core.source.http.question.Hops;
import org.bdm.core.source.http.question.Trust;
import org.bdm.core.source.http.question.Validators;
import org.jspecify.annotations.Nullable;
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
    private final Trust trust;
    private final HttpCopy copy;
    private final Optional<ByteRange> asked; // empty for a file without bytes
    private final List<ByteRange> parts; // of it, those that are wanted
    private final Told told;
    private final EventLoop owner;
    private final EventLoop connected; // the loop of the connection
    private final Hops hops;
    private final BodyReceiver receiver;
    private final long startedAt;
    private boolean isOver; // no more is told; on the loop of the connection
    private volatile boolean isEndOpen; // the answer tells more bytes than the file has, or does not tell how many
    private volatile long saidBytes = -1; // size of the whole file, by the node
    private final HeldBlock last; // of such an answer, until its end is known; on the loop of the connection
    private final String userAgent;
    private @Nullable FirstBytes firstBytes; // the answer may be a web page; on the loop of the connection
    private @Nullable FirstBytes refused; // it is one
    private boolean isDone; // the source hears no more; on that of the owner
    private Optional<ByteRange> covered; // by the answer, as far as the owner knows
    private long rateMax; // bytes/s; 0 is no limit
    private long bytesInWindow;
    private long windowStartedAt;

    /** Receives the events of a fetch. */
    interface Told {
        void onHead(RangeFetch from, Validators validators);

        /** The node sends the whole where a part was asked for. */
        void onWhole(RangeFetch from);

        /** Takes the loan. */
        void onBlock(RangeFetch from, BlockTag tag, Loan loan);

        void onDone(RangeFetch from);

        void onTrouble(RangeFetch from, CopyTrouble trouble);
    }

    /** Has a connection, or will make one: to be started, or cancelled, in any case. */
    RangeFetch(HttpNodes nodes, WantedRange wanted, HttpCopy copy, BlockLender lender, Told told, EventLoop owner) {
        this.file = wanted.file();
        this.epoch = wanted.epoch();
        this.trust = wanted.trust();
        this.userAgent = nodes.settings().userAgent();
        this.copy = copy;
        this.asked = wanted.range();
        this.covered = asked;
        this.parts = wanted.parts();
        this.told = told;
        this.owner = owner;
        this.startedAt = nodes.nanoTime();
        this.windowStartedAt = startedAt;
        Optional<ByteRange> part = asked.filter(bytes -> bytes.length() < trust.fileBytes());
        Optional<String> ifRange = trust.isVouched() ? Optional.empty() : copy.entityTag();
        CopyQuestion question = new CopyQuestion(copy.location(), false, part, ifRange, copy.mayBePlain());
        HttpLine line = nodes.line(question.location(), question.mayBePlain());
        this.connected = line.loop();
        ByteRange bytes = parts.isEmpty() ? new ByteRange(0, 1) : parts.get(0);
        this.receiver = new BodyReceiver(bytes, lender, connected, nodes::nanoTime, this);
        parts.stream().skip(1).forEach(receiver::alsoWanted);
        asked.ifPresent(receiver::answers);
        this.last = new HeldBlock();
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

    /** The range that its answer covers: that which was asked for, or the whole. */
    Optional<ByteRange> range() {
        return covered;
    }

    List<ByteRange> parts() {
        return parts;
    }

    /** It was answered with the whole. */
    void coversWhole() {
        covered = Optional.of(ByteRange.between(0, trust.fileBytes()));
    }

    /** Takes this, too, of a whole that it brings. The source's loop only. */
    void alsoWanted(ByteRange part) {
        atConnection(() -> receiver.alsoWanted(part));
    }

    /** True when all bytes are there that the file should have, and the node has not said that its answer ends. */
    boolean isAllThere() {
        return isEndOpen
                && covered.isPresent()
                && receivedBytes() >= covered.get().length();
    }

    /** Returns the size of the whole file that the node tells, if it is more than what it sent. */
    OptionalLong saidMore() {
        return saidBytes > trust.fileBytes() ? OptionalLong.of(saidBytes) : OptionalLong.empty();
    }

    /** Takes what is there as the whole. The source's loop only. */
    void takeAsWhole() {
        atConnection(() -> {
            hops.abandon();
            receiver.end();
        });
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
            last.release();
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
        Optional<CopyTrouble> trouble = AnswerCheck.judge(answer, copy.location(), asked, trust);
        boolean isWhole = trouble.isEmpty()
                && answer.status() == 200
                && asked.isPresent()
                && asked.get().length() < trust.fileBytes();
        boolean isOfFile = trouble.isEmpty() || trouble.get().kind() == CopyTrouble.Kind.SIZE;
        if (answer.status() != 416 && isOfFile) {
            Validators said = answer.validators(trust.fileBytes());
            tell(() -> {
                told.onHead(this, said);
                if (isWhole) told.onWhole(this);
            });
        }
        boolean isPage = AnswerCheck.isPage(answer, copy.location());
        boolean isDoubted = trouble.isPresent() || !trust.isVouched() || answer.sizeBytes() < 0;
        if (isPage && isDoubted) firstBytes = new FirstBytes(copy.location(), userAgent);
        if (isPage && trouble.isPresent()) {
            refused = firstBytes; // its text tells what kind of page
            return;
        }
        if (trouble.isPresent()) {
            hops.abandon();
            onTrouble(trouble.get());
            return;
        }
        saidBytes = answer.sizeBytes();
        isEndOpen = answer.sizeBytes() > trust.fileBytes() || (answer.status() == 200 && answer.sizeBytes() < 0);
        if (isWhole) receiver.answers(ByteRange.between(0, trust.fileBytes()));
        receiver.begin(connection);
    }

    @Override
    public void onBody(ByteBuf piece) {
        if (isOver) return;
        FirstBytes page = refused;
        if (page != null) {
            if (page.add(piece)) pageRefused(page);
        } else if (asked.isEmpty()) {
            onTooMuch();
        } else {
            receiver.body(piece);
        }
    }

    private void pageRefused(FirstBytes page) {
        hops.abandon();
        onTrouble(page.refused());
    }

    @Override
    public void onEnd() {
        if (isOver) return;
        FirstBytes page = refused;
        if (page == null) receiver.end();
        else pageRefused(page);
    }

    @Override
    public void onBroken(MoverException reason) {
        if (isOver) return;
        if (refused != null || (isEndOpen && receiver.isComplete())) {
            onEnd();
            return;
        }
        receiver.flush();
        onTrouble(CopyTrouble.of(CopyTrouble.Kind.FILE, reason));
    }

    @Override
    public void onTrouble(CopyTrouble trouble) {
        if (isOver) return;
        isOver = true;
        last.release();
        receiver.close();
        tell(() -> told.onTrouble(this, trouble));
    }

    @Override
    public boolean onBlock(ByteRange bytes, Loan block) {
        int length = (int) bytes.length();
        if (isOver) {
            block.release();
            return false;
        }
        Optional<CopyTrouble> other = bytes.offset() == 0 ? firstBytes(block, length) : Optional.empty();
        if (other.isPresent()) {
            block.release();
            hops.abandon();
            onTrouble(other.get());
            return false;
        }
        BlockTag tag = new BlockTag(file, epoch, bytes, RunningDigest.crc32c(block.payload(0, length)));
        if (isEndOpen && bytes.endExclusive() == trust.fileBytes()) {
            last.hold(tag, block);
        } else {
            give(tag, block);
        }
        return true;
    }

    private void give(BlockTag tag, Loan block) {
        try {
            owner.execute(() -> told.onBlock(this, tag, block));
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
            block.release();
        }
    }

    @Override
    public void onTooMuch() {
        hops.abandon();
        if (saidBytes > trust.fileBytes()) {
            onTrouble(CopyTrouble.ofSize(
                    copy.location() + " has " + saidBytes + " bytes, expected " + trust.fileBytes() + " bytes",
                    saidBytes));
            return;
        }
        onTrouble(CopyTrouble.ofSize(
                copy.location() + " sends more than the " + trust.fileBytes() + " bytes that the file has", -1));
    }

    @Override
    public void onAllGiven() {
        if (isOver) return;
        if (asked.isPresent() && !receiver.isComplete()) {
            onTrouble(CopyTrouble.of(
                    CopyTrouble.Kind.FILE,
                    ErrorCode.CONNECTION_LOST,
                    copy.location() + " ended its answer after " + receivedBytes() + " of " + receiver.answerBytes()
                            + " bytes"));
            return;
        }
        isOver = true;
        last.giveOn(this::give);
        tell(() -> told.onDone(this));
    }

    private void tell(Runnable task) {
        try {
            owner.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
        }
    }

    private Optional<CopyTrouble> firstBytes(Loan block, int length) {
        ByteBuffer start = block.payload(0, length);
        FirstBytes page = firstBytes;
        if (page != null && FirstBytes.isPage(start)) return Optional.of(page.refused(start));
        return FirstBytes.judge(copy.location(), start, trust);
    }
}
