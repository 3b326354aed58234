package org.bdm.core.source.bdm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.bdm.core.wire.WireLimits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of a source: its streams, and what is asked on them. Everything but the first four getters is for the owner only. */
final class PeerCore implements Connection.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(PeerCore.class);
    private static final int REQUESTS_MAX = 1024;
    private static final int REQUESTS_FOR_QUESTIONS = 16;
    private static final int LOOKS_PER_TIMEOUT = 12;

    private final PeerSession session;
    private final PeerOptions options;
    private final StreamOpener opener;
    private final CacheShare cache;
    private final SourceRuntime runtime;
    private final SerialLoop loop;
    private final Tickets tickets;
    private final Questions questions;
    private final WantBoard board;
    private final Slots slots;
    private final StreamLoads loads;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private volatile @Nullable SourceLimits limits;
    private volatile List<Connection> openNow = List.of();
    private volatile int itemsOpen;
    private @Nullable WantAnswers arrivals;
    private @Nullable SourceListener listener;
    private final Patience patience;
    private int streamsWanted;
    private boolean ended;

    PeerCore(
            PeerSession session,
            PeerOptions options,
            StreamOpener opener,
            TicketSupplier supplier,
            CacheShare cache,
            SourceRuntime runtime,
            SerialLoop loop) {
        this.loads = new StreamLoads(runtime.nanoTime());
        this.session = session;
        this.options = options;
        this.streamsWanted = options.streams();
        this.opener = opener;
        this.cache = cache;
        this.runtime = runtime;
        this.slots = new Slots(runtime.marker());
        this.loop = loop;
        this.tickets = new Tickets(loop, supplier, runtime.clock(), this::renew);
        this.questions = new Questions(loop, session.export(), options.answerTimeout());
        this.patience = new Patience(options.reconnectFor(), runtime.clock());
        this.board = new WantBoard(session.export(), REQUESTS_FOR_QUESTIONS);
    }

    @Nullable SourceLimits limits() {
        return limits;
    }

    CompletableFuture<Void> opened() {
        return opened;
    }

    List<Connection> openNow() {
        return openNow;
    }

    int itemsOpen() {
        return itemsOpen;
    }

    StreamLoads loads() {
        return loads;
    }

    /** Only its factories. */
    Questions questions() {
        return questions;
    }

    // ---- owner: calls ----

    void open(SourceListener told) {
        if (listener != null) throw new IllegalStateException("the source was opened before");
        listener = told;
        arrivals = new WantAnswers(told, board);
        if (ended) return;
        patience.begin();
        lookLater();
        slots.resize(streamsWanted).forEach(this::dial);
    }

    /** So many streams from now on, or from the opening on. */
    void useStreams(int number) {
        streamsWanted = number;
        if (ended || listener == null) return;
        slots.resize(number).forEach(this::dial);
        slots.retiring().forEach(board::lost); // others go on with their files
        askMore();
    }

    void want(List<WantedFile> files) {
        if (ended) {
            SourceListener told = listener;
            if (told != null) files.forEach(file -> told.onItemLost(file.file(), file.epoch()));
            return;
        }
        files.forEach(board::add);
        askMore();
    }

    void cancel(FileId file) {
        board.of(file).forEach(board::end);
        askMore();
    }

    void ask(Question<?> question) {
        if (ended) {
            question.fail(new MoverException(ErrorCode.CANCELLED, "the source was closed"));
            return;
        }
        questions.add(question);
        askMore();
    }

    /** The session ends on this stream: it is kept for the next one, or closed. */
    private void leave(Connection connection) {
        DataStream stream = connection.isReusable() ? connection.detach() : null;
        if (stream == null) connection.close(goingAway());
        else opener.giveBack(stream);
    }

    Slots slots() {
        return slots;
    }

    /** Closes everything. Items are told as lost; {@code isLost} tells the loss of the source, too. */
    void end(MoverException reason, boolean isLost) {
        if (ended) return;
        ended = true;
        tickets.stop();
        openNow = List.of(); // before another session may have the streams
        for (Connection connection : slots.takeAll()) {
            questions.lost(connection, reason);
            if (isLost) connection.close(reason);
            else leave(connection);
        }
        questions.failAll(reason);
        boolean wasOpen = !opened.completeExceptionally(reason);
        SourceListener told = listener;
        if (told == null) return;
        for (WantItem item : board.all()) {
            board.end(item);
            told.onItemLost(item.file(), item.epoch());
        }
        itemsOpen = 0;
        if (isLost && wasOpen) told.onSourceLost(reason);
    }

    // ---- owner: streams ----

    private void dial(Slot slot) {
        if (ended || !slots.all().contains(slot)) return;
        tickets.withTicket((ticket, noTicket) -> {
            if (ended || !slots.all().contains(slot)) return;
            if (ticket == null) {
                retry(slot, Tickets.asMoverException(noTicket), Duration.ZERO, false);
                return;
            }
            Connection connection =
                    new Connection(loop, this, cache, options.wantTimeout(), new StreamPace(runtime.nanoTime()));
            slot.connection = connection;
            Frame.Hello hello = hello(ticket);
            opener.open(session.session(), connection).whenComplete((stream, failure) -> {
                if (stream != null) connection.attach(stream, hello);
                loop.post(() -> {
                    if (stream == null) onClosed(connection, Tickets.asMoverException(failure));
                    else if (slot.connection != connection) connection.close(goingAway());
                });
            });
        });
    }

    private Frame.Hello hello(byte[] ticket) {
        long bytesMax = options.outstandingBytesMax();
        return session.hello(
                new OfferedLimits(cache.blockBytes(), bytesMax, REQUESTS_MAX, WireLimits.WANT_ITEMS_MAX), ticket);
    }

    @Override
    public void onWelcome(Connection connection, Frame.Welcome welcome) {
        if (slots.of(connection) == null) {
            connection.close(goingAway());
            return;
        }
        if (!session.isUnderstood(welcome)) {
            end(session.tooOld(), true);
            return;
        }
        patience.welcomed();
        DataStream greeted = connection.stream();
        if (greeted != null) opener.greeted(greeted, welcome);
        limits = connection.limitsOf(options.streams());
        openNow = slots.open();
        slots.welcomed(connection, welcome);
        opened.complete(null);
        askMore();
    }

    @Override
    public void onClosed(Connection connection, MoverException reason) {
        Slot slot = slots.of(connection);
        if (slot == null) return;
        slot.connection = null;
        if (connection.isFruitless()) patience.fruitless();
        boolean goesElsewhere = connection.tellEnd(opener);
        board.lost(connection);
        questions.lost(connection, reason);
        List<WantItem> lost = new ArrayList<>();
        for (WantPart part : connection.parts()) {
            if (part.item.isEnded()) continue;
            board.end(part.item);
            lost.add(part.item);
        }
        openNow = slots.open();
        slots.shareRate();
        SourceListener told = listener;
        if (told != null) lost.forEach(item -> told.onItemLost(item.file(), item.epoch()));
        retry(slot, reason, connection.silence(), goesElsewhere);
        askMore();
    }

    private void retry(Slot slot, MoverException reason, Duration silence, boolean goesElsewhere) {
        if (ended) return;
        if (reason.code() == ErrorCode.TICKET_EXPIRED) tickets.refused();
        patience.lost(reason, slots.open().isEmpty(), silence);
        if (!goesElsewhere && !patience.allowsAnother(reason)) {
            giveUp(reason);
            return;
        }
        MoverException over = patience.isOver();
        if (over != null) {
            giveUp(over);
            return;
        }
        long pause = slot.nextPauseMillis(runtime.random());
        LOG.debug("a stream of {} is opened again in {} ms: {}", session.session(), pause, reason.detail());
        loop.postAfter(pause, () -> dial(slot));
    }

    private void giveUp(MoverException reason) {
        LOG.info("the source {} is given up: {}", session.session(), reason.detail());
        end(reason, true);
    }

    private void broughtSomething(Connection connection, Slot slot) {
        connection.broughtSomething();
        slot.succeeded();
        patience.fruit();
    }

    private void lookLater() {
        long millis = Math.min(
                options.wantTimeout().toMillis(), options.reconnectFor().toMillis());
        loop.postAfter(Math.max(1, millis / LOOKS_PER_TIMEOUT), this::look);
    }

    private void look() {
        if (ended) return;
        List<Connection> open = slots.open();
        for (Connection connection : open) endIfStuck(connection);
        boolean isNothingAsked = open.stream().allMatch(each -> each.requestsOutstanding() == 0);
        patience.refuses(!open.isEmpty() && isNothingAsked && (board.itemsOpen() > 0 || questions.isAnyWaiting()));
        MoverException over = patience.isOver();
        if (over == null) lookLater();
        else giveUp(over);
    }

    private void endIfStuck(Connection connection) {
        WantRequest stuck = connection.stuckWant();
        WantAnswers told = arrivals;
        if (stuck == null || told == null) return;
        told.timedOut(connection, stuck, options.wantTimeout());
        connection.close(new MoverException(
                ErrorCode.TIMED_OUT,
                "a request made no progress for " + options.wantTimeout().toSeconds() + " s"));
    }

    private void renew(byte[] ticket) {
        for (Connection connection : slots.open()) connection.send(new Frame.Renew(ticket));
    }

    private void askMore() {
        List<Connection> open = slots.askable();
        questions.ask(open);
        board.ask(open);
        itemsOpen = board.itemsOpen();
        List<Connection> left = slots.takeRetired();
        if (!left.isEmpty()) openNow = slots.open(); // before another session may have what left
        left.forEach(this::leave);
    }

    // ---- owner: what arrives ----

    @Override
    public void onPayload(Connection connection, Frame frame, Loan payload, int payloadLength) {
        Slot slot = slots.of(connection);
        WantAnswers told = arrivals;
        if (slot == null || told == null) {
            payload.release();
            return;
        }
        broughtSomething(connection, slot);
        try {
            told.onPayload(connection, frame, payload, payloadLength);
        } catch (MoverException e) {
            connection.close(e);
        }
        askMore();
    }

    @Override
    public void onFrame(Connection connection, Frame frame) {
        Slot slot = slots.of(connection);
        WantAnswers told = arrivals;
        if (slot == null || told == null) return;
        try {
            if (frame instanceof Frame.Entries entries) onAnswer(connection, slot, entries.request(), entries);
            else if (frame instanceof Frame.DigestAnswer digest) onAnswer(connection, slot, digest.request(), digest);
            else if (frame instanceof Frame.Reply reply) onAnswer(connection, slot, reply.request(), reply);
            else if (frame instanceof Frame.Zero zero) told.onZero(connection, zero);
            else if (frame instanceof Frame.FileEnd end) told.onFileEnd(connection, end);
            else if (frame instanceof Frame.Failure failure) onFailure(connection, failure);
            else if (frame instanceof Frame.Goodbye goodbye) connection.onGoodbye(goodbye);
            else if (frame instanceof Frame.Limits changed) connection.onLimits(changed);
            else if (frame instanceof Frame.Load load) loads.told(connection, load);
            else
                throw new MoverException(
                        ErrorCode.PROTOCOL_VIOLATION,
                        "unexpected " + frame.getClass().getSimpleName());
        } catch (MoverException e) {
            connection.close(e);
        }
        askMore();
    }

    private void onAnswer(Connection connection, Slot slot, RequestId request, Frame answer) {
        broughtSomething(connection, slot);
        Question<?> question = connection.question(request);
        if (question != null && question.onAnswer(answer)) connection.end(request);
    }

    private void onFailure(Connection connection, Frame.Failure failure) {
        MoverException reason = failure.exception();
        switch (failure.scope()) {
            case BLOCK, FILE, REQUEST -> onRequestFailure(connection, failure, reason);
            case STREAM -> connection.close(reason);
            case SESSION -> {
                if (reason.kind().isRetryable()) slots.closeAll(reason);
                else end(reason, true);
            }
        }
    }

    private void onRequestFailure(Connection connection, Frame.Failure failure, MoverException reason) {
        Question<?> question = connection.question(failure.request());
        if (question != null) {
            connection.end(failure.request());
            question.fail(reason);
        } else if (reason.code() == ErrorCode.TICKET_EXPIRED || reason.code() == ErrorCode.GOING_AWAY) {
            connection.close(reason); // nothing new is answered there: a new stream shows a new ticket
        } else if (arrivals != null) {
            arrivals.onFailure(connection, failure, reason);
        }
    }

    private static MoverException goingAway() {
        return new MoverException(ErrorCode.GOING_AWAY, "the source was closed");
    }
}
