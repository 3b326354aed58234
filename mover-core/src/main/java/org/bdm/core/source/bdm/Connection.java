package org.bdm.core.source.bdm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.bdm.core.wire.WireLimits;
import org.jspecify.annotations.Nullable;

/**
 * One stream to the peer, from dialling to its end, and what was asked on it. What the stream tells is posted to the loop; fields without
 * {@code volatile} are the loop's.
 */
final class Connection implements StreamListener {
    /** Receives the events of a connection, on the loop. */
    interface Owner {
        void onWelcome(Connection connection, Frame.Welcome welcome);

        void onFrame(Connection connection, Frame frame);

        /** The loan passes to the owner. */
        void onPayload(Connection connection, Frame frame, Loan payload, int payloadLength);

        void onClosed(Connection connection, MoverException reason);
    }

    /** Wants of full length that may be outstanding on one stream; the serving side takes twice as many items. */
    private static final int WANTS_OF_FULL_LENGTH_MAX = 2;

    /** Frames that may wait for the loop; at the second mark the stream is read again. */
    private static final int POSTED_MAX = 256;

    private static final int POSTED_LOW = 128;
    /** A source that sets a lower rate paces itself: what it asks us to read no faster than could hold a file for ever. */
    private static final long PEER_RATE_MIN = 64 << 10;

    private final SerialLoop loop;
    private final AtomicInteger posted = new AtomicInteger();
    private final Owner owner;
    private final CacheShare cache;
    private volatile @Nullable DataStream stream;
    private volatile @Nullable CacheShare share;
    private boolean isWelcomed; // event loop only
    private boolean closed;
    private long ownBytesPerSecondMax;
    private long peerBytesPerSecondMax;
    private @Nullable OfferedLimits limits;
    private long requestsMade;
    private long bytesOutstanding;
    private long largeBytesOutstanding; // a part of them
    private int itemsOutstanding;
    private final Map<RequestId, WantRequest> wants = new LinkedHashMap<>(); // the oldest first
    private final WantWatch watch;
    final StreamPace pace;
    private boolean hasBroughtAnything;
    private long features; // of the welcome
    private boolean hasCancelled; // what was cancelled may still come
    private final Map<RequestId, Question<?>> questions = new HashMap<>();

    Connection(SerialLoop loop, Owner owner, CacheShare cache, Duration wantTimeout, StreamPace pace) {
        this.pace = pace;
        this.watch = new WantWatch(wantTimeout);
        this.loop = loop;
        this.owner = owner;
        this.cache = cache;
    }

    // ---- event loop ----

    /** The stream is open: our hello goes out. On any thread; a kept stream may have told of the last session before. */
    void attach(DataStream opened, Frame.Hello hello) {
        stream = opened;
        opened.send(hello);
    }

    @Override
    public void onFrame(Frame frame) {
        DataStream opened = stream;
        if (opened == null) {
            BetweenSessions.take(frame);
        } else if (frame instanceof Frame.Welcome welcome && !isWelcomed) {
            isWelcomed = true;
            receive(opened, welcome);
        } else if (isWelcomed || frame instanceof Frame.Failure || frame instanceof Frame.Goodbye) {
            loop.post(counted(opened, () -> owner.onFrame(this, frame)));
        } else if (!BetweenSessions.isOfTheLast(frame)) {
            opened.close(
                    violation("the answer to our hello is " + frame.getClass().getSimpleName()));
        }
    }

    private void receive(DataStream opened, Frame.Welcome welcome) {
        OfferedLimits told = welcome.limits();
        if (!told.areUsable(cache.blockBytes())) {
            opened.close(violation("the welcome has unusable limits: " + told));
            return;
        }
        try {
            CacheShare reserved = cache.share(new CacheQuota(
                    "receiving on " + opened.id(), 1, cache.quota().blocksMax()));
            share = reserved;
            opened.authenticated();
            opened.receiveInto(reserved);
        } catch (MoverException e) {
            opened.close(e);
            return;
        }
        loop.post(() -> {
            if (closed) return;
            limits = told;
            features = welcome.features();
            owner.onWelcome(this, welcome);
        });
    }

    @Override
    public void onPayload(Frame frame, Loan payload, int payloadLength) {
        DataStream opened = stream;
        if (opened == null) {
            payload.release();
            throw BetweenSessions.end(frame);
        }
        // On this thread if the source is idle: no other one is woken. No lock is held; the stream is ready for more.
        loop.postOrRun(counted(opened, () -> owner.onPayload(this, frame, payload, payloadLength)));
    }

    /** Bounded: a source that sends faster than its frames are looked at is not read for a while. */
    private Runnable counted(DataStream opened, Runnable task) {
        if (posted.incrementAndGet() == POSTED_MAX) opened.pauseReading();
        return () -> {
            try {
                task.run();
            } finally {
                if (posted.decrementAndGet() == POSTED_LOW) opened.resumeReading();
            }
        };
    }

    @Override
    public void onWritable() {
        // Only small frames are sent from here.
    }

    @Override
    public void onClosed(MoverException reason) {
        CacheShare reserved = share;
        if (reserved != null) reserved.close();
        loop.post(() -> {
            if (closed) return;
            closed = true;
            owner.onClosed(this, reason);
        });
    }

    // ---- loop ----

    boolean isOpen() {
        return limits != null && !closed;
    }

    boolean isEncrypted() {
        DataStream opened = stream;
        return opened != null && opened.peer().isEncrypted();
    }

    /** Ends the stream; the owner hears {@link Owner#onClosed} once, unless it has heard it before. */
    void close(MoverException reason) {
        DataStream opened = stream;
        if (opened != null) opened.close(reason);
    }

    /** True when all requests on it are answered, no more data can arrive for them, and the peer accepts another session. */
    boolean isReusable() {
        return isOpen() && has(Features.NEXT_SESSION) && !hasCancelled && requestsOutstanding() == 0;
    }

    /** Ends the session and not the stream, which the caller owns from now on; nothing more is heard of it here. Null if it has gone. */
    @Nullable DataStream detach() {
        DataStream opened = stream;
        CacheShare reserved = share;
        if (closed || opened == null) return null;
        closed = true;
        opened.receiveNothing();
        if (reserved != null) reserved.close();
        return opened;
    }

    /** Returns the limits agreed with the peer. */
    OfferedLimits limits() {
        if (limits == null) throw new IllegalStateException("the stream has not been welcomed");
        return limits;
    }

    /** Limits of a source with so many streams like this one. */
    SourceLimits limitsOf(int streams) {
        OfferedLimits agreed = limits();
        return new SourceLimits(
                agreed.blockBytes(),
                agreed.outstandingBytesMax() * streams,
                (int) Math.min(Integer.MAX_VALUE / 4, (long) itemsMax() * streams),
                WireLimits.PACKABLE_BYTES_MAX,
                isEncrypted());
    }

    void onGoodbye(Frame.Goodbye goodbye) {
        close(new MoverException(ErrorCode.GOING_AWAY, "the source says goodbye: " + goodbye.reason()));
    }

    int itemsMax() {
        return WANTS_OF_FULL_LENGTH_MAX * limits().itemsPerWantMax();
    }

    long bytesOutstanding() {
        return bytesOutstanding;
    }

    /** Bytes of large files that may be outstanding here. */
    long largeBytesAhead() {
        return pace.bytesAhead();
    }

    /** Returns the bytes of large files that may be asked for now, beside those that are outstanding. */
    long largeBytesRoom() {
        return pace.bytesAhead() - largeBytesOutstanding;
    }

    int itemsOutstanding() {
        return itemsOutstanding;
    }

    int requestsOutstanding() {
        return wants.size() + questions.size();
    }

    void send(Frame frame) {
        DataStream opened = stream;
        if (opened != null) opened.send(frame);
        hasCancelled |= frame instanceof Frame.Cancel;
    }

    void limitRate(long bytesPerSecondMax) {
        ownBytesPerSecondMax = bytesPerSecondMax;
        setRate();
    }

    private void setRate() {
        long own = ownBytesPerSecondMax == 0 ? Long.MAX_VALUE : ownBytesPerSecondMax;
        long theirs = peerBytesPerSecondMax == 0 ? Long.MAX_VALUE : peerBytesPerSecondMax;
        long least = Math.min(own, theirs);
        DataStream opened = stream;
        if (opened != null) opened.limitReceiveRate(least == Long.MAX_VALUE ? 0 : least);
    }

    WantRequest newRequest() {
        return new WantRequest(new RequestId(requestsMade + 1), this);
    }

    /** Sends a want that has parts. */
    void ask(WantRequest request, String export) {
        requestsMade++;
        wants.put(request.id, request);
        for (WantPart part : request.parts()) outstanding(part, part.bytesLeft());
        itemsOutstanding += request.size();
        send(request.frame(export));
    }

    @Nullable WantRequest want(RequestId request) {
        return wants.get(request);
    }

    void arrived(WantPart part, long bytes) {
        pace.arrived(bytes);
        outstanding(part, -bytes);
    }

    private void outstanding(WantPart part, long bytes) {
        bytesOutstanding += bytes;
        if (!part.item.isSmall()) largeBytesOutstanding += bytes;
    }

    /** The part has ended, here or at all: nothing more is expected of it. */
    void end(WantPart part) {
        if (part.request.part(part.item.file(), part.item.epoch()) != part) return;
        outstanding(part, -part.bytesLeft());
        itemsOutstanding--;
        part.request.remove(part);
        if (part.request.size() == 0) wants.remove(part.request.id);
    }

    /** If nobody waits for any part of it any more, the peer is told, and what still comes of it is dropped. */
    void dropIfUnwanted(WantRequest request) {
        if (!wants.containsKey(request.id) || !request.isUnwanted()) return;
        request.parts().forEach(this::end);
        withdraw(request);
    }

    /** The peer is told that nothing of it is wanted any more; its parts are to be ended by the caller. */
    void withdraw(WantRequest request) {
        send(new Frame.Cancel(List.of(request.id)));
    }

    /** The peer takes more or less from now on. */
    void onLimits(Frame.Limits told) {
        OfferedLimits before = limits();
        limits = new OfferedLimits(
                before.blockBytes(),
                told.outstandingBytesMax(),
                told.outstandingRequestsMax(),
                before.itemsPerWantMax());
        long rate = told.bytesPerSecondMax();
        peerBytesPerSecondMax = rate == 0 ? 0 : Math.max(rate, PEER_RATE_MIN);
        setRate();
    }

    /** The oldest want, if it has made no progress for too long. */
    @Nullable WantRequest stuckWant() {
        DataStream opened = stream;
        if (opened == null || !isOpen()) return null;
        WantRequest oldest = wants.isEmpty() ? null : wants.values().iterator().next();
        return watch.isStuck(oldest, opened.readableNanos()) ? oldest : null;
    }

    /** For how long nothing has been heard from the peer. */
    Duration silence() {
        DataStream opened = stream;
        return opened == null ? Duration.ZERO : Duration.ofNanos(opened.silentNanos());
    }

    /** A block, or an answer to a question, has come. */
    void broughtSomething() {
        hasBroughtAnything = true;
    }

    /** Null until it is open. Any thread. */
    @Nullable DataStream stream() {
        return stream;
    }

    /** True if both ends agreed on it. */
    boolean has(long feature) {
        return (features & feature) != 0;
    }

    /** Tells who opened the stream, if there was one, that it has ended; gives what that returns. */
    boolean tellEnd(StreamOpener opener) {
        DataStream opened = stream;
        return opened != null && opener.ended(opened, limits != null);
    }

    /** True when something was requested here and nothing arrived. */
    boolean isFruitless() {
        return limits != null && !hasBroughtAnything && requestsMade > 0;
    }

    List<WantPart> parts() {
        List<WantPart> parts = new ArrayList<>(itemsOutstanding);
        for (WantRequest request : wants.values()) parts.addAll(request.parts());
        return parts;
    }

    void ask(Question<?> question) {
        requestsMade++;
        RequestId id = new RequestId(requestsMade);
        questions.put(id, question);
        question.asked(this, id);
        send(question.frame(id));
    }

    @Nullable Question<?> question(RequestId request) {
        return questions.get(request);
    }

    void end(RequestId question) {
        questions.remove(question);
    }

    List<Question<?>> questions() {
        return List.copyOf(questions.values());
    }

    private static MoverException violation(String what) {
        return new MoverException(ErrorCode.PROTOCOL_VIOLATION, what);
    }
}
