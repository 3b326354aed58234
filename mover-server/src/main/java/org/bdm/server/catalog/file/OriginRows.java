package org.bdm.server.catalog.file;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/** Rows that say from where files came which could come from several places, and the sums of their jobs. */
final class OriginRows {
    static final String INSERT =
            "INSERT INTO file_origin (file_id, ordinal, place, bytes, requests, millis) VALUES (?, ?, ?, ?, ?, ?)";

    private static final int PLACE_LENGTH_MAX = 300;
    private static final int PLACES_MAX = 64;

    private OriginRows() {}

    static List<@Nullable Object[]> rows(FileId file, List<Origin> origins) {
        List<@Nullable Object[]> rows = new ArrayList<>(origins.size());
        for (Origin origin : origins) {
            Origin.Asked asked = origin.asked();
            rows.add(new @Nullable Object[] {
                file.number(),
                rows.size(),
                place(origin),
                origin.bytes(),
                asked == null ? null : (Integer) asked.requests(),
                asked == null ? null : (Long) asked.millis()
            });
        }
        return rows;
    }

    static String place(Origin origin) {
        return Statements.cut(origin.place(), PLACE_LENGTH_MAX);
    }

    /** Those of the files that have such rows. */
    static Map<FileId, List<Origin>> of(Statements sql, List<FileId> files) {
        Map<FileId, List<Origin>> found = new HashMap<>();
        for (List<FileId> part : Statements.parts(files)) {
            sql.list(
                            "SELECT file_id, place, bytes, requests, millis FROM file_origin WHERE file_id IN ("
                                    + Statements.marks(part.size()) + ") ORDER BY file_id, ordinal",
                            (row, at) -> Map.entry(
                                    new FileId(row.getLong(1)),
                                    new Origin(row.getString(2), row.getLong(3), asked(row))),
                            part.stream().map(FileId::number).toArray())
                    .forEach(row -> found.computeIfAbsent(row.getKey(), missing -> new ArrayList<>())
                            .add(row.getValue()));
        }
        return found;
    }

    private static Origin.@Nullable Asked asked(ResultSet row) throws SQLException {
        int requests = row.getInt(4);
        return requests == 0 ? null : new Origin.Asked(requests, row.getLong(5));
    }

    /** By place, at most {@value #PLACES_MAX}. */
    static Map<String, Amount> ofJob(Statements sql, JobId job) {
        Map<String, Amount> places = new TreeMap<>();
        sql.list(
                        "SELECT place, SUM(files), SUM(bytes) FROM job_origin WHERE job_no = ? GROUP BY place"
                                + " ORDER BY place LIMIT " + PLACES_MAX,
                        (row, at) -> Map.entry(row.getString(1), new Amount(row.getLong(2), row.getLong(3))),
                        job.number())
                .forEach(row -> places.put(row.getKey(), row.getValue()));
        return places;
    }
}
