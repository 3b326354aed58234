package org.bdm.server.api.site;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.bdm.core.control.link.BenchView;
import org.bdm.core.control.link.LinkExplanationView;
import org.bdm.core.control.link.LinkExplanationView.LinkJobView;
import org.bdm.core.id.ByteRate;
import org.bdm.core.id.JobId;
import org.bdm.server.api.http.BenchLook;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LinkUse;
import org.bdm.server.catalog.site.BenchMode;
import org.bdm.server.catalog.site.LinkBench;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.machine.HostLoad;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/** Measurements of links, and what limits a link, as they are shown. Any thread that may block. */
public class BenchViews implements BenchLook {
    static final String PREFIX = "bench-";

    private final Catalog catalog;
    private final LinkFlows flows;
    private final LiveJobs live;
    private final HostLoad host;
    private final OwnSite own;

    BenchViews(Catalog catalog, LinkFlows flows, LiveJobs live, HostLoad host, OwnSite own) {
        this.catalog = catalog;
        this.flows = flows;
        this.live = live;
        this.host = host;
        this.own = own;
    }

    @Override
    public BenchView of(LinkBench bench) {
        LinkBench.Outcome outcome = bench.outcome();
        return new BenchView(
                PREFIX + bench.number(),
                bench.job() == 0 ? null : new JobId(bench.job()).toString(),
                bench.plan().source(),
                own.name().value(),
                bench.plan().mode().word(),
                bench.isRunning() ? "RUNNING" : bench.isDone() ? "DONE" : "FAILED",
                bench.beganAt(),
                bench.isRunning() ? null : outcome.tookMillis() / 1000.0,
                outcome.bytes(),
                bench.bytesPerSecond(),
                outcome.streams(),
                orNull(outcome.limitedBy()),
                orNull(outcome.limit()),
                orNull(outcome.disks()),
                orNull(outcome.trouble()),
                bench.plan().owner());
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    LinkExplanationView explained(String source) {
        List<LinkJobView> jobs = new ArrayList<>();
        String limitedBy = null;
        for (Map.Entry<JobId, Long> rate : rates(source)) {
            LiveJob now = live.of(rate.getKey());
            if (jobs.isEmpty()) limitedBy = orNull(now.limitedBy());
            jobs.add(new LinkJobView(rate.getKey().toString(), rate.getValue(), orNull(now.limit())));
        }
        return new LinkExplanationView(
                source,
                own.name().value(),
                reason(jobs),
                limitedBy,
                orNull(measured(source)),
                host.line().orElse(null),
                jobs);
    }

    /** Of each job that uses the link, in bytes a second; the highest first. */
    private List<Map.Entry<JobId, Long>> rates(String source) {
        Map<JobId, Long> rates = new HashMap<>();
        for (LinkUse use : flows.all()) {
            boolean isOfLink = source.equals(Limit.EVERYTHING)
                    ? use.isWhole()
                    : use.source().equals(source);
            if (isOfLink && use.job() > 0) rates.merge(new JobId(use.job()), use.bytesPerSecond(), Long::sum);
        }
        List<Map.Entry<JobId, Long>> sorted = new ArrayList<>(rates.entrySet());
        sorted.sort(Map.Entry.<JobId, Long>comparingByValue().reversed());
        return sorted;
    }

    private static String reason(List<LinkJobView> jobs) {
        if (jobs.isEmpty()) return "No job uses it now.";
        LinkJobView first = jobs.get(0);
        long sum = jobs.stream().mapToLong(LinkJobView::bytesPerSecond).sum();
        String limit = first.limit() == null ? "" : "; " + first.jobId() + " is limited by " + first.limit();
        return String.format(
                Locale.ROOT,
                "%d %s %s%s.",
                jobs.size(),
                jobs.size() == 1 ? "job moves" : "jobs move",
                ByteRate.text(sum),
                limit);
    }

    /** The newest result of each mode, the newest first. */
    private String measured(String source) {
        Set<BenchMode> told = EnumSet.noneOf(BenchMode.class);
        StringJoiner text = new StringJoiner(" ");
        for (LinkBench bench : catalog.linkBenches().of(source)) {
            if (bench.isDone() && told.add(bench.plan().mode())) text.add(bench.sentence());
        }
        return text.toString();
    }
}
