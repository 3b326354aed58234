package org.bdm.server.catalog.db;

import java.time.Instant;
import java.util.List;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * An event that a change writes. The number of the event is known when the future of the change completes.
 *
 * <p><b>Readers miss nothing.</b> A reader asks for what follows number N, so no event may become visible after one with a higher number. The
 * numbers come from one row, which is locked from when they are taken until the commit: whoever takes the next ones does so after this
 * commit. A sequence of the database would not do: of two transactions the one with the higher numbers may commit first.
 *
 * <p><b>Nobody waits long.</b> All events of a group are numbered and written by its last statements, so that other processes wait for a commit
 * and not for the work of the group; and a group with many events changes that row once.
 */
public final class NewEvent {
    /** Most characters of a text. */
    public static final int TEXT_LENGTH_MAX = 2_000;

    private static final int CODE_LENGTH_MAX = 64;
    private static final int DATA_LENGTH_MAX = 100_000;

    private final @Nullable JobId job;
    private final Instant at;
    private final String code;
    private final String text;
    private final String dataJson;
    private long number; // set on the committer's thread before the future completes

    /** Refuses what its row cannot hold: that would fail with the group, and stop the catalog. */
    public NewEvent(@Nullable JobId job, Instant at, String code, String text, String dataJson) {
        if (code.length() > CODE_LENGTH_MAX || text.length() > TEXT_LENGTH_MAX || dataJson.length() > DATA_LENGTH_MAX) {
            throw new IllegalArgumentException("an event is too long: " + Statements.cut(code, CODE_LENGTH_MAX));
        }
        this.job = job;
        this.at = at;
        this.code = code;
        this.text = text;
        this.dataJson = dataJson;
    }

    public @Nullable JobId job() {
        return job;
    }

    public Instant at() {
        return at;
    }

    public String code() {
        return code;
    }

    public String text() {
        return text;
    }

    public String dataJson() {
        return dataJson;
    }

    /**
     * The number of the event.
     *
     * @throws IllegalStateException before the future of the change completes
     */
    public long number() {
        if (number == 0) throw new IllegalStateException("the event has no number yet");
        return number;
    }

    /** Numbers and inserts the events of a group, in order. Nothing but the commit may follow. */
    static void insert(Statements sql, List<NewEvent> events) {
        if (events.isEmpty()) return;
        long next = RunningNumber.EVENT.take(sql, events.size());
        for (NewEvent event : events) event.number = next++;
        sql.batch(
                "INSERT INTO event (event_no, job_no, happened_at, code, text, data) VALUES (?, ?, ?, ?, ?, ?)",
                events.stream().map(NewEvent::row).toList());
    }

    private @Nullable Object[] row() {
        return new @Nullable Object[] {number, job == null ? null : job.number(), at, code, text, dataJson};
    }
}
