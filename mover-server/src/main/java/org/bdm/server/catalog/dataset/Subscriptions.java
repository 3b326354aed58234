package org.bdm.server.catalog.dataset;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.Requests;
import org.jspecify.annotations.Nullable;

/** Standing queries and what they found. One worker at a time runs one of them. */
public final class Subscriptions {
    private static final int TEXT_LENGTH_MAX = 2_000;
    private static final int ALIVE_MAX = 1_000;

    private final CatalogParts parts;

    public Subscriptions(CatalogParts parts) {
        this.parts = parts;
    }

    /** Keeps a new one, which is due at once. Fails with TOO_LARGE beyond 1,000. */
    public CompletableFuture<Subscription> add(Subscription subscription) {
        return parts.write(work -> {
            Statements sql = work.sql();
            long alive =
                    sql.number("SELECT COUNT(*) FROM subscription WHERE state <> ?", SubscriptionState.REMOVED.code());
            if (alive >= ALIVE_MAX) {
                throw new MoverException(ErrorCode.TOO_LARGE, "there are " + alive + " subscriptions; remove some");
            }
            Subscription.Choices choices = subscription.choices();
            HoldingPolicy onRetracted = choices.onRetracted();
            HoldingPolicy onSuperseded = choices.onSuperseded();
            long number = sql.insert(
                    "INSERT INTO subscription (owner, label, state, message, every_seconds, tells_new_versions,"
                            + " needs_approval, on_retracted, on_superseded, max_bytes, max_datasets, created_at, next_ms,"
                            + " last_batch, runs, found, added, jobs, left_over, trouble)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, '')",
                    "subscription_no",
                    Statements.cut(subscription.owner(), 200),
                    Statements.cut(subscription.label(), 200),
                    SubscriptionState.ACTIVE.code(),
                    subscription.messageJson(),
                    subscription.every().toSeconds(),
                    choices.tellsNewVersions(),
                    choices.needsApproval(),
                    onRetracted == null ? null : onRetracted.code(),
                    onSuperseded == null ? null : onSuperseded.code(),
                    choices.caps().bytes(),
                    choices.caps().datasets(),
                    work.now(),
                    work.now().toEpochMilli());
            return existing(sql, number);
        });
    }

    private static Subscription existing(Statements sql, long number) {
        return sql.one("SELECT * FROM subscription WHERE subscription_no = ?", SubscriptionRows.SUBSCRIPTION, number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no subscription-" + number));
    }

    /** One of them; also one that was removed. */
    public Optional<Subscription> find(long number) {
        return parts.read(sql ->
                sql.one("SELECT * FROM subscription WHERE subscription_no = ?", SubscriptionRows.SUBSCRIPTION, number));
    }

    /** All that were not removed, by number. */
    public List<Subscription> alive() {
        return parts.read(sql -> sql.list(
                "SELECT * FROM subscription WHERE state <> ? ORDER BY subscription_no LIMIT " + ALIVE_MAX,
                SubscriptionRows.SUBSCRIPTION,
                SubscriptionState.REMOVED.code()));
    }

    /** Those that are ACTIVE and due, the longest first. */
    public List<Subscription> due(int rowsMax) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM subscription WHERE state = ? AND next_ms <= ? ORDER BY state, next_ms LIMIT ?",
                SubscriptionRows.SUBSCRIPTION,
                SubscriptionState.ACTIVE.code(),
                parts.now().toEpochMilli(),
                CatalogParts.checkedRows(rowsMax)));
    }

    /** Pauses, resumes or removes it. Fails with NOT_FOUND, and ILLEGAL_STATE for one that was removed. */
    public CompletableFuture<Subscription> steer(long number, SubscriptionState to) {
        return parts.write(work -> {
            Subscription before = existing(work.sql(), number);
            if (before.state() == SubscriptionState.REMOVED) {
                throw new MoverException(ErrorCode.ILLEGAL_STATE, "subscription-" + number + " was removed");
            }
            work.sql()
                    .update(
                            "UPDATE subscription SET state = ?, state_ms = ? WHERE subscription_no = ?",
                            to.code(),
                            work.now().toEpochMilli(),
                            number);
            return existing(work.sql(), number);
        });
    }

    /** Notes that a run begins; the next one is due when this one was plus the interval, or that from now if it is later. */
    public CompletableFuture<Subscription> begin(long number) {
        return parts.writeWaiting(1, work -> {
            Subscription before = existing(work.sql(), number);
            Instant next = before.nextAt().plus(before.every());
            if (!next.isAfter(work.now())) next = work.now().plus(before.every());
            work.sql()
                    .update(
                            "UPDATE subscription SET begun_at = ?, ended_at = NULL, found = 0, added = 0, jobs = 0,"
                                    + " left_over = 0, trouble = '', next_ms = ? WHERE subscription_no = ?",
                            work.now(),
                            next.toEpochMilli(),
                            number);
            return existing(work.sql(), number);
        });
    }

    /** Notes what a run did, and how far the indexes were harvested, once everything that it found is kept. */
    public CompletableFuture<Subscription> end(long number, Subscription.Run run, List<HarvestMark> marks) {
        List<HarvestMark> kept = List.copyOf(marks);
        return parts.writeWaiting(1 + kept.size(), work -> {
            if (!kept.isEmpty()) SubscriptionRows.removeMarksBut(work.sql(), number, kept);
            for (HarvestMark mark : kept) SubscriptionRows.put(work.sql(), number, mark);
            work.sql()
                    .update(
                            "UPDATE subscription SET ended_at = ?, found = ?, added = ?, jobs = ?, left_over = ?,"
                                    + " trouble = ?, runs = runs + 1 WHERE subscription_no = ?",
                            work.now(),
                            run.found(),
                            run.added(),
                            run.jobs(),
                            run.left(),
                            Statements.cut(run.trouble(), TEXT_LENGTH_MAX),
                            number);
            work.sql()
                    .update(
                            run.trouble().isEmpty()
                                    ? "UPDATE subscription SET trouble_ms = NULL, troubles = 0 WHERE subscription_no = ?"
                                    : "UPDATE subscription SET trouble_ms = COALESCE(trouble_ms, "
                                            + run.begunAt().toEpochMilli()
                                            + "), troubles = troubles + 1 WHERE subscription_no = ?",
                            number);
            return existing(work.sql(), number);
        });
    }

    /** By name of the index. */
    public List<HarvestMark> marks(long number) {
        return parts.read(sql -> sql.list(
                "SELECT * FROM subscription_mark WHERE subscription_no = ? ORDER BY subscription_no, index_name LIMIT 1000",
                SubscriptionRows.MARK,
                number));
    }

    /**
     * Keeps what was found, as NEW. What is known stays as it is, and is {@linkplain FoundDataset.Tracking#isChanged changed} if it is announced
     * otherwise than before. At most 1,000.
     */
    public CompletableFuture<Integer> found(long number, List<HeardDataset> heard) {
        List<HeardDataset> all = List.copyOf(heard);
        return parts.writeWaiting(Math.max(1, all.size()), work -> {
            int added = 0;
            for (HeardDataset one : all) added += SubscriptionDatasetRows.add(work, number, one);
            return added;
        });
    }

    /**
     * Keeps a name that was heard of outside of a run, as NEW, and has the next run sooner; nothing if it is known.
     *
     * @param after earliest run from now
     * @param apart earliest run from the beginning of the one before
     */
    public CompletableFuture<Void> heard(long number, String instanceId, Duration after, Duration apart) {
        return parts.writeWaiting(1, work -> {
            Subscription before = existing(work.sql(), number);
            if (SubscriptionDatasetRows.add(work, number, HeardDataset.named(instanceId)) == 0) return null;
            Instant next = work.now().plus(after);
            Subscription.Run last = before.last();
            if (last != null && last.begunAt().plus(apart).isAfter(next))
                next = last.begunAt().plus(apart);
            work.sql()
                    .update(
                            "UPDATE subscription SET next_ms = ? WHERE subscription_no = ? AND next_ms > ?",
                            next.toEpochMilli(),
                            number,
                            next.toEpochMilli());
            return null;
        });
    }

    /** Those of the names that it knows, by name in lower case. */
    public Map<String, FoundDataset> known(long number, List<String> instanceIds) {
        return parts.read(sql -> SubscriptionDatasetRows.known(sql, number, instanceIds));
    }

    /** A page of all that it found, by name; null takes every state. A page may be short, and still not be the last. */
    public RowPage<FoundDataset> page(long number, @Nullable FoundState state, @Nullable String cursor, int rowsMax) {
        return parts.read(
                sql -> SubscriptionDatasetRows.page(sql, number, state, cursor, CatalogParts.checkedRows(rowsMax)));
    }

    /** Sets what became of datasets. Those that are WANTED get one number of a batch together, which is given; 0 if there are none. */
    public CompletableFuture<Long> decide(long number, List<FoundDataset> decided) {
        List<FoundDataset> kept = List.copyOf(decided);
        return parts.writeWaiting(1 + kept.size(), work -> {
            boolean isBatch = kept.stream().anyMatch(found -> found.state() == FoundState.WANTED);
            Long batch = isBatch ? SubscriptionRows.nextBatch(work.sql(), number) : null;
            SubscriptionDatasetRows.decide(work.sql(), number, kept, batch);
            return batch == null ? 0 : batch;
        });
    }

    /** Notes the job that a batch became. */
    public CompletableFuture<Void> submitted(long number, long batch, JobId job) {
        return parts.writeWaiting(1, work -> {
            work.sql()
                    .update(
                            "UPDATE subscription_dataset SET state = ?, job_no = ? WHERE subscription_no = ? AND state = ?"
                                    + " AND batch = ?",
                            FoundState.SUBMITTED.code(),
                            job.number(),
                            number,
                            FoundState.WANTED.code(),
                            batch);
            long known = work.sql().number("SELECT COUNT(*) FROM subscription_job WHERE job_no = ?", job.number());
            if (known == 0) {
                work.sql()
                        .update(
                                "INSERT INTO subscription_job (job_no, subscription_no) VALUES (?, ?)",
                                job.number(),
                                number);
            }
            return null;
        });
    }

    /** Makes a request of a batch, in one step. As {@link Requests#add}. */
    public CompletableFuture<ReplicationRequest> request(long number, long batch, ReplicationRequest request) {
        return parts.writeWaiting(1, work -> {
            ReplicationRequest made = Requests.add(work, request);
            work.sql()
                    .update(
                            "UPDATE subscription_dataset SET state = ?, request_no = ? WHERE subscription_no = ? AND state = ?"
                                    + " AND batch = ?",
                            FoundState.REQUESTED.code(),
                            made.number(),
                            number,
                            FoundState.WANTED.code(),
                            batch);
            return made;
        });
    }

    /** Lists how long subscriptions that were not removed have been silent, by number. */
    public List<SubscriptionSilence> silences() {
        return parts.read(sql -> sql.list(
                "SELECT s.subscription_no, s.state, s.state_ms, s.created_at, s.runs, s.trouble, s.trouble_ms, s.troubles,"
                        + " (SELECT MIN(d.found_ms) FROM subscription_dataset d WHERE d.subscription_no = s.subscription_no)"
                        + " AS found_ms FROM subscription s WHERE s.state <> ? ORDER BY s.subscription_no LIMIT "
                        + ALIVE_MAX,
                SubscriptionRows::silence,
                SubscriptionState.REMOVED.code()));
    }

    /** Counts what a job was to bring and did not bring in full; empty if there is nothing. */
    public Optional<IncompleteDatasets> incomplete(long number) {
        return parts.read(sql -> SubscriptionDatasetRows.incomplete(sql, number));
    }

    /** The choices of the subscription that found this dataset first and was not removed; empty if none did. */
    public Optional<Subscription.Choices> choicesOf(String instanceId) {
        return parts.read(sql -> sql
                .list(
                        "SELECT s.* FROM subscription_dataset d JOIN subscription s ON s.subscription_no = d.subscription_no"
                                + " WHERE d.instance_key = ? AND s.state <> ? ORDER BY s.subscription_no LIMIT 1",
                        SubscriptionRows.SUBSCRIPTION,
                        InstanceKey.of(instanceId),
                        SubscriptionState.REMOVED.code())
                .stream()
                .findFirst()
                .map(Subscription::choices));
    }

    /** True if it found another version of this dataset (named without version). */
    public boolean hasOtherVersion(long number, String masterId, String instanceId) {
        return parts.read(sql -> SubscriptionDatasetRows.hasOtherVersion(sql, number, masterId, instanceId));
    }
}
