package org.bdm.server.tape;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.tape.EndedRecall;
import org.bdm.server.catalog.tape.RecallLook;
import org.bdm.server.catalog.tape.RecallState;
import org.bdm.server.catalog.tape.TapeRecall;
import org.bdm.server.catalog.tape.TapeRecalls;
import org.bdm.server.catalog.tape.TapeRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends recalls that no file waits for any more. A release can delete the only copy of a file that was never on tape, as it does at XRootD: so a
 * file is released only if all of this holds.
 *
 * <ol>
 *   <li>It was on tape only when it was asked for.
 *   <li>Our request brought it, by the words of the request.
 *   <li>Every file of a job that waited for it is DONE: its bytes are verified.
 *   <li>It is on disk and on tape now.
 * </ol>
 *
 * <p>What is not on disk yet is cancelled; nothing else is ever taken from a disk. One thread.
 */
final class RecallEnds {
    private static final Logger LOG = LoggerFactory.getLogger(RecallEnds.class);
    private static final int ROWS_AT_ONCE = 500;
    private static final int REQUESTS_MAX = 10_000;

    private final TapeRecalls recalls;
    private final TapeService service;
    private final String origin;

    RecallEnds(TapeRecalls recalls, TapeService service, String origin) {
        this.recalls = recalls;
        this.service = service;
        this.origin = origin;
    }

    void run() {
        long after = 0;
        while (true) {
            List<EndedRecall> ended = recalls.ended(origin, after, ROWS_AT_ONCE);
            if (ended.isEmpty()) return;
            after = ended.get(ended.size() - 1).recall().number();
            Map<Long, TapeRequest> requests = recalls.requests(origin, REQUESTS_MAX).stream()
                    .collect(Collectors.toMap(TapeRequest::number, request -> request));
            byRequest(ended, RecallEnds::mayBeReleased).forEach((request, of) -> {
                TapeRequest known = requests.get(request);
                if (known != null) end(known, () -> release(known, of));
            });
            byRequest(ended, each -> each.recall().state() == RecallState.ASKED).forEach((request, of) -> {
                TapeRequest known = requests.get(request);
                if (known != null) end(known, () -> cancel(known, of));
            });
            Durable.await(recalls.remove(ended));
        }
    }

    /** A request that the service cannot end keeps no other one waiting, and is not tried again. */
    private void end(TapeRequest request, Runnable step) {
        try {
            step.run();
        } catch (MoverException e) {
            if (!TapeService.isOfOneRequest(e)) throw e;
            LOG.warn("{} does not end its request {}: {}", origin, request.serviceId(), e.detail());
        }
    }

    private static Map<Long, List<TapeRecall>> byRequest(List<EndedRecall> ended, Predicate<EndedRecall> which) {
        Map<Long, List<TapeRecall>> byRequest = new HashMap<>();
        for (EndedRecall each : ended) {
            if (!which.test(each)) continue;
            byRequest
                    .computeIfAbsent(each.recall().request(), first -> new ArrayList<>())
                    .add(each.recall());
        }
        return byRequest;
    }

    private static boolean mayBeReleased(EndedRecall ended) {
        TapeRecall recall = ended.recall();
        return ended.isVerified()
                && recall.state() == RecallState.ON_DISK
                && recall.wasOnTape()
                && recall.isBrought()
                && recall.request() != 0;
    }

    private void release(TapeRequest request, List<TapeRecall> verified) {
        Optional<Map<String, StageProgress>> progress = service.progress(URI.create(request.address()));
        if (progress.isEmpty()) return; // nobody can tell any more who brought them
        List<TapeRecall> brought = verified.stream()
                .filter(recall -> Optional.ofNullable(progress.get().get(recall.path()))
                        .filter(StageProgress::isCompleted)
                        .isPresent())
                .toList();
        if (brought.isEmpty()) return;
        Map<String, FileLocality> found =
                service.localities(brought.stream().map(TapeRecall::path).toList());
        List<TapeRecall> safe = brought.stream()
                .filter(recall -> found.getOrDefault(recall.path(), FileLocality.NOT_ANSWERED)
                                .place()
                        == FileLocality.Place.DISK_AND_TAPE)
                .toList();
        if (safe.isEmpty()) return;
        boolean isTaken = service.release(
                request.serviceId(), safe.stream().map(TapeRecall::path).toList());
        if (!isTaken)
            LOG.info("{} did not release {} files of its request {}", origin, safe.size(), request.serviceId());
        // Should a file begin to wait for one of them in this moment, where it is has to be looked at again.
        Durable.await(recalls.looked(safe.stream()
                .map(recall -> new RecallLook(recall.number(), RecallState.WANTED, false, false, ""))
                .toList()));
    }

    private void cancel(TapeRequest request, List<TapeRecall> unwanted) {
        List<TapeRecall> all = recalls.ofRequest(request.number());
        Set<Long> numbers = unwanted.stream().map(TapeRecall::number).collect(Collectors.toSet());
        boolean isWhole = all.stream()
                .allMatch(recall -> numbers.contains(recall.number()) && recall.state() == RecallState.ASKED);
        List<String> paths = unwanted.stream().map(TapeRecall::path).toList();
        boolean isTaken = (isWhole && isNothingThere(paths))
                ? service.delete(request.serviceId())
                : service.cancel(request.serviceId(), paths);
        if (isTaken || paths.size() == 1) return;
        for (String path : paths) { // one that it does not know makes it refuse all
            if (!service.cancel(request.serviceId(), List.of(path)))
                LOG.info("{} did not cancel {} of its request {}", origin, path, request.serviceId());
        }
    }

    /** The end of a request may mean for some services that what it brought may go, too. */
    private boolean isNothingThere(List<String> paths) {
        return service.localities(paths).values().stream().allMatch(FileLocality::isOnTapeOnly);
    }
}
