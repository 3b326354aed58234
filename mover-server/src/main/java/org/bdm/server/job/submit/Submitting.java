package org.bdm.server.job.submit;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Idempotency;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.Reception;
import org.bdm.server.catalog.job.Submission;
import org.bdm.server.catalog.job.Submissions;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.message.Answers;
import org.bdm.server.message.EntryErrors;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.message.PlainText;
import org.bdm.server.message.Sha256;
import org.bdm.server.message.StreamedList;
import org.bdm.server.message.SubmissionLimits;
import org.jspecify.annotations.Nullable;

/** Takes jobs in: checks all of it, then keeps it. A job is durable when its id is given, and not there at all when anything is refused. */
public final class Submitting {
    private final Catalog catalog;
    private final SubmissionRules rules;
    private final JsonMessages messages;
    private final SubmissionLimits limits;
    private final ReceivedLists lists;
    private final ReplicaJobs replicas;
    private final JobsWithoutItems withoutItems;

    Submitting(
            Catalog catalog,
            SubmissionRules rules,
            JsonMessages messages,
            SubmissionLimits limits,
            ReplicaJobs replicas,
            JobsWithoutItems withoutItems,
            ReceivedLists lists) {
        this.catalog = catalog;
        this.rules = rules;
        this.messages = messages;
        this.limits = limits;
        this.replicas = replicas;
        this.withoutItems = withoutItems;
        this.lists = lists;
    }

    /**
     * A request with its items, checked.
     *
     * @param request what the catalog keeps
     */
    public record Checked(JobRequest request, List<SubmittedItem> items) {}

    /** A job in one message. */
    public JobId submit(byte[] body, @Nullable String key, Submitter by) {
        return submit(read(body), body, key, by);
    }

    /** The same, of a message that was read already; its bytes tell a repeated request from another one. */
    public JobId submit(SubmitJob message, byte[] body, @Nullable String key, Submitter by) {
        Optional<JobId> known = withoutItems.submit(message, key, Sha256.of(body), by.owner());
        if (known.isPresent()) return known.get();
        if (SubmissionRules.kind(message) == JobKind.REPLICA_SET) {
            return replicas.submit(message, key, Sha256.of(body), by);
        }
        Checked job = check(message, by.owner());
        Idempotency idempotency = key == null ? null : idempotency(key, Sha256.of(body));
        if (job.items().size() <= Submissions.ITEMS_AT_ONCE_MAX) {
            return Answers.durable(catalog.submissions().submit(job.request(), job.items(), idempotency))
                    .job();
        }
        try (Reception reception = catalog.submissions().receive(job.request())) {
            job.items().forEach(reception::add);
            return reception.finish(idempotency).job();
        }
    }

    /** Reads a job in one message. */
    public SubmitJob read(byte[] body) {
        return messages.read(body, body.length, SubmitJob.class);
    }

    /** Checks a job of trees or files; keeps nothing. */
    public Checked check(SubmitJob job, String owner) {
        JobKind kind = SubmissionRules.kind(job);
        checkNumber(kind, job.items().size());
        ItemRules items = lists.itemRules();
        EntryErrors errors = kind == JobKind.BATCH ? new EntryErrors() : EntryErrors.ofOne();
        List<SubmittedItem> checked = new ArrayList<>();
        for (int i = 0; i < job.items().size(); i++) {
            String name = "items[" + i + "]";
            try {
                checked.add(items.checked(name, kind, job.items().get(i)));
            } catch (MoverException e) {
                errors.add(name, e);
            }
        }
        if (errors.isEmpty()) ReceivedLists.together(items, errors);
        errors.throwIfAny();
        Checked whole = new Checked(rules.request(job, owner, kind == JobKind.BATCH ? null : checked.get(0)), checked);
        lists.refuseInBuckets(whole.request().settings(), checked);
        return whole;
    }

    private static void checkNumber(JobKind kind, int items) {
        if (items == 0) throw new MoverException(ErrorCode.INVALID_REQUEST, "items is empty");
        if (kind != JobKind.BATCH && items > 1) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "a " + kind + " has one item; a list is a BATCH");
        }
    }

    /** A job as a list of lines: the job without items first, then one item a line. Blocks while the catalog is behind. */
    public JobId submitStreamed(InputStream body, @Nullable String encoding, @Nullable String key, String owner) {
        return lists.receive(() -> {
            StreamedList list = new StreamedList(body, encoding, limits);
            JobRequest request = head(list, owner);
            try (Reception reception = catalog.submissions().receive(request)) {
                readItems(list, reception::add);
                Checksum sent = list.sentSha256();
                Submission submission = reception.finish(key == null ? null : idempotency(key, sent));
                return submission.job();
            }
        });
    }

    /** As {@link #submitStreamed}, but keeps nothing; TOO_LARGE beyond {@code itemsMax}. */
    public Checked checkStreamed(InputStream body, @Nullable String encoding, String owner, int itemsMax) {
        return lists.receive(() -> {
            StreamedList list = new StreamedList(body, encoding, limits);
            JobRequest request = head(list, owner);
            List<SubmittedItem> items = new ArrayList<>();
            readItems(list, item -> {
                if (items.size() == itemsMax) {
                    throw new MoverException(ErrorCode.TOO_LARGE, "a plan has at most " + itemsMax + " items");
                }
                items.add(item);
            });
            return new Checked(request, items);
        });
    }

    private JobRequest head(StreamedList list, String owner) {
        StreamedList.Line first = list.next();
        if (first == null) throw new MoverException(ErrorCode.INVALID_REQUEST, "the body is empty");
        SubmitJob job = messages.read(first.bytes(), first.length(), SubmitJob.class);
        if (!job.items().isEmpty()) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "the first line has items; in a list each has a line of its own");
        }
        if (SubmissionRules.kind(job) != JobKind.BATCH) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "a list of lines is a BATCH");
        }
        return rules.request(job, owner, null);
    }

    private void readItems(StreamedList list, Consumer<SubmittedItem> keep) {
        if (lists.read(list, true, keep) == 0) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "the list has no items");
        }
    }

    static Idempotency idempotency(String key, Checksum bodySha256) {
        String text = PlainText.checked("Idempotency-Key", key, 200);
        if (text.isBlank()) throw new MoverException(ErrorCode.INVALID_REQUEST, "Idempotency-Key is empty");
        return new Idempotency(text, bodySha256);
    }
}
