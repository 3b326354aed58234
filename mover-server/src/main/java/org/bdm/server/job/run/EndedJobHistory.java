package org.bdm.server.job.run;

import java.time.Instant;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.history.JobTiming;
import org.bdm.server.catalog.history.SizedWork;
import org.bdm.server.catalog.history.TransferHistory;
import org.bdm.server.catalog.history.TransferPart;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.job.estimate.KnownHistory;
import org.bdm.server.job.schedule.WorkTimes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a job that has ended by itself part of the history that estimates rest on, with what was known of its link before. A job with a
 * limit of its own, or with more than a few failures, says little of the link and is left out. Any thread that may block.
 */
final class EndedJobHistory {
    private static final Logger LOG = LoggerFactory.getLogger(EndedJobHistory.class);
    private static final double FAILED_MAX = 0.05;

    private final TransferHistory history;
    private final KnownHistory known;

    EndedJobHistory(TransferHistory history, KnownHistory known) {
        this.history = history;
        this.known = known;
    }

    /** Notes an ended job; a row that cannot be written is only missing in estimates. */
    void note(Job job, JobCounts counts, WorkTimes times, Instant ended) {
        try {
            if (!saysSomething(job, counts)) return;
            write(job, counts, times, ended);
        } catch (MoverException e) {
            LOG.info("the times of {} are not in the history: {}", job.id(), e.detail());
        }
    }

    private static boolean saysSomething(Job job, JobCounts counts) {
        long failed = counts.in(FileState.FAILED).files();
        return job.startedAt() != null
                && job.request().maxRateBytesPerSecond() == 0
                && counts.there() > 0
                && failed <= FAILED_MAX * counts.total().files();
    }

    private void write(Job job, JobCounts counts, WorkTimes times, Instant ended) {
        Instant started = job.startedAt();
        if (started == null) return;
        List<TransferPart> parts = history.partsOf(job.id());
        if (parts.isEmpty()) parts = onlyListed(job, ended);
        if (parts.isEmpty()) return;
        long filesListed = counts.total().files();
        long predicted = Math.round(known.predicted(parts, filesListed) * 1000);
        Durable.await(
                history.ended(new JobTiming(job.id(), started, ended, filesListed, times.listingMillis(), predicted)));
    }

    /** Everything was there already: the link carried only the listing. */
    private List<TransferPart> onlyListed(Job job, Instant ended) {
        String source = job.request().source();
        if (source == null || !source.startsWith("bdm://")) return List.of();
        String site = Endpoint.parse(source).site().value();
        TransferPart part = new TransferPart(job.id(), site, ended, ended, 0, null, 0, SizedWork.NONE, 0);
        Durable.await(history.add(List.of(part)));
        return List.of(part);
    }
}
