package org.bdm.core.fetch;

import java.util.List;
import java.util.concurrent.CompletionException;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.core.writer.BlockWriter.Leftover;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what an error means: the bytes are asked for again, the file is begun anew, it fails, it waits for a later run, or a person must
 * act. The kind of the error decides, and which side it came from. Owner only.
 */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private final FetchState state;
    private final SourceSet sources;
    private final Attempts attempts;
    private final Outcomes outcomes;
    private final RetryPolicy policy;
    private final TriesAgain triesAgain;

    Failures(
            FetchState state,
            SourceSet sources,
            Attempts attempts,
            Outcomes outcomes,
            RetryPolicy policy,
            TriesAgain triesAgain) {
        this.state = state;
        this.sources = sources;
        this.attempts = attempts;
        this.outcomes = outcomes;
        this.policy = policy;
        this.triesAgain = triesAgain;
    }

    /** The steps that are taken once more after a moment. */
    interface TriesAgain {
        /** Looks at the destination again and decides anew; for files of which no byte was asked for. */
        void lookAgain(FileProgress file);

        /** Asks whether the source is still the same. */
        void confirmAgain(FileProgress file);

        /** Asks whether what an earlier run left is of the version that the source has. */
        void resumeAgain(FileProgress file);
    }

    /** The source could not do what was asked of it. */
    void ofSource(FileProgress file, MoverException reason) {
        if (isOver(file) || isBegunAnew(file)) return;
        if (reason.code() == ErrorCode.SOURCE_CHANGED) {
            sourceChanged(file, reason);
        } else if (reason.code() == ErrorCode.BEING_STAGED) {
            awaitStaging(file, reason);
        } else if (reason.code() == ErrorCode.PERMISSION) {
            state.block(reason); // of the credentials of its server: refused for all files until a person renews them
        } else if (!reason.kind().isRetryable()) {
            fail(file, reason);
        } else if (!file.attempt().isRetryDue()) {
            tryAgain(file, reason);
        }
    }

    /** Lets the file wait for a later run, which is no failure; asking again at once would change nothing, and others can have its place. */
    private void awaitStaging(FileProgress file, MoverException reason) {
        Leftover leftover = state.parts.source().mayGoOn(file.id()) ? Leftover.KEEP : Leftover.DELETE;
        attempts.giveUp(file, leftover, () -> {});
        outcomes.waits(file, reason, policy.stagedAt(state.parts.source().stagedFor(file.id())));
    }

    private void tryAgain(FileProgress file, MoverException reason) {
        int tries = file.tries().sourceFailed();
        if (tries >= RetryPolicy.PASSING_TRIES) {
            if (reason.code() == ErrorCode.SOURCE_READ_ERROR) fail(file, reason);
            else waitOrFail(file, reason);
            return;
        }
        if (file.stage() == FileStage.ACTIVE && !state.parts.source().mayGoOn(file.id())) {
            LOG.info("{} starts again: {}", file.entry().source(), reason.detail());
            pause(file, Leftover.DELETE, tries, () -> attempts.startAnew(file));
            return;
        }
        LOG.debug("{} is requested again: {}", file.id(), reason.detail());
        sources.hold(file);
        file.attempt().retryIsDue();
        var epoch = file.epoch();
        later(file, tries, () -> {
            if (!file.isIn(epoch)) return;
            file.attempt().retryBegins();
            switch (file.stage()) {
                case ACTIVE -> askAgain(file);
                case COMPLETING -> triesAgain.confirmAgain(file);
                case COMPARING -> lookAgain(file);
                case RESUMING -> triesAgain.resumeAgain(file);
                case PREPARING, RECOVERING, PLANNED, FINISHING, PAUSED, ENDED ->
                    LOG.debug("{} no longer needs a retry", file.id());
            }
        });
    }

    /** Whenever it is asked for, its stream breaks: it may be what the source does not bear. */
    void lostTooOften(FileProgress file) {
        if (isOver(file) || isBegunAnew(file)) return;
        waitOrFail(
                file,
                new MoverException(
                        ErrorCode.CONNECTION_LOST,
                        "the connection broke " + RetryPolicy.LOSSES_MAX + " times in a row while "
                                + file.entry().source() + " was requested"));
    }

    private void askAgain(FileProgress file) {
        // Requests that are still under way keep what they asked for: then the rest is planned when they have ended.
        if (!file.attempt().hasItemsOutstanding()) sources.giveBackMissing(file);
    }

    private void sourceChanged(FileProgress file, MoverException reason) {
        int tries = file.tries().sourceChanged();
        if (tries >= RetryPolicy.CHANGED_TRIES) {
            fail(file, reason);
            return;
        }
        LOG.info("{} has changed and starts again: {}", file.entry().source(), reason.detail());
        boolean wasComparing = file.stage() == FileStage.COMPARING;
        pause(file, Leftover.DELETE, tries, () -> takeNewVersion(file, wasComparing));
    }

    private void takeNewVersion(FileProgress file, boolean wasComparing) {
        attempts.askStatus(file, file.version(), (status, failure) -> {
            if (failure != null) {
                statusFailed(file, failure, () -> takeNewVersion(file, wasComparing));
            } else if (status == null || status.kind() != FileKind.FILE) {
                fail(
                        file,
                        new MoverException(
                                ErrorCode.SOURCE_NOT_FOUND,
                                file.entry().source() + " is no longer a file at the source"));
            } else {
                renewed(file, status, wasComparing);
            }
        });
    }

    private void statusFailed(FileProgress file, MoverException failure, Runnable again) {
        if (failure.code() == ErrorCode.BEING_STAGED) {
            awaitStaging(file, failure);
            return;
        }
        if (failure.code() == ErrorCode.PERMISSION) {
            state.block(failure);
            return;
        }
        if (!failure.kind().isRetryable()) {
            fail(file, failure);
            return;
        }
        int tries = file.tries().sourceFailed();
        if (tries >= RetryPolicy.PASSING_TRIES) waitOrFail(file, failure);
        else later(file, tries, again);
    }

    private void renewed(FileProgress file, FileStatus status, boolean wasComparing) {
        file.takeVersion(status);
        if (wasComparing) lookAgain(file);
        else attempts.startAnew(file);
    }

    private void lookAgain(FileProgress file) {
        state.move(file, FileStage.PREPARING);
        triesAgain.lookAgain(file);
    }

    /** A block, or a whole small file, had a wrong checksum: asked for again, at most so often. */
    void ofBlock(FileProgress file, ByteRange range) {
        if (isOver(file) || isBegunAnew(file)) return;
        int tries = file.attempt().refused(range.offset());
        if (tries < RetryPolicy.BLOCK_TRIES) {
            sources.giveBack(file, range);
            return;
        }
        fail(
                file,
                new MoverException(
                        ErrorCode.CHECKSUM_MISMATCH,
                        "block " + range + " of " + file.entry().source() + " arrived damaged " + tries + " times"));
    }

    /** The pack that it came in arrived damaged. */
    void ofPiece(FileId id, Epoch epoch, int length) {
        FileProgress file = state.current(id, epoch);
        if (file == null || !file.takesBlocks() || !file.attempt().isPiece()) return;
        file.attempt().pieceRefused();
        ofBlock(file, new ByteRange(0, Math.max(1, length)));
    }

    /** The destination could not write, force, hash or place. */
    void ofDestination(FileProgress file, MoverException reason) {
        if (isOver(file)) return;
        if (reason.kind() == ErrorKind.NEEDS_PERSON || reason.code() == ErrorCode.STALE_LEASE) {
            LOG.warn("{} cannot be written: {}", file.entry().destination(), reason.sentence());
            state.block(reason);
        } else if (file.chunk().journal.failure().isPresent()) {
            journalFailed(file, reason);
        } else if (isBegunAnew(file)) {
            LOG.debug("{} has already started again: {}", file.id(), reason.detail());
        } else if (reason.code() == ErrorCode.TOO_MANY_OPEN_FILES) {
            awaitOpenFiles(file, reason);
        } else if (reason.code() == ErrorCode.BEING_STAGED) {
            state.wantHere(file.entry().destination());
            awaitStaging(file, reason); // what is here is on tape: it is compared when it is on disk
        } else if (reason.code() == ErrorCode.CHECKSUM_MISMATCH) {
            digestIsWrong(file, reason);
        } else if (reason.code() == ErrorCode.DESTINATION_EXISTS
                && file.stage() == FileStage.FINISHING
                && file.fetchedToCompare().isPresent()) {
            pause(file, Leftover.DELETE, 1, () -> beginAnew(file, true));
        } else if (reason.code() == ErrorCode.DESTINATION_EXISTS) {
            conflict(file, reason.detail());
        } else if (!reason.kind().isRetryable()) {
            fail(file, reason);
        } else {
            sendAgain(file, reason);
        }
    }

    private void sendAgain(FileProgress file, MoverException reason) {
        int tries = file.tries().diskFailed();
        if (tries < RetryPolicy.PASSING_TRIES) {
            LOG.info("{} is sent again into a new file: {}", file.entry().destination(), reason.detail());
            boolean wasComparing = isBeforeBytes(file);
            pause(file, Leftover.DELETE, tries, () -> beginAnew(file, wasComparing));
        } else if (reason.code() == ErrorCode.SYNC_FAILED) {
            fail(file, reason);
        } else {
            waitOrFail(file, reason);
        }
    }

    private static boolean isBeforeBytes(FileProgress file) {
        return file.stage() == FileStage.PREPARING || file.stage() == FileStage.COMPARING;
    }

    /** Nothing is wrong with the file: what came of it is kept, and it never fails for this. */
    private void awaitOpenFiles(FileProgress file, MoverException reason) {
        boolean hasNothing = isBeforeBytes(file)
                || (file.stage() == FileStage.ACTIVE && file.attempt().bytesWritten() == 0);
        int tries = hasNothing ? file.tries().lackedOpenFiles() : RetryPolicy.PRESSURE_TRIES;
        if (tries < RetryPolicy.PRESSURE_TRIES) {
            boolean wasComparing = isBeforeBytes(file);
            LOG.debug("{} starts again later: {}", file.id(), reason.detail());
            pause(file, Leftover.DELETE, tries, () -> beginAnew(file, wasComparing));
        } else {
            waitOrFail(file, reason);
        }
    }

    private void beginAnew(FileProgress file, boolean wasComparing) {
        if (file.entry().listed().kind() == FileKind.FILE && !wasComparing) attempts.startAnew(file);
        else lookAgain(file);
    }

    /** The file came whole, and is not what was expected: the source knows whether another copy may be. */
    void ofDigest(FileProgress file, Checksum found) {
        if (isOver(file)) return;
        Checksum expected = file.entry().expected().orElseThrow();
        if (file.attempt().bytesKept() > 0) { // what was kept may be what is wrong: no copy is blamed
            LOG.warn(
                    "{} is transferred in full: with {} bytes that were here its digest is {}, not {}",
                    file.entry().source(),
                    file.attempt().bytesKept(),
                    found,
                    expected);
            pause(file, Leftover.DELETE, 1, () -> attempts.startAnew(file));
            return;
        }
        int triesBefore = file.tries().digestWasWrong() - 1;
        DigestVerdict verdict = state.parts.source().mistrust(file.id(), file.epoch(), expected, found, triesBefore);
        verdict.from().ifPresent(copy -> state.listener.onCopyTried(file.id(), copy, found));
        if (verdict instanceof DigestVerdict.Again) {
            LOG.warn(
                    "{} is transferred again in full: its digest is {}, not {}",
                    file.entry().source(),
                    found,
                    expected);
            pause(file, Leftover.DELETE, 1, () -> attempts.startAnew(file));
        } else if (verdict instanceof DigestVerdict.Wrong wrong) {
            fail(
                    file,
                    new MoverException(ErrorCode.CHECKSUM_MISMATCH, file.entry().source() + ": " + wrong.detail()));
        } else if (verdict instanceof DigestVerdict.Disputed disputed) {
            dispute(file, expected, disputed);
        }
    }

    private void dispute(FileProgress file, Checksum expected, DigestVerdict.Disputed disputed) {
        state.move(file, FileStage.PAUSED);
        attempts.quarantine(file, keptAs -> {
            if (isOver(file)) return;
            state.listener.onDisputed(new DisputedFile(
                    file.id(), keptAs, file.size(), file.version().modified(), disputed.agreed(), disputed.copies()));
            String kept = keptAs == null ? "; the bytes could not be kept" : "; the bytes are kept";
            outcomes.failed(
                    file,
                    new MoverException(
                            ErrorCode.CHECKSUM_DISPUTED,
                            file.entry().source() + ": " + disputed.copies().size() + " copies agree on "
                                    + disputed.agreed() + ", and " + expected + " was published" + kept));
        });
    }

    private void digestIsWrong(FileProgress file, MoverException reason) {
        if (file.tries().digestWasWrong() >= RetryPolicy.WHOLE_TRIES) {
            fail(file, reason);
            return;
        }
        LOG.warn("{} is transferred again in full: {}", file.entry().source(), reason.detail());
        pause(file, Leftover.DELETE, 1, () -> attempts.startAnew(file));
    }

    /** Without its journal nothing of a chunk can be made safe: its files are left for a later run. The finisher tells of its own. */
    private void journalFailed(FileProgress failed, MoverException reason) {
        LOG.warn("the journal of chunk {} failed: {}", failed.chunk().number, reason.detail());
        for (FileProgress file : List.copyOf(failed.chunk().files)) {
            boolean isAtFinisher = file.stage() == FileStage.FINISHING || file.stage() == FileStage.RECOVERING;
            if (file == failed || (file.stage() != FileStage.ENDED && !isAtFinisher)) waitOrFail(file, reason);
        }
    }

    /** Another content is under the final name. */
    void conflict(FileProgress file, String detail) {
        MoverException reason = new MoverException(ErrorCode.DESTINATION_EXISTS, detail);
        fail(file, reason);
        if (state.parts.options().onConflict() == ConflictPolicy.FAIL) state.block(reason);
    }

    /** The file ends with FAILED. */
    void fail(FileProgress file, MoverException reason) {
        if (isOver(file)) return;
        attempts.giveUp(file, Leftover.DELETE, () -> {});
        outcomes.failed(file, reason);
    }

    private void waitOrFail(FileProgress file, MoverException reason) {
        // Runs that were short of open files say nothing of the file, and it is soon worth another one.
        int runs = reason.code() == ErrorCode.TOO_MANY_OPEN_FILES
                ? 0
                : file.entry().earlier().attempts();
        if (!policy.mayWait(runs)) {
            fail(file, reason);
            return;
        }
        attempts.giveUp(file, Leftover.KEEP, () -> {});
        outcomes.waits(file, reason, policy.retryAt(runs));
    }

    private void pause(FileProgress file, Leftover leftover, int tries, Runnable then) {
        state.move(file, FileStage.PAUSED);
        attempts.giveUp(file, leftover, () -> later(file, tries, then));
    }

    private void later(FileProgress file, int tries, Runnable then) {
        state.loop.postAfter(policy.delayMillis(tries), () -> {
            if (!isOver(file)) then.run();
        });
    }

    private boolean isOver(FileProgress file) {
        return file.stage() == FileStage.ENDED || !state.mayWork();
    }

    /** Its attempt was given up: other requests and stages may tell of the same once more, which must not begin it twice. */
    private static boolean isBegunAnew(FileProgress file) {
        return file.stage() == FileStage.PAUSED;
    }

    static MoverException asMoverException(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) cause = cause.getCause();
        if (cause instanceof MoverException known) return known;
        return new MoverException(ErrorCode.INTERNAL, "unexpected failure: " + cause, cause);
    }

    /** A temporary file that could not be removed goes with the work area: what led here matters more. */
    static void leftOver(String name, MoverException reason) {
        LOG.info("{} stays in the work area: {}", name, reason.detail());
    }
}
