package org.bdm.server.bench;

import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.site.LinkBench;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends measurements in the catalog: first the measurement, then its job, so that a process that dies in between loses nothing. May block. */
final class BenchEnds {
    /** Code of the reason of a job that ended with a result. */
    static final String MEASURED = "MEASURED";

    private static final Logger LOG = LoggerFactory.getLogger(BenchEnds.class);

    private final BenchParts parts;

    BenchEnds(BenchParts parts) {
        this.parts = parts;
    }

    /** Keeps the outcome of a measurement without its job. */
    static void keep(Catalog catalog, LinkBench ended) {
        try {
            Durable.await(catalog.linkBenches().end(ended));
        } catch (MoverException e) {
            LOG.warn("the measurement {} was not recorded: {}", ended.number(), e.detail());
        }
    }

    /** Ends both. */
    void end(LinkBench ended, String code) {
        Durable.await(parts.catalog().linkBenches().end(ended));
        endJob(ended, code);
    }

    /** Ends the job of a measurement that has ended; what a person did to it meanwhile stands. */
    void endJob(LinkBench ended, String code) {
        JobId job = new JobId(ended.job());
        Instant now = parts.clock().instant();
        JobState last = ended.isDone() ? JobState.SUCCEEDED : JobState.FAILED;
        String text = ended.isDone() ? ended.sentence() : ended.outcome().trouble();
        try {
            Durable.await(parts.catalog()
                    .jobs()
                    .end(
                            job,
                            last,
                            new JobReason(code, text, now, null),
                            parts.reports().jsonIfEndedNow(job)));
            LOG.info("{} ended {}: {}", job, last, text);
        } catch (MoverException e) {
            if (e.code() != ErrorCode.ILLEGAL_STATE) throw e;
            LOG.info("{} was not ended: {}", job, e.detail());
        }
    }
}
