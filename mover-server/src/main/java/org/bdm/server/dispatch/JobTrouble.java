package org.bdm.server.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Job;
import org.bdm.server.catalog.JobState;
import org.bdm.server.catalog.PauseReason;
import org.bdm.server.catalog.StateReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of a job whose session cannot go on: it pauses with the reason, or ends. */
final class JobTrouble {
    private static final Logger LOG = LoggerFactory.getLogger(JobTrouble.class);
    private static final Duration RECHECK_AFTER = Duration.ofSeconds(60);
    private static final Duration CONNECT_AGAIN_AFTER = Duration.ofSeconds(10);

    private final DispatchParts parts;
    private final Job job;

    JobTrouble(DispatchParts parts, Job job) {
        this.parts = parts;
        this.job = job;
    }

    void stopFor(MoverException reason) {
        LOG.warn("{} cannot go on: {}", job.id(), reason.sentence());
        try {
            if (reason.code() == ErrorCode.DESTINATION_EXISTS) {
                new JobEnding(parts, job, null).endEarly(reason);
                return;
            }
            PauseReason pause = pauseReason(reason.code());
            Instant now = parts.clock().instant();
            Instant next = now.plus(pause == PauseReason.PEER_UNREACHABLE ? CONNECT_AGAIN_AFTER : RECHECK_AFTER);
            parts.catalog()
                    .jobs()
                    .change(job.id(), JobState.PAUSED, new StateReason(pause.name(), reason.sentence(), now, next))
                    .join();
        } catch (CompletionException e) {
            // The job was ended or paused by a person in the same moment: that stands.
            LOG.info("{} was not paused: {}", job.id(), String.valueOf(e.getCause()));
        }
    }

    private static PauseReason pauseReason(ErrorCode code) {
        return switch (code) {
            case NO_SPACE -> PauseReason.NO_SPACE;
            case QUOTA_EXCEEDED -> PauseReason.QUOTA_EXCEEDED;
            case READ_ONLY, EXPORT_READ_ONLY -> PauseReason.READ_ONLY;
            case PERMISSION, CONFINEMENT_UNAVAILABLE, EXPORT_MISSING -> PauseReason.PERMISSION;
            case PEER_NOT_PINNED, NOT_ALLOWED, TICKET_INVALID, TICKET_FOREIGN, SECURITY_MISMATCH -> PauseReason.CREDENTIALS;
            default -> PauseReason.PEER_UNREACHABLE;
        };
    }
}
