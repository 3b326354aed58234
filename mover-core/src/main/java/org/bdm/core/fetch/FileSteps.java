package org.bdm.core.fetch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FileToFinish;
import org.bdm.core.hasher.HashListener;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.FileToWrite;
import org.bdm.core.writer.OpenedFile;
import org.bdm.core.writer.WrittenFile;
import org.jspecify.annotations.Nullable;

/** The steps of a file from being wanted to being handed to the finisher. Owner only. */
final class FileSteps {
    private static final int RESUMING_MAX = 8;

    private final FetchState state;
    private final SourceSet sources;
    private final BlockWriter writer;
    private final FinishQueue finishes;
    private final Failures failures;
    private final Attempts attempts;
    private final HashListener hashListener;
    private final Deque<FileProgress> toResume = new ArrayDeque<>();

    FileSteps(
            FetchState state,
            SourceSet sources,
            BlockWriter writer,
            FinishQueue finishes,
            Failures failures,
            Attempts attempts,
            HashListener hashListener) {
        this.state = state;
        this.sources = sources;
        this.writer = writer;
        this.finishes = finishes;
        this.failures = failures;
        this.attempts = attempts;
        this.hashListener = hashListener;
    }

    /** Its bytes are needed: goes on where an earlier run was, keeps what is right of a damaged file, or asks for all. */
    void start(FileProgress file) {
        Optional<FileVersion> begun = versionBegun(file);
        if (begun.isEmpty() && file.rangesOfDamaged().isPresent()) {
            state.move(file, FileStage.RESUMING);
            resumeSoon(file);
            return;
        }
        if (begun.isEmpty()) {
            deleteLeftover(file);
            attempts.askForAll(file);
            return;
        }
        state.move(file, FileStage.RESUMING);
        if (begun.get().equals(file.version())) resumeSoon(file);
        else askWhetherBegun(file, begun.get());
    }

    /** The version of which an earlier run left durable bytes. */
    private static Optional<FileVersion> versionBegun(FileProgress file) {
        return Optional.ofNullable(file.history())
                .filter(history -> !history.durable().isEmpty())
                .flatMap(FileHistory::source);
    }

    private void resumeSoon(FileProgress file) {
        toResume.add(file);
        resumeNext();
    }

    /** The file changed between its listing and the earlier run: its bytes are of use only if it has not changed since. */
    private void askWhetherBegun(FileProgress file, FileVersion begun) {
        attempts.askStatus(file, begun, (status, failure) -> {
            if (file.stage() != FileStage.RESUMING) return;
            if (failure != null) {
                failures.ofSource(file, failure);
            } else if (status != null && status.version().equals(begun)) {
                file.takeVersion(status);
                resumeSoon(file);
            } else {
                deleteLeftover(file);
                attempts.askForAll(file); // whatever is there now, or nothing: asking for the bytes finds out
                resumeNext();
            }
        });
    }

    /** Tried again after the source could not say what it has: only then a file stands in this stage and waits for nobody. */
    void resumeAgain(FileProgress file) {
        askWhetherBegun(file, versionBegun(file).orElseThrow());
    }

    /** The temporary file of an earlier run that cannot be gone on with. A file that comes in blocks would see to it, a piece of a pack not. */
    private void deleteLeftover(FileProgress file) {
        FileHistory history = file.history();
        if (history == null) return;
        TransferJournal journal = file.chunk().journal;
        state.onDisk(() -> {
            try {
                state.parts.destination().discard(journal, file.id(), history.epoch());
            } catch (MoverException e) {
                Failures.leftOver(journal.temporaryName(file.id(), history.epoch()), e);
            }
        });
    }

    private void resumeNext() {
        while (!toResume.isEmpty() && state.mayWork() && resumingNow() < RESUMING_MAX) {
            FileProgress file = toResume.poll();
            if (file.stage() != FileStage.RESUMING) continue;
            if (versionBegun(file).isEmpty()) repair(file);
            else resume(file, Objects.requireNonNull(file.history()));
        }
    }

    private void resume(FileProgress file, FileHistory history) {
        file.attempt().resumes(history.epoch());
        writer.resume(toWrite(file), history);
    }

    private void repair(FileProgress file) {
        RangeDigests ranges = file.rangesOfDamaged().orElseThrow();
        file.attempt().repairs();
        writer.repair(
                toWrite(file),
                () -> state.parts.destination().there().open(file.entry().destination()),
                ranges);
    }

    private FileToWrite toWrite(FileProgress file) {
        return new FileToWrite(
                file.id(),
                file.epoch(),
                file.version(),
                file.entry().destination(),
                file.chunk().journal,
                state.parts.options().modeOfFile(file.mode()));
    }

    private int resumingNow() {
        return state.filesIn(FileStage.RESUMING) - toResume.size();
    }

    /** True if the writer takes one more file now. */
    boolean mayOpen() {
        return writer.mayOpen();
    }

    /** Makes the temporary file, if that has not been done. */
    void open(FileProgress file) {
        if (!file.attempt().opens()) return;
        writer.open(toWrite(file));
    }

    void opened(FileProgress file, OpenedFile opened) {
        boolean isResumed = file.stage() == FileStage.RESUMING;
        Attempt attempt = file.attempt();
        attempt.opened(opened.epoch());
        state.parts
                .hasher()
                .begin(
                        file.id(),
                        attempt.epoch(),
                        opened.temporary(),
                        file.digests(state.parts.options()),
                        hashListener);
        for (ByteRange range : opened.surviving()) {
            attempt.received(range);
            attempt.written(range);
            state.parts.hasher().written(file.id(), attempt.epoch(), range);
        }
        if (isResumed) {
            keep(file, opened);
            attempt.notConfirmed(); // nobody has said that the source is still what was read in the earlier run
            attempts.askForAll(file);
            if (file.isCovered()) state.move(file, FileStage.ACTIVE);
            resumeNext();
        }
        completeIfCovered(file);
    }

    /** Notes what did not come over the network: of a damaged file, or of one that a former holder of the chunk left. */
    private static void keep(FileProgress file, OpenedFile opened) {
        Attempt attempt = file.attempt();
        FileHistory history = file.history();
        long surviving =
                opened.surviving().stream().mapToLong(ByteRange::length).sum();
        boolean isRepair = versionBegun(file).isEmpty();
        if (isRepair) {
            attempt.kept(surviving);
            attempt.durable(surviving);
        } else if (history != null) {
            attempt.kept(Math.min(surviving, history.bytesKept()));
        }
    }

    void completeIfCovered(FileProgress file) {
        if (file.stage() != FileStage.ACTIVE || !file.attempt().isOpen() || !file.isCovered()) return;
        sources.hold(file);
        state.move(file, FileStage.COMPLETING);
        writer.complete(file.id(), file.epoch());
    }

    /** A request of the current epoch has ended, for whatever reason: looks whether all came that was asked for. */
    void itemGone(FileProgress file, boolean isLost) {
        sources.itemEnded(file);
        Attempt attempt = file.attempt();
        if (isLost) attempt.itemLost();
        if (attempt.hasItemsOutstanding()) return;
        boolean wasAnyLost = attempt.takeLostItem();
        if (wasAnyLost && file.stage() == FileStage.ACTIVE && file.lost() > RetryPolicy.LOSSES_MAX) {
            failures.lostTooOften(file);
            return;
        }
        if (file.stage() == FileStage.ACTIVE && !attempt.isRetryDue()) {
            boolean isMissing = sources.giveBackMissing(file);
            if (isMissing && !wasAnyLost && file.tries().endedEmpty() > RetryPolicy.EMPTY_ENDS_MAX) {
                failures.fail(
                        file,
                        new MoverException(
                                ErrorCode.PROTOCOL_VIOLATION,
                                "the source ended " + file.entry().source() + " without sending the requested bytes"));
                return;
            }
        }
        finishIfReady(file);
    }

    /** All bytes are in the temporary file, which is ours now. */
    void completed(FileProgress file, WrittenFile written) {
        if (file.stage() == FileStage.ACTIVE) { // a piece of a pack
            sources.hold(file);
            state.move(file, FileStage.COMPLETING);
        }
        Completion whole = new Completion(written.temporary());
        file.attempt().completed(whole);
        if (written.digest().isPresent()) {
            whole.hashed(written.digest().get(), written.also().orElse(null));
            finishIfReady(file);
        } else {
            state.parts.hasher().finish(file.id(), file.epoch(), file.size());
        }
    }

    void hashed(FileProgress file, Checksum digest, @Nullable Checksum also) {
        Completion whole = file.attempt().completion();
        if (whole == null) throw new IllegalStateException(file.id() + " was hashed before it was complete");
        whole.hashed(digest, also);
        finishIfReady(file);
    }

    /** Hands the file to the finisher when it is whole, its digest is known, and the source said that it has not changed. */
    private void finishIfReady(FileProgress file) {
        Attempt attempt = file.attempt();
        Completion whole = attempt.completion();
        Checksum digest = whole == null ? null : whole.digest();
        if (file.stage() != FileStage.COMPLETING || whole == null || digest == null) return;
        if (attempt.hasItemsOutstanding() || attempt.isConfirming() || state.isStopping()) return;
        if (!attempt.isConfirmed()) {
            confirm(file);
            return;
        }
        if (file.entry().expected().filter(expected -> !expected.equals(digest)).isPresent()) {
            failures.ofDigest(file, digest);
            return;
        }
        IncomingFile temporary = attempt.takeTemporary();
        if (temporary == null) throw new IllegalStateException(file.id() + " has lost its temporary file");
        state.move(file, FileStage.FINISHING);
        file.fetched(digest);
        finishes.finish(new FileToFinish(
                file.id(),
                attempt.epoch(),
                temporary,
                file.chunk().journal,
                file.entry().destination(),
                new FileToFinish.Attributes(
                        file.version().modified(), state.parts.options().modeOfFile(file.mode())),
                new FileToFinish.Digest(digest, file.entry().expected())));
    }

    /** Some request was lost after its bytes came, or an earlier run read them: asks whether the source is still the same. */
    private void confirm(FileProgress file) {
        Attempt attempt = file.attempt();
        attempt.confirming();
        var epoch = attempt.epoch();
        attempts.askStatus(file, file.version(), (status, failure) -> {
            if (!file.isIn(epoch) || file.stage() != FileStage.COMPLETING) return;
            attempt.notConfirmed();
            if (failure != null) {
                failures.ofSource(file, failure);
            } else if (status == null || !status.version().equals(file.version())) {
                failures.ofSource(
                        file,
                        new MoverException(
                                ErrorCode.SOURCE_CHANGED,
                                file.entry().source() + " is no longer the version that was read"));
            } else {
                attempt.confirmed();
                finishIfReady(file);
            }
        });
    }

    /** Tried again after a failure to {@link #confirm}. */
    void confirmAgain(FileProgress file) {
        if (file.stage() == FileStage.COMPLETING) finishIfReady(file);
    }
}
