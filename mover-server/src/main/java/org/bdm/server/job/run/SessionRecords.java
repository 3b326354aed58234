package org.bdm.server.job.run;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.adapt.AdaptDecision;
import org.bdm.core.fetch.FetchProgress;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.job.limit.JobTerms;
import org.bdm.server.job.progress.NotedDecisions;
import org.bdm.server.job.progress.TransferTotals;

/**
 * Counts and keeps what is known of the sessions of a job: speeds and limits for those who look now, times and totals for the report and for estimates,
 * and the changes of the numbers of workers. Belongs to the job's thread, except {@link #live} and {@link #decided}.
 */
final class SessionRecords {
    private final DispatchParts parts;
    private final Job job;
    private final Map<FetchSession, TransferTotals.Session> counted = new HashMap<>();
    private final LiveSessions live = new LiveSessions(System::nanoTime);
    private final NotedSecurity security;
    private final TransferMeter meter;
    private final SessionFlows flows;
    private final SessionTimes times;
    private final NotedDecisions decisions;

    SessionRecords(DispatchParts parts, Job job, JobSettings settings) {
        this.parts = parts;
        this.job = job;
        this.security = new NotedSecurity(parts.catalog(), job);
        this.meter = new TransferMeter(
                parts.clock(), parts.nanoTime(), settings.verify() == TransferOptions.VerifyMode.READBACK);
        this.flows = new SessionFlows(parts.links(), job.id(), live);
        this.times = new SessionTimes(parts, job.id());
        this.decisions = new NotedDecisions(parts.catalog().decisions()::add, job.id(), parts.clock());
    }

    /** For those who look, from any thread. */
    LiveSessions live() {
        return live;
    }

    /** A session of a route has begun, and is now one of {@code all}. */
    void began(Route route, FetchSession session, Collection<FetchSession> all, JobTerms terms) {
        counted.put(session, parts.live().totals().began(route.source().shown(), session::progress));
        times.began();
        meter.began();
        live.began(route, all);
        flows.began(route, session, terms);
    }

    /** A session ends; its totals count until it has stopped. */
    void ended(Route route, FetchSession session, Collection<FetchSession> others, CompletableFuture<Void> stopped) {
        flows.ended(session);
        times.ended(session.progress());
        TransferTotals.Session total = counted.remove(session);
        if (total != null) {
            var unused = stopped.whenComplete((done, error) -> total.ended());
        }
        live.ended(route, session, others);
    }

    /** Looks at the sessions that run. */
    void tick(Collection<FetchSession> running) {
        for (FetchSession session : running) {
            FetchProgress progress = session.progress();
            times.saw(progress);
            meter.saw(progress);
            if (progress.streams() > 0) security.note(progress.encrypted() ? "tls" : "plain");
        }
        decisions.write();
        var unused = live.measure();
    }

    void took(HeldChunk chunk, SourcePlace from, List<FileOutcome> outcomes) {
        meter.took(chunk, from, outcomes);
        flows.took(chunk, from, outcomes);
    }

    /** Called on the loop of the session. */
    void decided(Route route, AdaptDecision decision) {
        decisions.decided(route.source().shown(), decision);
    }

    /** Writes what the report shows; once, after the last session. */
    void note() {
        meter.note(parts.catalog().transferHistory(), job.id());
        decisions.writeLast();
        times.note(live);
    }
}
