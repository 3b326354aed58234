package org.bdm.server.api.job;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.campaign.ForwardedId;
import org.bdm.server.campaign.JobForwarding;
import org.bdm.server.job.submit.Submitting;
import org.bdm.server.look.Looks;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;

/** Jobs of other sites that callers submit and follow here: who sees only the own ones sees those that were submitted in the own name. */
public final class ForwardedJobs {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final JobForwarding forwarding;
    private final Submitting submitting;
    private final Looks looks;

    ForwardedJobs(JobForwarding forwarding, Submitting submitting, Looks looks) {
        this.forwarding = forwarding;
        this.submitting = submitting;
        this.looks = looks;
    }

    /** Returns what takes jobs of this site. */
    Submitting here() {
        return submitting;
    }

    /** Submits a job at the paired site of its destination; empty if it is for this site. */
    Optional<JobView> submit(SubmitJob job, @Nullable String key) {
        SiteName site = forwarding.destination(job).orElse(null);
        if (site == null) return Optional.empty();
        String owner = CallerAuthentication.current().owner();
        return Optional.of(looks.now("site '" + site + "'", () -> forwarding.submit(site, job, key, owner)));
    }

    /** Returns the job of another site; empty for an id of this one. UNKNOWN_JOB, errors of the connection. */
    Optional<JobView> look(String id) {
        Caller caller = CallerAuthentication.current();
        return ForwardedId.of(id).map(known -> seen(known, caller));
    }

    private JobView seen(ForwardedId id, Caller caller) {
        JobView job = looks.now("site '" + id.site() + "'", () -> forwarding.look(id));
        boolean isOwn = forwarding.ownerThere(caller.owner()).equals(job.owner());
        if (isOwn || !VisibleJobs.isLimited(caller)) return job;
        throw new MoverException(ErrorCode.UNKNOWN_JOB, "there is no job '" + id + "'");
    }

    /** The job as it is a moment later: its site is not asked to wait. At once if it has ended or the time is shorter. */
    CompletionStage<JobView> later(JobView seen, Duration length) {
        boolean isOver = seen.endedAt() != null || length.compareTo(LOOK_EVERY) < 0;
        ForwardedId id = ForwardedId.of(seen.id()).orElse(null);
        if (isOver || id == null) return CompletableFuture.completedFuture(seen);
        return CompletableFuture.supplyAsync(
                () -> forwarding.look(id),
                CompletableFuture.delayedExecutor(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Cancels the job of another site; empty for an id of this one. NOT_ALLOWED if it is neither the caller's nor is that an operator. */
    Optional<JobView> cancel(String id) {
        ForwardedId known = ForwardedId.of(id).orElse(null);
        if (known == null) return Optional.empty();
        Caller caller = CallerAuthentication.current();
        JobView job = seen(known, caller);
        if (!forwarding.ownerThere(caller.owner()).equals(job.owner()) && !caller.may(Role.OPERATOR)) {
            throw new MoverException(
                    ErrorCode.NOT_ALLOWED, id + " is not yours; cancelling it needs the role operator");
        }
        return Optional.of(looks.now("site '" + known.site() + "'", () -> forwarding.cancel(known, caller.owner())));
    }
}
