package org.bdm.server.catalog.db;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;

/**
 * The one writer of this process: takes queued changes, writes them in groups, commits, forces, and only then completes their futures.
 *
 * <p><b>Groups.</b> A group is what has arrived when it begins, at most {@value #GROUP_ROWS} rows: at once if the last one began
 * {@value #GROUP_MILLIS} ms ago or more, else then. So a change that comes alone waits for nobody, and where many come one force for each
 * group makes durability nearly free. Each change has a savepoint, so one that fails takes nothing else with it.
 *
 * <p><b>The latch.</b> After a failed commit or force nobody knows what is on disk, and a later force that succeeds proves nothing: the
 * kernel may have marked the lost pages clean. So the first one is the last: every waiting and later future fails, the process is told to
 * exit, and what is really there is found out at the next start.
 *
 * <p><b>A lost connection</b> to PostgreSQL is not a failed force: the committer connects again, finds out whether the last group is there, and
 * completes or repeats it. Users are refused meanwhile, workers wait. Only when the database is away for longer than the patience, it is the
 * last failure.
 *
 * <p><b>Readers</b> of this process are shown nothing that is committed and not yet forced: {@link CommitForces}.
 *
 * <p><b>Upkeep.</b> Between two groups, at most once in {@value #UPKEEP_MILLIS} ms, the file of an H2 catalog is rewritten a little,
 * and less while much is written.
 *
 * <p><b>Back-pressure.</b> The queue holds at most {@value #QUEUE_ROWS} rows. Workers wait for room, requests of users are refused.
 */
public final class Committer implements AutoCloseable {
    static final int GROUP_ROWS = 2_000;
    static final int GROUP_MILLIS = 5;
    static final int QUEUE_ROWS = 40_000;
    static final int UPKEEP_MILLIS = 1_000;
    private static final int BUSY_ROWS = 200;
    private static final int TRIES_MAX = 5;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    /** One name for all: statistics of a database would list each new name as another statement. */
    private static final String SAVEPOINT = "before_change";

    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

    private final Dialect dialect;
    private final ServingRun run;
    private final Clock clock;
    private final CommitterConnection connection; // own thread, once it runs
    private long groupNumber; // own thread
    private long groupBegunNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(GROUP_MILLIS); // own thread
    private final CommitForces forces;
    private final Consumer<MoverException> onFatal;
    private final BlockingQueue<Queued<?>> queue = new LinkedBlockingQueue<>();
    private final Semaphore room = new Semaphore(QUEUE_ROWS);
    private final DurationCounts commits = new DurationCounts();
    private final LongAdder changes = new LongAdder();
    private final List<Consumer<Set<JobId>>> listeners = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this::run, "catalog-committer");
    private volatile @Nullable MoverException refusal;
    private final @Nullable FileUpkeep upkeep;
    private final @Nullable AcknowledgedVersion acknowledged;
    private long nextUpkeepNanos = System.nanoTime(); // own thread only
    private long rowsSinceUpkeep; // own thread only

    /** Takes a connection of its own. */
    public Committer(CatalogDatabase database, ServingRun run, CatalogSettings settings) throws SQLException {
        this.run = run;
        this.dialect = database.dialect();
        this.connection = new CommitterConnection(database, run, settings.patience());
        this.forces = database.forces();
        this.upkeep = dialect == Dialect.H2 ? FileUpkeep.of(connection.jdbc()) : null;
        this.acknowledged = database.acknowledgedVersion();
        this.clock = settings.clock();
        this.onFatal = settings.onFatal();
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Tells of jobs with new events when those are durable, on the committer's thread: the listener returns at once. */
    public void listen(Consumer<Set<JobId>> listener) {
        listeners.add(listener);
    }

    public void unlisten(Consumer<Set<JobId>> listener) {
        listeners.remove(listener);
    }

    /** Returns what this process has asked of the catalog, and what waits. Any thread; does not wait. */
    public CatalogLoad load(CatalogDatabase database) {
        int free = Math.max(0, Math.min(QUEUE_ROWS, room.availablePermits())); // more than that after the end
        return new CatalogLoad(
                database.isReached() && !connection.isAway() && refusal == null,
                QUEUE_ROWS - free,
                QUEUE_ROWS,
                changes.sum(),
                commits.counted(),
                database.reads(),
                database.transactions(),
                database.connections());
    }

    /**
     * Queues a change, or refuses at once with TOO_MANY_REQUESTS, or CATALOG_UNAVAILABLE while the database is away: for requests of users.
     * A refusal is a failed future, never thrown: who does not wait for the change, as an event loop, is not hurt by it.
     */
    public <T> CompletableFuture<T> submit(int rows, ChangeWork.Change<T> change) {
        Queued<T> queued = new Queued<>(rows, change);
        Optional<MoverException> absence = connection.absence();
        if (absence.isPresent()) return CompletableFuture.failedFuture(absence.get());
        if (room.tryAcquire(queued.permits())) return enqueue(queued);
        MoverException stopped = refusal;
        return CompletableFuture.failedFuture(
                stopped != null
                        ? stopped
                        : new MoverException(
                                ErrorCode.TOO_MANY_REQUESTS, "the catalog's write queue is full; retry shortly"));
    }

    /** Queues a change, waiting for room: for workers, whose slowing down is the point. */
    public <T> CompletableFuture<T> submitWaiting(int rows, ChangeWork.Change<T> change) {
        Queued<T> queued = new Queued<>(rows, change);
        room.acquireUninterruptibly(queued.permits());
        return enqueue(queued);
    }

    private <T> CompletableFuture<T> enqueue(Queued<T> queued) {
        MoverException stopped = refusal;
        if (stopped == null) {
            queue.add(queued);
            // The committer may have stopped in between and not seen it.
            stopped = refusal;
            if (stopped == null || !queue.remove(queued)) return queued.future;
        }
        room.release(queued.permits());
        queued.future.completeExceptionally(stopped);
        return queued.future;
    }

    private void run() {
        List<Queued<?>> group = new ArrayList<>();
        try {
            while (collect(group)) {
                if (!group.isEmpty()) write(group);
                group.clear();
                keepUp();
            }
        } catch (InterruptedException e) {
            fail(group, new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "the committer was interrupted", e));
        } catch (SQLException | RuntimeException | Error e) {
            fail(
                    group,
                    new MoverException(
                            ErrorCode.CATALOG_UNAVAILABLE,
                            "the catalog stopped at its first failed write or sync: " + e.getMessage(),
                            e));
        }
    }

    /** Waits for a group, not for ever; false once all is written and the committer is to stop. */
    private boolean collect(List<Queued<?>> group) throws InterruptedException {
        Queued<?> next = queue.poll(UPKEEP_MILLIS, TimeUnit.MILLISECONDS);
        long deadline = groupBegunNanos + TimeUnit.MILLISECONDS.toNanos(GROUP_MILLIS);
        int rows = 0;
        while (next != null) {
            if (next.isEnd) {
                if (group.isEmpty()) return false;
                queue.add(next);
                return true;
            }
            group.add(next);
            rows += next.rows;
            if (rows >= GROUP_ROWS) return true;
            next = queue.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        return true;
    }

    private void write(List<Queued<?>> group) throws SQLException {
        groupNumber++;
        long begun = System.nanoTime();
        groupBegunNanos = begun;
        JobsOfGroup jobs = new JobsOfGroup();
        for (int tries = 1; ; ) { // as long as another process may stand in the way
            try {
                if (!connection.hasCommitted(groupNumber)) commit(group, jobs);
                break;
            } catch (SQLException | DataAccessException e) {
                if (dialect.isRemote() && DatabaseErrors.isAway(e)) {
                    connection.reconnect(e, () -> refusal == null);
                } else if (DatabaseErrors.isPassing(e) && (tries < TRIES_MAX || dialect.isRemote())) {
                    LOG.debug("a group of {} changes is written again: {}", group.size(), e.getMessage());
                    connection.jdbc().rollback();
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.min(LONGEST_PAUSE_MILLIS, tries++)));
                } else {
                    throw e;
                }
            }
        }
        connection.isBack();
        force();
        forces.forced();
        commits.add(System.nanoTime() - begun);
        changes.add(group.size());
        for (Queued<?> queued : group) {
            rowsSinceUpkeep += queued.rows;
            room.release(queued.permits());
            queued.complete();
        }
        Set<JobId> withEvents = jobs.withEvents();
        if (!withEvents.isEmpty()) tell(withEvents);
    }

    private void commit(List<Queued<?>> group, JobsOfGroup jobs) throws SQLException {
        jobs.clear();
        for (Queued<?> queued : group) apply(queued, jobs);
        jobs.deltas.forEach((job, delta) -> delta.write(connection.sql(), job, run.node()));
        NewEvent.insert(connection.sql(), jobs.events);
        if (!dialect.force().isEmpty()) forces.begin(); // else nobody sees a commit before it is durable
        connection.jdbc().commit();
    }

    private void tell(Set<JobId> jobs) {
        for (Consumer<Set<JobId>> listener : listeners) {
            try {
                listener.accept(jobs);
            } catch (RuntimeException | Error e) { // all is durable: what a listener meets must not stop the catalog
                LOG.error("a listener to jobs failed; it will hear of the next change", e);
            }
        }
    }

    private void force() throws SQLException {
        if (dialect.force().isEmpty()) return;
        FileUpkeep file = upkeep;
        long version =
                file == null ? 0 : file.version(); // written by now: another thread may begin a later one at any time
        for (String statement : dialect.force()) connection.sql().execute(statement);
        connection.jdbc().commit();
        if (acknowledged != null) acknowledged.acknowledged(version);
    }

    private void keepUp() throws SQLException {
        FileUpkeep keeper = upkeep;
        if (keeper == null || System.nanoTime() - nextUpkeepNanos < 0) return;
        if (keeper.rewriteSome(rowsSinceUpkeep > BUSY_ROWS)) force();
        rowsSinceUpkeep = 0;
        nextUpkeepNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(UPKEEP_MILLIS);
    }

    /**
     * Applies a change behind a savepoint. One that meets a key that is there already is applied once more: another process may have
     * committed that key after this change looked for it, and now it finds it.
     */
    private <T> void apply(Queued<T> queued, JobsOfGroup jobs) throws SQLException {
        Savepoint before = connection.jdbc().setSavepoint(SAVEPOINT);
        for (boolean isAgain = false; ; isAgain = true) {
            try {
                ChangeWork work = new ChangeWork(connection.sql(), clock.instant());
                queued.applied(queued.change.apply(work));
                jobs.add(work);
                break;
            } catch (RuntimeException e) {
                if (DatabaseErrors.isBroken(e)) throw e;
                // Another process stood in the way: the whole group is written again.
                if (DatabaseErrors.isPassing(e)) throw e;
                connection.jdbc().rollback(before);
                if (e instanceof DuplicateKeyException && !isAgain) continue;
                queued.refused(DatabaseErrors.onUse(e));
                break;
            }
        }
        if (dialect == Dialect.POSTGRESQL) connection.jdbc().releaseSavepoint(before);
    }

    private void fail(List<Queued<?>> group, MoverException reason) {
        refusal = reason;
        if (!dialect.force().isEmpty()) forces.failed(reason);
        LOG.error("{}", reason.sentence(), reason);
        group.forEach(queued -> queued.future.completeExceptionally(reason));
        drain(reason);
        onFatal.accept(reason);
    }

    /** Fails what is queued and lets all through who wait for room: they find the refusal. */
    private void drain(MoverException reason) {
        room.release(Integer.MAX_VALUE / 2);
        for (Queued<?> queued = queue.poll(); queued != null; queued = queue.poll()) {
            queued.future.completeExceptionally(reason);
        }
    }

    /** Writes what is queued, then stops; later changes fail with STOPPING. */
    @Override
    public void close() {
        boolean isFirst = refusal == null;
        if (isFirst) refusal = new MoverException(ErrorCode.STOPPING, "the catalog is being closed");
        queue.add(new Queued<>(0, work -> null, true));
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (isFirst) drain(new MoverException(ErrorCode.STOPPING, "the catalog is being closed"));
        if (wasInterrupted) Thread.currentThread().interrupt();
        connection.close();
    }

    /** The effects of all changes of a group on jobs. */
    private static final class JobsOfGroup {
        private final Map<JobId, CountDelta> deltas = new java.util.LinkedHashMap<>();
        private final List<NewEvent> events = new ArrayList<>();

        void clear() {
            deltas.clear();
            events.clear();
        }

        void add(ChangeWork work) {
            work.allCounts()
                    .forEach((job, delta) -> deltas.computeIfAbsent(job, missing -> new CountDelta())
                            .merge(delta));
            events.addAll(work.events());
        }

        Set<JobId> withEvents() {
            Set<JobId> jobs = new HashSet<>();
            for (NewEvent event : events) if (event.job() != null) jobs.add(event.job());
            return jobs;
        }
    }

    /** A change in the queue, and what came of it. */
    private static final class Queued<T> {
        private final int rows;
        private final ChangeWork.Change<T> change;
        private final boolean isEnd;
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private @Nullable T result;
        private @Nullable MoverException refused;

        Queued(int rows, ChangeWork.Change<T> change) {
            this(rows, change, false);
        }

        Queued(int rows, ChangeWork.Change<T> change, boolean isEnd) {
            this.rows = rows;
            this.change = change;
            this.isEnd = isEnd;
        }

        int permits() {
            return Math.min(Math.max(rows, 1), QUEUE_ROWS);
        }

        void applied(@Nullable T value) {
            result = value;
            refused = null;
        }

        void refused(MoverException reason) {
            refused = reason;
        }

        void complete() {
            if (refused == null) future.complete(result);
            else future.completeExceptionally(refused);
        }
    }
}
