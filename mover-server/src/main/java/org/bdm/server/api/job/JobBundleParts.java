package org.bdm.server.api.job;

import java.io.IOException;
import java.io.Writer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobQuery;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.support.BundlePart;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The newest jobs, why the last failed ones failed, and what needs a person, for support bundles: one JSON document a line. */
@Configuration(proxyBeanMethods = false)
public class JobBundleParts {
    private static final int JOBS_MAX = 200;
    private static final int EXPLAINED_MAX = 20;

    @Bean
    BundlePart jobsPart(Catalog catalog, JobViews views, JsonMapper json) {
        return BundlePart.ofCatalog("jobs.jsonl", out -> {
            for (Job job : newest(catalog, Set.of(), JOBS_MAX)) line(out, json, views.of(job));
        });
    }

    @Bean
    BundlePart failuresPart(Catalog catalog, ExplanationViews views, JsonMapper json) {
        Set<JobState> failed = EnumSet.of(JobState.FAILED, JobState.PARTIAL);
        return BundlePart.ofCatalog("failed-jobs.jsonl", out -> {
            for (Job job : newest(catalog, failed, EXPLAINED_MAX)) line(out, json, views.of(job));
        });
    }

    @Bean
    BundlePart attentionPart(AttentionResource attention, JsonMapper json) {
        return BundlePart.ofCatalog("attention.jsonl", out -> {
            for (Object item : attention.list(true).items()) line(out, json, item);
        });
    }

    private static List<Job> newest(Catalog catalog, Set<JobState> states, int jobsMax) {
        return catalog.jobs().page(JobQuery.newest(states, null, null, jobsMax)).rows();
    }

    private static void line(Writer out, JsonMapper json, Object message) throws IOException {
        out.write(json.writeValueAsString(message));
        out.write('\n');
    }
}
