package org.bdm.core.source.bdm;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/** Questions that wait for a stream or for their answer. Owner only. */
final class Questions {
    private static final int WAITING_MAX = 4096;
    private static final int TIMES_ASKED_MAX = 3;
    private static final int LOOKS_PER_TIMEOUT = 4;

    private final SerialLoop loop;
    private final String export;
    private final Duration answerTimeout;
    private final Deque<Question<?>> waiting = new ArrayDeque<>();
    private final Set<Question<?>> open =
            new LinkedHashSet<>(); // waiting or asked; answered ones leave at the next look
    private boolean isWatching;

    Questions(SerialLoop loop, String export, Duration answerTimeout) {
        this.loop = loop;
        this.export = export;
        this.answerTimeout = answerTimeout;
    }

    Question<Optional<DirectoryEntry>> status(StorePath path) {
        return new Question<>(request -> new Frame.Stat(request, export, path), answer -> {
            if (!(answer instanceof Frame.Entries entries) || entries.entries().size() > 1) throw notAnAnswer(answer);
            return entries.entries().stream().map(Questions::entry).findFirst();
        });
    }

    Question<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
        return new Question<>(
                request -> new Frame.ListDirectory(request, export, directory, after, entriesMax), answer -> {
                    if (!(answer instanceof Frame.Entries entries)) throw notAnAnswer(answer);
                    return page(entries, after.orElse(null));
                });
    }

    /** Told bytes that do not grow are no progress. */
    Question<Checksum> digest(FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        return new Question<>(
                request -> new Frame.AskDigest(request, export, file, path, expected, algorithm),
                answer -> {
                    if (!(answer instanceof Frame.DigestAnswer digest)) throw notAnAnswer(answer);
                    Checksum value = digest.digest().orElse(null);
                    if (value != null && value.algorithm() != algorithm) throw notAnAnswer(answer);
                    return value;
                },
                answer -> answer instanceof Frame.DigestAnswer digest ? digest.bytesDone() : 0);
    }

    Question<byte[]> call(String name, byte[] body) {
        return new Question<>(request -> new Frame.Call(request, name, body), answer -> {
            if (!(answer instanceof Frame.Reply reply)) throw notAnAnswer(answer);
            return reply.body();
        });
    }

    void add(Question<?> question) {
        if (waiting.size() >= WAITING_MAX) {
            question.fail(new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, "more than " + WAITING_MAX + " questions wait for the source"));
            return;
        }
        waiting.add(question);
        open.add(question);
        if (isWatching) return;
        isWatching = true;
        lookLater();
    }

    /** Asks what waits, on the streams with the least outstanding. */
    void ask(List<Connection> connections) {
        List<Connection> free = new ArrayList<>(connections);
        while (!waiting.isEmpty()) {
            free.removeIf(connection ->
                    connection.requestsOutstanding() >= connection.limits().outstandingRequestsMax());
            if (free.isEmpty()) return;
            Connection best = free.stream()
                    .min(Comparator.comparingInt(Connection::requestsOutstanding)
                            .thenComparingLong(Connection::bytesOutstanding))
                    .orElseThrow();
            Question<?> question = waiting.remove();
            if (!question.answer.isDone()) best.ask(question);
        }
    }

    boolean isAnyWaiting() {
        return !waiting.isEmpty();
    }

    /** The stream is gone: its questions are asked again, a few times. */
    void lost(Connection connection, MoverException reason) {
        for (Question<?> question : connection.questions()) {
            if (question.timesAsked() < TIMES_ASKED_MAX) waiting.addFirst(question);
            else question.fail(reason);
        }
    }

    void failAll(MoverException reason) {
        for (Question<?> question : waiting) question.fail(reason);
        waiting.clear();
    }

    /** One timer for all: a question at which nothing has happened for {@value #LOOKS_PER_TIMEOUT} looks fails. */
    private void look() {
        open.removeIf(question -> question.answer.isDone());
        for (Question<?> question : List.copyOf(open)) {
            if (question.idleLooks() <= LOOKS_PER_TIMEOUT) continue;
            question.withdraw();
            question.fail(new MoverException(
                    ErrorCode.TIMED_OUT, "the source did not answer within " + answerTimeout.toSeconds() + " s"));
        }
        isWatching = !open.isEmpty();
        if (isWatching) lookLater();
    }

    private void lookLater() {
        loop.postAfter(Math.max(1, answerTimeout.toMillis() / LOOKS_PER_TIMEOUT), this::look);
    }

    private static DirectoryPage page(Frame.Entries entries, @Nullable FileName after) {
        List<DirectoryEntry> page = new ArrayList<>(entries.entries().size());
        FileName last = after;
        for (Frame.Entry entry : entries.entries()) {
            if (last != null && last.compareTo(entry.name()) >= 0) {
                throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "a listing is not in ascending order");
            }
            last = entry.name();
            page.add(entry(entry));
        }
        if (page.isEmpty() && !entries.isLast()) {
            throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "a page of a listing is empty and not the last");
        }
        return new DirectoryPage(page, entries.isLast());
    }

    private static DirectoryEntry entry(Frame.Entry entry) {
        if (entry.status() != null) return new DirectoryEntry(entry.name(), entry.status(), null);
        ErrorCode code = entry.error() == null ? ErrorCode.SOURCE_UNREADABLE : entry.error();
        return new DirectoryEntry(entry.name(), null, new MoverException(code, entry.detail()));
    }

    private static MoverException notAnAnswer(Frame frame) {
        return new MoverException(
                ErrorCode.PROTOCOL_VIOLATION, frame.getClass().getSimpleName() + " does not answer the question");
    }
}
