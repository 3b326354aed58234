package org.bdm.core.serve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.id.SiteName;
import org.bdm.core.reader.BlockReader;
import org.bdm.core.reader.ReadItem;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.bdm.core.wire.WireLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stream on which a peer asks. It answers what the peer may read, counts what is outstanding, and keeps nothing else: when the stream is
 * gone, nothing of it is remembered.
 *
 * <p>Frames come on the event loop; answers are sent by reader, listing and hash threads. An expired ticket stops new requests; what was
 * asked for is still answered, then the session says goodbye.
 */
final class ServeSession implements StreamListener {
    private static final Logger LOG = LoggerFactory.getLogger(ServeSession.class);
    private static final byte[] NO_TICKET = {};
    private static final long WAKE_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    private final ServeParts parts;
    private final DataStream stream;
    private final Frame.Hello hello;
    private final Outstanding outstanding;
    private final CacheShare share;
    private final BlockReader reader;
    private final SessionMeter meter;
    private final SiteName issuer;
    final SendPace pace;
    private final SessionQuestions questions;
    private final LoadTold load;
    private final Consumer<Frame.Hello> nextSession;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicBoolean isReconsidered = new AtomicBoolean();
    private final AtomicBoolean isWaking = new AtomicBoolean();
    volatile Access access;
    private volatile byte[] ticket; // the last that was accepted
    private volatile boolean draining;
    private volatile boolean isLeaving; // the peer said goodbye: no ticket lets it ask again

    /**
     * A session with nothing asked for.
     *
     * @param limits those of the welcome
     * @param nextSession greets the next session of the stream, of which this one hears nothing
     */
    ServeSession(
            ServeParts parts,
            DataStream stream,
            Frame.Hello hello,
            Access access,
            OfferedLimits limits,
            SessionMeter meter,
            Consumer<Frame.Hello> nextSession) {
        this.parts = parts;
        this.nextSession = nextSession;
        this.stream = stream;
        this.hello = hello;
        this.access = asAsked(access);
        this.ticket = hello.ticket().orElse(NO_TICKET);
        this.meter = meter;
        this.issuer = access.issuer();
        this.outstanding = new Outstanding(limits, meter);
        this.share = parts.reserveFor(stream);
        this.pace = new SendPace(System::nanoTime, parts.sessions().sentTo(issuer));
        StreamSink sink = new StreamSink(stream, outstanding, pace, this::resumeAfter, this::endIfDrained);
        this.reader = new BlockReader(
                share,
                sink,
                new WirePackLayout(),
                new BlockReader.Sizes(limits.blockBytes(), WireLimits.PACKABLE_BYTES_MAX),
                parts.threads().readers());
        this.load = new LoadTold(reader, stream, pace, parts.options().processorsBusy(), System::nanoTime);
        boolean tellsIdentities = (hello.features() & Features.IDENTITIES) != 0;
        this.questions =
                new SessionQuestions(parts, stream, outstanding, () -> this.access, tellsIdentities, new Ending());
    }

    private final class Ending implements SessionQuestions.Ending {
        @Override
        public void fail(RequestId request, MoverException reason) {
            ServeSession.this.fail(request, reason);
        }

        @Override
        public void answered() {
            endIfDrained();
        }
    }

    private Access asAsked(Access granted) {
        return (hello.features() & Features.FOLLOW_LINKS) == 0 ? granted : granted.following();
    }

    @Override
    public void onFrame(Frame frame) {
        try {
            if (frame instanceof Frame.Want want) onWant(want);
            else if (frame instanceof Frame.ListDirectory list) onList(list);
            else if (frame instanceof Frame.Stat stat) onStat(stat);
            else if (frame instanceof Frame.AskDigest ask) onAskDigest(ask);
            else if (frame instanceof Frame.Call call) onCall(call);
            else if (frame instanceof Frame.Cancel cancel) onCancel(cancel);
            else if (frame instanceof Frame.Renew renew) onRenew(renew);
            else if (frame instanceof Frame.Goodbye goodbye) onGoodbye(goodbye);
            else if (frame instanceof Frame.Limits limits) onLimits(limits);
            else if (frame instanceof Frame.Failure failure) onPeerFailure(failure);
            else if (frame instanceof Frame.UseDscp use) onUseDscp(use);
            else if (frame instanceof Frame.UseReaders use) onUseReaders(use);
            else if (frame instanceof Frame.Hello next) onNextHello(next);
            else throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "unexpected " + nameOf(frame));
        } catch (MoverException e) {
            stream.close(e);
        }
    }

    @Override
    public void onPayload(Frame frame, Loan payload, int payloadLength) {
        payload.release();
        stream.close(new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the requesting side sent " + nameOf(frame)));
    }

    @Override
    public void onWritable() {
        reader.resume();
        questions.signal();
        endIfDrained();
    }

    @Override
    public void onClosed(MoverException reason) {
        closing.set(true);
        giveUpParts();
        LOG.debug("{} of {} ended: {}", stream.id(), hello.site(), reason.detail());
    }

    private void giveUpParts() {
        reader.close();
        share.close();
        questions.close();
        if (parts.sessions().remove(this)) parts.sessions().ended(hello, issuer, meter);
    }

    /** The peer has all that it asked for, and begins another session on this stream. */
    private void onNextHello(Frame.Hello next) {
        if ((hello.features() & Features.NEXT_SESSION) == 0) throw violation("a second HELLO in one session");
        if (next.purpose() != Frame.Purpose.ASK) throw violation("a HELLO to " + next.purpose() + " after a session");
        if (!outstanding.isEmpty()) throw violation("a HELLO while answers are outstanding");
        if (!closing.compareAndSet(false, true)) return; // the peer is being told that the stream ends
        giveUpParts();
        nextSession.accept(next);
    }

    SiteName issuer() {
        return issuer;
    }

    /** By the timer: an expired session takes nothing new, and ends when nothing is outstanding. */
    void checkExpiry() {
        if (isExpired()) {
            draining = true;
            endIfDrained();
        }
    }

    /** By the timer, about once a second: the peer that wants it hears what takes the time here. */
    void tellLoad() {
        if ((hello.features() & Features.LOADS) == 0) return;
        Frame.Load told = load.next();
        if (told != null && !closing.get()) stream.send(told);
    }

    /** The node is stopping. */
    void stop() {
        end(new MoverException(ErrorCode.GOING_AWAY, "the node is stopping"));
    }

    private void onWant(Frame.Want want) {
        long bytes = 0;
        List<ReadItem> items = new ArrayList<>(want.items().size());
        for (Frame.WantItem item : want.items()) {
            ReadItem checked = WantedItems.checked(want, item, access);
            bytes = Math.addExact(bytes, checked.bytes());
            items.add(checked);
        }
        if (items.isEmpty()) throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "a want has no items");
        outstanding.begin(want.request(), items.size(), bytes);
        if (refuses(want.request())) return;
        try {
            outstanding.promise(want.request());
        } catch (MoverException e) {
            fail(want.request(), e);
            return;
        }
        reader.add(items);
    }

    /** Applies the rate that the peer wants; how much it requests is up to the peer. */
    private void onLimits(Frame.Limits limits) {
        pace.limit(limits.bytesPerSecondMax());
        reader.resume();
    }

    /** At most one timer at a time, and a short one: the peer may set another rate before. */
    private void resumeAfter(long nanos) {
        if (!isWaking.compareAndSet(false, true)) return;
        try {
            var unused =
                    parts.threads().timer().schedule(this::wake, Math.min(nanos, WAKE_NANOS_MAX), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            stream.close(new MoverException(ErrorCode.GOING_AWAY, "the node is stopping", e));
        }
    }

    private void wake() {
        isWaking.set(false);
        reader.resume();
    }

    private void onList(Frame.ListDirectory list) {
        if (begins(list.request())) questions.list(list);
    }

    private void onStat(Frame.Stat stat) {
        if (begins(stat.request())) questions.status(stat);
    }

    private void onAskDigest(Frame.AskDigest ask) {
        if (!begins(ask.request())) return;
        try {
            questions.digest(ask);
        } catch (MoverException e) {
            fail(ask.request(), e);
        }
    }

    private void onCall(Frame.Call call) {
        if ((hello.features() & Features.CALLS) == 0) throw violation("a CALL that was not announced");
        if (begins(call.request())) questions.call(call);
    }

    private void onUseDscp(Frame.UseDscp use) {
        if ((hello.features() & Features.DSCP) == 0) throw violation("a DSCP that was not announced");
        stream.useDscp(use.dscp());
    }

    private void onUseReaders(Frame.UseReaders use) {
        if ((hello.features() & Features.READERS) == 0) throw violation("READERS that were not announced");
        reader.useReaders(Math.min(use.readers(), parts.threads().readersOfAStream()));
    }

    private boolean begins(RequestId request) {
        outstanding.begin(request, 0, 0);
        return !refuses(request);
    }

    private void onCancel(Frame.Cancel cancel) {
        Set<RequestId> open = new HashSet<>();
        for (RequestId request : cancel.requests()) {
            if (outstanding.isOpen(request)) open.add(request);
        }
        if (open.isEmpty()) return;
        reader.cancel(open);
        for (RequestId request : open) {
            questions.cancel(request);
            outstanding.end(request);
        }
        endIfDrained();
    }

    private void onRenew(Frame.Renew renew) {
        questions.renew(() -> {
            Access renewed = parts.access().renew(hello, renew.ticket(), stream.peer());
            ticket = renew.ticket();
            take(renewed);
            draining = isLeaving;
        });
    }

    private void take(Access granted) {
        meter.renew(granted);
        access = asAsked(granted);
    }

    /** Rights were changed: a ticket that would be refused now ends the stream, with what is under way. Does not wait. */
    void reconsider() {
        if (!isReconsidered.compareAndSet(false, true)) return; // one that waits sees the newest rights
        try {
            parts.threads()
                    .listings()
                    .execute(this::lookAtRights); // not in turns: a site does not delay its own revocation
        } catch (RejectedExecutionException e) {
            end(new MoverException(ErrorCode.GOING_AWAY, "the node is stopping", e));
        }
    }

    private void lookAtRights() {
        isReconsidered.set(false);
        try {
            take(parts.access().renew(hello, ticket, stream.peer()));
        } catch (MoverException e) {
            if (e.code() == ErrorCode.TICKET_EXPIRED) return; // what is outstanding is still sent, as always
            LOG.info("{} of {} lost its rights: {}", stream.id(), hello.site(), e.detail());
            end(e);
        } catch (Throwable e) { // without an answer there are no rights
            LOG.error("cannot check the rights of {}", hello.site(), e);
            end(new MoverException(ErrorCode.INTERNAL, "cannot check the rights of this stream", e));
        }
    }

    private void onGoodbye(Frame.Goodbye goodbye) {
        if (!goodbye.drain()) {
            end(new MoverException(ErrorCode.GOING_AWAY, "the peer said goodbye: " + goodbye.reason()));
            return;
        }
        isLeaving = true;
        draining = true;
        endIfDrained();
    }

    private void onPeerFailure(Frame.Failure failure) {
        LOG.debug("{} of {} reports: {}", stream.id(), hello.site(), failure.detail());
    }

    /** True, with the answer sent and the request ended, if nothing new is taken. */
    private boolean refuses(RequestId request) {
        if (!draining && !isExpired()) return false;
        fail(
                request,
                new MoverException(
                        ErrorCode.TICKET_EXPIRED, "the session accepts nothing new since " + access.expires()));
        return true;
    }

    private boolean isExpired() {
        return parts.clock().instant().isAfter(access.expires());
    }

    private void fail(RequestId request, MoverException reason) {
        outstanding.answer(() -> {
            outstanding.end(request);
            stream.send(FailureFrames.ofRequest(request, reason));
        });
        endIfDrained();
    }

    private void endIfDrained() {
        if (draining && outstanding.isDrained() && stream.blocksQueued() == 0) { // closing drops what is queued
            end(new MoverException(ErrorCode.GOING_AWAY, "all requests are answered"));
        }
    }

    private void end(MoverException reason) {
        if (closing.compareAndSet(false, true)) stream.close(reason);
    }

    private static MoverException violation(String what) {
        return new MoverException(ErrorCode.PROTOCOL_VIOLATION, what);
    }

    static String nameOf(Frame frame) {
        return frame.getClass().getSimpleName();
    }
}
