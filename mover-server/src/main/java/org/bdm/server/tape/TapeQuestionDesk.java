package org.bdm.server.tape;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.TapeDesk;
import org.bdm.core.source.http.node.TapeStanding;
import org.bdm.server.catalog.tape.TapeRecalls;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers where a file is that its data node does not give. One thread asks the services, of many files of a node at once; what cannot be
 * told is not known, and the answer of the node counts. Any thread.
 */
final class TapeQuestionDesk implements TapeDesk, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TapeQuestionDesk.class);
    private static final int QUESTIONS_MAX = 20_000; // more than files are under way

    private final TapeServices services;
    private final TapeRecalls recalls;
    private final BlockingQueue<Question> waiting = new ArrayBlockingQueue<>(QUESTIONS_MAX);
    private @Nullable Thread thread; // guarded by this; null: nothing was asked yet
    private volatile boolean isClosed;

    private record Question(URI location, CompletableFuture<TapeStanding> answer) {}

    /** Asks nobody before the first question. */
    TapeQuestionDesk(TapeServices services, TapeRecalls recalls) {
        this.services = services;
        this.recalls = recalls;
    }

    @Override
    public CompletionStage<TapeStanding> standing(URI location) {
        if (services.isAbsent(TapePaths.origin(location)))
            return CompletableFuture.completedFuture(TapeStanding.UNKNOWN);
        Question question = new Question(location, new CompletableFuture<>());
        if (!take(question)) question.answer().complete(TapeStanding.UNKNOWN);
        return question.answer();
    }

    private synchronized boolean take(Question question) {
        if (isClosed || !waiting.offer(question)) return false;
        if (thread == null) {
            thread = new Thread(this::work, "tape-questions");
            thread.setDaemon(true);
            thread.start();
        }
        return true;
    }

    private void work() {
        try {
            while (!isClosed) {
                List<Question> taken = new ArrayList<>(List.of(waiting.take()));
                waiting.drainTo(taken, TapeService.BULK_MAX - 1);
                Map<String, List<Question>> byOrigin = new HashMap<>();
                for (Question each : taken)
                    byOrigin.computeIfAbsent(TapePaths.origin(each.location()), first -> new ArrayList<>())
                            .add(each);
                byOrigin.forEach(this::answer);
            }
        } catch (InterruptedException e) {
            LOG.debug("no more questions about tapes are answered", e);
        }
    }

    private void answer(String origin, List<Question> questions) {
        Map<Question, TapeStanding> known = new HashMap<>();
        try {
            // What waited behind a question that got no answer is not asked again.
            Optional<TapeService> service = services.isAbsent(origin) ? Optional.empty() : services.of(origin);
            if (service.isPresent()) ask(service.get(), origin, questions, known);
        } catch (MoverException e) {
            LOG.info("where files of {} are is not known: {}", origin, e.detail());
        } catch (RuntimeException e) {
            LOG.error("where files of {} are was not asked", origin, e);
        }
        for (Question each : questions) each.answer().complete(known.getOrDefault(each, TapeStanding.UNKNOWN));
    }

    private void ask(TapeService service, String origin, List<Question> questions, Map<Question, TapeStanding> known) {
        Map<Question, String> paths = new HashMap<>();
        for (Question each : questions)
            TapePaths.of(each.location(), services.policy(origin)).ifPresent(path -> paths.put(each, path));
        Map<String, FileLocality> found = service.localities(List.copyOf(paths.values()));
        List<String> onTape = new ArrayList<>();
        paths.forEach((question, path) -> {
            TapeStanding standing = standing(found.getOrDefault(path, FileLocality.NOT_ANSWERED));
            known.put(question, standing);
            if (standing == TapeStanding.ON_TAPE) onTape.add(path);
        });
        if (!onTape.isEmpty()) recalls.onTapeAgain(origin, onTape).join();
    }

    private static TapeStanding standing(FileLocality locality) {
        return switch (locality.place()) {
            case DISK, DISK_AND_TAPE -> TapeStanding.ON_DISK;
            case TAPE -> TapeStanding.ON_TAPE;
            case MISSING, LOST -> TapeStanding.GONE;
            case NONE, UNAVAILABLE, UNKNOWN, FAILED -> TapeStanding.UNKNOWN;
        };
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        if (thread != null) thread.interrupt();
        List<Question> left = new ArrayList<>();
        waiting.drainTo(left);
        for (Question each : left) each.answer().complete(TapeStanding.UNKNOWN);
    }
}
