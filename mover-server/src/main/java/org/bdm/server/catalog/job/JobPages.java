package org.bdm.server.catalog.job;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.JobQuery.SortKey;
import org.jspecify.annotations.Nullable;

/** The statement of a {@link JobQuery}, and the cursor of its next page: the sort key and the number of the last row. */
final class JobPages {
    /** Later than every end: where jobs stand that have not ended. */
    private static final Instant NOT_ENDED = Instant.parse("9999-12-31T00:00:00Z");

    private final JobQuery query;
    private final StringBuilder sql = new StringBuilder(JobRows.SELECT).append(" WHERE j.deleted_at IS NULL");
    private final List<@Nullable Object> arguments = new ArrayList<>();

    private JobPages(JobQuery query) {
        this.query = query;
        filter();
        if (query.cursor() != null) startAfter(query.cursor());
        order();
    }

    static RowPage<Job> read(Statements statements, JobQuery query) {
        JobPages page = new JobPages(query);
        List<Job> rows = statements.list(page.sql.toString(), JobRows.JOB, page.arguments.toArray());
        boolean isLast = rows.size() < query.rowsMax();
        return new RowPage<>(rows, isLast ? null : page.cursorAfter(rows.get(rows.size() - 1)));
    }

    private void filter() {
        JobQuery.Filter filter = query.filter();
        and(" AND j.state IN (");
        List<JobState> states = filter.states().isEmpty() ? List.of(JobState.values()) : List.copyOf(filter.states());
        Jobs.appendCodes(sql, Jobs.withHidden(states), arguments);
        if (filter.owner() != null) and(" AND j.owner = ?", filter.owner());
        if (filter.labelStart() != null) and(" AND j.label LIKE ? ESCAPE '!'", escaped(filter.labelStart()) + "%");
        if (filter.labelPart() != null) {
            String part = escaped(filter.labelPart().toLowerCase(Locale.ROOT));
            and(" AND LOWER(j.label) LIKE ? ESCAPE '!'", "%" + part + "%");
        }
        if (filter.since() != null) and(" AND j.created_at >= ?", filter.since());
    }

    private static String escaped(String text) {
        return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
    }

    private void and(String condition, @Nullable Object... more) {
        sql.append(condition);
        arguments.addAll(Arrays.asList(more));
    }

    private void startAfter(String cursor) {
        String than = query.order().isDescending() ? " < ?" : " > ?";
        if (query.order().key() == SortKey.CREATED_AT) {
            and(" AND j.job_no" + than, Cursor.read(cursor));
            return;
        }
        Cursor.Place place = Cursor.readPlace(cursor);
        Object key = key(place.key());
        String column = column();
        and(" AND (" + column + than + " OR (" + column + " = ? AND j.job_no" + than + "))", key, key, place.number());
    }

    private Object key(String text) {
        try {
            return switch (query.order().key()) {
                case ENDED_AT -> Instant.parse(text);
                case LABEL -> text;
                case CREATED_AT, PRIORITY, STATE -> Integer.valueOf(text);
            };
        } catch (NumberFormatException | DateTimeException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the cursor belongs to another order of jobs", e);
        }
    }

    private String cursorAfter(Job last) {
        long number = last.id().number();
        return switch (query.order().key()) {
            case CREATED_AT -> Cursor.write(number);
            case ENDED_AT -> Cursor.write((last.endedAt() == null ? NOT_ENDED : last.endedAt()).toString(), number);
            case PRIORITY -> Cursor.write(Integer.toString(-last.request().priority()), number);
            case LABEL -> Cursor.write(last.request().label(), number);
            case STATE -> Cursor.write(Integer.toString(last.state().code()), number);
        };
    }

    private String column() {
        return switch (query.order().key()) {
            case CREATED_AT -> "j.job_no";
            case ENDED_AT -> "COALESCE(j.ended_at, TIMESTAMP WITH TIME ZONE '9999-12-31 00:00:00+00')";
            case PRIORITY -> "(-j.priority)"; // the catalog keeps 5 for first
            case LABEL -> "j.label";
            case STATE -> "j.state";
        };
    }

    private void order() {
        String direction = query.order().isDescending() ? " DESC" : "";
        boolean isByNumber = query.order().key() == SortKey.CREATED_AT;
        sql.append(" ORDER BY ");
        // As the index of owners has it.
        if (isByNumber && query.filter().owner() != null)
            sql.append("j.owner").append(direction).append(", ");
        if (!isByNumber) sql.append(column()).append(direction).append(", ");
        sql.append("j.job_no").append(direction).append(" LIMIT ?");
        arguments.add(query.rowsMax());
    }
}
