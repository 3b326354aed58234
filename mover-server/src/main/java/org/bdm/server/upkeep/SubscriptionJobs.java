package org.bdm.server.upkeep;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.control.request.CreateReplicationRequest;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.RequestState;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.job.submit.ReplicaJobs;
import org.bdm.server.job.submit.Submitter;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.message.Selections;
import org.bdm.server.message.Sha256;
import org.bdm.server.request.WishExtent;
import org.bdm.server.request.Wishes;
import tools.jackson.databind.json.JsonMapper;

/** Subscriptions keep the job that they make as the message that a person would send, and send it. */
public final class SubscriptionJobs implements SubscribedJobs {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Catalog catalog;
    private final ReplicaJobs jobs;
    private final JsonMessages messages;

    public SubscriptionJobs(Catalog catalog, ReplicaJobs jobs, JsonMessages messages) {
        this.catalog = catalog;
        this.jobs = jobs;
        this.messages = messages;
    }

    /** Returns the text that the catalog keeps. */
    public static String text(SubmitJob message) {
        return JSON.writeValueAsString(message);
    }

    /** Reads what {@link #text} wrote. */
    public SubmitJob message(Subscription subscription) {
        byte[] text = subscription.messageJson().getBytes(StandardCharsets.UTF_8);
        return messages.read(text, text.length, SubmitJob.class);
    }

    public DatasetQuery query(Subscription subscription) {
        return Objects.requireNonNull(message(subscription).query(), "a subscription has a query");
    }

    @Override
    public Selection selection(Subscription subscription) {
        return Selections.of(query(subscription));
    }

    @Override
    public boolean acceptsIncomplete(Subscription subscription) {
        Boolean said = message(subscription).acceptIncomplete();
        return said != null && said;
    }

    @Override
    public JobId submit(Subscription subscription, List<String> datasets, String key) {
        SubmitJob message = message(subscription);
        SubmitJob job = new SubmitJob(
                message.label(),
                message.kind(),
                List.of(),
                message.options(),
                datasets,
                null,
                null,
                message.destination(),
                true,
                message.acceptIncomplete(),
                null,
                null,
                null,
                null,
                null);
        byte[] names = String.join("\n", datasets).getBytes(StandardCharsets.UTF_8);
        return jobs.submit(job, key, Sha256.of(names), Submitter.unlimited(subscription.owner()));
    }

    @Override
    public ReplicationRequest request(Subscription subscription, List<String> datasets) {
        String reason = "found by subscription-" + subscription.number()
                + (subscription.label().isEmpty() ? "" : " (" + subscription.label() + ")");
        List<ImportedEntry> entries =
                new ArrayList<>(Wishes.of(new CreateReplicationRequest(null, datasets, java.util.Map.of(), reason)));
        WishExtent extent = WishExtent.of(catalog, entries);
        return new ReplicationRequest(
                0,
                subscription.owner(),
                reason,
                null,
                Wishes.text(entries),
                extent.datasets(),
                extent.files(),
                extent.bytes(),
                RequestState.OPEN,
                Instant.EPOCH,
                null);
    }
}
