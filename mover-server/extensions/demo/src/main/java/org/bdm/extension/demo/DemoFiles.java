package org.bdm.extension.demo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.store.FileKind;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.file.ChunkState;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.demo.DemoSettings;
import org.jspecify.annotations.Nullable;

/** Writes the files of jobs: most of all rows. Of a job the first files have ended, and the rest has not. */
final class DemoFiles {
    private static final String FILE =
            "file_entry (file_id, dir_id, item_no, name, size, modified_s, modified_ns, version_token, kind,"
                    + " mode, state, epoch, attempts, millis, bytes_moved, bytes_resent, digest_algorithm, digest, evidence, ended_ms)";
    private static final int CHUNK_FILES = 1_000;
    private static final int TOKEN_BYTES = 20;
    private static final int SKIPPED_EACH = 23;
    private static final int DIRECTORY_FILES = 12;
    private static final long MIB = 1L << 20;

    private final DemoRows rows;
    private final DemoSettings settings;
    private final List<DemoDataset> datasets;

    DemoFiles(DemoRows rows, DemoSettings settings, List<DemoDataset> datasets) {
        this.rows = rows;
        this.settings = settings;
        this.datasets = datasets;
    }

    /** Writes the files of a job with their directories, items and chunks. */
    DemoAmounts write(DemoJob job) {
        DemoAmounts amounts = new DemoAmounts();
        DemoChance chance = new DemoChance(settings.seed(), "files of job " + job.number());
        long first = job.number() * (long) FileNumber.FILES_MAX;
        int inDirectory = Math.max(DIRECTORY_FILES, job.files() / datasets.size() + 1);
        if (!job.isOfItems()) writeTree(job, first);
        long chunkBytes = 0;
        int directory = 0;
        for (int at = 0; at < job.files(); at++) {
            DemoDataset set = datasets.get((job.number() * 31 + at / inDirectory) % datasets.size());
            if (!job.isOfItems() && at % inDirectory == 0) {
                directory++;
                writeDirectory(job, first + directory, set);
            }
            long size = chance.size(MIB / 4, (job.number() % 7 == 0 ? 2_400 : 420) * MIB);
            FileState state = state(job, at);
            amounts.add(state, size);
            chunkBytes += size;
            String name = name(set, at);
            if (job.isOfItems()) writeItem(job, first + at, set, name, size);
            writeFile(job, at, job.isOfItems() ? null : first + directory, name, size, chance);
            boolean isChunk = (at + 1) % CHUNK_FILES == 0 || at + 1 == job.files();
            if (!isChunk) continue;
            writeChunk(job, first, at, chunkBytes);
            chunkBytes = 0;
        }
        return amounts;
    }

    /** Of a file of a job that is paused at most the moment of the pause. */
    private Instant since(DemoJob job, int at) {
        Instant worked = job.startedAt().plusMillis(Math.min(at * 400L, 5_000_000));
        Instant last = job.lastWork(settings.now());
        return worked.isAfter(last) ? last : worked;
    }

    private static String name(DemoDataset set, int at) {
        String like = set.files().get(0).name();
        int cut = like.lastIndexOf('_');
        int year = 1850 + at % 250;
        return (cut < 0 ? like.replace(".nc", "") : like.substring(0, cut)) + "_" + year + "01-" + year + "12"
                + (at >= 250 ? "-" + at / 250 : "") + ".nc";
    }

    static FileState state(DemoJob job, int at) {
        if (at >= job.endedFiles()) {
            return at < job.endedFiles() + job.waiting() ? FileState.WAITING : FileState.PENDING;
        }
        int each = job.failsEach();
        if (each > 0 && at % each == each - 1) return FileState.FAILED;
        return job.number() % 3 == 1 && at % SKIPPED_EACH == 0 ? FileState.SKIPPED_SAME : FileState.DONE;
    }

    private void writeTree(DemoJob job, long first) {
        rows.add(
                "job_item (item_id, job_no, source, destination, is_recursive, size, digests)",
                first,
                job.number(),
                "bdm://" + job.from() + "/cmip/",
                "bdm://" + settings.site() + "/" + job.export() + "/",
                true,
                -1L,
                "");
    }

    private void writeItem(DemoJob job, long id, DemoDataset set, String name, long size) {
        boolean isWeb = job.from().contains(".");
        String path = set.directory() + "/" + name;
        String source = isWeb
                ? "https://" + job.from() + "/thredds/fileServer/data/" + path
                : "bdm://" + job.from() + "/cmip/" + path;
        rows.add(
                "job_item (item_id, job_no, source, destination, is_recursive, size, digests)",
                id,
                job.number(),
                source,
                "bdm://" + settings.site() + "/" + job.export() + "/" + path,
                false,
                size,
                "");
        if (!isWeb) return;
        for (int copy = 0; copy < 2; copy++) {
            String node = DemoNames.DATA_NODES.get((int) ((id + copy) % DemoNames.DATA_NODES.size()));
            String location = copy == 0 ? source : "https://" + node + "/thredds/fileServer/esgf/" + path;
            rows.add("job_item_copy (item_id, ordinal, location, preference)", id, copy, location, copy);
        }
    }

    private void writeDirectory(DemoJob job, long id, DemoDataset set) {
        rows.add(
                "directory (dir_id, item_no, path, mode, modified_s, modified_ns)",
                id,
                0,
                set.directory().getBytes(StandardCharsets.UTF_8),
                0755,
                job.createdAt().getEpochSecond(),
                0);
    }

    private void writeFile(DemoJob job, int at, @Nullable Long directory, String name, long size, DemoChance chance) {
        long id = job.number() * (long) FileNumber.FILES_MAX + at;
        FileState state = state(job, at);
        boolean isDone = state == FileState.DONE;
        boolean isTried = state != FileState.PENDING && state != FileState.SKIPPED_SAME;
        Instant modified = job.createdAt().minus(Duration.ofMinutes(60L * 24 * 90 + at % 100_000));
        Instant since = since(job, at);
        boolean isFailed = state == FileState.FAILED || state == FileState.WAITING;
        rows.add(
                FILE,
                id,
                directory,
                job.isOfItems() ? at : 0,
                directory == null ? null : name.getBytes(StandardCharsets.UTF_8),
                size,
                modified.getEpochSecond(),
                0,
                token(id, modified),
                FileKind.FILE.code(),
                0644,
                state.code(),
                1,
                isTried ? isFailed ? 3 : 1 : 0,
                isTried ? 200 + size / (60 << 10) : 0,
                isDone ? size : isFailed ? size / 3 : 0,
                isFailed ? size / 4 : 0,
                isDone ? ChecksumAlgorithm.SHA256.code() : null,
                isDone ? chance.digest() : null,
                isDone ? evidence(job).code() : null,
                state == FileState.PENDING ? null : since.toEpochMilli());
        if (isFailed) writeTrouble(job, id, state, since);
    }

    static EvidenceLevel evidence(DemoJob job) {
        return job.kind() == JobKind.REPLICA_SET
                ? EvidenceLevel.PUBLISHED
                : job.number() % 5 == 0 ? EvidenceLevel.READBACK : EvidenceLevel.STREAM;
    }

    private static byte[] token(long inode, Instant changed) {
        return ByteBuffer.allocate(TOKEN_BYTES)
                .putLong(inode)
                .putLong(changed.getEpochSecond())
                .putInt(0)
                .array();
    }

    private void writeTrouble(DemoJob job, long id, FileState state, Instant since) {
        boolean isWaiting = state == FileState.WAITING;
        DemoTrouble why = isWaiting
                ? new DemoTrouble(
                        ErrorCode.CONNECTION_LOST.name(),
                        "the connection to " + job.from() + " broke; it is tried again")
                : job.trouble();
        int code = ErrorCode.valueOf(why.code()).number();
        rows.add(
                "file_exception (file_id, job_no, state, error_code, not_before_ms, text)",
                id,
                job.number(),
                state.code(),
                code,
                isWaiting ? settings.now().plus(Duration.ofMinutes(35)).toEpochMilli() : null,
                why.text());
        for (int attempt = 1; attempt <= 2; attempt++) {
            rows.add(
                    "file_attempt (file_id, attempt, error_code, ended_ms, millis, bytes_moved, text)",
                    id,
                    attempt,
                    ErrorCode.CONNECTION_LOST.number(),
                    job.startedAt()
                            .plusMillis(Duration.between(job.startedAt(), since).toMillis() * attempt / 3)
                            .toEpochMilli(),
                    900L * attempt,
                    0L,
                    "the connection to " + job.from() + " broke");
        }
    }

    private void writeChunk(DemoJob job, long first, int last, long bytes) {
        int begin = last / CHUNK_FILES * CHUNK_FILES;
        boolean isDone = last < job.endedFiles() || job.state().isFinal();
        rows.add(
                "file_chunk (chunk_id, job_no, first_file, last_file, files, bytes, state, available_ms, lease_number)",
                first + last / CHUNK_FILES,
                job.number(),
                first + begin,
                first + last,
                last - begin + 1,
                bytes,
                isDone ? ChunkState.DONE.code() : ChunkState.PENDING.code(),
                0L,
                isDone ? 1 : 0);
    }
}
