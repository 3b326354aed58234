package org.bdm.server.job.submit;

import java.io.InputStream;
import java.time.Clock;
import org.bdm.core.control.job.ReceivedItems;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Idempotency;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.ListPart;
import org.bdm.server.message.Answers;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.message.Sha256;
import org.bdm.server.message.StreamedList;
import org.bdm.server.message.SubmissionLimits;
import org.jspecify.annotations.Nullable;

/** Takes jobs whose list arrives in parts: the job id is known at once, and each part is durable when it is answered. */
public final class PartedSubmissions {
    private final Catalog catalog;
    private final SubmissionRules rules;
    private final ReceivedLists lists;
    private final JsonMessages messages;
    private final SubmissionLimits limits;
    private final Clock clock;

    PartedSubmissions(
            Catalog catalog,
            SubmissionRules rules,
            ReceivedLists lists,
            JsonMessages messages,
            SubmissionLimits limits,
            Clock clock) {
        this.catalog = catalog;
        this.rules = rules;
        this.lists = lists;
        this.messages = messages;
        this.limits = limits;
        this.clock = clock;
    }

    /** Begins a job whose items follow; the job is durable when this returns. */
    public JobId begin(byte[] body, @Nullable String key, String owner) {
        SubmitJob job = messages.read(body, body.length, SubmitJob.class);
        if (SubmissionRules.kind(job) != JobKind.BATCH) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "items can follow for a BATCH only");
        }
        if (!job.items().isEmpty()) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the job has items, and says that they follow");
        }
        Idempotency idempotency = key == null ? null : Submitting.idempotency(key, Sha256.of(body));
        return Answers.durable(catalog.partedLists().begin(rules.request(job, owner, null), idempotency))
                .job();
    }

    /**
     * Takes a part. Entries that are stored already are skipped, so that repeating a part changes nothing.
     *
     * @param from number of its first entry in the whole list, from 0
     * @param isLast true if the list is complete with this part, which may be empty
     */
    public ReceivedItems part(JobId job, int from, boolean isLast, InputStream body, @Nullable String encoding) {
        return lists.receive(() -> {
            ListPart part = catalog.partedLists().part(job, from);
            StreamedList list = new StreamedList(body, encoding, limits);
            lists.read(list, false, part::add);
            if (!isLast) return new ReceivedItems(job.toString(), part.finish(), false);
            return new ReceivedItems(job.toString(), completed(job, part), true);
        });
    }

    /** Entries of different parts with one destination cannot be mended by another part: the job ends. */
    private int completed(JobId job, ListPart part) {
        try {
            return part.complete();
        } catch (MoverException e) {
            if (e.code() == ErrorCode.DUPLICATE_DESTINATION) {
                JobReason reason = new JobReason(e.code().name(), e.detail(), clock.instant(), null);
                var unused = Answers.durable(catalog.jobs().cancel(job, reason));
            }
            throw e;
        }
    }
}
