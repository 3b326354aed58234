package org.bdm.core.fetch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.destination.Destination;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FileToLink;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.AtDestination;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.HeldFile;
import org.bdm.core.transfer.TransferChunk;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens chunks, looks at what is at the destination, and decides how each entry begins. Owner only, but for what is named so. */
final class Beginnings implements SameCheck.Decided {
    private static final Logger LOG = LoggerFactory.getLogger(Beginnings.class);
    private static final int OPEN_TRIES = 3;
    private static final int OPEN_PAUSE_SECONDS_MAX = 30;

    private final FetchState state;
    private final SourceSet sources;
    private final FileSteps steps;
    private final Failures failures;
    private final Outcomes outcomes;
    private final FinishQueue finishes;
    private final SameCheck comparison;
    private final TakenAsSame takenAsSame;
    private int chunksBeingOpened;

    Beginnings(
            FetchState state,
            SourceSet sources,
            FileSteps steps,
            Failures failures,
            Outcomes outcomes,
            FinishQueue finishes) {
        this.state = state;
        this.sources = sources;
        this.steps = steps;
        this.failures = failures;
        this.outcomes = outcomes;
        this.finishes = finishes;
        this.comparison = new SameCheck(state, this);
        this.takenAsSame = new TakenAsSame(state, outcomes, failures);
    }

    int chunksBeingOpened() {
        return chunksBeingOpened;
    }

    void stopComparing() {
        comparison.stop();
    }

    void add(TransferChunk chunk) {
        if (!state.mayWork()) return;
        ChunkProgress before = state.chunks.remove(chunk.chunk());
        if (before != null && before.filesOpen > 0) {
            state.chunks.put(chunk.chunk(), before);
            throw new IllegalStateException("chunk " + chunk.chunk() + " is being worked on");
        }
        chunksBeingOpened++;
        open(chunk, before == null ? null : before.journal, 1);
    }

    private void open(TransferChunk chunk, @Nullable TransferJournal before, int tries) {
        state.onDisk(() -> {
            try {
                if (before != null) before.close();
                TransferJournal journal = openJournal(chunk, tries);
                journal.damage().ifPresent(damage -> LOG.warn("{}; its files start again", damage.detail()));
                List<Looked> looked = look(chunk.entries());
                state.loop.post(() -> opened(chunk, journal, looked));
            } catch (Throwable e) { // also an error: whoever waits hears of it, and the thread goes on
                state.loop.post(() -> notOpened(chunk, Failures.asMoverException(e), tries));
            }
        });
    }

    /**
     * Disk threads only. A journal that cannot be forced is never trusted again: the last try throws it away. That costs bytes and nothing
     * else: what was placed is found by comparing.
     */
    private TransferJournal openJournal(TransferChunk chunk, int tries) {
        Destination destination = state.parts.destination();
        try {
            return destination.journal(chunk.right());
        } catch (MoverException e) {
            if (e.code() != ErrorCode.SYNC_FAILED || tries < OPEN_TRIES) throw e;
            LOG.warn("{}; its files start again", e.detail());
            destination.startAgain(
                    chunk.right(), chunk.entries().stream().map(FileEntry::file).toList());
            return destination.journal(chunk.right());
        }
    }

    private void notOpened(TransferChunk chunk, MoverException reason, int tries) {
        if (!state.mayWork()) return;
        LOG.warn("chunk {} cannot be opened: {}", chunk.chunk(), reason.detail());
        boolean isPressure = reason.code() == ErrorCode.TOO_MANY_OPEN_FILES;
        if (isPressure || (reason.kind().isRetryable() && tries < OPEN_TRIES)) {
            state.loop.postAfter(1000L * Math.min(tries, OPEN_PAUSE_SECONDS_MAX), () -> {
                if (state.mayWork()) open(chunk, null, tries + 1);
            });
        } else {
            state.block(reason); // without a journal nothing is safe: somebody has to look
        }
    }

    /** Status of the destinations. Disk threads only. */
    private List<Looked> look(List<FileEntry> entries) {
        List<Looked> all = new ArrayList<>(entries.size());
        try (BatchLook batch = state.parts.destination().there().look()) {
            for (FileEntry entry : entries) all.add(withoutEmptyDirectories(entry, look(batch, entry.destination())));
        }
        return all;
    }

    /** Nothing is lost with a directory that has no file in it. */
    private Looked withoutEmptyDirectories(FileEntry entry, Looked looked) {
        FileKind kind = entry.listed().kind();
        boolean isInTheWay = looked.status != null
                && looked.status.kind() == FileKind.DIRECTORY
                && (kind == FileKind.FILE || kind == FileKind.SYMBOLIC_LINK)
                && state.parts.options().onConflict().replaces();
        if (!isInTheWay) return looked;
        return state.parts.destination().clearDirectory(entry.destination()) ? new Looked(null, null) : looked;
    }

    private static Looked look(BatchLook batch, StorePath destination) {
        try {
            return new Looked(batch.status(destination).orElse(null), null);
        } catch (MoverException e) {
            return new Looked(null, AtDestination.error(e));
        }
    }

    /** Looks again at one destination, and decides anew. */
    void lookAgain(FileProgress file) {
        state.onDisk(() -> {
            List<Looked> looked = look(List.of(file.entry()));
            state.loop.post(() -> {
                if (state.mayWork() && file.stage() == FileStage.PREPARING) begin(file, looked.get(0));
            });
        });
    }

    private void opened(TransferChunk chunk, TransferJournal journal, List<Looked> looked) {
        chunksBeingOpened--;
        ChunkProgress progress = new ChunkProgress(chunk, journal);
        state.chunks.put(chunk.chunk(), progress);
        state.hasMoved();
        if (state.isStopping()) return; // its journal is closed with the others
        Map<FileId, FileHistory> histories = journal.histories();
        for (FileEntry entry : chunk.entries()) {
            FileProgress file = new FileProgress(entry, progress, histories.get(entry.file()));
            progress.files.add(file);
            state.add(file);
        }
        outcomes.looked(progress);
        if (state.refusal() != null) {
            List.copyOf(progress.files).forEach(this::refuse);
            return;
        }
        for (int i = 0; i < looked.size() && state.mayWork(); i++) begin(progress.files.get(i), looked.get(i));
    }

    /** The source of the session is of no use any more. What needs nothing more of it goes on to its end. */
    void refuse(FileProgress file) {
        MoverException reason = state.refusal();
        if (reason == null) throw new IllegalStateException("no file was refused");
        boolean needsSource = switch (file.stage()) {
            case PREPARING, COMPARING, RESUMING, PLANNED, ACTIVE, PAUSED -> true;
            case COMPLETING -> !file.attempt().isConfirmed() || file.attempt().hasItemsOutstanding();
            case RECOVERING, FINISHING, ENDED -> false;
        };
        if (needsSource) failures.fail(file, reason);
    }

    private void begin(FileProgress file, Looked looked) {
        file.looked(looked.status);
        if (looked.failure != null) {
            failures.ofDestination(file, looked.failure);
            return;
        }
        switch (file.entry().listed().kind()) {
            case FILE -> beginFile(file);
            case DIRECTORY -> beginDirectory(file);
            case SYMBOLIC_LINK -> beginLink(file);
            case SPECIAL ->
                failures.fail(
                        file,
                        new MoverException(
                                ErrorCode.SPECIAL_FILE,
                                file.entry().source() + " is not a file, directory or symbolic link"));
        }
    }

    private void beginFile(FileProgress file) {
        Optional<JournalRecord.Placing> placing = file.placingToRecover();
        if (placing.isPresent()) {
            state.move(file, FileStage.RECOVERING);
            file.recovers(isOfHeld(file, placing.get().inode()));
            finishes.recover(file, placing.get());
            return;
        }
        FileStatus there = file.there();
        Optional<HeldFile> toLink = file.heldToLink();
        if (there == null && toLink.isPresent()) {
            link(file, toLink.get());
        } else if (there == null) {
            steps.start(file);
        } else if (there.kind() == FileKind.FILE && there.version().size() == file.size()) {
            comparison.compare(file);
        } else {
            otherContent(file, there);
        }
    }

    private void notLinked(FileProgress file, String why) {
        String text = file.entry().destination() + " could not become a hard link, and is transferred instead: " + why;
        state.listener.onNote(FetchListener.NOT_LINKED, text);
    }

    private static boolean isOfHeld(FileProgress file, long inode) {
        return file.entry()
                .held()
                .filter(held -> held.version().inode() == inode)
                .isPresent();
    }

    /** Once: if it cannot be, the file is moved. */
    private void link(FileProgress file, HeldFile held) {
        if (file.stage() == FileStage.COMPARING) state.move(file, FileStage.PREPARING); // it differs: decided anew
        state.move(file, FileStage.FINISHING);
        file.links();
        finishes.link(new FileToLink(
                file.id(),
                file.epoch(),
                file.chunk().journal,
                held.path(),
                held.version(),
                held.evidence(),
                file.entry().destination()));
    }

    private void otherContent(FileProgress file, FileStatus there) {
        boolean mayReplace = state.parts.options().onConflict().replaces() && there.kind() != FileKind.DIRECTORY;
        if (mayReplace) {
            file.heldToLink().ifPresentOrElse(held -> link(file, held), () -> steps.start(file));
            return;
        }
        String what = there.kind() == FileKind.FILE
                ? "a file of " + there.version().size() + " bytes with different content"
                : "a " + there.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        failures.conflict(file, file.entry().destination() + " already exists: " + what);
    }

    private void beginDirectory(FileProgress file) {
        FileStatus there = file.there();
        if (there != null && there.kind() != FileKind.DIRECTORY) {
            failures.conflict(file, file.entry().destination() + " already exists and is not a directory");
        } else if (there != null && there.version().hasTimeOf(file.version())) {
            sameWithoutBytes(file);
        } else {
            state.move(file, FileStage.FINISHING);
            finishes.makeDirectory(file);
        }
    }

    private void beginLink(FileProgress file) {
        byte[] target = file.entry().listed().linkTarget();
        FileStatus there = file.there();
        if (target == null) {
            failures.fail(
                    file,
                    new MoverException(
                            ErrorCode.INVALID_REQUEST, file.entry().source() + " is a symbolic link without a target"));
        } else if (there != null
                && there.kind() == FileKind.SYMBOLIC_LINK
                && Arrays.equals(there.linkTarget(), target)) {
            sameWithoutBytes(file);
        } else if (there != null
                && (there.kind() == FileKind.DIRECTORY
                        || !state.parts.options().onConflict().replaces())) {
            failures.conflict(file, file.entry().destination() + " already exists and is not this link");
        } else {
            state.move(file, FileStage.FINISHING);
            finishes.placeSymbolicLink(file, target);
        }
    }

    private void sameWithoutBytes(FileProgress file) {
        state.move(file, FileStage.COMPARING);
        takenAsSame.add(file, null);
    }

    @Override
    public void same(FileProgress file, Evidence evidence) {
        takenAsSame.add(file, evidence);
    }

    @Override
    public void differs(FileProgress file) {
        FileStatus there = file.there();
        if (there == null) throw new IllegalStateException(file.id() + " was not compared with anything");
        otherContent(file, there);
    }

    /** Its bytes tell: they are fetched, and replace what is there, or are compared with it before they are placed. */
    @Override
    public void cannotTell(FileProgress file) {
        if (!state.parts.options().onConflict().replaces()) file.fetchToCompare();
        steps.start(file);
    }

    @Override
    public void destinationFailed(FileProgress file, MoverException reason) {
        failures.ofDestination(file, reason);
    }

    @Override
    public void sourceFailed(FileProgress file, MoverException reason) {
        failures.ofSource(file, reason);
    }

    /** Handles the finisher's result for an entry. */
    void finished(FinishResult result) {
        FileProgress file = state.files.get(result.file());
        if (file == null || (file.stage() != FileStage.FINISHING && file.stage() != FileStage.RECOVERING)) return;
        if (result instanceof FinishResult.Placed placed) {
            sources.forget(file);
            if (file.stage() == FileStage.RECOVERING) file.recovered();
            outcomes.succeeded(file, FileState.DONE, placed.evidence().orElse(null));
        } else if (result instanceof FinishResult.Failed failed) {
            file.notPlaced();
            failures.ofDestination(file, failed.reason());
        } else if (!state.isStopping()) {
            if (result instanceof FinishResult.NotRecovered not) not.why().ifPresent(why -> notLinked(file, why));
            file.notPlacedWithoutMoving();
            state.move(file, FileStage.PREPARING);
            beginFile(file);
        }
    }

    /** Result of looking at a destination: a status, nothing, or the reason why it is unknown. */
    private record Looked(
            @Nullable FileStatus status, @Nullable MoverException failure) {}
}
