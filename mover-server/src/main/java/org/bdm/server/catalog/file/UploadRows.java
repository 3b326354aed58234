package org.bdm.server.catalog.file;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import org.bdm.core.destination.object.PartNote;
import org.bdm.core.destination.object.UploadNote;
import org.bdm.core.destination.object.UploadNotes;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.Statements;

/** Uploads of parts that are under way. A change is on stable storage when its call returns, so each call may block. Any thread that may. */
public final class UploadRows implements UploadNotes {
    private static final String NUMBER =
            "SELECT upload_no FROM object_upload WHERE export = ? AND job_no = ? AND file_id = ? AND upload_id = ?";

    private final CatalogParts parts;

    /** With the parts of the open catalog. */
    public UploadRows(CatalogParts parts) {
        this.parts = parts;
    }

    @Override
    public void begun(UploadNote note) {
        Durable.await(parts.write(
                1,
                work -> work.sql()
                        .insert(
                                "INSERT INTO object_upload (export, job_no, file_id, object_key, upload_id, size, part_bytes,"
                                        + " completing) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                                "upload_no",
                                note.place(),
                                note.job().number(),
                                note.file().number(),
                                note.key(),
                                note.upload(),
                                note.size(),
                                note.partBytes(),
                                note.isCompleting())));
    }

    private static OptionalLong number(Statements sql, UploadNote note) {
        return sql.one(
                        NUMBER,
                        (row, at) -> row.getLong(1),
                        note.place(),
                        note.job().number(),
                        note.file().number(),
                        note.upload())
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    @Override
    public void sent(UploadNote note, PartNote part) {
        Durable.await(parts.write(1, work -> {
            long upload = number(work.sql(), note)
                    .orElseThrow(() -> new MoverException(
                            ErrorCode.STALE_LEASE, "the upload of " + note.key() + " was given up meanwhile"));
            work.sql().update("DELETE FROM object_part WHERE upload_no = ? AND part_no = ?", upload, part.number());
            return work.sql()
                    .update(
                            "INSERT INTO object_part (upload_no, part_no, size, etag, md5, sha256)"
                                    + " VALUES (?, ?, ?, ?, ?, ?)",
                            upload,
                            part.number(),
                            part.bytes(),
                            part.etag(),
                            part.md5(),
                            part.sha256());
        }));
    }

    @Override
    public void completing(UploadNote note) {
        Durable.await(parts.write(1, work -> {
            OptionalLong upload = number(work.sql(), note);
            if (upload.isEmpty()) {
                throw new MoverException(
                        ErrorCode.STALE_LEASE, "the upload of " + note.key() + " was given up meanwhile");
            }
            return work.sql()
                    .update("UPDATE object_upload SET completing = TRUE WHERE upload_no = ?", upload.getAsLong());
        }));
    }

    @Override
    public void ended(UploadNote note) {
        Durable.await(parts.write(1, work -> {
            OptionalLong upload = number(work.sql(), note);
            if (upload.isEmpty()) return 0;
            work.sql().update("DELETE FROM object_part WHERE upload_no = ?", upload.getAsLong());
            return work.sql().update("DELETE FROM object_upload WHERE upload_no = ?", upload.getAsLong());
        }));
    }

    private static UploadNote note(ResultSet row, int at) throws SQLException {
        return new UploadNote(
                row.getString("export"),
                new JobId(row.getLong("job_no")),
                new FileId(row.getLong("file_id")),
                row.getString("object_key"),
                row.getString("upload_id"),
                row.getLong("size"),
                row.getLong("part_bytes"),
                row.getBoolean("completing"));
    }

    @Override
    public List<UploadNote> of(String place, JobId job) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM object_upload WHERE export = ? AND job_no = ? ORDER BY upload_no",
                UploadRows::note,
                place,
                job.number()));
    }

    @Override
    public List<JobId> jobs(String place) {
        return parts.read(sql -> sql.list(
                "SELECT DISTINCT job_no FROM object_upload WHERE export = ? ORDER BY job_no",
                (row, at) -> new JobId(row.getLong(1)),
                place));
    }

    @Override
    public List<PartNote> parts(UploadNote note) {
        return parts.read(sql -> {
            OptionalLong upload = number(sql, note);
            if (upload.isEmpty()) return List.of();
            return sql.list(
                    "SELECT * FROM object_part WHERE upload_no = ? ORDER BY part_no",
                    (row, at) -> new PartNote(
                            row.getInt("part_no"),
                            row.getLong("size"),
                            row.getString("etag"),
                            row.getString("md5"),
                            row.getString("sha256")),
                    upload.getAsLong());
        });
    }
}
