package org.bdm.server.job.listing;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pauses of a listing, and why: its job says so as long as they last. Belongs to the listing's thread, which waits here. */
final class ExplainedPause {
    private static final Logger LOG = LoggerFactory.getLogger(ExplainedPause.class);
    private static final long LOOK_MILLIS = 100;

    private final IntakeParts parts;
    private final Job job;
    private final BooleanSupplier mayGoOn;
    private boolean isExplained;

    ExplainedPause(IntakeParts parts, Job job, BooleanSupplier mayGoOn) {
        this.parts = parts;
        this.job = job;
        this.mayGoOn = mayGoOn;
        this.isExplained = job.reason() != null; // by an earlier run
    }

    /** Says why, and waits. False if the listing must stop. */
    boolean explained(String who, MoverException reason, Duration length) {
        Instant now = parts.clock().instant();
        Instant next = now.plus(length);
        LOG.info("{} of {}: {}; tried again at {}", who, job.id(), reason.detail(), next);
        explain(new JobReason(reason.code().name(), reason.sentence(), now, next));
        isExplained = true;
        return pauseUntil(next);
    }

    /** Waits. False if the listing must stop. */
    boolean pause(Duration length) {
        return pauseUntil(parts.clock().instant().plus(length));
    }

    private boolean pauseUntil(Instant until) {
        while (parts.clock().instant().isBefore(until)) {
            if (!mayGoOn.getAsBoolean()) return false;
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new MoverException(ErrorCode.STOPPING, "the listing of " + job.id() + " was interrupted", e);
            }
        }
        return mayGoOn.getAsBoolean();
    }

    /** Ends the pause and clears its explanation. */
    void end() {
        if (isExplained) explain(null);
        isExplained = false;
    }

    /** Only for people: the listing does not depend on it. */
    private void explain(@Nullable JobReason reason) {
        try {
            var unused = parts.catalog().jobs().explain(job.id(), reason).exceptionally(error -> {
                LOG.info("why {} waits was not written: {}", job.id(), error.getMessage());
                return job;
            });
        } catch (MoverException e) {
            LOG.info("why {} waits was not written: {}", job.id(), e.detail());
        }
    }
}
