package org.bdm.server.hsm;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the files of one export to disk, a bounded number at once, in the order in which they were wanted. A file keeps its place until it is on
 * disk, its program refuses it, or the patience for it is over. What does not fit is not remembered: whoever waits for a file wants it again.
 *
 * <pre>
 *   want --> waiting --> under way --> on disk: forgotten
 *              |             +-------> refused, or too long: forgotten, and may be wanted again
 *              +---------------------> on disk already: forgotten
 * </pre>
 */
final class RecallDesk {
    private static final Logger LOG = LoggerFactory.getLogger(RecallDesk.class);
    private static final int WAITING_MAX = 100_000;
    private static final int REFUSALS_MAX = 31; // of one list: a file of 500 is found by 18
    private static final Duration AFTER_A_REFUSAL = Duration.ofSeconds(30);

    private final String export;
    private final HsmSettings settings;
    private final KnownPresence presence;
    private final RecallRun run;
    private final Executor runs;
    private final InstantSource clock;
    private final Set<StorePath> waiting = new LinkedHashSet<>(); // guarded by this, as all below
    private final Set<StorePath> forChecks = new LinkedHashSet<>(); // that nobody else waits for
    private final Map<StorePath, Instant> underWay = new LinkedHashMap<>();
    private Instant refusedUntil = Instant.MIN;
    private boolean wereRefused; // the last ones
    private boolean areLate; // some did not come in time

    /** With its parts; {@code runs} waits for the programs. */
    RecallDesk(
            String export,
            HsmSettings settings,
            KnownPresence presence,
            RecallRun run,
            Executor runs,
            InstantSource clock) {
        this.export = export;
        this.settings = settings;
        this.presence = presence;
        this.run = run;
        this.runs = runs;
        this.clock = clock;
    }

    /** Wants a file. Any thread, does not block. */
    synchronized void want(StorePath file) {
        if (underWay.containsKey(file) || waiting.size() >= WAITING_MAX || !FilePaths.isLine(file)) return;
        forChecks.remove(file);
        if (waiting.add(file)) notifyAll();
    }

    /** Wants a file for a check: behind those that jobs wait for. False if it was not taken. Any thread, does not block. */
    synchronized boolean wantToCheck(StorePath file) {
        if (underWay.containsKey(file) || waiting.contains(file) || forChecks.contains(file)) return true;
        if (forChecks.size() >= WAITING_MAX || !FilePaths.isLine(file)) return false;
        forChecks.add(file);
        notifyAll();
        return true;
    }

    /** Waits until a file is wanted or on its way. */
    synchronized void awaitWork() throws InterruptedException {
        while (waiting.isEmpty() && forChecks.isEmpty() && underWay.isEmpty()) wait();
    }

    /** Forgets what has come, and has as many of the others brought as may be. One thread at a time; may block. */
    void pass() {
        forgetWhatCame();
        List<StorePath> next = next();
        if (next.isEmpty()) return;
        Map<StorePath, Presence> now = presence.now(next);
        List<StorePath> begun = begin(
                next.stream().filter(file -> now.get(file) == Presence.OFFLINE).toList());
        if (begun.isEmpty()) return;
        LOG.info("export {}: {} files are being recalled, the first is {}", export, begun.size(), begun.get(0));
        try {
            runs.execute(() -> recall(begun));
        } catch (RejectedExecutionException e) {
            refused(begun, "the server is stopping");
        }
    }

    private void forgetWhatCame() {
        List<StorePath> asked;
        synchronized (this) {
            asked = List.copyOf(underWay.keySet());
        }
        if (asked.isEmpty()) return;
        Map<StorePath, Presence> now = presence.now(asked);
        Instant tooLong = clock.instant().minus(settings.patience());
        synchronized (this) {
            for (StorePath file : asked) {
                boolean hasCome = now.get(file) == Presence.ON_DISK;
                if (hasCome) underWay.remove(file);
            }
            List<StorePath> overdue = new ArrayList<>();
            underWay.forEach((file, since) -> {
                if (!since.isAfter(tooLong)) overdue.add(file);
            });
            if (overdue.isEmpty()) return;
            overdue.forEach(underWay::remove);
            areLate = true;
            LOG.warn(
                    "export {}: {} files did not come to disk within {}, the first is {}",
                    export,
                    overdue.size(),
                    settings.patience(),
                    overdue.get(0));
        }
    }

    /** Takes those that have waited longest, as many as there are places for; those for checks last. */
    private synchronized List<StorePath> next() {
        if (clock.instant().isBefore(refusedUntil)) return List.of();
        int places = Math.min(settings.recallsAtOnce() - underWay.size(), KnownPresence.BULK_MAX);
        List<StorePath> next = Stream.concat(waiting.stream(), forChecks.stream())
                .limit(Math.max(0, places))
                .toList();
        next.forEach(waiting::remove);
        next.forEach(forChecks::remove);
        return next;
    }

    private synchronized List<StorePath> begin(List<StorePath> files) {
        Instant now = clock.instant();
        files.forEach(file -> underWay.put(file, now));
        return files;
    }

    private void recall(List<StorePath> files) {
        try {
            recallByHalves(files);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            refused(files, "the server is stopping");
        } catch (RuntimeException e) {
            LOG.error("export {}: recalling failed", export, e);
            refused(files, "recalling failed: " + e.getClass().getSimpleName());
        }
    }

    /** Finds the files that a program refuses a list for, as xargs does for one of many: the others are on their way. */
    private void recallByHalves(List<StorePath> files) throws InterruptedException {
        Deque<List<StorePath>> parts = new ArrayDeque<>(List.of(files));
        boolean isAnyTaken = false;
        int refusals = 0;
        while (!parts.isEmpty()) {
            List<StorePath> part = parts.pop();
            int half = part.size() / 2;
            try {
                run.recall(part);
                isAnyTaken = true;
            } catch (RecallRun.Refused e) {
                boolean isOfAll = half == 0 || e.getCause() != null || ++refusals > REFUSALS_MAX;
                if (isOfAll) {
                    refused(part, String.valueOf(e.getMessage()));
                } else {
                    parts.push(part.subList(half, part.size()));
                    parts.push(part.subList(0, half));
                }
            }
        }
        if (isAnyTaken) taken(refusals == 0);
    }

    private synchronized void taken(boolean areAll) {
        if (areAll) wereRefused = false;
        refusedUntil = Instant.MIN; // the program works
    }

    private void refused(List<StorePath> files, String why) {
        LOG.warn("export {}: {} files were not recalled: {}", export, files.size(), why);
        synchronized (this) {
            files.forEach(underWay::remove);
            wereRefused = true;
            refusedUntil = clock.instant().plus(AFTER_A_REFUSAL);
        }
    }

    /** Says what is done about a file, in a clause. Other sites read it: what the program wrote stays in the log. */
    synchronized String standing(StorePath file) {
        Instant since = underWay.get(file);
        String what;
        if (since != null) what = "it is being recalled since " + since;
        else if (waiting.contains(file)) what = "it waits to be recalled, with " + waiting.size() + " files";
        else if (forChecks.contains(file)) what = "it waits to be recalled for a check";
        else what = "it is recalled when a job needs it";
        String others = "; " + underWay.size() + " of at most " + settings.recallsAtOnce() + " files are on their way";
        if (wereRefused) others += "; lately recalls were refused, the log of its server says why";
        return what + others + (areLate ? "; lately files did not come in time" : "");
    }
}
