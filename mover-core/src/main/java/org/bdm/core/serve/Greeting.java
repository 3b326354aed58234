package org.bdm.core.serve;

import java.util.Optional;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream before its session: waits for the hello of who asks, has it checked, answers with the welcome. Until then the peer may send
 * nothing else; the stream itself limits the time.
 */
final class Greeting implements StreamListener {
    private static final Logger LOG = LoggerFactory.getLogger(Greeting.class);
    private static final int VERSION = 1;

    private final ServeParts parts;
    private final DialledIn dialledIn;
    private final @Nullable String joining; // the session, if we dialled to join it
    private final Runnable whenOver; // also more than once
    private volatile @Nullable DataStream stream;
    private boolean hasHello; // event loop only
    private volatile @Nullable MoverException closed;
    private volatile @Nullable ServeSession session;
    private volatile FairTurns.@Nullable Line line;

    Greeting(ServeParts parts, DialledIn dialledIn, @Nullable String joining, Runnable whenOver) {
        this.parts = parts;
        this.dialledIn = dialledIn;
        this.joining = joining;
        this.whenOver = whenOver;
    }

    /** The stream that this listens to. If we dialled it, our hello goes out. */
    void attach(DataStream opened) {
        stream = opened;
        if (joining != null) opened.send(hello(parts.options(), Frame.Purpose.JOIN, joining));
    }

    static Frame.Hello hello(ServeOptions options, Frame.Purpose purpose, String session) {
        return new Frame.Hello(
                VERSION,
                VERSION,
                Features.NONE,
                options.site(),
                options.node(),
                options.processInstance(),
                purpose,
                session,
                options.limits(),
                Optional.empty());
    }

    @Override
    public void onFrame(Frame frame) {
        DataStream attached = stream;
        if (attached == null) throw new IllegalStateException("a frame before the stream is attached");
        if (frame instanceof Frame.Hello hello && !hasHello) {
            hasHello = true;
            onHello(attached, hello);
        } else if (frame instanceof Frame.Goodbye) {
            attached.close(new MoverException(ErrorCode.GOING_AWAY, "the peer said goodbye in the greeting"));
        } else {
            attached.close(violation("unexpected " + ServeSession.nameOf(frame) + " in the greeting"));
        }
    }

    private void onHello(DataStream attached, Frame.Hello hello) {
        try {
            HelloIdentity.check(hello, attached.peer());
        } catch (MoverException e) {
            parts.refusals().refused(attached.peer().address(), e);
            attached.close(e);
            return;
        }
        if (hello.versionMin() > VERSION || hello.versionMax() < VERSION) {
            attached.close(new MoverException(
                    ErrorCode.PROTOCOL_VERSION,
                    "the peer speaks versions " + hello.versionMin() + " to " + hello.versionMax() + ", this node "
                            + VERSION));
        } else if (hello.purpose() != Frame.Purpose.ASK) {
            if (joining == null) dialledIn.accept(attached, hello);
            else attached.close(violation("a stream that joins a session was answered with " + hello.purpose()));
        } else if (joining != null && !hello.session().equals(joining)) {
            attached.close(violation("the answer to a stream belongs to another session"));
        } else {
            checkAccess(attached, hello);
        }
    }

    private void checkAccess(DataStream attached, Frame.Hello hello) {
        FairTurns.Line waiting = parts.questionTurns().line(asker(attached), () -> true);
        line = waiting;
        waiting.add(hello, done -> {
            try {
                check(attached, hello);
            } finally {
                done.run();
            }
        });
        if (closed != null) waiting.close();
    }

    /** Returns the key for fair turns of a peer that has not been welcomed: its node key, or its address. */
    private static Object asker(DataStream stream) {
        Optional<NodeId> node = stream.peer().provenNode();
        return node.isPresent() ? node.get() : stream.peer().address().getAddress();
    }

    private void check(DataStream attached, Frame.Hello hello) {
        try {
            int changesSeen = parts.sessions().changesOfRights();
            ServeSession begun = welcome(attached, hello, parts.access().check(hello, attached.peer()));
            if (parts.sessions().changesOfRights() != changesSeen) begun.reconsider();
        } catch (MoverException e) {
            parts.refusals()
                    .refused(
                            attached.peer().address(),
                            new MoverException(e.code(), hello.site() + ": " + e.detail(), e));
            attached.close(e);
        } catch (Throwable e) { // ends the stream, never the thread
            LOG.error("the greeting of {} failed", hello.site(), e);
            attached.close(new MoverException(ErrorCode.INTERNAL, "the greeting failed", e));
        }
    }

    private ServeSession welcome(DataStream attached, Frame.Hello hello, Access access) {
        OfferedLimits limits = parts.options().limits().smaller(hello.limits());
        ServeSession begun = begin(attached, hello, access, limits);
        parts.sessions().add(begun);
        session = begun; // from here on it hears of the end, by this listener or as the listener
        attached.listener(begun);
        whenOver.run();
        attached.authenticated();
        attached.send(new Frame.Welcome(
                VERSION,
                hello.features() & Features.KNOWN,
                limits,
                access.expires().getEpochSecond(),
                parts.clock().instant().getEpochSecond(),
                parts.options().dataPorts().get(),
                parts.threads().readersOfAStream()));
        MoverException lost = closed;
        if (lost != null) begun.onClosed(lost);
        return begun;
    }

    private ServeSession begin(DataStream attached, Frame.Hello hello, Access access, OfferedLimits limits) {
        SessionMeter meter = parts.sessions().meter(hello, access);
        boolean isBegun = false;
        try {
            ServeSession begun =
                    new ServeSession(parts, attached, hello, access, limits, meter, next -> greetNext(attached, next));
            isBegun = true;
            return begun;
        } finally {
            if (!isBegun) parts.sessions().ended(hello, access.issuer(), meter);
        }
    }

    /** The session has ended, the stream has not: on its event loop. */
    private void greetNext(DataStream attached, Frame.Hello next) {
        Greeting greeting = new Greeting(parts, dialledIn, null, () -> {});
        greeting.attach(attached);
        attached.listener(greeting);
        attached.greetAgain();
        greeting.onFrame(next);
    }

    @Override
    public void onPayload(Frame frame, Loan payload, int payloadLength) {
        payload.release();
        DataStream attached = stream;
        if (attached != null) attached.close(violation("a block in the greeting"));
    }

    @Override
    public void onWritable() {
        // Nothing waits to be sent in the greeting.
    }

    @Override
    public void onClosed(MoverException reason) {
        closed = reason;
        whenOver.run();
        FairTurns.Line waiting = line;
        if (waiting != null) waiting.close();
        ServeSession begun = session;
        if (begun != null) begun.onClosed(reason);
        LOG.debug("a stream ended in the greeting: {}", reason.detail());
    }

    private static MoverException violation(String what) {
        return new MoverException(ErrorCode.PROTOCOL_VIOLATION, what);
    }
}
