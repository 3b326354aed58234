package org.bdm.server.campaign;

import java.util.UUID;
import org.bdm.core.control.job.PatchJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * Changes jobs that were passed on, by asking their site in the name of a person. Every method throws what the site refuses it with, and
 * PEER_UNREACHABLE; the change may have been made then, and may be asked for again. Any thread that may block.
 */
public final class ForwardedSteering {
    static final String PAUSE = "jobs.pause";
    static final String RESUME = "jobs.resume";
    static final String RETRY = "jobs.retry";
    static final String PATCH = "jobs.patch";

    private final JobForwarding forwarding;

    /** With what knows the sites. */
    public ForwardedSteering(JobForwarding forwarding) {
        this.forwarding = forwarding;
    }

    /** Stops the work on the job until somebody resumes it. */
    public ForwardedView pause(ForwardedId id, Asker by) {
        return forwarding.view(id, PAUSE, plain(id, by), by);
    }

    /** Takes the paused job back to where it was. */
    public ForwardedView resume(ForwardedId id, Asker by) {
        return forwarding.view(id, RESUME, plain(id, by), by);
    }

    /**
     * Changes priority or rate.
     *
     * @param ifMatch the ETag that the job must have; null takes every job
     */
    public ForwardedView patch(ForwardedId id, PatchJob changes, @Nullable String ifMatch, Asker by) {
        ForwardedChange change = new ForwardedChange(id.job(), by.name(), null, ifMatch, changes);
        return forwarding.view(id, PATCH, change, by);
    }

    /** Makes a new job of the failed files, once however often the question travels; OUTCOME_UNKNOWN if no answer came. */
    public ForwardedView retry(ForwardedId id, Asker by) {
        String key = UUID.randomUUID().toString();
        ForwardedChange change = new ForwardedChange(id.job(), by.name(), key, null, null);
        try {
            return forwarding.view(id, RETRY, change, by);
        } catch (MoverException e) {
            boolean isSent = e.getCause() instanceof MoverException lost && lost.code() != ErrorCode.PEER_UNREACHABLE;
            if (e.code() != ErrorCode.PEER_UNREACHABLE || !isSent) throw e;
            throw new MoverException(
                    ErrorCode.OUTCOME_UNKNOWN,
                    "the new job of the failed files of " + id + " may be at site '" + id.site()
                            + "'; look at its jobs before you retry again (" + e.detail() + ")",
                    e);
        }
    }

    private static ForwardedChange plain(ForwardedId id, Asker by) {
        return new ForwardedChange(id.job(), by.name(), null, null, null);
    }
}
