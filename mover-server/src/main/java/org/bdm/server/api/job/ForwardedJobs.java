package org.bdm.server.api.job;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.EventView;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.PatchJob;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.id.SiteName;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.campaign.Asker;
import org.bdm.server.campaign.ForwardedId;
import org.bdm.server.campaign.ForwardedLooks;
import org.bdm.server.campaign.ForwardedSteering;
import org.bdm.server.campaign.ForwardedView;
import org.bdm.server.campaign.JobForwarding;
import org.bdm.server.job.submit.Submitting;
import org.bdm.server.look.Looks;
import org.bdm.server.site.access.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of other sites that callers submit, follow and steer here: who sees only the own ones sees those that were submitted in the own name.
 * Every method is empty for the id of a job of this site. On the thread of the request.
 */
public final class ForwardedJobs {
    private static final int EVENTS_AT_ONCE = 200;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final JobForwarding forwarding;
    private final ForwardedLooks questions;
    private final ForwardedSteering steering;
    private final Submitting submitting;
    private final VisibleJobs visible;
    private final Looks looks;

    ForwardedJobs(JobForwarding forwarding, Submitting submitting, VisibleJobs visible, Looks looks) {
        this.forwarding = forwarding;
        this.questions = new ForwardedLooks(forwarding);
        this.steering = new ForwardedSteering(forwarding);
        this.submitting = submitting;
        this.visible = visible;
        this.looks = looks;
    }

    /** A question about a job of another site, in the name of a person. */
    @FunctionalInterface
    interface Question<T> {
        T answer(ForwardedLooks at, ForwardedId id, Asker by);
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

    /** Returns the job; UNKNOWN_JOB also for one that is hidden, PEER_UNREACHABLE. */
    Optional<ForwardedView> look(String id) {
        Caller caller = CallerAuthentication.current();
        return ForwardedId.of(id).map(known -> seen(known, caller));
    }

    /** Asks the site of the job, if the caller may see the job; what the site refuses it with, PEER_UNREACHABLE. */
    <T> Optional<T> ask(String id, Question<T> question) {
        Caller caller = CallerAuthentication.current();
        return ForwardedId.of(id).map(known -> {
            if (VisibleJobs.isLimited(caller)) seen(known, caller);
            return now(known, () -> question.answer(questions, known, asker(caller)));
        });
    }

    private ForwardedView seen(ForwardedId id, Caller caller) {
        ForwardedView view = now(id, () -> forwarding.look(id, asker(caller)));
        visible.requireSeen(id.toString(), owner(view), forwarding.ownerThere(caller.owner()));
        return view;
    }

    private <T> T now(ForwardedId id, Supplier<T> question) {
        return looks.now("site '" + id.site() + "'", question);
    }

    private static Asker asker(Caller caller) {
        return new Asker(caller.owner(), VisibleJobs.isLimited(caller));
    }

    private static String owner(ForwardedView view) {
        String owner = view.job().owner();
        return owner == null ? "" : owner;
    }

    /** The job as it is a moment later: its site is not asked to wait. At once if it has ended or the time is shorter. */
    CompletionStage<JobView> later(JobView seen, Duration length) {
        boolean isOver = seen.endedAt() != null || length.compareTo(LOOK_EVERY) < 0;
        ForwardedId id = ForwardedId.of(seen.id()).orElse(null);
        if (isOver || id == null) return CompletableFuture.completedFuture(seen);
        Asker by = asker(CallerAuthentication.current());
        return CompletableFuture.supplyAsync(
                () -> forwarding.look(id, by).job(),
                CompletableFuture.delayedExecutor(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Returns the events of the job as its site has them, for a live feed. */
    Optional<FollowedJob> follow(String id) {
        Caller caller = CallerAuthentication.current();
        Asker by = asker(caller);
        return ForwardedId.of(id).map(known -> {
            ForwardedView unused = seen(known, caller);
            return new FollowedJob() {
                @Override
                public Page<EventView> after(long number) {
                    return questions.events(known, String.valueOf(number), EVENTS_AT_ONCE, by);
                }

                @Override
                public boolean isOver() {
                    return forwarding.look(known, by).job().endedAt() != null;
                }
            };
        });
    }

    /** Refuses what only the site of the job can do; UNSUPPORTED with its URL. Does nothing for a job of this site. */
    void refuse(String id, String what) {
        if (look(id).isEmpty()) return;
        throw forwarding.onlyThere(ForwardedId.of(id).orElseThrow(), what);
    }

    Optional<ForwardedView> cancel(String id) {
        return steer(id, forwarding::cancel);
    }

    Optional<ForwardedView> pause(String id) {
        return steer(id, steering::pause);
    }

    Optional<ForwardedView> resume(String id) {
        return steer(id, steering::resume);
    }

    Optional<ForwardedView> retry(String id) {
        return steer(id, steering::retry);
    }

    Optional<ForwardedView> patch(String id, PatchJob changes, @Nullable String ifMatch) {
        return steer(id, (known, by) -> steering.patch(known, changes, ifMatch, by));
    }

    /** NOT_ALLOWED if the job is neither the caller's nor is that an operator. */
    private Optional<ForwardedView> steer(String id, BiFunction<ForwardedId, Asker, ForwardedView> change) {
        ForwardedId known = ForwardedId.of(id).orElse(null);
        if (known == null) return Optional.empty();
        Caller caller = CallerAuthentication.current();
        ForwardedView view = seen(known, caller);
        visible.requireSteered(known.toString(), owner(view), forwarding.ownerThere(caller.owner()));
        return Optional.of(now(known, () -> change.apply(known, asker(caller))));
    }
}
