package org.bdm.server.job.estimate;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.catalog.history.EndedJob;
import org.bdm.server.catalog.history.JobTiming;
import org.bdm.server.catalog.history.TransferPart;

/**
 * Makes samples of jobs that ended. The time on a link is that from the start of the job to its first session, that while sessions brought
 * files from there, and that from the last outcome to the end. Nodes work at the same time, so the longest of them counts. Pauses between
 * runs do not count.
 */
final class JobSamples {
    private JobSamples() {}

    /** One sample for each source of a job. */
    static Map<String, LinkSample> of(EndedJob job) {
        Map<String, LinkWork> work = work(job.parts(), job.timing().filesListed());
        double around = secondsAround(job);
        Map<String, LinkSample> samples = new LinkedHashMap<>();
        work.forEach((source, done) -> samples.put(
                source,
                new LinkSample(
                        done, around + active(job.parts(), source), job.timing().ended())));
        return samples;
    }

    /** The work on each link; listed files are split by the files that came. */
    static Map<String, LinkWork> work(List<TransferPart> parts, long filesListed) {
        Map<String, LinkWork> work = new LinkedHashMap<>();
        for (TransferPart part : parts) {
            work.merge(part.source(), new LinkWork(part.work(), 0, part.bytesChecked()), LinkWork::plus);
        }
        long came = work.values().stream()
                .mapToLong(each -> each.moved().total().files())
                .sum();
        work.replaceAll((source, each) -> {
            double share = came == 0
                    ? 1.0 / work.size()
                    : (double) each.moved().total().files() / came;
            return new LinkWork(each.moved(), Math.round(filesListed * share), each.bytesChecked());
        });
        return work;
    }

    /** Compares the prediction of a job with its time; empty if there was none. */
    static Optional<Misses.Miss> miss(EndedJob job) {
        JobTiming timing = job.timing();
        if (timing.predictedMillis() <= 0) return Optional.empty();
        double longest = job.parts().stream()
                .mapToDouble(part -> active(job.parts(), part.source()))
                .max()
                .orElse(0);
        double took = Math.max(0.001, secondsAround(job) + longest);
        double predicted = timing.predictedMillis() / 1000.0;
        return Optional.of(new Misses.Miss(predicted, took / predicted));
    }

    private static double active(List<TransferPart> parts, String source) {
        return parts.stream()
                        .filter(part -> part.source().equals(source))
                        .mapToLong(TransferPart::activeMillis)
                        .max()
                        .orElse(0)
                / 1000.0;
    }

    private static double secondsAround(EndedJob job) {
        Instant first = job.parts().stream()
                .map(TransferPart::began)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Instant last = job.parts().stream()
                .map(TransferPart::ended)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return seconds(job.timing().started(), first)
                + seconds(last, job.timing().ended());
    }

    private static double seconds(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis() / 1000.0);
    }
}
