package org.bdm.core.fetch;

import java.time.Instant;
import java.util.function.Consumer;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.BlockWriter.Leftover;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Begins attempts at files and gives them up, and asks what a new one has to know. Decides nothing. Owner only. */
final class Attempts {
    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

    private final FetchState state;
    private final SourceSet sources;
    private final BlockWriter writer;

    Attempts(FetchState state, SourceSet sources, BlockWriter writer) {
        this.state = state;
        this.sources = sources;
        this.writer = writer;
    }

    /** All that is missing is to be asked for. */
    void askForAll(FileProgress file) {
        state.move(file, FileStage.PLANNED);
        sources.plan(file);
    }

    /**
     * Asks the source what is there now, where {@code expected} was; {@code told} runs on the loop with a status, with a failure, or with
     * nothing if nothing is there.
     */
    void askStatus(FileProgress file, FileVersion expected, StatusTold told) {
        var unused = state.parts
                .source()
                .statusOf(file.id(), file.entry().source(), expected, file.copies())
                .whenComplete((found, failure) -> state.loop.post(() -> {
                    if (!state.mayWork() || file.stage() == FileStage.ENDED) return;
                    if (failure != null) {
                        told.told(null, Failures.asMoverException(failure));
                        return;
                    }
                    DirectoryEntry entry = found.orElse(null);
                    if (entry == null) told.told(null, null);
                    else told.told(entry.status(), entry.error());
                }));
    }

    /** Receives the answer to {@link #askStatus}. */
    @FunctionalInterface
    interface StatusTold {
        void told(@Nullable FileStatus status, @Nullable MoverException failure);
    }

    /** Begins anew with a new temporary file. The attempt before has been given up. */
    void startAnew(FileProgress file) {
        file.renew();
        askForAll(file);
    }

    /** Gives up the current attempt; {@code then} runs, on the loop, when no stage has anything of it any more. */
    void giveUp(FileProgress file, Leftover leftover, Runnable then) {
        sources.forget(file);
        Attempt attempt = file.attempt();
        IncomingFile temporary = attempt.takeTemporary();
        var epoch = attempt.epoch();
        boolean isAtWriter = attempt.hasTemporaryFile() && temporary == null;
        if (!isAtWriter && temporary == null) {
            then.run();
            return;
        }
        var unused = state.parts.hasher().discard(file.id(), epoch).whenComplete((done, failure) -> {
            if (isAtWriter) writer.discard(file.id(), epoch, leftover);
            if (temporary == null) {
                state.loop.post(then);
            } else {
                state.onDisk(() -> {
                    dispose(state.parts, temporary, leftover);
                    state.loop.post(then);
                });
            }
        });
    }

    /**
     * Gives up the current attempt, and keeps its bytes for a person to look at; {@code then} runs on the loop with their name in the
     * quarantine, or with null if they could not be kept.
     */
    void quarantine(FileProgress file, Consumer<@Nullable String> then) {
        sources.forget(file);
        IncomingFile temporary = file.attempt().takeTemporary();
        if (temporary == null) throw new IllegalStateException(file.id() + " is incomplete");
        Instant modified = file.version().modified();
        int mode = state.parts.options().fileMode();
        var unused = state.parts
                .hasher()
                .discard(file.id(), file.epoch())
                .whenComplete((done, failure) -> state.onDisk(() -> {
                    String keptAs = keep(temporary, modified, mode);
                    state.loop.post(() -> then.accept(keptAs));
                }));
    }

    /** Disk threads only. */
    private @Nullable String keep(IncomingFile temporary, Instant modified, int mode) {
        try {
            return state.parts.destination().keepAside(temporary, modified, mode);
        } catch (MoverException e) {
            LOG.warn("the disputed bytes of {} could not be kept: {}", temporary.name(), e.detail());
            return null;
        }
    }

    /** Closes a temporary file that nobody needs. Disk threads only. */
    static void dispose(FetchParts parts, IncomingFile temporary, Leftover leftover) {
        try {
            if (leftover == Leftover.DELETE) parts.destination().discard(temporary);
            else temporary.close();
        } catch (MoverException e) {
            Failures.leftOver(temporary.name(), e);
        }
    }
}
