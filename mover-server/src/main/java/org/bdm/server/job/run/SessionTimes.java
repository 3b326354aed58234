package org.bdm.server.job.run;

import java.time.Duration;
import java.time.Instant;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FetchProgress;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.job.progress.LimitTally;
import org.bdm.server.job.schedule.WorkTimes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The times that the sessions of one run of a job spent, for its report. Belongs to the job's thread. */
final class SessionTimes {
    private static final Logger LOG = LoggerFactory.getLogger(SessionTimes.class);

    private final DispatchParts parts;
    private final JobId job;
    private @Nullable Instant firstBegan;
    private WorkTimes times = WorkTimes.NONE;

    SessionTimes(DispatchParts parts, JobId job) {
        this.parts = parts;
        this.job = job;
    }

    void began() {
        if (firstBegan == null) firstBegan = parts.clock().instant();
    }

    void saw(FetchProgress progress) {
        times = times.plus(new WorkTimes(0, 0, 0, 0, progress.streams()));
    }

    void ended(FetchProgress progress) {
        times = times.plus(new WorkTimes(0, 0, progress.verifyingMillis(), progress.placingMillis(), 0));
    }

    /** Writes them into the history of the job. Only for the report. */
    void note(LiveSessions live) {
        Instant began = firstBegan;
        if (began == null || !live.hasMovedAny()) return;
        long millis = Duration.between(began, parts.clock().instant()).toMillis();
        try {
            var unused = Durable.await(
                    times.plus(new WorkTimes(0, Math.max(1, millis), 0, 0, 0)).note(parts.catalog(), job));
            live.limited()
                    .ifPresent(text -> Durable.await(parts.catalog().events().add(job, LimitTally.EVENT, text, "{}")));
        } catch (MoverException e) {
            LOG.info("the times of {} were not noted: {}", job, e.detail());
        }
    }
}
