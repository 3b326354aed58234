package org.bdm.server.campaign;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.control.job.ForwardedJob;
import org.bdm.core.control.job.ForwardedQuestion;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.CallAnswers;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.BenchJobs;
import org.bdm.server.job.submit.RetryJobs;
import org.bdm.server.job.submit.Submitter;
import org.bdm.server.job.submit.Submitting;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.message.PlainText;
import org.bdm.server.message.RefusedEntries;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.CallDesk;
import org.bdm.server.site.access.GrantsOfSites;
import org.bdm.server.site.access.OwnSite;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers jobs that paired sites pass on: what they have the right to write becomes a job of theirs here. A site sees and
 * changes its own jobs and no others, as long as its grants cover them.
 */
public final class ForwardAnswers implements CallAnswers, AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int OWNER_LENGTH_MAX = 130;

    private final ForwardedAccess access;
    private final Catalog catalog;
    private final Work work;
    private final LookAnswers looks;
    private final SteeringAnswers steering;
    private final Messages messages;
    private final CallDesk desk;
    private final Set<String> underWay =
            ConcurrentHashMap.newKeySet(); // owner and key: a site asks again when it hears nothing
    private final CallSlots slots = new CallSlots();

    /** Reads and writes messages, and notes what they did. */
    public record Messages(JsonMessages reading, AuditTrail audit) {}

    /** Makes jobs and changes them. */
    public record Work(Submitting submitting, JobScheduler scheduler, RetryJobs retries) {}

    /** Shows jobs as the REST interface does. */
    public record Shown(JobLook jobs, JobParts parts) {}

    /** Answers from now on what arrives at the desk. */
    public ForwardAnswers(Catalog catalog, Site site, Work work, Shown shown, Messages messages) {
        this.catalog = catalog;
        this.desk = site.desk();
        this.work = work;
        this.messages = messages;
        this.access = new ForwardedAccess(catalog, site.own(), site.grants());
        this.looks = new LookAnswers(access, shown.jobs(), shown.parts());
        this.steering = new SteeringAnswers(access, catalog, work.scheduler(), work.retries(), messages.audit());
        desk.answerWith(this);
    }

    /** This site, what it granted to others, and where they ask. */
    public record Site(OwnSite own, GrantsOfSites grants, CallDesk desk) {}

    @Override
    public byte[] answer(SiteName from, String name, byte[] body) {
        try (CallSlots.Slot unused = slots.take(from)) {
            if (name.equals(PeerGrants.LIST))
                return PeerGrants.answer(from, catalog.sites().grants(from));
            return switch (name) {
                case JobForwarding.SUBMIT -> submit(from, read(body, ForwardedJob.class));
                case JobForwarding.GET ->
                    looks.job(access.existing(from, question(body).job()));
                case JobForwarding.CANCEL -> looks.job(steering.cancel(from, question(body)));
                case ForwardedLooks.FILES -> looks.files(from, look(body));
                case ForwardedLooks.FILE -> looks.file(from, look(body));
                case ForwardedLooks.EVENTS -> looks.events(from, look(body));
                case ForwardedLooks.DECISIONS -> looks.decisions(from, look(body));
                case ForwardedLooks.RATES -> looks.rates(from, look(body));
                case ForwardedLooks.EXPLANATION -> looks.explanation(from, look(body));
                case ForwardedLooks.REPORT -> looks.report(from, look(body));
                case ForwardedSteering.PAUSE -> looks.job(steering.pause(from, change(body)));
                case ForwardedSteering.RESUME -> looks.job(steering.resume(from, change(body)));
                case ForwardedSteering.RETRY -> looks.job(steering.retry(from, change(body)));
                case ForwardedSteering.PATCH -> looks.job(steering.patch(from, change(body)));
                default ->
                    throw new MoverException(ErrorCode.UNSUPPORTED, "this version does not answer '" + name + "'");
            };
        }
    }

    private ForwardedQuestion question(byte[] body) {
        return read(body, ForwardedQuestion.class);
    }

    private ForwardedLook look(byte[] body) {
        return read(body, ForwardedLook.class);
    }

    private ForwardedChange change(byte[] body) {
        return read(body, ForwardedChange.class);
    }

    private <T> T read(byte[] body, Class<T> type) {
        return messages.reading().read(body, body.length, type);
    }

    private byte[] submit(SiteName from, ForwardedJob forwarded) {
        String owner = ForwardedAccess.owner(from, PlainText.checked("owner", forwarded.owner(), OWNER_LENGTH_MAX));
        SubmitJob job = forwarded.job();
        access.requireAnyWrite(from);
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
        work.scheduler().wake();
        messages.audit().note(owner, "CALL " + JobForwarding.SUBMIT, id.toString(), "201", "site " + from, "");
        return looks.job(catalog.jobs().find(id).orElseThrow());
    }

    private JobId submitted(byte[] body, String key, String owner) {
        try {
            return work.submitting().submit(body, key, new Submitter(owner, true));
        } catch (RefusedEntries e) {
            throw new MoverException(e.code(), e.detail(), e);
        }
    }

    private void check(SiteName from, SubmitJob job) {
        if ("REPAIR".equalsIgnoreCase(job.kind()) || BenchJobs.isBench(job) || job.draft() != null) {
            throw new MoverException(ErrorCode.UNSUPPORTED, "another site submits trees, files and datasets only");
        }
        access.checkSubmitted(from, job);
    }

    @Override
    public void close() {
        desk.close();
    }
}
