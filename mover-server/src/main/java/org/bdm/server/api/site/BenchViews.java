package org.bdm.server.api.site;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.control.site.BenchView;
import org.bdm.core.control.site.LinkExplanationView;
import org.bdm.core.control.site.LinkExplanationView.LinkJobView;
import org.bdm.core.id.JobId;
import org.bdm.server.bench.PathBenches;
import org.bdm.server.catalog.site.LinkBench;
import org.bdm.server.catalog.site.LinkLimit;
import org.bdm.server.catalog.site.LinkUse;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.machine.HostLoad;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/** Measurements of links, and what limits a link, as they are shown. Any thread that may block. */
public class BenchViews {
    static final String PREFIX = "bench-";

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("EEEE d MMMM HH:mm 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private final PathBenches benches;
    private final LinkFlows flows;
    private final LiveJobs live;
    private final HostLoad host;
    private final OwnSite own;

    BenchViews(PathBenches benches, LinkFlows flows, LiveJobs live, HostLoad host, OwnSite own) {
        this.benches = benches;
        this.flows = flows;
        this.live = live;
        this.host = host;
        this.own = own;
    }

    BenchView of(LinkBench bench) {
        String state = bench.isRunning() ? "RUNNING" : bench.trouble().isEmpty() ? "DONE" : "FAILED";
        return new BenchView(
                PREFIX + bench.number(),
                bench.source(),
                own.name().value(),
                bench.mode(),
                state,
                bench.beganAt(),
                bench.isRunning() ? null : bench.tookMillis() / 1000.0,
                bench.bytes(),
                bench.bytesPerSecond(),
                bench.streams(),
                orNull(bench.limitedBy()),
                orNull(bench.limit()),
                orNull(bench.trouble()),
                bench.owner());
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
        Optional<LinkBench> last = benches.last(source);
        return new LinkExplanationView(
                source,
                own.name().value(),
                reason(jobs),
                limitedBy,
                last.map(this::measured).orElse(null),
                host.line().orElse(null),
                jobs);
    }

    /** Of each job that uses the link, in bytes a second; the highest first. */
    private List<Map.Entry<JobId, Long>> rates(String source) {
        Map<JobId, Long> rates = new HashMap<>();
        for (LinkUse use : flows.all()) {
            boolean isOfLink = source.equals(LinkLimit.EVERYTHING)
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
                "%d %s %.1f Mbit/s%s.",
                jobs.size(),
                jobs.size() == 1 ? "job moves" : "jobs move",
                sum * 8 / 1e6,
                limit);
    }

    /** Says what the path did when nothing but it was measured. */
    String measured(LinkBench bench) {
        String limit = bench.limit().isEmpty() ? "" : ", limited by " + bench.limit();
        double bits = bench.bytesPerSecond() * 8.0;
        String rate = bits >= 1e9
                ? String.format(Locale.ROOT, "%.1f Gbit/s", bits / 1e9)
                : String.format(Locale.ROOT, "%.1f Mbit/s", bits / 1e6);
        return "This path did " + rate + " memory to memory on " + DAY.format(bench.beganAt()) + ", over "
                + bench.streams() + (bench.streams() == 1 ? " stream" : " streams") + limit + ".";
    }
}
