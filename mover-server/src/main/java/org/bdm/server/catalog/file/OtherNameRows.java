package org.bdm.server.catalog.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.RecordColumns;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.FileNumber;
import org.jspecify.annotations.Nullable;

/** Rows of names that are one file at the source. Each search of a name stops at the first that fits, however many there are. */
final class OtherNameRows {
    private static final String OF_SAME =
            "(SELECT n.file_id FROM linked_name n JOIN file_entry f ON f.file_id = n.file_id"
                    + " AND f.file_id >= ? AND f.file_id < ? WHERE n.job_no = m.job_no AND n.item_no = m.item_no"
                    + " AND n.device = m.device AND n.inode = m.inode AND f.state IN (?, ?) ORDER BY n.file_id";

    private static final String SELECT = "SELECT m.file_id, " + OF_SAME + " LIMIT 1) AS first_done, " + OF_SAME
            + " DESC LIMIT 1) AS last_done, " + OF_SAME + " LIMIT 1) AS skipped, " + OF_SAME
            + " LIMIT 1) AS still_open FROM linked_name m WHERE m.file_id IN (";

    private static final RecordColumns<Ids> IDS =
            RecordColumns.of(Ids.class, "file_id first_done last_done skipped still_open");

    private OtherNameRows() {}

    /** Ids of names by file: null where there is none. */
    private record Ids(
            FileId file,
            @Nullable Long firstDone,
            @Nullable Long lastDone,
            @Nullable Long skipped,
            @Nullable Long open) {
        Stream<Long> there() {
            return Stream.of(firstDone, lastDone, skipped)
                    .filter(Objects::nonNull)
                    .map(Objects::requireNonNull)
                    .distinct();
        }
    }

    static Map<FileId, Files.OtherNames> of(Statements sql, JobId job, List<FileId> files) {
        List<Ids> found = new ArrayList<>();
        for (List<FileId> part : Statements.parts(files)) found.addAll(ids(sql, job, part));
        Set<Long> there = new HashSet<>();
        found.forEach(ids -> ids.there().forEach(there::add));
        Map<Long, FileRow> rows = rows(sql, job, List.copyOf(there));
        Map<FileId, Files.OtherNames> names = new HashMap<>();
        for (Ids ids : found) {
            List<FileRow> ofOne =
                    ids.there().map(rows::get).filter(Objects::nonNull).toList();
            FileId open = ids.open() == null ? null : new FileId(ids.open());
            names.put(ids.file(), new Files.OtherNames(open, ofOne));
        }
        return names;
    }

    private static List<Ids> ids(Statements sql, JobId job, List<FileId> files) {
        List<Object> arguments = new ArrayList<>();
        state(arguments, job, FileState.DONE, FileState.DONE);
        state(arguments, job, FileState.DONE, FileState.DONE);
        state(arguments, job, FileState.SKIPPED_SAME, FileState.SKIPPED_SAME);
        state(arguments, job, FileState.PENDING, FileState.WAITING);
        files.forEach(file -> arguments.add(file.number()));
        return sql.list(
                SELECT + Statements.marks(files.size()) + ") ORDER BY m.file_id LIMIT " + files.size(),
                IDS,
                arguments.toArray());
    }

    private static void state(List<Object> arguments, JobId job, FileState one, FileState other) {
        long first = FileNumber.first(job);
        arguments.addAll(List.of(first, first + FileNumber.FILES_MAX, one.code(), other.code()));
    }

    private static Map<Long, FileRow> rows(Statements sql, JobId job, List<Long> ids) {
        Map<Long, FileRow> rows = new HashMap<>();
        for (List<Long> part : Statements.parts(ids)) {
            sql.list(
                            FileRows.SELECT + " WHERE f.file_id IN (" + Statements.marks(part.size())
                                    + ") ORDER BY f.file_id LIMIT " + part.size(),
                            new FileRowReader(false),
                            FileRows.arguments(job, part.toArray()))
                    .forEach(row -> rows.put(row.id().number(), row));
        }
        return rows;
    }
}
