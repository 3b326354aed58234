package org.bdm.server.campaign;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.bdm.core.control.job.ForwardedJob;
import org.bdm.core.control.job.ForwardedQuestion;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.CallAnswers;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.BenchJobs;
import org.bdm.server.job.submit.Submitter;
import org.bdm.server.job.submit.Submitting;
import org.bdm.server.message.Answers;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.message.RefusedEntries;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.CallDesk;
import org.bdm.server.site.access.GrantsOfSites;
import org.bdm.server.site.access.OwnSite;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers jobs that paired sites pass on: what they have the right to write becomes a job of theirs here. A site sees and cancels its own
 * jobs and no others.
 */
public final class ForwardAnswers implements CallAnswers, AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int AT_ONCE_MAX = 4;
    private static final int OWNER_LENGTH_MAX = 130;

    private final Catalog catalog;
    private final OwnSite own;
    private final GrantsOfSites grants;
    private final Submitting submitting;
    private final JobScheduler scheduler;
    private final JobLook looks;
    private final Messages messages;
    private final CallDesk desk;
    private final Set<String> underWay =
            ConcurrentHashMap.newKeySet(); // owner and key: a site asks again when it hears nothing
    private final Semaphore slots = new Semaphore(AT_ONCE_MAX);

    /** Reads and writes messages, and notes what they did. */
    public record Messages(JsonMessages reading, AuditTrail audit) {}

    /** Answers from now on what arrives at the desk. */
    public ForwardAnswers(
            Catalog catalog,
            Site site,
            Submitting submitting,
            JobScheduler scheduler,
            JobLook looks,
            Messages messages) {
        this.catalog = catalog;
        this.own = site.own();
        this.grants = site.grants();
        this.desk = site.desk();
        this.submitting = submitting;
        this.scheduler = scheduler;
        this.looks = looks;
        this.messages = messages;
        desk.answerWith(this);
    }

    /** This site, what it granted to others, and where they ask. */
    public record Site(OwnSite own, GrantsOfSites grants, CallDesk desk) {}

    /** The owner of a job that a site passed on. */
    static String owner(SiteName from, String owner) {
        return "site:" + from + "/" + owner;
    }

    @Override
    public byte[] answer(SiteName from, String name, byte[] body) {
        if (!slots.tryAcquire()) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, AT_ONCE_MAX + " requests of other sites are answered already");
        }
        try {
            return switch (name) {
                case JobForwarding.SUBMIT -> submit(from, read(body, ForwardedJob.class));
                case JobForwarding.GET -> shown(existing(from, read(body, ForwardedQuestion.class)));
                case JobForwarding.CANCEL -> cancel(from, read(body, ForwardedQuestion.class));
                default ->
                    throw new MoverException(ErrorCode.UNSUPPORTED, "this version does not answer '" + name + "'");
            };
        } finally {
            slots.release();
        }
    }

    private <T> T read(byte[] body, Class<T> type) {
        return messages.reading().read(body, body.length, type);
    }

    private byte[] submit(SiteName from, ForwardedJob forwarded) {
        String owner = owner(from, PlainText.checked("owner", forwarded.owner(), OWNER_LENGTH_MAX));
        SubmitJob job = forwarded.job();
        check(from, job);
        String submission = owner + " " + forwarded.key();
        if (!underWay.add(submission)) {
            throw new MoverException(ErrorCode.TOO_MANY_REQUESTS, "this job is being submitted already");
        }
        try {
            return submit(from, forwarded.key(), job, owner);
        } finally {
            underWay.remove(submission);
        }
    }

    private byte[] submit(SiteName from, String key, SubmitJob job, String owner) {
        JobId id = submitted(JSON.writeValueAsBytes(job), key, owner);
        scheduler.wake();
        messages.audit().note(owner, "CALL " + JobForwarding.SUBMIT, id.toString(), "201", "site " + from, "");
        return shown(catalog.jobs().find(id).orElseThrow());
    }

    private JobId submitted(byte[] body, String key, String owner) {
        try {
            return submitting.submit(body, key, new Submitter(owner, true));
        } catch (RefusedEntries e) {
            throw new MoverException(e.code(), e.detail(), e);
        }
    }

    private void check(SiteName from, SubmitJob job) {
        if ("REPAIR".equalsIgnoreCase(job.kind()) || BenchJobs.isBench(job) || job.draft() != null) {
            throw new MoverException(ErrorCode.UNSUPPORTED, "another site submits trees, files and datasets only");
        }
        for (String destination : JobForwarding.destinations(job)) {
            Endpoint to = Endpoint.parse(destination);
            if (!to.site().equals(own.name()) || grants.isWritable(from, to.export(), to.path())) continue;
            throw new MoverException(
                    ErrorCode.NOT_ALLOWED, "site " + from + " has no right to have files written to " + to);
        }
        for (JobItem item : job.items()) {
            if (!SubmittedItem.isWeb(item.source())) checkSource(from, Endpoint.parse(item.source()));
        }
    }

    /** Refuses a source here that the site may not read itself: nobody reads it for the site. */
    private void checkSource(SiteName from, Endpoint source) {
        if (!source.site().equals(own.name())) return;
        if (grants.readable(from, source.export(), source.path()).contains(source.path())) return;
        throw new MoverException(ErrorCode.NOT_ALLOWED, "site " + from + " has no right to read " + source);
    }

    private byte[] cancel(SiteName from, ForwardedQuestion asked) {
        Job job = existing(from, asked);
        String by = owner(from, PlainText.checked("by", asked.by(), OWNER_LENGTH_MAX));
        var unused = Answers.durable(scheduler
                .cancel(job.id(), "It was cancelled by " + by + ".")
                .completeOnTimeout(job, 5, TimeUnit.SECONDS));
        messages.audit().note(by, "CALL " + JobForwarding.CANCEL, job.id().toString(), "200", "site " + from, "");
        return shown(catalog.jobs().find(job.id()).orElseThrow());
    }

    private Job existing(SiteName from, ForwardedQuestion asked) {
        JobId id = Numbers.job(asked.job());
        return catalog.jobs()
                .find(id)
                .filter(job -> !job.isDeleted() && job.request().owner().startsWith(owner(from, "")))
                .orElseThrow(() ->
                        new MoverException(ErrorCode.UNKNOWN_JOB, "site " + from + " has no job " + id + " here"));
    }

    private byte[] shown(Job job) {
        return JSON.writeValueAsBytes(looks.view(job));
    }

    @Override
    public void close() {
        desk.close();
    }
}
