package org.bdm.server.catalog.job;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.NewEvent;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.RunningNumber;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** The history of jobs and of the site. */
public final class Events {
    /** The code of the event of a new rate limit of a job. */
    public static final String RATE_LIMIT_CHANGED = "RATE_LIMIT_CHANGED";

    private static final RecordColumns<Event> ROW =
            RecordColumns.of(Event.class, "event_no job_no happened_at code text data");

    private final CatalogParts parts;

    public Events(CatalogParts parts) {
        this.parts = parts;
    }

    /** Writes an event, dated now; the future gives it with its number. Never waits for room: TOO_MANY_REQUESTS. */
    public CompletableFuture<Event> add(@Nullable JobId job, String code, String text, String dataJson) {
        return parts.write(work -> add(work, job, code, text, dataJson)).thenApply(Events::event);
    }

    private static Event event(NewEvent written) {
        return new Event(
                written.number(), written.job(), written.at(), written.code(), written.text(), written.dataJson());
    }

    /** Writes an event, dated now, with the change; {@link NewEvent} says when it has its number. */
    public static NewEvent add(ChangeWork work, @Nullable JobId job, String code, String text, String dataJson) {
        NewEvent event = new NewEvent(job, work.now(), code, Statements.cut(text, NewEvent.TEXT_LENGTH_MAX), dataJson);
        work.happened(event);
        return event;
    }

    /** Events with a number above {@code afterNumber}, oldest first, of one job or (null) of all; at most {@code rowsMax}. */
    public List<Event> after(@Nullable JobId job, long afterNumber, int rowsMax) {
        int limit = CatalogParts.checkedRows(rowsMax);
        if (job == null) {
            return parts.read(sql -> sql.list(
                    "SELECT * FROM event WHERE event_no > ? ORDER BY event_no LIMIT ?", ROW, afterNumber, limit));
        }
        return parts.read(sql -> sql.list(
                "SELECT * FROM event WHERE job_no = ? AND event_no > ? ORDER BY job_no, event_no LIMIT ?",
                ROW,
                job.number(),
                afterNumber,
                limit));
    }

    /** The newest events of a job with one of these codes, newest first; at most {@code rowsMax}. */
    public List<Event> newest(JobId job, List<String> codes, int rowsMax) {
        List<Object> arguments = new ArrayList<>(List.of(job.number()));
        arguments.addAll(codes);
        arguments.add(CatalogParts.checkedRows(rowsMax));
        return parts.read(sql -> sql.list(
                "SELECT * FROM event WHERE job_no = ? AND code IN (" + Statements.marks(codes.size())
                        + ") ORDER BY job_no DESC, event_no DESC LIMIT ?",
                ROW,
                arguments.toArray()));
    }

    /** Number of the newest event; 0 if there is none. */
    public long newest() {
        return parts.read(sql -> RunningNumber.EVENT.last(sql));
    }
}
