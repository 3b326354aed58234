package org.bdm.server.job.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.catalog.tape.TapeWait;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides on a job whose sessions cannot continue: it pauses with the reason, or ends, or is retried later and says why. */
final class JobTrouble {
    private static final Logger LOG = LoggerFactory.getLogger(JobTrouble.class);
    private static final Duration RECHECK_AFTER = Duration.ofSeconds(60);
    private static final Duration CONNECT_AGAIN_AFTER = Duration.ofSeconds(10);

    private final DispatchParts parts;
    private final Job job;
    private final EarlierPauses pauses;

    JobTrouble(DispatchParts parts, Job job, EarlierPauses pauses) {
        this.parts = parts;
        this.job = job;
        this.pauses = pauses;
    }

    /**
     * Pauses the job for a reason that a pause is made for.
     *
     * @return whether there is one: otherwise the job stays as it is, and the caller tries again later
     */
    boolean pauseFor(MoverException reason) {
        Optional<PauseReason> pause = pauseReason(reason.code());
        if (pause.isEmpty()) return false;
        LOG.warn("{} cannot continue: {}", job.id(), reason.sentence());
        Instant now = parts.clock().instant();
        Instant since = pauses.since(job.id(), pause.get().name(), now);
        Instant next = now.plus(pause.get() == PauseReason.PEER_UNREACHABLE ? CONNECT_AGAIN_AFTER : RECHECK_AFTER);
        try {
            Durable.await(parts.catalog()
                    .jobs()
                    .change(
                            job.id(),
                            JobState.PAUSED,
                            new JobReason(pause.get().name(), reason.sentence(), since, next)));
        } catch (MoverException e) {
            if (e.code() != ErrorCode.ILLEGAL_STATE) throw e;
            // The job was ended or paused by a person in the same moment: that stands.
            LOG.info("{} was not paused: {}", job.id(), e.detail());
        }
        return true;
    }

    /** Says why the job does not move and when it is tried again; null clears it. Only for people: nothing depends on it. */
    void explain(@Nullable MoverException reason, Instant next) {
        JobReason text = reason == null
                ? null
                : new JobReason(
                        reason.code().name(), reason.sentence(), parts.clock().instant(), next);
        try {
            var unused = parts.catalog().jobs().explain(job.id(), text).exceptionally(error -> {
                LOG.info("why {} waits was not written: {}", job.id(), error.getMessage());
                return job;
            });
        } catch (MoverException e) {
            LOG.info("why {} waits was not written: {}", job.id(), e.detail());
        }
    }

    /** Says of a job that goes on file by file why not all of them fit. */
    void explainTrickling(MoverException reason) {
        explain(trickling(reason), parts.clock().instant().plus(TrickledFiles.LOOK_AGAIN_AFTER));
    }

    /** Says of a job how many files wait for tape, if it waits for nothing else. Reads and writes: only at the end of a run. */
    void explainTape(Duration next) {
        List<TapeWait> waits = parts.catalog().tapeRecalls().ofJob(job.id());
        long atSites = parts.catalog().tapeRecalls().waitingWithoutService(job.id());
        long files = atSites + waits.stream().mapToLong(TapeWait::files).sum();
        if (files == 0 || files < parts.catalog().jobs().counts(job.id()).open()) return;
        Instant now = parts.clock().instant();
        Stream<String> ofSites = atSites == 0 ? Stream.empty() : Stream.of(TapeWait.withoutService(atSites));
        String text = Stream.concat(waits.stream().map(wait -> wait.text(now)), ofSites)
                .collect(Collectors.joining("; "));
        explain(new MoverException(ErrorCode.BEING_STAGED, text), now.plus(next));
    }

    /** With the reserve, without which the number of missing bytes would be too small. */
    static MoverException trickling(MoverException reason) {
        String text = reason.detail() + "; the job trickles: each file is transferred that leaves "
                + TrickledFiles.RESERVE_BYTES + " bytes free";
        return new MoverException(reason.code(), text, reason);
    }

    /** True if trying again would only fail in the same way, and no person can change anything here: then what it concerns fails. */
    static boolean isForGood(MoverException reason) {
        return !reason.kind().isRetryable() && pauseReason(reason.code()).isEmpty();
    }

    private static Optional<PauseReason> pauseReason(ErrorCode code) {
        return switch (code) {
            case NO_SPACE -> Optional.of(PauseReason.NO_SPACE);
            case QUOTA_EXCEEDED -> Optional.of(PauseReason.QUOTA_EXCEEDED);
            case READ_ONLY, EXPORT_READ_ONLY -> Optional.of(PauseReason.READ_ONLY);
            case PERMISSION, CONFINEMENT_UNAVAILABLE -> Optional.of(PauseReason.PERMISSION);
            case EXPORT_MISSING -> Optional.of(PauseReason.EXPORT_MISSING);
            case UNKNOWN_SITE,
                    UNKNOWN_EXPORT,
                    NOT_AUTHENTICATED,
                    NOT_ALLOWED,
                    PEER_NOT_PINNED,
                    TICKET_INVALID,
                    TICKET_FOREIGN,
                    SECURITY_MISMATCH,
                    PROTOCOL_VERSION -> Optional.of(PauseReason.CREDENTIALS);
            case WINDOW_CLOSED -> Optional.of(PauseReason.WINDOW_CLOSED);
            case SITE_MAINTENANCE -> Optional.of(PauseReason.SITE_MAINTENANCE);
            case SITE_BANNED -> Optional.of(PauseReason.SITE_BANNED);
            case PEER_UNREACHABLE,
                    CONNECTION_LOST,
                    TIMED_OUT,
                    TICKET_EXPIRED,
                    TOO_MANY_CONNECTIONS,
                    TOO_MANY_REQUESTS,
                    GOING_AWAY,
                    STOPPING -> Optional.of(PauseReason.PEER_UNREACHABLE);
            default -> Optional.empty();
        };
    }
}
