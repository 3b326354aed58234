package org.bdm.core.fetch;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.store.FileKind;
import org.bdm.core.transfer.FileEntry;

/** Gives directories their times at the end. Owner only, but for what is named so. */
final class DirectoryTimes {
    private final FetchState state;
    private final FinishQueue finishes;

    DirectoryTimes(FetchState state, FinishQueue finishes) {
        this.state = state;
        this.finishes = finishes;
    }

    /** Any thread. */
    void finish(List<FileEntry> directories, CompletableFuture<Void> done) {
        state.onDisk(() -> {
            try {
                List<FileEntry> there =
                        directories.stream().filter(this::isDirectory).toList();
                state.loop.post(() -> set(there, done));
            } catch (RuntimeException e) {
                done.completeExceptionally(Failures.asMoverException(e));
            }
        });
    }

    private boolean isDirectory(FileEntry entry) {
        return state.parts
                .store()
                .status(entry.destination())
                .filter(status -> status.kind() == FileKind.DIRECTORY)
                .isPresent();
    }

    private void set(List<FileEntry> directories, CompletableFuture<Void> done) {
        boolean preserve = state.parts.options().preserveMode();
        Ends ends = new Ends(directories.size(), done);
        for (FileEntry entry : directories) {
            int mode = preserve ? entry.listed().mode() : -1;
            finishes.setDirectoryAttributes(entry, mode, ends::hear);
        }
        ends.endIfAll();
    }

    private static final class Ends {
        private final CompletableFuture<Void> done;
        private int left;

        Ends(int left, CompletableFuture<Void> done) {
            this.left = left;
            this.done = done;
        }

        void hear(FinishResult result) {
            left--;
            if (result instanceof FinishResult.Failed failed) {
                MoverException reason = failed.reason();
                done.completeExceptionally(reason);
            }
            endIfAll();
        }

        void endIfAll() {
            if (left == 0) done.complete(null);
        }
    }
}
