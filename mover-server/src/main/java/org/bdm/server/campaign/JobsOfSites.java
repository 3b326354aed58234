package org.bdm.server.campaign;

import java.util.concurrent.TimeUnit;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.Submitter;
import org.bdm.server.job.submit.Submitting;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.RefusedEntries;
import org.bdm.server.site.access.OwnSite;
import tools.jackson.databind.json.JsonMapper;

/** Submits and follows jobs at this site, and passes those for others on. Any thread that may block. */
public final class JobsOfSites implements CampaignJobs {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Catalog catalog;
    private final OwnSite own;
    private final Submitting submitting;
    private final JobScheduler scheduler;
    private final JobLook looks;
    private final JobForwarding forwarding;

    /** With its parts. */
    public JobsOfSites(
            Catalog catalog,
            OwnSite own,
            Submitting submitting,
            JobScheduler scheduler,
            JobLook looks,
            JobForwarding forwarding) {
        this.catalog = catalog;
        this.own = own;
        this.submitting = submitting;
        this.scheduler = scheduler;
        this.looks = looks;
        this.forwarding = forwarding;
    }

    @Override
    public JobView submit(String destination, SubmitJob job, String key, String owner) {
        SiteName site = Endpoint.parse(destination).site();
        if (!site.equals(own.name())) return forwarding.submit(site, job, key, owner);
        try {
            JobId id = submitting.submit(JSON.writeValueAsBytes(job), key, Submitter.unlimited(owner));
            scheduler.wake();
            return looks.view(existing(id.toString()));
        } catch (RefusedEntries e) {
            throw new MoverException(e.code(), e.detail(), e);
        }
    }

    @Override
    public JobView look(String id) {
        ForwardedId elsewhere = ForwardedId.of(id).orElse(null);
        return elsewhere == null
                ? looks.view(existing(id))
                : forwarding.look(elsewhere, coordinator()).job();
    }

    @Override
    public JobView cancel(String id, String by) {
        ForwardedId elsewhere = ForwardedId.of(id).orElse(null);
        if (elsewhere != null)
            return forwarding.cancel(elsewhere, new Asker(by, false)).job();
        Job job = existing(id);
        var unused = Answers.durable(scheduler
                .cancel(job.id(), "Its campaign was cancelled by " + by + ".")
                .completeOnTimeout(job, 5, TimeUnit.SECONDS));
        return looks.view(existing(id));
    }

    /** Campaigns are followed in the name of the site. */
    private Asker coordinator() {
        return new Asker(own.name().value(), false);
    }

    private Job existing(String id) {
        return catalog.jobs()
                .find(Numbers.job(id))
                .orElseThrow(() -> new MoverException(ErrorCode.UNKNOWN_JOB, "there is no " + id));
    }
}
