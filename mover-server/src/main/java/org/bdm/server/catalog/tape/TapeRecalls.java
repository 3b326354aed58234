package org.bdm.server.catalog.tape;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.FileNumber;
import org.jspecify.annotations.Nullable;

/** Files that are brought from tape, and the requests that bring them. Any thread; reads block, writes do not. */
public final class TapeRecalls {
    /** Longest path that is kept; a file with a longer one is asked of its data node as any other. */
    public static final int PATH_LENGTH_MAX = 4_000;

    private static final int NOTE_LENGTH_MAX = 2_000;
    private static final int ORIGINS_MAX = 1_000;

    static final String COLUMNS = "r.recall_no, r.origin, r.path, r.is_empty, r.state, r.since_ms, r.looked_ms,"
            + " r.was_on_tape, r.is_brought, r.request_no, r.note";
    static final RecordColumns<TapeRecall> RECALL = RecordColumns.of(
            TapeRecall.class,
            "recall_no origin path is_empty state since_ms looked_ms was_on_tape is_brought request_no note");
    private static final RecordColumns<TapeRequest> REQUEST =
            RecordColumns.of(TapeRequest.class, "request_no origin service_id address asked_ms looked_ms");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public TapeRecalls(CatalogParts parts) {
        this.parts = parts;
    }

    // ---- what is wanted ----

    /** Returns what is known of these paths of an origin. */
    public Map<String, TapeRecall> ofPaths(String origin, Collection<String> paths) {
        return parts.read(sql -> ofPaths(sql, origin, paths));
    }

    private static Map<String, TapeRecall> ofPaths(Statements sql, String origin, Collection<String> paths) {
        Map<String, TapeRecall> found = new HashMap<>();
        Set<String> wanted = new HashSet<>(paths);
        for (List<String> part : Statements.parts(List.copyOf(wanted))) {
            List<@Nullable Object> arguments = new ArrayList<>(List.of(origin));
            part.forEach(path -> arguments.add(KeyHash.of(path)));
            sql.list(
                            "SELECT " + COLUMNS + " FROM tape_recall r WHERE r.origin = ? AND r.path_hash IN ("
                                    + Statements.marks(part.size()) + ") ORDER BY r.recall_no LIMIT 10000",
                            RECALL,
                            arguments.toArray())
                    .forEach(recall -> {
                        if (wanted.contains(recall.path())) found.putIfAbsent(recall.path(), recall);
                    });
        }
        return found;
    }

    /** Returns those of the files that wait already, with what they wait for. */
    public Map<FileId, TapeRecall> waitedFor(Collection<WantedRecall> wanted) {
        Map<FileId, WantedRecall> byFile = new HashMap<>();
        wanted.forEach(each -> byFile.put(each.file(), each));
        Map<FileId, TapeRecall> found = new HashMap<>();
        for (AwaitedFiles.Waiting each : parts.read(sql -> AwaitedFiles.waiting(sql, wanted))) {
            FileId file = new FileId(each.file());
            WantedRecall of = Objects.requireNonNull(byFile.get(file));
            boolean isThis = of.origin().equals(each.recall().origin())
                    && of.path().equals(each.recall().path());
            if (isThis) found.putIfAbsent(file, each.recall());
        }
        return found;
    }

    /** Remembers that files of jobs wait for these, in this order; those that are known already only get one that waits. */
    public CompletableFuture<Void> want(List<WantedRecall> wanted) {
        return parts.writeWaiting(2 * wanted.size(), work -> {
            // Another process that wants the same file waits here.
            work.sql().update("UPDATE shared_version SET version = version + 1 WHERE name = 'tape'");
            Map<String, List<WantedRecall>> byOrigin = new HashMap<>();
            for (WantedRecall each : wanted)
                byOrigin.computeIfAbsent(each.origin(), first -> new ArrayList<>())
                        .add(each);
            byOrigin.forEach((origin, files) -> want(work, origin, files));
            return null;
        });
    }

    private static void want(ChangeWork work, String origin, List<WantedRecall> wanted) {
        Map<String, TapeRecall> known = ofPaths(
                work.sql(), origin, wanted.stream().map(WantedRecall::path).toList());
        Map<String, Long> numbers = new HashMap<>();
        known.forEach((path, recall) -> numbers.put(path, recall.number()));
        Set<Waiter> waiters = new LinkedHashSet<>();
        for (WantedRecall each : wanted) {
            long number = numbers.computeIfAbsent(each.path(), path -> insert(work, each));
            waiters.add(new Waiter(each.file().number(), number));
        }
        for (AwaitedFiles.Waiting each : AwaitedFiles.waiting(work.sql(), wanted))
            waiters.remove(new Waiter(each.file(), each.recall().number()));
        List<@Nullable Object[]> rows = new ArrayList<>();
        waiters.forEach(waiter -> rows.add(new Object[] {waiter.file(), waiter.recall()}));
        work.sql().batch("INSERT INTO tape_waiter (file_id, recall_no) VALUES (?, ?)", rows);
    }

    private record Waiter(long file, long recall) {}

    private static long insert(ChangeWork work, WantedRecall wanted) {
        long now = work.now().toEpochMilli();
        RecallState state = wanted.isRead() ? RecallState.READ : RecallState.WANTED;
        return work.sql()
                .insert(
                        "INSERT INTO tape_recall (origin, path_hash, path, is_empty, state, since_ms, overdue_ms, looked_ms,"
                                + " was_on_tape, is_brought, request_no, note) VALUES (?, ?, ?, ?, ?, ?, ?, 0, FALSE, FALSE, 0, '')",
                        "recall_no",
                        wanted.origin(),
                        KeyHash.of(wanted.path()),
                        wanted.path(),
                        wanted.isEmpty(),
                        state.code(),
                        now,
                        now + wanted.patience().toMillis());
    }

    /** True if anything is wanted from tape. */
    public boolean isAny() {
        return parts.read(sql -> sql.number("SELECT 1 FROM tape_recall LIMIT 1")) > 0;
    }

    /** Returns the origins of which files are wanted; at most 1,000. */
    public List<String> origins() {
        return parts.read(sql -> sql.list(
                "SELECT DISTINCT origin FROM tape_recall ORDER BY origin LIMIT ?",
                (row, at) -> row.getString(1),
                ORIGINS_MAX));
    }

    /** Returns recalls of an origin in a state, in the order in which they were wanted, after a number. */
    public List<TapeRecall> inState(String origin, RecallState state, long after, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT " + COLUMNS + " FROM tape_recall r WHERE r.origin = ? AND r.state = ? AND r.recall_no > ?"
                        + " ORDER BY r.recall_no LIMIT ?",
                RECALL,
                origin,
                state.code(),
                after,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Returns wanted recalls of an origin that nobody has looked for yet, in the order in which they were wanted. */
    public List<TapeRecall> notLookedFor(String origin, long after, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT " + COLUMNS + " FROM tape_recall r WHERE r.origin = ? AND r.state = ? AND r.looked_ms = 0"
                        + " AND r.recall_no > ? ORDER BY r.recall_no LIMIT ?",
                RECALL,
                origin,
                RecallState.WANTED.code(),
                after,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Returns how many recalls of an origin use its window: they are asked for, or were brought and not ended. */
    public long outstanding(String origin) {
        return parts.read(sql -> sql.number(
                "SELECT COUNT(*) FROM tape_recall WHERE origin = ? AND (state = ? OR (state = ? AND is_brought))",
                origin,
                RecallState.ASKED.code(),
                RecallState.ON_DISK.code()));
    }

    // ---- what becomes of it ----

    /** Keeps what a look showed. Files that wait for what can be read now are looked at by their jobs at once. */
    public CompletableFuture<Void> looked(List<RecallLook> looks) {
        return parts.writeWaiting(2 * looks.size(), work -> {
            List<@Nullable Object[]> rows = new ArrayList<>();
            List<Long> ready = new ArrayList<>();
            for (RecallLook look : looks) {
                rows.add(new Object[] {
                    look.state().code(),
                    look.wasOnTape(),
                    look.isBrought(),
                    work.now().toEpochMilli(),
                    Statements.cut(look.note(), NOTE_LENGTH_MAX),
                    look.recall()
                });
                if (!look.state().isAwaited()) ready.add(look.recall());
            }
            work.sql()
                    .batch(
                            "UPDATE tape_recall SET state = ?, was_on_tape = ?, is_brought = ?, looked_ms = ?, note = ?"
                                    + " WHERE recall_no = ?",
                            rows);
            AwaitedFiles.areDue(work.sql(), ready);
            return null;
        });
    }

    /** Keeps how long the tapes of an origin took for files that our requests brought, while so many were outstanding. */
    public CompletableFuture<Void> brought(String origin, List<Duration> waited, long outstanding) {
        return parts.write(work -> {
            TapePace.add(work.sql(), origin, waited, outstanding);
            return null;
        });
    }

    /** Lets jobs look at files that began to wait in the moment in which they came to disk. */
    public CompletableFuture<Void> wakeOverlooked(String origin) {
        List<Long> ready = parts.read(sql -> AwaitedFiles.overlooked(sql, origin));
        if (ready.isEmpty()) return CompletableFuture.completedFuture(null);
        return parts.writeWaiting(2 * ready.size(), work -> {
            AwaitedFiles.areDue(work.sql(), ready);
            return null;
        });
    }

    /** Returns recalls that can be read, as was told before a time, and of which a data node says that they are being staged. */
    public List<TapeRecall> doubtful(String origin, Instant before, int rowsMax) {
        return parts.read(sql -> AwaitedFiles.doubtful(sql, origin, before, CatalogParts.checkedRows(rowsMax)));
    }

    /** A tape service took a request for these. */
    public CompletableFuture<Void> asked(String origin, String serviceId, String address, List<Long> recalls) {
        return parts.writeWaiting(recalls.size(), work -> {
            long now = work.now().toEpochMilli();
            long request = work.sql()
                    .insert(
                            "INSERT INTO tape_request (origin, service_id, address, asked_ms, looked_ms) VALUES (?, ?, ?, ?, ?)",
                            "request_no",
                            origin,
                            serviceId,
                            address,
                            now,
                            now);
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (long recall : recalls) rows.add(new Object[] {RecallState.ASKED.code(), request, recall});
            work.sql()
                    .batch(
                            "UPDATE tape_recall SET state = ?, request_no = ?, was_on_tape = TRUE, is_brought = FALSE, note = ''"
                                    + " WHERE recall_no = ?",
                            rows);
            return null;
        });
    }

    /** Returns the requests of an origin, those first that were looked at longest ago. */
    public List<TapeRequest> requests(String origin, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM tape_request WHERE origin = ? ORDER BY looked_ms, request_no LIMIT ?",
                REQUEST,
                origin,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Returns the requests of an origin that still have files to bring, those first that were looked at longest ago. */
    public List<TapeRequest> requestsToWatch(String origin, int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM tape_request WHERE origin = ? AND EXISTS (SELECT 1 FROM tape_recall r"
                        + " WHERE r.request_no = tape_request.request_no AND r.state = ?)"
                        + " ORDER BY looked_ms, request_no LIMIT ?",
                REQUEST,
                origin,
                RecallState.ASKED.code(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Returns the recalls of a request, in their order. */
    public List<TapeRecall> ofRequest(long request) {
        return parts.read(sql -> sql.list(
                "SELECT " + COLUMNS + " FROM tape_recall r WHERE r.request_no = ? ORDER BY r.recall_no LIMIT 10000",
                RECALL,
                request));
    }

    /** The state of a request was asked. */
    public CompletableFuture<Void> lookedAt(long request) {
        return parts.write(work -> {
            work.sql()
                    .update(
                            "UPDATE tape_request SET looked_ms = ? WHERE request_no = ?",
                            work.now().toEpochMilli(),
                            request);
            return null;
        });
    }

    /** These are on tape only again, whatever was known of them. */
    public CompletableFuture<Void> onTapeAgain(String origin, List<String> paths) {
        return parts.writeWaiting(paths.size(), work -> {
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (String path : paths) {
                rows.add(new Object[] {
                    RecallState.WANTED.code(),
                    origin,
                    KeyHash.of(path),
                    path,
                    RecallState.ON_DISK.code(),
                    RecallState.LEFT.code(),
                    RecallState.READ.code()
                });
            }
            work.sql()
                    .batch(
                            "UPDATE tape_recall SET state = ?, looked_ms = 0, is_brought = FALSE, request_no = 0"
                                    + " WHERE origin = ? AND path_hash = ? AND path = ? AND state IN (?, ?, ?)",
                            rows);
            return null;
        });
    }

    /** The tape service does not know the request any more: what it brought before counts, all else is wanted anew. */
    public CompletableFuture<Void> forgotten(long request) {
        return parts.writeWaiting(2, work -> {
            work.sql()
                    .update(
                            "UPDATE tape_recall SET state = ?, request_no = 0, is_brought = FALSE WHERE request_no = ? AND state = ?",
                            RecallState.WANTED.code(),
                            request,
                            RecallState.ASKED.code());
            work.sql()
                    .update("UPDATE tape_recall SET request_no = 0, is_brought = FALSE WHERE request_no = ?", request);
            work.sql().update("DELETE FROM tape_request WHERE request_no = ?", request);
            return null;
        });
    }

    /** Recalls of an origin for which no file of a job waits any more, after a number. */
    public List<EndedRecall> ended(String origin, long after, int rowsMax) {
        return parts.read(sql -> AwaitedFiles.ended(sql, origin, after, CatalogParts.checkedRows(rowsMax)));
    }

    /** Forgets recalls that have ended, but for those that a file has begun to wait for; and requests without any. */
    public CompletableFuture<Void> remove(List<EndedRecall> ended) {
        return parts.writeWaiting(2 * ended.size(), work -> {
            List<@Nullable Object[]> numbers = new ArrayList<>();
            ended.forEach(each -> numbers.add(new Object[] {each.recall().number()}));
            work.sql()
                    .batch(
                            "DELETE FROM tape_waiter WHERE recall_no = ? AND NOT EXISTS (SELECT 1 FROM file_entry f"
                                    + " JOIN job j ON j.job_no = tape_waiter.file_id / " + FileNumber.FILES_MAX
                                    + " WHERE f.file_id = tape_waiter.file_id AND " + AwaitedFiles.IS_OPEN + ")",
                            numbers);
            work.sql()
                    .batch(
                            "DELETE FROM tape_recall WHERE recall_no = ? AND NOT EXISTS (SELECT 1 FROM tape_waiter w"
                                    + " WHERE w.recall_no = tape_recall.recall_no)",
                            numbers);
            work.sql()
                    .update("DELETE FROM tape_request WHERE NOT EXISTS (SELECT 1 FROM tape_recall r"
                            + " WHERE r.request_no = tape_request.request_no)");
            return null;
        });
    }

    // ---- for people ----

    /** The patience for what is wanted from an origin is this now. */
    public CompletableFuture<Void> havePatience(String origin, Duration patience) {
        Object[] now = {patience.toMillis(), origin, patience.toMillis()};
        String other = " WHERE origin = ? AND overdue_ms <> since_ms + ?";
        if (parts.read(sql -> sql.number("SELECT 1 FROM tape_recall" + other + " LIMIT 1", origin, now[0])) == 0)
            return CompletableFuture.completedFuture(null);
        return parts.write(work -> {
            work.sql().update("UPDATE tape_recall SET overdue_ms = since_ms + ?" + other, now);
            return null;
        });
    }

    /** Returns the files of a job that wait for tape, by data node. */
    public List<TapeWait> ofJob(JobId job) {
        return parts.read(sql -> AwaitedFiles.ofJob(sql, job));
    }

    /** Returns how many files of a job wait for tape where no tape service can be asked. */
    public long waitingWithoutService(JobId job) {
        return parts.read(sql -> AwaitedFiles.withoutService(sql, job));
    }

    /** Returns the files that have waited longer than somebody had patience for, by data node. */
    public List<TapeWait> overdue(Instant now) {
        return parts.read(sql -> AwaitedFiles.overdue(sql, now));
    }
}
