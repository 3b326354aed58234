package org.bdm.server.tape;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.tape.RecallLook;
import org.bdm.server.catalog.tape.RecallState;
import org.bdm.server.catalog.tape.TapeRecall;
import org.bdm.server.catalog.tape.TapeRecalls;
import org.bdm.server.catalog.tape.TapeRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One look at what is wanted from the tapes of one data node: what was asked for is watched, what is wanted is looked for, and as much is asked
 * for as its window allows. Where a file is decides what becomes of it, not what a request says. One thread.
 */
final class OriginPass {
    private static final Logger LOG = LoggerFactory.getLogger(OriginPass.class);
    private static final int ROWS_AT_ONCE = 2_000;
    private static final int REQUESTS_AT_ONCE = 100;
    private static final Duration WATCH_SHORTEST = Duration.ofSeconds(15);
    private static final Duration WATCH_LONGEST = Duration.ofMinutes(5);
    private static final int PARTS_OF_AGE = 20;
    private static final Duration AGAIN_AFTER = Duration.ofMinutes(10); // what was given up, or should be on disk
    private static final int SKIPS_MAX = 3; // in a row

    private final TapeRecalls recalls;
    private final TapeService service;
    private final String origin;
    private final TapePolicy policy;
    private final Instant now;
    private @Nullable MoverException failure; // the last one that did not end the pass
    private boolean isAnswered; // something of this pass

    OriginPass(TapeRecalls recalls, TapeService service, String origin, TapePolicy policy, Instant now) {
        this.recalls = recalls;
        this.service = service;
        this.origin = origin;
        this.policy = policy;
        this.now = now;
    }

    /**
     * Does all of it once, whatever of it fails.
     *
     * @throws MoverException if the service is busy or does not answer, or failed on all that was asked
     */
    void run() {
        watchAll();
        lookForNew();
        lookAgain();
        askForMore();
        Durable.await(recalls.wakeOverlooked(origin));
        MoverException last = failure;
        if (last == null) return;
        if (!isAnswered) throw last;
        LOG.warn("{} answers for some of its files only: {}", origin, last.detail());
    }

    /** Does a step; one on which the service fails keeps nothing else waiting. */
    private boolean isDone(Runnable step) {
        try {
            step.run();
            isAnswered = true;
            return true;
        } catch (MoverException e) {
            if (!TapeService.isOfOneRequest(e)) throw e;
            failure = e;
            return false;
        }
    }

    // ---- what was asked for ----

    private boolean isDue(TapeRequest request) {
        Duration every = Duration.between(request.asked(), now).dividedBy(PARTS_OF_AGE);
        if (every.compareTo(WATCH_SHORTEST) < 0) every = WATCH_SHORTEST;
        if (every.compareTo(WATCH_LONGEST) > 0) every = WATCH_LONGEST;
        return !now.isBefore(request.looked().plus(every));
    }

    private void watchAll() {
        int skips = 0;
        for (TapeRequest request : recalls.requestsToWatch(origin, REQUESTS_AT_ONCE)) {
            if (skips < SKIPS_MAX && isDue(request)) skips = isWatched(request) ? 0 : skips + 1;
        }
    }

    /** A request whose state the service cannot tell keeps no other one waiting. */
    private boolean isWatched(TapeRequest request) {
        try {
            watch(request);
            isAnswered = true;
            return true;
        } catch (MoverException e) {
            if (!TapeService.isOfOneRequest(e)) throw e;
            LOG.warn("{} does not tell the state of its request {}: {}", origin, request.serviceId(), e.detail());
            Durable.await(recalls.lookedAt(request.number()));
            return false;
        }
    }

    private void watch(TapeRequest request) {
        List<TapeRecall> open = recalls.ofRequest(request.number()).stream()
                .filter(recall -> recall.state() == RecallState.ASKED)
                .toList();
        // Some services look at their files only when somebody asks for the state of a request.
        Optional<Map<String, StageProgress>> progress = service.progress(URI.create(request.address()));
        if (progress.isEmpty()) {
            LOG.info("{} has forgotten its request {}: its files are looked for again", origin, request.serviceId());
            Durable.await(recalls.forgotten(request.number()));
            return;
        }
        Map<String, FileLocality> found =
                service.localities(open.stream().map(TapeRecall::path).toList());
        List<RecallLook> looks = new ArrayList<>();
        for (TapeRecall recall : open) {
            Optional<StageProgress> said = Optional.ofNullable(progress.get().get(recall.path()));
            boolean isLong = !now.isBefore(request.asked().plus(policy.patienceOrUsual()));
            ofAsked(recall, found.getOrDefault(recall.path(), FileLocality.NOT_ANSWERED), said, isLong)
                    .ifPresent(looks::add);
        }
        keepPace(request, looks.stream().filter(RecallLook::isBrought).count());
        if (!looks.isEmpty()) Durable.await(recalls.looked(looks));
        Durable.await(recalls.lookedAt(request.number()));
    }

    private void keepPace(TapeRequest request, long brought) {
        if (brought == 0) return;
        Duration waited = Duration.between(request.asked(), now);
        List<Duration> each = Collections.nCopies((int) brought, waited);
        Durable.await(recalls.brought(origin, each, recalls.outstanding(origin)));
    }

    /** Empty while it is being brought, or nothing is known. */
    private static Optional<RecallLook> ofAsked(
            TapeRecall recall, FileLocality found, Optional<StageProgress> said, boolean isLong) {
        boolean isGivenUp = said.isPresent() && said.get().isGivenUp();
        if (found.isOnDisk(recall.isEmpty())) {
            boolean isOurs = recall.wasOnTape() && !isGivenUp;
            return Optional.of(new RecallLook(recall.number(), RecallState.ON_DISK, recall.wasOnTape(), isOurs, ""));
        }
        return switch (found.place()) {
            case UNKNOWN, FAILED -> Optional.empty();
            case TAPE ->
                whyNotBrought(said, isLong)
                        .map(why -> new RecallLook(recall.number(), RecallState.WANTED, true, false, why));
            case DISK, DISK_AND_TAPE, NONE, LOST, UNAVAILABLE, MISSING -> Optional.of(left(recall, found));
        };
    }

    /**
     * Returns why the request does not bring a file that is on tape only; empty while it may. Where no state is told, as at EOS, a file that came
     * and left between two looks is as one that waits: after a long time it is asked for again.
     */
    private static Optional<String> whyNotBrought(Optional<StageProgress> said, boolean isLong) {
        if (said.isEmpty()) return Optional.of("the request at the tape service does not name it any more");
        if (said.get().isGivenUp()) return Optional.of(said.get().why());
        if (said.get().isCompleted()) return Optional.of("it came to disk and left it before it was fetched");
        return isLong && said.get().state().isEmpty()
                ? Optional.of(
                        "it did not come to disk for longer than staging-patience, and the tape service tells no state")
                : Optional.empty();
    }

    private static RecallLook left(TapeRecall recall, FileLocality found) {
        String note =
                "the tape service says " + found.place() + (found.detail().isEmpty() ? "" : ": " + found.detail());
        return new RecallLook(recall.number(), RecallState.LEFT, false, false, note);
    }

    // ---- what is wanted ----

    private void lookForNew() {
        long after = 0;
        int skips = 0;
        while (skips < SKIPS_MAX) {
            List<TapeRecall> page = recalls.notLookedFor(origin, after, ROWS_AT_ONCE);
            if (!page.isEmpty()) skips = isDoneOrNoted(page, () -> look(page, true)) ? 0 : skips + 1;
            if (page.size() < ROWS_AT_ONCE) return;
            after = page.get(page.size() - 1).number();
        }
    }

    /**
     * Does a step for files. Those on which the service fails altogether wait, with the reason, if it answers for others.
     *
     * @param left those of the files for which the step is not done; it may take some out
     */
    private boolean isDoneOrNoted(List<TapeRecall> left, Runnable step) {
        boolean isDone = isDone(step);
        MoverException why = failure;
        if (isDone || !isAnswered || why == null || left.isEmpty()) return isDone;
        Durable.await(recalls.looked(left.stream()
                .map(recall -> new RecallLook(recall.number(), RecallState.WANTED, false, false, why.detail()))
                .toList()));
        return false;
    }

    /** Looks for files that were on disk and may have left it: their node says that it stages them, and does so only if somebody asks for it. */
    private void lookAgain() {
        List<TapeRecall> doubtful = recalls.doubtful(origin, now.minus(AGAIN_AFTER), ROWS_AT_ONCE);
        if (doubtful.isEmpty()) return;
        isDone(() -> {
            Map<String, FileLocality> found =
                    service.localities(doubtful.stream().map(TapeRecall::path).toList());
            List<String> left = new ArrayList<>();
            List<RecallLook> same = new ArrayList<>();
            for (TapeRecall recall : doubtful) {
                if (found.getOrDefault(recall.path(), FileLocality.NOT_ANSWERED).isOnTapeOnly())
                    left.add(recall.path());
                else
                    same.add(new RecallLook(
                            recall.number(), recall.state(), recall.wasOnTape(), recall.isBrought(), recall.note()));
            }
            if (!left.isEmpty()) Durable.await(recalls.onTapeAgain(origin, left));
            if (!same.isEmpty()) Durable.await(recalls.looked(same));
        });
    }

    /** Returns those that are on tape only. */
    private List<TapeRecall> look(List<TapeRecall> wanted, boolean isFirst) {
        Map<String, FileLocality> found =
                service.localities(wanted.stream().map(TapeRecall::path).toList());
        List<RecallLook> looks = new ArrayList<>();
        List<TapeRecall> onTape = new ArrayList<>();
        int missing = 0;
        for (TapeRecall recall : wanted) {
            FileLocality locality = found.getOrDefault(recall.path(), FileLocality.NOT_ANSWERED);
            if (locality.place() == FileLocality.Place.MISSING) missing++;
            if (locality.isOnTapeOnly()) {
                onTape.add(recall);
                looks.add(new RecallLook(recall.number(), RecallState.WANTED, true, false, recall.note()));
            } else if (locality.isOnDisk(recall.isEmpty())) {
                looks.add(new RecallLook(recall.number(), RecallState.ON_DISK, false, false, ""));
            } else if (locality.place() == FileLocality.Place.FAILED) {
                looks.add(new RecallLook(recall.number(), RecallState.WANTED, false, false, locality.detail()));
            } else {
                looks.add(left(recall, locality));
            }
        }
        if (isFirst && missing == wanted.size()) tellOfPrefix(wanted.get(0));
        Durable.await(recalls.looked(looks));
        return onTape;
    }

    private void tellOfPrefix(TapeRecall first) {
        LOG.warn(
                "the tape service of {} has none of the files that were asked for, such as {}; if its paths differ from those"
                        + " of the addresses, set staging-prefix for the data node",
                origin,
                first.path());
    }

    private void askForMore() {
        long free = policy.windowOrUsual() - recalls.outstanding(origin);
        long after = 0;
        int skips = 0;
        while (free > 0 && skips < SKIPS_MAX) {
            int rows = (int) Math.min(free, TapeService.BULK_MAX);
            List<TapeRecall> next = recalls.inState(origin, RecallState.WANTED, after, rows);
            if (next.isEmpty()) return;
            after = next.get(next.size() - 1).number();
            List<TapeRecall> due = next.stream().filter(this::mayBeAsked).toList();
            if (due.isEmpty()) continue;
            List<TapeRecall> onTape = new ArrayList<>();
            boolean isLooked = isDoneOrNoted(
                    due, () -> onTape.addAll(look(due, false))); // it may have come to disk while it waited
            free -= onTape.size();
            boolean isAsked = isLooked && (onTape.isEmpty() || isDoneOrNoted(onTape, () -> ask(onTape)));
            skips = isAsked ? 0 : skips + 1;
        }
    }

    private boolean mayBeAsked(TapeRecall recall) {
        Instant looked = recall.looked();
        return recall.note().isEmpty() || looked == null || !now.isBefore(looked.plus(AGAIN_AFTER));
    }

    /** Takes those out for which a request was taken, or that were noted. */
    private void ask(List<TapeRecall> onTape) {
        Map<String, Long> numbers = new HashMap<>();
        onTape.forEach(recall -> numbers.put(recall.path(), recall.number()));
        TapeService.Stager stager = new TapeService.Stager() {
            @Override
            public void taken(List<String> paths, TapeService.Taken request) {
                List<Long> of = paths.stream().map(numbers::get).toList();
                Durable.await(
                        recalls.asked(origin, request.id(), request.address().toString(), of));
                onTape.removeIf(recall -> of.contains(recall.number()));
            }

            @Override
            public void refused(String path, int status) {
                String note = "the tape service takes no request for it: " + status;
                long number = Objects.requireNonNull(numbers.get(path));
                Durable.await(recalls.looked(List.of(new RecallLook(number, RecallState.WANTED, true, false, note))));
                onTape.removeIf(recall -> recall.number() == number);
            }
        };
        service.stage(onTape.stream().map(TapeRecall::path).toList(), stager);
    }
}
