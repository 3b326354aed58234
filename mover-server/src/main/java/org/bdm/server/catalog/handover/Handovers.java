package org.bdm.server.catalog.handover;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Handovers and their files. Any thread that may block. {@link HandoverSteps} has what the one who drives them writes. */
public final class Handovers {
    /** Most files of one. */
    public static final int FILES_MAX = 10_000;

    /** Most that have not ended. */
    public static final int OPEN_MAX = 200;

    private static final int FILE_SAYS_LENGTH_MAX = 1_000;
    private static final String IS_DUE = "state < ? AND next_ms <= ?";

    private static final RecordColumns<Handover> HANDOVER = RecordColumns.of(
            Handover.class,
            "handover_no owner carrier source export selection state awaits says round_no submission list_sha256 task"
                    + " bytes_moved progress_ms faults next_ms compared_no sends_rest created_at ended_at",
            Map.of(ExportName.class, ExportName::new));

    private static final RecordColumns<HandedFile> FILE = RecordColumns.of(
            HandedFile.class,
            "file_no path source_path dataset size digests state says",
            Map.of(List.class, Handovers::digests));

    private static final RecordColumns<HandedCount> COUNT = RecordColumns.of(HandedCount.class, "state files bytes");

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public Handovers(CatalogParts parts) {
        this.parts = parts;
    }

    private static List<Checksum> digests(String text) {
        if (text.isEmpty()) return List.of();
        return Arrays.stream(text.split(" "))
                .map(word -> {
                    int colon = word.indexOf(':');
                    return Checksum.ofHex(
                            ChecksumAlgorithm.valueOf(word.substring(0, colon)), word.substring(colon + 1));
                })
                .toList();
    }

    private static String text(List<Checksum> digests) {
        return digests.stream()
                .map(digest -> digest.algorithm().name() + ":" + digest.hex())
                .collect(Collectors.joining(" "));
    }

    /**
     * Keeps a new one, COMPARING, with its files. Fails with TOO_LARGE beyond {@link #OPEN_MAX} that have not ended, and with
     * DUPLICATE_DESTINATION if one of the files is in another one that has not ended.
     */
    public CompletableFuture<Handover> add(Handover.Order order, List<HandedFile> files) {
        if (files.isEmpty() || files.size() > FILES_MAX)
            throw new IllegalArgumentException(files.size() + " files in a handover");
        List<HandedFile> all = List.copyOf(files);
        return parts.write(all.size(), work -> {
            Statements sql = work.sql();
            if (sql.number("SELECT COUNT(*) FROM handover WHERE state < ?", HandoverState.ENDED.code()) >= OPEN_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE, OPEN_MAX + " handovers have not ended; wait, or cancel some");
            }
            List<StorePath> paths = all.stream().map(HandedFile::path).toList();
            Set<StorePath> taken = inHands(sql, order.export(), paths);
            if (!taken.isEmpty()) {
                throw new MoverException(
                        ErrorCode.DUPLICATE_DESTINATION,
                        taken.iterator().next() + " of export '" + order.export()
                                + "' is in another handover that has not ended");
            }
            long number = insert(work, order);
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (HandedFile file : all) rows.add(row(number, file));
            sql.batch(
                    "INSERT INTO handover_file (handover_no, file_no, path, path_hash, source_path, dataset, size,"
                            + " digests, state, says) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    rows);
            return existing(sql, number);
        });
    }

    private static long insert(ChangeWork work, Handover.Order order) {
        return work.sql()
                .insert(
                        "INSERT INTO handover (owner, carrier, source, export, selection, state, awaits, says,"
                                + " round_no, bytes_moved, progress_ms, faults, next_ms, compared_no, sends_rest, created_at)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, '', 0, 0, 0, 0, 0, 0, ?, ?)",
                        "handover_no",
                        Statements.cut(order.owner(), 200),
                        order.carrier(),
                        Statements.cut(order.source(), 300),
                        order.export().value(),
                        Statements.cut(order.selection(), 2000),
                        HandoverState.COMPARING.code(),
                        Awaited.NOBODY.code(),
                        true,
                        work.now());
    }

    private static @Nullable Object[] row(long number, HandedFile file) {
        byte[] path = file.path().bytes();
        return new @Nullable Object[] {
            number,
            file.number(),
            path,
            KeyHash.of(path),
            file.sourcePath(),
            file.dataset(),
            file.size(),
            text(file.digests()),
            file.state().code(),
            Statements.cut(file.says(), FILE_SAYS_LENGTH_MAX)
        };
    }

    /** Returns which of these paths are in a handover that has not ended. */
    public Set<StorePath> inHands(ExportName export, Collection<StorePath> paths) {
        return parts.read(sql -> inHands(sql, export, paths));
    }

    private static Set<StorePath> inHands(Statements sql, ExportName export, Collection<StorePath> paths) {
        Set<StorePath> wanted = new HashSet<>(paths);
        Set<StorePath> found = new HashSet<>();
        List<Long> hashes = paths.stream().map(path -> KeyHash.of(path.bytes())).toList();
        for (List<Long> part : Statements.parts(hashes)) {
            List<@Nullable Object> arguments = new ArrayList<>(part);
            arguments.add(export.value());
            arguments.add(HandoverState.ENDED.code());
            sql
                    .list(
                            "SELECT f.path FROM handover_file f JOIN handover h ON h.handover_no = f.handover_no"
                                    + " WHERE f.path_hash IN (" + Statements.marks(part.size())
                                    + ") AND h.export = ? AND h.state < ?",
                            (row, at) -> StorePath.of(row.getBytes(1)),
                            arguments.toArray())
                    .stream()
                    .filter(wanted::contains)
                    .forEach(found::add);
        }
        return found;
    }

    private static Handover existing(Statements sql, long number) {
        return sql.one("SELECT * FROM handover WHERE handover_no = ?", HANDOVER, number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no handover-" + number));
    }

    public Optional<Handover> find(long number) {
        return parts.read(sql -> sql.one("SELECT * FROM handover WHERE handover_no = ?", HANDOVER, number));
    }

    /** Returns a page, the newest first. */
    public RowPage<Handover> page(@Nullable String cursor, int rowsMax) {
        long before = cursor == null ? Long.MAX_VALUE : Cursor.read(cursor);
        List<Handover> found = parts.read(sql -> sql.list(
                "SELECT * FROM handover WHERE handover_no < ? ORDER BY handover_no DESC LIMIT ?",
                HANDOVER,
                before,
                CatalogParts.checkedRows(rowsMax)));
        boolean isLast = found.size() < rowsMax;
        return new RowPage<>(
                found, isLast ? null : Cursor.write(found.get(found.size() - 1).number()));
    }

    /** Returns those that have not ended and have a step to be done by now, by number; at most {@link #OPEN_MAX}. */
    public List<Handover> due(Instant now) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM handover WHERE " + IS_DUE + " ORDER BY handover_no LIMIT " + OPEN_MAX,
                HANDOVER,
                HandoverState.ENDED.code(),
                now.toEpochMilli()));
    }

    /** True if {@link #due} returns one. */
    public boolean hasDue(Instant now) {
        return parts.read(sql -> sql.number(
                        "SELECT CASE WHEN EXISTS (SELECT 1 FROM handover WHERE " + IS_DUE + ") THEN 1 ELSE 0 END",
                        HandoverState.ENDED.code(),
                        now.toEpochMilli())
                > 0);
    }

    /** Returns those that wait for a person or ended with named files, the newest first. */
    public List<Handover> forPeople(int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM handover WHERE awaits = ? ORDER BY handover_no DESC LIMIT ?",
                HANDOVER,
                Awaited.PERSON.code(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Returns files in these states behind a number, in the order of the list. */
    public List<HandedFile> files(long handover, Set<HandedFileState> states, int after, int rowsMax) {
        if (states.isEmpty()) return List.of();
        return parts.read(sql -> sql.list(
                "SELECT * FROM handover_file WHERE handover_no = ? AND file_no > ? AND state IN ("
                        + HandoverRows.codes(states) + ") ORDER BY file_no LIMIT ?",
                FILE,
                handover,
                after,
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Returns how many files are in which state; states without a file are left out. */
    public List<HandedCount> counts(long handover) {
        return parts.read(sql -> sql.list(
                "SELECT state, COUNT(*) AS files, SUM(CASE WHEN size > 0 THEN size ELSE 0 END) AS bytes"
                        + " FROM handover_file WHERE handover_no = ? GROUP BY state ORDER BY state",
                COUNT,
                handover));
    }

    /**
     * Begins to cancel it; one that has ended stays as it is. One that cannot be cancelled at the carrier without a person is cancelled here alone
     * when a person asks again. Fails with NOT_FOUND.
     */
    public CompletableFuture<Handover> cancel(long handover) {
        return parts.write(work -> {
            Handover now = existing(work.sql(), handover);
            if (now.state() == HandoverState.CANCELLING && now.awaited() == Awaited.PERSON) {
                String says = "cancelled here alone; the carrier may still work on it";
                HandoverRows.become(work, handover, HandoverState.CANCELLED, Awaited.NOBODY, says, Instant.EPOCH);
                return existing(work.sql(), handover);
            }
            HandoverRows.become(work, handover, HandoverState.CANCELLING, Awaited.NOBODY, "", Instant.EPOCH);
            return existing(work.sql(), handover);
        });
    }

    /**
     * Hands the files over again that are not there; or, of one that waits for a person before it can be submitted, tries that again with the
     * same id. Fails with NOT_FOUND, and with ILLEGAL_STATE while it is at work.
     *
     * @param replaces whether files that others put there before are replaced, too
     */
    public CompletableFuture<Handover> again(long handover, boolean replaces) {
        return parts.write(work -> {
            Handover now = existing(work.sql(), handover);
            boolean isToBeTried = now.state() == HandoverState.SUBMITTING && now.awaited() == Awaited.PERSON;
            if (isToBeTried) {
                work.sql()
                        .update(
                                "UPDATE handover SET next_ms = 0, awaits = 0, says = '' WHERE handover_no = ?",
                                handover);
                return existing(work.sql(), handover);
            }
            if (!now.state().isFinal()) {
                throw new MoverException(
                        ErrorCode.ILLEGAL_STATE,
                        now.id() + " is " + now.state() + "; wait, or cancel it first: 'bdm-client handover cancel "
                                + now.id() + "'");
            }
            EnumSet<HandedFileState> states = EnumSet.allOf(HandedFileState.class);
            states.removeIf(HandedFileState::isThere);
            if (!replaces) states.remove(HandedFileState.OCCUPIED);
            if (files(work.sql(), handover, states) == 0) {
                throw new MoverException(
                        ErrorCode.ILLEGAL_STATE, now.id() + " has no file that could be handed over again");
            }
            HandoverRows.submit(work, handover, states);
            return existing(work.sql(), handover);
        });
    }

    private static long files(Statements sql, long handover, Set<HandedFileState> states) {
        return sql.number(
                "SELECT COUNT(*) FROM handover_file WHERE handover_no = ? AND state IN (" + HandoverRows.codes(states)
                        + ")",
                handover);
    }
}
