package org.bdm.server.job.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.server.job.limit.JobTerms;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.limit.MovedAmount;

/** The flow of each session of a job over its link, by which limits are divided. Belongs to the job's thread. */
final class SessionFlows {
    private final LinkFlows links;
    private final JobId job;
    private final LiveSessions live;
    private final Map<FetchSession, LinkFlow> bySession = new HashMap<>();

    SessionFlows(LinkFlows links, JobId job, LiveSessions live) {
        this.links = links;
        this.job = job;
        this.live = live;
    }

    void began(Route route, FetchSession session, JobTerms terms) {
        LinkFlow.Use use = LinkFlow.Use.session(job, route.linkSource(), route.destination());
        bySession.put(session, links.begin(terms, use, LiveSessions.measures(session), allowed -> {
            session.limitRate(allowed.bytesPerSecondMax());
            session.limitFiles(allowed.filesMax());
        }));
        live.flows(bySession.values());
    }

    /** The outcomes that a session told of files of a chunk, which does not know them yet. */
    void took(HeldChunk chunk, SourcePlace from, List<FileOutcome> outcomes) {
        Map<String, MovedAmount> bySource = new HashMap<>();
        for (FileOutcome outcome : outcomes) {
            boolean isDone = outcome.state() == FileState.DONE;
            boolean isFailure = outcome.state() == FileState.FAILED || outcome.state() == FileState.WAITING;
            if (!(isDone || isFailure) || chunk.row(outcome.file()).isEmpty()) continue;
            boolean isOfOne = isDone || from instanceof SourcePlace.OfSite;
            String source = isOfOne ? TransferMeter.source(from, outcome) : ""; // which data node failed is not told
            bySource.merge(source, new MovedAmount(0, isDone ? 1 : 0, isFailure ? 1 : 0), MovedAmount::plus);
        }
        bySource.forEach((source, amount) -> links.finished(job, source, amount.files(), amount.failures()));
    }

    void ended(FetchSession session) {
        LinkFlow flow = bySession.remove(session);
        if (flow != null) flow.close();
        live.flows(bySession.values());
    }
}
