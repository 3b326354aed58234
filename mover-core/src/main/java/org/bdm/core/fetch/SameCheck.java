package org.bdm.core.fetch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.hasher.WholeFileDigest;
import org.bdm.core.hasher.WholeFileListener;
import org.bdm.core.store.ReadableFile;

/**
 * Finds out whether what is at the destination is the same, so that nothing has to be moved: its digest against the published one, or else
 * against that which the source computes. A few files at once. Owner only.
 */
final class SameCheck {
    private static final int FILES_MAX = 32;

    private final FetchState state;
    private final Decided decided;
    private final Deque<FileProgress> queue = new ArrayDeque<>();
    private final Set<WholeFileDigest> hashing = new HashSet<>();
    private int underWay;

    SameCheck(FetchState state, Decided decided) {
        this.state = state;
        this.decided = decided;
    }

    /** Hears what came of it, on the loop. */
    interface Decided {
        void same(FileProgress file, Evidence evidence);

        void differs(FileProgress file);

        /** The source computes no digests, and nothing was published. */
        void cannotTell(FileProgress file);

        void destinationFailed(FileProgress file, MoverException reason);

        void sourceFailed(FileProgress file, MoverException reason);
    }

    void compare(FileProgress file) {
        state.move(file, FileStage.COMPARING);
        queue.add(file);
        next();
    }

    private void next() {
        while (underWay < FILES_MAX && !queue.isEmpty() && state.mayWork()) {
            underWay++;
            begin(queue.poll());
        }
    }

    private void begin(FileProgress file) {
        ChecksumAlgorithm algorithm = file.algorithm(state.parts.options());
        CompletableFuture<Checksum> here = digestHere(file, algorithm);
        Optional<Checksum> known = file.entry().expected().or(file::fetchedToCompare);
        CompletableFuture<Checksum> there = known.isPresent()
                ? CompletableFuture.completedFuture(known.get())
                : state.parts
                        .source()
                        .digest(file.id(), file.entry().source(), file.version(), algorithm)
                        .toCompletableFuture();
        var unused = CompletableFuture.allOf(here, there)
                .whenComplete((done, failure) -> state.loop.post(() -> ended(file, here, there)));
    }

    private void ended(FileProgress file, CompletableFuture<Checksum> here, CompletableFuture<Checksum> there) {
        underWay--;
        if (file.stage() == FileStage.COMPARING && state.mayWork()) {
            state.hasMoved();
            decide(file, here, there);
        }
        next();
    }

    private void decide(FileProgress file, CompletableFuture<Checksum> here, CompletableFuture<Checksum> there) {
        if (there.isCompletedExceptionally()) {
            var unused = there.whenComplete((value, failure) -> {
                if (failure == null) return;
                MoverException reason = Failures.asMoverException(failure);
                if (reason.code() == ErrorCode.UNSUPPORTED) decided.cannotTell(file);
                else decided.sourceFailed(file, reason);
            });
        } else if (isPassing(here)) {
            var unused = here.whenComplete((value, failure) -> {
                if (failure != null) decided.destinationFailed(file, Failures.asMoverException(failure));
            });
        } else if (here.isCompletedExceptionally() || !here.join().equals(there.join())) {
            decided.differs(file); // also what cannot be read is not known to be the same
        } else {
            boolean isPublished = file.entry().expected().isPresent();
            EvidenceLevel level = isPublished ? EvidenceLevel.PUBLISHED : EvidenceLevel.STREAM;
            decided.same(file, new Evidence(level, here.join()));
        }
    }

    /** True if the file here can be read at another time: too many are open, or its bytes are on tape. */
    private static boolean isPassing(CompletableFuture<Checksum> here) {
        if (!here.isCompletedExceptionally()) return false;
        Throwable failure = here.handle((value, why) -> why).join();
        ErrorCode code = Failures.asMoverException(failure).code();
        return code == ErrorCode.TOO_MANY_OPEN_FILES || code == ErrorCode.BEING_STAGED;
    }

    private CompletableFuture<Checksum> digestHere(FileProgress file, ChecksumAlgorithm algorithm) {
        CompletableFuture<Checksum> digest = new CompletableFuture<>();
        state.onDisk(() -> {
            try {
                ReadableFile open =
                        state.parts.destination().there().open(file.entry().destination());
                state.loop.post(() -> hash(open, file.size(), algorithm, digest));
            } catch (Throwable e) { // also an error: whoever waits hears of it, and the thread goes on
                digest.completeExceptionally(e);
            }
        });
        return digest;
    }

    private void hash(ReadableFile open, long size, ChecksumAlgorithm algorithm, CompletableFuture<Checksum> digest) {
        WholeFileDigest work = state.parts.hasher().digest(open, size, algorithm, new WholeFileListener() {
            @Override
            public void onProgress(long bytesHashed) {
                state.loop.post(state::hasMoved);
            }

            @Override
            public void onDigest(Checksum value) {
                state.onDisk(() -> {
                    open.close();
                    digest.complete(value);
                });
            }

            @Override
            public void onFailed(MoverException reason) {
                state.onDisk(() -> {
                    open.close();
                    digest.completeExceptionally(reason);
                });
            }
        });
        if (state.isStopping()) work.cancel();
        hashing.add(work);
        var unused = digest.whenComplete((value, failure) -> state.loop.post(() -> hashing.remove(work)));
    }

    /** Stops the hashing that is under way, soon. */
    void stop() {
        hashing.forEach(WholeFileDigest::cancel);
    }
}
