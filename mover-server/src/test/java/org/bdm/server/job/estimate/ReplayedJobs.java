package org.bdm.server.job.estimate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.history.EndedJob;
import org.bdm.server.catalog.history.JobTiming;
import org.bdm.server.catalog.history.SizedWork;
import org.bdm.server.catalog.history.TransferPart;

/** Jobs of several links one after the other, each predicted before it runs; times are drawn around what the link would take. */
final class ReplayedJobs {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final Random random;
    private final List<Link> links;
    private final Map<String, List<EndedJob>> newestFirst = new HashMap<>();
    private final List<EndedJob> allNewestFirst = new ArrayList<>();
    private Instant now = START;
    private long jobs;

    ReplayedJobs(long seed, List<Link> links) {
        this.random = new Random(seed);
        this.links = links;
    }

    /**
     * A link as it is, which nobody tells the forecaster.
     *
     * @param scatter standard deviation of the logarithm of times
     */
    record Link(String source, double fixed, double perFile, double bytesPerSecond, double scatter) {
        double seconds(SizedWork work) {
            return fixed + perFile * work.total().files() + work.total().bytes() / bytesPerSecond;
        }

        Link slower(double factor) {
            return new Link(source, fixed, perFile * factor, bytesPerSecond / factor, scatter);
        }
    }

    record Predicted(Forecast forecast, double seconds) {
        boolean isBetween() {
            return forecast.p10Seconds() <= seconds && seconds <= forecast.p90Seconds();
        }
    }

    Forecaster forecaster() {
        KnownLink site = KnownLink.ofSite(allNewestFirst);
        Map<String, KnownLink> known = new HashMap<>();
        newestFirst.forEach((source, ended) -> known.put(source, KnownLink.of(source, ended, site)));
        return new Forecaster(known, site);
    }

    List<Predicted> run(int number) {
        List<Predicted> predicted = new ArrayList<>();
        for (int at = 0; at < number; at++) predicted.add(next(links.get(random.nextInt(links.size()))));
        return predicted;
    }

    Predicted next(Link link) {
        SizedWork work = drawn();
        Map<String, LinkWork> asked =
                Map.of(link.source(), new LinkWork(work, work.total().files(), 0));
        Forecaster forecaster = forecaster();
        Forecast forecast = forecaster.of(asked, 0);
        double seconds = link.seconds(work) * Math.exp(link.scatter() * random.nextGaussian());
        ended(link, work, seconds, forecaster.seconds(asked, 0));
        return new Predicted(forecast, seconds);
    }

    /** Mostly small files, mostly large ones, or both. */
    private SizedWork drawn() {
        SizedWork.Sum sum = new SizedWork.Sum();
        int kind = random.nextInt(3);
        if (kind != 1) {
            int tiny = 10 + random.nextInt(2_000);
            for (int at = 0; at < tiny; at++) sum.add(1_000 + random.nextInt(30_000));
        }
        if (kind != 0) {
            int large = 1 + random.nextInt(12);
            for (int at = 0; at < large; at++) sum.add((1L << 20) * (1 + random.nextInt(60)));
        }
        return sum.get();
    }

    private void ended(Link link, SizedWork work, double seconds, double predicted) {
        JobId job = new JobId(++jobs);
        Instant began = now.plusMillis(100);
        Instant ended = now.plusMillis(Math.round(seconds * 1000));
        TransferPart part = new TransferPart(
                job,
                link.source(),
                began,
                ended,
                Math.max(1, Duration.between(began, ended).toMillis()),
                5L,
                4,
                work,
                0);
        JobTiming timing = new JobTiming(job, now, ended, work.total().files(), 50, Math.round(predicted * 1000));
        EndedJob one = new EndedJob(timing, List.of(part));
        newestFirst.computeIfAbsent(link.source(), first -> new ArrayList<>()).add(0, one);
        allNewestFirst.add(0, one);
        now = ended.plusSeconds(1);
    }

    static double shareBetween(List<Predicted> predicted) {
        return (double) predicted.stream().filter(Predicted::isBetween).count() / predicted.size();
    }
}
