package org.bdm.server.campaign;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.bdm.core.control.job.JobView;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.campaign.Campaign;
import org.bdm.server.catalog.campaign.CampaignPart;
import org.bdm.server.catalog.campaign.CampaignState;
import org.bdm.server.catalog.db.Durable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings open campaigns forward: submits the jobs of their destinations, asks how they do, and ends a campaign when all have ended. What is
 * submitted again after a lost answer, or a restart, is the same job. One process of a site does it at a time.
 */
public final class CampaignRuns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CampaignRuns.class);
    private static final int ASKED_AT_ONCE = 8;
    private static final long EVERY_MILLIS = 3_000;
    private static final Duration DUTY_LONGEST = Duration.ofMinutes(2);
    /** A destination that stands still for so long does not hold up those behind it. */
    static final Duration PATIENCE = Duration.ofMinutes(10);
    /** After a site did not answer, or refused for now. */
    static final Duration PAUSE = Duration.ofSeconds(15);

    private final Catalog catalog;
    private final CampaignJobs jobs;
    private final Clock clock;
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(CampaignRuns::thread);
    private final Executor asking;
    private final Runnable closing;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet(); // parts whose site is being asked
    private final Map<String, Instant> pauses = new ConcurrentHashMap<>();
    private volatile boolean isStopping;

    /** Nothing is done before {@link #start}. Sites are asked by a few threads, so that one that is away does not keep the others waiting. */
    public CampaignRuns(Catalog catalog, CampaignJobs jobs, Clock clock) {
        this(catalog, jobs, clock, Executors.newFixedThreadPool(ASKED_AT_ONCE, CampaignRuns::thread));
    }

    private CampaignRuns(Catalog catalog, CampaignJobs jobs, Clock clock, ExecutorService asking) {
        this(catalog, jobs, clock, asking, asking::shutdownNow);
    }

    /** As the other, with what asks the sites. */
    CampaignRuns(Catalog catalog, CampaignJobs jobs, Clock clock, Executor asking, Runnable closing) {
        this.catalog = catalog;
        this.jobs = jobs;
        this.clock = clock;
        this.asking = asking;
        this.closing = closing;
    }

    private static Thread thread(Runnable task) {
        Thread made = new Thread(task, "campaigns");
        made.setDaemon(true);
        return made;
    }

    /** Begins to look after campaigns. */
    public void start() {
        var unused = looks.scheduleWithFixedDelay(this::safely, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Looks soon: a campaign was created or cancelled. */
    public void wake() {
        if (!isStopping) looks.execute(this::safely);
    }

    private void safely() {
        try {
            if (!isStopping) pass();
        } catch (MoverException e) {
            if (!isStopping) LOG.warn("campaigns were not looked after: {}", e.sentence());
        } catch (RuntimeException | Error e) { // the next look is due all the same
            if (!isStopping) LOG.error("looking after campaigns failed", e);
        }
    }

    /** Looks once after all campaigns that have not ended. One call at a time. */
    synchronized void pass() {
        List<Campaign> open = catalog.campaigns().open();
        if (open.isEmpty() || !catalog.duties().hold("campaigns", DUTY_LONGEST)) return;
        for (Campaign campaign : open) {
            if (isStopping) return;
            look(campaign);
        }
    }

    private void look(Campaign campaign) {
        List<CampaignPart> parts = catalog.campaigns().parts(campaign.number());
        for (CampaignPart part : parts) {
            if (part.isOver() || isStopping || isHeldBack(campaign, part, parts) || isPaused(part)) continue;
            if (underWay.add(key(part))) asking.execute(() -> bringForward(campaign, part));
        }
        List<CampaignPart> now = catalog.campaigns().parts(campaign.number());
        if (now.stream().allMatch(CampaignPart::isOver)) {
            CampaignState end = end(campaign, now);
            Durable.await(catalog.campaigns().become(campaign.number(), end));
            LOG.info("campaign-{} '{}' ended: {}", campaign.number(), campaign.name(), end);
        }
    }

    private void bringForward(Campaign campaign, CampaignPart part) {
        try {
            CampaignPart next = step(campaign, part);
            if (!next.equals(part)) Durable.await(catalog.campaigns().put(next));
        } catch (MoverException e) {
            if (!isStopping) LOG.warn("campaign-{}: {}: {}", campaign.number(), part.destination(), e.sentence());
        } catch (RuntimeException | Error e) { // the next look is due all the same
            if (!isStopping) LOG.error("campaign-{}: {} failed", campaign.number(), part.destination(), e);
        } finally {
            underWay.remove(key(part));
        }
    }

    /** Datasets come to one destination after the other, so that the data nodes are asked once; one that stands still is passed by. */
    private boolean isHeldBack(Campaign campaign, CampaignPart part, List<CampaignPart> all) {
        if (part.number() == 0 || part.job() != null || campaign.state() == CampaignState.CANCELLING) return false;
        if (!CampaignMessage.of(campaign).isOneAfterTheOther()) return false;
        CampaignPart first = all.get(0);
        boolean stands = Duration.between(first.changedAt(), clock.instant()).compareTo(PATIENCE) > 0;
        return !first.isOver() && !stands;
    }

    /** True if it could not be asked a moment ago: a site that is away must not take the time of the others. */
    private boolean isPaused(CampaignPart part) {
        Instant until = pauses.get(key(part));
        if (until == null) return false;
        if (clock.instant().isBefore(until)) return true;
        pauses.remove(key(part));
        return false;
    }

    private static String key(CampaignPart part) {
        return part.campaign() + "-" + part.number();
    }

    private CampaignPart step(Campaign campaign, CampaignPart part) {
        boolean isCancelling = campaign.state() == CampaignState.CANCELLING;
        if (isCancelling && part.state().equals(CampaignPart.WAITING)) return part.in("CANCELLED", "");
        try {
            if (part.job() == null) return submitted(campaign, part);
            String job = part.job();
            JobView seen = jobs.look(job);
            boolean isOpen = seen.endedAt() == null;
            return shown(part, isCancelling && isOpen ? jobs.cancel(job, campaign.owner()) : seen);
        } catch (MoverException e) {
            pauses.put(key(part), clock.instant().plus(PAUSE));
            boolean isRefused = part.job() == null && !e.kind().isRetryable() && isKnown(e);
            return isRefused
                    ? part.in(CampaignPart.REFUSED, e.sentence())
                    : part.in(part.job() == null ? CampaignPart.SUBMITTING : part.state(), e.sentence());
        }
    }

    /** False if the job may be there although its site did not say so. */
    private static boolean isKnown(MoverException reason) {
        return reason.kind() != ErrorKind.OUTCOME_UNKNOWN;
    }

    private CampaignPart submitted(Campaign campaign, CampaignPart part) {
        if (part.state().equals(CampaignPart.WAITING)) {
            // Kept first: whoever cancels must know that the job may be there.
            Durable.await(catalog.campaigns().put(part.in(CampaignPart.SUBMITTING, "")));
        }
        String key =
                "campaign-" + campaign.number() + "-" + campaign.createdAt().toEpochMilli() + "-" + part.number();
        return shown(
                part,
                jobs.submit(
                        part.destination(), CampaignMessage.of(campaign).job(campaign, part), key, campaign.owner()));
    }

    private static CampaignPart shown(CampaignPart part, JobView job) {
        return part.as(
                job.id(),
                job.state(),
                new CampaignPart.Seen(
                        job.files().total(),
                        job.files().done() + job.files().skipped(),
                        job.files().failed(),
                        job.bytes().total(),
                        job.bytes().durable() + job.bytes().skipped()));
    }

    static CampaignState end(Campaign campaign, List<CampaignPart> parts) {
        if (parts.stream().allMatch(part -> part.state().equals("SUCCEEDED"))) return CampaignState.SUCCEEDED;
        if (campaign.state() == CampaignState.CANCELLING) return CampaignState.CANCELLED;
        boolean isAnyThere = parts.stream()
                .anyMatch(
                        part -> part.state().equals("SUCCEEDED") || part.seen().filesDone() > 0);
        return isAnyThere ? CampaignState.PARTIAL : CampaignState.FAILED;
    }

    /** Ends soon; a question to another site that is under way is not waited for. */
    @Override
    public void close() {
        isStopping = true;
        looks.shutdownNow();
        closing.run();
    }
}
