package org.bdm.server.job.run;

import java.util.HashMap;
import java.util.Map;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.id.JobId;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.job.limit.LinkFlows;

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

    void began(Route route, FetchSession session, long bytesPerSecondMax) {
        LinkFlow.Use use = new LinkFlow.Use(job, route.linkSource(), true);
        bySession.put(
                session,
                links.begin(
                        bytesPerSecondMax,
                        use,
                        LiveSessions.measures(session),
                        (rate, streams) -> session.limitRate(rate)));
        live.flows(bySession.values());
    }

    void ended(FetchSession session) {
        LinkFlow flow = bySession.remove(session);
        if (flow != null) flow.close();
        live.flows(bySession.values());
    }
}
