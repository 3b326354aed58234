package org.bdm.core.source.http.node;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.bdm.core.replica.NodePreference;
import org.bdm.core.source.http.node.NodeHistory.Trouble;
import org.jspecify.annotations.Nullable;

/**
 * One data node as all jobs of this process see it: how many requests it bears, how fast it is, whether it is in trouble, and connections
 * that wait for the next request. Any thread; nothing blocks.
 *
 * <p>While several jobs want connections each of them may hold its share of the limit, by priority: {@link NodePlaces}.
 */
public final class DataNode {
    private static final int FAILURES_TO_OPEN = 3;
    private static final int FILES_TO_OPEN = 16; // that it answers for, and does not bring: a directory may be broken
    private static final int SILENT_FILES_TO_OPEN = 3; // 30 s each, in which no other file came either
    private static final int FILES_TO_BE_BUSY = 3;
    private static final int PROBES_FOR_FILES = 4; // the first may be a broken one
    private static final int OPENINGS_FOR_LONG = 4; // it has been tried for more than a minute
    private static final int PAUSE_DOUBLINGS_MAX = 6; // from 10 s to about 10 min
    private static final Duration BUSY_PAUSE_MAX = Duration.ofMinutes(10);
    private static final Duration FAILURE_LASTS = Duration.ofHours(1); // as ESMValCore sorts hosts with an error
    private static final Duration HITCH_LASTS = Duration.ofMinutes(5); // bytes came, or it asked for a pause: it works
    private static final Duration GROWS_AFTER = Duration.ofSeconds(10);
    private static final int GROWS_AFTER_SUCCESSES = 16;
    private static final Duration LEARNT_LASTS = Duration.ofMinutes(10); // a limit that the node showed us

    private final String name;
    private volatile int connections; // over all processes
    private volatile NodePreference preference = NodePreference.USUAL;
    private final HttpTiming timing;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final RandomGenerator random;
    private final NodeManners manners = new NodeManners();
    private final NodeAllowance allowance = new NodeAllowance();
    private final IdleConnections idle = new IdleConnections();

    // All below guarded by this.
    private final NodePlaces places = new NodePlaces();
    private int configured; // of the connections, the part of this process
    private int limit;
    private boolean isReduced; // the node was busy, and the limit has not grown back since
    private int successesAtLimit;
    private boolean isLearnt; // the limit is how many requests it served while it refused another
    private long refusedAloneAt;
    private long limitedAt;
    private long pausedUntil;
    private int busyInARow;
    private long closedUntil; // the breaker is open until then
    private boolean isBreakerOpen;
    private int failuresInARow;
    private final Set<URI> failingFiles = new HashSet<>(); // since the last that came
    private final Set<URI> busyFiles = new HashSet<>();
    private boolean isOpenForFiles;
    private int breakerOpenings;
    private Instant troubleUntil = Instant.MIN; // it goes last until then
    private @Nullable String trouble;
    private final MeasuredRate rate = new MeasuredRate();
    private long bytesTotal;

    DataNode(
            String name,
            int configured,
            HttpTiming timing,
            InstantSource clock,
            LongSupplier nanoTime,
            RandomGenerator random) {
        this.name = name;
        this.connections = configured;
        this.configured = configured;
        this.limit = configured;
        this.timing = timing;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.random = random;
        long now = nanoTime.getAsLong();
        this.pausedUntil = now;
        this.closedUntil = now;
        this.limitedAt = now;
        this.refusedAloneAt = now - LEARNT_LASTS.toNanos();
    }

    void share(int processes) {
        allowance.processes(processes);
        share();
    }

    /** Heeds what has changed of the allowance. Connections that are open beyond it end with their request. */
    void share() {
        List<Runnable> woken;
        synchronized (this) {
            int part = allowance.connections(connections);
            if (part == configured) return;
            configured = part;
            limit = isReduced ? Math.min(limit, part) : part;
            woken = places.toWake();
        }
        woken.forEach(Runnable::run);
    }

    /** Heeds a changed policy. Connections that are open beyond it end with their request. */
    void configure(int newConnections, NodePreference newPreference) {
        preference = newPreference;
        connections = newConnections;
        share();
    }

    /** Forgets that it was left alone for failures: their cause may have been removed. A pause that it asked for itself stays. */
    void tryAgain() {
        List<Runnable> woken;
        synchronized (this) {
            answered();
            breakerOpenings = 0;
            trouble = null;
            woken = places.toWake();
        }
        woken.forEach(Runnable::run);
    }

    /** When it is asked, beside others with the same file. */
    public NodePreference preference() {
        return preference;
    }

    /** Returns how it answers, as far as that was learnt. */
    public NodeManners manners() {
        return manners;
    }

    /**
     * A request was refused, and has ended. While other requests bring bytes, as many as they are is what the node bears; then true.
     *
     * @param isOfFile whether it may be the file that is refused, whatever else is asked for: nothing of it came yet
     */
    public synchronized boolean refusedBeside(boolean isOfFile) {
        long now = nanoTime.getAsLong();
        boolean isBeside = places.held() > 0 && manners.isBringing(now);
        if (isOfFile && !isBeside) {
            refusedAloneAt = now;
            if (isLearnt) limit = configured; // it was the file
            isLearnt = false;
            isReduced = limit < configured;
            return false;
        }
        if (!isBeside || (isOfFile && now - refusedAloneAt < LEARNT_LASTS.toNanos())) return false;
        reduce(Math.max(1, Math.min(limit, places.held())), now);
        isLearnt = true;
        return true;
    }

    private void reduce(int newLimit, long now) {
        limit = newLimit;
        isReduced = true;
        limitedAt = now;
        successesAtLimit = 0;
    }

    public NodeAllowance allowance() {
        return allowance;
    }

    public String name() {
        return name;
    }

    /** True when a connection may be taken now. */
    synchronized boolean mayTake(NodeUser holder) {
        long now = nanoTime.getAsLong();
        if (now < pausedUntil || (isBreakerOpen && now < closedUntil)) return false;
        int probes = isOpenForFiles ? Math.min(PROBES_FOR_FILES, limit) : 1; // they find out whether the node is back
        int bears = isBreakerOpen ? probes : limit;
        return places.mayTake(holder, bears);
    }

    /** Takes a connection's place; it is given back with {@link #giveBack}. False if none is free: then {@link #whenFree} tells. */
    public synchronized boolean take(NodeUser holder) {
        if (!mayTake(holder)) return false;
        allowance.took();
        places.took(holder);
        return true;
    }

    public void giveBack(NodeUser holder) {
        List<Runnable> woken;
        synchronized (this) {
            allowance.gaveBack();
            places.gaveBack(holder);
            woken = places.toWake();
        }
        woken.forEach(Runnable::run);
    }

    /** Runs the task whenever a place may have become free, until the holder takes one or {@link #forget}s it. It must not block. */
    public synchronized void whenFree(NodeUser holder, Runnable task) {
        places.await(holder, task);
    }

    public synchronized void forget(NodeUser holder) {
        places.forget(holder);
    }

    // ---- how it goes ----

    public synchronized void succeeded(long bytes, long nanos) {
        answered();
        breakerOpenings = 0;
        busyInARow = 0;
        trouble = null;
        bytesTotal += bytes;
        rate.measured(bytes, nanos, clock.instant());
        long now = nanoTime.getAsLong();
        if (limit < configured
                && ++successesAtLimit >= GROWS_AFTER_SUCCESSES
                && now - limitedAt >= (isLearnt ? LEARNT_LASTS : GROWS_AFTER).toNanos()) {
            limit++;
            isReduced = limit < configured;
            successesAtLimit = 0;
            limitedAt = now;
        }
    }

    /** Bytes came, although the request did not come to its end. It goes last for a while, but does not count as down. */
    public synchronized void brokeOff(String reason, long bytes, long nanos) {
        bytesTotal += bytes;
        rate.measured(bytes, nanos, clock.instant());
        inTrouble(reason, HITCH_LASTS);
    }

    private void inTrouble(String reason, Duration lasts) {
        Instant until = clock.instant().plus(lasts).truncatedTo(ChronoUnit.MILLIS);
        if (trouble == null || until.isAfter(troubleUntil)) troubleUntil = until;
        trouble = reason;
    }

    /** It answered, though not with the file: it is not down. */
    public synchronized void answered() {
        failuresInARow = 0;
        failingFiles.clear();
        busyFiles.clear();
        isBreakerOpen = false;
    }

    /**
     * A request failed for a reason that lies with the node.
     *
     * @param isCertain whether the next request will fail in the same way: then it is left alone at once
     */
    public synchronized void failed(String reason, boolean isCertain) {
        failuresInARow++;
        inTrouble(reason, FAILURE_LASTS);
        if (failuresInARow < FAILURES_TO_OPEN && !isCertain && !isBreakerOpen) return;
        open(false);
    }

    /**
     * The node was reached, and did not bring a file to its end. One file says nothing about the others: only when nothing else came since
     * do many such files, or few for which it was silent, count as a failure of the node.
     */
    public synchronized void failedFor(URI file, CopyTrouble trouble) {
        if (isBreakerOpen && !isOpenForFiles && !trouble.isSilence()) answered(); // it was unreachable
        if (failingFiles.size() < FILES_TO_OPEN) failingFiles.add(file);
        int enough = trouble.isSilence() ? SILENT_FILES_TO_OPEN : FILES_TO_OPEN;
        if (failingFiles.size() < enough && !isBreakerOpen) return;
        inTrouble(trouble.reason().detail(), FAILURE_LASTS);
        open(true);
    }

    private void open(boolean isForFiles) {
        long now = nanoTime.getAsLong();
        if (isBreakerOpen && now < closedUntil) return; // of a request that began before
        isBreakerOpen = true;
        isOpenForFiles = isForFiles;
        closedUntil = now + spread(timing.breakerPause().toNanos() << Math.min(breakerOpenings++, PAUSE_DOUBLINGS_MAX));
    }

    /** A request was answered with 429 or 503. A single file may be all that cannot be had. */
    public synchronized void busyFor(URI file, CopyTrouble trouble) {
        if (busyFiles.size() < FILES_TO_BE_BUSY) busyFiles.add(file);
        if (trouble.isOfNode() || busyFiles.size() >= FILES_TO_BE_BUSY)
            busy(trouble.reason().detail(), trouble.retryAfter());
    }

    /** The node said that it is busy: it gets half as many requests, after a pause. */
    public synchronized void busy(String reason, Optional<Duration> retryAfter) {
        inTrouble(reason, HITCH_LASTS);
        long now = nanoTime.getAsLong();
        if (now >= pausedUntil) { // once per pause, not once per request that was under way
            reduce(Math.max(1, Math.min(limit, Math.max(places.held(), 1)) / 2), now);
            busyInARow++;
        }
        long doubled = timing.busyPause().toNanos() << Math.min(busyInARow - 1, PAUSE_DOUBLINGS_MAX);
        long pause = retryAfter.map(Duration::toNanos).orElseGet(() -> spread(doubled));
        pausedUntil = Math.max(pausedUntil, now + Math.min(pause, BUSY_PAUSE_MAX.toNanos()));
    }

    private long spread(long nanos) {
        return nanos * 3 / 4 + random.nextLong(nanos / 2 + 1);
    }

    /** Until when no request is made, and why; empty if one may be made, or as soon as others have ended. */
    public synchronized Optional<String> whyNotNow() {
        long wait = nanosUntilNextTry();
        return wait == 0 ? Optional.empty() : Optional.of(instant(nanoTime.getAsLong() + wait) + ": " + trouble);
    }

    /** Returns the time until a request may be made; 0 if one may be made now. */
    public synchronized long nanosUntilNextTry() {
        long now = nanoTime.getAsLong();
        return Math.max(0, Math.max(pausedUntil, isBreakerOpen ? closedUntil : now) - now);
    }

    public synchronized boolean isBreakerOpen() {
        return isBreakerOpen && nanoTime.getAsLong() < closedUntil;
    }

    /** True when it was paused several times in a row and nothing arrived in between. */
    public synchronized boolean isDownForLong() {
        return breakerOpenings >= OPENINGS_FOR_LONG;
    }

    public synchronized OptionalDouble bytesPerSecond() {
        return rate.bytesPerSecond(clock.instant());
    }

    public synchronized boolean hadTroubleLately() {
        return trouble != null && clock.instant().isBefore(troubleUntil);
    }

    // ---- over restarts ----

    synchronized NodeHistory history() {
        return new NodeHistory(
                name,
                rate.toKeep(clock.instant()),
                Optional.ofNullable(trouble).map(reason -> new Trouble(reason, troubleUntil)));
    }

    /** Restores what an earlier process knew; call it before anything else. */
    synchronized void recall(NodeHistory known) {
        known.rate().ifPresent(rate::recall);
        known.trouble().ifPresent(last -> {
            Instant longest = clock.instant().plus(FAILURE_LASTS); // should the clock have been put back
            trouble = last.reason();
            troubleUntil = last.countsUntil().isAfter(longest) ? longest : last.countsUntil();
        });
    }

    synchronized NodeView view() {
        Optional<Instant> nextTry = nanosUntilNextTry() == 0
                ? Optional.empty()
                : Optional.of(instant(nanoTime.getAsLong() + nanosUntilNextTry()));
        return new NodeView(
                name,
                places.held(),
                idle.count(),
                limit,
                connections,
                bytesPerSecond(),
                bytesTotal,
                Math.max(failuresInARow, failingFiles.size()),
                Optional.ofNullable(trouble),
                nextTry,
                manners.isWithoutRanges());
    }

    private Instant instant(long nanos) {
        return clock.instant().plusNanos(nanos - nanoTime.getAsLong()).truncatedTo(ChronoUnit.SECONDS);
    }

    // ---- connections that wait for the next request ----

    IdleConnections idle() {
        return idle;
    }

    /** Keeps a connection for the next request. Returns one that is not kept, if there are too many, or its rules hold no more: the caller closes it. */
    synchronized @Nullable HttpConnection keepIdle(HttpConnection connection) {
        return idle.keep(connection, configured);
    }

    /** Returns those that were idle: the caller closes them. Those in use are not kept when they have ended. */
    public List<HttpConnection> removeAllIdle() {
        return idle.removeAll();
    }
}
