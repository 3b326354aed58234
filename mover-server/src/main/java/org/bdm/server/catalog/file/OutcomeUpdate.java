package org.bdm.server.catalog.file;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Writes outcomes into the rows of their files, each of which must be in a given state. H2 takes a statement for each file; PostgreSQL one for
 * all, since it plans a change of a partitioned table anew each time that it is asked for one.
 */
record OutcomeUpdate(Statements sql, Instant now, FileState before) {
    private static final String ONE = "UPDATE file_entry SET state = ?, epoch = ?, attempts = ?, millis = ?,"
            + " bytes_moved = ?, bytes_resent = ?, digest_algorithm = ?, digest = ?, evidence = ?, ended_ms = ?"
            + " WHERE file_id = ? AND state = ?";

    private static final String ALL = "UPDATE file_entry f SET state = v.state, epoch = v.epoch, attempts = v.attempts,"
            + " millis = v.millis, bytes_moved = v.bytes_moved, bytes_resent = v.bytes_resent,"
            + " digest_algorithm = v.digest_algorithm, digest = v.digest, evidence = v.evidence, ended_ms = ?"
            + " FROM unnest(CAST(? AS BIGINT[]), CAST(? AS SMALLINT[]), CAST(? AS INTEGER[]), CAST(? AS INTEGER[]),"
            + " CAST(? AS BIGINT[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[]), CAST(? AS SMALLINT[]), CAST(? AS BYTEA[]),"
            + " CAST(? AS SMALLINT[])) AS v (file_id, state, epoch, attempts, millis, bytes_moved, bytes_resent,"
            + " digest_algorithm, digest, evidence)"
            + " WHERE f.file_id = v.file_id AND f.state = ? AND f.file_id >= ? AND f.file_id <= ? RETURNING f.file_id";

    /**
     * Writes them.
     *
     * @param atOnce whether the database takes all in one statement
     * @return for each, whether its file was in that state; of two outcomes of one file the second is not written
     */
    boolean[] write(List<OutcomeRecord> outcomes, boolean atOnce) {
        return atOnce && outcomes.size() > 1 ? writeAll(outcomes) : writeEach(outcomes);
    }

    private boolean[] writeEach(List<OutcomeRecord> outcomes) {
        List<@Nullable Object[]> rows = new ArrayList<>(outcomes.size());
        for (OutcomeRecord outcome : outcomes) {
            FileEffort effort = outcome.effort();
            Evidence evidence = outcome.evidence();
            rows.add(new @Nullable Object[] {
                outcome.state().code(),
                effort.epoch(),
                effort.attempts(),
                effort.millis(),
                effort.bytesMoved(),
                effort.bytesResent(),
                evidence == null ? null : evidence.digest().algorithm().code(),
                evidence == null ? null : evidence.digest(),
                evidence == null ? null : evidence.level().code(),
                now.toEpochMilli(),
                outcome.file().number(),
                before.code()
            });
        }
        int[] changed = sql.batch(ONE, rows);
        boolean[] written = new boolean[changed.length];
        for (int i = 0; i < changed.length; i++) written[i] = changed[i] > 0;
        return written;
    }

    private boolean[] writeAll(List<OutcomeRecord> outcomes) {
        Columns columns = new Columns(outcomes.size());
        Set<Long> asked = new HashSet<>();
        for (OutcomeRecord outcome : outcomes) {
            if (asked.add(outcome.file().number())) columns.add(outcome);
        }
        Set<Long> changed = new HashSet<>(
                sql.list(ALL, (row, at) -> row.getLong(1), columns.arguments(now.toEpochMilli(), before.code())));
        boolean[] written = new boolean[outcomes.size()];
        for (int i = 0; i < written.length; i++) {
            written[i] = changed.remove(outcomes.get(i).file().number());
        }
        return written;
    }

    /** The values by column, as arrays of the database. */
    private static final class Columns {
        private final List<Long> files;
        private final List<Integer> states;
        private final List<Integer> epochs;
        private final List<Integer> attempts;
        private final List<Long> millis;
        private final List<Long> moved;
        private final List<Long> resent;
        private final List<@Nullable Integer> algorithms;
        private final List<byte @Nullable []> digests;
        private final List<@Nullable Integer> levels;

        Columns(int size) {
            files = new ArrayList<>(size);
            states = new ArrayList<>(size);
            epochs = new ArrayList<>(size);
            attempts = new ArrayList<>(size);
            millis = new ArrayList<>(size);
            moved = new ArrayList<>(size);
            resent = new ArrayList<>(size);
            algorithms = new ArrayList<>(size);
            digests = new ArrayList<>(size);
            levels = new ArrayList<>(size);
        }

        void add(OutcomeRecord outcome) {
            Evidence evidence = outcome.evidence();
            files.add(outcome.file().number());
            states.add(outcome.state().code());
            epochs.add(outcome.effort().epoch());
            attempts.add(outcome.effort().attempts());
            millis.add(outcome.effort().millis());
            moved.add(outcome.effort().bytesMoved());
            resent.add(outcome.effort().bytesResent());
            algorithms.add(
                    evidence == null ? null : evidence.digest().algorithm().code());
            digests.add(evidence == null ? null : evidence.digest().value());
            levels.add(evidence == null ? null : evidence.level().code());
        }

        @Nullable Object[] arguments(long endedMillis, int before) {
            return new @Nullable Object[] {
                endedMillis,
                files.toArray(new Long[0]),
                states.toArray(new Integer[0]),
                epochs.toArray(new Integer[0]),
                attempts.toArray(new Integer[0]),
                millis.toArray(new Long[0]),
                moved.toArray(new Long[0]),
                resent.toArray(new Long[0]),
                algorithms.toArray(new Integer[0]),
                digests.toArray(new byte[0][]),
                levels.toArray(new Integer[0]),
                before,
                files.stream().mapToLong(Long::longValue).min().orElseThrow(),
                files.stream().mapToLong(Long::longValue).max().orElseThrow()
            };
        }
    }
}
