package org.bdm.server.catalog.handover;

import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;

/** Changes of rows that both people and the duty make. */
final class HandoverRows {
    private static final int SAYS_LENGTH_MAX = 2_000;

    private HandoverRows() {}

    /** Returns the codes of states, with commas between them, for SQL. */
    static String codes(Set<HandedFileState> states) {
        return states.stream().map(state -> String.valueOf(state.code())).collect(Collectors.joining(", "));
    }

    /** Returns text that fits the column. */
    static String says(String text) {
        return Statements.cut(text, SAYS_LENGTH_MAX);
    }

    /** Brings files of these states into another one. */
    static void move(Statements sql, long handover, Set<HandedFileState> from, HandedFileState to) {
        sql.update(
                "UPDATE handover_file SET state = ?, says = '' WHERE handover_no = ? AND state IN (" + codes(from)
                        + ")",
                to.code(),
                handover);
    }

    /** Brings a handover into another state, if that may follow; false if not. */
    static boolean become(
            ChangeWork work, long handover, HandoverState next, Awaited awaited, String says, Instant nextAt) {
        return work.sql()
                        .update(
                                "UPDATE handover SET state = ?, awaits = ?, says = ?, next_ms = ?, compared_no = 0,"
                                        + " ended_at = ? WHERE handover_no = ? AND state IN ("
                                        + HandoverState.codesBefore(next) + ")",
                                next.code(),
                                awaited.code(),
                                says(says),
                                nextAt.toEpochMilli(),
                                next.isFinal() ? work.now() : null,
                                handover)
                > 0;
    }

    /** Makes files of these states WANTED for another list; false if it cannot be submitted in its state. */
    static boolean submit(ChangeWork work, long handover, Set<HandedFileState> states) {
        if (!become(work, handover, HandoverState.SUBMITTING, Awaited.NOBODY, "", Instant.EPOCH)) return false;
        work.sql()
                .update(
                        "UPDATE handover SET submission = NULL, list_sha256 = NULL, task = NULL WHERE handover_no = ?",
                        handover);
        move(work.sql(), handover, states, HandedFileState.WANTED);
        return true;
    }
}
