package org.bdm.core.serve;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Frame;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions of one stream beside bytes: listings, statuses, digests, and the acceptance of a new ticket. Each waits for a turn of its site.
 * A question that waits holds its place among the outstanding requests until it is answered or cancelled, so that its number is bounded; a
 * newer ticket replaces one that waits. Any thread.
 */
final class SessionQuestions {
    /** Answers that may wait to be written before the next question has a turn: a peer that does not read gets no more of them. */
    private static final int ANSWERS_QUEUED_MAX = 4;

    /** Digests of one stream that hold an open file. */
    static final int DIGESTS_MAX = 64;

    private static final Logger LOG = LoggerFactory.getLogger(SessionQuestions.class);
    private static final Object TICKET = "ticket";

    private final ServeParts parts;
    private final DataStream stream;
    private final Outstanding outstanding;
    private final Supplier<Access> access;
    private final boolean tellsIdentities;
    private final Ending ending;
    private final FairTurns.Line questions;
    private final FairTurns.Line slices;
    private final Map<RequestId, DigestTask> digests = new ConcurrentHashMap<>();
    private final AtomicInteger digestsOpen = new AtomicInteger(); // cancelled ones hold their file until their turn
    private final AtomicLong slicesAsked = new AtomicLong();

    /** Ends or continues the session. */
    interface Ending {
        /** Answers with an error and ends the request. */
        void fail(RequestId request, MoverException reason);

        /** A request was answered. */
        void answered();
    }

    SessionQuestions(
            ServeParts parts,
            DataStream stream,
            Outstanding outstanding,
            Supplier<Access> access,
            boolean tellsIdentities,
            Ending ending) {
        this.parts = parts;
        this.stream = stream;
        this.outstanding = outstanding;
        this.access = access;
        this.tellsIdentities = tellsIdentities;
        this.ending = ending;
        Object asker = access.get().issuer();
        this.questions = parts.questionTurns().line(asker, () -> stream.framesQueued() < ANSWERS_QUEUED_MAX);
        this.slices = parts.digestTurns().line(asker, () -> true);
    }

    void list(Frame.ListDirectory list) {
        answerEntries(
                list.request(),
                readable ->
                        DirectoryAnswers.list(list, readable.store(list.export(), list.directory()), tellsIdentities));
    }

    void status(Frame.Stat stat) {
        answerEntries(
                stat.request(), readable -> DirectoryAnswers.status(stat, readable.store(stat.export(), stat.path())));
    }

    private void answerEntries(RequestId request, Function<Access, Frame.Entries> answer) {
        ask(request, request, () -> {
            if (!outstanding.isOpen(request)) return; // cancelled in this moment
            Frame.Entries entries = answer.apply(access.get());
            answer(request, entries);
        });
    }

    private void answer(RequestId request, Frame answer) {
        outstanding.answer(() -> {
            outstanding.end(request);
            stream.send(answer);
        });
        ending.answered();
    }

    /** Asks the control plane. */
    void call(Frame.Call call) {
        ask(call.request(), call.request(), () -> {
            if (!outstanding.isOpen(call.request())) return; // cancelled in this moment
            byte[] body = parts.options().calls().answer(access.get().issuer(), call.name(), call.body());
            answer(call.request(), new Frame.Reply(call.request(), body));
        });
    }

    void digest(Frame.AskDigest ask) {
        if (digestsOpen.incrementAndGet() > DIGESTS_MAX) {
            digestsOpen.decrementAndGet();
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, "more than " + DIGESTS_MAX + " digests are computed for this stream");
        }
        DigestTask task = new DigestTask(ask, new DigestSink(ask), this::onSlice);
        digests.put(ask.request(), task);
        boolean isTaken = ask(
                ask.request(),
                ask.request(),
                () -> task.start(() -> access.get().store(ask.export(), ask.path()), parts.hasher()));
        if (!isTaken) digestsOpen.decrementAndGet();
    }

    private void onSlice(Runnable slice) {
        boolean isTaken = slices.add(slicesAsked.incrementAndGet(), done -> {
            try {
                slice.run();
            } finally {
                done.run();
            }
        });
        if (!isTaken) throw new IllegalStateException("the queue of digests is closed");
    }

    /** {@code renewal} runs in a turn of its own; one that waits is replaced. */
    void renew(Runnable renewal) {
        ask(TICKET, new RequestId(0), renewal);
    }

    private boolean ask(Object key, RequestId request, Runnable question) {
        return questions.add(key, done -> {
            try {
                question.run();
            } catch (MoverException e) {
                ending.fail(request, e);
            } catch (Throwable e) { // ends the question, never the thread
                LOG.error("{} of {} failed", request, stream.id(), e);
                ending.fail(request, new MoverException(ErrorCode.INTERNAL, request + " failed", e));
            } finally {
                done.run();
            }
        });
    }

    /** Nobody waits for it any more. */
    void cancel(RequestId request) {
        boolean isBegun = !questions.remove(request);
        DigestTask digest = digests.remove(request);
        if (digest == null) return;
        if (isBegun) digest.cancel();
        else digestsOpen.decrementAndGet();
    }

    /** More answers may be sent. */
    void signal() {
        questions.signal();
    }

    /** The stream is gone. Digests that are being computed close their files in their next turn. */
    void close() {
        questions.close();
        digests.values().forEach(DigestTask::cancel);
    }

    /** Sends what becomes of one digest. */
    private final class DigestSink implements DigestTask.Answer {
        private final Frame.AskDigest ask;

        DigestSink(Frame.AskDigest ask) {
            this.ask = ask;
        }

        @Override
        public void onProgress(long bytesDone) {
            if (!outstanding.isOpen(ask.request())) return;
            stream.send(new Frame.DigestAnswer(ask.request(), ask.file(), bytesDone, Optional.empty()));
        }

        @Override
        public void onDigest(Frame.DigestAnswer answer) {
            digestsOpen.decrementAndGet();
            digests.remove(ask.request());
            answer(ask.request(), answer);
        }

        @Override
        public void onFailed(MoverException reason) {
            digestsOpen.decrementAndGet();
            boolean wanted = outstanding.isOpen(ask.request());
            digests.remove(ask.request());
            if (wanted) ending.fail(ask.request(), reason);
        }
    }
}
