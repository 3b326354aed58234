package org.bdm.server.job.submit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.Idempotency;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.Reception;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.message.Sha256;
import org.bdm.server.site.access.AskersRights;
import org.jspecify.annotations.Nullable;

/** Makes new jobs of what failed: the old one keeps its final state. Blocks while the catalog is behind. */
public final class RetryJobs {
    private final Catalog catalog;

    RetryJobs(Catalog catalog) {
        this.catalog = catalog;
    }

    /** UNKNOWN_JOB; ILLEGAL_STATE if the job has not ended, or nothing of it failed; FILES_REMOVED. */
    public Job retry(JobId id, String owner) {
        return retry(id, owner, null);
    }

    /**
     * As the other one, for a request that may be repeated.
     *
     * @param key the same key and owner give the same new job; null: each call makes one
     */
    public Job retry(JobId id, String owner, @Nullable String key) {
        Job old = find(id);
        if (!old.state().isFinal()) throw new MoverException(ErrorCode.ILLEGAL_STATE, id + " is still " + old.state());
        if (catalog.jobs().counts(id).in(FileState.FAILED).files() == 0) {
            throw new MoverException(ErrorCode.ILLEGAL_STATE, "no file of " + id + " failed" + again(old));
        }
        old.refuseIfFilesAreRemoved();
        JobRequest was = old.request();
        JobRequest request = new JobRequest(
                JobKind.BATCH,
                // A job that a site passed on keeps the rights of that site, whoever retries it.
                AskersRights.isOfSite(was.owner()) ? was.owner() : owner,
                was.label(),
                was.priority(),
                was.maxRateBytesPerSecond(),
                was.kept(),
                was.source(),
                was.destination(),
                id);
        try (Reception reception = catalog.submissions().receive(request)) {
            addFailed(id, reception);
            Checksum asked = Sha256.of(("retry " + id).getBytes(StandardCharsets.US_ASCII));
            Idempotency once = key == null ? null : Submitting.idempotency(key, asked);
            return find(reception.finish(once).job());
        }
    }

    private void addFailed(JobId id, Reception reception) {
        String cursor = null;
        do {
            RowPage<FileRow> page =
                    catalog.files().page(new FileQuery(id, FileState.FAILED, null, cursor, RowPage.ROWS_MAX));
            Map<Integer, List<ItemCopy>> copies = copies(id, page.rows());
            for (FileRow row : page.rows()) {
                reception.add(
                        item(row).withCopies(copies.getOrDefault(row.item().number(), List.of())));
            }
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    private Map<Integer, List<ItemCopy>> copies(JobId id, List<FileRow> rows) {
        if (rows.stream().noneMatch(row -> row.item().source() instanceof ItemSource.OfCopies)) return Map.of();
        int first = rows.stream().mapToInt(row -> row.item().number()).min().orElseThrow();
        int last = rows.stream().mapToInt(row -> row.item().number()).max().orElseThrow();
        return catalog.copies().ofItems(id, first, last);
    }

    private static SubmittedItem item(FileRow row) {
        SubmittedItem was = row.item().item();
        if (row.name() == null || !(was.source() instanceof ItemSource.AtSite at)) return was;
        Endpoint source = at.endpoint();
        Endpoint destination = Endpoint.parse(was.destination());
        // A directory that could not be listed stands for all that is in it.
        boolean isTree = row.status().kind() == FileKind.DIRECTORY;
        return new SubmittedItem(
                new ItemSource.AtSite(source.withPath(row.path().below(source.path()))),
                destination.withPath(row.path().below(destination.path())).toString(),
                isTree,
                SubmittedItem.SIZE_UNKNOWN,
                row.expected());
    }

    private Job find(JobId id) {
        return catalog.jobs()
                .find(id)
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + id));
    }

    /** Says what to do for the files that a job did not come to. */
    private static String again(Job old) {
        return old.state() == JobState.CANCELLED
                ? "; it was cancelled: submit it again, and what it has placed is not moved again"
                : "";
    }
}
