package org.bdm.server.catalog.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * The one writer of this process: takes queued changes, writes them in groups, commits, forces, and only then completes their futures.
 *
 * <p><b>Groups.</b> A group is what arrives within {@value #GROUP_MILLIS} ms, or {@value #GROUP_ROWS} rows: one force per group makes
 * durability nearly free. Each change has a savepoint, so one that fails takes nothing else with it.
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
 * <p><b>Upkeep.</b> Between two groups, at most once in {@value #UPKEEP_MILLIS} ms, the file of an H2 catalog is rewritten a little.
 *
 * <p><b>Back-pressure.</b> The queue holds at most {@value #QUEUE_ROWS} rows. Workers wait for room, requests of users are refused.
 */
public final class Committer implements AutoCloseable {
    static final int GROUP_ROWS = 2_000;
    static final int GROUP_MILLIS = 5;
    static final int QUEUE_ROWS = 40_000;
    static final int UPKEEP_MILLIS = 1_000;
    private static final int TRIES_MAX = 5;

    /** One name for all: statistics of a database would list each new name as another statement. */
    private static final String SAVEPOINT = "before_change";

    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

    private final CatalogDatabase database;
    private final Dialect dialect;
    private final ServingRun run;
    private final Duration patience;
    private final Clock clock;
    private Connection connection; // own thread, once it runs
    private Statements sql;
    private long groupNumber;
    private final CommitForces forces;
    private final Consumer<MoverException> onFatal;
    private final BlockingQueue<Queued<?>> queue = new LinkedBlockingQueue<>();
    private final Semaphore room = new Semaphore(QUEUE_ROWS);
    private final List<Consumer<Set<JobId>>> listeners = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this::run, "catalog-committer");
    private volatile @Nullable MoverException refusal;
    private volatile @Nullable Outage away;
    private final @Nullable FileUpkeep upkeep;
    private final @Nullable AcknowledgedVersion acknowledged;
    private long nextUpkeepNanos = System.nanoTime(); // own thread only

    /** Takes a connection of its own. */
    public Committer(CatalogDatabase database, ServingRun run, CatalogSettings settings) throws SQLException {
        this.database = database;
        this.run = run;
        this.patience = settings.patience();
        this.dialect = database.dialect();
        this.connection = database.connection();
        this.forces = database.forces();
        this.upkeep = dialect == Dialect.H2 ? FileUpkeep.of(connection) : null;
        this.acknowledged = database.acknowledgedVersion();
        this.sql = new Statements(new SingleConnectionDataSource(connection, true));
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

    /** Queues a change, or refuses at once with TOO_MANY_REQUESTS: for requests of users. */
    public <T> CompletableFuture<T> submit(int rows, CatalogChange<T> change) {
        Queued<T> queued = new Queued<>(rows, change);
        refuseIfAway();
        if (!room.tryAcquire(queued.permits())) {
            refuseIfStopped();
            throw new MoverException(ErrorCode.TOO_MANY_REQUESTS, "the catalog's write queue is full; retry shortly");
        }
        return enqueue(queued);
    }

    /** Queues a change, waiting for room: for workers, whose slowing down is the point. */
    public <T> CompletableFuture<T> submitWaiting(int rows, CatalogChange<T> change) {
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

    /** Who asked for something can ask again; work that is under way waits instead. */
    private void refuseIfAway() {
        Outage outage = away;
        if (outage == null) return;
        throw new MoverException(
                ErrorCode.CATALOG_UNAVAILABLE,
                "the catalog has been away for "
                        + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - outage.sinceNanos()) + " s: "
                        + outage.reason().getMessage(),
                outage.reason());
    }

    private void refuseIfStopped() {
        MoverException stopped = refusal;
        if (stopped != null) throw stopped;
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
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GROUP_MILLIS);
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
        JobsOfGroup jobs = new JobsOfGroup();
        for (int tries = 1; ; ) { // as long as another process may stand in the way
            try {
                hold.require(sql);
                jobs = new JobsOfGroup();
                for (Queued<?> queued : group) apply(queued, jobs);
                jobs.deltas.forEach((job, delta) -> delta.write(sql, job, shard));
                NewEvent.insert(sql, jobs.events);
                break;
            } catch (SQLException | DataAccessException e) {
                if (dialect.isRemote() && DatabaseErrors.isAway(e)) {
                    reconnect(e);
                } else if (DatabaseErrors.isPassing(e) && (tries < TRIES_MAX || dialect.isRemote())) {
                    LOG.debug("a group of {} changes is written again: {}", group.size(), e.getMessage());
                    connection.rollback();
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.min(LONGEST_PAUSE_MILLIS, tries++)));
                } else {
                    throw e;
                }
            }
        }
        away = null;
        force();
        forces.forced();
        for (Queued<?> queued : group) {
            room.release(queued.permits());
            queued.complete();
        }
        Set<JobId> withEvents = jobs.withEvents();
        if (!withEvents.isEmpty()) tell(withEvents);
    }

    private void commit(List<Queued<?>> group, JobsOfGroup jobs) throws SQLException {
        jobs.clear();
        for (Queued<?> queued : group) apply(queued, jobs);
        jobs.deltas.forEach((job, delta) -> delta.write(sql, job, run.node()));
        if (!dialect.force().isEmpty()) forces.begin(); // else nobody sees a commit before it is durable
        connection.commit();
    }

    /**
     * Begins the transaction of a group by writing its number down. After a connection broke in the middle of a commit this tells whether
     * the commit was done: then the number is there. A server that still works on that commit is waited for at the row.
     */
    private boolean isThere() throws SQLException {
        if (!dialect.isRemote()) return false;
        int isNew = sql.update(
                "UPDATE commit_group SET group_no = ? WHERE node_no = ? AND run_no = ? AND group_no < ?",
                groupNumber,
                run.node(),
                run.number(),
                groupNumber);
        if (isNew == 1) return false;
        long last = sql.number(
                "SELECT group_no FROM commit_group WHERE node_no = ? AND run_no = ?", run.node(), run.number());
        connection.rollback();
        if (last != groupNumber) throw run.overtaken();
        return true;
    }

    /** The database is away: connects again, for as long as the patience lasts. */
    private void reconnect(Exception lost) throws SQLException {
        Outage outage = away == null ? new Outage(System.nanoTime(), lost) : away;
        away = outage;
        LOG.warn("the catalog is away, its connection is opened again: {}", lost.getMessage());
        closeConnection();
        for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause)) {
            try {
                connection = database.connection();
                sql = new Statements(new SingleConnectionDataSource(connection, true));
                LOG.info("the catalog is connected again");
                return;
            } catch (SQLException e) {
                boolean isPatient = System.nanoTime() - outage.sinceNanos() < patience.toNanos();
                if (!isPatient || refusal != null || !DatabaseErrors.isAway(e)) throw e;
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pause));
            }
        }
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
        for (String statement : dialect.force()) sql.execute(statement);
        connection.commit();
        if (acknowledged != null) acknowledged.acknowledged(version);
    }

    private void keepUp() throws SQLException {
        FileUpkeep keeper = upkeep;
        if (keeper == null || System.nanoTime() - nextUpkeepNanos < 0) return;
        if (keeper.rewriteSome()) force();
        nextUpkeepNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(UPKEEP_MILLIS);
    }

    private <T> void apply(Queued<T> queued, JobsOfGroup jobs) throws SQLException {
        Savepoint before = connection.setSavepoint(SAVEPOINT);
        try {
            ChangeWork work = new ChangeWork(sql, clock.instant());
            queued.applied(queued.change.apply(work));
            jobs.add(work);
        } catch (RuntimeException e) {
            if (DatabaseErrors.isBroken(e)) throw e;
            // Another process stood in the way: the whole group is written again.
            if (DatabaseErrors.isPassing(e)) throw e;
            connection.rollback(before);
            queued.refused(DatabaseErrors.onUse(e));
        }
        if (dialect == Dialect.POSTGRESQL) connection.releaseSavepoint(before);
    }

    private void fail(List<Queued<?>> group, MoverException reason) {
        refusal = reason;
        forces.failed(reason);
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
        closeConnection();
    }

    private void closeConnection() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.warn("the committer's connection was not closed cleanly: {}", e.getMessage());
        }
    }

    /** A time without the database. */
    private record Outage(long sinceNanos, Exception reason) {}

    /** The effects of all changes of a group on jobs. */
    private static final class JobsOfGroup {
        private final Map<JobId, CountDelta> deltas = new java.util.LinkedHashMap<>();
        private final List<NewEvent> events = new ArrayList<>();

        void clear() {
            deltas.clear();
            withEvents.clear();
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
        private final CatalogChange<T> change;
        private final boolean isEnd;
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private @Nullable T result;
        private @Nullable MoverException refused;

        Queued(int rows, CatalogChange<T> change) {
            this(rows, change, false);
        }

        Queued(int rows, CatalogChange<T> change, boolean isEnd) {
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
