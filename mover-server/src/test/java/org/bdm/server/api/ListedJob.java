package org.bdm.server.api;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.FoundFile;
import org.bdm.server.catalog.file.ListProgress;
import org.bdm.server.catalog.file.ListedBatch;
import org.bdm.server.catalog.file.ListedDirectory;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.bdm.server.catalog.job.JobState;

/** Does to a job what its workers would do, step by step. Files have 100 bytes. */
final class ListedJob {
    static final Instant MODIFIED = Instant.parse("2018-08-03T12:00:00Z");
    static final long BYTES = 100;

    private final Catalog catalog;
    final JobId id;
    private ChunkLease lease;
    private List<FileRow> open = List.of();

    ListedJob(Catalog catalog, String jobId) {
        this.catalog = catalog;
        this.id = new JobId(Long.parseLong(jobId.substring("job-".length())));
    }

    /** Lists these files at the root of the only item, or one directory below it, and makes the job ACTIVE. */
    ListedJob list(String... paths) {
        List<FoundFile> files = new ArrayList<>();
        List<StorePath> directories = new ArrayList<>(List.of(StorePath.ROOT));
        for (String path : paths) {
            String name = path.substring(path.indexOf('/') + 1);
            StorePath parent = StorePath.ofUtf8(
                    path.substring(0, path.length() - name.length()).replace("/", ""));
            if (!directories.contains(parent)) directories.add(parent);
            int directory = directories.indexOf(parent);
            FileStatus status =
                    new FileStatus(FileKind.FILE, new FileVersion(BYTES, MODIFIED, MODIFIED, 1), 0644, null);
            files.add(new FoundFile(0, directory, FileName.ofUtf8(name), status, FileState.PENDING, null, List.of()));
        }
        List<ListedDirectory> listed = IntStream.range(0, directories.size())
                .mapToObj(i -> new ListedDirectory(i, 0, directories.get(i), 0755, MODIFIED, ListProgress.FINISHED))
                .toList();
        catalog.listings()
                .append(new ListedBatch(id, catalog.listings().position(id), 1, listed, Map.of(), files))
                .join();
        catalog.listings().complete(id).join();
        catalog.jobs().change(id, JobState.PLANNING, null).join();
        catalog.jobs().change(id, JobState.ACTIVE, null).join();
        lease = catalog.chunks().leaseOf(id, Duration.ofMinutes(5)).orElseThrow();
        open = catalog.chunks().openFiles(lease, null, Instant.now().plusSeconds(60), 1000);
        return this;
    }

    ListedJob done(int file) {
        byte[] digest = new byte[32];
        Evidence evidence = new Evidence(EvidenceLevel.STREAM, new Checksum(ChecksumAlgorithm.SHA256, digest));
        return record(OutcomeRecord.done(open.get(file), evidence, new FileEffort(1, 1, 5, BYTES + 10, 10)));
    }

    /** From a data node, by so many requests; no digest is published. */
    ListedJob came(int file, Origin.Asked asked) {
        Evidence evidence = new Evidence(EvidenceLevel.STREAM, new Checksum(ChecksumAlgorithm.SHA256, new byte[32]));
        List<Origin> origins = List.of(new Origin("node.example", BYTES, asked));
        return record(OutcomeRecord.done(open.get(file), evidence, new FileEffort(1, 1, 5, BYTES, 0), null, origins));
    }

    ListedJob same(int file) {
        return record(OutcomeRecord.skippedSame(open.get(file), FileEffort.NONE));
    }

    ListedJob failed(int file, ErrorCode code, String text) {
        return record(OutcomeRecord.failed(open.get(file), new FileTrouble(code, text, null), FileEffort.NONE));
    }

    ListedJob waiting(int file, ErrorCode code, String text, Instant until) {
        return record(OutcomeRecord.waiting(open.get(file), new FileTrouble(code, text, until), FileEffort.NONE));
    }

    /** The attempt of this number came to nothing; each takes 10 ms and brings 30 bytes. */
    ListedJob tried(int file, int attempt, ErrorCode code, String text) {
        FileEffort effort = new FileEffort(attempt, attempt, 10L * attempt, 30L * attempt, 0);
        FileTrouble trouble = new FileTrouble(code, text, Instant.now().plusSeconds(60));
        return record(OutcomeRecord.waiting(open.get(file), trouble, effort));
    }

    private ListedJob record(OutcomeRecord outcome) {
        catalog.chunks().record(lease, List.of(outcome)).join();
        return this;
    }

    /** Ends a mirror job; its destination is compared when somebody looks. */
    ListedJob endMirror() {
        String destination = catalog.jobs().find(id).orElseThrow().request().destination();
        catalog.jobs()
                .endMirror(id, JobState.SUCCEEDED, null, "{}", destination)
                .join();
        return this;
    }

    ListedJob end(JobState last) {
        catalog.jobs()
                .end(
                        id,
                        last,
                        null,
                        "{\"filesByState\":{\"DONE\":1,\"FAILED\":1},\"bytesByState\":{\"DONE\":100,"
                                + "\"FAILED\":100},\"filesByEvidence\":{\"stream\":1},\"bytesMoved\":110,\"bytesResent\":10,"
                                + "\"streams\":2,\"dataSecurity\":\"tls\",\"listingMillis\":1,\"movingMillis\":2,"
                                + "\"verifyingMillis\":3,\"placingMillis\":4,\"failures\":[{\"code\":\"DESTINATION_EXISTS\","
                                + "\"files\":1}]}")
                .join();
        return this;
    }
}
