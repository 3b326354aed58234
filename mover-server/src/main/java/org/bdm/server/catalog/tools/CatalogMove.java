package org.bdm.server.catalog.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.tools.MoveRanges.Range;
import org.jspecify.annotations.Nullable;

/**
 * Copies a catalog into another database. The tables are parted into ranges of keys, which several connections copy at the same time. The
 * target notes how far each range is in the transaction of its rows: a move that was cut off is called again and continues. At the end
 * all rows of the target are read and compared with those that were read from the source, by number and by checksum. Until then the target
 * is no catalog. Nothing may use either catalog meanwhile; the source is not changed.
 */
public final class CatalogMove {
    private static final double NANOS = 1e9;
    private static final List<String> CHANGED_BY_OPENING = List.of("node", "commit_group");

    private final CatalogDatabase source;
    private final CatalogDatabase target;
    private final Steps steps;
    private final Consumer<MoveStatus> progress;
    private final LongSupplier nanoTime;
    private final AtomicBoolean hasFailed = new AtomicBoolean();

    private CatalogMove(
            CatalogDatabase source,
            CatalogDatabase target,
            Steps steps,
            Consumer<MoveStatus> progress,
            LongSupplier nanoTime) {
        this.source = source;
        this.target = target;
        this.steps = steps;
        this.progress = progress;
        this.nanoTime = nanoTime;
    }

    /**
     * The size of the steps.
     *
     * @param connections that copy at the same time, 1 to 8
     * @param rowsOfRange rows that one connection copies one after the other
     * @param rowsAtOnce rows in one transaction
     */
    public record Steps(int connections, int rowsOfRange, int rowsAtOnce) {
        /** For so many connections. */
        public static Steps of(int connections) {
            if (connections < 1 || connections > 8) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST, "a move takes 1 to 8 connections, not " + connections);
            }
            return new Steps(connections, 100_000, 10_000);
        }
    }

    /**
     * Moves, and returns when all rows are in the target and were compared.
     *
     * @param progress told after each step, by one thread at a time
     * @param nanoTime for rates
     * @return number of rows in the target
     * @throws MoverException as {@code Catalog.open} for both; ILLEGAL_STATE if the target holds a catalog that was not begun by a move;
     *     CATALOG_DAMAGED if the target does not have what was read from the source
     */
    public static long move(
            CatalogLocation from,
            CatalogLocation to,
            Steps steps,
            Consumer<MoveStatus> progress,
            LongSupplier nanoTime) {
        try (CatalogDatabase source = CatalogDatabase.openAlone(from, CatalogExpectation.THERE);
                CatalogDatabase target = CatalogDatabase.openAlone(to, CatalogExpectation.THERE_OR_EMPTY)) {
            MoveProgress.refuseUnfinished(source);
            return new CatalogMove(source, target, steps, progress, nanoTime).run();
        }
    }

    private long run() {
        begin();
        long total = source.read(sql -> CatalogTable.ALL.stream()
                .mapToLong(table -> sql.number("SELECT COUNT(*) FROM " + table.name()))
                .sum());
        List<Range> ranges = target.read(MoveRanges::all);
        long there = ranges.stream().mapToLong(Range::rows).sum();
        Counter copied = new Counter(false, there, total);
        each(ranges.stream().filter(range -> !range.isCopied()).toList(), range -> copy(range, copied));
        Counter verified = new Counter(true, 0, total);
        each(target.read(MoveRanges::all), range -> verify(range, verified));
        finish();
        return verified.rows.get();
    }

    /** Counts rows and tells of them. */
    private final class Counter {
        private final boolean isVerifying;
        private final long before;
        private final long total;
        private final long begun = nanoTime.getAsLong();
        private final AtomicLong rows;

        Counter(boolean isVerifying, long before, long total) {
            this.isVerifying = isVerifying;
            this.before = before;
            this.total = total;
            this.rows = new AtomicLong(before);
        }

        synchronized void add(int more) {
            long now = rows.addAndGet(more);
            double seconds = (nanoTime.getAsLong() - begun) / NANOS;
            progress.accept(new MoveStatus(isVerifying, now, total, seconds > 0 ? (now - before) / seconds : 0));
        }
    }

    private void begin() {
        boolean isBegun = target.read(sql -> sql.number("SELECT COUNT(*) FROM move_progress")) > 0;
        boolean isUsed = target.read(sql -> sql.number("SELECT COUNT(*) FROM node")) > 0;
        boolean hasRanges = target.read(sql -> sql.number("SELECT COUNT(*) FROM move_range")) > 0;
        if (isBegun ? !hasRanges : isUsed) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE,
                    "the catalog " + target.location()
                            + " is in use already, or was begun by another version; move into" + " an empty database");
        }
        if (isBegun) {
            // Whoever opens a catalog alone ends the runs of its nodes, and so has changed these rows since they were
            // copied.
            target.transact(sql -> {
                for (String table : CHANGED_BY_OPENING) MoveRanges.beginAgain(sql, table);
                return true;
            });
            return;
        }
        List<Range> ranges = source.read(sql -> MoveRanges.of(sql, steps.rowsOfRange()));
        target.transact(sql -> {
            sql.update("DELETE FROM running_number");
            sql.update("DELETE FROM shared_version");
            sql.update("DELETE FROM scrub");
            MoveRanges.insert(sql, ranges);
            return sql.update(
                    "INSERT INTO move_progress (table_name, last_key, is_finished) VALUES ('all', NULL, FALSE)");
        });
    }

    /** Work on one range. */
    private interface Step {
        void with(Range range);
    }

    /** Does it with all ranges, several at a time; the first failure ends it. */
    private void each(List<Range> ranges, Step step) {
        Queue<Range> left = new ConcurrentLinkedQueue<>(ranges);
        ExecutorService threads = Executors.newFixedThreadPool(steps.connections());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < steps.connections(); i++) running.add(threads.submit(() -> work(left, step)));
            await(running);
        } finally {
            threads.shutdown();
        }
    }

    private void work(Queue<Range> left, Step step) {
        try {
            for (Range next = left.poll(); next != null && !hasFailed.get(); next = left.poll()) step.with(next);
        } catch (RuntimeException | Error e) {
            hasFailed.set(true);
            throw e;
        }
    }

    private static void await(List<Future<?>> running) {
        Throwable first = null;
        boolean wasInterrupted = false;
        for (int i = 0; i < running.size(); ) {
            try {
                running.get(i).get();
                i++;
            } catch (InterruptedException e) {
                wasInterrupted = true; // a transaction is being written: it ends first
            } catch (ExecutionException e) {
                if (first == null) first = e.getCause();
                i++;
            }
        }
        if (wasInterrupted) Thread.currentThread().interrupt();
        if (first instanceof RuntimeException failure) throw failure;
        if (first instanceof Error failure) throw failure;
    }

    private void copy(Range begun, Counter counter) {
        Range range = begun;
        while (!range.isCopied() && !hasFailed.get()) {
            Range before = range;
            TableRows rows = read(source, before, before.lastKey());
            Range after = before.with(rows, rows.size() < steps.rowsAtOnce());
            target.transact(sql -> {
                if (!rows.isEmpty()) rows.insert(sql, target.dialect());
                MoveRanges.update(sql, after);
                return true;
            });
            counter.add(rows.size());
            range = after;
        }
    }

    private TableRows read(CatalogDatabase database, Range range, @Nullable String lastKey) {
        return database.read(sql -> TableRows.read(sql, range, lastKey, steps.rowsAtOnce()));
    }

    private void verify(Range range, Counter counter) {
        long rows = 0;
        long checksum = 0;
        @Nullable String last = null;
        for (boolean isEnd = false; !isEnd && !hasFailed.get(); ) {
            TableRows found = read(target, range, last);
            rows += found.size();
            checksum += found.checksum();
            if (!found.isEmpty()) last = found.lastKey();
            isEnd = found.size() < steps.rowsAtOnce();
            counter.add(found.size());
        }
        if (hasFailed.get() || (rows == range.rows() && checksum == range.checksum())) return;
        throw new MoverException(
                ErrorCode.CATALOG_DAMAGED,
                "the move into " + target.location() + " failed: of table "
                        + range.table().name() + " " + range.rows()
                        + " rows were read" + (range.start() == null && range.end() == null ? "" : " in one range")
                        + ", and " + rows
                        + (rows == range.rows() ? " other ones are there" : " are there")
                        + "; empty that database and move again");
    }

    private void finish() {
        target.transact(sql -> {
            for (CatalogTable table : CatalogTable.ALL) {
                if (!table.numbered()) continue;
                String key = table.key().get(0);
                long next = source.read(from -> IdentityNumber.next(from, source.dialect(), table.name(), key));
                IdentityNumber.restart(sql, table.name(), key, next);
            }
            sql.update("DELETE FROM move_range");
            return sql.update("UPDATE move_progress SET is_finished = TRUE");
        });
        target.force();
    }
}
