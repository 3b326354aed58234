package org.bdm.server.catalog;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.FoundFile;
import org.bdm.server.catalog.file.ListProgress;
import org.bdm.server.catalog.file.ListedBatch;
import org.bdm.server.catalog.file.ListedDirectory;
import org.bdm.server.catalog.file.ListingPosition;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettingsBuilder;
import org.bdm.server.catalog.settings.KeptSettings;

/** Values that tests of the catalog use, and short words for what they do often. */
public final class Samples {
    public static final Instant MODIFIED = Instant.parse("2018-08-03T12:00:00.123456789Z");

    /** The options of a job that says nothing. */
    public static final JobSettings SETTINGS = JobSettingsBuilder.builder().build();

    private Samples() {}

    public static JobRequest request(String owner, int priority) {
        return new JobRequest(
                JobKind.TREE,
                owner,
                "a label",
                priority,
                0,
                KeptSettings.of(SETTINGS),
                "bdm://a/data",
                "bdm://b/data",
                null);
    }

    public static SubmittedItem item(String destination) {
        return new SubmittedItem(
                "bdm://a/data/" + destination,
                "bdm://b/data/" + destination,
                true,
                SubmittedItem.SIZE_UNKNOWN,
                List.of());
    }

    public static Checksum sha256(String text) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(StandardCharsets.UTF_8.encode(text));
        return digest.finish();
    }

    public static Evidence evidence(String text) {
        return new Evidence(EvidenceLevel.READBACK, sha256(text));
    }

    public static FileStatus status(long size) {
        return new FileStatus(
                FileKind.FILE, new FileVersion(size, MODIFIED, MODIFIED.plusSeconds(5), 4711), 0644, null);
    }

    public static FoundFile pending(int directory, String name, long size) {
        return listed(directory, name, size, FileState.PENDING);
    }

    public static FoundFile listed(int directory, String name, long size, FileState state) {
        FileTrouble trouble = state == FileState.FAILED
                ? new FileTrouble(ErrorCode.DESTINATION_EXISTS, "there is another " + name, null)
                : null;
        return new FoundFile(0, directory, FileName.ofUtf8(name), status(size), state, trouble, List.of());
    }

    public static ListedDirectory directory(int number, String path, ListProgress progress) {
        return new ListedDirectory(number, 0, StorePath.ofUtf8(path), 0755, MODIFIED, progress);
    }

    /** A job that is ACTIVE, wholly listed, with {@code files} pending files of one byte more each, names in order. */
    public static JobId activeJob(Catalog catalog, int files, int priority) {
        return activeJob(catalog, "ann", files, priority);
    }

    /** The same of another owner. */
    public static JobId activeJob(Catalog catalog, String owner, int files, int priority) {
        JobId job = catalog.submissions()
                .submit(request(owner, priority), List.of(item("x")), null)
                .join()
                .job();
        ListingPosition at = catalog.listings().position(job);
        List<ListedDirectory> root = List.of(directory(0, "", ListProgress.FINISHED));
        for (int from = 0; from < files || from == 0; from += 1000) {
            List<FoundFile> batch = new ArrayList<>();
            for (int i = from; i < Math.min(files, from + 1000); i++)
                batch.add(pending(0, String.format("f%07d", i), i + 1));
            at = catalog.listings()
                    .append(new ListedBatch(job, at, 1, root, Map.of(), batch))
                    .join();
            root = List.of();
        }
        catalog.listings().complete(job).join();
        catalog.jobs().change(job, JobState.PLANNING, null).join();
        catalog.jobs().change(job, JobState.ACTIVE, null).join();
        return job;
    }

    public static void assertRefused(ErrorCode code, ThrowableAssert.ThrowingCallable call) {
        Assertions.assertThatThrownBy(() -> {
                    try {
                        call.call();
                    } catch (CompletionException e) {
                        throw e.getCause();
                    }
                })
                .isInstanceOfSatisfying(
                        MoverException.class,
                        refusal -> Assertions.assertThat(refusal.code())
                                .as(refusal.detail())
                                .isEqualTo(code));
    }

    /** How it fails; not to be told at all is an error of its own. */
    public static MoverException failure(CompletableFuture<?> future) {
        try {
            future.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CompletionException wrapped
                    && wrapped.getCause() instanceof MoverException known) {
                return known;
            }
            if (e.getCause() instanceof MoverException known) return known;
            throw new AssertionError(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("nobody was told", e);
        }
        throw new AssertionError("it did not fail");
    }
}
