package org.bdm.server.app;

import java.time.Clock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.SizeLimits;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.holding.record.HeldFiles;
import org.bdm.server.job.submit.ReplicaJobs;
import org.bdm.server.job.submit.SiteTrees;
import org.bdm.server.job.submit.SubmissionRules;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.SourceConnections;
import org.bdm.server.upkeep.SubscriptionJobs;
import org.bdm.server.upkeep.SubscriptionRuns;
import tools.jackson.databind.json.JsonMapper;

/** Makes jobs of replica sets, for people and for subscriptions: one set for the REST interface and for the work in the background. */
record SubmissionParts(
        SubmissionRules rules,
        DatasetResolver resolver,
        HeldFiles held,
        SiteTrees trees,
        ReplicaJobs jobs,
        SubscriptionJobs subscribed,
        SubscriptionRuns runs) {
    static SubmissionParts of(
            Catalog catalog,
            LocalExports exports,
            OwnSite site,
            SourceConnections sources,
            Replicas replicas,
            SizeLimits limits,
            Clock clock) {
        Federation federation = replicas.federation();
        SubmissionRules rules = new SubmissionRules(limits, clock);
        DatasetResolver resolver = new DatasetResolver(federation, catalog);
        HeldFiles held = new HeldFiles(catalog, exports, clock);
        SiteTrees trees = new SiteTrees(catalog, site, sources);
        ReplicaJobs jobs = new ReplicaJobs(catalog, exports, site, rules, resolver, held, trees);
        JsonMapper.Builder reading = JsonMapper.builder();
        JsonMessages.strict(reading);
        SubscriptionJobs subscribed = new SubscriptionJobs(catalog, jobs, new JsonMessages(reading.build()));
        SubscriptionRuns runs = new SubscriptionRuns(catalog, federation, subscribed, replicas.policies(), clock);
        return new SubmissionParts(rules, resolver, held, trees, jobs, subscribed, runs);
    }

    /** Ends the run of a subscription that is under way. */
    void close() {
        runs.close();
    }
}
